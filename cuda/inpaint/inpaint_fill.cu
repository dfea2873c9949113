/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The harmonic fill (CF_STAGE): known samples' means level by level, all of the
 * coarse levels in one block, then the finer ones. Bound by the launches where
 * the holes are small; a sweep is four loads from shared memory a sample. */
#include "cuda/inpaint/inpaint.cuh"

#include "engine/inpaint/cfinpaintfill.h"
#include "cuda/device-code/dynamic.cuh"

#include <math.h>

#define DOWN 0
#define COARSE 1
#define SWEEP 2

/* A level's samples. */
typedef struct {
  int width, height;
  float *known, *other, *fill;
} Level;

static __device__ __forceinline__ int
level_side (int side, int level)
{
  return (side + (1 << level) - 1) >> level;
}

static __device__ __forceinline__ Level
level_of (const CfKernelInpaintPart &p, int level)
{
  const int width = p.region.right - p.region.left;
  const int height = p.region.bottom - p.region.top;
  Level l = { level_side (width, level), level_side (height, level), p.samples,
    p.result, p.fill };
  int64_t before = 0, n;

  if (level == 0)
    return l;
  CF_SHARED_ROLLED
  for (int i = 1; i < level; i++)
    before += (int64_t)level_side (width, i) * level_side (height, i);
  n = (int64_t)l.width * l.height;
  l.known = p.levels + 3 * before;
  l.other = l.known + n;
  l.fill = l.other + n;
  return l;
}

#if CF_STAGE != SWEEP
/* The mean of those of four that are known, or unknown. */
static __device__ __forceinline__ float
mean_of_known (const float *fine, int width, int height, int x, int y)
{
  float sum = 0;
  int n = 0;

  for (int k = 0; k < 4; k++) {
    const int u = 2 * x + k % 2, v = 2 * y + k / 2;
    float s;

    if (u >= width || v >= height)
      continue;
    s = fine[(int64_t)v * width + u];
    if (cf_inpaint_is_unknown (s))
      continue;
    sum = sum + s;
    n++;
  }
  return n > 0 ? sum * cf_inpaint_shares[n] : NAN;
}
#endif

#if CF_STAGE != DOWN
static __device__ __forceinline__ int
neighbour (int i, int n)
{
  return max (0, min (n - 1, i / 2 + (i % 2 ? 1 : -1)));
}

static __device__ __forceinline__ float
swept (float here, float up, float down, float left, float right, float weight)
{
  return here + weight * (((up + down) + (left + right)) * 0.25f - here);
}
#endif

#if CF_STAGE == DOWN
static __device__ __forceinline__ void
down (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  const int64_t i =
      (int64_t)cf_inpaint_block_of_part (k) * blockDim.x + threadIdx.x;

  if (k.level >= p.coarse)
    return;
  const Level fine = level_of (p, k.level), coarse = level_of (p, k.level + 1);

  if (i < (int64_t)coarse.width * coarse.height)
    coarse.known[i] = mean_of_known (fine.known, fine.width, fine.height,
        i % coarse.width, i / coarse.width);
}
#elif CF_STAGE == COARSE
static __device__ __forceinline__ float
between (const float *coarse, int width, int height, int x, int y)
{
  const float *near = coarse + (int64_t)(y / 2) * width;
  const float *far = coarse + (int64_t)neighbour (y, height) * width;
  const int u = neighbour (x, width);

  return cf_inpaint_between (near[x / 2], far[x / 2], near[u], far[u]);
}

/* A level in shared memory, one after the other in `known`. */
typedef struct {
  int width, height, at;
} CoarseLevel;

#define MAX_LEVELS 14

/* A thread's samples of a level: every 1024th. */
#define COARSE_SAMPLES \
  ((CF_INPAINT_COARSE + CF_INPAINT_COARSE_THREADS - 1) \
      / CF_INPAINT_COARSE_THREADS)

/* Fills a level: `a` has the level above's fill, and then this one's. */
static __device__ __forceinline__ void
fill_coarse (
    const float *known, float *a, float *b, CoarseLevel l, CoarseLevel above)
{
  const int n = l.width * l.height;
  int up[COARSE_SAMPLES], down[COARSE_SAMPLES];
  int left[COARSE_SAMPLES], right[COARSE_SAMPLES];
  bool is_hole[COARSE_SAMPLES];
  float v[COARSE_SAMPLES];

  CF_SHARED_UNROLLED for (int j = 0; j < COARSE_SAMPLES; j++)
  {
    const int i = threadIdx.x + j * CF_INPAINT_COARSE_THREADS;
    const int x = i % l.width, y = i / l.width;

    is_hole[j] = i < n && cf_inpaint_is_unknown (known[i]);
    v[j] = is_hole[j] ? between (a, above.width, above.height, x, y)
           : i < n    ? known[i]
                      : 0;
    up[j] = y > 0 ? i - l.width : i;
    down[j] = y < l.height - 1 ? i + l.width : i;
    left[j] = x > 0 ? i - 1 : i;
    right[j] = x < l.width - 1 ? i + 1 : i;
  }
  __syncthreads ();
  CF_SHARED_UNROLLED for (int j = 0; j < COARSE_SAMPLES; j++)
  {
    const int i = threadIdx.x + j * CF_INPAINT_COARSE_THREADS;

    if (i < n)
      a[i] = b[i] = v[j];
  }
  __syncthreads ();
  CF_SHARED_ROLLED
  for (int s = 0; s < CF_INPAINT_SWEEPS; s++) {
    const float *from = s % 2 ? b : a;
    float *to = s % 2 ? a : b;

    CF_SHARED_UNROLLED for (int j = 0; j < COARSE_SAMPLES; j++) if (is_hole[j])
    {
      v[j] = swept (v[j], from[up[j]], from[down[j]], from[left[j]],
          from[right[j]], cf_inpaint_sweeps[s]);
      to[threadIdx.x + j * CF_INPAINT_COARSE_THREADS] = v[j];
    }
    __syncthreads ();
  }
}

static __device__ __forceinline__ void
coarse (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  CF_DYNAMIC_SHARED (memory);
  __shared__ CoarseLevel levels[MAX_LEVELS];
  __shared__ uint32_t has_holes;
  const Level first = level_of (p, p.coarse);
  float *known = (float *)memory;
  float *const a = known + 2 * CF_INPAINT_COARSE + 32;
  float *const b = a + CF_INPAINT_COARSE;
  int top = 0;

  if (cf_inpaint_block_of_part (k) > 0)
    return;
  if (threadIdx.x == 0)
    levels[0] = CoarseLevel{ first.width, first.height, 0 };
  for (int i = threadIdx.x; i < first.width * first.height;
       i += CF_INPAINT_COARSE_THREADS)
    known[i] = first.known[i];

  /* up to the level without holes, or of one sample */
  for (;; top++) {
    __syncthreads ();
    const CoarseLevel l = levels[top];
    const int n = l.width * l.height;

    if (threadIdx.x == 0)
      has_holes = 0;
    __syncthreads ();
    for (int i = threadIdx.x; i < n; i += CF_INPAINT_COARSE_THREADS)
      if (cf_inpaint_is_unknown (known[l.at + i]))
        has_holes = 1;
    __syncthreads ();
    if (!has_holes || n == 1)
      break;

    const CoarseLevel c = { (l.width + 1) / 2, (l.height + 1) / 2, l.at + n };

    if (threadIdx.x == 0)
      levels[top + 1] = c;
    for (int i = threadIdx.x; i < c.width * c.height;
         i += CF_INPAINT_COARSE_THREADS)
      known[c.at + i] = mean_of_known (
          known + l.at, l.width, l.height, i % c.width, i / c.width);
  }

  const CoarseLevel highest = levels[top];

  for (int i = threadIdx.x; i < highest.width * highest.height;
       i += CF_INPAINT_COARSE_THREADS)
    a[i] = known[highest.at + i];
  __syncthreads ();
  CF_SHARED_ROLLED
  for (int n = top - 1; n >= 0; n--)
    fill_coarse (known + levels[n].at, a, b, levels[n], levels[n + 1]);
  for (int i = threadIdx.x; i < first.width * first.height;
       i += CF_INPAINT_COARSE_THREADS)
    first.fill[i] = a[i];
}
#else
#define SWEEPS (CF_INPAINT_SWEEPS / 2)
#define WIDTH (CF_INPAINT_SWEEP_WIDTH + 2 * SWEEPS)
#define HEIGHT (CF_INPAINT_SWEEP_HEIGHT + 2 * SWEEPS)
#define ROWS 16 /* a thread's, of a column */
#define WORKERS (WIDTH * HEIGHT / ROWS)

/* A thread's column of a tile. */
typedef struct {
  int at;          /* of its first sample in the tile, */
  int x, y;        /* and in the level */
  int left, right; /* from a sample to those beside it, 0 at an edge */
  uint32_t holes;  /* bits of rows */
  float v[ROWS];
} Column;

/* Rows of the level above, from the one above the first row's on, at x. */
static __device__ __forceinline__ void
load_above (const Level &above, int x, int y, float *v)
{
  CF_SHARED_UNROLLED for (int j = 0; j < ROWS / 2 + 2; j++)
  {
    const int row = max (0, min (above.height - 1, (y >> 1) - 1 + j));

    v[j] = above.fill[(int64_t)row * above.width + x];
  }
}

/* Known samples, and what holes have before the sweeps. */
static __device__ __forceinline__ void
load_column (Column &c, const Level &l, const Level &above, bool is_first)
{
  c.holes = 0;
  CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++) c.v[i] =
      c.y + i >= 0 && c.y + i < l.height
          ? l.known[(int64_t)(c.y + i) * l.width + c.x]
          : 0;
  CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++) c.holes |=
      (uint32_t)cf_inpaint_is_unknown (c.v[i]) << i;
  if (!c.holes)
    return;
  if (is_first) {
    float near[ROWS / 2 + 2], far[ROWS / 2 + 2];

    load_above (above, c.x / 2, c.y, near);
    load_above (above, neighbour (c.x, above.width), c.y, far);
    CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++)
    {
      const int j = i / 2 + 1, k = i % 2 ? j + 1 : j - 1;

      if (c.holes >> i & 1)
        c.v[i] = cf_inpaint_between (near[j], near[k], far[j], far[k]);
    }
  } else {
    CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++) if (c.holes >> i & 1)
        c.v[i] = l.other[(int64_t)(c.y + i) * l.width + c.x];
  }
}

/* Goes from one tile to the next; at_edge: of the level. */
template <bool at_edge>
static __device__ __forceinline__ void
sweep_column (Column &c, const Level &l, const float *from, float *next,
    bool is_top, bool is_bottom, float weight)
{
  float before = is_top ? c.v[0] : from[c.at - WIDTH];
  const float behind = is_bottom ? c.v[ROWS - 1] : from[c.at + ROWS * WIDTH];

  CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++)
  {
    const int at = c.at + i * WIDTH;
    const float here = c.v[i];
    float up = before, down = i < ROWS - 1 ? c.v[(i + 1) % ROWS] : behind;

    if (at_edge) {
      if (c.y + i == 0)
        up = here;
      if (c.y + i == l.height - 1)
        down = here;
    }
    before = here;
    if (c.holes >> i & 1)
      next[at] = c.v[i] =
          swept (here, up, down, from[at + c.left], from[at + c.right], weight);
  }
}

/* A tile, and what reaches it in so many sweeps. The first half of them begins
 * with the level above's. */
static __device__ __forceinline__ void
sweep (const CfKernelInpaint &k, const CfKernelInpaintPart &p)
{
  __shared__ float tiles[2][WIDTH * HEIGHT];
  __shared__ uint32_t has_holes;
  const Level l = level_of (p, k.level), above = level_of (p, k.level + 1);
  const bool is_first = k.first_sweep == 0;
  float *to = is_first ? l.other : l.fill;
  const int across =
      (l.width + CF_INPAINT_SWEEP_WIDTH - 1) / CF_INPAINT_SWEEP_WIDTH;
  const int block = cf_inpaint_block_of_part (k);
  const int left = block % across * CF_INPAINT_SWEEP_WIDTH - SWEEPS;
  const int top = block / across * CF_INPAINT_SWEEP_HEIGHT - SWEEPS;
  const int u = threadIdx.x % WIDTH, v = threadIdx.x / WIDTH * ROWS;
  const bool works =
      threadIdx.x < WORKERS && left + u >= 0 && left + u < l.width;
  const bool at_edge = top <= 0 || top + HEIGHT >= l.height;
  const bool is_top = v == 0, is_bottom = v + ROWS == HEIGHT;
  /* rows of it that are of the tile itself */
  const uint32_t inner = (is_top         ? 0xffffu << SWEEPS
                             : is_bottom ? 0xffffu >> SWEEPS
                                         : 0xffffu)
                         & 0xffff;
  const bool is_inner = works && u >= SWEEPS && u < WIDTH - SWEEPS;
  Column c;

  static_assert (HEIGHT % ROWS == 0 && WORKERS <= CF_INPAINT_THREADS
                     && HEIGHT / ROWS >= 2 && SWEEPS <= ROWS && SWEEPS % 2 == 0,
      "");
  if (k.level >= p.coarse || top + SWEEPS >= l.height)
    return;
  if (threadIdx.x == 0)
    has_holes = 0;
  __syncthreads ();
  c.at = v * WIDTH + u;
  c.x = left + u;
  c.y = top + v;
  c.left = u > 0 && c.x > 0 ? -1 : 0;
  c.right = u < WIDTH - 1 && c.x < l.width - 1 ? 1 : 0;
  c.holes = 0;
  if (works) {
    load_column (c, l, above, is_first);
    CF_SHARED_UNROLLED for (int i = 0; i < ROWS; i++)
        tiles[0][c.at + i * WIDTH] = tiles[1][c.at + i * WIDTH] = c.v[i];
    if (is_inner && (c.holes & inner))
      has_holes = 1;
  }
  __syncthreads ();
  if (has_holes) {
    CF_SHARED_ROLLED
    for (int n = 0; n < SWEEPS; n++) {
      const float *from = tiles[n % 2];
      float *next = tiles[(n + 1) % 2];
      const float weight = cf_inpaint_sweeps[k.first_sweep + n];

      if (c.holes) {
        if (at_edge)
          sweep_column<true> (c, l, from, next, is_top, is_bottom, weight);
        else
          sweep_column<false> (c, l, from, next, is_top, is_bottom, weight);
      }
      __syncthreads ();
    }
  }
  if (!is_inner)
    return;
  CF_SHARED_UNROLLED for (int i = 0; i < ROWS;
                          i++) if ((inner >> i & 1) && c.y + i < l.height)
      to[(int64_t)(c.y + i) * l.width + c.x] = c.v[i];
}
#endif

extern "C" __global__ void
__launch_bounds__ (
    CF_STAGE == COARSE ? CF_INPAINT_COARSE_THREADS : CF_INPAINT_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  const CfKernelInpaintPart &p = cf_inpaint_part (k);

  allow_next ();
  await_previous ();
#if CF_STAGE == DOWN
  down (k, p);
#elif CF_STAGE == COARSE
  coarse (k, p);
#else
  sweep (k, p);
#endif
}
