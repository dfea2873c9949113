/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One sum over a mask, on one instruction set (-DCF_ISA=name), by pairs of
 * products or by dot products (-DCF_DOT). */
#include "cpu/convolve/convolve_sums.h"

/* Rows and vectors of a register block: what is loaded of a picture's row
 * serves all its rows, and a tap all its vectors. */
#if CF_VECTOR_BYTES == 64
#define ROWS(digits) ((digits) == 1 ? 4 : (digits) < 4 ? 2 : 1)
#define VECTORS(digits) 4
#else
#define ROWS(digits) ((digits) < 4 ? 2 : 1)
#define VECTORS(digits) ((digits) == 1 ? 4 : 2)
#endif
#define ROWS_MAX 4

typedef struct {
  gsize length, out_length;
  CF_VALUE *lines; /* [height + ROWS_MAX - 1] */
  guint8 *out;     /* [ROWS_MAX] */
} Scratch;

static gsize
scratch_layout (Scratch *s, const CfCpuConvolve *c, gint width, guint8 *memory)
{
  const gsize out = cf_convolve_blocks (width) * CF_BLOCK * sizeof (guint16);

  s->length = cf_convolve_line_length (c, width);
  s->lines = (CF_VALUE *)memory;
  s->out = (guint8 *)(s->lines + (c->plan.height + ROWS_MAX - 1) * s->length);
  s->out_length = out;
  return s->out + ROWS_MAX * out - memory;
}

static gsize
scratch_size (const CfCpuJob *job, gint width)
{
  Scratch s;

  return scratch_layout (&s, job->convolve, width, NULL);
}

/* Adds a row of the picture to `vectors` sums of rows first...last of a block.
 * `taps` are those for its row 0, and one row's further for each next one. */
CF_INLINE void
add_line (CfVector32 (*sums)[CF_CPU_SUMS_MAX], const CF_VALUE *line,
    const gint32 *taps, gint groups, gint digits, gint vectors, gint first,
    gint last)
{
  gint k, r, d, c;

  for (k = 0; k < groups; k++, line += CF_GROUP, taps += digits) {
    CfVector v[4];

#pragma GCC unroll 4
    for (c = 0; c < vectors; c++)
      v[c] = cf_vector_load (line + CF_VECTOR_START (c));
#pragma GCC unroll 4
    for (r = first; r <= last; r++)
#pragma GCC unroll 4
      for (d = 0; d < digits; d++) {
        const CfVector t =
            (CfVector)cf_vector_splat_32 (taps[d - r * groups * digits]);

#pragma GCC unroll 4
        for (c = 0; c < vectors; c++)
          sums[r * vectors + c][d] =
              cf_convolve_add (sums[r * vectors + c][d], v[c], t);
      }
  }
}

/* `vectors` vectors of results in each of `rows` rows; lines[j] is that of the
 * mask's row j for the first of them. The mask has at least rows - 1 rows. */
CF_INLINE void
add_lines (CfVector32 (*sums)[CF_CPU_SUMS_MAX], const CfCpuConvolve *c,
    CF_VALUE *const *lines, gsize x, gint digits, gint vectors, gint rows)
{
  const gint groups = c->groups, height = c->plan.height;
  const gint32 *taps = c->taps;
  gint i, j;

  cf_convolve_start (&c->result, digits, rows * vectors, sums);
#pragma GCC unroll 3
  for (j = 0; j < rows - 1; j++, taps += groups * digits)
    add_line (sums, lines[j] + x, taps, groups, digits, vectors, 0, j);
  for (; j < height; j++, taps += groups * digits)
    add_line (sums, lines[j] + x, taps, groups, digits, vectors, 0, rows - 1);
#pragma GCC unroll 3
  for (i = 1; i < rows; i++, taps += groups * digits)
    add_line (sums, lines[height - 1 + i] + x, taps, groups, digits, vectors, i,
        rows - 1);
}

CF_INLINE void
run_rows (const CfCpuJob *job, CF_VALUE *const *lines, const CfLineOut *out,
    gint digits, gint rows)
{
  const CfCpuConvolve *convolve = job->convolve;
  const gsize n = job->right - job->left;
  const gint vectors = VECTORS (digits), bytes = job->dst->bytes;
  gsize x;
  gint r, c, i;

  for (x = 0; x < n; x += CF_BLOCK) {
    CfVector32 sums[ROWS_MAX * 4][CF_CPU_SUMS_MAX];
    CfVector32 part[ROWS_MAX * 4], results[ROWS_MAX * 4];

#pragma GCC unroll 2
    for (c = 0; c < 4; c += vectors) {
      add_lines (sums, convolve, lines, x + CF_VECTOR_START (c), digits,
          vectors, rows);
      cf_convolve_scale (&convolve->plan, &convolve->result, digits,
          rows * vectors, sums, part);
#pragma GCC unroll 4
      for (r = 0; r < rows; r++)
#pragma GCC unroll 4
        for (i = 0; i < vectors; i++)
          results[4 * r + c + i] = part[r * vectors + i];
    }
#pragma GCC unroll 4
    for (r = 0; r < rows; r++)
      cf_convolve_store (
          job, results + 4 * r, cf_line_out_place (&out[r], x, bytes));
  }
}

CF_INLINE void
run_job (const CfCpuJob *job, guint8 *scratch, gint digits)
{
  const CfCpuConvolve *c = job->convolve;
  const gint height = c->plan.height;
  const gint rows = height > 1 ? ROWS (digits) : 1;
  CF_VALUE *lines[CF_CONVOLVE_SIDE_MAX + ROWS_MAX - 1];
  Scratch s;
  gint y, i;

  scratch_layout (&s, c, job->right - job->left, scratch);
  for (i = 0; i < height + rows - 1; i++)
    lines[i] = s.lines + i * s.length;
  for (i = 0; i < height - 1; i++)
    cf_convolve_fetch (
        job, job->top - height / 2 + i, lines[rows + i], s.length);

  for (y = job->top; y < job->bottom; y += rows) {
    const gint n_rows = MIN (rows, job->bottom - y);
    CfLineOut out[ROWS_MAX];
    CF_VALUE *old[ROWS_MAX];

    /* the oldest rows make room for the next ones */
    memcpy (old, lines, rows * sizeof *lines);
    memmove (lines, lines + rows, (height - 1) * sizeof *lines);
    memcpy (lines + height - 1, old, rows * sizeof *lines);
    for (i = 0; i < n_rows; i++) {
      cf_convolve_fetch (job, y + height - 1 - height / 2 + i,
          lines[height - 1 + i], s.length);
      out[i] = cf_line_out (job, y + i, s.out + i * s.out_length, CF_BLOCK);
    }

    if (n_rows == ROWS (digits))
      run_rows (job, lines, out, digits, ROWS (digits));
    else
      for (i = 0; i < n_rows; i++)
        run_rows (job, lines + i, out + i, digits, 1);
    for (i = 0; i < n_rows; i++)
      cf_line_out_flush (job, &out[i]);
  }
}

static void
run (const CfCpuJob *job, guint8 *scratch)
{
  switch (job->convolve->digits) {
    case 1:
      run_job (job, scratch, 1);
      break;
    case 2:
      run_job (job, scratch, 2);
      break;
    case 3:
      run_job (job, scratch, 3);
      break;
    default:
      run_job (job, scratch, 4);
      break;
  }
}

#ifdef CF_DOT
#define KERNEL CF_CONVOLVE_NAME (dot)
#else
#define KERNEL CF_CONVOLVE_NAME (mask)
#endif
const CfCpuKernel KERNEL = { run, scratch_size, 1024, 64 };
