/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The noise as the Wiener stage uses it (cfwiener.h): by frequency and by
 * brightness, for both backends.
 *
 * A demosaicer or a codec takes high frequencies from the noise. With its
 * coarseness c, of 256 (0: white, 256: as behind a demosaicer), the variance of
 * a frequency (u, k) in 1/64 of the mean over all frequencies is
 *   V = max (8, 64 + (C[u + k] - 64) c / 256, rounded towards 0)
 * with C below; its root R = floor (8 sqrt (V)), of 64. With sigma, that of a
 * level of brightness in 1/256 of a step of 8 bits, and s = max (2317, sigma
 * R), D = 147030016 / s    for mismatches, W = 127975424 / s    for the pilot.
 * Where sigma is measured it is taken for 5/4 of that, as differences from
 * frame to frame tell less than all of a noise that lasts, and too much costs
 * less than too little.
 * 2317 is a deviation of 1/7 of a step, which rounding has anyway. Where no
 * level has as much, as in deep pictures of a small range, the pilot is the
 * result. */
#pragma once

#include "engine/noise/cfnoise.h"

#define CF_WIENER_LEVELS 32
#define CF_WIENER_FREQUENCIES 15 /* u + k */
#define CF_WIENER_SIGMA_LEAST 2317

/* C: seven tenths of what a simulated camera's luma has, and three of white
 * noise (lab/research/wiener-stage.md). */
CF_SHARED_TABLE uint8_t cf_wiener_coarse[CF_WIENER_FREQUENCIES] = { 232, 172,
  147, 121, 97, 76, 58, 47, 40, 34, 29, 26, 23, 21, 20 };

/* These are the same for all windows of a plane. */
typedef struct {
  uint16_t mismatch[CF_WIENER_LEVELS][CF_WIENER_FREQUENCIES + 1]; /* D */
  uint16_t pilot[CF_WIENER_LEVELS][CF_WIENER_FREQUENCIES + 1];    /* W */
  uint16_t variance[CF_WIENER_FREQUENCIES + 1];                   /* V */
  uint16_t most; /* of a count */
  uint16_t is_on;
} CfWienerTerms;

CF_SHARED uint32_t
cf_wiener_variance (int32_t frequency, int32_t coarse)
{
  const int32_t v = 64 + (cf_wiener_coarse[frequency] - 64) * coarse / 256;

  return (uint32_t)(v > 8 ? v : 8);
}

/* What is used of a sigma that was measured. */
CF_SHARED uint32_t
cf_wiener_measured (uint32_t sigma)
{
  return sigma * 5 / 4;
}

/* R */
CF_SHARED uint32_t
cf_wiener_root (uint32_t variance)
{
  return cf_noise_root (64 * variance);
}

/* s */
CF_SHARED uint32_t
cf_wiener_sigma (uint32_t sigma, uint32_t root)
{
  const uint32_t s = sigma * root;

  return s > CF_WIENER_SIGMA_LEAST ? s : CF_WIENER_SIGMA_LEAST;
}

CF_SHARED uint32_t
cf_wiener_mismatch_term (uint32_t s)
{
  return 147030016u / s;
}

CF_SHARED uint32_t
cf_wiener_pilot_term (uint32_t s)
{
  return 127975424u / s;
}

/* largest: sigma of any level */
CF_SHARED int32_t
cf_wiener_is_on (uint32_t largest)
{
  return largest * 64 >= CF_WIENER_SIGMA_LEAST;
}

/* sigma by level, coarse as above, most: cf_denoise_count_most (), or 0 where
 * no past frame is looked at */
CF_SHARED void
cf_wiener_terms_init (
    CfWienerTerms *terms, const uint32_t *sigma, int32_t coarse, uint32_t most)
{
  uint32_t largest = 0;

  for (int32_t f = 0; f < CF_WIENER_FREQUENCIES; f++) {
    const uint32_t variance = cf_wiener_variance (f, coarse);
    const uint32_t root = cf_wiener_root (variance);

    terms->variance[f] = variance;
    for (int32_t i = 0; i < CF_WIENER_LEVELS; i++) {
      const uint32_t s = cf_wiener_sigma (sigma[i], root);

      terms->mismatch[i][f] = cf_wiener_mismatch_term (s);
      terms->pilot[i][f] = cf_wiener_pilot_term (s);
      largest = sigma[i] > largest ? sigma[i] : largest;
    }
  }
  terms->most = most;
  terms->is_on = cf_wiener_is_on (largest);
}
