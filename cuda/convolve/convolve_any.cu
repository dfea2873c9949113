/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution by masks whose taps are too large for the others: sample by
 * sample, in 64 bits. The first of two passes is made anew for every row of the
 * second, so that nothing is kept between them. Bound by multiply-adds of 64
 * bits; for masks that hardly anybody has. */
#define CF_BYTES 1
#include "cuda/convolve/convolve.cuh"

static __device__ __forceinline__ int64_t
row_sum (const CfKernelConvolve &c, const CfKernelPlane &plane,
    const uint8_t *src, const int64_t *tap, int x, int y)
{
  const int row = cf_border_index (y, plane.height, c.picture.border);
  const uint32_t mask = plane.mask & (plane.bytes == 1 ? 0xff : 0xffff);
  int64_t sum = 0;

  for (int i = 0; i < c.width; i++) {
    const int column =
        cf_border_index (x + i - c.width / 2, plane.width, c.picture.border);
    uint32_t v = plane.constant;

    if (row >= 0 && column >= 0) {
      const uint8_t *sample = src + row * plane.src_stride
                              + (int64_t)column * plane.src_step * plane.bytes;

      v = plane.bytes == 1 ? *sample : *(const uint16_t *)sample;
    }
    sum += tap[i] * (int64_t)((v & mask) >> plane.shift);
  }
  return sum;
}

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelConvolve c)
{
  const CfKernelPlane &plane = find_plane (c.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int x = position.x * CF_KERNEL_THREADS + threadIdx.x;
  const uint8_t *src = plane.src + channel * plane.src_channel;
  uint8_t *dst =
      plane.dst + channel * plane.dst_channel + position.y * plane.dst_stride;
  const int64_t *tap = (const int64_t *)c.taps;
  int64_t n = c.scale.addend;

  if (x >= plane.width)
    return;
  for (int j = 0; j < c.height; j++) {
    const int y = position.y + j - c.height / 2;

    if (c.two_passes)
      n += tap[c.width + j]
           * ((row_sum (c, plane, src, tap, x, y) + c.between_start)
               >> c.between_shift);
    else
      n += row_sum (c, plane, src, tap + j * c.width, x, y);
  }
  n = min (divide (c.scale, max (n, (int64_t)0)), (uint64_t)c.scale.maximum);
  dst += (int64_t)x * plane.dst_step * plane.bytes;
  if (plane.bytes == 1)
    *dst = n << plane.shift;
  else
    *(uint16_t *)dst = n << plane.shift;
}
