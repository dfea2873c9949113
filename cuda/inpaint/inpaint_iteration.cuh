/* What an iteration of local inpainting does: blocks of CF_SIZE columns lose
 * their small coefficients, and holes get what the blocks have there.
 *
 * A thread has a column of a block, then a row of coefficients, in registers;
 * between them the block goes through shared memory. Bound by the transforms'
 * additions: each is one instruction, as contraction would change the bits.
 *
 * is_shared: other blocks write samples and blocks while the kernel runs. */
#pragma once

#include "cuda/inpaint/inpaint.cuh"
#include "cuda/device-code/cluster.cuh"

#include "engine/inpaint/cfinpaintblocks.h"

#define CF_DCT_VALUE float
#include "engine/inpaint/cfinpaintblocks.h"
#include "engine/inpaint/cfinpaintdct.h"

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

/* Of the group; *others: of a group that shares its warp, too. */
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

/* A float that another block may have written in this kernel, or not. */
template <bool is_shared>
static __device__ __forceinline__ float
load_float (const float *from)
{
  return is_shared ? load_shared (from) : *from;
}

template <bool is_shared>
static __device__ __forceinline__ void
load_column (const CfKernelInpaintPart &p, int x, int y, float *v)
{
  const int width = p.region.right - p.region.left;
  const float *from =
      p.samples + cf_inpaint_reflect (x, p.plane_width) - p.region.left;

  if (y >= 0 && y + CF_SIZE <= p.plane_height) {
    from += (int64_t)(y - p.region.top) * width;
    CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] =
        load_float<is_shared> (from + i * width);
  } else {
    CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] =
        load_float<is_shared> (
            from
            + (int64_t)(cf_inpaint_reflect (y + i, p.plane_height)
                        - p.region.top)
                  * width);
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

/* v: the coefficients of vertical frequency `lane`. What is kept of frequency 0
 * is halved, as the way back wants it. */
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

/* An iteration's grid of blocks over the holes. */
typedef struct {
  int iteration, shift_x, shift_y;
  int left, top, across, down; /* numbers of the first blocks; how many */
} Grid;

static __device__ __forceinline__ Grid
grid_of (const CfKernelInpaintPart &p, int iteration, int shift_x, int shift_y)
{
  const int step = CF_SIZE / 2;
  Grid g = { iteration, shift_x, shift_y };

  g.left = cf_inpaint_block (p.holes.left, shift_x, step) - 1;
  g.top = cf_inpaint_block (p.holes.top, shift_y, step) - 1;
  g.across = cf_inpaint_block (p.holes.right - 1, shift_x, step) - g.left + 1;
  g.down = cf_inpaint_block (p.holes.bottom - 1, shift_y, step) - g.top + 1;
  return g;
}

/* By CF_SIZE threads, of one warp or of one block; all threads of the warp
 * come, or all of the block. */
template <bool is_shared>
static __device__ __forceinline__ void
shrink_block (const CfKernelInpaintPart &p, const Grid &g, int block,
    float threshold, float *tile)
{
  const int step = CF_SIZE / 2, lane = threadIdx.x % CF_SIZE;
  const bool is_there = block < g.across * g.down;
  const int x = cf_inpaint_origin (g.left + block % g.across, g.shift_x, step);
  const int y = cf_inpaint_origin (g.top + block / g.across, g.shift_y, step);
  bool others, has_holes = any_of_group (
                   is_there && row_has_holes (p, x, y + lane), &others);
  float v[CF_SIZE], *to;

  if (!others)
    return;
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) v[i] = 0;
  if (has_holes)
    load_column<is_shared> (p, x + lane, y, v);
  JOIN (cf_dct_, CF_SIZE) (v);
  transpose (tile, lane, v);
  JOIN (cf_dct_, CF_SIZE) (v);
  drop (v, lane, threshold);
  JOIN (cf_dct_transposed_, CF_SIZE) (v);
  transpose (tile, lane, v);
  JOIN (cf_dct_transposed_, CF_SIZE) (v);
  if (!has_holes)
    return;
  to = p.blocks + (int64_t)block * (CF_SIZE * CF_SIZE) + lane;
  CF_SHARED_UNROLLED for (int i = 0; i < CF_SIZE; i++) to[i * CF_SIZE] = v[i];
}

static __device__ __forceinline__ float
threshold_of (const CfKernelInpaintPart &p, int iteration)
{
  return p
      .thresholds[cf_inpaint_state (p)->choice.end * p.iterations + iteration];
}

/* A thread's rows of combining */
#define ROWS (CF_INPAINT_COMBINE_HEIGHT * 32 / CF_INPAINT_THREADS)

/* Words of the mask that the holes' box lies in. */
static __device__ __forceinline__ int
words_across (const CfKernelInpaintPart &p)
{
  return (p.holes.right - 1) / 32 - p.holes.left / 32 + 1;
}

/* By a warp, of the holes of ROWS rows from `y` on of the mask's `word`; from
 * the four blocks that hold a sample, the top left one first. */
template <bool is_shared>
static __device__ __forceinline__ void
combine_rows (const CfKernelInpaintPart &p, const Grid &g, int word, int y,
    float momentum)
{
  const int step = CF_SIZE / 2, area = CF_SIZE * CF_SIZE;
  const int x = word * 32 + threadIdx.x % 32;
  const int width = p.region.right - p.region.left;
  const int i = cf_inpaint_block (x, g.shift_x, step);
  const float *column = p.blocks + (int64_t)(i - 1 - g.left) * area + x
                        - cf_inpaint_origin (i, g.shift_x, step);
  const int64_t at = cf_inpaint_at (p.region, x, y);
  uint32_t holes[ROWS];

  CF_SHARED_UNROLLED for (int n = 0; n < ROWS; n++) holes[n] =
      y + n < p.holes.bottom ? p.mask[(int64_t)(y + n) * p.words + word] : 0;
  if (x < p.holes.left || x >= p.holes.right)
    return;
  CF_SHARED_UNROLLED for (int n = 0; n < ROWS; n++)
  {
    const int j = cf_inpaint_block (y + n, g.shift_y, step);
    const int v = y + n - cf_inpaint_origin (j, g.shift_y, step);
    const float *first =
        column + (int64_t)(j - 1 - g.top) * g.across * area + v * CF_SIZE;
    const float *below = first + (int64_t)g.across * area;
    float r, before;

    if (!(holes[n] >> (x % 32) & 1))
      continue;
    r = load_float<is_shared> (first + step * CF_SIZE + step);
    r = r + load_float<is_shared> (first + area + step * CF_SIZE);
    r = r + load_float<is_shared> (below + step);
    r = (r + load_float<is_shared> (below + area)) * (1.f / area);
    before = p.result[at + n * width];
    p.samples[at + n * width] = r + momentum * (r - before);
    p.result[at + n * width] = r;
  }
}

static __device__ __forceinline__ float
momentum_of (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  return k.chooses ? cf_inpaint_state (p)->choice.momentum
                   : CF_INPAINT_MOMENTUM;
}
