/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any convolution, one tap of a row after the other, in 64 bits. */
#include "cpu/convolve/convolve.h"

#include <string.h>

#define CF_VALUE gint32

#include "cpu/core/line.h"

/* The parts of a job's scratch. A row is a picture's, unshifted, with the
 * columns around the job, or in two passes the first one's results. */
typedef struct {
  gsize line_length, row_length;
  gint32 *values;  /* a picture's row */
  gint64 *samples; /* two passes: the same */
  gint64 *sums;
  gint64 *rows; /* as many as the mask, the oldest overwritten */
} Scratch;

static gsize
scratch_layout (
    Scratch *s, const CfConvolvePlan *plan, gint width, guint8 *memory)
{
  s->line_length = (width + plan->width + 3) / 4 * 4;
  s->row_length = plan->two_passes ? (gsize)width : s->line_length;
  s->sums = (gint64 *)memory;
  s->samples = s->sums + width;
  s->rows = s->samples + s->line_length;
  s->values = (gint32 *)(s->rows + plan->height * s->row_length);
  return (guint8 *)(s->values + s->line_length) - memory;
}

static gsize
scratch_size (const CfCpuJob *job, gint width)
{
  Scratch s;

  return scratch_layout (&s, &job->convolve->plan, width, NULL);
}

static void
fetch (const CfCpuJob *job, gint y, gint32 *values, gint64 *samples)
{
  const gssize first = (gssize)job->left - job->convolve->plan.width / 2;
  const gssize last = (gssize)job->right + job->convolve->plan.width / 2;
  gssize i;

  if (job->src->bytes == 1)
    line_fetch_8 (job, y, first, last, values);
  else
    line_fetch_16 (job, y, first, last, values);
  for (i = 0; i < last - first; i++)
    samples[i] = values[i] >> job->src->shift;
}

/* Adds a row of `width` taps over `values` to the n sums. */
static void
add_row (
    gint64 *sums, gint n, const gint64 *taps, gint width, const gint64 *values)
{
  gint i, x;

  for (i = 0; i < width; i++)
    for (x = 0; taps[i] != 0 && x < n; x++)
      sums[x] += taps[i] * values[x + i];
}

/* Row y, of the picture or of the first pass. */
static void
prepare_row (const CfCpuJob *job, const Scratch *s, gint y, gint64 *row)
{
  const CfConvolvePlan *plan = &job->convolve->plan;
  const gint n = job->right - job->left;
  gint x;

  if (!plan->two_passes) {
    fetch (job, y, s->values, row);
    return;
  }
  fetch (job, y, s->values, s->samples);
  for (x = 0; x < n; x++)
    s->sums[x] = G_GINT64_CONSTANT (1) << plan->shift >> 1;
  add_row (s->sums, n, plan->taps, plan->width, s->samples);
  for (x = 0; x < n; x++)
    row[x] = s->sums[x] >> plan->shift;
}

static void
put (const CfCpuJob *job, const Scratch *s, gint y)
{
  const CfConvolvePlan *plan = &job->convolve->plan;
  const CfPlane *dst = job->dst;
  const gint64 max = (1 << plan->bits) - 1;
  guint8 *row = dst->data + (gssize)y * dst->stride
                + ((gssize)job->left * dst->step + job->channel) * dst->bytes;
  gint x;

  for (x = 0; x < job->right - job->left; x++) {
    gint64 n = s->sums[x] + plan->offset;
    gint value = n < 0 ? 0 : MIN (n / plan->divisor, max);

    if (dst->bytes == 1)
      row[x * dst->step] = value << dst->shift;
    else
      ((guint16 *)row)[x * dst->step] = value << dst->shift;
  }
}

static void
run (const CfCpuJob *job, guint8 *scratch)
{
  const CfConvolvePlan *plan = &job->convolve->plan;
  const gint n = job->right - job->left, above = plan->height / 2;
  const gint64 *taps = plan->taps;
  gint tap_row = plan->width, y, j;
  Scratch s;

  if (plan->two_passes) {
    taps += plan->width;
    tap_row = 1;
  }
  scratch_layout (&s, plan, n, scratch);
  for (y = job->top - above; y < job->bottom + above; y++) {
    const gint newest = (y - job->top + above) % plan->height;

    prepare_row (job, &s, y, s.rows + newest * s.row_length);
    if (y < job->top + above)
      continue;
    memset (s.sums, 0, n * sizeof (gint64));
    for (j = 0; j < plan->height; j++)
      add_row (s.sums, n, taps + j * tap_row, tap_row,
          s.rows + (newest + 1 + j) % plan->height * s.row_length);
    put (job, &s, y - above);
  }
}

const CfCpuKernel cf_cpu_convolve_scalar = { run, scratch_size, 1024, 64 };
