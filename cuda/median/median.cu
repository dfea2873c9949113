/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Median of a CF_SIZE x CF_SIZE window, samples of CF_BYTES bytes.
 *
 * A thread makes two tiles of CF_TILE_W x CF_TILE_H outputs, side by side in
 * the halves of its registers, by the selection network that networkgen
 * printed for this tile. With CF_SHARE, what neighbouring tiles have in common
 * is done once for all of them. The GPU's min/max units bound it. Where a
 * register holds one sample only, it makes one tile after the other.
 *
 * Compiled once for each size and sample width. */
#include "cuda/median/network.cuh"

#if CF_SHARE && CF_LANES == 2
#define SHARED 1
#include "cuda/device-code/dynamic.cuh"
#include "cuda/median/unions.cuh"
#else
#define SHARED 0
#endif

#define CF_NET_LOAD(v, y, x) const uint32_t v = load_sample (source, y, x);
#define CF_NET_SORTED(v, x, rank) \
  const uint32_t v = unions[ty].get_sorted (tx, x, rank);
#define CF_NET_UNION(v, x, rank) \
  const uint32_t v = unions[ty].get_union (tx, x, rank);
#define CF_NET_OUT(y, x, v) out[y][x] = v;

/* The registers that leaves are enough where CF_BLOCKS was tuned. */
extern "C" __global__ void
__launch_bounds__ (CF_BLOCK_THREADS, CF_ARCH >= 90 ? CF_BLOCKS : 1)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  __shared__ __align__ (16) Block tile;
  const CfKernelPlane &plane = find_plane (picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  int x = position.x * CF_ACROSS * WIDTH;
  int y = position.y * DOWN * CF_TILE_H;
  const int tx = threadIdx.x % ROW_THREADS, ty = threadIdx.x / ROW_THREADS;
  const uint8_t *src = plane.src + channel * plane.src_channel;
  const bool inside = plane.src_vector == 16 && x > 0 && y >= RADIUS
                      && x + CF_ACROSS * WIDTH + 2 * Block::lead <= plane.width
                      && y + DOWN * CF_TILE_H + RADIUS <= plane.height;
  const Factors factors (plane);
  Source source;

  /* most blocks need no border: their rows are in the L1 cache as well as
   * they would be in shared memory */
  if (inside) {
    source.pitch = plane.src_stride;
    source.at = src + (y - RADIUS) * plane.src_stride
                + (int64_t)(x - Block::lead) * CF_BYTES;
  } else {
    tile.load (plane, src, picture.border, x, y);
    __syncthreads ();
    source.pitch = Block::pitch;
    source.at = tile.data;
  }
  source.at += ty * CF_TILE_H * source.pitch;
#if SHARED
  CF_DYNAMIC_SHARED (shared);
  Unions *unions = (Unions *)shared;

  unions[ty].make (factors, source, tx);
  __syncwarp ();
#endif

  source.at += tx * WIDTH * CF_BYTES;
  x += tx * WIDTH;
  y += ty * CF_TILE_H;
  if (tx >= CF_ACROSS || y >= plane.height)
    return;

#pragma unroll 1
  for (int lane = 0; lane < 2; lane += CF_LANES) {
    uint32_t out[CF_TILE_H][CF_TILE_W];

    if (x >= plane.width)
      return;
#if SHARED
#include CF_NETWORK_TILE
#else
#include CF_NETWORK
#endif
    uint8_t *dst =
        plane.dst + channel * plane.dst_channel + y * plane.dst_stride;
#pragma unroll
    for (int i = 0; i < CF_TILE_H; i++) {
      if (y + i < plane.height)
        store_row<CF_BYTES> (plane, dst, x, pack_row (out[i]));
      dst += plane.dst_stride;
    }
    x += CF_TILE_W;
    source.at += CF_TILE_W * CF_BYTES;
  }
}
