/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays a picture's channels out for the percentile of large windows: each one
 * apart, values unshifted, the border around them, rows of whole vectors. The
 * planes that are not filtered are copied. Bound by memory. */
#include "cuda/rank/rankkernels.h"
#include "cuda/device-code/tile.cuh"

namespace
{

/* One vector in each of CF_PAD_ROWS rows. */
template <int Bytes>
__device__ __forceinline__ void
pad (const CfKernelRank &rank, const CfKernelPlane &plane, const uint8_t *src,
    uint8_t *dst, int vector, int y0)
{
  typedef typename SampleType<Bytes>::Type Sample;
  constexpr int samples = 16 / Bytes;
  const int left = vector * samples - rank.window_width / 2;
  const int rows =
      min (CF_PAD_ROWS, plane.height + rank.window_height - 1 - y0);
  const uint32_t max_value = (1u << plane.bits) - 1;
  int at[samples];

#pragma unroll
  for (int i = 0; i < samples; i++)
    at[i] = cf_border_index (left + i, plane.width, rank.picture.border);

#pragma unroll 1
  for (int row = y0; row < y0 + rows; row++) {
    int y = cf_border_index (
        row - rank.window_height / 2, plane.height, rank.picture.border);
    const Sample *from = (const Sample *)(src + y * plane.src_stride);
    union {
      Sample sample[samples];
      uint4 vector;
    } v;

#pragma unroll
    for (int i = 0; i < samples; i++) {
      uint32_t s = (Sample)plane.constant;

      if (y >= 0 && at[i] >= 0)
        s = from[at[i] * plane.src_step];
      s >>= plane.shift;
      /* ranks of two bytes are looked up: bits above the value are an error
       * that must not lead out of the table */
      v.sample[i] = (Sample)(Bytes == 2 ? min (s, max_value) : s);
    }
    *(uint4 *)(dst + row * plane.dst_stride + vector * 16) = v.vector;
  }
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelRank rank)
{
  const CfKernelPlane &plane = find_plane (rank.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int vector = position.x * CF_KERNEL_THREADS + threadIdx.x;
  const int y = position.y * CF_PAD_ROWS;
  const uint8_t *src = plane.src + channel * plane.src_channel;
  uint8_t *dst = plane.dst + channel * plane.dst_channel;

  if (vector >= plane.dst_stride / 16)
    return;
  if (plane.bytes == 1)
    pad<1> (rank, plane, src, dst, vector, y);
  else
    pad<2> (rank, plane, src, dst, vector, y);
}
