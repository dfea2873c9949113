/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter as its definition says, one sample after the other. */
#include "naiveepsilon.h"

#include <math.h>

#include "naivesamples.h"

static guint
mean_at (const NaiveEpsilon *self, const NaiveSamples *s, gint x, gint y)
{
  const gint threshold =
      ceil (rint (self->threshold * 256) / 256 * (1 << s->depth) / 256);
  const gint r = self->size / 2;
  const gint middle =
      naive_samples_get (s, x, y, self->border, self->border_value);
  gdouble sum = 0;
  gint n = 0, dx, dy;

  for (dy = -r; dy <= r; dy++) {
    for (dx = -r; dx <= r; dx++) {
      gint difference = (gint)naive_samples_get (
                            s, x + dx, y + dy, self->border, self->border_value)
                        - middle;

      if (g_str_equal (self->mode, "clamp"))
        difference = CLAMP (difference, -threshold, threshold);
      else if (ABS (difference) >= threshold && (dx != 0 || dy != 0))
        continue;
      sum += difference;
      n++;
    }
  }
  /* a quotient that is no half is further from one than doubles round */
  return middle + (gint)floor ((2 * sum + n) / (2 * n));
}

static void
filter (const NaiveSamples *s, gconstpointer filter)
{
  const NaiveEpsilon *self = filter;
  g_autofree guint *result = g_new (guint, MAX (s->width * s->height, 1));

  for (gint i = 0; i < self->iterations; i++) {
    for (gint y = 0; y < s->height; y++)
      for (gint x = 0; x < s->width; x++)
        result[y * s->width + x] = mean_at (self, s, x, y);
    for (gint y = 0; y < s->height; y++)
      for (gint x = 0; x < s->width; x++)
        naive_samples_set (s, x, y, result[y * s->width + x]);
  }
}

void
naive_epsilon_apply (const NaiveEpsilon *self, GObject *element)
{
  g_object_set (element, "size", self->size, "threshold", self->threshold,
      "iterations", self->iterations, "border-value", self->border_value, NULL);
  gst_util_set_object_arg (element, "mode", self->mode);
  gst_util_set_object_arg (element, "border", self->border);
  gst_util_set_object_arg (element, "planes", self->planes);
}

GstBuffer *
naive_epsilon_filter (const NaiveEpsilon *self, const GstVideoInfo *info,
    GstBuffer *frame, gboolean by_field)
{
  return naive_samples_filter (
      info, frame, by_field, self->planes, filter, self);
}
