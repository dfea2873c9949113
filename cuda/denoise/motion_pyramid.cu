/* The frame and the last result with 8 bits a sample, and their halvings: a
 * block makes a tile of all three levels. Bound by the way to memory. */
#include "cuda/denoise/motionkernels.h"

#define TILE CF_MOTION_TILE
#define LANE 8 /* samples of level 0 that a thread makes */

static_assert (TILE *TILE == LANE * CF_KERNEL_THREADS, "threads share a tile");

namespace
{

/* Samples of a tile, of levels 0 and 1. */
struct Tile {
  uint8_t whole[TILE][TILE], half[TILE / 2][TILE / 2];
};

__device__ __forceinline__ uint32_t
frame_sample (const CfKernelMotion &d, int x, int y)
{
  const uint8_t *at = d.src + y * d.src_stride;
  const int64_t i = (int64_t)x * d.src_step;
  const uint32_t v =
      CF_BYTES == 2 ? __ldg ((const uint16_t *)at + i) : __ldg (at + i);

  return (v << (16 - d.bits - d.shift) & (0xffff << (16 - d.bits) & 0xffff))
         >> 8;
}

__device__ __forceinline__ uint32_t
result_sample (const CfKernelMotion &d, int x, int y)
{
  const uint32_t v =
      __ldg ((const uint16_t *)d.last + (int64_t)y * d.last_stride + x);

  return min ((v + 128) >> 8, 255u);
}

/* A thread's eight samples; those beyond the picture are as the last in it. */
__device__ __forceinline__ void
make_whole (const CfKernelMotion &d, const CfKernelMotionPicture &p,
    bool is_result, int left, int top, Tile &tile)
{
  const int x = threadIdx.x % (TILE / LANE) * LANE,
            y = threadIdx.x / (TILE / LANE);
  const int row = min (top + y, p.height - 1);
  uint32_t w[LANE / 4] = {};

  if (left + x >= p.width) /* nobody asks for these */
    return;
#pragma unroll
  for (int i = 0; i < LANE; i++) {
    const int column = min (left + x + i, p.width - 1);

    w[i / 4] |= (is_result ? result_sample (d, column, row)
                           : frame_sample (d, column, row))
                << i % 4 * 8;
  }
#pragma unroll
  for (int i = 0; i < LANE / 4; i++) {
    *(uint32_t *)&tile.whole[y][x + 4 * i] = w[i];
    if (top + y < p.height && left + x + 4 * i < p.width)
      *(uint32_t *)(p.samples + (int64_t)row * p.stride + left + x + 4 * i) =
          w[i];
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

      if (to)
        to[i] = v;
      p.samples[(int64_t)(top + y) * p.stride + left + x] = v;
    }
  }
}

__device__ __forceinline__ void
make_levels (const CfKernelMotion &d, const CfKernelMotionPicture (&p)[3],
    bool is_result, int left, int top, Tile &tile)
{
  make_whole (d, p[0], is_result, left, top, tile);
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
  __shared__ Tile tiles[2];
  const int across = (d.frame[0].width + TILE - 1) / TILE;
  const int left = blockIdx.x % across * TILE, top = blockIdx.x / across * TILE;

  if (d.is_leader && blockIdx.x == 0 && threadIdx.x == 0)
    *d.cut = 0;
  make_levels (d, d.frame, false, left, top, tiles[0]);
  make_levels (d, d.result, true, left, top, tiles[1]);
}
