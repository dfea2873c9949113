/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* AVERAGE counts samples that are alike by these limits, on both backends.
 *
 * On vtest and a panned still, sigma 5 to 20: a first limit of less than 4
 * costs up to 2 dB where nothing moves, and one of more than 4.5 shows where
 * something does. A lower second limit is for pans (5 sigma is 0.4 dB better
 * there), a higher one for what stands still (14 sigma, 0.25 dB). */
#pragma once

#include "engine/core/cfshared.h"

#define CF_DENOISE_SIDE_MAX 8 /* CF_DENOISE_FRAMES_MAX */

/* `halves` half sigmas in steps of so many bits. */
CF_SHARED int32_t
cf_denoise_average_limit (
    int32_t sigma, int32_t halves, int32_t bits, int32_t most)
{
  const int64_t limit = ((int64_t)sigma * halves << bits) >> 17;

  return limit < most ? (int32_t)limit : most;
}

/* The limits for samples of so many bits (1...16), from
 * cf_denoise_effective_sigma(): the largest difference that counts, 4.5 sigma,
 * and the largest sum of them on a side, 10 sigma, both in the samples' steps
 * and rounded down, the first one at most 2^bits - 1, the second one
 * CF_DENOISE_FRAMES_MAX times that. */
CF_SHARED void
cf_denoise_average_limits (
    int32_t sigma, int32_t bits, int32_t *one, int32_t *sum)
{
  const int32_t most = (1 << bits) - 1;

  *one = cf_denoise_average_limit (sigma, 9, bits, most);
  *sum = cf_denoise_average_limit (sigma, 20, bits, CF_DENOISE_SIDE_MAX * most);
}
