/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The convolution as its definition says, one sample after the other. */
#include "naiveconvolve.h"

#include <math.h>

#include "naivesamples.h"

static void
normalization (
    const NaiveConvolve *self, gint depth, gdouble *divisor, gdouble *bias)
{
  gdouble sum = 0, magnitude = 0;

  for (gint i = 0; i < self->width * self->height; i++) {
    sum += self->value[i];
    magnitude += fabs (self->value[i]);
  }
  *divisor = 1;
  *bias = 0;
  if (g_str_equal (self->normalize, "manual")) {
    *divisor = self->divisor;
    *bias = ldexp (self->bias, depth - 8);
  } else if (g_str_equal (self->normalize, "auto")) {
    if (fabs (sum) <= 1e-9 * magnitude)
      *bias = 1 << (depth - 1);
    else if (sum < 0)
      *bias = (1 << depth) - 1;
    else
      *divisor = sum;
  }
}

static void
filter (const NaiveSamples *s, gconstpointer filter)
{
  const NaiveConvolve *self = filter;
  gint n = self->width * self->height, x, y, i, j;
  g_autofree guint *result = g_new (guint, s->width * s->height);
  gdouble divisor, bias, high = (1 << s->depth) - 1;

  normalization (self, s->depth, &divisor, &bias);
  for (y = 0; y < s->height; y++)
    for (x = 0; x < s->width; x++) {
      gdouble sum = 0;

      for (j = 0; j < self->height; j++)
        for (i = 0; i < self->width; i++) {
          gint at = j * self->width + i;

          sum +=
              self->value[self->flip ? n - 1 - at : at]
              * naive_samples_get (s, x + i - self->width / 2,
                  y + j - self->height / 2, self->border, self->border_value);
        }
      sum = floor (sum / divisor + bias + 0.5);
      result[y * s->width + x] = CLAMP (sum, 0, high);
    }
  for (y = 0; y < s->height; y++)
    for (x = 0; x < s->width; x++)
      naive_samples_set (s, x, y, result[y * s->width + x]);
}

void
naive_convolve_apply_rest (const NaiveConvolve *self, GObject *element)
{
  g_object_set (element, "divisor", self->divisor, "bias", self->bias, "flip",
      self->flip, "border-value", self->border_value, NULL);
  gst_util_set_object_arg (element, "normalize", self->normalize);
  gst_util_set_object_arg (element, "separable", self->separable);
  gst_util_set_object_arg (element, "border", self->border);
  gst_util_set_object_arg (element, "planes", self->planes);
}

void
naive_convolve_apply (const NaiveConvolve *self, GObject *element)
{
  GString *kernel = g_string_new (NULL);
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];

  for (gint i = 0; i < self->width * self->height; i++) {
    if (i > 0)
      g_string_append (kernel, i % self->width ? " " : "; ");
    g_string_append (
        kernel, g_ascii_dtostr (number, sizeof (number), self->value[i]));
  }
  g_object_set (element, "kernel", kernel->str, NULL);
  g_string_free (kernel, TRUE);
  naive_convolve_apply_rest (self, element);
}

GstBuffer *
naive_convolve_filter (const NaiveConvolve *self, const GstVideoInfo *info,
    GstBuffer *frame, gboolean by_field)
{
  return naive_samples_filter (
      info, frame, by_field, self->planes, filter, self);
}
