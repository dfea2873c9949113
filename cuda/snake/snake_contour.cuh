/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A contour, as every block of a cluster has it: its state, what the blocks
 * share, and sums of its segments. Its changes are in snake_phase.cuh,
 * snake_prune.cuh, snake_split.cuh and snake.cu. */
#pragma once

#include "cuda/snake/snake_common.cuh"

/* Entries of a segment that a lane loads before it adds them up. */
#define ENTRIES 8

namespace
{

/* The moves that were found make this together; where that does not lower J,
 * the best of them does alone. */
struct Moves {
  CfSnakeSums inside;
  double j;
  int best; /* number in the list; from its length on: nothing was found */
  bool takes_all;
};

struct Contour {
  const CfKernelSnake &k;
  const Cluster cluster;
  const int thread, warp, lane;
  Common *const c;
  CfSnakeRecord *records; /* in work, by the number in the list of a phase,
                           * or of the node */
  CfSnakeRecord *filled;  /* those before */
  CfSnakeSums *segments;  /* from point i to the next */
  CfSnakePoint *points, *next;
  uint16_t *numbers; /* a phase's nodes; or of next: after which it is new */
  uint8_t *active, *marks;
  uint8_t *flags; /* moves that are dropped; or nodes of next that are new */
  int slot_turn;
  int n;
  int phases, levels, phase;
  bool limited;

  __device__
  Contour (const CfKernelSnake &k, const Cluster &cluster, Common *common,
      uint8_t *memory)
      : k (k), cluster (cluster), thread (threadIdx.x), warp (threadIdx.x / 32),
        lane (threadIdx.x % 32), c (common), slot_turn (0), phases (0),
        levels (0), phase (0), limited (false)
  {
    records = (CfSnakeRecord *)memory;
    filled = records + (cluster.blocks > 1 ? k.max_nodes : 0);
    segments = (CfSnakeSums *)(filled + k.max_nodes);
    points = (CfSnakePoint *)(segments + k.max_nodes);
    next = points + k.max_nodes;
    numbers = (uint16_t *)(next + k.max_nodes);
    active = (uint8_t *)(numbers + k.max_nodes);
    marks = active + k.max_nodes;
    flags = marks + k.max_nodes;
  }

  __device__ __forceinline__ int
  before (int i) const
  {
    return i == 0 ? n - 1 : i - 1;
  }

  __device__ __forceinline__ int
  after (int i) const
  {
    return i + 1 == n ? 0 : i + 1;
  }

  /* --- what a cluster shares --- */

  template <typename T>
  __device__ __forceinline__ void
  publish (T *own, int to, const T &value) const
  {
#if CF_LARGE
    *(T *)((uint8_t *)own + (to - cluster.rank) * k.block_size) = value;
#else
    cluster.store (own, to, value);
#endif
  }

  /* A warp writes a record into the memory of all blocks. */
  __device__ __forceinline__ void
  publish_record (CfSnakeRecord *own, const CfSnakeRecord &record) const
  {
    ROLLED
    for (int i = lane; i < 4 * cluster.blocks; i += 32)
      publish ((uint4 *)own + i % 4, i / 4, ((const uint4 *)&record)[i % 4]);
  }

  /* After it records are filled. */
  __device__ __forceinline__ const CfSnakeRecord *
  end_turn ()
  {
    CfSnakeRecord *const now = records;

    cluster.barrier ();
    records = filled;
    filled = now;
    return now;
  }

  /* The least of the numbers 0...count - 1 for which all lanes of a warp, or
   * some, find `is_so`; NOTHING where there is none. */
  template <typename IsSo>
  __device__ __forceinline__ uint32_t
  find_least (int count, const IsSo &is_so)
  {
    uint64_t *slots = c->slots[slot_turn];
    uint32_t least = NOTHING;

    ROLLED
    for (int i = cluster.rank * WARPS + warp; i < count;
         i += cluster.blocks * WARPS)
      if (any_lane (is_so (i))) {
        if (lane == 0)
          atomicMin (&c->lowest, (uint32_t)i);
        break;
      }
    __syncthreads ();
    if (thread < cluster.blocks)
      cluster.store (&slots[cluster.rank], thread, (uint64_t)c->lowest);
    cluster.barrier ();
    ROLLED
    for (int i = 0; i < cluster.blocks; i++)
      least = min (least, (uint32_t)slots[i]);
    if (thread == 0)
      c->lowest = NOTHING;
    slot_turn ^= 1;
    return least;
  }

  /* --- sums --- */

  /* cf_snake_walk_sums() of entries that are narrow, or not: some loads at
   * once. */
  template <bool is_narrow>
  __device__ __forceinline__ CfSnakeSums
  walk_sums (const CfSnakeWalk &walk, int first, int stride) const
  {
    const int64_t slope = walk.slope * stride, pitch = k.rows.pitch * stride;
    int64_t position = walk.position + first * walk.slope;
    int64_t row = k.rows.origin + (walk.top + first) * k.rows.pitch;
    CfSnakeSums sums;
    uint32_t columns = 0; /* below 2^30 */
    uint64_t s = 0, q = 0;

    ROLLED
    for (int i = first; i < walk.rows; i += ENTRIES * stride) {
      uint64_t entry[ENTRIES][2];

#pragma unroll
      for (int e = 0; e < ENTRIES; e++) {
        const bool is_in = i + e * stride < walk.rows;
        const int x = (int)(position >> 32);

        if (is_narrow) {
          entry[e][0] = is_in ? __ldg (k.rows.narrow + (row + x)) : 0;
        } else {
          entry[e][0] = is_in ? __ldg (&k.rows.wide[row + x].s) : 0;
          entry[e][1] = is_in ? __ldg (&k.rows.wide[row + x].q) : 0;
        }
        columns += is_in ? x : 0;
        position += slope;
        row += pitch;
      }
#pragma unroll
      for (int e = 0; e < ENTRIES; e++) {
        s += is_narrow ? (uint32_t)entry[e][0] : entry[e][0];
        q += is_narrow ? entry[e][0] >> 32 : entry[e][1];
      }
    }
    sums.n = walk.sign * (int64_t)columns;
    sums.s = walk.sign * (int64_t)s;
    sums.q = walk.sign * (int64_t)q;
    return sums;
  }

  __device__ __forceinline__ CfSnakeSums
  segment_sums (CfSnakePoint from, CfSnakePoint to, int first, int stride) const
  {
    const CfSnakeWalk walk = cf_snake_walk (from, to);

    return k.rows.narrow ? walk_sums<true> (walk, first, stride)
                         : walk_sums<false> (walk, first, stride);
  }

  /* Sums up all segments anew, after a barrier of the cluster since which
   * segments have not been read. */
  __device__ __forceinline__ void
  sum_up ()
  {
    ROLLED
    for (int i = cluster.rank * WARPS + warp; i < n;
         i += cluster.blocks * WARPS) {
      const CfSnakeSums sums =
          add_warp (segment_sums (points[i], points[after (i)], lane, 32));
      const int part = lane % 4;

      if (part < 3)
        ROLLED
      for (int to = lane / 4; to < cluster.blocks; to += 8)
        publish ((uint64_t *)&segments[i] + part, to,
            (uint64_t)(part == 0   ? sums.n
                       : part == 1 ? sums.s
                                   : sums.q));
    }
    cluster.barrier ();
    if (warp == 0) {
      CfSnakeSums inside = { 0, 0, 0 };

      ROLLED
      for (int i = lane; i < n; i += 32)
        inside = cf_snake_sums_add (inside, segments[i]);
      inside = add_warp (inside);

      const double j = criterion_of_lanes (c->scene, inside, lane & 1, 1);

      if (lane == 0) {
        c->inside = inside;
        c->j = j;
      }
    }
    __syncthreads ();
  }

  __device__ __forceinline__ CfSnakeSums
  without_node (int i) const
  {
    return cf_snake_sums_subtract (
        cf_snake_sums_subtract (c->inside, segments[before (i)]), segments[i]);
  }

  __device__ __forceinline__ bool
  is_inside (CfSnakePoint q) const
  {
    return q.x >= c->task.left && q.x <= c->task.right && q.y >= c->task.top
           && q.y <= c->task.bottom;
  }

  /* --- snake_phase.cuh --- */

  __device__ __forceinline__ void list_nodes (int phases_done);
  __device__ __forceinline__ void find_places (
      int i, int member, int team, int step, CfSnakeRecord *places);
  __device__ __forceinline__ void publish_best (
      int i, const CfSnakeRecord *places, CfSnakeRecord *to);
  __device__ __forceinline__ const CfSnakeRecord *find_moves (
      int count, int step);
  __device__ __forceinline__ bool moves_touch (
      int a, CfSnakePoint qa, int b, CfSnakePoint qb) const;
  __device__ __forceinline__ void find_touching (
      int count, const CfSnakeRecord *found);
  __device__ __forceinline__ Moves judge_moves (
      int count, const CfSnakeRecord *found) const;
  __device__ __forceinline__ Moves choose_moves (
      int count, const CfSnakeRecord *found);
  __device__ __forceinline__ void make_moves (
      int count, const CfSnakeRecord *found, const Moves &moves);
  __device__ __forceinline__ void run_phases (int step);

  /* --- snake_prune.cuh --- */

  __device__ __forceinline__ const CfSnakeRecord *find_removals ();
  __device__ __forceinline__ void take_out (const CfSnakeRecord *found);
  __device__ __forceinline__ void remove_nodes (
      const CfSnakeRecord *found, int &idle);
  __device__ __forceinline__ void prune ();

  /* --- snake_split.cuh --- */

  __device__ __forceinline__ void build_with_middles ();
  __device__ __forceinline__ void mark_long (int step);
  __device__ __forceinline__ void split (int step);

  /* --- snake.cu --- */

  __device__ __forceinline__ void run_level (int step);
  __device__ __forceinline__ void run_levels (int step);
  __device__ __forceinline__ CfSnakeSums sum_window ();
  __device__ __forceinline__ int begin (const CfKernelSnakeTask *task);
  __device__ __forceinline__ void run (int number);
};

} // namespace
