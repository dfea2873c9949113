/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An element under test with a variety of settings, and what should come of
 * them. */
#include "naivefilter.h"

static const gchar *const borders[] = { "replicate", "mirror", "constant" };

/* Masks of integers, so that results are exact: products and others, of sums
 * above, at and below 0, and larger than the picture. */
static const gdouble smooth[] = { 1, 2, 1, 2, 4, 2, 1, 2, 1 };
static const gdouble edges[] = { -1, 0, 1, -2, 0, 2, -1, 0, 1 };
static const gdouble odd[] = { 1, -7, 3, 0, 12, -5, 2, 9, 4, -8, 6, 0, 1, 5,
  -2 };
static const gdouble dark[] = { 0, -1, 0, -1, 2, -1, 0, -1, 0 };
static const gdouble line[] = { 1, 3, 9, 14, 20, 14, 9, 3, 1, 2, 5 };
static const gdouble wide[] = { 1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24,
  6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1 };

static const struct {
  gint width, height;
  const gdouble *value;
} masks[] = {
  { 3, 3, smooth },
  { 5, 3, odd },
  { 3, 3, edges },
  { 1, 11, line },
  { 5, 5, wide },
  { 3, 3, dark },
  { 11, 1, line },
};

/* All but 0, with which frames pass through. */
static const gint thresholds[] = { 20, 100, 256, 3, 200, 1, 255 };

const gchar *
naive_filter_element (NaiveKind kind)
{
  static const gchar *const names[NAIVE_N_KINDS] = { "cudamedian",
    "cudaconvolve", "cudaepsilon" };

  return names[kind];
}

void
naive_filter_init (NaiveFilter *self, NaiveKind kind, guint n)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  NaiveConvolve convolve = NAIVE_CONVOLVE_DEFAULTS;
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  guint m = n % G_N_ELEMENTS (masks);

  self->kind = kind;
  self->median = median;
  self->median.size = 3 + 2 * (n % 7);
  self->median.border = borders[n % 3];
  self->median.border_value = 37 * n % 256;
  self->convolve = convolve;
  self->convolve.width = masks[m].width;
  self->convolve.height = masks[m].height;
  self->convolve.value = masks[m].value;
  self->convolve.flip = n % 4 == 1;
  self->convolve.border = borders[n % 3];
  self->convolve.border_value = 37 * n % 256;
  self->epsilon = epsilon;
  self->epsilon.size = 3 + 2 * (n % 6);
  self->epsilon.threshold = thresholds[n % G_N_ELEMENTS (thresholds)];
  self->epsilon.mode = n % 2 ? "clamp" : "average";
  self->epsilon.iterations = 1 + n % 4 / 3;
  self->epsilon.border = borders[n % 3];
  self->epsilon.border_value = 37 * n % 256;
  self->epsilon.planes = "luma+chroma";
  if (n % 5 == 3) {
    self->convolve.normalize = "manual";
    self->convolve.divisor = -11;
    self->convolve.bias = 200;
  }
}

void
naive_filter_set_planes (NaiveFilter *self, const gchar *planes)
{
  self->median.planes = self->convolve.planes = planes;
  self->epsilon.planes = planes;
}

void
naive_filter_apply (const NaiveFilter *self, GObject *element)
{
  switch (self->kind) {
    case NAIVE_CONVOLVE:
      naive_convolve_apply (&self->convolve, element);
      break;
    case NAIVE_EPSILON:
      naive_epsilon_apply (&self->epsilon, element);
      break;
    default:
      naive_median_apply (&self->median, element);
      break;
  }
}

GstBuffer *
naive_filter_filter (const NaiveFilter *self, const GstVideoInfo *info,
    GstBuffer *frame, gboolean by_field)
{
  switch (self->kind) {
    case NAIVE_CONVOLVE:
      return naive_convolve_filter (&self->convolve, info, frame, by_field);
    case NAIVE_EPSILON:
      return naive_epsilon_filter (&self->epsilon, info, frame, by_field);
    default:
      return naive_median_filter (&self->median, info, frame, by_field);
  }
}

gchar *
naive_filter_describe (const NaiveFilter *self)
{
  const NaiveMedian *m = &self->median;
  const NaiveConvolve *c = &self->convolve;
  const NaiveEpsilon *e = &self->epsilon;

  switch (self->kind) {
    case NAIVE_CONVOLVE:
      return g_strdup_printf ("mask %dx%d, flip %d, normalize %s, %s, %s",
          c->width, c->height, c->flip, c->normalize, c->border, c->planes);
    case NAIVE_EPSILON:
      return g_strdup_printf ("%s, size %d, threshold %g, %s, %d times, %s",
          e->mode, e->size, e->threshold, e->border, e->iterations, e->planes);
    default:
      return g_strdup_printf (
          "size %d, size-y %d, percentile %d, %s, %d times, %s", m->size,
          m->size_y, m->percentile, m->border, m->iterations, m->planes);
  }
}
