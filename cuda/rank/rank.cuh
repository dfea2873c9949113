/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sample of a given rank in windows of any size, from samples of 8 bits
 * with their border around them; the cost of an output does not grow with its
 * window's area.
 *
 * A slab is 16 thresholds. For one row of windows a slab's cells hold, of every
 * column and threshold, how many samples above the threshold the window's rows
 * have in this column and all columns left of it. The difference of two columns
 * is then a window's count, and the windows' next row changes each column by
 * one sample that comes in and one that leaves. A first pass with every 16th
 * value as threshold finds the high halves of the results; one pass for each
 * high half that occurs finds the rest. How many there are decides the time,
 * never the result.
 *
 * Eight lanes, a group, hold a slab, two thresholds each in the halves of a
 * word; the four groups of a warp make four chunks of rows below each other.
 * Warps share nothing. Bound by integer instructions and shared memory: on
 * sm_90 a group goes to its next row by 140 instructions for 16 columns, 84 of
 * them for the pipe of minimum and maximum; 32 outputs are looked up by 41
 * to 47. */
#pragma once

#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dynamic.cuh"
#include "cuda/rank/rankkernels.h"

#define LANES 32
#define GROUP 8                /* lanes that hold a slab */
#define GROUPS (LANES / GROUP) /* of a warp: CF_RANK_CHUNKS */
#define STEP CF_RANK_VECTOR    /* columns at a time */
#define THRESHOLDS 16          /* of a slab */
#define BATCH 8                /* rows that are counted at once, 15 at most */
#define WORD 16                /* bytes from a quad's word to the next */

static_assert (GROUPS == CF_RANK_CHUNKS, "a chunk is a group's");

/* A warp makes `outputs` columns by GROUPS chunks of `rows` rows. */
struct Windows {
  const uint8_t *src; /* the first window's first sample; aligned to 16 */
  int64_t pitch;      /* of src, in bytes; rows of all chunks can be read */
  int outputs, rows;
  int valid_rows;    /* of all four chunks, those in the picture */
  int width, height; /* of a window */
  int limit;         /* samples of a window that are above its result */
};

/* The outputs that a block makes: `warps` warps' below each other. */
struct RankTile {
  int channel, x, y;
  int width, height; /* in the picture */

  __device__ __forceinline__
  RankTile (const CfKernelRank &rank, const CfKernelPlane &plane,
      uint32_t block, int warps)
  {
    const int rows = warps * CF_RANK_CHUNKS * rank.chunk_rows;

    block -= plane.first_block;
    channel = split_channel (plane, block);
    const Position position = find_block (plane, block);

    x = position.x * rank.tile_width;
    y = position.y * rows;
    width = min (rank.tile_width, plane.width - x);
    height = min (rows, plane.height - y);
  }
};

/* A slab's thresholds: 15, 31, 47... or `first` and those that follow. */
template <bool Coarse> struct Thresholds {
  int first;

  __device__ __forceinline__ int
  at (int i) const
  {
    return Coarse ? 16 * i + 15 : first + i;
  }

  /* Returns how many are below a sample. */
  __device__ __forceinline__ int
  below (int sample) const
  {
    return Coarse ? sample >> 4 : max (0, min (sample - first, THRESHOLDS));
  }
};

/* Thresholds a and b as above() takes them. */
static __device__ __forceinline__ uint32_t
pack_thresholds (int a, int b)
{
#if __CUDA_ARCH__ >= 900
  return (uint32_t)(-a & 0xffff) | (uint32_t)-b << 16;
#else
  return (uint32_t)(0x7fff - a) | (uint32_t)(0x7fff - b) << 16;
#endif
}

/* Returns 1 in each half that is above its threshold, else 0. */
static __device__ __forceinline__ uint32_t
above (uint32_t halves, uint32_t threshold)
{
#if __CUDA_ARCH__ >= 900
  return __viaddmin_s16x2_relu (halves, threshold, 0x00010001);
#else
  return (halves + threshold) >> 15 & 0x00010001;
#endif
}

/* The same for sample i of 16. */
static __device__ __forceinline__ uint32_t
sample_above (const uint4 &samples, int i, uint32_t threshold)
{
  const uint32_t word = i < 4    ? samples.x
                        : i < 8  ? samples.y
                        : i < 12 ? samples.z
                                 : samples.w;

  return above (__byte_perm (word, 0, 0x4040 + 0x0101 * (i % 4)), threshold);
}

/* Returns the word where four columns' counts of a lane's two thresholds lie: a
 * quad's words are permuted so that neither a group's lanes nor 32 columns meet
 * in a bank. */
static __device__ __forceinline__ int
cell (int quad, int word)
{
  return (quad * GROUP + (word ^ (quad & (GROUP - 1)))) * 4;
}

/* A warp's shared memory: the cells of each group's slab, and a table: where i
 * thresholds are below a sample, entry i has a 1 for each of those in fields
 * of four bits. Thresholds m and m + 4 are neighbours in byte m. */
struct Slabs {
  uint2 *table;
  uint32_t *memory; /* the block's */
  int first;        /* the first group's cell of column 0, in words of it */
  int group_words;

  /* Column -1 has no samples. All lanes call; then __syncwarp(). */
  __device__ __forceinline__
  Slabs (uint32_t *memory, int warp, int columns, int lane)
      : table ((uint2 *)(memory + warp * CF_RANK_WARP_BYTES (columns) / 4)),
        memory (memory),
        first ((warp * CF_RANK_WARP_BYTES (columns) + CF_RANK_TABLE_BYTES) / 4
               + GROUP * 4),
        group_words (CF_RANK_SLAB_BYTES (columns) / 4)
  {
    *(uint4 *)(cells (lane / GROUP) + cell (-1, lane % GROUP)) =
        make_uint4 (0, 0, 0, 0);
    if (lane <= THRESHOLDS)
      table[lane] = make_uint2 (ones (lane) | ones (lane - 4) << 4,
          ones (lane - 8) | ones (lane - 12) << 4);
  }

  __device__ __forceinline__ uint32_t *
  cells (int group) const
  {
    return memory + first + group * group_words;
  }

  /* The word at so many bytes. */
  __device__ __forceinline__ uint32_t
  load (int at) const
  {
    return *(const uint32_t *)((const uint8_t *)memory + at);
  }

  /* A 1 in each of the first n bytes, of four. */
  static __device__ __forceinline__ uint32_t
  ones (int n)
  {
    return n <= 0 ? 0 : 0x01010101u >> 8 * max (4 - n, 0);
  }
};

/* A column's counts of all thresholds, in bytes: no window is higher than 101
 * samples. */
struct Counts {
  uint32_t word[THRESHOLDS / 4];
};

/* Adds `sign` times the column's next BATCH samples, or `left` where these are
 * fewer, and goes on to the next ones. */
template <bool Coarse>
static __device__ __forceinline__ void
count_batch (Counts &n, int sign, const uint8_t *&at, int64_t pitch, int left,
    const Slabs &slabs, const Thresholds<Coarse> &thresholds)
{
  uint32_t low = 0, high = 0;
  int below[BATCH];

#pragma unroll
  for (int i = 0; i < BATCH; i++, at += pitch)
    below[i] = i < left ? thresholds.below (*at) : 0;
#pragma unroll
  for (int i = 0; i < BATCH; i++) {
    const uint2 entry = slabs.table[below[i]];

    low += entry.x;
    high += entry.y;
  }
  n.word[0] += sign * (low & 0x0f0f0f0f);
  n.word[1] += sign * (low >> 4 & 0x0f0f0f0f);
  n.word[2] += sign * (high & 0x0f0f0f0f);
  n.word[3] += sign * (high >> 4 & 0x0f0f0f0f);
}

/* Counts all rows of all chunks' first windows, not yet summed over columns. A
 * lane does a column at a time: all of the first chunk, then what changes to
 * the next. */
template <bool Coarse>
static __device__ __forceinline__ void
count_columns (const Windows &w, const Slabs &slabs, int lane, int columns,
    const Thresholds<Coarse> &thresholds)
{
#pragma unroll 1
  for (int c = lane; c < columns; c += LANES) {
    const uint8_t *out = w.src + c, *in = out;
    uint32_t *cells = slabs.cells (0) + (c & 3);
    Counts n = { { 0, 0, 0, 0 } };

#pragma unroll 1
    for (int y = 0; y < w.height; y += BATCH)
      count_batch (n, 1, in, w.pitch, w.height - y, slabs, thresholds);
    in = out + w.height * w.pitch;
#pragma unroll 1
    for (int g = 0;; g++) {
#pragma unroll
      for (int i = 0; i < GROUP; i++)
        cells[cell (c >> 2, i)] =
            __byte_perm (n.word[i / 2], 0, i % 2 ? 0x4342 : 0x4140);
      if (g == GROUPS - 1)
        break;
      cells += slabs.group_words;
#pragma unroll 1
      for (int y = 0; y < w.rows; y += BATCH) {
        count_batch (n, 1, in, w.pitch, w.rows - y, slabs, thresholds);
        count_batch (n, -1, out, w.pitch, w.rows - y, slabs, thresholds);
      }
      /* batches may have gone too far */
      out += (w.rows - (w.rows + BATCH - 1) / BATCH * BATCH) * w.pitch;
      in = out + w.height * w.pitch;
    }
  }
}

/* Sums a group's counts over columns. */
static __device__ __forceinline__ void
sum_columns (uint32_t *cells, int word, int columns)
{
  uint32_t sum = 0;

#pragma unroll 4
  for (int c = 0; c < columns; c += 4) {
    uint4 *at = (uint4 *)(cells + cell (c / 4, word));
    uint4 p = *at;

    p.x = sum += p.x;
    p.y = sum += p.y;
    p.z = sum += p.z;
    p.w = sum += p.w;
    *at = p;
  }
}

/* Goes to a group's next row of windows; `out` is the row that they leave. */
static __device__ __forceinline__ void
count_next (const Windows &w, uint32_t *cells, int word, const uint8_t *out,
    int columns, uint32_t threshold)
{
  const uint8_t *in = out + w.height * w.pitch;
  uint4 next_in = *(const uint4 *)in, next_out = *(const uint4 *)out;
  uint32_t change = 0;
  uint4 *at[STEP / 4];
  /* to the same quads' cells of the next step, and to those after it */
  int stride = cell (STEP / 4, word) - cell (0, word);
  const int strides = 2 * STEP * GROUP;

#pragma unroll
  for (int i = 0; i < STEP / 4; i++)
    at[i] = (uint4 *)(cells + cell (i, word));
#pragma unroll 1
  for (int c = 0; c < columns; c += STEP) {
    const uint4 v_in = next_in, v_out = next_out;
    uint4 p[STEP / 4];

    /* the last one of these is beyond the row, and not used */
    in += STEP;
    out += STEP;
    next_in = *(const uint4 *)in;
    next_out = *(const uint4 *)out;
#pragma unroll
    for (int i = 0; i < STEP / 4; i++)
      p[i] = *at[i];
#pragma unroll
    for (int i = 0; i < STEP / 4; i++) {
      change += sample_above (v_in, 4 * i, threshold)
                - sample_above (v_out, 4 * i, threshold);
      p[i].x += change;
      change += sample_above (v_in, 4 * i + 1, threshold)
                - sample_above (v_out, 4 * i + 1, threshold);
      p[i].y += change;
      change += sample_above (v_in, 4 * i + 2, threshold)
                - sample_above (v_out, 4 * i + 2, threshold);
      p[i].z += change;
      change += sample_above (v_in, 4 * i + 3, threshold)
                - sample_above (v_out, 4 * i + 3, threshold);
      p[i].w += change;
    }
#pragma unroll
    for (int i = 0; i < STEP / 4; i++) {
      *at[i] = p[i];
      at[i] += stride / 4;
    }
    stride = strides - stride;
  }
}

/* The results of a row of each group, by halving the thresholds. */
template <typename Emit>
static __device__ __forceinline__ void
search (const Windows &w, const Slabs &slabs, int lane, int y, const Emit &emit)
{
  const int before = lane - 1, last = lane + w.width - 1;
  const uint32_t limit = w.limit, high_limit = limit << 16 | 0xffff;
  int from[GROUPS], to[GROUPS]; /* in bytes, of word 0 */

#pragma unroll
  for (int g = 0; g < GROUPS; g++) {
    const int first = slabs.first + g * slabs.group_words;

    from[g] = 4 * (first + cell (before >> 2, 0) + (before & 3));
    to[g] = 4 * (first + cell (last >> 2, 0) + (last & 3));
  }
#pragma unroll 1
  for (int x = lane; x < w.outputs; x += LANES) {
    uint32_t count[GROUPS], passed[GROUPS];
    int word[GROUPS]; /* times WORD: cells of words differ in these bits */

#pragma unroll
    for (int g = 0; g < GROUPS; g++)
      word[g] = passed[g] = 0;
#pragma unroll
    for (int bit = GROUP / 2; bit > 0; bit /= 2)
#pragma unroll
      for (int g = 0; g < GROUPS; g++) {
        const int at = word[g] | (bit - 1) * WORD;
        const uint32_t n = slabs.load (to[g] ^ at) - slabs.load (from[g] ^ at);

        if (n > high_limit) {
          word[g] |= bit * WORD;
          passed[g] = n;
        }
      }
#pragma unroll
    for (int g = 0; g < GROUPS; g++)
      count[g] = slabs.load (to[g] ^ word[g]) - slabs.load (from[g] ^ word[g]);
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      const int row = g * w.rows + y;
      const uint32_t low = count[g] & 0xffff;
      const int i =
          2 * word[g] / WORD + (low > limit) + (count[g] > high_limit);
      const uint32_t least = count[g] > high_limit ? count[g] >> 16
                             : low > limit         ? low
                                                   : passed[g] >> 16;

      if (row < w.valid_rows)
        emit (x, row, i, (int)(least - limit - 1));
      from[g] += LANES * GROUP * 4;
      to[g] += LANES * GROUP * 4;
    }
  }
}

/* One pass. For every output calls
 *   emit (x, y, i, k)
 * where i thresholds are below the result, and where it is not 0, the
 * result's rank is k, from 0, among those of its window that are above the
 * last of the i. */
template <bool Coarse, typename Emit>
static __device__ __forceinline__ void
pass (const Windows &w, const Slabs &slabs, int lane,
    const Thresholds<Coarse> &thresholds, const Emit &emit)
{
  const int word = lane % GROUP, group = lane / GROUP;
  const int columns = CF_RANK_COLUMNS (w.outputs + w.width - 1);
  const uint32_t threshold =
      pack_thresholds (thresholds.at (2 * word), thresholds.at (2 * word + 1));
  const int rows = min (w.rows, w.valid_rows);
  uint32_t *own = slabs.cells (group);
  const uint8_t *row = w.src + group * w.rows * w.pitch;

  __syncwarp ();
  count_columns (w, slabs, lane, columns, thresholds);
  __syncwarp ();
  sum_columns (own, word, columns);
#pragma unroll 1
  for (int y = 0; y < rows; y++) {
    if (y > 0) {
      count_next (w, own, word, row, columns, threshold);
      row += w.pitch;
    }
    __syncwarp ();
    search (w, slabs, lane, y, emit);
    __syncwarp ();
  }
}

/* Finds all results of a warp: emit (x, y, value, k) for each, k as above.
 * It may be called more than once for an output; the last one counts. */
template <typename Emit>
static __device__ __forceinline__ void
find_ranks (const Windows &w, const Slabs &slabs, int lane, const Emit &emit)
{
  uint32_t high = 0;

  pass (w, slabs, lane, Thresholds<true>{ 0 },
      [&] (int, int, int i, int) { high |= 1u << i; });
#pragma unroll
  for (int i = 1; i < LANES; i *= 2)
    high |= __shfl_xor_sync (0xffffffff, high, i);

  /* upwards: a value that is larger than the pass can tell is set again */
  for (; high; high &= high - 1) {
    const int first = 16 * (__ffs (high) - 1) - 1;

    pass (w, slabs, lane, Thresholds<false>{ first },
        [&] (int x, int y, int i, int k) {
          if (i > 0)
            emit (x, y, first + i, k);
        });
  }
}
