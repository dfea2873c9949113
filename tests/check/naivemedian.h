/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The median and other percentiles as their definition says, one sample after
 * the other. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* cudamedian's properties, as text where it takes text. */
typedef struct {
  gint size;
  gint size_y; /* 0: as size */
  gint percentile;
  gint iterations;
  const gchar *border;
  gint border_value;
  const gchar *planes;
} NaiveMedian;

#define NAIVE_MEDIAN_DEFAULTS \
  { \
    3, 0, 50, 1, "replicate", 0, "luma+chroma" \
  }

/* Sets the element's properties. */
void naive_median_apply (const NaiveMedian *self, GObject *element);

/* The filtered frame, in the layout of `frame`, which has the format's own.
 * by_field: rows of even and odd number are two pictures. */
GstBuffer *naive_median_filter (const NaiveMedian *self,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field);

G_END_DECLS
