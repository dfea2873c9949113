/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution of values of 8 bits, or of 2 bytes, by a mask of CF_SIZE x
 * CF_SIZE taps, in one pass, by dot products of a word of samples: less around
 * it than on tensor cores, which small masks would leave idle (convolve.cu). A
 * tap has CF_DIGITS digits of base 256. */
#if CF_BYTES == 1
#include "cuda/convolve/convolve_dot8.cuh"
#else
#include "cuda/convolve/convolve_dot16.cuh"
#endif

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelConvolve c)
{
  __shared__ __align__ (16) Block tile;
  const CfKernelPlane &plane = find_plane (c.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int border = c.picture.border;
  const int x0 = position.x * CF_DOT_WIDTH, y0 = position.y * HEIGHT;
  const int tx = threadIdx.x % ACROSS, ty = threadIdx.x / ACROSS;
  const int x = x0 + tx * PIXELS, y = y0 + ty * ROWS;
  const bool inside = x < plane.width && y < plane.height;
  const bool edge = y0 == 0 || y0 + HEIGHT + REACH > plane.height;
  const bool inner = !edge && x0 > 0 && x0 + CF_DOT_WIDTH < plane.width;
  const uint8_t *src = plane.src + channel * plane.src_channel;
  uint8_t *dst = plane.dst + channel * plane.dst_channel + y * plane.dst_stride;

  if (plane.direct == CF_DIRECT && inner) {
    filter<true, true> (c, plane, InnerRows (plane, src, x, y), dst, x, y);
    return;
  }
  if (plane.direct == CF_DIRECT && plane.height > REACH
      && border != CF_BORDER_CONSTANT) {
    if (inside && edge)
      filter<true, false> (
          c, plane, OuterRows<true> (plane, src, border, x, y), dst, x, y);
    else if (inside)
      filter<true, true> (
          c, plane, OuterRows<false> (plane, src, border, x, y), dst, x, y);
    return;
  }

  tile.load (plane, src, border, x0, y0);
  __syncthreads ();
  if (inside)
    filter<false, false> (c, plane,
        TileRows{ tile.data + ty * ROWS * Block::pitch
                  + (Block::lead + tx * PIXELS) * CF_BYTES },
        dst, x, y);
}
