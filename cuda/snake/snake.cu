/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A contour on its way from a start to where it stays: what
 * cpu/snake/snake_contour.c does, step for step, by all threads of a cluster.
 *
 * Every block has all of the contour in its own memory and changes it as all
 * others do. They share what takes long, what nodes would gain by moving and
 * whether segments touch: each writes what it finds into the memory of all, and
 * a barrier of the cluster parts writing from reading. Such memory comes twice
 * and they take turns, so that one barrier is enough. Bound by how long that
 * takes from one barrier to the next: few steps, one after the other; what is
 * short one warp does alone, of each block, without barriers. */
#include "engine/snake/cfsnakesearch.h"
#include "cuda/device-code/dynamic.cuh"
#include "cuda/snake/snake_phase.cuh"
#include "cuda/snake/snake_prune.cuh"
#include "cuda/snake/snake_split.cuh"

namespace
{

/* Step 0 only removes nodes. */
__device__ __forceinline__ void
Contour::run_level (int step)
{
  if (limited && phases == k.max_iterations)
    return;
  if (step > 0) {
    levels++;
    run_phases (step);
  }
  prune ();
}

__device__ __forceinline__ void
Contour::run_levels (int step)
{
  bool begins = c->task.is_tracked, settles = false, is_split = true;

  ROLLED
  for (;;) {
    if (is_split)
      sum_up ();
    run_level (begins ? 0 : step);
    is_split = !begins && !settles && step > 1;
    if (begins) {
      begins = false;
    } else if (is_split) {
      step /= 2;
      split (step);
    } else if (!settles && cf_snake_settles (c->inside, c->task.is_tracked)) {
      settles = true;
      step = CF_SNAKE_SETTLE_STEP;
    } else if (settles && step > 1) {
      step /= 2;
    } else {
      return;
    }
  }
}

/* Sums of the window. */
__device__ __forceinline__ CfSnakeSums
Contour::sum_window ()
{
  CfSnakeSums sum = { 0, 0, 0 };

#pragma unroll 4
  for (int y = c->task.top + thread; y < c->task.bottom; y += CF_SNAKE_THREADS)
    sum = cf_snake_sums_add (sum,
        cf_snake_sums_subtract (cf_snake_rows_at (&k.rows, c->task.right, y),
            cf_snake_rows_at (&k.rows, c->task.left, y)));
  sum = add_warp (sum);
  if (lane == 0)
    c->partial[warp] = sum;
  __syncthreads ();
  sum = CfSnakeSums{ 0, 0, 0 };
  ROLLED
  for (int i = 0; i < WARPS; i++)
    sum = cf_snake_sums_add (sum, c->partial[i]);
  return sum;
}

/* The start's nodes; its step, or 0: there is none. */
__device__ __forceinline__ int
Contour::begin (const CfKernelSnakeTask *task)
{
  constexpr int words = sizeof (CfKernelSnakeTask) / 4;
  const CfSnakePoint *from = k.points + task->points_at;
  CfSnakePoint point;
  CfSnakeSums all;
  int step;

  if (thread < words)
    ((int32_t *)&c->task)[thread] = ((const int32_t *)task)[thread];
  /* it comes from afar */
  if (thread < task->n_points)
    point = from[thread];
  __syncthreads ();
  all = sum_window ();
  if (thread == 0) {
    c->scene =
        cf_snake_scene (all, (CfSnakeModel)k.model, (CfSnakeTarget)k.target);
    c->inside = CfSnakeSums{ 0, 0, 0 };
    c->j = CF_SNAKE_IMPOSSIBLE;
    c->lowest = NOTHING;
    c->limited = 0;
  }
  n = c->task.n_points;
  step = c->task.step;
  if (n == 0) {
    const int left = cf_snake_edge (k.search->edge[0], k.width);
    const int top = cf_snake_edge (k.search->edge[1], k.height);
    const int right = cf_snake_edge (k.search->edge[2], k.width);
    const int bottom = cf_snake_edge (k.search->edge[3], k.height);

    if (k.search->lowest < CF_SNAKE_IMPOSSIBLE) {
      n = 4;
      if (thread < 4)
        points[thread] = CfSnakePoint{ thread < 2 ? left : right,
          thread == 0 || thread == 3 ? top : bottom };
      if (step == 0)
        step = cf_snake_search_step (right - left, bottom - top);
    } else {
      step = 0;
    }
  } else {
    ROLLED
    for (int i = thread; i < n; i += CF_SNAKE_THREADS)
      points[c->task.reverse ? n - 1 - i : i] = i == thread ? point : from[i];
  }
  /* the blocks are all there, and so are points and scene */
  cluster.barrier ();
  return step;
}

__device__ __forceinline__ void
Contour::run (int number)
{
  const int step = begin (&k.tasks[number]);
  CfKernelSnakeOutcome *outcome =
      (CfKernelSnakeOutcome *)(k.outcomes + number * k.outcome_size);
  CfSnakePoint *to = (CfSnakePoint *)(outcome + 1);

  if (step > 0)
    run_levels (step);
  if (cluster.rank != 0)
    return;
  ROLLED
  for (int i = thread; i < n; i += CF_SNAKE_THREADS)
    to[i] = points[i];
  if (thread == 0)
    *outcome = CfKernelSnakeOutcome{ c->scene, c->inside, c->j, n, phases,
      levels, !limited };
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_SNAKE_THREADS, 1)
    CF_KERNEL (const __grid_constant__ CfKernelSnake k)
{
  CF_DYNAMIC_SHARED (shared);
  const Cluster cluster;
  Common *common = (Common *)shared;
#if CF_LARGE
  uint8_t *memory = k.blocks + blockIdx.x * k.block_size;
#else
  uint8_t *memory = (uint8_t *)shared + CF_SNAKE_COMMON_BYTES;
#endif

  Contour (k, cluster, common, memory).run (blockIdx.x / cluster.blocks);
}
