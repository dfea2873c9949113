/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Percentile of windows of any size, samples of one byte: rank.cuh's passes on
 * the samples themselves. A block is a warp. */
#include "cuda/rank/rank.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_RANK_THREADS, CF_RANK_BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelRank rank)
{
  CF_DYNAMIC_SHARED (memory);
  const CfKernelPlane &plane = find_plane (rank.picture);
  const RankTile tile (rank, plane, blockIdx.x, 1);
  const int lane = threadIdx.x;
  const Windows windows = { plane.src + tile.channel * plane.src_channel
                                + tile.y * plane.src_stride + tile.x,
    plane.src_stride, tile.width, rank.chunk_rows, tile.height,
    rank.window_width, rank.window_height, rank.limit };
  const Slabs slabs (memory, 0,
      CF_RANK_COLUMNS (rank.tile_width + rank.window_width - 1), lane);
  const int64_t stride = plane.dst_stride;
  const int step = plane.dst_step, shift = plane.shift;
  uint8_t *dst = plane.dst + tile.channel * plane.dst_channel + tile.y * stride
                 + (int64_t)tile.x * step;

  find_ranks (windows, slabs, lane, [&] (int x, int y, int value, int) {
    dst[y * stride + x * step] = (uint8_t)(value << shift);
  });
}
