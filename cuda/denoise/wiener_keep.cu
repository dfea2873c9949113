/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps of a frame what the Wiener stage makes its picture of when the next one
 * has its pilot: samples, the motion field, noise and what the frame is. Behind
 * a flash, or a frame that repeats the last one, the last pilot is the one
 * before it. Bound by the way to memory. */
#include "cuda/denoise/wiener_levels.cuh"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "engine/motion/cfmotion.h"

static_assert (CF_COPY_ROWS == CF_MOTION_BLOCK, "a block has blocks of a row");

namespace
{

struct Kept {
  const CfKernelWiener &d;
  const CfKernelPlane &plane;
  const CfKernelWienerPlane &own;
  const uint32_t channel;
  uint8_t *const at;

  __device__ __forceinline__ uint16_t *
  picture (int which) const
  {
    return (uint16_t *)(at + which * own.kept.picture);
  }

  /* --- a frame's record: the first warp's --- */

  __device__ __forceinline__ uint32_t
  flags () const
  {
    const uint32_t change =
        d.scene_change ? *d.scene_change : (uint32_t)CF_SCENE_GOES_ON;
    const bool repeats = !d.is_first
                         && is_repeated (own.given, d.estimates, own.number,
                             own.strength, own.differs, change);
    const bool goes_on = !d.is_first && change == CF_SCENE_GOES_ON;

    return (goes_on ? CF_WIENER_GOES_ON : 0)
           | (change == CF_SCENE_FLASH ? CF_WIENER_FLASH : 0)
           | (repeats ? CF_WIENER_REPEATS : 0)
           | (goes_on && d.past > 0 ? CF_WIENER_HISTORY : 0);
  }

  __device__ __forceinline__ void
  write_record (uint32_t (&by_class)[CF_NOISE_LUMA_CLASSES],
      int32_t (&lighter)[CF_DENOISE_LEVELS]) const
  {
    CfKernelWienerFrame *to = own.frames.now;
    const int lane = threadIdx.x;
    uint32_t coarse;
    const uint32_t sigma = find_sigma (by_class, d, own, coarse);
    const uint32_t is = flags ();

    lighter[lane] = 0;
    __syncwarp ();
    if (d.offsets[0] && (is & CF_WIENER_GOES_ON))
      find_lighter (d.offsets, own.number, channel, by_class, lighter);
    to->lighter[channel][lane] = lighter[lane];
    if (channel > 0)
      return;
    to->sigma[lane] = sigma;
    if (lane == 0) {
      to->coarse = coarse;
      to->flags = is;
      *own.next_last = CF_WIENER_HAS_LAST;
    }
  }

  /* --- samples --- */

  __device__ __forceinline__ void
  keep_samples (int x, int y) const
  {
    const uint8_t *from = plane.src + channel * plane.src_channel
                          + y * plane.src_stride
                          + (int64_t)x * plane.src_step * plane.bytes;
    const uint32_t v =
        plane.bytes == 2 ? *(const uint16_t *)from : (uint32_t)*from;

    picture (CF_WIENER_AHEAD_SAMPLES
             + d.next_samples)[(int64_t)y * own.kept.stride + x] =
        (uint16_t)(v << (16 - plane.bits - plane.shift)
                   & 0xffff << (16 - plane.bits));
  }

  /* Of the frame before the last one. */
  __device__ __forceinline__ void
  keep_pilot (int x, int y) const
  {
    const int64_t i = (int64_t)y * own.kept.stride + x;

    picture (d.pilot)[i] = picture (d.last_pilot)[i];
  }

  /* The blocks whose samples the GPU's block has. */
  __device__ __forceinline__ void
  keep_field (Position position) const
  {
    const int x =
        position.x * (CF_KERNEL_THREADS / CF_MOTION_BLOCK) + (int)threadIdx.x;
    const int i = position.y * own.field_width + x;

    if (threadIdx.x < CF_KERNEL_THREADS / CF_MOTION_BLOCK
        && x < own.field_width)
      own.frames.next_field[i] = own.field[i];
  }

  __device__ __forceinline__ void
  keep (Position position) const
  {
    const bool is_like_before =
        own.frames.next
        && (own.frames.next->flags & (CF_WIENER_FLASH | CF_WIENER_REPEATS));
    const int x = position.x * CF_KERNEL_THREADS + (int)threadIdx.x;
    const int bottom = min ((position.y + 1) * CF_COPY_ROWS, plane.height);

    if (channel == 0 && own.frames.now && own.frames.next_field)
      keep_field (position);
    for (int y = position.y * CF_COPY_ROWS; y < bottom && x < plane.width;
         y++) {
      if (own.frames.now)
        keep_samples (x, y);
      if (is_like_before)
        keep_pilot (x, y);
    }
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelWiener d)
{
  allow_next ();
  await_previous ();

  __shared__ uint32_t by_class[CF_NOISE_LUMA_CLASSES];
  __shared__ int32_t lighter[CF_DENOISE_LEVELS];
  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelWienerPlane &own = d.plane[&plane - d.picture.plane];
  uint32_t number = blockIdx.x - plane.first_block;
  const uint32_t channel = split_channel (plane, number);
  const Kept kept = { d, plane, own, channel,
    own.kept.at + channel * own.kept.channel };

  if (number == 0 && threadIdx.x < 32 && own.frames.now)
    kept.write_record (by_class, lighter);
  kept.keep (find_block (plane, number));
}
