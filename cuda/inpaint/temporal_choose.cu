/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses what blocks take from a reference, a warp each. Blocks without a hole
 * near them end after a look at states. */
#include "cuda/device-code/warp.cuh"
#include "cuda/inpaint/temporalkernels.h"
#include "engine/motion/cfscenechange.h"
#include "engine/inpaint/cfinpaintshare.h"

#define WARPS (CF_TEMPORAL_THREADS / 32)
/* samples of a window that a lane has */
#define SAMPLES (CF_TEMPORAL_WINDOW * CF_TEMPORAL_WINDOW / 32)

namespace
{

__device__ __forceinline__ int
sum_of_warp (int v)
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += (int)__shfl_xor_sync (CF_ALL_LANES, (uint32_t)v, i);
  return v;
}

/* A warp's block, and the window of which each lane has some samples. */
struct Window {
  const CfTemporalPictures &p;
  const int bx, by, lane;
  int level, n; /* known samples, of all lanes */
  uint32_t known;

  __device__ __forceinline__
  Window (const CfTemporalPictures &p, int bx, int by, int lane)
      : p (p), bx (bx), by (by), lane (lane), level (0), n (0), known (0)
  {
  }

  __device__ __forceinline__ int
  x (int i) const
  {
    return cf_temporal_window (bx, level)
           + (((lane + 32 * i) % CF_TEMPORAL_WINDOW) << level);
  }

  __device__ __forceinline__ int
  y (int i) const
  {
    return cf_temporal_window (by, level)
           + (((lane + 32 * i) / CF_TEMPORAL_WINDOW) << level);
  }

  __device__ __forceinline__ void
  look_around ()
  {
    known = 0;
    for (int i = 0; i < SAMPLES; i++)
      known |= (uint32_t)cf_temporal_is_known (&p, x (i), y (i)) << i;
    n = sum_of_warp (__popc (known));
  }

  /* TRUE for a hole in the block or those around it. */
  __device__ __forceinline__ bool
  has_hole_near () const
  {
    bool any = false;

    for (int i = 0; i < SAMPLES; i++) {
      const int at = lane + 32 * i;
      const int left = (bx - 1) * CF_MOTION_BLOCK + at % CF_TEMPORAL_WINDOW;
      const int top = (by - 1) * CF_MOTION_BLOCK + at / CF_TEMPORAL_WINDOW;

      any |= left >= 0 && left < p.width && top >= 0 && top < p.height
             && p.states[(int64_t)top * p.width + left] != CF_TEMPORAL_KNOWN;
    }
    return __ballot_sync (CF_ALL_LANES, any) != 0;
  }

  __device__ __forceinline__ int
  sample (int i) const
  {
    return p.frame[(int64_t)y (i) * p.stride + x (i)];
  }

  /* The sum of absolute differences from the mean. */
  __device__ __forceinline__ int
  texture () const
  {
    int sum = 0, differences = 0, mean;

    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1)
        sum += sample (i);
    mean = (sum_of_warp (sum) + n / 2) / n;
    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1)
        differences += abs (sample (i) - mean);
    return sum_of_warp (differences);
  }

  /* Pairs, of all lanes. */
  __device__ __forceinline__ int
  match (CfMotionVector v, int &differences) const
  {
    int pairs = 0, sum = 0;

    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1) {
        const CfTemporalPair pair = cf_temporal_pair (&p, x (i), y (i), v);

        pairs += pair.counts;
        sum += pair.difference;
      }
    differences = sum_of_warp (sum);
    return sum_of_warp (pairs);
  }

  /* Adds up all lanes. */
  __device__ __forceinline__ CfTemporalErrors
  errors (CfMotionVector v) const
  {
    CfTemporalErrors e = {};
    int reach;

#pragma unroll 1
    for (int i = 0; i < SAMPLES; i++)
      cf_temporal_add_pair (&p, x (i), y (i), v, &e);
    e.pairs = sum_of_warp (e.pairs);
    e.squares = sum_of_warp (e.squares);
    e.gaps = sum_of_warp (e.gaps);
    e.gap_squares = sum_of_warp (e.gap_squares);
    e.doubt_squares = sum_of_warp (e.doubt_squares);
    e.edges_x = sum_of_warp (e.edges_x);
    e.edges_y = sum_of_warp (e.edges_y);
    reach = cf_temporal_reach (&e);
#pragma unroll 1
    for (int i = 0; i < SAMPLES; i++)
      if (known >> i & 1)
        cf_temporal_add_guess (&p, x (i), y (i), reach, &e);
    e.guesses = sum_of_warp (e.guesses);
    e.guess_squares = sum_of_warp (e.guess_squares);
    return e;
  }
};

__device__ __forceinline__ CfMotionVector
candidate (const CfKernelTemporalBlocks &d, const Window &w, int i)
{
  return cf_temporal_candidate (d.field.vectors, d.field.width, d.field.height,
      *d.dominant, w.bx, w.by, w.level, i);
}

/* TRUE if one before it is the same. */
__device__ __forceinline__ bool
was_tried (
    const CfKernelTemporalBlocks &d, const Window &w, int n, CfMotionVector v)
{
  for (int i = 0; i < n; i++) {
    const CfMotionVector other = candidate (d, w, i);

    if (other.x == v.x && other.y == v.y)
      return true;
  }
  return false;
}

/* All lanes of a warp. */
__device__ __forceinline__ CfTemporalChoice
choose (const CfKernelTemporalBlocks &d, int bx, int by, int lane)
{
  Window w (d.pictures, bx, by, lane);
  CfTemporalChoice best = { { 0, 0 }, CF_TEMPORAL_REFUSED, 0, 0 };
  int pairs = 0, differences = 0;

  if (*d.scene_change == CF_SCENE_CHANGE || !w.has_hole_near ())
    return best;
  w.look_around ();
  while (w.n < CF_TEMPORAL_ENOUGH && w.level < CF_TEMPORAL_LEVELS - 1) {
    w.level++;
    w.look_around ();
  }
  if (w.n < CF_TEMPORAL_FEW)
    return best;
  for (int i = 0; i < CF_TEMPORAL_CANDIDATES; i++) {
    const CfMotionVector v = candidate (d, w, i);
    int own_pairs, own_differences;

    if (was_tried (d, w, i, v))
      continue;
    own_pairs = w.match (v, own_differences);
    if (cf_temporal_is_enough (own_pairs, w.n)
        && (pairs == 0 || own_differences * pairs < differences * own_pairs)) {
      pairs = own_pairs;
      differences = own_differences;
      best.v = v;
    }
  }
  if (pairs > 0 && cf_temporal_fits (differences, pairs, w.texture (), w.n)) {
    const CfTemporalErrors errors = w.errors (best.v);

    best.difference = cf_temporal_mean_difference (differences, pairs);
    cf_temporal_weigh (&errors, &best);
  }
  return best;
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporalBlocks d)
{
  const int lane = threadIdx.x % 32;
  const int block = blockIdx.x * WARPS + threadIdx.x / 32;
  CfTemporalChoice choice;

  if (block >= d.field.width * d.field.height)
    return;
  choice = choose (d, block % d.field.width, block / d.field.width, lane);
  if (lane == 0)
    d.choices[block] = choice;
}
