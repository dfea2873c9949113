/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A row pass and a column pass, on one instruction set (-DCF_ISA=name). The
 * row pass's results, t, are kept for as many rows as the column has, two rows
 * as one: each lane has the upper row's 16-bit number and the lower one's, and
 * where t takes more bits, one such vector for its lower part and one for its
 * upper. Two rows of results have to do with the same pairs of rows. */
#include "cpu/convolve/convolve_sums.h"

/* Vectors of a register block, of two rows each. */
#if CF_VECTOR_BYTES == 64
#define VECTORS(sums) 4
#else
#define VECTORS(sums) ((sums) == 1 ? 4 : 2)
#endif
#define LANES (CF_VECTOR_BYTES / 4)

typedef struct {
  gsize length, pair_length;
  gint16 *lines[2]; /* a pair of them */
  gint32 *pairs;    /* [column pair][block][part][column] */
  guint8 *out[2];
} Scratch;

static gsize
scratch_layout (Scratch *s, const CfCpuConvolve *c, gint width, guint8 *memory)
{
  const gsize columns = cf_convolve_blocks (width) * CF_BLOCK;

  s->length = cf_convolve_line_length (c, width);
  s->pair_length = columns * c->parts;
  s->pairs = (gint32 *)memory;
  s->lines[0] = (gint16 *)(s->pairs + c->column_pairs * s->pair_length);
  s->lines[1] = s->lines[0] + s->length;
  s->out[0] = (guint8 *)(s->lines[1] + s->length);
  s->out[1] = s->out[0] + columns * sizeof (guint16);
  return s->out[1] + columns * sizeof (guint16) - memory;
}

static gsize
scratch_size (const CfCpuJob *job, gint width)
{
  Scratch s;

  return scratch_layout (&s, job->convolve, width, NULL);
}

/* Sums of two lines: of the upper one the first `vectors`. */
CF_INLINE void
add_row (CfVector32 (*sums)[CF_CPU_SUMS_MAX], const CfCpuConvolve *c,
    gint16 *const *lines, gsize x, gint digits, gint vectors)
{
  const gint16 *upper = lines[0] + x, *lower = lines[1] + x;
  const gint32 *taps = c->taps;
  gint i, d, k;

  cf_convolve_start (&c->row, digits, 2 * vectors, sums);
  for (k = 0; k < c->groups; k++, upper += 2, lower += 2, taps += digits) {
    CfVector t[CF_CPU_SUMS_MAX];

#pragma GCC unroll 4
    for (d = 0; d < digits; d++)
      t[d] = (CfVector)cf_vector_splat_32 (taps[d]);
#pragma GCC unroll 8
    for (i = 0; i < 2 * vectors; i++) {
      const CfVector v = cf_vector_load (
          (i < vectors ? upper : lower) + CF_VECTOR_START (i % vectors));

#pragma GCC unroll 4
      for (d = 0; d < digits; d++)
        sums[i][d] = cf_vector_madd (sums[i][d], v, t[d]);
    }
  }
}

/* The row pass of two lines. */
CF_INLINE void
run_pair (const CfCpuJob *job, const Scratch *s, gint32 *pair, gint digits)
{
  const CfCpuConvolve *convolve = job->convolve;
  const gsize n = job->right - job->left;
  const gint vectors = VECTORS (digits), parts = convolve->parts;
  const gint base = convolve->result.base;
  const CfVector32 mask = cf_vector_splat_32 ((1 << base) - 1);
  gsize x;
  gint c, i;

  for (x = 0; x < n; x += CF_BLOCK) {
#pragma GCC unroll 2
    for (c = 0; c < 4; c += vectors) {
      CfVector32 sums[8][CF_CPU_SUMS_MAX], t[8];
      gint32 *out = pair + x * parts + c * LANES;

      add_row (
          sums, convolve, s->lines, x + CF_VECTOR_START (c), digits, vectors);
      cf_convolve_scale (
          &convolve->plan, &convolve->row, digits, 2 * vectors, sums, t);
      if (parts == 1) {
#pragma GCC unroll 4
        for (i = 0; i < vectors; i++)
          cf_vector_store (
              out + i * LANES, cf_vector_pair_low (t[i], t[vectors + i]));
      } else {
#pragma GCC unroll 4
        for (i = 0; i < vectors; i++) {
          cf_vector_store (out + i * LANES,
              cf_vector_pair_16 (t[i] & mask, t[vectors + i] & mask));
          cf_vector_store (out + CF_BLOCK + i * LANES,
              cf_vector_pair_low (t[i] >> base, t[vectors + i] >> base));
        }
      }
    }
  }
}

static void
next_pair (const CfCpuJob *job, const Scratch *s, gint y, gint32 *pair)
{
  cf_convolve_fetch (job, y, s->lines[0], s->length);
  cf_convolve_fetch (job, y + 1, s->lines[1], s->length);
  switch (job->convolve->digits) {
    case 1:
      run_pair (job, s, pair, 1);
      break;
    case 2:
      run_pair (job, s, pair, 2);
      break;
    case 3:
      run_pair (job, s, pair, 3);
      break;
    default:
      run_pair (job, s, pair, 4);
      break;
  }
}

/* Sums of two results, the upper one's `vectors` first. */
CF_INLINE void
add_column (CfVector32 (*sums)[CF_CPU_SUMS_MAX], const CfCpuConvolve *c,
    gint32 *const *pairs, gsize place, gint parts, gint digits, gint vectors)
{
  const gint32 *taps = c->column;
  gint i, p, d, m;

  cf_convolve_start (&c->result, parts + digits - 1, 2 * vectors, sums);
  for (m = 0; m < c->column_pairs; m++, taps += 2 * digits) {
    const gint32 *from = pairs[m] + place;
    CfVector t[4];

#pragma GCC unroll 4
    for (i = 0; i < 2 * digits; i++)
      t[i] = (CfVector)cf_vector_splat_32 (taps[i]);
#pragma GCC unroll 4
    for (i = 0; i < vectors; i++)
#pragma GCC unroll 2
      for (p = 0; p < parts; p++) {
        const CfVector v = cf_vector_load (from + p * CF_BLOCK + i * LANES);

#pragma GCC unroll 2
        for (d = 0; d < digits; d++) {
          sums[i][p + d] = cf_vector_madd (sums[i][p + d], v, t[d]);
          sums[vectors + i][p + d] =
              cf_vector_madd (sums[vectors + i][p + d], v, t[digits + d]);
        }
      }
  }
}

/* The column pass for two rows of results. */
CF_INLINE void
run_rows (const CfCpuJob *job, gint32 *const *pairs, const CfLineOut *out,
    gint n_rows, gint parts, gint digits)
{
  const CfCpuConvolve *convolve = job->convolve;
  const gsize n = job->right - job->left;
  const gint n_sums = parts + digits - 1;
  const gint vectors = VECTORS (n_sums), bytes = job->dst->bytes;
  gsize x;
  gint c, i;

  for (x = 0; x < n; x += CF_BLOCK) {
    CfVector32 sums[8][CF_CPU_SUMS_MAX], part[8], results[8];

#pragma GCC unroll 2
    for (c = 0; c < 4; c += vectors) {
      add_column (
          sums, convolve, pairs, x * parts + c * LANES, parts, digits, vectors);
      cf_convolve_scale (
          &convolve->plan, &convolve->result, n_sums, 2 * vectors, sums, part);
#pragma GCC unroll 4
      for (i = 0; i < vectors; i++) {
        results[c + i] = part[i];
        results[4 + c + i] = part[vectors + i];
      }
    }
    cf_convolve_store (job, results, cf_line_out_place (&out[0], x, bytes));
    if (n_rows > 1)
      cf_convolve_store (
          job, results + 4, cf_line_out_place (&out[1], x, bytes));
  }
}

static void
run (const CfCpuJob *job, guint8 *scratch)
{
  const CfCpuConvolve *c = job->convolve;
  const gint above = c->plan.height / 2, n_pairs = c->column_pairs;
  gint32 *pairs[CF_CPU_PAIRS_MAX];
  Scratch s;
  gint y, i;

  scratch_layout (&s, c, job->right - job->left, scratch);
  for (i = 0; i < n_pairs; i++)
    pairs[i] = s.pairs + i * s.pair_length;
  for (i = 0; i < n_pairs - 1; i++)
    next_pair (job, &s, job->top - above + 2 * i, pairs[i + 1]);

  for (y = job->top; y < job->bottom; y += 2) {
    const gint n_rows = MIN (2, job->bottom - y);
    gint32 *oldest = pairs[0];
    CfLineOut out[2];

    memmove (pairs, pairs + 1, (n_pairs - 1) * sizeof *pairs);
    pairs[n_pairs - 1] = oldest;
    next_pair (job, &s, y - above + 2 * (n_pairs - 1), oldest);
    for (i = 0; i < 2; i++)
      out[i] = cf_line_out (job, y + i, s.out[i], CF_BLOCK);

    switch (2 * c->parts + c->column_digits) {
      case 3:
        run_rows (job, pairs, out, n_rows, 1, 1);
        break;
      case 4:
        run_rows (job, pairs, out, n_rows, 1, 2);
        break;
      case 5:
        run_rows (job, pairs, out, n_rows, 2, 1);
        break;
      default:
        run_rows (job, pairs, out, n_rows, 2, 2);
        break;
    }
    for (i = 0; i < n_rows; i++)
      cf_line_out_flush (job, &out[i]);
  }
}

const CfCpuKernel CF_CONVOLVE_NAME (product) = { run, scratch_size, 1024, 64 };
