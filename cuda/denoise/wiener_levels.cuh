/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The noise of a plane by level of brightness, as the Wiener stage takes it. */
#pragma once

#include "cuda/denoise/history.cuh"
#include "cuda/denoise/wienerkernels.h"

/* Returns a lane's level's sigma as it is used; `coarse` is the noise's. */
static __device__ __forceinline__ uint32_t
find_sigma (uint32_t (&by_class)[CF_NOISE_LUMA_CLASSES],
    const CfKernelWiener &d, const CfKernelWienerPlane &own, uint32_t &coarse)
{
  const int lane = threadIdx.x;
  const uint32_t *spectrum = d.spectra + own.number * CF_NOISE_LUMA_CLASSES;
  uint32_t sigma;

  coarse = own.coarse;
  if (lane < CF_NOISE_LUMA_CLASSES)
    by_class[lane] = own.given.is_given ? own.given.luma_classes[lane]
                                        : spectrum[lane] & 0xffff;
  __syncwarp ();
  sigma = cf_noise_level (by_class, lane);
  if (!own.given.is_given) {
    sigma = cf_wiener_measured (sigma);
    coarse = spectrum[0] >> 16;
  }
  return cf_denoise_sigma_used (sigma, own.strength);
}
