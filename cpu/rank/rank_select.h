/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sample of any rank of windows of any size, for small codes; the work for
 * a sample does not depend on the window. The file that includes this sets
 * CF_CODE, the codes' type: guint8 or guint16.
 *
 * Threshold decomposition (Fitch, Coyle and Gallagher, "Median filtering by
 * threshold decomposition", IEEE Trans. ASSP 32, 1984): the code of rank r is
 * the largest v with at most r window samples below it. The counts below as
 * many neighbouring thresholds as a vector has bytes are found at once: each
 * column keeps one vector of them for the window's rows, brought to the next
 * row by the sample that enters and the one that leaves (as Perreault and
 * Hebert, "Median filtering in constant time", IEEE Trans. Image Processing
 * 16, 2007, do with histograms), and the window's counts move to the right by
 * one column in and one out (Huang, Yang and Tang, "A fast two-dimensional
 * median filtering algorithm", IEEE Trans. ASSP 27, 1979).
 *
 * A pass over a tile is made with thresholds around a guess, and then, where
 * there are results below or above these, passes with the next ones: one or
 * two where the window is large or the picture is smooth there.
 * Bound: about 25 instructions a sample and pass. */
#pragma once

#include "cpu/core/vector.h"

#define CF_RANK_LANES CF_VECTOR_BYTES

typedef struct {
  gint width, height, rank; /* the window's sides, at most 127, and the rank */
  gint columns, rows;       /* results */
  gsize stride;             /* elements from a row to the next, of all three */
  CF_CODE *codes;           /* [rows + height - 1][columns + width - 1] */
  CF_CODE *results;         /* [rows][columns] */
  gint n_codes;             /* codes are less than this, LANES at least */
  guint16 *below;           /* window samples below them, or NULL */

  /* scratch */
  CfVector *table;   /* [LANES + 1]: entry e has ones in lanes i >= e */
  CfVector *counts;  /* [1 + columns + width - 1], the first always zero */
  guint16 *in, *out; /* [columns + width - 1]: offsets in the table, bytes */
  guint8 *line;      /* [columns] */
  guint16 *line_below;
} CfRankTile;

/* Lays the scratch out from `memory` on (256-byte aligned, or NULL to measure)
 * for tiles of at most so many columns with the window around them; returns
 * its end. */
static inline guint8 *
cf_rank_scratch (CfRankTile *t, gsize columns, guint8 *memory)
{
  t->table = (CfVector *)memory;
  t->counts = t->table + CF_RANK_LANES + 1;
  t->in = (guint16 *)(t->counts + 1 + columns);
  t->out = t->in + columns;
  t->line_below = t->out + columns;
  t->line = (guint8 *)(t->line_below + columns);
  return t->line + (columns + 255) / 256 * 256;
}

static inline void
cf_rank_table_init (const CfRankTile *t)
{
  guint8 *table = (guint8 *)t->table;
  gint entry, lane;

  for (entry = 0; entry <= CF_RANK_LANES; entry++)
    for (lane = 0; lane < CF_RANK_LANES; lane++)
      table[entry * CF_RANK_LANES + lane] = lane >= entry;
}

/* Finds the table's thresholds above each code; lane i's is base + i. */
static inline void
cf_rank_offsets (
    guint16 *restrict offsets, const CF_CODE *restrict codes, gint n, gint base)
{
  gint i;

  for (i = 0; i < n; i++) {
    gint16 above = (gint16)codes[i] - (gint16)(base - 1);

    above = MAX (above, 0);
    above = MIN (above, CF_RANK_LANES);
    offsets[i] = above * CF_RANK_LANES;
  }
}

#define CF_RANK_ENTRY(table, offset) \
  cf_vector_load ((const guint8 *)(table) + (offset))

/* Sets the columns' counts to those of rows first...last-1 of the codes. */
static inline void
cf_rank_start (const CfRankTile *t, gint first, gint last, gint base)
{
  const gint n = t->columns + t->width - 1;
  const CfVector *const table = t->table;
  const guint16 *const in = t->in;
  CfVector *const counts = t->counts + 1;
  gint x, y;

  memset (t->counts, 0, (n + 1) * sizeof (CfVector));
  for (y = first; y < last; y++) {
    cf_rank_offsets (t->in, t->codes + y * t->stride, n, base);
    for (x = 0; x < n; x++)
      cf_vector_store (counts + x, cf_vector_add_8 (cf_vector_load (counts + x),
                                       CF_RANK_ENTRY (table, in[x])));
  }
}

/* One row, whose offsets are in `in` and those of the row that leaves in
 * `out`. line[x] becomes the number of thresholds that at most `rank` samples
 * of window x are below, and line_below[x] the samples below the last. */
static inline void
cf_rank_row (const CfRankTile *t, const gboolean with_below)
{
  const gint columns = t->columns, before = t->width - 1;
  const guint16 *const restrict in = t->in, *const restrict out = t->out;
  const CfVector *const restrict table = t->table;
  const CfVector limit = cf_vector_splat_16 (t->rank + 1);
  CfVector *const restrict counts = t->counts + 1;
  CfVector even = cf_vector_zero (), odd = cf_vector_zero ();
  guint8 *const restrict line = t->line;
  guint16 *const restrict line_below = t->line_below;
  gint x;

#define CF_RANK_ADVANCE(x, v) \
  const CfVector v = cf_vector_add_8 (cf_vector_load (counts + (x)), \
      cf_vector_sub_8 ( \
          CF_RANK_ENTRY (table, in[x]), CF_RANK_ENTRY (table, out[x]))); \
  cf_vector_store (counts + (x), v)

  for (x = 0; x < before; x++) {
    CF_RANK_ADVANCE (x, entering);

    even = cf_vector_add_16 (even, cf_vector_even (entering));
    odd = cf_vector_add_16 (odd, cf_vector_odd (entering));
  }
#pragma GCC unroll 4
  for (x = 0; x < columns; x++) {
    CF_RANK_ADVANCE (x + before, entering);
    const CfVector change =
        cf_vector_sub_8 (entering, cf_vector_load (counts + x - 1));
    guint n;

    even = cf_vector_add_16 (even, cf_vector_even (change));
    odd = cf_vector_add_16 (odd, cf_vector_odd (change));
    n = cf_vector_count_16 (even, odd, limit);
    line[x] = n;
    if (with_below) {
      guint16 both[2][CF_RANK_LANES / 2];

      cf_vector_store (both[0], even);
      cf_vector_store (both[1], odd);
      n = (n - 1) % CF_RANK_LANES; /* of no consequence where n is 0 */
      line_below[x] = both[n % 2][n / 2];
    }
  }
#undef CF_RANK_ADVANCE
}

typedef struct {
  CF_CODE least, greatest;
} CfRankRange;

/* Results of a row that are from...to so far become those of `line`, where a
 * count of 0 is the code base - 1. Codes below the thresholds get there as the
 * one below, codes above them as the last. Returns least and greatest. */
static inline CfRankRange
cf_rank_take (CF_CODE *restrict results, guint16 *restrict below,
    const guint8 *restrict line, const guint16 *restrict line_below, gint n,
    gint base, CF_CODE from, CF_CODE to, const gboolean with_below)
{
  const CF_CODE before = base - 1;
  CF_CODE least = (CF_CODE)~0, greatest = 0;
  gint x;

  for (x = 0; with_below && x < n; x++) {
    guint16 taken = -((CF_CODE)(results[x] - from) <= (CF_CODE)(to - from));

    below[x] = (line_below[x] & taken) | (below[x] & ~taken);
  }
  for (x = 0; x < n; x++) {
    CF_CODE taken = -((CF_CODE)(results[x] - from) <= (CF_CODE)(to - from));
    CF_CODE result = before + line[x];

    result = (result & taken) | (results[x] & ~taken);
    results[x] = result;
    least = MIN (least, result);
    greatest = MAX (greatest, result);
  }
  return (CfRankRange){ least, greatest };
}

/* Result rows first...last-1. */
typedef struct {
  gint first, last;
} CfRankRows;

static inline void
cf_rank_rows_add (CfRankRows *rows, gint y)
{
  rows->first = MIN (rows->first, y);
  rows->last = y + 1;
}

/* One pass over `rows` for results that are from...to so far. Those with
 * results below the first threshold become *low, and those with results at or
 * above the last *high. */
static inline void
cf_rank_pass (const CfRankTile *t, CfRankRows *low, CfRankRows *high,
    CfRankRows rows, gint base, CF_CODE from, CF_CODE to,
    const gboolean with_below)
{
  const gint n = t->columns + t->width - 1;
  const gint top = base + CF_RANK_LANES - 1;
  gint x, y;

  *low = *high = (CfRankRows){ G_MAXINT, 0 };
  cf_rank_start (t, rows.first, rows.first + t->height - 1, base);
  /* nothing leaves the first row's windows */
  for (x = 0; x < n; x++)
    t->out[x] = CF_RANK_LANES * CF_RANK_LANES;
  for (y = rows.first; y < rows.last; y++) {
    guint16 *below = with_below ? t->below + y * t->stride : NULL;
    CfRankRange range;

    cf_rank_offsets (
        t->in, t->codes + (y + t->height - 1) * t->stride, n, base);
    if (y > rows.first)
      cf_rank_offsets (t->out, t->codes + (y - 1) * t->stride, n, base);
    cf_rank_row (t, with_below);
    range = cf_rank_take (t->results + y * t->stride, below, t->line,
        t->line_below, t->columns, base, from, to, with_below);
    if (range.least < base)
      cf_rank_rows_add (low, y);
    if (range.greatest >= top)
      cf_rank_rows_add (high, y);
  }
}

/* Results of the whole tile, and `below` where wanted. The guess is a code that
 * is in the middle of the results, if possible. */
static inline void
cf_rank_select (const CfRankTile *t, gint guess, const gboolean with_below)
{
  const gint highest = t->n_codes - CF_RANK_LANES;
  const gint start = CLAMP (guess - CF_RANK_LANES / 2, 0, highest);
  CfRankRows low, high, ignored;
  gint base;

  memset (t->results, 0, t->rows * t->stride * sizeof (CF_CODE));
  cf_rank_pass (t, &low, &high, (CfRankRows){ 0, t->rows }, start, 0,
      t->n_codes - 1, with_below);
  for (base = start; low.last > 0 && base > 0;) {
    const gint to = base - 1;

    base = MAX (base - CF_RANK_LANES, 0);
    cf_rank_pass (t, &low, &ignored, low, base, 0, to, with_below);
  }
  for (base = start; high.last > 0 && base < highest;) {
    const gint from = base + CF_RANK_LANES - 1;

    base = from;
    cf_rank_pass (
        t, &ignored, &high, high, base, from, t->n_codes - 1, with_below);
  }
}

/* n in equal parts of at most `most`: the part. */
static inline gint
cf_rank_part (gint n, gint most)
{
  gint parts = (n + most - 1) / most;

  return (n + parts - 1) / parts;
}
