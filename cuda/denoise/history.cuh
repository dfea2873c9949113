/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plane's blocks ask of its history: whether the frame is the last one
 * again, and how much lighter it is. */
#pragma once

#include "cuda/device-code/warp.cuh"
#include "cuda/noise/offsetkernels.h"
#include "engine/denoise/cfdenoiserecursive.h"
#include "engine/motion/cfscenechange.h"

static_assert (CF_DENOISE_LEVELS == 32 && CF_NOISE_LEVELS == 32,
    "a lane has a level of brightness");

/* TRUE where results and what is kept stay as they were. Where nothing is taken
 * away, samples are the frame's. */
static __device__ __forceinline__ bool
is_repeated (const CfKernelGivenNoise &given, const uint32_t *estimates,
    uint32_t number, uint32_t strength, const uint32_t *differs,
    uint32_t change)
{
  const uint32_t sigma = cf_denoise_sigma_used (
      given.is_given ? given.sigma : estimates[number], strength);

  return differs && sigma > 0 && *differs == 0 && change == CF_SCENE_GOES_ON;
}

/* The first warp finds how much lighter a channel is, by level; TRUE where it
 * is at all. */
static __device__ __forceinline__ bool
find_lighter (const CfNoiseOffset *const (&offsets)[CF_NOISE_OFFSET_FRAMES],
    uint32_t number, uint32_t channel,
    uint32_t (&by_class)[CF_NOISE_LUMA_CLASSES],
    int32_t (&by_level)[CF_DENOISE_LEVELS])
{
  const int lane = threadIdx.x;
  CfNoiseOffset frames[CF_NOISE_OFFSET_FRAMES];
  uint32_t offset = 0;

  if (lane < CF_NOISE_LUMA_CLASSES) {
#pragma unroll
    for (int i = 0; i < CF_NOISE_OFFSET_FRAMES; i++)
      frames[i] = offsets[i][CF_OFFSET_AT (number, channel) + lane];
    offset = cf_noise_offset_of (frames);
    by_class[lane] = offset;
  }

  const bool is_lighter = __ballot_sync (
      CF_ALL_LANES, offset != 0 && offset != CF_NOISE_OFFSET_ZERO);

  __syncwarp ();
  by_level[lane] = is_lighter ? cf_noise_offset_level (by_class, lane) : 0;
  __syncwarp ();
  return is_lighter;
}
