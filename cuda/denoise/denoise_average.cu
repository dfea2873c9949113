/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Averages the frames that are like the frame, outward on each side
 * until one is not. CF_PAST and CF_FUTURE are how many there are at most; those
 * that are not there are as unlike as can be. How samples are compared is in
 * the files that are included. With 5 frames of 8 bits a thread has 290 integer
 * instructions for the 112 bytes that it moves; memory is the slower of the two
 * where a multiprocessor has less than 25 bytes a clock of it. */
#include "cuda/denoise/denoise_frames.cuh"
#include "engine/motion/cfscenechange.h"

#if CF_BYTES == 1 && CF_PAST + CF_FUTURE <= 8
#include "cuda/denoise/denoise_average_lanes.cuh"
#else
#include "cuda/denoise/denoise_average_samples.cuh"
#endif

namespace
{

/* A word of the result. */
static __device__ __forceinline__ uint32_t
average_word (const Terms &terms, const Vector &v,
    const Vector (&past)[CF_PAST],
#if CF_FUTURE
    const Vector (&future)[CF_FUTURE],
#endif
    int i)
{
  Samples samples (v.word[i]);
  uint32_t word[CF_DENOISE_SIDE];

#pragma unroll
  for (int k = 0; k < CF_PAST; k++)
    word[k] = past[k].word[i];
  samples.add_side<CF_PAST> (terms, terms.past, word);
#if CF_FUTURE
#pragma unroll
  for (int k = 0; k < CF_FUTURE; k++)
    word[k] = future[k].word[i];
  samples.add_side<CF_FUTURE> (terms, terms.future, word);
#endif
  return samples.mean (terms);
}

/* Loads those that are there. */
template <int N>
static __device__ __forceinline__ void
load_side (const CfKernelDenoisePlane &ring, const Place &place,
    const int64_t *frames, int n, Vector (&side)[N])
{
#pragma unroll
  for (int k = 0; k < N; k++) {
    if (k < n)
      side[k] = load_kept (ring, place, frames[k]);
    else
      side[k].quad[0] = make_uint4 (0, 0, 0, 0);
  }
}

template <int N>
static __device__ __forceinline__ void
mask_side (const CfKernelPlane &plane, Vector (&side)[N])
{
#pragma unroll
  for (int k = 0; k < N; k++)
    mask_row (plane, side[k]);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelDenoise d)
{
  const CfKernelPlane &plane = find_plane (d.picture);

  if (!plane.filtered) {
    copy_block (plane, blockIdx.x - plane.first_block);
    return;
  }

  const CfKernelDenoisePlane &ring = d.plane[&plane - d.picture.plane];
  const Place place (plane, ring);
  const Limits limits (d, plane, ring);
  Vector v, past[CF_PAST], result;
#if CF_FUTURE
  Vector future[CF_FUTURE];
#endif

  if (place.y >= plane.height)
    return;
  load_side (ring, place, d.frame, d.n_past, past);
#if CF_FUTURE
  load_side (ring, place, d.frame + CF_DENOISE_SIDE, d.n_future, future);
#endif
  v = load_frame (plane, place);
  if (plane.shift) {
    mask_row (plane, v);
    mask_side (plane, past);
#if CF_FUTURE
    mask_side (plane, future);
#endif
  }

  const uint32_t around = d.scene_changes ? cf_scene_changes_around (
                              __ldg (d.scene_changes), d.scene_changes_shift)
                                          : 0;
  const Terms terms (plane, limits, cf_scene_change_past (around, d.n_past),
      cf_scene_change_future (around, d.n_future));

#pragma unroll
  for (int i = 0; i < CF_DENOISE_VECTOR / 4; i++)
    result.word[i] = average_word (terms, v, past,
#if CF_FUTURE
        future,
#endif
        i);
  keep_frame (d, ring, place, v);
  store_result (plane, place, result);
}
