/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage on one instruction set (-DCF_ISA=name).
 *
 * Lanes are LANES windows side by side, so that transforms and weights are
 * loops over lanes, which the compiler makes vectors of. Rows of samples are
 * split into STEP phases: sample STEP (i + 1) - 8 + p is sample i of phase p,
 * so that lane l of a group from window w on has its sample j at w + l + j /
 * STEP of phase j % STEP. What windows add to samples goes the same way. Eight
 * rows of samples are kept, from which a row of windows ends the first STEP.
 * Bound: arithmetic. */
#include "cpu/denoise/wiener_kernel.h"
#include "cpu/denoise/wiener_scratch.h"
#include "cpu/denoise/wiener_window.h"

#include "engine/denoise/cfdenoiserecursive.h"

#include <string.h>

#include "cpu/core/line.h"

/* --- rows --- */

static gsize
phase_length (gint width, gint step)
{
  return ((gsize)cf_wiener_windows (width, step) + 2 * LANES + 31) / 32 * 32;
}

static gpointer
take (guint8 **at, gsize size)
{
  gpointer p = *at;

  *at += (size + 63) / 64 * 64;
  return p;
}

static gsize
place (Scratch *s, gint width, gint step, guint8 *at)
{
  guint8 *const begin = at;
  gint row, p;

  s->length = phase_length (width, step);
  for (row = 0; row < SIDE; row++)
    for (p = 0; p < step; p++) {
      Phase *to = &s->rows[row][p];

      to->samples = take (&at, s->length * sizeof (gint16));
      to->pilot = take (&at, s->length * sizeof (gint16));
      to->merged = take (&at, s->length * sizeof (gint32));
      to->filtered = take (&at, s->length * sizeof (gint32));
      to->weights = take (&at, s->length * sizeof (gint32));
      to->counts = take (&at, s->length * sizeof (gint32));
    }
  for (p = 0; p < step; p++) {
    s->finished[p].results = take (&at, s->length * sizeof (guint16));
    s->finished[p].merged = take (&at, s->length * sizeof (guint16));
    s->finished[p].counts = take (&at, s->length * sizeof (guint16));
  }
  s->line = take (&at, (step * s->length + 64) * sizeof (guint16));
  s->bytes = take (&at, step * s->length + 64);
  s->group = take (&at, sizeof *s->group);
  return at - begin;
}

/* --- samples to phases, and back --- */

/* A phase's samples in front of the plane. */
#define BEFORE_PLANE(step) (SIDE / (step)-1)

/* n samples of 16 bits, with replicas beyond them. */
CF_INLINE void
split (const guint16 *line, gint n, gint step, Phase *row, gsize which,
    gsize length)
{
  const gsize before = BEFORE_PLANE (step);
  gint p;
  gsize i;

  for (p = 0; p < step; p++) {
    gint16 *restrict to = which ? row[p].pilot : row[p].samples;
    const gsize whole = MIN ((gsize)(n - p + step - 1) / step, length - before);

    for (i = 0; i < before; i++)
      to[i] = line[0] ^ 0x8000;
    for (i = 0; i < whole; i++)
      to[i + before] = line[step * i + p] ^ 0x8000;
    for (i = whole + before; i < length; i++)
      to[i] = line[n - 1] ^ 0x8000;
  }
}

static void
fetch_samples (const CfCpuWienerJob *j, gint y, guint16 *restrict line,
    guint8 *restrict bytes)
{
  const CfPlane *src = j->job.src;
  const gint up = 16 - src->bits - src->shift, n = src->width;
  gint x;

  if (src->bytes == 1) {
    line_fetch_8 (&j->job, y, 0, n, bytes);
    for (x = 0; x < n; x++)
      line[x] = bytes[x] << up;
    return;
  }
  line_fetch_16 (&j->job, y, 0, n, line);
  for (x = 0; x < n; x++)
    line[x] <<= up;
}

static void
clear (const Scratch *s, gint step, const Phase *row)
{
  gint p;

  for (p = 0; p < step; p++) {
    memset (row[p].merged, 0, s->length * sizeof *row[p].merged);
    memset (row[p].filtered, 0, s->length * sizeof *row[p].filtered);
    memset (row[p].weights, 0, s->length * sizeof *row[p].weights);
    memset (row[p].counts, 0, s->length * sizeof *row[p].counts);
  }
}

/* Row i of the row `wy` of windows: the frame and its pilot, whose first and
 * last rows are also those beyond the plane, and no sums. */
CF_INLINE void
begin_row (const CfCpuWienerJob *j, Scratch *s, gint step, gint wy, gint i,
    gboolean is_pilot)
{
  const CfPlane *src = j->job.src;
  const gint y = CLAMP (cf_wiener_first (wy, step) + i, 0, src->height - 1);
  const guint16 *line = s->line;
  Phase *row = s->rows[(step * wy + i) % SIDE];

  if (is_pilot && j->mean.results)
    line = j->mean.results + y * j->mean.stride;
  else
    fetch_samples (j, y, s->line, s->bytes);
  split (line, src->width, step, row, 0, s->length);
  if (!is_pilot)
    split (j->next.pilot + y * j->stride, src->width, step, row, 1, s->length);
  clear (s, step, row);
}

/* --- results --- */

/* A row of a phase, n samples, before it is put between the others. */
CF_INLINE void
finish_phase (
    const Phase *from, gsize n, gint step, gboolean is_on, const Finished *to)
{
  const gsize before = BEFORE_PLANE (step);
  const gint16 *restrict samples = from->samples + before;
  const gint16 *restrict pilot = from->pilot + before;
  const gint32 *restrict filtered = from->filtered + before;
  const gint32 *restrict weights = from->weights + before;
  const gint32 *restrict sums = from->merged + before;
  const gint32 *restrict counts_sums = from->counts + before;
  guint16 *restrict merged = to->merged, *restrict results = to->results;
  guint16 *restrict counts = to->counts;
  const gint on = -is_on;
  gsize i;

  for (i = 0; i < n; i++) {
    const gint v = samples[i] + 32768;

    results[i] = (cf_wiener_result (v, filtered[i], weights[i], step) & on)
                 | ((pilot[i] + 32768) & ~on);
    merged[i] = cf_wiener_merged (v, sums[i], step);
    counts[i] = cf_wiener_mean (counts_sums[i], step);
  }
}

/* A pilot's */
CF_INLINE void
finish_pilot_of_phase (
    const Phase *from, gsize n, gint step, guint16 *restrict results)
{
  const gsize before = BEFORE_PLANE (step);
  const gint16 *restrict samples = from->samples + before;
  const gint32 *restrict filtered = from->filtered + before;
  const gint32 *restrict weights = from->weights + before;
  gsize i;

  for (i = 0; i < n; i++)
    results[i] =
        cf_wiener_result (samples[i] + 32768, filtered[i], weights[i], step);
}

/* The phases' numbers in turns; the last ones may lie beyond the plane. */
#define DEFINE_JOIN(name, Type) \
  CF_INLINE void name (Type *restrict to, gint step, \
      const guint16 *restrict a, const guint16 *restrict b, \
      const guint16 *restrict c, const guint16 *restrict d, gsize n) \
  { \
    gsize i; \
\
    for (i = 0; i < n && step == 2; i++) { \
      to[2 * i] = a[i]; \
      to[2 * i + 1] = b[i]; \
    } \
    for (i = 0; i < n && step == 4; i++) { \
      to[4 * i] = a[i]; \
      to[4 * i + 1] = b[i]; \
      to[4 * i + 2] = c[i]; \
      to[4 * i + 3] = d[i]; \
    } \
  }
DEFINE_JOIN (join_samples, guint16)
DEFINE_JOIN (join_counts, guint8)

/* Rows have room for whole steps. */
CF_INLINE void
finish_row (const CfCpuWienerJob *j, const Scratch *s, gint step,
    const Phase *row, gint y)
{
  const gsize n = (j->job.src->width + step - 1) / step;
  const gsize at = y * j->stride;
  const Finished *f = s->finished;
  gint p;

  for (p = 0; p < step; p++)
    finish_phase (&row[p], n, step, j->terms->is_on, &s->finished[p]);
  join_samples (j->results + at, step, f[0].results, f[1].results, f[2].results,
      f[3].results, n);
  join_samples (j->next.merged + at, step, f[0].merged, f[1].merged,
      f[2].merged, f[3].merged, n);
  join_counts (j->next.counts + at, step, f[0].counts, f[1].counts, f[2].counts,
      f[3].counts, n);
}

CF_INLINE void
finish_pilot_row (const CfCpuWienerJob *j, const Scratch *s, gint step,
    const Phase *row, gint y)
{
  const gsize n = (j->job.src->width + step - 1) / step;
  const Finished *f = s->finished;
  gint p;

  for (p = 0; p < step; p++)
    finish_pilot_of_phase (&row[p], n, step, s->finished[p].results);
  join_samples (j->next.pilot + y * j->stride, step, f[0].results, f[1].results,
      f[2].results, f[3].results, n);
}

/* Results, dithered, as samples of the picture's bits; lines and results have
 * room for whole eights. */
CF_INLINE void
dither_row (guint16 *restrict line, const guint16 *restrict results, gint n,
    const guint16 *restrict dither, gint down, gint shift)
{
  gint x, i;

  for (x = 0; x < n; x += CF_DENOISE_DITHER)
    for (i = 0; i < CF_DENOISE_DITHER; i++) {
      const gint v = results[x + i] + dither[i];

      line[x + i] = MIN (v, 65535) >> down << shift;
    }
}

static void
write_row (const CfCpuWienerJob *j, gint y, guint16 *restrict line,
    guint8 *restrict bytes)
{
  const CfPlane *dst = j->job.dst;
  const guint16 *results = j->results + y * j->stride;
  const gint down = 16 - dst->bits, n = dst->width;
  guint8 *row =
      dst->data + (gssize)y * dst->stride + (gsize)j->job.channel * dst->bytes;
  guint16 dither[CF_DENOISE_DITHER];
  gint x;

  for (x = 0; x < CF_DENOISE_DITHER; x++)
    dither[x] = cf_denoise_dither (x, y, dst->bits);
  dither_row (line, results, n, dither, down, dst->shift);
  if (dst->bytes == 2) {
    line_scatter_16 ((guint16 *)row, line, n, dst->step);
    return;
  }
  for (x = 0; x < n; x++)
    bytes[x] = line[x];
  line_scatter_8 (row, bytes, n, dst->step);
}

/* Those that the row `wy` of windows is the last one of. */
CF_INLINE void
finish_rows (
    const CfCpuWienerJob *j, Scratch *s, gint step, gint wy, gboolean is_pilot)
{
  const gint top = cf_wiener_first (wy, step);
  gint i;

  for (i = 0; i < step && top + i < j->job.bottom; i++) {
    const Phase *row = s->rows[(step * wy + i) % SIDE];

    if (is_pilot) {
      finish_pilot_row (j, s, step, row, top + i);
      continue;
    }
    finish_row (j, s, step, row, top + i);
    if (j->job.dst)
      write_row (j, top + i, s->line, s->bytes);
  }
}

/* --- rows of windows --- */

/* The rows of windows whose maps this job writes: those that begin above its
 * own rows, and the last of all. */
static gboolean
tells (const CfCpuWienerJob *j, gint wy)
{
  return j->tells
         && (wy < j->job.bottom / j->step
             || j->job.bottom == j->job.src->height);
}

CF_INLINE void
run_step (
    const CfCpuWienerJob *j, guint8 *scratch, gint step, gboolean is_pilot)
{
  const gint first = j->job.top / step;
  const gint more = cf_wiener_covering (step) - 1;
  const gint last = (j->job.bottom - 1) / step + more;
  Scratch s;
  gint wy, w, i;

  place (&s, j->job.src->width, step, scratch);
  memset (s.group, 0, sizeof *s.group);
  for (i = 0; i < SIDE - step; i++)
    begin_row (j, &s, step, first, i, is_pilot);
  for (wy = first; wy <= last; wy++) {
    for (i = SIDE - step; i < SIDE; i++)
      begin_row (j, &s, step, wy, i, is_pilot);
    for (w = 0; w < j->own.width; w += LANES)
      if (is_pilot)
        make_pilot_of_group (j, &s, step, wy, w);
      else
        run_group (j, &s, step, wy, w, tells (j, wy));
    if (wy >= first + more)
      finish_rows (j, &s, step, wy, is_pilot);
  }
}

static void
run (const CfCpuWienerJob *j, guint8 *scratch)
{
  if (j->step == CF_WIENER_STEP_BEST)
    run_step (j, scratch, CF_WIENER_STEP_BEST, FALSE);
  else
    run_step (j, scratch, CF_WIENER_STEP_HIGH, FALSE);
}

static void
make_pilot (const CfCpuWienerJob *j, guint8 *scratch)
{
  if (j->step == CF_WIENER_STEP_BEST)
    run_step (j, scratch, CF_WIENER_STEP_BEST, TRUE);
  else
    run_step (j, scratch, CF_WIENER_STEP_HIGH, TRUE);
}

static void
keep (const CfCpuWienerJob *j, guint8 *scratch)
{
  Scratch s;
  gint y;

  place (&s, j->job.src->width, j->step, scratch);
  for (y = j->job.top; y < j->job.bottom; y++)
    fetch_samples (j, y, j->samples + y * j->stride, s.bytes);
}

static void
write_rows (const CfCpuWienerJob *j, guint8 *scratch)
{
  Scratch s;
  gint y;

  place (&s, j->job.src->width, j->step, scratch);
  for (y = j->job.top; y < j->job.bottom; y++)
    write_row (j, y, s.line, s.bytes);
}

static gsize
scratch_size (gint width)
{
  Scratch s;
  const gsize high = place (&s, width, CF_WIENER_STEP_HIGH, NULL);

  return MAX (high, place (&s, width, CF_WIENER_STEP_BEST, NULL));
}

extern const CfCpuWienerKernel G_PASTE (cf_cpu_wiener_, CF_ISA);
const CfCpuWienerKernel G_PASTE (cf_cpu_wiener_, CF_ISA) = { keep, make_pilot,
  run, write_rows, scratch_size };
