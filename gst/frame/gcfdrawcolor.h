/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws on frames: the samples of a colour, and the spans of planes that have
 * fewer samples than the picture has pixels. */
#pragma once

#include "engine/fill/cffill.h"
#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

typedef struct {
  guint16 values[GST_VIDEO_MAX_COMPONENTS]; /* without the format's shift */
  const CfSpan *spans;                      /* of the picture */
  guint n_spans;
} GcfDrawColor;

/* argb: 0xAARRGGBB, of 8 bits each; becomes the frame's Y'CbCr by its matrix
 * and range. Alpha counts where the format has it. Spans are not copied. */
void gcf_draw_color_init (GcfDrawColor *self, const GstVideoInfo *info,
    guint32 argb, const CfSpan *spans, guint n_spans);

/* The spans of a plane of the format's: the samples that a pixel of the
 * picture's spans has a part in. To be freed. */
CfSpan *gcf_draw_color_get_spans (
    const GcfDrawColor *self, const GstVideoInfo *info, const GcfPlane *plane);

G_END_DECLS
