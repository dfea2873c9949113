/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a start: cfsnakesearch.h. Cells, their sums above and left of
 * each corner, then pair after pair of edges, all launched one after the other
 * without waiting: each launch reads what the one before found. */
#include "engine/snake/cfsnakesearch.h"
#include "cuda/device-code/cluster.cuh"
#include "cuda/snake/snakekernels.h"
#include "cuda/device-code/warp.cuh"

namespace
{

#if CF_STAGE == 0

/* A thread makes a cell, as the corner below and right of it. */
static __device__ __forceinline__ void
run (const CfKernelSnakeSearch &s)
{
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const int k = at / (s.nx + 1), i = at % (s.nx + 1);

  if (k > s.ny)
    return;
  if (i == 0 || k == 0) {
    s.corners[at] = CfSnakeSums{ 0, 0, 0 };
    return;
  }

  const int left = cf_snake_edge (i - 1, s.width);
  const int right = cf_snake_edge (i, s.width);
  const int top = cf_snake_edge (k - 1, s.height);
  const int bottom = cf_snake_edge (k, s.height);
  int64_t sum = 0;

  for (int y = top; y < bottom; y++)
    sum += cf_snake_rows_at (&s.rows, right, y).s
           - cf_snake_rows_at (&s.rows, left, y).s;
  s.corners[at] =
      cf_snake_cell (sum, (int64_t)(right - left) * (bottom - top), s.bits);
}

#elif CF_STAGE == 1

/* A warp adds up a row of cells. */
static __device__ __forceinline__ void
run (const CfKernelSnakeSearch &s)
{
  const int lane = threadIdx.x % 32;
  const int k = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  CfSnakeSums *row = s.corners + (int64_t)k * (s.nx + 1);
  CfSnakeSums sum = { 0, 0, 0 };

  if (k > s.ny)
    return;
  for (int base = 0; base <= s.nx; base += 32) {
    const int i = base + lane;
    CfSnakeSums v = { 0, 0, 0 };

    if (i <= s.nx)
      v = row[i];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      const CfSnakeSums other = { (int64_t)shuffle_up (v.n, d),
        (int64_t)shuffle_up (v.s, d), (int64_t)shuffle_up (v.q, d) };

      if (lane >= d)
        v = cf_snake_sums_add (v, other);
    }
    v = cf_snake_sums_add (v, sum);
    if (i <= s.nx)
      row[i] = v;
    sum = CfSnakeSums{ (int64_t)shuffle (v.n, 31), (int64_t)shuffle (v.s, 31),
      (int64_t)shuffle (v.q, 31) };
  }
}

#elif CF_STAGE == 2

/* A block adds up 32 columns of those: each warp its share of the rows, then
 * once more after what the warps above have. */
static __device__ __forceinline__ void
run (const CfKernelSnakeSearch &s)
{
  constexpr int warps = CF_SNAKE_PAIRS_THREADS / 32;
  __shared__ CfSnakeSums shares[warps][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = blockIdx.x * 32 + lane;
  const int rows = (s.ny + warps) / warps; /* of ny + 1 */
  const int end = i > s.nx ? 0 : min ((warp + 1) * rows, s.ny + 1);
  CfSnakeSums *column = s.corners + i;
  CfSnakeSums sum = { 0, 0, 0 };

#pragma unroll 4
  for (int k = warp * rows; k < end; k++)
    sum = cf_snake_sums_add (sum, column[(int64_t)k * (s.nx + 1)]);
  shares[warp][lane] = sum;
  __syncthreads ();
  sum = CfSnakeSums{ 0, 0, 0 };
  for (int above = 0; above < warp; above++)
    sum = cf_snake_sums_add (sum, shares[above][lane]);
#pragma unroll 4
  for (int k = warp * rows; k < end; k++) {
    CfSnakeSums *at = column + (int64_t)k * (s.nx + 1);

    sum = cf_snake_sums_add (sum, *at);
    *at = sum;
  }
}

#else

static __device__ __forceinline__ bool
is_better (const CfSnakePair &a, const CfSnakePair &b)
{
  if (a.j != b.j)
    return a.j < b.j;
  return a.first < b.first || (a.first == b.first && a.second < b.second);
}

/* The best of all threads' pairs; `pairs` has room for one a thread. */
static __device__ __forceinline__ CfSnakePair
best_of_block (CfSnakePair *pairs, const CfSnakePair &own)
{
  pairs[threadIdx.x] = own;
  for (int d = CF_SNAKE_PAIRS_THREADS / 2; d > 0; d /= 2) {
    __syncthreads ();
    if ((int)threadIdx.x < d
        && is_better (pairs[threadIdx.x + d], pairs[threadIdx.x]))
      pairs[threadIdx.x] = pairs[threadIdx.x + d];
  }
  __syncthreads ();
  return pairs[0];
}

/* A pair was found: what comes next. One thread calls. */
static __device__ __forceinline__ void
take_pair (const CfKernelSnakeSearch &s, const CfSnakePair &best)
{
  CfSnakeSearchState *state = s.state;
  const int axis = (s.turn ^ s.first_axis) & 1;
  const CfSnakePair before = state->pair[axis];

  if (s.turn == 0) {
    state->pair[!axis] = CfSnakePair{ 0, 0, axis == 0 ? s.ny : s.nx };
    if (s.first_axis == 0)
      state->lowest = CF_SNAKE_IMPOSSIBLE;
  }
  state->pair[axis] = best;
  /* then the other axis would not change either */
  state->stopped =
      s.turn >= 2 && best.first == before.first && best.second == before.second;
  if (!state->stopped && s.turn < 2 * CF_SNAKE_SEARCH_ROUNDS - 1)
    return;
  if (best.j < state->lowest) {
    state->lowest = best.j;
    state->edge[0] = state->pair[0].first;
    state->edge[1] = state->pair[1].first;
    state->edge[2] = state->pair[0].second;
    state->edge[3] = state->pair[1].second;
  }
}

/* A block takes every gridDim-th first edge, and its threads the second ones.
 * The last block to be done takes the best of all. */
static __device__ __forceinline__ void
run (const CfKernelSnakeSearch &s)
{
  __shared__ CfSnakePair pairs[CF_SNAKE_PAIRS_THREADS];
  __shared__ CfSnakeScene scene;
  __shared__ uint32_t done;
  const int axis = (s.turn ^ s.first_axis) & 1;
  const int n = axis == 0 ? s.nx : s.ny;
  const int64_t along = axis == 0 ? 1 : s.nx + 1;
  const int64_t across = axis == 0 ? s.nx + 1 : 1;
  CfSnakePair other = { 0, 0, axis == 0 ? s.ny : s.nx };
  CfSnakePair best = { CF_SNAKE_IMPOSSIBLE, 0, 0 };

  if (s.turn > 0) {
    if (s.state->stopped)
      return;
    other = s.state->pair[!axis];
  }
  if (threadIdx.x == 0)
    scene = cf_snake_scene (s.corners[(int64_t)(s.nx + 1) * (s.ny + 1) - 1],
        (CfSnakeModel)s.model, (CfSnakeTarget)s.target);
  __syncthreads ();

  const auto profile = [&] (int i) {
    return cf_snake_sums_subtract (s.corners[i * along + other.second * across],
        s.corners[i * along + other.first * across]);
  };

  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    const CfSnakeSums before = profile (i);

    for (int k = i + 1 + threadIdx.x; k <= n; k += CF_SNAKE_PAIRS_THREADS) {
      const CfSnakePair pair = { cf_snake_criterion (
                                     &scene, cf_snake_sums_subtract (
                                                 profile (k), before)),
        i, k };

      if (pair.j < CF_SNAKE_IMPOSSIBLE && is_better (pair, best))
        best = pair;
    }
  }
  best = best_of_block (pairs, best);
  if (threadIdx.x == 0) {
    s.best[blockIdx.x] = best;
    __threadfence ();
    done = atomicAdd (&s.state->blocks_done, 1u);
  }
  __syncthreads ();
  if (done != gridDim.x - 1)
    return;

  __threadfence ();
  best = CfSnakePair{ CF_SNAKE_IMPOSSIBLE, 0, 0 };
  for (int i = threadIdx.x; i < (int)gridDim.x; i += CF_SNAKE_PAIRS_THREADS) {
    const CfSnakePair pair = load_shared (&s.best[i]);

    if (is_better (pair, best))
      best = pair;
  }
  best = best_of_block (pairs, best);
  if (threadIdx.x == 0) {
    take_pair (s, best);
    s.state->blocks_done = 0;
  }
}

#endif

} // namespace

extern "C" __global__ void
CF_KERNEL (const __grid_constant__ CfKernelSnakeSearch s)
{
  run (s);
}
