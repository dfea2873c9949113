/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The operations as naively as possible. Border arithmetic and selection are
 * this file's own, on purpose: nothing of the engine is used. */
#include "reference.h"
#include "picture.h"
#include "reference_convolve.h"

#include <string.h>

/* The index inside 0...n-1 that stands for i. */
static gint
inside (gint i, gint n, CfBorder border)
{
  if (border == CF_BORDER_REPLICATE || n == 1)
    return CLAMP (i, 0, n - 1);
  while (i < 0 || i >= n) /* mirror at one edge, then at the other */
    i = i < 0 ? -i : 2 * (n - 1) - i;
  return i;
}

/* What a filter sees of a picture around a sample. */
typedef struct {
  gint width, height;
  CfBorder border;
  gint border_value;
} Window;

static Window
window_of (const CfFilterParams *params)
{
  const CfMedianParams *m = &params->median;
  const CfConvolveParams *c = &params->convolve;
  const CfEpsilonParams *e = &params->epsilon;

  if (params->op == CF_OP_CONVOLVE)
    return (Window){ c->width, c->height, c->border, c->border_value };
  if (params->op == CF_OP_EPSILON)
    return (Window){ e->size, e->size, e->border, e->border_value };
  return (Window){ m->width, m->height, m->border, m->border_value };
}

/* The unshifted value at (x, y), which may lie outside. */
static guint
value_at (const Window *w, const CfPlane *p, gint x, gint y, gint c)
{
  if (w->border == CF_BORDER_CONSTANT
      && (x < 0 || y < 0 || x >= p->width || y >= p->height))
    return (w->border_value << p->bits) / 256;
  return sample_load (p, inside (x, p->width, w->border),
             inside (y, p->height, w->border), c)
         >> p->shift;
}

/* The picture with what its border stands for, unshifted, rows without gaps. */
static guint16 *
widen (const Window *w, const CfPlane *p, gint c)
{
  gint rx = w->width / 2, ry = w->height / 2, x, y;
  gint width = p->width + 2 * rx, height = p->height + 2 * ry;
  guint16 *wide = g_new (guint16, (gsize)width * height);

  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      wide[(gsize)y * width + x] = value_at (w, p, x - rx, y - ry, c);
  return wide;
}

/* The sample of this rank, from 0, of the sorted values: the largest value that
 * has at most so many smaller ones. */
static guint
select_rank (const guint16 *values, gint n, gint rank, gint bits)
{
  guint result = 0, candidate;
  gint bit, i;

  for (bit = bits - 1; bit >= 0; bit--) {
    guint16 smaller = 0;

    candidate = result | 1u << bit;
    for (i = 0; i < n; i++)
      smaller += values[i] < candidate;
    if (smaller <= rank)
      result = candidate;
  }
  return result;
}

/* The rank of a percentile of n samples, to the nearest, halves up. */
static gint
rank_of (gint percentile, gint n)
{
  return (gint)(percentile / 100.0 * (n - 1) + 0.5 + 1e-9);
}

static gint
floor_of_quotient (gint dividend, gint divisor)
{
  return dividend / divisor - (dividend % divisor < 0);
}

/* The mean of those samples of a window of size x size that differ by less than
 * 65536ths of `range` from `middle`, or with all differences limited. */
static guint
mean_near (const CfEpsilonParams *e, gint64 range, const guint16 *window,
    gsize stride, gint middle)
{
  const gint limit = (range + 65535) / 65536;
  gint sum = 0, n = 0, x, y;

  for (y = 0; y < e->size; y++) {
    for (x = 0; x < e->size; x++) {
      gint difference = window[y * stride + x] - middle;

      if (e->mode == CF_EPSILON_CLAMP) {
        sum += CLAMP (difference, -limit, limit);
        n++;
      } else if (ABS (difference) * (gint64)65536 < range || difference == 0) {
        sum += difference;
        n++;
      }
    }
  }
  return middle + floor_of_quotient (2 * sum + n, 2 * n);
}

guint
reference_sample (
    const CfFilterParams *params, const CfPlane *src, gint x, gint y, gint c)
{
  const Window w = window_of (params);
  guint16 *window = g_new (guint16, w.width * w.height), result;
  gint n = 0, i, j;

  for (j = y - w.height / 2; j <= y + w.height / 2; j++)
    for (i = x - w.width / 2; i <= x + w.width / 2; i++)
      window[n++] = value_at (&w, src, i, j, c);
  if (params->op == CF_OP_CONVOLVE)
    reference_convolve (&params->convolve,
        reference_arithmetic (&params->convolve, src->bits), src->bits, window,
        w.width, 1, 1, &result);
  else if (params->op == CF_OP_EPSILON)
    result = mean_near (&params->epsilon,
        (gint64)params->epsilon.threshold << src->bits, window, w.width,
        window[n / 2]);
  else
    result = select_rank (
        window, n, rank_of (params->median.percentile, n), src->bits);
  g_free (window);
  return result << src->shift;
}

/* One iteration of one channel. The picture with its border is laid out once,
 * in `wide`, so that a window is a few copies. */
static void
median_naive (const CfMedianParams *m, const guint16 *wide, gsize stride,
    const CfPlane *dst, gint c)
{
  guint16 window[CF_MEDIAN_SIZE_MAX * CF_MEDIAN_SIZE_MAX];
  gint n = m->width * m->height, rank = rank_of (m->percentile, n), x, y, j;

  for (y = 0; y < dst->height; y++) {
    for (x = 0; x < dst->width; x++) {
      for (j = 0; j < m->height; j++)
        memcpy (window + j * m->width, wide + (y + j) * stride + x,
            m->width * sizeof (guint16));
      sample_store (
          dst, x, y, c, select_rank (window, n, rank, dst->bits) << dst->shift);
    }
  }
}

/* A histogram of the window moves along each row: Huang, Yang and Tang, "A fast
 * two-dimensional median filtering algorithm", IEEE Trans. ASSP 27, 1979. */
static void
median_histogram (const CfMedianParams *m, const guint16 *wide, gsize stride,
    const CfPlane *dst, gint c)
{
  gint rank = rank_of (m->percentile, m->width * m->height), x, y, i, j;
  gint *upper = g_new (gint, 256), *all = g_new (gint, 1 << 16);

  for (y = 0; y < dst->height; y++) {
    memset (upper, 0, 256 * sizeof (gint));
    memset (all, 0, ((gsize)1 << dst->bits) * sizeof (gint));
    for (x = 1 - m->width; x < dst->width; x++) {
      gint before = 0, value;

      for (j = 0; j < m->height; j++) {
        const guint16 *row = wide + (y + j) * stride;

        value = row[x + m->width - 1];
        all[value]++;
        upper[value >> 8]++;
        if (x <= 0)
          continue;
        value = row[x - 1];
        all[value]--;
        upper[value >> 8]--;
      }
      if (x < 0)
        continue;
      for (i = 0; before + upper[i] <= rank; i++)
        before += upper[i];
      for (value = i << 8; before + all[value] <= rank; value++)
        before += all[value];
      sample_store (dst, x, y, c, value << dst->shift);
    }
  }
  g_free (upper);
  g_free (all);
}

static void
median_channel (const CfFilterParams *params, ReferenceMethod method,
    const CfPlane *src, const CfPlane *dst, gint c)
{
  const CfMedianParams *m = &params->median;
  const Window w = window_of (params);
  guint16 *wide = widen (&w, src, c);

  if (method == REFERENCE_NAIVE)
    median_naive (m, wide, src->width + m->width - 1, dst, c);
  else
    median_histogram (m, wide, src->width + m->width - 1, dst, c);
  g_free (wide);
}

static void
convolve_channel (const CfFilterParams *params, ReferenceArithmetic arithmetic,
    const CfPlane *src, const CfPlane *dst, gint c)
{
  const Window w = window_of (params);
  guint16 *wide = widen (&w, src, c);
  guint16 *results = g_new (guint16, (gsize)dst->width * dst->height);
  gint x, y;

  reference_convolve (&params->convolve, arithmetic, src->bits, wide,
      src->width + w.width - 1, dst->width, dst->height, results);
  for (y = 0; y < dst->height; y++)
    for (x = 0; x < dst->width; x++)
      sample_store (
          dst, x, y, c, results[(gsize)y * dst->width + x] << dst->shift);
  g_free (results);
  g_free (wide);
}

static void
epsilon_channel (const CfFilterParams *params, gint64 range, const CfPlane *src,
    const CfPlane *dst, gint c)
{
  const Window w = window_of (params);
  const gsize stride = src->width + w.width - 1;
  guint16 *wide = widen (&w, src, c);
  gint x, y;

  for (y = 0; y < dst->height; y++) {
    for (x = 0; x < dst->width; x++) {
      const guint16 *window = wide + y * stride + x;
      guint middle = window[w.height / 2 * stride + w.width / 2];

      sample_store (dst, x, y, c,
          mean_near (&params->epsilon, range, window, stride, middle)
              << dst->shift);
    }
  }
  g_free (wide);
}

void
reference_plane_copied (const CfPlane *src, const CfPlane *dst)
{
  gint x, y, c;

  for (y = 0; y < src->height; y++)
    for (x = 0; x < src->width; x++)
      for (c = 0; c < src->channels; c++)
        sample_store (dst, x, y, c, sample_load (src, x, y, c));
}

ReferenceMethod
reference_method (const CfFilterParams *params)
{
  const CfMedianParams *m = &params->median;

  if (params->op == CF_OP_MEDIAN && m->width * m->height > REFERENCE_NAIVE_MAX)
    return REFERENCE_HISTOGRAM;
  return REFERENCE_NAIVE;
}

void
reference_plane_convolved (const CfFilterParams *params,
    ReferenceArithmetic arithmetic, const CfPlane *src, const CfPlane *dst)
{
  gint c;

  for (c = 0; c < src->channels; c++)
    convolve_channel (params, arithmetic, src, dst, c);
}

void
reference_plane_epsilon (const CfFilterParams *params, gint64 range,
    const CfPlane *src, const CfPlane *dst)
{
  gint c, i;

  for (c = 0; c < src->channels; c++)
    for (i = 0; i < params->epsilon.iterations; i++)
      epsilon_channel (params, range, i == 0 ? src : dst, dst, c);
}

void
reference_plane (const CfFilterParams *params, ReferenceMethod method,
    const CfPlane *src, const CfPlane *dst)
{
  gint c, i;

  if (params->op == CF_OP_CONVOLVE) {
    reference_plane_convolved (
        params, reference_arithmetic (&params->convolve, src->bits), src, dst);
    return;
  }
  /* all is read before anything is written: in place from the second iteration
   * on */
  if (params->op == CF_OP_EPSILON) {
    reference_plane_epsilon (
        params, (gint64)params->epsilon.threshold << src->bits, src, dst);
    return;
  }
  for (c = 0; c < src->channels; c++)
    for (i = 0; i < params->median.iterations; i++)
      median_channel (params, method, i == 0 ? src : dst, dst, c);
}
