/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plane of two bytes a sample with holes, of which the truth is known. */
#pragma once

#include "holes.h"
#include "tester.h"

typedef struct {
  CfFilterParams params; /* inpainting's defaults */
  PictureSpec spec;
  Holes holes;
  gdouble *truth;     /* in steps of 8 bits */
  guint16 *src, *dst; /* packed */
} InpaintScene;

/* Waves, an edge, and noise of so many steps of 8 bits; what lies under the
 * holes of `src` is random. */
void inpaint_scene_init (InpaintScene *s, gint width, gint height, gint bits,
    HoleKind kind, gdouble noise, Random *random);
void inpaint_scene_clear (InpaintScene *s);

gsize inpaint_scene_samples (const InpaintScene *s);
gboolean inpaint_scene_is_hole (const InpaintScene *s, gsize sample);

/* A filter with the scene's parameters and holes. */
CfFilter *inpaint_scene_filter_new (
    const InpaintScene *s, CfDevice *device, GError **error);
/* From src to dst, whatever memory the device uses. */
gboolean inpaint_scene_run_with (
    InpaintScene *s, CfFilter *filter, Target *target, GError **error);
/* Both; FALSE, with a failed case, where it cannot. */
gboolean inpaint_scene_run (Tester *t, InpaintScene *s);
