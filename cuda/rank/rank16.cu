/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Percentile of windows of any size, samples of two bytes. A block sorts all
 * samples that its tile's windows hold by counting, and gives them codes of
 * eight bits that go through rank.cuh's passes. It remains to choose among the
 * samples that have the result's code, in order, the k-th in the window: some
 * hundred at most.
 *
 * CF_SMALL: values of up to CF_RANK_SMALL_BITS. The counters are in shared
 * memory, which the passes use later, and all samples of a value have one code:
 * that of the rank in the middle of theirs. Where a code has one value alone,
 * as all have in a tile of few values, nothing is left to choose. Else a code
 * is a rank scaled to eight bits, and the counters are in scratch. */
#include "cuda/rank/rank.cuh"

#define LISTED (CF_RANK_LIST_UNIT / CODES) /* a code's ranks are a multiple */
#define TOGETHER CF_RANK_TOGETHER          /* samples that are read at once */
#define FOUND 4                            /* results that are read at once */
#define CODES 256

namespace
{

constexpr bool small = CF_SMALL;

/* The samples of a tile's windows, and a block's tables of them. */
struct Samples {
  const uint8_t *src;
  int64_t stride;
  int width, height;
  uint32_t *bins; /* a counter of 16 bits for each value */
  int n_bins;
  uint16_t *list; /* by rank: y << 8 | x */
  uint8_t *codes;
  int code_pitch;
  uint32_t per_code; /* not small: ranks of a code, a multiple of LISTED */
  uint2 *ranges;     /* small: see Range */
};

/* A code's samples are in the list from `first` on; if it has but one value,
 * they are not there. */
struct Range {
  uint32_t first, n, value;
  bool single;

  __device__ __forceinline__
  Range (const Samples &s, uint32_t code)
  {
    if (small) {
      const uint2 word = s.ranges[code];

      first = word.x & 0xffff;
      n = word.x >> 16;
      value = word.y & 0xffff;
      single = word.y >> 16;
    } else {
      first = code * s.per_code;
      n = min (s.per_code, (uint32_t)(s.width * s.height) - first);
      value = 0;
      single = false;
    }
  }

  static __device__ __forceinline__ uint2
  pack (uint32_t first, uint32_t n, uint32_t value, bool single)
  {
    return make_uint2 (first | n << 16, value | (uint32_t)single << 16);
  }
};

__device__ __forceinline__ uint32_t
load_sample (const Samples &s, int x, int y)
{
  return ((const uint16_t *)(s.src + y * s.stride))[x];
}

/* Counts a value in its half of a word; returns the word as it was. */
__device__ __forceinline__ uint32_t
count (const Samples &s, uint32_t value)
{
  return atomicAdd (s.bins + value / 2, value % 2 ? 0x10000 : 1);
}

/* Calls emit (x, y, value) for all samples, TOGETHER from x on at once. */
template <typename Emit>
__device__ __forceinline__ void
for_samples (const Samples &s, const Emit &emit)
{
  const int across = s.width / TOGETHER;
  const int step_x = blockDim.x % across, step_y = blockDim.x / across;
  int x = threadIdx.x % across, y = threadIdx.x / across;
  uint4 next = make_uint4 (0, 0, 0, 0);

  if (y < s.height)
    next = *(const uint4 *)(s.src + y * s.stride + x * 16);
#pragma unroll 1
  while (y < s.height) {
    const uint32_t word[TOGETHER / 2] = { next.x, next.y, next.z, next.w };
    const int this_x = x * TOGETHER, this_y = y;
    uint32_t value[TOGETHER];

    x += step_x;
    y += step_y;
    if (x >= across) {
      x -= across;
      y++;
    }
    if (y < s.height)
      next = *(const uint4 *)(s.src + y * s.stride + x * 16);
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      value[i] = i % 2 ? word[i / 2] >> 16 : word[i / 2] & 0xffff;
    emit (this_x, this_y, value);
  }
}

/* Counts become the ranks of their values' first samples. Each warp does its
 * part of the n bins, when it has the sum of those before. Calls
 * emit (value, first rank, count) for each. */
template <typename Emit>
__device__ __forceinline__ void
accumulate (uint32_t *bins, int n, uint32_t *sums, const Emit &emit)
{
  const int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  const int vectors = n / 8 / (blockDim.x / LANES);
  uint4 *at = (uint4 *)bins + warp * vectors;
  uint32_t sum = 0;

#pragma unroll 4
  for (int i = lane; i < vectors; i += LANES) {
    const uint4 v = at[i];
    /* no more than 65535 in all: neither half overflows */
    const uint32_t all = v.x + v.y + v.z + v.w;

    sum += (all & 0xffff) + (all >> 16);
  }
#pragma unroll
  for (int i = 1; i < LANES; i *= 2)
    sum += __shfl_xor_sync (0xffffffff, sum, i);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads ();

  sum = 0;
  for (int i = 0; i < warp; i++)
    sum += sums[i];
#pragma unroll 4
  for (int i = lane; i < vectors; i += LANES) {
    uint4 v = at[i];
    const uint32_t all = v.x + v.y + v.z + v.w;
    const uint32_t own = (all & 0xffff) + (all >> 16);
    uint32_t before = own;
    uint32_t *word[4] = { &v.x, &v.y, &v.z, &v.w };

#pragma unroll
    for (int k = 1; k < LANES; k *= 2) {
      const uint32_t other = __shfl_up_sync (0xffffffff, before, k);

      before += lane >= k ? other : 0;
    }
    const uint32_t total = __shfl_sync (0xffffffff, before, LANES - 1);

    before += sum - own;
    sum += total;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const uint32_t low = *word[k] & 0xffff, high = *word[k] >> 16;

      emit (8 * (warp * vectors + i) + 2 * k, before, low);
      emit (8 * (warp * vectors + i) + 2 * k + 1, before + low, high);
      *word[k] = (before + low) << 16 | before;
      before += low + high;
    }
    at[i] = v;
  }
}

/* Values up to CF_RANK_SMALL_BITS have this in shared memory after the bins. */
struct SmallTables {
  uint32_t *lowest, *highest; /* of a code: its values */
  uint8_t *code;              /* of a value */

  __device__ __forceinline__
  SmallTables (uint32_t *bins, int n_bins)
      : lowest (bins + n_bins / 2), highest (lowest + CODES),
        code ((uint8_t *)(highest + CODES))
  {
  }
};

/* Gives codes to values: scaled ranks first, of which those that occur are
 * numbered. Two values that share one have less than a 128th of all samples
 * together with those between: their middle ranks are less than a 256th apart.
 * Leaves the codes in `lowest`, 0x100 more where they have one value. */
__device__ __forceinline__ void
code_values (const Samples &s, uint32_t *sums)
{
  const SmallTables tables (s.bins, s.n_bins);
  const uint32_t n = s.width * s.height;
  /* twice a middle rank to 0...255; where samples are few, no two share one */
  const uint32_t scale = 0x80000000u / max (n, 129u) << 8;

  accumulate (
      s.bins, s.n_bins, sums, [&] (int value, uint32_t first, uint32_t count) {
        if (count > 0) {
          const uint32_t code = __umulhi (2 * first + count, scale);

          tables.code[value] = (uint8_t)code;
          atomicMin (tables.lowest + code, (uint32_t)value);
          atomicMax (tables.highest + code, (uint32_t)value);
        }
      });
  __syncthreads ();
  if (threadIdx.x >= LANES)
    return;

  uint32_t codes = 0;

  for (int i = threadIdx.x; i < CODES; i += LANES) {
    const uint16_t *rank = (const uint16_t *)s.bins;
    const uint32_t low = tables.lowest[i], high = tables.highest[i];
    const uint32_t all = __ballot_sync (0xffffffff, low <= high);
    const uint32_t code = codes + __popc (all & ((1u << threadIdx.x) - 1));

    if (low <= high) {
      const uint32_t end = high + 1 < (uint32_t)s.n_bins ? rank[high + 1] : n;

      s.ranges[code] =
          Range::pack (rank[low], end - rank[low], low, low == high);
    }
    tables.lowest[i] = code | (uint32_t)(low == high) << 8;
    codes += __popc (all);
  }
}

/* Fills a block's tables. All threads call, and all tables are ready after. */
__device__ __forceinline__ void
sort_samples (const Samples &s, uint32_t *sums)
{
  const SmallTables tables (s.bins, s.n_bins);
  const uint32_t scale = 0xffffffff / s.per_code + 1;

  for (int i = threadIdx.x; i < s.n_bins / 8; i += blockDim.x)
    ((uint4 *)s.bins)[i] = make_uint4 (0, 0, 0, 0);
  for (int i = threadIdx.x; small && i < CODES; i += blockDim.x) {
    tables.lowest[i] = 0xffffffff;
    tables.highest[i] = 0;
  }
  __syncthreads ();
  for_samples (s, [&] (int, int, const uint32_t (&value)[TOGETHER]) {
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      count (s, value[i]);
  });
  __syncthreads ();
  if (small)
    code_values (s, sums);
  else
    accumulate (s.bins, s.n_bins, sums, [] (int, uint32_t, uint32_t) {});
  __syncthreads ();
  for_samples (s, [&] (int x, int y, const uint32_t (&value)[TOGETHER]) {
    uint32_t code[TOGETHER], word[TOGETHER];
    uint32_t packed[TOGETHER / 4] = {};
    bool listed = !small;

    if (small) {
#pragma unroll
      for (int i = 0; i < TOGETHER; i++)
        code[i] = tables.code[value[i]];
#pragma unroll
      for (int i = 0; i < TOGETHER; i++) {
        code[i] = tables.lowest[code[i]];
        listed |= code[i] < CODES;
      }
    }
    /* in an even area nothing is, and all would count at the same place */
    if (listed) {
      /* all before the first is waited for */
#pragma unroll
      for (int i = 0; i < TOGETHER; i++)
        word[i] = count (s, value[i]);
#pragma unroll
      for (int i = 0; i < TOGETHER; i++) {
        const uint32_t rank = word[i] >> value[i] % 2 * 16 & 0xffff;

        s.list[rank] = (uint16_t)((y << 8 | x) + i);
        if (!small)
          code[i] = __umulhi (rank, scale);
      }
    }
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
      packed[i / 4] |= (code[i] & 0xff) << i % 4 * 8;
    *(uint2 *)(s.codes + y * s.code_pitch + x) =
        make_uint2 (packed[0], packed[1]);
  });
  __syncthreads ();
}

/* Returns the place of set bit k, from 0. */
__device__ __forceinline__ int
find_bit (uint32_t word, int k)
{
  int at = 0;

#pragma unroll
  for (int n = 16; n > 0; n /= 2) {
    const int below = __popc (word >> at & ((1u << n) - 1));

    if (k >= below) {
      k -= below;
      at += n;
    }
  }
  return at;
}

/* A warp's candidates of some codes, in its own shared memory, which its passes
 * have left. A slot has a bit for each of 32 candidates; a code has one slot or
 * several that follow. The candidates in columns from x to x + w are
 * columns[x + w] less columns[x], and rows alike. */
struct Candidates {
  enum { NONE, WAITS, FIRST };

  uint8_t *state;           /* of a code: NONE, WAITS, or FIRST + its slot */
  uint32_t *columns, *rows; /* [number of those before it][slot] */
  uint16_t *values;         /* [slot][bit] */
  int slots, words;         /* words of columns and rows */

  __device__ __forceinline__
  Candidates (const CfKernelRank &rank, uint32_t *memory)
      : state ((uint8_t *)memory), columns (memory + CODES / 4),
        slots (rank.slots)
  {
    const int n_columns =
        CF_RANK_SORTED (rank.tile_width + rank.window_width - 1) + 1;
    const int n_rows = CF_RANK_CHUNKS * rank.chunk_rows + rank.window_height;

    rows = columns + n_columns * slots;
    words = (n_columns + n_rows) * slots;
    values = (uint16_t *)(columns + words);
  }

  __device__ __forceinline__ void
  clear (int lane) const
  {
    for (int i = lane; i < words; i += LANES)
      columns[i] = 0;
  }

  /* Puts a code's samples in rows from first_row on into slots from `slot` on;
   * returns the slot after them. */
  __device__ __forceinline__ int
  add (const Samples &s, const Range &range, int first_row, int height,
      int slot, int lane) const
  {
    int n = slot * LANES;

    for (uint32_t i = 0; i < range.n; i += LANES) {
      const uint32_t at =
          i + lane < range.n ? s.list[range.first + i + lane] : 0;
      const int x = at & 0xff, y = (int)(at >> 8) - first_row;
      const bool taken = i + lane < range.n && y >= 0 && y < height;
      const uint32_t all = __ballot_sync (0xffffffff, taken);

      if (taken) {
        const int k = n + __popc (all & ((1u << lane) - 1));
        const uint32_t bit = 1u << k % LANES;

        atomicOr (columns + (x + 1) * slots + k / LANES, bit);
        atomicOr (rows + (y + 1) * slots + k / LANES, bit);
        values[k] = (uint16_t)load_sample (s, x, first_row + y);
      }
      n += __popc (all);
    }
    return (n + LANES - 1) / LANES;
  }

  /* When all are there: `width` columns and `height` rows. */
  __device__ __forceinline__ void
  accumulate (int used, int width, int height, int lane) const
  {
    if (lane < used) {
      accumulate (columns + lane, width);
      accumulate (rows + lane, height);
    }
  }

  /* Candidate k from 0 of those in a window. */
  __device__ __forceinline__ uint32_t
  find (const Windows &w, int x, int y, int slot, int k) const
  {
    const uint32_t *left = columns + x * slots + slot;
    const uint32_t *above = rows + y * slots + slot;
    const int right = w.width * slots, below = w.height * slots;

    for (;; left++, above++, slot++) {
      const uint32_t inside =
          (left[right] & ~left[0]) & (above[below] & ~above[0]);
      const int n = __popc (inside);

      if (k < n)
        return values[slot * LANES + find_bit (inside, k)];
      k -= n;
    }
  }

private:
  __device__ __forceinline__ void
  accumulate (uint32_t *at, int n) const
  {
    uint32_t sum = 0;

#pragma unroll 8
    for (int i = 0; i < n; i++) {
      at += slots;
      *at = sum |= *at;
    }
  }
};

/* A warp's results: code << 16 | k, k as rank.cuh says, and where their samples
 * go. Each lane has its own. */
struct Results {
  uint32_t *first;
  int pitch, columns, rows;
  uint8_t *dst;
  int64_t stride;
  int step, shift;

  /* Calls emit (x, y, code, k, dst) for all, N rows together so that their
   * loads wait together. */
  template <int N, typename Emit>
  __device__ __forceinline__ void
  each (int lane, const Emit &emit) const
  {
#pragma unroll 1
    for (int x = lane; x < columns; x += LANES) {
      const uint32_t *at = first + x;
      uint8_t *to = dst + (int64_t)x * step;

#pragma unroll 1
      for (int y = 0; y < rows; y += N) {
        uint32_t result[N];

#pragma unroll
        for (int i = 0; i < N; i++, at += pitch)
          result[i] = y + i < rows ? *at : 0;
#pragma unroll
        for (int i = 0; i < N; i++, to += stride)
          if (y + i < rows)
            emit (x, y + i, result[i] >> 16, (int)(result[i] & 0xffff), to);
      }
    }
  }

  __device__ __forceinline__ void
  store (uint8_t *to, uint32_t value) const
  {
    *(uint16_t *)to = (uint16_t)(value << shift);
  }
};

/* Stores the samples of a warp's results, whose windows begin at the tile's row
 * first_row. All lanes call. */
__device__ __forceinline__ void
find_samples (const Samples &s, const Windows &w, const Results &results,
    const Candidates &candidates, int first_row, int lane)
{
  const int height = results.rows + w.height - 1;
  uint32_t waiting = 0; /* bit i: code 8 * lane + i */
  /* before there are candidates: a code's value, or 0x10000 and more */
  uint32_t *value = candidates.columns;

  for (int i = lane; i < CODES; i += LANES) {
    candidates.state[i] = Candidates::NONE;
    if (small) {
      const Range range (s, i);

      value[i] = range.single ? range.value : 0x10000;
    }
  }
  __syncwarp ();
  results.each<TOGETHER> (lane, [&] (int, int, int code, int, uint8_t *to) {
    if (small && value[code] < 0x10000)
      results.store (to, value[code]);
    else
      candidates.state[code] = Candidates::WAITS;
  });
  __syncwarp ();
#pragma unroll
  for (int i = 0; i < CODES / LANES; i++)
    waiting |= (uint32_t)candidates.state[CODES / LANES * lane + i] << i;
  static_assert (Candidates::WAITS == 1, "a bit");

  for (;;) {
    int used = 0;

    if (!__ballot_sync (0xffffffff, waiting != 0))
      break;
    candidates.clear (lane);
    __syncwarp ();
    /* as many codes as there is room for: one always finds it */
    for (;;) {
      const uint32_t lanes = __ballot_sync (0xffffffff, waiting != 0);
      const int owner = __ffs (lanes) - 1;

      if (!lanes)
        break;
      const int bit = __ffs (__shfl_sync (0xffffffff, waiting, owner)) - 1;
      const int code = CODES / LANES * owner + bit;
      const Range range (s, code);

      if ((int)range.n > (candidates.slots - used) * LANES)
        break;
      if (lane == owner) {
        waiting &= waiting - 1;
        candidates.state[code] = (uint8_t)(Candidates::FIRST + used);
      }
      used = candidates.add (s, range, first_row, height, used, lane);
    }
    __syncwarp ();
    candidates.accumulate (used, s.width, height, lane);
    __syncwarp ();
    results.each<FOUND> (
        lane, [&] (int x, int y, int code, int k, uint8_t *to) {
          const int slot = candidates.state[code] - Candidates::FIRST;

          if (slot >= 0)
            results.store (to, candidates.find (w, x, y, slot, k));
        });
    __syncwarp ();
    for (int i = lane; i < CODES; i += LANES)
      candidates.state[i] = Candidates::NONE;
    __syncwarp ();
  }
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_RANK_2_THREADS, CF_RANK_2_BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelRank rank)
{
  CF_DYNAMIC_SHARED (memory);
  __shared__ uint32_t sums[CF_RANK_2_THREADS / LANES];
  const int warps = blockDim.x / LANES, warp = threadIdx.x / LANES;
  const int lane = threadIdx.x % LANES;
  const int first_row = warp * CF_RANK_CHUNKS * rank.chunk_rows;
  const int columns = CF_RANK_COLUMNS (rank.tile_width + rank.window_width - 1);
  const Candidates candidates (
      rank, memory + warp * CF_RANK_WARP_BYTES (columns) / 4);
  uint8_t *scratch = rank.scratch + blockIdx.x * rank.block_bytes;

  for (uint32_t i = blockIdx.x; i < rank.n_tiles; i += gridDim.x) {
    const CfKernelPlane &plane = find_plane (rank.picture, i);
    const RankTile tile (rank, plane, i, warps);
    Samples s;

    s.src = plane.src + tile.channel * plane.src_channel
            + tile.y * plane.src_stride + tile.x * 2;
    s.stride = plane.src_stride;
    /* whole vectors: what is beyond the windows is never inside one */
    s.width = CF_RANK_SORTED (tile.width + rank.window_width - 1);
    s.height = tile.height + rank.window_height - 1;
    s.bins = small ? memory : (uint32_t *)scratch;
    s.n_bins = max (1 << plane.bits, CF_RANK_BINS_MIN (warps));
    s.list = (uint16_t *)(scratch + rank.list_at);
    s.codes = scratch + rank.codes_at;
    s.code_pitch = columns;
    s.per_code = (s.width * s.height + CF_RANK_LIST_UNIT - 1)
                 / CF_RANK_LIST_UNIT * LISTED;
    s.ranges = (uint2 *)(scratch + rank.ranges_at);
    sort_samples (s, sums);

    const Windows windows = { s.codes + first_row * columns, columns,
      tile.width, rank.chunk_rows, tile.height - first_row, rank.window_width,
      rank.window_height, rank.limit };
    const Results results = { (uint32_t *)(scratch + rank.results_at)
                                  + first_row * rank.tile_width,
      rank.tile_width, windows.outputs,
      min (windows.valid_rows, CF_RANK_CHUNKS * rank.chunk_rows),
      plane.dst + tile.channel * plane.dst_channel
          + (tile.y + first_row) * plane.dst_stride
          + (int64_t)tile.x * plane.dst_step * 2,
      plane.dst_stride, plane.dst_step * 2, plane.shift };

    if (windows.valid_rows > 0) {
      const Slabs slabs (memory, warp, columns, lane);

      find_ranks (windows, slabs, lane, [&] (int x, int y, int code, int k) {
        results.first[y * results.pitch + x] = code << 16 | k;
      });
      find_samples (s, windows, results, candidates, first_row, lane);
    }
    __syncthreads (); /* the next tile's tables are where others still look */
  }
}
