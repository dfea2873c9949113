/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Vectors of the blocks around one are tried for it; the last time, components
 * are counted. Eight lanes have a block. Bound by instructions, most of them
 * for what is between samples. */
#include "cuda/motion/motion_group.cuh"
#include "cuda/device-code/dependent.cuh"

#define LANES CF_MOTION_SMOOTH_LANES
#define TRIED 6

#define BLOCKS (CF_KERNEL_THREADS / LANES)

namespace
{

/* Counts a block's vectors, equal ones at once: most of a picture's are. */
__device__ __forceinline__ void
count (uint32_t *bins, const int16_t (&components)[BLOCKS], int which)
{
  const int32_t own = components[which];
  uint32_t same = 0;

  if (own == INT16_MIN)
    return;
#pragma unroll
  for (int i = 0; i < BLOCKS; i++) {
    if (i < which && components[i] == own)
      return;
    same += components[i] == own;
  }
  atomicAdd (&bins[cf_motion_bin (own)], same);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_MOTION_RESIDENT)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  /* of blocks that count; INT16_MIN is none's */
  __shared__ int16_t components[2][BLOCKS];
  const bool repeats = is_repeated (d);
  const Group<LANES> group (d.to);
  const uint32_t info = d.blocks[group.n];
  const Around around (d.from, group.bx, group.by);
  const CfMotionVector own = vector_of (around.v[4]);
  const CfMotionVector median = around.median ();
  const CfMotionVector dominant =
      vector_of (is_fresh (d) ? 0 : vector_bits (*d.dominant));
  const int x = group.bx * CF_MOTION_BLOCK, y = group.by * CF_MOTION_BLOCK;
  Choice<LANES> choice (
      group, median, dominant, 0, cf_motion_lambda (sigma_of (d)));
  const CfMotionVector v = group.lane == 0   ? median
                           : group.lane == 1 ? dominant
                           : group.lane == 2 ? vector_of (around.v[1])
                           : group.lane == 3 ? vector_of (around.v[3])
                           : group.lane == 4 ? vector_of (around.v[5])
                                             : vector_of (around.v[7]);
  bool tries;
  uint32_t sad = 0;

  choice.start (own, info & CF_MOTION_SAD);
  tries =
      !(info & CF_MOTION_IS_STILL) && group.lane < TRIED && choice.may_win (v);
  if (__ballot_sync (CF_ALL_LANES, tries)) {
    if (tries)
      sad = sad_between (d.result[0], Block (d.frame[0], x, y), x, y, v);
    choice.take (v, tries, sad);
  }
  if (d.is_last && repeats) { /* as it was, and nothing where that is so */
    if (group.writes && is_fresh (d))
      d.to.vectors[group.n] = vector_of (0);
    return;
  }
  if (group.writes) {
    d.to.vectors[group.n] = choice.best;
    if (!(info & CF_MOTION_IS_STILL))
      d.blocks[group.n] = (info & ~CF_MOTION_SAD) | choice.sad ();
  }
  if (!d.is_last)
    return;

  if (group.lane == 0) {
    const bool counts = group.writes && info & CF_MOTION_IS_TEXTURED;

    components[0][threadIdx.x / LANES] = counts ? choice.best.x : INT16_MIN;
    components[1][threadIdx.x / LANES] = counts ? choice.best.y : INT16_MIN;
  }
  __syncthreads ();
  if (threadIdx.x < 2 * BLOCKS)
    count (d.bins + threadIdx.x / BLOCKS * CF_MOTION_BINS,
        components[threadIdx.x / BLOCKS], threadIdx.x % BLOCKS);
}
