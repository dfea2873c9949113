/* A contour on its way from a start to where it stays: what cpu/snake_contour.c
 * does, step for step, by all threads of a cluster.
 *
 * Every block has all of the contour in its own memory and changes it as all
 * others do. What takes long, what nodes would gain by moving and whether
 * segments touch, they share: records and numbers go through memory, and a
 * barrier of the cluster parts writing from reading. Bound by how long a phase
 * takes from one of these barriers to the next: few loads, one behind the
 * other. */
#include "cfsnakemove.h"
#include "cfsnakesearch.h"
#include "cluster.cuh"
#include "dynamic.cuh"
#include "snakekernels.h"
#include "warp.cuh"

#define WARPS (CF_SNAKE_THREADS / 32)
#define DIRECTIONS CF_SNAKE_DIRECTIONS
#define NOTHING 0xffffffffu

namespace
{

/* What a block's threads know in common. */
struct Common {
  CfSnakeScene scene;
  CfSnakeSums inside;
  CfSnakeSums partial[WARPS];
  CfSnakeSums side[WARPS][DIRECTIONS][2]; /* of a node's places */
  double j;
  CfSnakePair best; /* the change that is best alone: first is its number */
  int32_t n_chosen;
  int32_t is_any;
  int32_t takes_all;
  uint32_t lowest;
};

static __device__ __forceinline__ CfSnakeSums
add_lanes (CfSnakeSums v, int lanes)
{
  v.n = sum_lanes (v.n, lanes);
  v.s = sum_lanes (v.s, lanes);
  v.q = sum_lanes (v.q, lanes);
  return v;
}

static __device__ __forceinline__ bool
any_lane (bool flag)
{
  return __ballot_sync (CF_ALL_LANES, flag) != 0;
}

struct Contour {
  const CfKernelSnake &k;
  const CfKernelSnakeTask &task;
  const Cluster cluster;
  const int thread, warp, lane;
  Common *c;
  CfSnakePoint *points, *next;
  CfSnakeSums *segments;             /* from point i to the next */
  int32_t *nodes, *changes, *origin; /* of a phase; those that change; of next:
                                        after which it is new */
  uint8_t *active, *marks, *is_new, *dropped;
  CfSnakeRecord *records; /* of all blocks */
  uint32_t *slots;
  uint32_t turn; /* of slots */
  int n, n_changes, n_next;
  int phases, levels;
  bool limited;

  __device__
  Contour (const CfKernelSnake &k, int number, const Cluster &cluster,
      uint8_t *memory)
      : k (k), task (k.tasks[number]), cluster (cluster), thread (threadIdx.x),
        warp (threadIdx.x / 32), lane (threadIdx.x % 32),
        records (k.scratch.records + (int64_t)number * k.max_nodes),
        slots (k.scratch.slots + number * CF_SNAKE_SLOTS), turn (0), phases (0),
        levels (0), limited (false)
  {
    c = (Common *)memory;
    segments = (CfSnakeSums *)(c + 1);
    points = (CfSnakePoint *)(segments + k.max_nodes);
    next = points + k.max_nodes;
    nodes = (int32_t *)(next + k.max_nodes);
    changes = nodes + k.max_nodes;
    origin = changes + k.max_nodes;
    active = (uint8_t *)(origin + k.max_nodes);
    marks = active + k.max_nodes;
    is_new = marks + k.max_nodes;
    dropped = is_new + k.max_nodes;
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

  /* The numbers 0...count - 1 that `is_chosen`, in order: `take` gets the place
   * and the number. How many. */
  template <typename IsChosen, typename Take>
  __device__ __forceinline__ int
  choose (int count, const IsChosen &is_chosen, const Take &take)
  {
    __syncthreads ();
    if (warp == 0) {
      int place = 0;

      for (int base = 0; base < count; base += 32) {
        const int i = base + lane;
        const bool flag = i < count && is_chosen (i);
        const uint32_t flags = __ballot_sync (CF_ALL_LANES, flag);

        if (flag)
          take (place + __popc (flags & ((1u << lane) - 1)), i);
        place += __popc (flags);
      }
      if (lane == 0)
        c->n_chosen = place;
    }
    __syncthreads ();
    return c->n_chosen;
  }

  /* The least of the numbers 0...count - 1 for which all lanes of a warp, or
   * some, find `is_so`; NOTHING where there is none. The cluster shares them.
   */
  template <typename IsSo>
  __device__ __forceinline__ uint32_t
  find_least (int count, const IsSo &is_so)
  {
    uint32_t *slot = &slots[turn % CF_SNAKE_SLOTS];

    for (int i = cluster.rank * WARPS + warp; i < count;
         i += cluster.blocks * WARPS)
      if (any_lane (is_so (i))) {
        if (lane == 0)
          atomicMin (slot, (uint32_t)i);
        break;
      }
    /* all have read this one two barriers ago */
    if (cluster.rank == 0 && thread == 0)
      slots[(turn + 2) % CF_SNAKE_SLOTS] = NOTHING;
    turn++;
    cluster.barrier ();
    if (thread == 0)
      c->lowest = load_shared (slot);
    __syncthreads ();
    return c->lowest;
  }

  /* A warp adds up sums (i), i < count, which are in this block's memory. */
  template <typename Sums>
  __device__ __forceinline__ CfSnakeSums
  add_up (int count, const Sums &sums) const
  {
    CfSnakeSums sum = { 0, 0, 0 };

    for (int i = lane; i < count; i += 32)
      sum = cf_snake_sums_add (sum, sums (i));
    return add_lanes (sum, 32);
  }

  __device__ __forceinline__ CfSnakeSums
  segment_sums (CfSnakePoint a, CfSnakePoint b, int first, int stride) const
  {
    return cf_snake_walk_sums (&k.rows, cf_snake_walk (a, b), first, stride);
  }

  __device__ void
  sum_up ()
  {
    const int lanes = n >= CF_SNAKE_THREADS / 32 ? 4 : 32;
    const int groups = CF_SNAKE_THREADS / lanes;

    __syncthreads ();
    for (int base = 0; base < n; base += groups) {
      const int i = base + thread / lanes;
      CfSnakeSums sums = { 0, 0, 0 };

      if (i < n)
        sums =
            segment_sums (points[i], points[after (i)], thread % lanes, lanes);
      sums = add_lanes (sums, lanes);
      if (i < n && thread % lanes == 0)
        segments[i] = sums;
    }
    __syncthreads ();
    if (warp == 0) {
      const CfSnakeSums inside =
          add_up (n, [&] (int i) { return segments[i]; });

      if (lane == 0) {
        c->inside = inside;
        c->j = cf_snake_criterion (&c->scene, inside);
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
    return q.x >= task.left && q.x <= task.right && q.y >= task.top
           && q.y <= task.bottom;
  }

  /* A warp finds the best move of node i that touches nothing, from the sums of
   * its places. */
  __device__ __forceinline__ void
  judge_moves (int i, const CfSnakeSums (&side)[DIRECTIONS][2], int step)
  {
    double own = CF_SNAKE_IMPOSSIBLE, j[DIRECTIONS];
    bool is_out = false;
    CfSnakeRecord record = {};
    uint32_t tried;

    if (lane < DIRECTIONS) {
      is_out = !is_inside (cf_snake_neighbour (points[i], lane, step));
      if (!is_out)
        own = cf_snake_criterion (
            &c->scene, cf_snake_sums_add (without_node (i),
                           cf_snake_sums_add (side[lane][0], side[lane][1])));
    }
    tried = __ballot_sync (CF_ALL_LANES, is_out);
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++)
      j[d] = shuffle_double (own, d);

    for (;;) {
      const int d =
          cf_snake_best_direction (j, tried, c->j - CF_SNAKE_MOVE_GAIN);

      if (d < 0)
        break;
      record.to = cf_snake_neighbour (points[i], d, step);
      if (!any_lane (
              cf_snake_place_touches (points, n, i, record.to, lane, 32))) {
        record.one = side[d][0];
        record.other = side[d][1];
        record.j = shuffle_double (own, d);
        record.found = 1;
        break;
      }
      tried |= 1u << d;
    }
    if (lane == 0)
      records[i] = record;
  }

  /* Records of the moves of nodes[0...count - 1]. A warp takes a node, or eight
   * warps do where there are enough. */
  __device__ void
  find_moves (int count, int step)
  {
    const bool is_wide = count * DIRECTIONS <= cluster.blocks * WARPS;
    const int lanes = is_wide ? 32 : 32 / DIRECTIONS;
    const int batch = is_wide ? WARPS / DIRECTIONS : WARPS;
    const int place = is_wide ? warp / DIRECTIONS : warp;
    const int d = is_wide ? warp % DIRECTIONS : lane / lanes;

    for (int first = cluster.rank * batch; first < count;
         first += cluster.blocks * batch) {
      CfSnakeSums one = { 0, 0, 0 }, other = { 0, 0, 0 };

      if (first + place < count) {
        const int i = nodes[first + place];
        const CfSnakePoint q = cf_snake_neighbour (points[i], d, step);

        if (is_inside (q)) {
          one = segment_sums (points[before (i)], q, lane % lanes, lanes);
          other = segment_sums (q, points[after (i)], lane % lanes, lanes);
        }
      }
      one = add_lanes (one, lanes);
      other = add_lanes (other, lanes);
      if (lane % lanes == 0) {
        c->side[place][d][0] = one;
        c->side[place][d][1] = other;
      }
      __syncthreads ();
      if (warp < batch && first + warp < count)
        judge_moves (nodes[first + warp], c->side[warp], step);
      __syncthreads ();
    }
    cluster.barrier ();
  }

  /* changes: those of nodes[0...count - 1] that were found, `most` at most; the
   * best of them. */
  __device__ void
  collect_changes (int count, int most)
  {
    n_changes = choose (
        count,
        [&] (int i) { return load_shared (&records[nodes[i]].found) != 0; },
        [&] (int place, int i) {
          if (place >= most)
            return;
          changes[place] = nodes[i];
          dropped[place] = 0;
        });
    n_changes = min (n_changes, most);
    if (warp == 0) {
      CfSnakePair best = { CF_SNAKE_IMPOSSIBLE, 0x7fffffff, 0 };

      for (int i = lane; i < n_changes; i += 32) {
        const double j = load_shared (&records[changes[i]].j);

        if (j < best.j || best.first == 0x7fffffff)
          best = CfSnakePair{ j, i, 0 };
      }
      for (int d = 16; d > 0; d /= 2) {
        const double j = shuffle_double (best.j, lane ^ d);
        const int first = __shfl_xor_sync (CF_ALL_LANES, best.first, d);

        if (j < best.j || (j == best.j && first < best.first))
          best = CfSnakePair{ j, first, 0 };
      }
      if (lane == 0)
        c->best = best;
    }
    __syncthreads ();
  }

  /* Leaves the best change alone. */
  __device__ __forceinline__ void
  keep_best ()
  {
    for (int i = thread; i < n_changes; i += CF_SNAKE_THREADS)
      dropped[i] = i != c->best.first;
    __syncthreads ();
  }

  __device__ __forceinline__ CfSnakeSums
  delta_of_move (int i) const
  {
    const CfSnakeRecord r = load_shared (&records[changes[i]]);

    return cf_snake_sums_subtract (
        cf_snake_sums_add (
            cf_snake_sums_add (without_node (changes[i]), r.one), r.other),
        c->inside);
  }

  /* Makes the moves that were found, or where these together do not lower J,
   * the best alone. `next` has where nodes were. */
  __device__ void
  make_moves ()
  {
    for (int i = thread; i < n_changes; i += CF_SNAKE_THREADS) {
      next[i] = points[changes[i]];
      points[changes[i]] = load_shared (&records[changes[i]].to);
    }
    __syncthreads ();
    for (;;) {
      const uint32_t lowest = find_least (n_changes, [&] (int i) {
        return !dropped[i]
               && cf_snake_place_touches (
                   points, n, changes[i], points[changes[i]], lane, 32);
      });

      if (lowest == NOTHING)
        break;
      if (thread == 0) {
        points[changes[lowest]] = next[lowest];
        dropped[lowest] = 1;
      }
      __syncthreads ();
    }

    if (warp == 0) {
      const CfSnakeSums all = add_up (n_changes, [&] (int i) {
        return dropped[i] ? CfSnakeSums{ 0, 0, 0 } : delta_of_move (i);
      });
      const CfSnakeSums best = delta_of_move (c->best.first);

      __syncwarp ();
      if (lane == 0) {
        const CfSnakeSums inside = cf_snake_sums_add (c->inside, all);
        const double j = cf_snake_criterion (&c->scene, inside);

        c->takes_all = j < c->j;
        c->inside = c->takes_all ? inside : cf_snake_sums_add (c->inside, best);
        c->j = c->takes_all ? j : c->best.j;
      }
    }
    __syncthreads ();
    if (!c->takes_all) {
      for (int i = thread; i < n_changes; i += CF_SNAKE_THREADS)
        points[changes[i]] = i == c->best.first
                                 ? load_shared (&records[changes[i]].to)
                                 : next[i];
      keep_best ();
    }
    for (int i = thread; i < n_changes; i += CF_SNAKE_THREADS) {
      if (dropped[i])
        continue;

      const int node = changes[i];
      const CfSnakeRecord r = load_shared (&records[node]);

      segments[before (node)] = r.one;
      segments[node] = r.other;
      active[before (node)] = active[node] = active[after (node)] = 1;
    }
    __syncthreads ();
  }

  __device__ void
  run_phases (int step)
  {
    for (int i = thread; i < n; i += CF_SNAKE_THREADS)
      active[i] = 1;
    for (int phase = 0;; phase++) {
      const int count = choose (
          n,
          [&] (int i) { return active[i] && cf_snake_in_phase (i, n, phase); },
          [&] (int place, int i) { nodes[place] = i; });

      if (count == 0) {
        if (choose (
                n, [&] (int i) { return active[i] != 0; }, [] (int, int) {})
            == 0)
          return;
        if (phases == k.max_iterations) {
          limited = true;
          return;
        }
        continue;
      }
      if (phases == k.max_iterations) {
        limited = true;
        return;
      }
      find_moves (count, step);
      for (int i = thread; i < count; i += CF_SNAKE_THREADS)
        if (!load_shared (&records[nodes[i]].found))
          active[nodes[i]] = 0;
      collect_changes (count, count);
      if (n_changes > 0)
        make_moves ();
      /* records are written again */
      cluster.barrier ();
      phases++;
    }
  }

  /* next: the nodes that are not changed. */
  __device__ void
  build_without_changes ()
  {
    __syncthreads ();
    for (int i = thread; i < n; i += CF_SNAKE_THREADS)
      marks[i] = 0;
    __syncthreads ();
    for (int i = thread; i < n_changes; i += CF_SNAKE_THREADS)
      if (!dropped[i])
        marks[changes[i]] = 1;
    n_next = choose (
        n, [&] (int i) { return !marks[i]; },
        [&] (int place, int i) { next[place] = points[i]; });
  }

  /* next: a node in the middle of each marked segment. */
  __device__ void
  build_with_middles ()
  {
    __syncthreads ();
    if (warp == 0) {
      int more = 0;

      for (int base = 0; base < n; base += 32) {
        const int i = base + lane;
        const bool flag = i < n && marks[i];
        const uint32_t flags = __ballot_sync (CF_ALL_LANES, flag);
        const int place = i + more + __popc (flags & ((1u << lane) - 1));

        if (i < n) {
          next[place] = points[i];
          is_new[place] = 0;
        }
        if (flag) {
          next[place + 1] = cf_snake_middle (points[i], points[after (i)]);
          is_new[place + 1] = 1;
          origin[place + 1] = i;
        }
        more += __popc (flags);
      }
      if (lane == 0)
        c->n_chosen = n + more;
    }
    __syncthreads ();
    n_next = c->n_chosen;
  }

  __device__ void
  take_next ()
  {
    CfSnakePoint *const was = points;

    points = next;
    next = was;
    n = n_next;
    sum_up ();
  }

  /* Records of nodes of a phase whose removal is cheap and touches nothing. */
  __device__ void
  find_removals (int count)
  {
    for (int first = cluster.rank * WARPS; first < count;
         first += cluster.blocks * WARPS) {
      const int i = first + warp < count ? nodes[first + warp] : -1;

      if (i >= 0) {
        const CfSnakeSums inside = cf_snake_sums_add (without_node (i),
            add_lanes (
                segment_sums (points[before (i)], points[after (i)], lane, 32),
                32));
        CfSnakeRecord record = {};

        record.one = cf_snake_sums_subtract (inside, c->inside);
        record.j = cf_snake_criterion (&c->scene, inside);
        record.found =
            record.j < c->j + CF_SNAKE_NODE_COST
            && !any_lane (cf_snake_bridge_touches (points, n, i, lane, 32));
        if (lane == 0)
          records[i] = record;
      }
    }
    cluster.barrier ();
  }

  /* Removes what can be removed together at less than its cost, else the node
   * that is worth least. */
  __device__ bool
  remove_nodes (int phase)
  {
    const int count = choose (
        n, [&] (int i) { return cf_snake_in_phase (i, n, phase) != 0; },
        [&] (int place, int i) { nodes[place] = i; });

    find_removals (count);
    collect_changes (count, n - CF_SNAKE_NODES_MIN);
    if (n_changes > 0) {
      if (warp == 0) {
        const CfSnakeSums all = add_up (n_changes,
            [&] (int i) { return load_shared (&records[changes[i]].one); });

        if (lane == 0)
          c->takes_all =
              cf_snake_criterion (&c->scene, cf_snake_sums_add (c->inside, all))
              < c->j + CF_SNAKE_NODE_COST * n_changes;
      }
      __syncthreads ();
      if (!c->takes_all)
        keep_best ();
      build_without_changes ();
    }
    /* records are written again */
    cluster.barrier ();
    if (n_changes == 0)
      return false;
    take_next ();
    return true;
  }

  __device__ void
  prune ()
  {
    int idle = 0;

    for (int phase = 0; idle < (n % 2 == 0 ? 2 : 4); phase++)
      idle = remove_nodes (phase) ? 0 : idle + 1;
  }

  /* Splits long segments, except where the rounded middle would make thin parts
   * touch. */
  __device__ void
  split (int step)
  {
    const int room = k.max_nodes - n;
    int n_long;

    __syncthreads ();
    for (int i = thread; i < n; i += CF_SNAKE_THREADS)
      marks[i] = 0;
    n_long = choose (
        n,
        [&] (int i) {
          return cf_snake_is_long (
                     points[i], points[after (i)], step, k.min_segment)
                 != 0;
        },
        [&] (int place, int i) { marks[i] = place < room; });
    if (n_long > room)
      limited = true;
    build_with_middles ();
    for (;;) {
      const uint32_t lowest = find_least (n_next, [&] (int i) {
        return is_new[i]
               && cf_snake_place_touches (next, n_next, i, next[i], lane, 32);
      });

      if (lowest == NOTHING)
        break;
      if (thread == 0)
        marks[origin[lowest]] = 0;
      build_with_middles ();
    }
    take_next ();
  }

  __device__ void
  run_level (int step)
  {
    if (limited && phases == k.max_iterations)
      return;
    levels++;
    run_phases (step);
    prune ();
  }

  __device__ void
  run_levels (int step)
  {
    for (; step > 1; step /= 2) {
      run_level (step);
      split (step / 2);
    }
    run_level (1);
    for (step = CF_SNAKE_SETTLE_STEP; step >= 1; step /= 2)
      run_level (step);
  }

  /* Sums of the window. */
  __device__ CfSnakeSums
  sum_window ()
  {
    CfSnakeSums sum = { 0, 0, 0 };

    for (int y = task.top + thread; y < task.bottom; y += CF_SNAKE_THREADS)
      sum = cf_snake_sums_add (sum,
          cf_snake_sums_subtract (cf_snake_rows_at (&k.rows, task.right, y),
              cf_snake_rows_at (&k.rows, task.left, y)));
    sum = add_lanes (sum, 32);
    if (lane == 0)
      c->partial[warp] = sum;
    __syncthreads ();
    sum = CfSnakeSums{ 0, 0, 0 };
    for (int i = 0; i < WARPS; i++)
      sum = cf_snake_sums_add (sum, c->partial[i]);
    return sum;
  }

  /* The start's nodes; its step, or 0: there is none. */
  __device__ int
  begin ()
  {
    const CfSnakeSums all = sum_window ();
    const CfSnakePoint *from = k.points + task.points_at;
    int step = task.step;

    n = task.n_points;
    if (thread == 0)
      c->scene =
          cf_snake_scene (all, (CfSnakeModel)k.model, (CfSnakeTarget)k.target);
    if (n == 0) {
      const int left = cf_snake_edge (k.search->edge[0], k.width);
      const int top = cf_snake_edge (k.search->edge[1], k.height);
      const int right = cf_snake_edge (k.search->edge[2], k.width);
      const int bottom = cf_snake_edge (k.search->edge[3], k.height);

      if (!(k.search->lowest < CF_SNAKE_IMPOSSIBLE))
        return 0;
      n = 4;
      if (thread < 4)
        points[thread] = CfSnakePoint{ thread < 2 ? left : right,
          thread == 0 || thread == 3 ? top : bottom };
      if (step == 0)
        step = cf_snake_search_step (right - left, bottom - top);
    } else {
      for (int i = thread; i < n; i += CF_SNAKE_THREADS)
        points[i] = from[task.reverse ? n - 1 - i : i];
    }
    sum_up ();
    return step;
  }

  __device__ void
  run (CfKernelSnakeOutcome *outcome)
  {
    const int step = begin ();
    CfSnakePoint *to = (CfSnakePoint *)(outcome + 1);

    if (step > 0) {
      if (task.prune)
        prune ();
      run_levels (step);
    }
    if (cluster.rank != 0)
      return;
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
  const int number = blockIdx.x / cluster.blocks;
  uint8_t *memory = (uint8_t *)shared;

  if (k.scratch.blocks)
    memory = k.scratch.blocks + blockIdx.x * k.scratch.block_size;

  Contour contour (k, number, cluster, memory);

  contour.run ((CfKernelSnakeOutcome *)(k.outcomes + number * k.outcome_size));
}
