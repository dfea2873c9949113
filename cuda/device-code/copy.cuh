/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copying planes, in the copy kernel and, for the planes that are not
 * filtered, in every other. Bound by memory: each thread has eight loads in
 * flight, of 16 bytes where addresses allow. */
#pragma once

#include "cuda/core/picturekernels.h"

/* The plane that a block works on. */
static __device__ __forceinline__ const CfKernelPlane &
find_plane (const CfKernelPicture &picture, uint32_t block)
{
  int i = 0;

  while (i + 1 < picture.n_planes && block >= picture.plane[i + 1].first_block)
    i++;
  return picture.plane[i];
}

static __device__ __forceinline__ const CfKernelPlane &
find_plane (const CfKernelPicture &picture)
{
  return find_plane (picture, blockIdx.x);
}

/* A block's place in a plane, counted in blocks. */
struct Position {
  int x, y;
};

static __device__ __forceinline__ Position
find_block (const CfKernelPlane &plane, uint32_t block)
{
  const int y = (uint64_t)block * plane.across_factor >> plane.across_shift;

  return { (int)(block - y * plane.blocks_across), y };
}

/* Channels take turns; leaves the number of the block in its channel. */
static __device__ __forceinline__ uint32_t
split_channel (const CfKernelPlane &plane, uint32_t &block)
{
  uint32_t channel = 0;

  if (plane.channels > 1) {
    channel = block % plane.channels;
    block /= plane.channels;
  }
  return channel;
}

template <typename Unit>
static __device__ __forceinline__ void
copy_column (const CfKernelPlane &plane, int y0, int64_t src_at, int64_t dst_at)
{
  const uint8_t *src = plane.src + y0 * plane.src_stride + src_at;
  uint8_t *dst = plane.dst + y0 * plane.dst_stride + dst_at;
  int rows = min (CF_COPY_ROWS, plane.height - y0);
  Unit unit[CF_COPY_ROWS];

#pragma unroll
  for (int i = 0; i < CF_COPY_ROWS; i++)
    if (i < rows)
      unit[i] = *(const Unit *)(src + i * plane.src_stride);
#pragma unroll
  for (int i = 0; i < CF_COPY_ROWS; i++)
    if (i < rows)
      *(Unit *)(dst + i * plane.dst_stride) = unit[i];
}

/* CF_KERNEL_THREADS threads work; larger blocks have idle ones. */
static __device__ __forceinline__ void
copy_block (const CfKernelPlane &plane, uint32_t block)
{
  if (threadIdx.x >= CF_KERNEL_THREADS)
    return;

  const Position position = find_block (plane, block);
  int y0 = position.y * CF_COPY_ROWS;
  int64_t column = (int64_t)position.x * CF_KERNEL_THREADS + threadIdx.x;

  if (plane.unit) {
    int64_t row_bytes = (int64_t)plane.width * plane.src_step * plane.bytes;
    int64_t at = column * plane.unit;
    int64_t end = min (at + plane.unit, row_bytes);

    if (at + plane.unit <= row_bytes && plane.unit == 16)
      copy_column<uint4> (plane, y0, at, at);
    else if (at + plane.unit <= row_bytes && plane.unit == 4)
      copy_column<uint32_t> (plane, y0, at, at);
    else
      for (; at < end; at++)
        copy_column<uint8_t> (plane, y0, at, at);
  } else if (column < plane.width) {
    int64_t src_at = column * plane.src_step * plane.bytes;
    int64_t dst_at = column * plane.dst_step * plane.bytes;

    for (int c = 0; c < plane.channels; c++) {
      if (plane.bytes == 1)
        copy_column<uint8_t> (plane, y0, src_at, dst_at);
      else
        copy_column<uint16_t> (plane, y0, src_at, dst_at);
      src_at += plane.src_channel;
      dst_at += plane.dst_channel;
    }
  }
}
