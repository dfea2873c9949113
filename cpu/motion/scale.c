/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a frame's 8 bits, by a few of its samples. */
#include "cpu/motion/scale.h"

#include "engine/denoise/cfdenoise.h"

/* Takes those that count, as 16 bits; returns how many. */
static gint
take_samples (const CfPlane *p, guint16 *v)
{
  const gint channel = cf_denoise_guide_channel (p->channels);
  const gint across = cf_denoise_scale_count (p->width);
  const gint down = cf_denoise_scale_count (p->height);
  gint n = 0, i, j;

  for (j = 0; j < down; j++) {
    const guint16 *row =
        (gconstpointer)(p->data
                        + cf_denoise_scale_at (j, p->height) * p->stride);

    for (i = 0; i < across; i++) {
      const gint x = cf_denoise_scale_at (i, p->width);

      v[n] = row[(gsize)x * p->step + channel] >> p->shift << (16 - p->bits);
      n += cf_denoise_scale_counts (v[n], p->bits);
    }
  }
  return n;
}

/* The sample of that rank: its upper byte first, then its lower one. */
static gint
select_rank (const guint16 *v, gint n, gint rank)
{
  gint upper[256] = { 0 }, lower[256] = { 0 }, high = 0, low = 0, i;

  for (i = 0; i < n; i++)
    upper[v[i] >> 8]++;
  for (; rank >= upper[high]; high++)
    rank -= upper[high];
  for (i = 0; i < n; i++)
    if (v[i] >> 8 == high)
      lower[v[i] & 255]++;
  for (; rank >= lower[low]; low++)
    rank -= lower[low];
  return high << 8 | low;
}

CfDenoiseScale
cf_cpu_denoise_scale (const CfPlane *p, guint sigma)
{
  guint16 samples[CF_DENOISE_SCALE_SAMPLES];
  CfDenoiseRange ranges[CF_DENOISE_SCALE_RANGES];
  gint n, i;

  if (!cf_denoise_is_scaled (p->bits))
    return cf_denoise_whole_scale ();
  n = take_samples (p, samples);
  if (n == 0)
    return cf_denoise_whole_scale ();
  for (i = 0; i < CF_DENOISE_SCALE_RANGES; i++) {
    const gint rank = cf_denoise_scale_rank (n, i);

    ranges[i].low = select_rank (samples, n, rank);
    ranges[i].high = select_rank (samples, n, n - 1 - rank);
  }
  return cf_denoise_scale_of (ranges, sigma);
}
