/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Splits long segments between levels. */
#pragma once

#include "cuda/snake/snake_contour.cuh"

namespace
{

/* One warp makes next: a node in the middle of each marked segment. */
__device__ __forceinline__ void
Contour::build_with_middles ()
{
  int more = 0;

  __syncwarp ();
  ROLLED
  for (int base = 0; base < n; base += 32) {
    const int i = base + lane;
    const bool is_marked = i < n && marks[i];
    const uint32_t all = __ballot_sync (CF_ALL_LANES, is_marked);
    const int place = i + more + __popc (all & lanes_below (lane));

    if (i < n) {
      next[place] = points[i];
      flags[place] = 0;
    }
    if (is_marked) {
      next[place + 1] = cf_snake_middle (points[i], points[after (i)]);
      flags[place + 1] = 1;
      numbers[place + 1] = i;
    }
    more += __popc (all);
  }
  if (lane == 0)
    c->n_next = n + more;
}

/* One warp marks long segments, as many as there is room for. */
__device__ __forceinline__ void
Contour::mark_long (int step)
{
  const int room = k.max_nodes - n;
  int count = 0;

  ROLLED
  for (int base = 0; base < n; base += 32) {
    const int i = base + lane;
    const bool is_long =
        i < n
        && cf_snake_is_long (points[i], points[after (i)], step, k.min_segment);
    const uint32_t all = __ballot_sync (CF_ALL_LANES, is_long);

    if (i < n)
      marks[i] = is_long && count + __popc (all & lanes_below (lane)) < room;
    count += __popc (all);
  }
  if (lane == 0 && count > room)
    c->limited = 1;
}

/* Splits long segments, except where the rounded middle would make thin parts
 * touch. Sums are made anew. */
__device__ __forceinline__ void
Contour::split (int step)
{
  CfSnakePoint *const was = points;

  __syncthreads ();
  if (warp == 0) {
    mark_long (step);
    build_with_middles ();
  }
  __syncthreads ();
  ROLLED
  for (;;) {
    const int n_next = c->n_next;
    const uint32_t lowest = find_least (n_next, [&] (int i) {
      return flags[i]
             && cf_snake_place_touches (next, n_next, i, next[i], lane, 32);
    });

    if (lowest == NOTHING)
      break;
    if (warp == 0) {
      if (lane == 0)
        marks[numbers[lowest]] = 0;
      build_with_middles ();
    }
    __syncthreads ();
  }
  limited = c->limited;
  points = next;
  next = was;
  n = c->n_next;
}

} // namespace
