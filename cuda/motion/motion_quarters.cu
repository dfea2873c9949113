/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion at quarters of a sample. Four lanes have a block: they
 * try the vectors that are known, then four half a sample from the best, and
 * four a quarter. Bound by instructions, most of them for what is between
 * samples. */
#include "cuda/motion/motion_group.cuh"
#include "cuda/device-code/dependent.cuh"

#define LANES CF_MOTION_QUARTERS_LANES

namespace
{

/* Above, on the left, on the right and below. */
__device__ __forceinline__ CfMotionVector
beside (CfMotionVector v, int lane, int quarters)
{
  const int sign = lane < 2 ? -quarters : quarters;
  const bool is_across = lane == 1 || lane == 2;

  return cf_motion_vector (
      v.x + (is_across ? sign : 0), v.y + (is_across ? 0 : sign));
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_MOTION_RESIDENT)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  const Group<LANES> group (d.to);
  const uint32_t info = d.blocks[group.n];
  const bool is_active = !(info & CF_MOTION_IS_STILL);

  if (!__ballot_sync (CF_ALL_LANES, is_active)) {
    if (group.writes)
      d.to.vectors[group.n] = vector_of (0);
    return;
  }

  const bool fresh = is_fresh (d);
  const CfMotionVector dominant =
      vector_of (fresh ? 0 : vector_bits (*d.dominant));
  const CfMotionVector former =
      vector_of (fresh ? 0 : vector_at (d.former, group.bx, group.by));
  const int x = group.bx * CF_MOTION_BLOCK, y = group.by * CF_MOTION_BLOCK;
  const Block block (d.frame[0], x, y);
  const Around around (d.from, group.bx, group.by);
  Choice<LANES> choice (
      group, around.median (), dominant, 4, cf_motion_lambda (sigma_of (d)));
  CfMotionVector v = group.lane == 0 ? dominant : former;

  choice.start (vector_of (around.v[4]), info & CF_MOTION_SAD);
#pragma unroll 1
  for (int round = 0; round < 3; round++) {
    const bool tries =
        is_active && (round > 0 || group.lane < 2) && choice.may_win (v);
    uint32_t sad = 0;

    if (tries)
      sad = sad_between (d.result[0], block, x, y, v);
    choice.take (v, tries, sad);
    v = beside (choice.best, group.lane, round == 0 ? 2 : 1);
  }
  if (group.writes) {
    d.to.vectors[group.n] = is_active ? choice.best : vector_of (0);
    if (is_active)
      d.blocks[group.n] = (info & ~CF_MOTION_SAD) | choice.sad ();
  }
}
