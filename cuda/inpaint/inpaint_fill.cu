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
between (const float *coarse, int width, int height, int x, int y)
{
  const float *near = coarse + (int64_t)(y / 2) * width;
  const float *far = coarse + (int64_t)neighbour (y, height) * width;
  const int u = neighbour (x, width);

  return cf_inpaint_between (near[x / 2], far[x / 2], near[u], far[u]);
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
/* A level in shared memory, one behind the other in `known`. */
typedef struct {
  int width, height, at;
} CoarseLevel;

#define MAX_LEVELS 14

static __device__ __forceinline__ void
sweep_coarse (const float *known, float *a, float *b, int width, int height)
{
  const int n = width * height;

  CF_SHARED_ROLLED
  for (int s = 0; s < CF_INPAINT_SWEEPS; s++) {
    const float *from = s % 2 ? b : a;
    float *to = s % 2 ? a : b;

    for (int i = threadIdx.x; i < n; i += CF_INPAINT_COARSE_THREADS) {
      const int x = i % width, y = i / width;
      const float here = from[i];

      to[i] = cf_inpaint_is_unknown (known[i]) ? swept (here,
                  from[y > 0 ? i - width : i],
                  from[y < height - 1 ? i + width : i], from[x > 0 ? i - 1 : i],
                  from[x < width - 1 ? i + 1 : i], cf_inpaint_sweeps[s])
                                               : here;
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
  float *a = known + 2 * CF_INPAINT_COARSE + 32, *b = a + CF_INPAINT_COARSE;
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
  for (int n = top - 1; n >= 0; n--) {
    const CoarseLevel l = levels[n], c = levels[n + 1];

    for (int i = threadIdx.x; i < l.width * l.height;
         i += CF_INPAINT_COARSE_THREADS) {
      const float v = known[l.at + i];

      b[i] = cf_inpaint_is_unknown (v)
                 ? between (a, c.width, c.height, i % l.width, i / l.width)
                 : v;
    }
    __syncthreads ();
    sweep_coarse (known + l.at, b, a, l.width, l.height);

    float *const filled = b;

    b = a;
    a = filled;
  }
  for (int i = threadIdx.x; i < first.width * first.height;
       i += CF_INPAINT_COARSE_THREADS)
    first.fill[i] = a[i];
}
#else
#define SWEEPS (CF_INPAINT_SWEEPS / 2)
#define WIDTH (CF_INPAINT_SWEEP_WIDTH + 2 * SWEEPS)
#define HEIGHT (CF_INPAINT_SWEEP_HEIGHT + 2 * SWEEPS)
#define SAMPLES (WIDTH * HEIGHT / CF_INPAINT_THREADS) /* a thread's */

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
  uint32_t holes = 0;

  static_assert (WIDTH * HEIGHT % CF_INPAINT_THREADS == 0 && SAMPLES <= 32, "");
  if (k.level >= p.coarse || top + SWEEPS >= l.height)
    return;
  if (threadIdx.x == 0)
    has_holes = 0;
  __syncthreads ();
  for (int j = 0; j < SAMPLES; j++) {
    const int i = threadIdx.x + j * CF_INPAINT_THREADS;
    const int u = i % WIDTH, v = i / WIDTH;
    const int x = left + u, y = top + v;
    float s = 0;

    if (x >= 0 && y >= 0 && x < l.width && y < l.height) {
      s = l.known[(int64_t)y * l.width + x];
      if (cf_inpaint_is_unknown (s)) {
        holes |= 1u << j;
        if (u >= SWEEPS && v >= SWEEPS && u < WIDTH - SWEEPS
            && v < HEIGHT - SWEEPS)
          has_holes = 1;
        s = is_first ? between (above.fill, above.width, above.height, x, y)
                     : l.other[(int64_t)y * l.width + x];
      }
    }
    tiles[0][i] = tiles[1][i] = s;
  }
  __syncthreads ();
  if (has_holes) {
    CF_SHARED_ROLLED
    for (int n = 0; n < SWEEPS; n++) {
      const float *from = tiles[n % 2];
      float *next = tiles[(n + 1) % 2];
      const float weight = cf_inpaint_sweeps[k.first_sweep + n];

      for (int j = 0; j < SAMPLES; j++) {
        const int i = threadIdx.x + j * CF_INPAINT_THREADS;
        const int u = i % WIDTH, v = i / WIDTH;
        const int x = left + u, y = top + v;

        if (!(holes >> j & 1))
          continue;
        next[i] = swept (from[i], from[v > 0 && y > 0 ? i - WIDTH : i],
            from[v < HEIGHT - 1 && y < l.height - 1 ? i + WIDTH : i],
            from[u > 0 && x > 0 ? i - 1 : i],
            from[u < WIDTH - 1 && x < l.width - 1 ? i + 1 : i], weight);
      }
      __syncthreads ();
    }
  }
  for (int j = 0; j < SAMPLES; j++) {
    const int i = threadIdx.x + j * CF_INPAINT_THREADS;
    const int u = i % WIDTH, v = i / WIDTH;
    const int x = left + u, y = top + v;

    if (u >= SWEEPS && v >= SWEEPS && u < WIDTH - SWEEPS && v < HEIGHT - SWEEPS
        && x < l.width && y < l.height)
      to[(int64_t)y * l.width + x] = tiles[SWEEPS % 2][i];
  }
}
#endif

extern "C" __global__ void
__launch_bounds__ (
    CF_STAGE == COARSE ? CF_INPAINT_COARSE_THREADS : CF_INPAINT_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelInpaint k)
{
  const CfKernelInpaintPart &p = cf_inpaint_part (k);

#if CF_STAGE == DOWN
  down (k, p);
#elif CF_STAGE == COARSE
  coarse (k, p);
#else
  sweep (k, p);
#endif
}
