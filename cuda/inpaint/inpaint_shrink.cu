/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks of CF_SIZE columns without their small coefficients. A thread has a
 * column, then a row of coefficients, in registers; between them the block goes
 * through shared memory. Bound by the transforms' additions: each is one
 * instruction, as contraction would change the bits. */
#include "cuda/inpaint/inpaint.cuh"

#define CF_DCT_VALUE float
#include "engine/inpaint/cfinpaintblocks.h"
#include "engine/inpaint/cfinpaintdct.h"

#define THREADS CF_INPAINT_SHRINK_THREADS (CF_SIZE)
#define PITCH (CF_SIZE + 1)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_ (a, b)

/* The threads of a block of samples. */
static __device__ __forceinline__ void
group_barrier ()
{
  if (CF_SIZE <= 32)
    __syncwarp ();
  else
    __syncthreads ();
}

/* Bits x ... x + 31 of a row of the mask. */
static __device__ __forceinline__ uint32_t
window_of (const CfKernelInpaintPart &p, int x, int y)
{
  const uint32_t *row = p.mask + (int64_t)y * p.words;
  const int word = x >> 5, down = x & 31;
  const uint32_t low = word >= 0 && word < p.words ? row[word] : 0;
  const uint32_t high =
      down && word + 1 >= 0 && word + 1 < p.words ? row[word + 1] : 0;

  return down ? low >> down | high << (32 - down) : low;
}

/* Does the row of the block at x, y have holes? */
static __device__ __forceinline__ bool
row_has_holes (const CfKernelInpaintPart &p, int x, int y)
{
  uint32_t bits;

  if (y < 0 || y >= p.plane_height)
    return false;
  bits = window_of (p, x, y);
  if (CF_SIZE < 32)
    bits &= (1u << (CF_SIZE % 32)) - 1;
  if (CF_SIZE > 32)
    bits |= window_of (p, x + 32, y);
  return bits != 0;
}

/* TRUE for any lane of the group; *others: or of one that shares its warp. */
static __device__ __forceinline__ bool
any_of_group (bool flag, bool *others)
{
  const uint32_t found = __ballot_sync (0xffffffff, flag);

  if (CF_SIZE <= 32) {
    *others = found != 0;
    return CF_SIZE == 32 ? found != 0
                         : (found >> (threadIdx.x & 16) & 0xffff) != 0;
  } else {
    __shared__ uint32_t any[2];

    if (threadIdx.x % 32 == 0)
      any[threadIdx.x / 32] = found;
    __syncthreads ();
    return *others = (any[0] | any[1]) != 0;
  }
}

static __device__ __forceinline__ void
load_column (const CfKernelInpaintPart &p, int x, int y, float *v)
{
  const int width = p.region.right - p.region.left;
  const float *from =
      p.samples + cf_inpaint_reflect (x, p.plane_width) - p.region.left;

  if (y >= 0 && y + CF_SIZE <= p.plane_height) {
    from += (int64_t)(y - p.region.top) * width;
    CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] = from[i * width];
  } else {
    CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] =
        from[(int64_t)(cf_inpaint_reflect (y + i, p.plane_height)
                       - p.region.top)
             * width];
  }
}

static __device__ __forceinline__ void
transpose (float *tile, int lane, float *v)
{
  group_barrier ();
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) tile[i * PITCH + lane] =
      v[i];
  group_barrier ();
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] =
      tile[lane * PITCH + i];
}

/* v: the coefficients of vertical frequency `lane`. If frequency 0 stays it is
 * halved, as the way back wants it. */
static __device__ __forceinline__ void
drop (float *v, int lane, float threshold)
{
  const float inner = threshold * (CF_SIZE / 2);
  const float edge = threshold * (CF_SIZE * 0.70710678f);
  const float half = lane == 0 ? 0.5f : 1;

  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++)
  {
    const float limit = lane == 0 ? i == 0 ? -1 : edge : i == 0 ? edge : inner;

    v[i] = (fabsf (v[i]) >= limit ? v[i] : 0) * half;
  }
  v[0] *= 0.5f;
}

extern "C" __global__ void
__launch_bounds__ (THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  __shared__ float tiles[THREADS / CF_SIZE][CF_SIZE * PITCH];
  const CfKernelInpaintPart &p = cf_inpaint_part (k);
  const int step = CF_SIZE / 2, lane = threadIdx.x % CF_SIZE;
  const int left = cf_inpaint_block (p.holes.left, k.shift_x, step) - 1;
  const int top = cf_inpaint_block (p.holes.top, k.shift_y, step) - 1;
  const int across =
      cf_inpaint_block (p.holes.right - 1, k.shift_x, step) - left + 1;
  const int down =
      cf_inpaint_block (p.holes.bottom - 1, k.shift_y, step) - top + 1;
  const int block = cf_inpaint_block_of_part (k) * (THREADS / CF_SIZE)
                    + threadIdx.x / CF_SIZE;
  const bool is_there = block < across * down && k.iteration < p.iterations;
  const int x = cf_inpaint_origin (left + block % across, k.shift_x, step);
  const int y = cf_inpaint_origin (top + block / across, k.shift_y, step);
  float *tile = tiles[threadIdx.x / CF_SIZE];
  bool others, has_holes;
  float v[CF_SIZE], *to;

  allow_next ();
  await_previous ();
  has_holes =
      any_of_group (is_there && row_has_holes (p, x, y + lane), &others);
  if (!others)
    return;
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] = 0;
  if (has_holes)
    load_column (p, x + lane, y, v);
  JOIN (cf_dct_, CF_SIZE) (v);
  transpose (tile, lane, v);
  JOIN (cf_dct_, CF_SIZE) (v);
  drop (v, lane,
      p.thresholds[cf_inpaint_state (p)->choice.end * p.iterations
                   + k.iteration]);
  JOIN (cf_dct_transposed_, CF_SIZE) (v);
  transpose (tile, lane, v);
  JOIN (cf_dct_transposed_, CF_SIZE) (v);
  if (!has_holes)
    return;
  to = p.blocks + (int64_t)block * (CF_SIZE * CF_SIZE) + lane;
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) to[i * CF_SIZE] = v[i];
}
