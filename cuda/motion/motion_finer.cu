/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion on levels 1 and 0, whole samples. Sixteen lanes have a
 * block: each tries a vector of those that are known, then one around the best.
 * Bound by instructions. */
#include "cuda/motion/motion_group.cuh"
#include "cuda/device-code/dependent.cuh"

#define LANES CF_MOTION_FINER_LANES
#define KNOWN 13 /* vectors */

namespace
{

/* Twice a coarser level's. */
__device__ __forceinline__ CfMotionVector
doubled (CfMotionVector v)
{
  return cf_motion_vector (2 * v.x, 2 * v.y);
}

/* Chooses by the coarser level, the dominant vector and the last field. */
__device__ __forceinline__ CfMotionVector
known_vector (const Around &coarser, CfMotionVector predicted,
    CfMotionVector dominant, CfMotionVector former, int i)
{
  uint32_t v = coarser.v[0];

#pragma unroll
  for (int k = 1; k < 9; k++)
    v = i == 4 + k ? coarser.v[k] : v;
  return i == 0   ? predicted
         : i == 1 ? vector_of (0)
         : i == 2 ? dominant
         : i == 3 ? former
                  : doubled (vector_of (v));
}

/* A row's part of a block's SAD at 0, and of its gradient. */
template <bool INSIDE>
__device__ __forceinline__ void
judge_row (
    const CfKernelMotion &d, int x, int y, uint32_t *sad, uint32_t *gradient)
{
  const CfKernelMotionPicture &p = d.result[0];
  uint32_t frame[2], row[2], left[2], right[2], above[2], below[2];

  load_samples<INSIDE> (d.frame[0], x, y, frame);
  load_samples<INSIDE> (p, x, y, row);
  load_samples<INSIDE> (p, x - 1, y, left);
  load_samples<INSIDE> (p, x + 1, y, right);
  load_samples<INSIDE> (p, x, y - 1, above);
  load_samples<INSIDE> (p, x, y + 1, below);
#pragma unroll
  for (int i = 0; i < 2; i++) {
    *sad = add_distance (frame[i], row[i], *sad);
    *gradient = add_distance (left[i], right[i], *gradient);
    *gradient = add_distance (above[i], below[i], *gradient);
  }
}

/* Flags of a block of level 0. A lane has a row. */
__device__ __forceinline__ uint32_t
judge (const CfKernelMotion &d, const Group<LANES> &group, int x, int y,
    int32_t sigma, bool keeps_still)
{
  uint32_t sad = 0, gradient = 0, flags = 0;

  if (group.lane < CF_MOTION_BLOCK) {
    if (is_inside (d.result[0], x - 1, CF_MOTION_BLOCK + 2))
      judge_row<true> (d, x, y + group.lane, &sad, &gradient);
    else
      judge_row<false> (d, x, y + group.lane, &sad, &gradient);
  }
  if (keeps_still && cf_motion_is_still (group.sum (sad), sigma))
    flags = CF_MOTION_IS_STILL;
  if (cf_motion_is_textured (group.sum (gradient), sigma))
    flags |= CF_MOTION_IS_TEXTURED;
  return flags;
}

__device__ __forceinline__ void
search (const CfKernelMotion &d, const Group<LANES> &group, bool is_active,
    int32_t sigma, CfMotionVector dominant, CfMotionVector former,
    CfMotionVector *best, uint32_t *sad)
{
  const CfKernelMotionPicture &p = d.result[d.level];
  const int x = group.bx * CF_MOTION_BLOCK, y = group.by * CF_MOTION_BLOCK;
  const Block block (d.frame[d.level], x, y);
  const Around coarser (d.from, group.bx / 2, group.by / 2);
  const CfMotionVector predicted = doubled (coarser.median ());
  Choice<LANES> choice (
      group, predicted, dominant, 0, cf_motion_lambda (sigma));
  CfMotionVector v =
      known_vector (coarser, predicted, dominant, former, group.lane);

#pragma unroll 1
  for (int round = 0; round < 2; round++) {
    const bool tries = is_active
                       && (round == 0 ? group.lane < KNOWN
                                      : group.lane < 9 && choice.may_win (v));
    uint32_t sum = 0;

    if (tries)
      sum = sad_at (p, block, x + (v.x >> 2), y + (v.y >> 2));
    choice.take (v, tries, sum);
    v = cf_motion_vector (choice.best.x + 4 * (group.lane % 3 - 1),
        choice.best.y + 4 * (group.lane / 3 - 1));
  }
  *best = choice.best;
  *sad = choice.sad ();
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  const Group<LANES> group (d.to);
  const int32_t sigma = sigma_of (d);
  const bool fresh = is_fresh (d);
  const CfMotionVector whole =
      vector_of (fresh ? 0 : vector_bits (*d.dominant));
  const CfMotionVector dominant = cf_motion_at_level (whole, d.level);
  const CfMotionVector former = cf_motion_at_level (
      vector_of (
          fresh ? 0
                : vector_at (d.former,
                    cf_motion_middle (group.bx, d.level, d.former.width),
                    cf_motion_middle (group.by, d.level, d.former.height))),
      d.level);
  CfMotionVector best = vector_of (0);
  uint32_t flags = 0, sad = 0;
  bool is_active;

  if (d.level == 0)
    flags = judge (d, group, group.bx * CF_MOTION_BLOCK,
        group.by * CF_MOTION_BLOCK, sigma, vector_bits (whole) == 0);
  is_active = !(flags & CF_MOTION_IS_STILL);
  if (__ballot_sync (CF_ALL_LANES, is_active))
    search (d, group, is_active, sigma, dominant, former, &best, &sad);
  if (group.writes) {
    d.to.vectors[group.n] = is_active ? best : vector_of (0);
    if (d.level == 0)
      d.blocks[group.n] = flags | (is_active ? sad : 0);
  }
}
