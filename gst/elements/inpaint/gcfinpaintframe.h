/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's mask: the file's, what is attached, rectangles and regions. */
#pragma once

#include <gst/video/video.h>

#include "gst/elements/inpaint/gcfinpaintmask.h"

G_BEGIN_DECLS

/* The last frame's mask, and what it was made of. */
typedef struct {
  GcfInpaintMask *mask;     /* or NULL */
  GcfInpaintMask *file;     /* or NULL */
  GcfInpaintMask *attached; /* or NULL */
  gboolean alpha;
  GArray *rectangles; /* of GstVideoRectangle, regions of interest too */
} GcfInpaintFrame;

/* Returns what is to be repaired of a frame of this size: the pixels of `file`
 * and of `attached`, masks that may be NULL, those in `rectangles`, an array of
 * GstVideoRectangle, those in regions of interest of `type`, 0 for none, and
 * with `alpha` those whose alpha is 0. It is the last frame's mask where that
 * is the same; NULL where nothing is. To be unreferenced. */
GcfInpaintMask *gcf_inpaint_frame_get_mask (GcfInpaintFrame *self,
    GstBuffer *buffer, GQuark type, GcfInpaintMask *file,
    GcfInpaintMask *attached, const GArray *rectangles, gboolean alpha,
    gint width, gint height);
void gcf_inpaint_frame_clear (GcfInpaintFrame *self);

G_END_DECLS
