/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The frame and the last result with 8 bits a sample, and their halvings: a
 * block makes a tile of all three levels. Bound by the way to memory. */
#include "cuda/motion/motionkernels.h"
#include "cuda/device-code/dependent.cuh"

#define TILE CF_MOTION_TILE
#define LANE 8 /* samples of level 0 that a thread makes */

static_assert (TILE *TILE == LANE * CF_KERNEL_THREADS, "threads share a tile");

namespace
{

/* Samples of a tile, of levels 0 and 1. */
struct __align__ (8) Tile
{
  uint8_t whole[TILE][TILE], half[TILE / 2][TILE / 2];
};

/* Fills the margin of a row, which has room for it. */
__device__ __forceinline__ void
replicate (uint8_t *to, uint32_t sample)
{
  const uint2 all = make_uint2 (sample * 0x01010101u, sample * 0x01010101u);

#pragma unroll
  for (int i = 0; i < CF_MOTION_MARGIN / 8; i++)
    ((uint2 *)to)[i] = all;
}

/* A sample of the frame's memory with 8 bits. */
__device__ __forceinline__ uint32_t
frame_value (const CfKernelMotion &d, CfDenoiseScale scale, uint32_t v)
{
  return cf_denoise_scaled (
      v << (16 - d.bits - d.shift) & (0xffff << (16 - d.bits) & 0xffff), scale);
}

/* A thread's eight samples; those beyond the picture are as the last in it. */
__device__ __forceinline__ void
load_frame (const CfKernelMotion &d, CfDenoiseScale scale, int x, int y,
    uint32_t (&v)[LANE])
{
  const uint8_t *row = d.src + y * d.src_stride;
  const int last = d.frame[0].width - 1;

  if (d.is_vector && x + LANE - 1 <= last) {
#if CF_BYTES == 2
    const uint4 word = __ldg ((const uint4 *)(row + 2 * (int64_t)x));
    const uint32_t w[] = { word.x, word.y, word.z, word.w };
#else
    const uint2 word = __ldg ((const uint2 *)(row + x));
    const uint32_t w[] = { word.x, word.y };
#endif

#pragma unroll
    for (int i = 0; i < LANE; i++)
      v[i] = CF_BYTES == 2 ? w[i / 2] >> i % 2 * 16 & 0xffff
                           : w[i / 4] >> i % 4 * 8 & 0xff;
  } else {
#pragma unroll
    for (int i = 0; i < LANE; i++) {
      const uint8_t *at =
          row + (int64_t)min (x + i, last) * d.src_step * CF_BYTES;

      v[i] = CF_BYTES == 2 ? __ldg ((const uint16_t *)at) : __ldg (at);
    }
  }
#pragma unroll
  for (int i = 0; i < LANE; i++)
    v[i] = frame_value (d, scale, v[i]);
}

/* Rows of results have a whole number of lanes' samples. */
__device__ __forceinline__ void
load_result (const CfKernelMotion &d, CfDenoiseScale scale, int x, int y,
    uint32_t (&v)[LANE])
{
  const int last = d.frame[0].width - 1;
  const uint4 word = __ldg ((const uint4 *)((const uint16_t *)d.last
                                            + (int64_t)y * d.last_stride + x));
  const uint32_t w[] = { word.x, word.y, word.z, word.w };

#pragma unroll
  for (int i = 0; i < LANE; i++) {
    v[i] = cf_denoise_scaled (w[i / 2] >> i % 2 * 16 & 0xffff, scale);
    if (i > 0 && x + i > last)
      v[i] = v[i - 1];
  }
}

__device__ __forceinline__ void
make_whole (const CfKernelMotion &d, CfDenoiseScale scale,
    const CfKernelMotionPicture &p, bool is_result, int left, int top,
    Tile &tile)
{
  const int x = threadIdx.x % (TILE / LANE) * LANE,
            y = threadIdx.x / (TILE / LANE);
  const int row = min (top + y, p.height - 1);
  uint32_t v[LANE];
  uint2 w;

  if (left + x >= p.width) /* nobody asks for these */
    return;
  if (is_result)
    load_result (d, scale, left + x, row, v);
  else
    load_frame (d, scale, left + x, row, v);
  w.x = v[0] | v[1] << 8 | v[2] << 16 | v[3] << 24;
  w.y = v[4] | v[5] << 8 | v[6] << 16 | v[7] << 24;
  *(uint2 *)&tile.whole[y][x] = w;
  if (top + y < p.height) {
    uint8_t *to = p.samples + (int64_t)row * p.stride + left + x;

    *(uint2 *)to = w;
    if (left + x == 0)
      replicate (to - CF_MOTION_MARGIN, v[0]);
    if (left + x + LANE >= p.width)
      replicate (to + LANE, v[LANE - 1]);
  }
}

/* A tile of a level, from that of the finer one; `to` keeps it for the next, or
 * is NULL. */
template <int SIDE>
__device__ __forceinline__ void
halve (const uint8_t (&from)[2 * SIDE][2 * SIDE],
    const CfKernelMotionPicture &finer, const CfKernelMotionPicture &p,
    int left, int top, uint8_t *to)
{
  for (int i = threadIdx.x; i < SIDE * SIDE; i += CF_KERNEL_THREADS) {
    const int x = i % SIDE, y = i / SIDE;

    if (left + x < p.width && top + y < p.height) {
      /* of the finer level the last ones stand for those beyond */
      const int right = min (2 * x + 1, finer.width - 1 - 2 * left);
      const int below = min (2 * y + 1, finer.height - 1 - 2 * top);
      const uint8_t v = cf_motion_mean (from[2 * y][2 * x], from[2 * y][right],
          from[below][2 * x], from[below][right]);

      uint8_t *row = p.samples + (int64_t)(top + y) * p.stride;

      if (to)
        to[i] = v;
      row[left + x] = v;
      if (left + x == 0)
        replicate (row - CF_MOTION_MARGIN, v);
      if (left + x == p.width - 1) {
        int behind = p.width;

        for (; behind % 8 != 0; behind++)
          row[behind] = v;
        replicate (row + behind, v);
      }
    }
  }
}

__device__ __forceinline__ void
make_levels (const CfKernelMotion &d, CfDenoiseScale scale,
    const CfKernelMotionPicture (&p)[3], bool is_result, int left, int top,
    Tile &tile)
{
  make_whole (d, scale, p[0], is_result, left, top, tile);
  __syncthreads ();
  halve<TILE / 2> (tile.whole, p[0], p[1], left / 2, top / 2, tile.half[0]);
  __syncthreads ();
  halve<TILE / 4> (tile.half, p[1], p[2], left / 4, top / 4, nullptr);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  if (!begin_beside (d.is_beside))
    return;

  __shared__ Tile tiles[2];
  const int across = (d.frame[0].width + TILE - 1) / TILE;
  const int left = blockIdx.x % across * TILE, top = blockIdx.x / across * TILE;
  const CfDenoiseScale scale =
      CF_BYTES == 2 && d.scale ? *d.scale : cf_denoise_whole_scale ();

  if (d.is_guide && blockIdx.x == 0 && threadIdx.x == 0)
    *d.scene_change = 0;
  make_levels (d, scale, d.frame, false, left, top, tiles[0]);
  make_levels (d, scale, d.result, true, left, top, tiles[1]);
}
