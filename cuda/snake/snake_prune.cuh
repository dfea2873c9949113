/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Nodes that are worth nothing are removed. */
#pragma once

#include "cuda/snake/snake_contour.cuh"

namespace
{

/* Records of all nodes whose removal is cheap and touches nothing. */
__device__ __forceinline__ const CfSnakeRecord *
Contour::find_removals ()
{
  ROLLED
  for (int i = cluster.rank * WARPS + warp; i < n;
       i += cluster.blocks * WARPS) {
    CfSnakeRecord *place = &c->places[warp][0];
    CfSnakeSums inside;
    CfSnakeRecord r;

    r.other = add_warp (
        segment_sums (points[before (i)], points[after (i)], lane, 32));
    inside = cf_snake_sums_add (without_node (i), r.other);
    r.one = cf_snake_sums_subtract (inside, c->inside);
    r.j = criterion_of_lanes (c->scene, inside, lane & 1, 1);
    r.to = CfSnakePoint{ 0, 0 };
    if (!(r.j < c->j + CF_SNAKE_NODE_COST)
        || any_lane (cf_snake_bridge_touches (points, n, i, lane, 32)))
      r.j = CF_SNAKE_IMPOSSIBLE;
    __syncwarp ();
    if (lane == 0)
      *place = r;
    __syncwarp ();
    publish_record (&records[i], *place);
  }
  return end_turn ();
}

/* One warp takes the marked nodes out, in place. */
__device__ __forceinline__ void
Contour::take_out (const CfSnakeRecord *found)
{
  int count = 0;

  ROLLED
  for (int base = 0; base < n; base += 32) {
    const int i = base + lane;
    const bool stays = i < n && !marks[i];
    const uint32_t all = __ballot_sync (CF_ALL_LANES, stays);
    CfSnakePoint p;
    CfSnakeSums s;

    if (stays) {
      p = points[i];
      s = marks[after (i)] ? found[after (i)].other : segments[i];
    }
    __syncwarp ();
    if (stays) {
      const int place = count + __popc (all & lanes_below (lane));

      points[place] = p;
      segments[place] = s;
    }
    __syncwarp ();
    count += __popc (all);
  }
  if (lane == 0)
    c->n_next = count;
}

/* One warp removes what can be removed together at less than its cost, else
 * the node that is worth least; of those of the next phase that has some. */
__device__ __forceinline__ void
Contour::remove_nodes (const CfSnakeRecord *found, int &idle)
{
  const int most = n - CF_SNAKE_NODES_MIN;

  ROLLED
  for (; idle < (n % 2 == 0 ? 2 : 4); phase++, idle++) {
    CfSnakeSums sum = { 0, 0, 0 };
    Least best = { CF_SNAKE_IMPOSSIBLE, 0x7fffffff };
    int count = 0;

    __syncwarp ();
    ROLLED
    for (int base = 0; base < n; base += 32) {
      const int i = base + lane;
      const bool is_found = i < n && cf_snake_in_phase (i, n, phase)
                            && found[i].j < CF_SNAKE_IMPOSSIBLE;
      const uint32_t all = __ballot_sync (CF_ALL_LANES, is_found);
      const bool is_taken =
          is_found && count + __popc (all & lanes_below (lane)) < most;

      if (i < n)
        marks[i] = is_taken;
      if (is_taken) {
        best.take (found[i].j, i);
        sum = cf_snake_sums_add (sum, found[i].one);
      }
      count += __popc (all);
    }
    count = min (count, most);
    if (count == 0)
      continue;

    double j;

    best.of_lanes (32);
    sum = add_warp (sum);
    j = count == 1 ? best.value
                   : criterion_of_lanes (c->scene,
                       cf_snake_sums_add (c->inside, sum), lane & 1, 1);
    if (!(j < c->j + CF_SNAKE_NODE_COST * count)) {
      j = best.value;
      sum = found[best.number].one;
      ROLLED
      for (int i = lane; i < n; i += 32)
        marks[i] = i == best.number;
    }
    __syncwarp ();
    if (lane == 0) {
      c->inside = cf_snake_sums_add (c->inside, sum);
      c->j = j;
      c->changed = 1;
    }
    take_out (found);
    phase++;
    idle = 0;
    return;
  }
  if (lane == 0)
    c->changed = 0;
}

__device__ __forceinline__ void
Contour::prune ()
{
  int idle = 0;

  phase = 0;
  while (n > CF_SNAKE_NODES_MIN) {
    const CfSnakeRecord *found = find_removals ();

    if (warp == 0)
      remove_nodes (found, idle);
    __syncthreads ();
    if (!c->changed)
      break;
    n = c->n_next;
  }
}

} // namespace
