/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A phase: nodes of one parity move, all that together lower J, and none that
 * would touch another. */
#pragma once

#include "cuda/snake/snake_contour.cuh"

/* Logarithm of the warps that find a node's moves: one for each direction, at
 * most. */
#define TEAM_MAX 3

namespace
{

/* One warp: the active nodes of the next phase that has some. */
__device__ __forceinline__ void
Contour::list_nodes (int phases_done)
{
  int count = 0;

  __syncwarp ();
  ROLLED
  for (;; phase++) {
    bool is_any = false;

    ROLLED
    for (int base = 0; base < n; base += 32) {
      const int i = base + lane;
      const bool is_active = i < n && active[i];
      const uint32_t chosen = __ballot_sync (
          CF_ALL_LANES, is_active && cf_snake_in_phase (i, n, phase));

      is_any = any_lane (is_active) || is_any;
      if (chosen >> lane & 1) {
        const int place = count + __popc (chosen & lanes_below (lane));

        numbers[place] = i;
        flags[place] = 0;
      }
      count += __popc (chosen);
    }
    if (!is_any)
      break;
    if (phases_done == k.max_iterations) {
      if (lane == 0)
        c->limited = 1;
      count = 0;
      break;
    }
    if (count > 0)
      break;
  }
  phase++;
  if (lane == 0)
    c->count = count;
}

/* A warp, member of a team of 2^team, finds what places of node i are worth:
 * 2^(team + 1) lanes each of its two segments. */
__device__ __forceinline__ void
Contour::find_places (
    int i, int member, int team, int step, CfSnakeRecord *places)
{
  const int lanes = 2 << team; /* of a segment */
  const int item = (member * 32 + lane) >> (team + 1);
  const int d = item >> 1;
  const bool is_second = item & 1;
  const CfSnakePoint q = cf_snake_neighbour (points[i], d, step);
  const bool is_place = is_inside (q);
  CfSnakeRecord r;

  r.one = CfSnakeSums{ 0, 0, 0 };
  if (is_place)
    r.one = segment_sums (is_second ? q : points[before (i)],
        is_second ? points[after (i)] : q, lane & (lanes - 1), lanes);
  r.one = add_lanes (r.one, lanes);
  r.other = sums_of_lane (r.one, lanes);
  r.j = criterion_of_lanes (c->scene,
      cf_snake_sums_add (without_node (i), cf_snake_sums_add (r.one, r.other)),
      is_second, lanes);
  if (!is_place)
    r.j = CF_SNAKE_IMPOSSIBLE;
  r.to = q;
  if ((lane & (2 * lanes - 1)) == 0)
    places[d] = r;
}

/* A warp publishes the best of node i's places that touches nothing. */
__device__ __forceinline__ void
Contour::publish_best (int i, const CfSnakeRecord *places, CfSnakeRecord *to)
{
  const double limit = c->j - CF_SNAKE_MOVE_GAIN;
  const double own = places[lane % DIRECTIONS].j;
  uint32_t tried = 0;

  ROLLED
  for (;;) {
    const bool is_left = own < limit && !(tried >> lane % DIRECTIONS & 1);
    Least best = { is_left ? own : CF_SNAKE_IMPOSSIBLE, lane % DIRECTIONS };

    if (!any_lane (is_left)) {
      if (lane < cluster.blocks)
        publish ((uint64_t *)&to->j, lane, double_bits (CF_SNAKE_IMPOSSIBLE));
      return;
    }
    best.of_lanes (DIRECTIONS);
    if (!any_lane (cf_snake_place_touches (
            points, n, i, places[best.number].to, lane, 32))) {
      publish_record (to, places[best.number]);
      return;
    }
    tried |= 1u << best.number;
  }
}

/* Records of the moves of the listed nodes. */
__device__ __forceinline__ const CfSnakeRecord *
Contour::find_moves (int count, int step)
{
  int team = TEAM_MAX;

  while (team > 0 && count << team > cluster.blocks * WARPS)
    team--;

  const int slot = warp >> team, member = warp & ((1 << team) - 1);
  CfSnakeRecord *places = c->places[slot];

  ROLLED
  for (int first = 0; first < count;
       first += cluster.blocks * (WARPS >> team)) {
    const int own = first + slot * cluster.blocks + cluster.rank;

    if (first > 0)
      __syncthreads ();
    if (own < count)
      find_places (numbers[own], member, team, step, places);
    __syncthreads ();
    if (member == 0 && own < count)
      publish_best (numbers[own], places, &records[own]);
  }
  return end_turn ();
}

/* TRUE if the moves of two listed nodes, the first of lower number, touch
 * each other. Alone neither touches anything. */
__device__ __forceinline__ bool
Contour::moves_touch (int a, CfSnakePoint qa, int b, CfSnakePoint qb) const
{
  const CfSnakePoint a1 = points[before (a)], a2 = points[after (a)];
  const CfSnakePoint b1 = points[before (b)], b2 = points[after (b)];
  const bool meet = after (a) == before (b),
             meet_behind = after (b) == before (a);

  /* most are far from each other */
  if (cf_snake_apart (min (min (a1.x, a2.x), qa.x),
          max (max (a1.x, a2.x), qa.x), min (min (b1.x, b2.x), qb.x),
          max (max (b1.x, b2.x), qb.x))
      || cf_snake_apart (min (min (a1.y, a2.y), qa.y),
          max (max (a1.y, a2.y), qa.y), min (min (b1.y, b2.y), qb.y),
          max (max (b1.y, b2.y), qb.y)))
    return false;
  return (meet ? cf_snake_is_sharp (qa, a2, qb)
               : cf_snake_segments_touch (qa, a2, b1, qb))
         || (meet_behind ? cf_snake_is_sharp (qb, b2, qa)
                         : cf_snake_segments_touch (a1, qa, qb, b2))
         || cf_snake_segments_touch (a1, qa, b1, qb)
         || cf_snake_segments_touch (qa, a2, qb, b2);
}

/* All warps but the first: the lowest listed node whose move touches that of
 * a later one. */
__device__ __forceinline__ void
Contour::find_touching (int count, const CfSnakeRecord *found)
{
  ROLLED
  for (int a = warp - 1; a < count; a += WARPS - 1) {
    if (!(found[a].j < CF_SNAKE_IMPOSSIBLE) || flags[a])
      continue;
    ROLLED
    for (int b = a + 1 + lane; b < count; b += 32)
      if (found[b].j < CF_SNAKE_IMPOSSIBLE && !flags[b]
          && moves_touch (numbers[a], found[a].to, numbers[b], found[b].to))
        atomicMin (&c->lowest, (uint32_t)a);
  }
}

/* One warp. */
__device__ __forceinline__ Moves
Contour::judge_moves (int count, const CfSnakeRecord *found) const
{
  CfSnakeSums sum = { 0, 0, 0 };
  Least best = { CF_SNAKE_IMPOSSIBLE, 0x7fffffff };
  Moves moves;
  int n_left = 0;

  ROLLED
  for (int base = 0; base < count; base += 32) {
    const int i = base + lane;
    const bool is_found = i < count && found[i].j < CF_SNAKE_IMPOSSIBLE;
    const bool is_left = is_found && !flags[i];

    if (is_found)
      best.take (found[i].j, i);
    if (is_left)
      sum = cf_snake_sums_add (sum,
          cf_snake_sums_subtract (
              cf_snake_sums_add (
                  cf_snake_sums_add (without_node (numbers[i]), found[i].one),
                  found[i].other),
              c->inside));
    n_left += __popc (__ballot_sync (CF_ALL_LANES, is_left));
  }
  best.of_lanes (32);
  moves.best = best.number;
  if (best.number >= count)
    return moves;
  moves.inside = cf_snake_sums_add (c->inside, add_warp (sum));
  moves.j = n_left == 1 && !flags[best.number]
                ? best.value
                : criterion_of_lanes (c->scene, moves.inside, lane & 1, 1);
  moves.takes_all = moves.j < c->j;
  if (!moves.takes_all) {
    const CfSnakeRecord &r = found[best.number];

    moves.j = best.value;
    moves.inside = cf_snake_sums_add (
        cf_snake_sums_add (without_node (numbers[best.number]), r.one),
        r.other);
  }
  return moves;
}

/* Drops moves, in order, that touch others; what the first warp finds of
 * those that are left. */
__device__ __forceinline__ Moves
Contour::choose_moves (int count, const CfSnakeRecord *found)
{
  Moves moves;

  ROLLED
  for (;;) {
    if (warp == 0)
      moves = judge_moves (count, found);
    else
      find_touching (count, found);
    __syncthreads ();

    const uint32_t lowest = c->lowest;

    if (lowest == NOTHING)
      return moves;
    __syncthreads ();
    if (thread == 0) {
      flags[lowest] = 1;
      c->lowest = NOTHING;
    }
    __syncthreads ();
  }
}

/* One warp. */
__device__ __forceinline__ void
Contour::make_moves (int count, const CfSnakeRecord *found, const Moves &moves)
{
  ROLLED
  for (int i = lane; i < count; i += 32)
    if (!(found[i].j < CF_SNAKE_IMPOSSIBLE))
      active[numbers[i]] = 0;
  __syncwarp ();
  if (moves.best >= count)
    return;
  if (lane == 0) {
    c->inside = moves.inside;
    c->j = moves.j;
  }
  ROLLED
  for (int i = lane; i < count; i += 32)
    if (moves.takes_all ? found[i].j < CF_SNAKE_IMPOSSIBLE && !flags[i]
                        : i == moves.best) {
      const int node = numbers[i];

      points[node] = found[i].to;
      segments[before (node)] = found[i].one;
      segments[node] = found[i].other;
      active[before (node)] = active[node] = active[after (node)] = 1;
    }
}

__device__ __forceinline__ void
Contour::run_phases (int step)
{
  __syncthreads ();
  if (warp == 0) {
    ROLLED
    for (int i = lane; i < n; i += 32)
      active[i] = 1;
    phase = 0;
    list_nodes (phases);
  }
  __syncthreads ();
  ROLLED
  for (;;) {
    const int count = c->count;
    const CfSnakeRecord *found;
    Moves moves;

    if (count == 0)
      break;
    found = find_moves (count, step);
    moves = choose_moves (count, found);
    phases++;
    if (warp == 0) {
      make_moves (count, found, moves);
      list_nodes (phases);
    }
    __syncthreads ();
  }
  limited = c->limited;
}

} // namespace
