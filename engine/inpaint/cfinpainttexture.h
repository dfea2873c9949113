/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the texture of known samples around holes, and chooses local
 * inpainting's settings by it, for all backends, bit for bit. */
#pragma once

#include "engine/core/cfshared.h"

#include <math.h>

/* The known samples v with a known one on both sides, l and r, in steps of 16
 * bits: bins count |2 v - l - r| in half steps of 8 bits. */
#define CF_INPAINT_BINS 512
#define CF_INPAINT_BIN_SHIFT 8

typedef struct {
  uint64_t n, sum, squares;
  uint32_t bins[CF_INPAINT_BINS];
} CfInpaintTexture;

/* End thresholds 1.5 2^(j / 4). */
#define CF_INPAINT_ENDS 20
CF_SHARED_TABLE float cf_inpaint_ends[CF_INPAINT_ENDS] = { 1.5f, 1.7838f,
  2.1213f, 2.5227f, 3, 3.5676f, 4.2426f, 5.0454f, 6, 7.1352f, 8.4853f, 10.091f,
  12, 14.27f, 16.971f, 20.182f, 24, 28.541f, 33.941f, 40.363f };

typedef struct {
  int end;        /* number of the last threshold */
  float momentum; /* of an iteration's change, that is added to it */
  float harmonic; /* how much of the harmonic fill is in the result */
} CfInpaintChoice;

#define CF_INPAINT_MOMENTUM 0.25f

/* The bin of a difference 2 v - l - r. Samples above their depth, which no
 * stream should have, are beyond the last. */
CF_SHARED int
cf_inpaint_bin (int difference)
{
  const int bin =
      (difference < 0 ? -difference : difference) >> CF_INPAINT_BIN_SHIFT;

  return bin < CF_INPAINT_BINS ? bin : CF_INPAINT_BINS - 1;
}

/* If neighbours differ irregularly, as in sand, grass and noise, small
 * coefficients are not worth keeping, and what is made up differs more from
 * what is missing than the smooth fill does. m: the median of how far a sample
 * lies from the mean of its neighbours; noise of standard deviation s has m =
 * 0.8 s, so that the last threshold is not below the noise.
 * lab/research/inpainting.md has the pictures that this was fitted on.
 * `least_end`: cf_inpaint_local_least_end(). */
CF_SHARED CfInpaintChoice
cf_inpaint_choose (const CfInpaintTexture *t, float least_end)
{
  CfInpaintChoice c = { 0, CF_INPAINT_MOMENTUM, 0 };
  uint64_t below = 0;
  double mean, variance, m, end, share;
  int i;

  m = 0;
  if (t->n >= 64) {
    for (i = 0; i < CF_INPAINT_BINS - 1; i++) {
      below += t->bins[i];
      if (2 * below > t->n)
        break;
    }
    m = 0.5 * i;
  }
  end = 1.25 * m;
  if (end < (double)least_end)
    end = (double)least_end;
  while (c.end < CF_INPAINT_ENDS - 1
         && end >= 1.09 * (double)cf_inpaint_ends[c.end])
    c.end++;
  if (t->n < 64)
    return c;

  mean = (double)t->sum / (double)t->n;
  variance = (double)t->squares / (double)t->n - mean * mean;
  share = variance > 0 ? 4 * (256 * m / sqrt (variance) - 0.08) : 0;
  share = share < 0 ? 0 : share > 0.45 ? 0.45 : share;
  c.harmonic = (float)share;
  c.momentum = (float)(CF_INPAINT_MOMENTUM * (1 - share / 0.45));
  return c;
}
