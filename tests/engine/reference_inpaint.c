/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by the formulas, in double. */
#include "reference_inpaint.h"

#include <math.h>
#include <string.h>

/* [k][i], the sample's part in coefficient k. */
static gdouble *
matrix_new (gint n)
{
  gdouble *m = g_new (gdouble, (gsize)n * n);
  gint k, i;

  for (k = 0; k < n; k++)
    for (i = 0; i < n; i++)
      m[(gsize)k * n + i] = sqrt ((k == 0 ? 1.0 : 2.0) / n)
                            * cos (G_PI * (2 * i + 1) * k / (2.0 * n));
  return m;
}

/* Every column of the samples times the matrix, or its transpose. */
static void
transform_columns (gdouble *samples, gint width, gint height, gboolean back)
{
  const gsize size = (gsize)width * height;
  gdouble *m = matrix_new (height), *sum = g_new0 (gdouble, size);
  gint k, i, x;

  for (k = 0; k < height; k++)
    for (i = 0; i < height; i++) {
      const gdouble factor =
          back ? m[(gsize)i * height + k] : m[(gsize)k * height + i];

      for (x = 0; x < width; x++)
        sum[(gsize)k * width + x] += factor * samples[(gsize)i * width + x];
    }
  memcpy (samples, sum, size * sizeof *samples);
  g_free (sum);
  g_free (m);
}

static gdouble *
transposed (const gdouble *samples, gint width, gint height)
{
  gdouble *t = g_new (gdouble, (gsize)width * height);
  gint x, y;

  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      t[(gsize)x * height + y] = samples[(gsize)y * width + x];
  return t;
}

void
reference_dct (gdouble *samples, gint width, gint height, gboolean back)
{
  gdouble *rows, *again;

  transform_columns (samples, width, height, back);
  rows = transposed (samples, width, height);
  transform_columns (rows, height, width, back);
  again = transposed (rows, height, width);
  memcpy (samples, again, (gsize)width * height * sizeof *samples);
  g_free (again);
  g_free (rows);
}

gboolean
reference_is_hole (const guint32 *holes, gint width, gint x, gint y)
{
  return holes[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] >> x % 32 & 1;
}

static gdouble
maximum (const gdouble *c, gsize n)
{
  gdouble largest = 0;
  gsize i;

  for (i = 1; i < n; i++)
    largest = MAX (largest, fabs (c[i]));
  return largest;
}

/* Number i of n, as cfinpaint.h says. */
static gdouble
threshold (const CfInpaintParams *p, gdouble start, gint i, gint n)
{
  const gboolean exponential = p->schedule == CF_INPAINT_SCHEDULE_EXPONENTIAL;
  gdouble end = p->threshold_end >= 0 ? p->threshold_end : exponential ? 2 : 0;

  if (n == 1)
    return exponential ? MAX (start, 0.1) : start;
  if (!exponential)
    return start + (end - start) * i / (n - 1);
  start = MAX (start, 0.1);
  end = MAX (end, 0.1);
  return start * pow (end / start, (gdouble)i / (n - 1));
}

void
reference_inpaint_global (const CfInpaintParams *params, gdouble *samples,
    gint width, gint height, const guint32 *holes)
{
  const gint n = params->iterations ? params->iterations : 100;
  const gsize size = (gsize)width * height;
  gdouble *c = g_new (gdouble, size), start = params->threshold_start;
  gsize j;
  gint i, x, y;

  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      if (reference_is_hole (holes, width, x, y))
        samples[(gsize)y * width + x] = 0;
  for (i = 0; i < n; i++) {
    memcpy (c, samples, size * sizeof *c);
    reference_dct (c, width, height, FALSE);
    if (i == 0 && start < 0)
      start = 0.99999 * maximum (c, size);
    for (j = 1; j < size; j++)
      if (fabs (c[j]) < threshold (params, start, i, n))
        c[j] = 0;
    reference_dct (c, width, height, TRUE);
    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++)
        if (reference_is_hole (holes, width, x, y))
          samples[(gsize)y * width + x] = c[(gsize)y * width + x];
  }
  g_free (c);
}
