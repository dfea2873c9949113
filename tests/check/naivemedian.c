/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The median and other percentiles as their definition says, one sample after
 * the other. */
#include "naivemedian.h"

#include <stdlib.h>

#include "naivesamples.h"

static int
compare (const void *a, const void *b)
{
  return *(const guint *)a - *(const guint *)b;
}

static guint
percentile_at (const NaiveMedian *self, const NaiveSamples *s, gint x, gint y)
{
  guint window[101 * 101], n = 0;
  gint rx = self->size / 2;
  gint ry = (self->size_y ? self->size_y : self->size) / 2;

  for (gint dy = -ry; dy <= ry; dy++)
    for (gint dx = -rx; dx <= rx; dx++)
      window[n++] = naive_samples_get (
          s, x + dx, y + dy, self->border, self->border_value);
  qsort (window, n, sizeof (guint), compare);
  return window[(2 * self->percentile * (n - 1) + 100) / 200];
}

static void
filter (const NaiveSamples *s, gconstpointer filter)
{
  const NaiveMedian *self = filter;
  g_autofree guint *result = g_new (guint, MAX (s->width * s->height, 1));

  for (gint i = 0; i < self->iterations; i++) {
    for (gint y = 0; y < s->height; y++)
      for (gint x = 0; x < s->width; x++)
        result[y * s->width + x] = percentile_at (self, s, x, y);
    for (gint y = 0; y < s->height; y++)
      for (gint x = 0; x < s->width; x++)
        naive_samples_set (s, x, y, result[y * s->width + x]);
  }
}

void
naive_median_apply (const NaiveMedian *self, GObject *element)
{
  g_object_set (element, "size", self->size, "size-y", self->size_y,
      "percentile", self->percentile, "iterations", self->iterations,
      "border-value", self->border_value, NULL);
  gst_util_set_object_arg (element, "border", self->border);
  gst_util_set_object_arg (element, "planes", self->planes);
}

GstBuffer *
naive_median_filter (const NaiveMedian *self, const GstVideoInfo *info,
    GstBuffer *frame, gboolean by_field)
{
  return naive_samples_filter (
      info, frame, by_field, self->planes, filter, self);
}
