/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The 8 bits by which pictures are compared, as
 * engine/motion/cfmotionscale.h says them, a sample at a time. */
#pragma once

#include <glib.h>

typedef struct {
  gint base, step;
} ReferenceScale;

/* By a frame's samples as 16 bits, row by row, of planes of so many; sigma in
 * 1/256 of a step of 8 bits. */
ReferenceScale reference_scale_of (
    const gint *samples, gint width, gint height, gint bits, gint sigma);

/* n of them as bytes, for g_free (). */
guint8 *reference_scale_bytes (
    ReferenceScale scale, const gint *samples, gsize n);
gint reference_scale_sigma (ReferenceScale scale, gint sigma);
