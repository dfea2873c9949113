/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The threshold that a plane's noise asks for, for both backends.
 *
 * Sigma is the noise's standard deviation in a frame, by that frame alone
 * (cfnoiseplane.h), in 1/256 of a step of 8 bits. One run's threshold is 3/2
 * sigma of CLAMP and 3 sigma of AVERAGE, several runs share it, in the samples'
 * steps and rounded down: at most 2^bits, and 0, where nothing changes, of a
 * plane that is too small for an estimate. On twenty photographs with white
 * noise of 3 to 16 steps 3x3 samples of CLAMP gain 0.2 to 0.6 dB less so than
 * with the threshold that is best for all of them. */
#pragma once

#include "engine/denoise/cfdenoiseaverage.h"

CF_SHARED int32_t
cf_epsilon_estimated_threshold (
    int32_t sigma, int32_t is_clamp, int32_t iterations, int32_t bits)
{
  return cf_denoise_average_limit (sigma, is_clamp ? 3 : 6, bits, 1 << bits)
         / iterations;
}
