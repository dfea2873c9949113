/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The convolution as its definition says, one sample after the other. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* cudaconvolve's mask, and its other properties, as text where it takes text.
 */
typedef struct {
  gint width, height;
  const gdouble *value; /* row by row */
  const gchar *normalize;
  gdouble divisor, bias;
  gboolean flip;
  const gchar *separable;
  const gchar *border;
  gint border_value;
  const gchar *planes;
} NaiveConvolve;

#define NAIVE_CONVOLVE_DEFAULTS \
  { \
    .normalize = "auto", .divisor = 1, .separable = "auto", \
    .border = "replicate", .planes = "luma+chroma" \
  }

/* Sets the element's properties: the mask as `kernel`. */
void naive_convolve_apply (const NaiveConvolve *self, GObject *element);
/* All but the mask. */
void naive_convolve_apply_rest (const NaiveConvolve *self, GObject *element);

/* The filtered frame, as naive_samples_filter() has it; exact for integers, and
 * what double precision gives for others. */
GstBuffer *naive_convolve_filter (const NaiveConvolve *self,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field);

G_END_DECLS
