/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reports what is known of a plane's noise to callers. */
#pragma once

#include "engine/noise/cfnoiseplane.h"

/* Deviations are in 1/256 of a step of 8 bits. */
typedef struct {
  uint32_t sigma;      /* 0: there is none, or none that could be measured */
  uint32_t coarse;     /* how much of its highest frequencies is gone: 0, it is
                        * white, to 384; 256 as after a demosaicer */
  uint32_t is_by_luma; /* whether classes of brightness were looked at */
  uint32_t luma[CF_NOISE_LUMA_CLASSES]; /* of classes from dark to bright */
} CfNoise;

CF_SHARED CfNoise
cf_noise_report (const CfNoiseHeld *h, int32_t is_by_luma)
{
  CfNoise noise = { 0, 0, 0, { 0 } };

  noise.sigma = cf_noise_sigma (h);
  noise.coarse = h->coarse >> 8;
  noise.is_by_luma = is_by_luma;
  if (is_by_luma)
    cf_noise_luma_classes (h, noise.sigma, noise.luma);
  return noise;
}
