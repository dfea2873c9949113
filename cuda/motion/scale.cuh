/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a frame's 8 bits (engine/motion/cfmotionscale.h), by all
 * threads of a block. Bit after bit of both ends of both ranges is found by how
 * many samples are below: the four numbers are summed up at once. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "cuda/device-code/warp.cuh"
#include "engine/motion/cfmotionscale.h"

namespace
{

/* A channel of more than 8 bits. */
struct ScaledChannel {
  const uint8_t *at;
  int64_t stride; /* bytes */
  int step;       /* samples */
  int bits, shift, width, height;
};

/* Two numbers of 16 bits of each range. */
struct Counts {
  uint32_t of[CF_DENOISE_SCALE_RANGES];
};

/* Sums up a block, whose sums are below 2^16. Two calls in a row have different
 * `room`. */
__device__ __forceinline__ Counts
sum_of_block (Counts n, Counts (&room)[CF_KERNEL_WARPS])
{
  Counts sum = {};

#pragma unroll
  for (int k = 0; k < CF_DENOISE_SCALE_RANGES; k++)
#pragma unroll
    for (int i = 1; i < 32; i *= 2)
      n.of[k] += __shfl_xor_sync (CF_ALL_LANES, n.of[k], i);
  if (threadIdx.x % 32 == 0)
    room[threadIdx.x / 32] = n;
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < CF_KERNEL_WARPS; i++)
#pragma unroll
    for (int k = 0; k < CF_DENOISE_SCALE_RANGES; k++)
      sum.of[k] += room[i].of[k];
  return sum;
}

#define SCALE_SAMPLES (CF_DENOISE_SCALE_SAMPLES / CF_KERNEL_THREADS)

/* A thread's; those that do not count are below nothing. Returns how many do.
 */
__device__ __forceinline__ uint32_t
load_scale_samples (const ScaledChannel &c, uint32_t (&v)[SCALE_SAMPLES])
{
  const int across = cf_denoise_scale_count (c.width);
  const int n = across * cf_denoise_scale_count (c.height);
  uint32_t counted = 0;

#pragma unroll
  for (int k = 0; k < SCALE_SAMPLES; k++) {
    const int i = threadIdx.x + k * CF_KERNEL_THREADS;

    v[k] = ~0u;
    if (i < n) {
      const uint8_t *row =
          c.at + cf_denoise_scale_at (i / across, c.height) * c.stride;
      const int x = cf_denoise_scale_at (i % across, c.width);
      const uint32_t sample =
          (uint32_t)__ldg ((const uint16_t *)row + (int64_t)x * c.step)
          >> c.shift << (16 - c.bits);

      if (cf_denoise_scale_counts (sample, c.bits)) {
        v[k] = sample;
        counted++;
      }
    }
  }
  return counted;
}

/* sigma: of the noise, or 0 */
__device__ __forceinline__ CfDenoiseScale
find_scale (const ScaledChannel &c, uint32_t sigma)
{
  __shared__ Counts rooms[2][CF_KERNEL_WARPS];
  uint32_t v[SCALE_SAMPLES];
  CfDenoiseRange ranges[CF_DENOISE_SCALE_RANGES] = {};
  int32_t ranks[CF_DENOISE_SCALE_RANGES];
  const Counts own = { { load_scale_samples (c, v) } };
  const int32_t n = (int32_t)sum_of_block (own, rooms[0]).of[0];

  if (n == 0)
    return cf_denoise_whole_scale ();
#pragma unroll
  for (int k = 0; k < CF_DENOISE_SCALE_RANGES; k++)
    ranks[k] = cf_denoise_scale_rank (n, k);
#pragma unroll 1
  for (int i = 15; i >= 0; i--) {
    const uint32_t bit = 1u << i;
    Counts below = {};

#pragma unroll
    for (int k = 0; k < CF_DENOISE_SCALE_RANGES; k++) {
      const uint32_t low = (uint32_t)ranges[k].low | bit;
      const uint32_t high = (uint32_t)ranges[k].high | bit;

#pragma unroll
      for (int j = 0; j < SCALE_SAMPLES; j++)
        below.of[k] += (v[j] < low) + ((v[j] < high) << 16);
    }
    below = sum_of_block (below, rooms[i % 2]);
#pragma unroll
    for (int k = 0; k < CF_DENOISE_SCALE_RANGES; k++) {
      if ((int32_t)(below.of[k] & 0xffff) <= ranks[k])
        ranges[k].low |= (int32_t)bit;
      if ((int32_t)(below.of[k] >> 16) <= n - 1 - ranks[k])
        ranges[k].high |= (int32_t)bit;
    }
  }
  return cf_denoise_scale_of (ranges, (int32_t)sigma);
}

} // namespace
