/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lanes that try vectors for one block: who they are, and the cheapest. */
#pragma once

#include "cuda/motion/motion_block.cuh"

#define CF_MOTION_ORDER_BITS 5
/* Blocks that a multiprocessor must have registers for, where samples are made
 * between others. */
#if __CUDA_ARCH__ == 900
#define CF_MOTION_RESIDENT 6
#else
#define CF_MOTION_RESIDENT 1
#endif

namespace
{

/* So many lanes of a warp. Those past the last block are shadows of it, and
 * write nothing. */
template <int LANES> struct Group {
  const int lane, n; /* in the group; the block's number */
  const bool writes;
  const int bx, by;

  __device__ __forceinline__
  Group (const CfKernelMotionField &f)
      : lane (threadIdx.x % LANES), n (min (number (), f.width * f.height - 1)),
        writes (lane == 0 && n == number ()), bx (n % f.width), by (n / f.width)
  {
  }

  static __device__ __forceinline__ int
  number ()
  {
    return (blockIdx.x * CF_KERNEL_THREADS + threadIdx.x) / LANES;
  }

  /* All lanes of the warp call these. */
  __device__ __forceinline__ uint32_t
  least (uint32_t v) const
  {
#pragma unroll
    for (int i = 1; i < LANES; i *= 2)
      v = min (v, __shfl_xor_sync (CF_ALL_LANES, v, i));
    return v;
  }

  __device__ __forceinline__ uint32_t
  sum (uint32_t v) const
  {
#pragma unroll
    for (int i = 1; i < LANES; i *= 2)
      v += __shfl_xor_sync (CF_ALL_LANES, v, i);
    return v;
  }

  __device__ __forceinline__ CfMotionVector
  of_lane (CfMotionVector v, int which) const
  {
    return vector_of (__shfl_sync (CF_ALL_LANES, vector_bits (v),
        threadIdx.x % 32 / LANES * LANES + which));
  }
};

/* Keeps what vectors cost a block, and the best. */
template <int LANES> struct Choice {
  const Group<LANES> &group;
  const CfMotionVector predicted, dominant;
  const int32_t slack, lambda;
  CfMotionVector best;
  uint32_t cost; /* of the best */

  __device__ __forceinline__
  Choice (const Group<LANES> &group, CfMotionVector predicted,
      CfMotionVector dominant, int32_t slack, int32_t lambda)
      : group (group), predicted (predicted), dominant (dominant),
        slack (slack), lambda (lambda), best (vector_of (0)),
        cost (0xffffffffu >> CF_MOTION_ORDER_BITS)
  {
  }

  __device__ __forceinline__ uint32_t
  penalty (CfMotionVector v) const
  {
    return cf_motion_penalty (v, predicted, dominant, slack, lambda);
  }

  /* The first one, of which the SAD is known. */
  __device__ __forceinline__ void
  start (CfMotionVector v, uint32_t sad)
  {
    best = v;
    cost = sad + penalty (v);
  }

  __device__ __forceinline__ bool
  may_win (CfMotionVector v) const
  {
    return (v.x != best.x || v.y != best.y) && penalty (v) < cost;
  }

  /* Each lane has tried a vector, in the order of lanes, or none (`tried`). All
   * lanes of the warp call. */
  __device__ __forceinline__ void
  take (CfMotionVector v, bool tried, uint32_t sad)
  {
    const uint32_t none = cost << CF_MOTION_ORDER_BITS;
    const uint32_t own =
        tried ? (sad + penalty (v)) << CF_MOTION_ORDER_BITS | (group.lane + 1)
              : none;
    const uint32_t least = group.least (min (own, none));
    const int order = least & ((1 << CF_MOTION_ORDER_BITS) - 1);
    const CfMotionVector winner = group.of_lane (v, max (order - 1, 0));

    if (order > 0)
      best = winner;
    cost = least >> CF_MOTION_ORDER_BITS;
  }

  __device__ __forceinline__ uint32_t
  sad () const
  {
    return cost - penalty (best);
  }
};

} // namespace
