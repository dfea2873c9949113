/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes results of 16 bits as samples, dithered, and copies the other planes.
 * Bound by the way to memory. */
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "engine/denoise/cfdenoiserecursive.h"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  allow_next ();
  await_previous ();

  const CfKernelPlane &plane = find_plane (picture);
  uint32_t number = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, number);
    return;
  }

  const uint32_t channel = split_channel (plane, number);
  const Position position = find_block (plane, number);
  const int x = position.x * CF_KERNEL_THREADS + (int)threadIdx.x;
  const int bottom = min ((position.y + 1) * CF_COPY_ROWS, plane.height);
  const uint8_t *src = plane.src + channel * plane.src_channel;
  uint8_t *dst = plane.dst + channel * plane.dst_channel
                 + (int64_t)x * plane.dst_step * plane.bytes;

  for (int y = position.y * CF_COPY_ROWS; y < bottom && x < plane.width; y++) {
    const uint32_t result = ((const uint16_t *)(src + y * plane.src_stride))[x];
    const uint32_t v =
        min (result + cf_denoise_dither (x, y, plane.bits), 65535u)
        >> (16 - plane.bits) << plane.shift;
    uint8_t *at = dst + y * plane.dst_stride;

    if (plane.bytes == 2)
      *(uint16_t *)at = (uint16_t)v;
    else
      *at = (uint8_t)v;
  }
}
