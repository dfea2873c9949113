/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The dominant vector of a field from the counts of its components, and what
 * the frame is: one block's work. */
#include "cuda/motion/motion_block.cuh"
#include "cuda/device-code/dependent.cuh"

#define BINS CF_MOTION_BINS
#define WARPS (CF_MOTION_DOMINANT_THREADS / 32)
#define ORDER_BITS 12

namespace
{

/* Makes keys of bins, in the order in which they win where they are equal. */
__device__ __forceinline__ uint64_t
key_of (const uint32_t *bins, int i)
{
  const uint32_t order = 2 * abs (i - BINS / 2) + (i > BINS / 2);
  const uint32_t sum =
      bins[i - 1] + 2 * bins[i] + (i + 1 < BINS ? bins[i + 1] : 0);

  return (uint64_t)sum << ORDER_BITS | (((1u << ORDER_BITS) - 1) - order);
}

/* Returns the component of the greatest key. */
__device__ __forceinline__ int32_t
component_of (uint64_t key, int n_blocks)
{
  const int order =
      ((1 << ORDER_BITS) - 1) - (int)(key & ((1 << ORDER_BITS) - 1));

  if (!cf_motion_is_dominant ((int32_t)(key >> ORDER_BITS), n_blocks))
    return 0;
  return order % 2 ? order / 2 : -(order / 2);
}

/* A warp calls; all lanes get it. */
__device__ __forceinline__ uint64_t
greatest (uint64_t v)
{
  for (int i = 1; i < 32; i *= 2) {
    const uint64_t other = shuffle_xor (v, i);

    v = other > v ? other : v;
  }
  return v;
}

/* One thread calls; counts are for the next search then. */
__device__ __forceinline__ uint32_t
change_of (const CfKernelMotion &d)
{
  const CfKernelMotionPicture &p = d.frame[CF_MOTION_LEVELS - 1];
  const int32_t samples = p.width * p.height;
  uint32_t counts[CF_MOTION_COUNTS];
  int32_t changed = 0, bins[CF_SCENE_CHANGE_BINS];

#pragma unroll
  for (int i = 0; i < CF_MOTION_COUNTS; i++) {
    counts[i] = d.counts[i];
    d.counts[i] = 0;
  }
#pragma unroll
  for (int i = 0; i < CF_SCENE_CHANGE_BINS; i++) {
    bins[i] = (int32_t)counts[CF_MOTION_CHANGED + i];
    changed += abs (bins[i]);
  }
  return cf_scene_kind (
      cf_is_scene_change (counts[CF_MOTION_UNMATCHED],
          counts[CF_MOTION_TELLING],
          cf_motion_blocks (p.width) * cf_motion_blocks (p.height), changed,
          samples),
      cf_is_other_luma (bins, samples), CF_SCENE_GOES_ON);
}

/* Adds what another guide plane's search found. */
__device__ __forceinline__ void
add_change (const CfKernelMotion &d, uint32_t change)
{
  const uint32_t all = *d.scene_change | change;

  *d.scene_change = cf_scene_kind (all & CF_SCENE_CHANGE, all & CF_SCENE_FLASH,
      d.is_fresh ? (int32_t)CF_SCENE_GOES_ON : (int32_t)*d.last_scene_change);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_MOTION_DOMINANT_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  __shared__ uint32_t bins[2 * BINS];
  __shared__ uint64_t best[WARPS];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int component = warp % 2; /* which of the two */
  const bool repeats = is_repeated (d);
  uint64_t key = 0;

#pragma unroll
  for (int i = threadIdx.x; i < 2 * BINS; i += CF_MOTION_DOMINANT_THREADS) {
    bins[i] = d.bins[i];
    d.bins[i] = 0;
  }
  if (threadIdx.x == 0) {
    const uint32_t change = change_of (d);

    if (!repeats)
      add_change (d, change);
  }
  __syncthreads ();
  for (int i = 1 + warp / 2 * 32 + lane; i < BINS; i += WARPS / 2 * 32) {
    const uint64_t own = key_of (bins + component * BINS, i);

    key = own > key ? own : key;
  }
  key = greatest (key);
  if (lane == 0)
    best[warp] = key;
  __syncthreads ();
  if (warp < 2) {
    key = greatest (lane < WARPS / 2 ? best[2 * lane + component] : 0);
    /* nothing was counted where it is to be 0 */
    if (lane == 0 && (!repeats || is_fresh (d)))
      (component ? d.dominant->y : d.dominant->x) =
          (int16_t)component_of (key, d.former.width * d.former.height);
  }
}
