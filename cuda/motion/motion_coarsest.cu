/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches for motion on level 2, and finds scene changes. A warp has a
 * block, its lanes try vectors. Bound by instructions. */
#include "cuda/motion/motion_block.cuh"
#include "cuda/device-code/dependent.cuh"

#define SIDE (2 * CF_MOTION_REACH + 1)
#define DOMINANT_SIDE 5
#define FORMER_SIDE 3
/* the dominant vector; those around 0, around it and the previous one */
#define FIRST_DOMINANT (1 + SIDE * SIDE)
#define FIRST_FORMER (FIRST_DOMINANT + DOMINANT_SIDE * DOMINANT_SIDE)
#define VECTORS (FIRST_FORMER + FORMER_SIDE * FORMER_SIDE)
#define ORDER_BITS 9
#define PART 2 /* neighbouring samples of a block that a lane has */

static_assert (VECTORS <= 1 << ORDER_BITS, "a key has the number of a vector");

namespace
{

__device__ __forceinline__ CfMotionVector
beside (CfMotionVector v, int i, int side)
{
  return cf_motion_vector (
      v.x + 4 * (i % side - side / 2), v.y + 4 * (i / side - side / 2));
}

__device__ __forceinline__ CfMotionVector
candidate (int i, CfMotionVector dominant, CfMotionVector former)
{
  if (i == 0)
    return dominant;
  if (i < FIRST_DOMINANT)
    return beside (vector_of (0), i - 1, SIDE);
  if (i < FIRST_FORMER)
    return beside (dominant, i - FIRST_DOMINANT, DOMINANT_SIDE);
  return beside (former, i - FIRST_FORMER, FORMER_SIDE);
}

__device__ __forceinline__ int32_t
add_lanes (int32_t v)
{
  for (int i = 1; i < 32; i *= 2)
    v += (int32_t)__shfl_xor_sync (CF_ALL_LANES, (uint32_t)v, i);
  return v;
}

/* A warp calls, each lane having some samples. */
__device__ __forceinline__ uint32_t
sad_of_warp (const CfKernelMotion &d, int x, int y, CfMotionVector v)
{
  const int lane = threadIdx.x % 32;
  int32_t sum = 0;

  x += lane % 4 * PART;
  y += lane / 4;
#pragma unroll
  for (int i = 0; i < PART; i++)
    sum += abs (
        (int32_t)sample_at (d.frame[2], x + i, y)
        - (int32_t)sample_at (d.result[2], x + i + (v.x >> 2), y + (v.y >> 2)));
  return add_lanes (sum);
}

/* The cheapest vector, the first of equal ones. Most of a picture moves as the
 * dominant vector says, which costs nothing but its SAD: what would cost more
 * by its length alone is left out. */
__device__ __forceinline__ CfMotionVector
search (const CfKernelMotion &d, int x, int y, CfMotionVector dominant,
    CfMotionVector former)
{
  const Block block (d.frame[2], x, y);
  const int32_t lambda = cf_motion_lambda (sigma_of (d));
  uint32_t best = sad_of_warp (d, x, y, dominant) << ORDER_BITS;

#pragma unroll 1
  for (int i = 1 + threadIdx.x % 32; i < VECTORS; i += 32) {
    const CfMotionVector v = candidate (i, dominant, former);
    const uint32_t penalty =
        cf_motion_penalty (v, dominant, dominant, 0, lambda);

    if (penalty < best >> ORDER_BITS)
      best = min (best,
          (penalty
              + sad_at (d.result[2], block, x + (v.x >> 2), y + (v.y >> 2)))
                  << ORDER_BITS
              | i);
  }
  for (int i = 1; i < 32; i *= 2)
    best = min (best, __shfl_xor_sync (CF_ALL_LANES, best, i));
  return candidate (best & ((1 << ORDER_BITS) - 1), dominant, former);
}

/* --- the scene change --- */

/* Samples of a block, less their mean. */
struct Part {
  int32_t v[PART];

  __device__ __forceinline__
  Part (const CfKernelMotionPicture &p, int x, int y)
  {
    const int lane = threadIdx.x % 32;
    int32_t sum = 0;

#pragma unroll
    for (int i = 0; i < PART; i++) {
      v[i] = sample_at (p, x + lane % 4 * PART + i, y + lane / 4);
      sum += v[i];
    }
    sum = (add_lanes (sum) + 32) >> 6;
#pragma unroll
    for (int i = 0; i < PART; i++)
      v[i] -= sum;
  }

  __device__ __forceinline__ int32_t
  texture () const
  {
    int32_t sum = 0;

#pragma unroll
    for (int i = 0; i < PART; i++)
      sum += abs (v[i]);
    return add_lanes (sum);
  }

  __device__ __forceinline__ int32_t
  difference (const Part &other) const
  {
    int32_t sum = 0;

#pragma unroll
    for (int i = 0; i < PART; i++)
      sum += abs (v[i] - other.v[i]);
    return add_lanes (sum);
  }
};

__device__ __forceinline__ int32_t
difference_at (
    const CfKernelMotion &d, const Part &frame, int x, int y, CfMotionVector v)
{
  return frame.difference (Part (d.result[2], x + (v.x >> 2), y + (v.y >> 2)));
}

/* All lanes call. */
__device__ __forceinline__ void
look_for_scene_change (const CfKernelMotion &d, int x, int y,
    CfMotionVector best, CfMotionVector dominant, uint32_t *counts)
{
  const Part frame (d.frame[2], x, y), result (d.result[2], x, y);
  const int32_t texture = max (frame.texture (), result.texture ());
  int32_t least;

  if (!cf_scene_change_tells (texture, sigma_of (d)))
    return;
  least = min (
      frame.difference (result), min (difference_at (d, frame, x, y, best),
                                     difference_at (d, frame, x, y, dominant)));
  if (threadIdx.x % 32 == 0) {
    atomicAdd (&counts[CF_MOTION_TELLING], 1u);
    if (cf_scene_change_is_unmatched (least, texture))
      atomicAdd (&counts[CF_MOTION_UNMATCHED], 1u);
  }
}

__device__ __forceinline__ void
count_samples (const CfKernelMotion &d, int x, int y, uint32_t *counts)
{
  const int lane = threadIdx.x % 32;
  uint32_t *changed = counts + CF_MOTION_CHANGED;

  y += lane / 4;
  x += lane % 4 * PART;
  for (int i = 0; i < PART; i++)
    if (x + i < d.frame[2].width && y < d.frame[2].height) {
      atomicAdd (
          &changed[cf_scene_change_bin (sample_at (d.frame[2], x + i, y))], 1u);
      atomicAdd (
          &changed[cf_scene_change_bin (sample_at (d.result[2], x + i, y))],
          ~0u);
    }
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  __shared__ uint32_t counts[CF_MOTION_COUNTS];
  const int n = blockIdx.x * CF_KERNEL_WARPS + threadIdx.x / 32;

  if (threadIdx.x < CF_MOTION_COUNTS)
    counts[threadIdx.x] = 0;
  __syncthreads ();
  if (n < d.to.width * d.to.height) {
    const int bx = n % d.to.width, by = n / d.to.width;
    const int x = bx * CF_MOTION_BLOCK, y = by * CF_MOTION_BLOCK;
    const bool fresh = is_fresh (d);
    const CfMotionVector dominant = cf_motion_at_level (
        vector_of (fresh ? 0 : vector_bits (*d.dominant)), 2);
    const CfMotionVector former = cf_motion_at_level (
        vector_of (fresh ? 0
                         : vector_at (d.former,
                             cf_motion_middle (bx, 2, d.former.width),
                             cf_motion_middle (by, 2, d.former.height))),
        2);
    const CfMotionVector best = search (d, x, y, dominant, former);

    if (threadIdx.x % 32 == 0)
      d.to.vectors[n] = best;
    look_for_scene_change (d, x, y, best, dominant, counts);
    count_samples (d, x, y, counts);
  }
  __syncthreads ();
  if (threadIdx.x < CF_MOTION_COUNTS && counts[threadIdx.x] != 0)
    atomicAdd (&d.counts[threadIdx.x], counts[threadIdx.x]);
}
