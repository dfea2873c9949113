/* A contour on its way from a start to where it stays: what cpu/snake_contour.c
 * does, step for step, by all threads of a cluster.
 *
 * Every block has all of the contour in its own memory and changes it as all
 * others do. What takes long, what nodes would gain by moving and whether
 * segments touch, they share: each writes what it finds into the memory of all,
 * and a barrier of the cluster parts writing from reading. Such memory comes
 * twice and they take turns, so that one barrier is enough. Bound by how long
 * that takes from one barrier to the next: few steps, one behind the other;
 * what is short one warp does alone, of each block, without barriers. */
#include "cfsnakemove.h"
#include "cfsnakesearch.h"
#include "cluster.cuh"
#include "dynamic.cuh"
#include "snakekernels.h"
#include "warp.cuh"

#define WARPS (CF_SNAKE_THREADS / 32)
#define DIRECTIONS CF_SNAKE_DIRECTIONS
#define NOTHING 0xffffffffu
/* The code is longer than what it does: it must fit the caches. */
#define ROLLED CF_SHARED_ROLLED
#define CLUSTER_MAX 16
/* Logarithm of the warps that find a node's moves: one for each direction, at
 * most. */
#define TEAM_MAX 3
/* Entries of a segment that a lane loads before it adds them up. */
#define ENTRIES 8

namespace
{

/* What a block's threads know in common. */
struct Common {
  CfSnakeRecord places[WARPS][DIRECTIONS]; /* of nodes in work */
  CfKernelSnakeTask task;
  CfSnakeScene scene;
  CfSnakeSums inside;
  CfSnakeSums partial[WARPS];
  double j;
  uint64_t slots[2][CLUSTER_MAX]; /* each block's */
  int32_t count;                  /* nodes of a phase */
  int32_t n_next, limited, changed;
  uint32_t lowest;
};

static_assert (WARPS >= DIRECTIONS, "room for the largest team");
static_assert (sizeof (Common) <= CF_SNAKE_COMMON_BYTES, "room for it");
static_assert (sizeof (CfSnakeRecord) == 64, "four parts of 16 bytes");

static __device__ __forceinline__ CfSnakeSums
sums_of_lane (CfSnakeSums v, int mask)
{
  return CfSnakeSums{ (int64_t)shuffle_xor ((uint64_t)v.n, mask),
    (int64_t)shuffle_xor ((uint64_t)v.s, mask),
    (int64_t)shuffle_xor ((uint64_t)v.q, mask) };
}

/* That of groups of `lanes` lanes, a power of two, in all of them. */
static __device__ __forceinline__ CfSnakeSums
add_lanes (CfSnakeSums v, int lanes)
{
  ROLLED
  for (int d = lanes / 2; d > 0; d /= 2)
    v = cf_snake_sums_add (v, sums_of_lane (v, d));
  return v;
}

static __device__ __forceinline__ CfSnakeSums
add_warp (CfSnakeSums v)
{
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    v = cf_snake_sums_add (v, sums_of_lane (v, d));
  return v;
}

static __device__ __forceinline__ bool
any_lane (bool flag)
{
  return __ballot_sync (CF_ALL_LANES, flag) != 0;
}

static __device__ __forceinline__ uint32_t
lanes_below (int lane)
{
  return (1u << lane) - 1;
}

/* J by two lanes, `mask` apart, of which one is the `outer`: each has one
 * region's part. */
static __device__ __forceinline__ double
criterion_of_lanes (
    const CfSnakeScene &scene, CfSnakeSums in, bool outer, int mask)
{
  const double part = cf_snake_part (
      &scene, outer ? cf_snake_sums_subtract (scene.all, in) : in);

  return cf_snake_join (&scene, in, part, shuffle_double_xor (part, mask));
}

/* A value that comes with its number: the least one, the first of equal ones,
 * of all lanes. */
struct Least {
  double value;
  int number;

  __device__ __forceinline__ void
  take (double other, int other_number)
  {
    if (other < value || (other == value && other_number < number)) {
      value = other;
      number = other_number;
    }
  }

  __device__ __forceinline__ void
  of_lanes (int lanes)
  {
    ROLLED
    for (int d = lanes / 2; d > 0; d /= 2) {
      const double other = shuffle_double_xor (value, d);

      take (other, __shfl_xor_sync (CF_ALL_LANES, number, d));
    }
  }
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

  /* Behind it records are filled. */
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

  /* Those of all segments, anew. Behind a barrier of the cluster after which
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

  /* --- a phase --- */

  /* One warp: the active nodes of the next phase that has some. */
  __device__ __forceinline__ void
  list_nodes (int phases_done)
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
  find_places (int i, int member, int team, int step, CfSnakeRecord *places)
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
        cf_snake_sums_add (
            without_node (i), cf_snake_sums_add (r.one, r.other)),
        is_second, lanes);
    if (!is_place)
      r.j = CF_SNAKE_IMPOSSIBLE;
    r.to = q;
    if ((lane & (2 * lanes - 1)) == 0)
      places[d] = r;
  }

  /* A warp publishes the best of node i's places that touches nothing. */
  __device__ __forceinline__ void
  publish_best (int i, const CfSnakeRecord *places, CfSnakeRecord *to)
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
  find_moves (int count, int step)
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

  /* Whether the moves of two listed nodes, the first of lower number, touch
   * each other. Alone neither touches anything. */
  __device__ __forceinline__ bool
  moves_touch (int a, CfSnakePoint qa, int b, CfSnakePoint qb) const
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
  find_touching (int count, const CfSnakeRecord *found)
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

  /* What the moves that were found make together; where that does not lower J,
   * the best of them does alone. */
  struct Moves {
    CfSnakeSums inside;
    double j;
    int best; /* number in the list; from its length on: nothing was found */
    bool takes_all;
  };

  /* One warp. */
  __device__ __forceinline__ Moves
  judge_moves (int count, const CfSnakeRecord *found) const
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
  choose_moves (int count, const CfSnakeRecord *found)
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
  make_moves (int count, const CfSnakeRecord *found, const Moves &moves)
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
  run_phases (int step)
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

  /* --- nodes that are worth nothing --- */

  /* Records of all nodes whose removal is cheap and touches nothing. */
  __device__ __forceinline__ const CfSnakeRecord *
  find_removals ()
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
  take_out (const CfSnakeRecord *found)
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
  remove_nodes (const CfSnakeRecord *found, int &idle)
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
  prune ()
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

  /* --- between levels --- */

  /* One warp makes next: a node in the middle of each marked segment. */
  __device__ __forceinline__ void
  build_with_middles ()
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
  mark_long (int step)
  {
    const int room = k.max_nodes - n;
    int count = 0;

    ROLLED
    for (int base = 0; base < n; base += 32) {
      const int i = base + lane;
      const bool is_long = i < n
                           && cf_snake_is_long (points[i], points[after (i)],
                               step, k.min_segment);
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
  split (int step)
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

  /* With step 0 nodes are removed alone. */
  __device__ __forceinline__ void
  run_level (int step)
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
  run_levels (int step)
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

  /* --- begin and end --- */

  /* Sums of the window. */
  __device__ __forceinline__ CfSnakeSums
  sum_window ()
  {
    CfSnakeSums sum = { 0, 0, 0 };

#pragma unroll 4
    for (int y = c->task.top + thread; y < c->task.bottom;
         y += CF_SNAKE_THREADS)
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
  begin (const CfKernelSnakeTask *task)
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
  run (int number)
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
};

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
