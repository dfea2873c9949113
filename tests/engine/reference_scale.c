/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "reference_scale.h"

#include <math.h>
#include <stdlib.h>

#define MOST 64 /* columns, and rows */

static gint
by_value (gconstpointer a, gconstpointer b)
{
  return *(const gint *)a - *(const gint *)b;
}

static gint
place (gint i, gint side)
{
  return floor ((i + 0.5) * side / MIN (side, MOST));
}

/* For a range from low to high. */
static ReferenceScale
scale_of_range (gint low, gint high, gint sigma)
{
  ReferenceScale scale;

  for (scale.step = 1; scale.step < 256; scale.step *= 2)
    if (high - low <= 128 * scale.step && sigma <= 8 * scale.step)
      break;
  scale.base = (low + high) / 2 - 128 * scale.step;
  scale.base = floor (scale.base / (gdouble)scale.step) * scale.step;
  scale.base = CLAMP (scale.base, 0, 65536 - 256 * scale.step);
  return scale;
}

ReferenceScale
reference_scale_of (
    const gint *samples, gint width, gint height, gint bits, gint sigma)
{
  const gint greatest = 65536 - (65536 >> bits);
  const ReferenceScale whole = { 0, 256 };
  gint v[MOST * MOST], n = 0, few, some, x, y;
  ReferenceScale wide;

  if (bits <= 8)
    return whole;
  for (y = 0; y < MIN (height, MOST); y++)
    for (x = 0; x < MIN (width, MOST); x++) {
      const gint sample =
          samples[(gsize)place (y, height) * width + place (x, width)];

      if (sample > 0 && sample < greatest)
        v[n++] = sample;
    }
  if (n == 0)
    return whole;
  qsort (v, n, sizeof *v, by_value);
  few = n / 64;
  some = n / 16;
  wide = scale_of_range (v[few], v[n - 1 - few], sigma);
  if (v[n - 1 - few] - v[few] > 2 * (v[n - 1 - some] - v[some])
      && 4 * sigma >= wide.step)
    return wide;
  return scale_of_range (v[some], v[n - 1 - some], sigma);
}

guint8 *
reference_scale_bytes (ReferenceScale scale, const gint *samples, gsize n)
{
  guint8 *bytes = g_malloc (n);
  gsize i;

  for (i = 0; i < n; i++) {
    const gdouble above = MAX (samples[i] - scale.base, 0);

    bytes[i] = MIN (floor (above / scale.step + 0.5), 255);
  }
  return bytes;
}

gint
reference_scale_sigma (ReferenceScale scale, gint sigma)
{
  return sigma * 256 / scale.step;
}
