/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's ways from samples to floats and back, and what the blocks' sums
 * become (CF_STAGE). Bound by memory. */
#include "cuda/inpaint/inpaint.cuh"

#include "cuda/device-code/warp.cuh"
#include "engine/inpaint/cfinpaintalpha.h"
#include "engine/inpaint/cfinpaintblocks.h"

#include <math.h>

#define MARK 0
#define LOAD 1
#define START 2
#define COMBINE 3
#define STORE 4

#define WARPS (CF_INPAINT_THREADS / 32)
#define ROWS \
  (CF_INPAINT_COMBINE_HEIGHT / WARPS) /* a thread's, of combining \
                                       */

#if CF_STAGE == MARK || CF_STAGE == LOAD
static __device__ __forceinline__ uint32_t
sample_of (const uint8_t *at, int bytes)
{
  return bytes == 1 ? *at : *(const uint16_t *)at;
}
#endif

#if CF_STAGE == MARK
static __device__ __forceinline__ bool
is_marked (const CfKernelInpaintPart &p, int x, int y)
{
  const int across = cf_inpaint_alpha_halved (p.alpha_width, p.plane_width);
  const int down = cf_inpaint_alpha_halved (p.alpha_height, p.plane_height);
  const int right =
      cf_inpaint_alpha_end (x, p.alpha_width, p.plane_width, across);
  const int bottom =
      cf_inpaint_alpha_end (y, p.alpha_height, p.plane_height, down);
  bool is_hole = false;

  for (int i = y << down; i < bottom; i++)
    for (int k = x << across; k < right; k++)
      is_hole |=
          sample_of (p.alpha + i * p.alpha_stride + (int64_t)k * p.alpha_step,
              p.alpha_bytes)
              >> p.alpha_shift
          == 0;
  return is_hole;
}

/* A warp a word. */
static __device__ __forceinline__ void
mark (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  const int64_t i =
      (int64_t)cf_inpaint_block_of_part (k) * (CF_INPAINT_THREADS / 32)
      + threadIdx.x / 32;
  const int y = i / p.words, x = i % p.words * 32 + threadIdx.x % 32;
  bool is_hole = false;
  uint32_t found;

  if (!p.alpha || !p.is_marker || y >= p.plane_height)
    return;
  if (x < p.plane_width)
    is_hole = is_marked (p, x, y);
  found = __ballot_sync (0xffffffff, is_hole);
  if (threadIdx.x % 32 == 0)
    p.mask[i] = p.given[i] | found;
}
#elif CF_STAGE == LOAD
static __device__ __forceinline__ uint32_t
value_at (const CfKernelInpaintPart &p, int x, int y)
{
  return sample_of (
             p.src + (int64_t)y * p.src_stride + (int64_t)x * p.step, p.bytes)
         >> p.shift;
}

/* Values in steps of 8 bits; those of holes are not read. */
static __device__ __forceinline__ float
load_sample (const CfKernelInpaintPart &p, int method, int x, int y)
{
  if (cf_inpaint_is_hole (p.mask, p, x, y))
    return method == CF_KERNEL_INPAINT_GLOBAL ? 0 : NAN;
  return value_at (p, x, y) * ldexpf (1, 8 - p.bits);
}

/* Adds to `t`, of the block. */
static __device__ __forceinline__ void
count_sample (const CfKernelInpaintPart &p, int x, int y, uint32_t *bins,
    uint64_t *n, uint64_t *sum, uint64_t *squares)
{
  const int up = 16 - p.bits;
  int v, around;

  if (x == p.region.left || x == p.region.right - 1
      || cf_inpaint_is_hole (p.mask, p, x, y)
      || cf_inpaint_is_hole (p.mask, p, x - 1, y)
      || cf_inpaint_is_hole (p.mask, p, x + 1, y))
    return;
  v = value_at (p, x, y) << up;
  around = (value_at (p, x - 1, y) + value_at (p, x + 1, y)) << up;
  atomicAdd (&bins[cf_inpaint_bin (2 * v - around)], 1u);
  *n += 1;
  *sum += v;
  *squares += (uint64_t)v * v;
}

static __device__ __forceinline__ void
load (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  __shared__ CfInpaintTexture t;
  __shared__ uint32_t is_known, is_last;
  CfInpaintState *state = cf_inpaint_state (p);
  const int height = p.region.bottom - p.region.top;
  const int width = p.region.right - p.region.left;
  const int across =
      (width + CF_INPAINT_LOAD_COLUMNS - 1) / CF_INPAINT_LOAD_COLUMNS;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int per_part = gridDim.x / k.n_parts;
  uint64_t n = 0, sum = 0, squares = 0;
  bool known = false;

  for (int i = threadIdx.x; i < CF_INPAINT_BINS; i += CF_INPAINT_THREADS)
    t.bins[i] = 0;
  if (threadIdx.x == 0) {
    t.n = t.sum = t.squares = 0;
    is_known = 0;
  }
  __syncthreads ();
  /* a warp takes so many columns of a row at a time */
  for (int i = cf_inpaint_block_of_part (k) * WARPS + warp; i < across * height;
       i += per_part * WARPS) {
    const int y = i / across, first = i % across * CF_INPAINT_LOAD_COLUMNS;

    CF_SHARED_UNROLLED for (int j = 0; j < CF_INPAINT_LOAD_COLUMNS; j += 32)
    {
      const int x = first + j + lane;
      const int u = p.region.left + x, v = p.region.top + y;

      if (x >= width)
        continue;
      p.samples[(int64_t)y * width + x] = load_sample (p, k.method, u, v);
      known |= !cf_inpaint_is_hole (p.mask, p, u, v);
      if (k.chooses)
        count_sample (p, u, v, t.bins, &n, &sum, &squares);
    }
  }
  if (known)
    is_known = 1;
  for (int i = 16; i > 0; i /= 2) {
    n += shuffle_xor (n, i);
    sum += shuffle_xor (sum, i);
    squares += shuffle_xor (squares, i);
  }
  if (lane == 0 && n > 0) {
    atomicAdd ((unsigned long long *)&t.n, (unsigned long long)n);
    atomicAdd ((unsigned long long *)&t.sum, (unsigned long long)sum);
    atomicAdd ((unsigned long long *)&t.squares, (unsigned long long)squares);
  }
  __syncthreads ();
  if (is_known && threadIdx.x == 0)
    state->is_known = 1;
  if (!k.chooses)
    return;

  for (int i = threadIdx.x; i < CF_INPAINT_BINS; i += CF_INPAINT_THREADS)
    if (t.bins[i] > 0)
      atomicAdd (&state->texture.bins[i], t.bins[i]);
  if (threadIdx.x == 0 && t.n > 0) {
    atomicAdd (
        (unsigned long long *)&state->texture.n, (unsigned long long)t.n);
    atomicAdd (
        (unsigned long long *)&state->texture.sum, (unsigned long long)t.sum);
    atomicAdd ((unsigned long long *)&state->texture.squares,
        (unsigned long long)t.squares);
  }
  /* the last block to come here knows everything */
  __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    is_last = atomicAdd (&state->blocks_done, 1u) == (uint32_t)per_part - 1;
  __syncthreads ();
  if (!is_last)
    return;
  __threadfence ();
  for (int i = threadIdx.x; i < CF_INPAINT_BINS; i += CF_INPAINT_THREADS)
    t.bins[i] = atomicAdd (&state->texture.bins[i], 0u);
  if (threadIdx.x == 0) {
    t.n = atomicAdd ((unsigned long long *)&state->texture.n, 0ull);
    t.sum = atomicAdd ((unsigned long long *)&state->texture.sum, 0ull);
    t.squares = atomicAdd ((unsigned long long *)&state->texture.squares, 0ull);
  }
  __syncthreads ();
  if (threadIdx.x == 0)
    state->choice = cf_inpaint_choose (&t, k.least_end);
}
#elif CF_STAGE == START
static __device__ __forceinline__ void
start (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  int x, y;
  int64_t at;
  float v;

  if (!cf_inpaint_hole (k, p, &x, &y))
    return;
  at = cf_inpaint_at (p.region, x, y);
  v = p.fill[at];
  if (p.is_tracked && cf_inpaint_is_hole (p.last_mask, p, x, y))
    v = p.last[(int64_t)y * p.plane_width + x];
  p.samples[at] = p.result[at] = v;
}
#elif CF_STAGE == COMBINE
/* A word of the mask's holes in the tiles of combining: rows `y` and so many
 * below, of which a warp has each lane's column; 0 outside of the holes' box.
 */
static __device__ __forceinline__ uint32_t
holes_of_row (const CfKernelInpaintPart &p, int word, int y)
{
  return y < p.holes.bottom ? p.mask[(int64_t)y * p.words + word] : 0;
}

/* The four blocks that hold a sample, from the top left on. */
static __device__ __forceinline__ void
combine (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  const int step = CF_SIZE / 2, area = CF_SIZE * CF_SIZE;
  const int left = cf_inpaint_block (p.holes.left, k.shift_x, step);
  const int top = cf_inpaint_block (p.holes.top, k.shift_y, step);
  const int across =
      cf_inpaint_block (p.holes.right - 1, k.shift_x, step) - left + 2;
  const int words = (p.holes.right - 1) / 32 - p.holes.left / 32 + 1;
  const int block = cf_inpaint_block_of_part (k);
  const int word = p.holes.left / 32 + block % words;
  const int x = word * 32 + threadIdx.x % 32;
  const int y = p.holes.top + block / words * CF_INPAINT_COMBINE_HEIGHT
                + threadIdx.x / 32 * ROWS;
  const int width = p.region.right - p.region.left;
  const int i = cf_inpaint_block (x, k.shift_x, step);
  const float *column = p.blocks + (int64_t)(i - left) * area + x
                        - cf_inpaint_origin (i, k.shift_x, step);
  const int64_t at = cf_inpaint_at (p.region, x, y);
  uint32_t holes[ROWS];
  float momentum;

  if (k.iteration >= p.iterations)
    return;
  CF_SHARED_UNROLLED for (int n = 0; n < ROWS; n++) holes[n] =
      holes_of_row (p, word, y + n);
  if (x < p.holes.left || x >= p.holes.right)
    return;
  momentum =
      k.chooses ? cf_inpaint_state (p)->choice.momentum : CF_INPAINT_MOMENTUM;
  CF_SHARED_UNROLLED for (int n = 0; n < ROWS; n++)
  {
    const int j = cf_inpaint_block (y + n, k.shift_y, step);
    const int v = y + n - cf_inpaint_origin (j, k.shift_y, step);
    const float *first = column + (int64_t)(j - top) * across * area;
    const float *below = first + (int64_t)across * area;
    float r, before;

    if (!(holes[n] >> (x % 32) & 1))
      continue;
    first += v * CF_SIZE;
    below += v * CF_SIZE;
    r = first[step * CF_SIZE + step];
    r = r + first[area + step * CF_SIZE];
    r = r + below[step];
    r = (r + below[area]) * (1.f / area);
    before = p.result[at + n * width];
    p.samples[at + n * width] = r + momentum * (r - before);
    p.result[at + n * width] = r;
  }
}
#elif CF_STAGE == STORE
static __device__ __forceinline__ float
final_value (const CfKernelInpaint &k, const CfKernelInpaintPart &p, int64_t at)
{
  float r, share;

  if (k.method == CF_KERNEL_INPAINT_GLOBAL)
    return p.samples[at];
  if (k.method != CF_KERNEL_INPAINT_LOCAL)
    return p.fill[at];
  r = p.result[at];
  share = cf_inpaint_state (p)->choice.harmonic;
  return r + share * (p.fill[at] - r);
}

/* Stores, where anything is known. */
static __device__ __forceinline__ void
store (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  const float most = (1 << p.bits) - 1;
  const bool is_known = cf_inpaint_state (p)->is_known;
  int x, y;
  float v;
  uint32_t sample;
  uint8_t *to;

  if (p.last && p.is_keeper && (is_known || !p.is_tracked)) {
    const int64_t n = (int64_t)p.words * p.plane_height;

    for (int64_t i = (int64_t)cf_inpaint_block_of_part (k) * CF_INPAINT_THREADS
                     + threadIdx.x;
         i < n; i += (int64_t)(gridDim.x / k.n_parts) * CF_INPAINT_THREADS)
      p.last_mask[i] = is_known ? p.mask[i] : 0;
  }
  if (!is_known || !cf_inpaint_hole (k, p, &x, &y))
    return;
  v = final_value (k, p, cf_inpaint_at (p.region, x, y));
  if (p.last)
    p.last[(int64_t)y * p.plane_width + x] = v;
  v = v * ldexpf (1, p.bits - 8) + 0.5f;
  v = v < 0 ? 0 : v > most ? most : v;
  sample = (uint32_t)v << p.shift;
  to = p.dst + (int64_t)y * p.dst_stride + (int64_t)x * p.step;
  if (p.bytes == 1)
    *to = (uint8_t)sample;
  else
    *(uint16_t *)to = (uint16_t)sample;
}
#endif

extern "C" __global__ void
__launch_bounds__ (CF_INPAINT_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  const CfKernelInpaintPart &p = cf_inpaint_part (k);

  allow_next ();
  await_previous ();
#if CF_STAGE == MARK
  mark (k, p);
#elif CF_STAGE == LOAD
  load (k, p);
#elif CF_STAGE == START
  start (k, p);
#elif CF_STAGE == COMBINE
  combine (k, p);
#else
  store (k, p);
#endif
}
