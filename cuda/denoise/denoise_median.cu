/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians over time of CF_FRAMES frames, sample by sample. */
#include "cuda/denoise/denoise_frames.cuh"
#include "cuda/denoise/denoise_nearest.cuh"
#include "cuda/denoise/denoise_select.cuh"

namespace
{

/* Other frames than the host has asked for; of those that do not count so many
 * are less as are greater than all. Few pictures need it, so that no load waits
 * for the answer to that. */
__device__ __forceinline__ void
load_nearest (const Nearest &nearest, const CfKernelDenoisePlane &ring,
    const Place &place, Vector (&frames)[CF_FRAMES])
{
#pragma unroll
  for (int k = 1; k < CF_FRAMES; k++) {
    const uint32_t filling = k % 2 ? 0 : ~0u;

    if (k < nearest.n)
      frames[k] = load_kept (ring, place, nearest.frame (k));
    else
      frames[k].quad[0] = make_uint4 (filling, filling, filling, filling);
  }
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
  Vector frames[CF_FRAMES], result;

  if (place.y >= plane.height)
    return;
#pragma unroll
  for (int k = 1; k < CF_FRAMES; k++)
    frames[k] = load_kept (ring, place, d.frame[k - 1]);
  frames[0] = load_frame (plane, place);

  const Nearest nearest (d);

  if (nearest.is_scene_change)
    load_nearest (nearest, ring, place, frames);
#pragma unroll
  for (int i = 0; i < CF_DENOISE_VECTOR / 4; i++) {
    uint32_t v[CF_FRAMES];

#pragma unroll
    for (int k = 0; k < CF_FRAMES; k++)
      v[k] = frames[k].word[i];
    result.word[i] = median<CF_FRAMES> (v);
#if CF_BYTES == 1
#pragma unroll
    for (int k = 0; k < CF_FRAMES; k++)
      v[k] = frames[k].word[i] << 8;
    result.word[i] =
        __byte_perm (median<CF_FRAMES> (v), result.word[i], 0x7351);
#endif
  }
  keep_frame (d, ring, place, frames[0]);
  store_result (plane, place, result);
}
