/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A camera's noise that the user gives for planes of a kind: by brightness,
 * with its coarseness, as CfNoise has measured noise; for both backends.
 * Deviations are in 1/256 of a step of 8 bits. */
#pragma once

#include "engine/noise/cfnoiseplane.h"

#define CF_NOISE_COARSE_MAX 384

/* Luma, and R, G and B; and chroma. */
enum { CF_NOISE_LUMA, CF_NOISE_CHROMA, CF_NOISE_KINDS };

typedef struct {
  int32_t is_given; /* else it is measured, and the rest is 0 */
  uint32_t luma[CF_NOISE_LUMA_CLASSES]; /* of classes from dark to bright,
                                         * 0...CF_NOISE_SIGMA_MAX */
  uint32_t coarse;                      /* 0...CF_NOISE_COARSE_MAX */
} CfNoiseProfile;

/* A plane's: the root of the classes' mean square. */
CF_SHARED uint32_t
cf_noise_profile_sigma (const CfNoiseProfile *p)
{
  uint32_t squares = 0;

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    squares += p->luma[i] * p->luma[i];
  return cf_noise_root (squares / CF_NOISE_LUMA_CLASSES);
}

/* White noise of these deviations makes as large differences as each
 * class's. */
CF_SHARED void
cf_noise_profile_luma_classes (const CfNoiseProfile *p, uint32_t *luma_classes)
{
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    luma_classes[i] = cf_noise_as_white (p->luma[i], p->coarse);
}
