/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians over windows of 3x3 samples of CF_FRAMES frames, all of which are
 * kept. A thread makes a word of the row: it sorts the three columns of a
 * window, 3 * CF_FRAMES samples each, and takes the middle of what two of them
 * are together and the third. Bound by instructions. Near a scene change it
 * leaves all to denoise_near_scene_change.cu. */
#include "cuda/denoise/denoise_nearest.cuh"
#include "cuda/denoise/denoise_select.cuh"
#include "cuda/denoise/denoisekernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/store.cuh"

#define SAMPLES (CF_DENOISE_WORD / CF_BYTES)
#define COLUMN (3 * CF_FRAMES)

namespace
{

struct Window {
  const CfKernelDenoise &d;
  const uint8_t *at; /* the channel's first sample, in slot 0 */
  int apart, width;  /* samples */
  int x;
  bool is_inside; /* no neighbour is beyond the row, nor the word after one */

  /* Samples x + first... of a row, borders replicated. */
  __device__ __forceinline__ uint32_t
  word (const uint8_t *from, int first) const
  {
    if (is_inside) {
      const int64_t byte = (int64_t)(x + first) * CF_BYTES;
      const uint32_t *words = (const uint32_t *)(from + (byte & ~3));

      return __byte_perm (
          words[0], words[1], 0x3210 + 0x1111 * ((uint32_t)byte & 3));
    }

    uint32_t result = 0;

#pragma unroll
    for (int i = 0; i < SAMPLES; i++) {
      int column = x + i + first;

      /* of the pixel that is nearest, the same of its samples */
      if (column < 0)
        column += apart;
      if (column >= width)
        column = column - first < width ? column - first : width - 1;

      const uint8_t *sample = from + (int64_t)column * CF_BYTES;

      result |= (uint32_t)(CF_BYTES == 1 ? *sample : *(const uint16_t *)sample)
                << i * CF_BYTES * 8;
    }
    return result;
  }

  /* A column of the window, `first` samples from its middle one. */
  __device__ __forceinline__ void
  load (int first, const int64_t (&rows)[3], int shift,
      uint32_t (&column)[COLUMN]) const
  {
#pragma unroll
    for (int k = 0; k < CF_FRAMES; k++)
#pragma unroll
      for (int i = 0; i < 3; i++)
        column[3 * k + i] = word (at + d.frame[k] + rows[i], first) << shift;
  }

  __device__ __forceinline__ uint32_t
  median (const int64_t (&rows)[3], int shift) const
  {
    uint32_t left[COLUMN], middle[COLUMN], right[COLUMN], both[2 * COLUMN];

    load (-apart, rows, shift, left);
    sort<COLUMN> (left);
    load (0, rows, shift, middle);
    sort<COLUMN> (middle);
    merge<COLUMN, COLUMN> (left, middle, both);
    load (apart, rows, shift, right);
    sort<COLUMN> (right);
    return select<2 * COLUMN, COLUMN> (both, right, 3 * COLUMN / 2);
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelDenoise d)
{
  const CfKernelPlane &plane = find_plane (d.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  if (Nearest (d).is_scene_change)
    return;

  const CfKernelDenoisePlane &ring = d.plane[&plane - d.picture.plane];
  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int x =
      (position.x * CF_DENOISE_ACROSS + threadIdx.x % CF_DENOISE_ACROSS)
      * SAMPLES;
  const int y = position.y * (CF_KERNEL_THREADS / CF_DENOISE_ACROSS)
                + threadIdx.x / CF_DENOISE_ACROSS;

  if (x >= plane.width || y >= plane.height)
    return;

  const int64_t rows[3] = { max (y - 1, 0) * ring.row, y * ring.row,
    min (y + 1, plane.height - 1) * ring.row };
  const Window window = { d, ring.at + channel * ring.channel, ring.apart,
    plane.width, x,
    x >= ring.apart && x + 2 * SAMPLES + ring.apart <= plane.width };
  Row<1> result;

#if CF_BYTES == 2
  result.word[0] = window.median (rows, 0);
#else
  result.word[0] = 0;
#pragma unroll 1
  for (int shift = 0; shift <= 8; shift += 8) {
#ifndef CF_EMULATED
    /* what was read before is read again: it has no room in registers */
    asm volatile("" ::: "memory");
#endif
    result.word[0] |= (window.median (rows, shift) & 0xff00ff00) >> shift;
  }
#endif
  store_row<CF_BYTES> (plane,
      plane.dst + channel * plane.dst_channel + y * plane.dst_stride, x,
      result);
}
