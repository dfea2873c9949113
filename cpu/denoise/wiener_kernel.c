/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage on one instruction set (-DCF_ISA=name).
 *
 * Lanes are LANES windows side by side, so that transforms and weights are
 * loops over lanes, which the compiler makes vectors of. Rows of samples are
 * split into four phases: sample 4 (i - 1) + p is sample i of phase p, so that
 * lane l of a group from window w on has its sample j at w + l + j / 4 of phase
 * j % 4. What windows add to samples goes the same way. A row of windows ends
 * four rows of samples that the one above began. Bound: arithmetic. */
#include "cpu/denoise/wiener_kernel.h"
#include "cpu/denoise/wiener_scratch.h"
#include "cpu/denoise/wiener_window.h"

#include "engine/denoise/cfdenoiserecursive.h"

#include <string.h>

#include "cpu/core/line.h"

/* --- rows --- */

static gsize
phase_length (gint width)
{
  return ((gsize)cf_wiener_windows (width) + 2 * LANES + 31) / 32 * 32;
}

static gpointer
take (guint8 **at, gsize size)
{
  gpointer p = *at;

  *at += (size + 63) / 64 * 64;
  return p;
}

static gsize
place (Scratch *s, gint width, guint8 *at)
{
  guint8 *const begin = at;
  gint half, row, p;

  s->length = phase_length (width);
  for (half = 0; half < 2; half++)
    for (row = 0; row < ROWS; row++)
      for (p = 0; p < PHASES; p++) {
        Phase *to = &s->halves[half][row][p];

        to->samples = take (&at, s->length * sizeof (gint16));
        to->pilot = take (&at, s->length * sizeof (gint16));
        to->merged = take (&at, s->length * sizeof (gint32));
        to->filtered = take (&at, s->length * sizeof (gint32));
        to->weights = take (&at, s->length * sizeof (gint32));
        to->counts = take (&at, s->length * sizeof (gint32));
      }
  for (p = 0; p < PHASES; p++) {
    s->finished[p].results = take (&at, s->length * sizeof (guint16));
    s->finished[p].merged = take (&at, s->length * sizeof (guint16));
    s->finished[p].counts = take (&at, s->length * sizeof (guint16));
  }
  s->line = take (&at, (4 * s->length + 64) * sizeof (guint16));
  s->bytes = take (&at, 4 * s->length + 64);
  s->group = take (&at, sizeof *s->group);
  return at - begin;
}

/* --- samples to phases, and back --- */

/* n samples of 16 bits, with replicas beyond them. */
static void
split (const guint16 *line, gint n, Phase *row, gsize which, gsize length)
{
  gint p;
  gsize i;

  for (p = 0; p < PHASES; p++) {
    gint16 *restrict to = which ? row[p].pilot : row[p].samples;
    /* the first of a phase lies in front of the plane, or is sample 0 */
    const gsize whole = MIN ((gsize)(n - p + 3) / 4, length - 1);

    to[0] = line[0] ^ 0x8000;
    for (i = 0; i < whole; i++)
      to[i + 1] = line[4 * i + p] ^ 0x8000;
    for (i = whole + 1; i < length; i++)
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

/* The frame and its pilot; rows beyond the plane are its first, or last. */
static void
split_rows (const CfCpuWienerJob *j, Scratch *s, gint half, gint top)
{
  const CfPlane *src = j->job.src;
  gint i;

  for (i = 0; i < ROWS; i++) {
    const gint y = CLAMP (top + i, 0, src->height - 1);

    fetch_samples (j, y, s->line, s->bytes);
    split (s->line, src->width, s->halves[half][i], 0, s->length);
    split (j->next.pilot + y * j->stride, src->width, s->halves[half][i], 1,
        s->length);
  }
}

static void
clear (Scratch *s, gint half)
{
  gint row, p;

  for (row = 0; row < ROWS; row++)
    for (p = 0; p < PHASES; p++) {
      Phase *of = &s->halves[half][row][p];

      memset (of->merged, 0, s->length * sizeof *of->merged);
      memset (of->filtered, 0, s->length * sizeof *of->filtered);
      memset (of->weights, 0, s->length * sizeof *of->weights);
      memset (of->counts, 0, s->length * sizeof *of->counts);
    }
}

/* --- results --- */

/* A row of a phase, n samples, before it is put between the others. */
static void
finish_phase (const Phase *from, gsize n, gboolean is_on, const Finished *to)
{
  const gint16 *restrict samples = from->samples + 1;
  const gint16 *restrict pilot = from->pilot + 1;
  const gint32 *restrict filtered = from->filtered + 1;
  const gint32 *restrict weights = from->weights + 1;
  const gint32 *restrict sums = from->merged + 1;
  const gint32 *restrict counts_sums = from->counts + 1;
  guint16 *restrict merged = to->merged, *restrict results = to->results;
  guint16 *restrict counts = to->counts;
  const gint on = -is_on;
  gsize i;

  for (i = 0; i < n; i++) {
    const gint v = samples[i] + 32768;

    results[i] = (cf_wiener_result (v, filtered[i], weights[i]) & on)
                 | ((pilot[i] + 32768) & ~on);
    merged[i] = cf_wiener_merged (v, sums[i]);
    counts[i] = (counts_sums[i] + 32) >> 6;
  }
}

/* The four phases' numbers in turns; the last ones may lie beyond the plane. */
#define DEFINE_JOIN(name, Type) \
  CF_INLINE void name (Type *restrict to, const guint16 *restrict a, \
      const guint16 *restrict b, const guint16 *restrict c, \
      const guint16 *restrict d, gsize n) \
  { \
    gsize i; \
\
    for (i = 0; i < n; i++) { \
      to[4 * i] = a[i]; \
      to[4 * i + 1] = b[i]; \
      to[4 * i + 2] = c[i]; \
      to[4 * i + 3] = d[i]; \
    } \
  }
DEFINE_JOIN (join_samples, guint16)
DEFINE_JOIN (join_counts, guint8)

/* Rows have room for whole steps. */
static void
finish_row (const CfCpuWienerJob *j, const Scratch *s, const Phase *row, gint y)
{
  const gsize n = (j->job.src->width + PHASES - 1) / PHASES;
  const gsize at = y * j->stride;
  const Finished *f = s->finished;
  gint p;

  for (p = 0; p < PHASES; p++)
    finish_phase (&row[p], n, j->terms->is_on, &s->finished[p]);
  join_samples (j->results + at, f[0].results, f[1].results, f[2].results,
      f[3].results, n);
  join_samples (j->next.merged + at, f[0].merged, f[1].merged, f[2].merged,
      f[3].merged, n);
  join_counts (j->next.counts + at, f[0].counts, f[1].counts, f[2].counts,
      f[3].counts, n);
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

static void
finish_rows (const CfCpuWienerJob *j, Scratch *s, gint half, gint top)
{
  gint i;

  for (i = 0; i < ROWS && top + i < j->job.bottom; i++) {
    finish_row (j, s, s->halves[half][i], top + i);
    write_row (j, top + i, s->line, s->bytes);
  }
}

/* --- rows of windows --- */

/* The rows of windows whose maps this job writes: those that begin above its
 * own rows, and the last of all. */
static gboolean
tells (const CfCpuWienerJob *j, gint wy)
{
  return wy < j->job.bottom / CF_WIENER_STEP
         || j->job.bottom == j->job.src->height;
}

static void
run (const CfCpuWienerJob *j, guint8 *scratch)
{
  const gint first = j->job.top / CF_WIENER_STEP;
  const gint last = (j->job.bottom - 1) / CF_WIENER_STEP + 1;
  Scratch s;
  gint wy, w;

  place (&s, j->job.src->width, scratch);
  memset (s.group, 0, sizeof *s.group);
  split_rows (j, &s, (first + 1) & 1, cf_wiener_first (first));
  clear (&s, (first + 1) & 1);
  for (wy = first; wy <= last; wy++) {
    const gint top = cf_wiener_first (wy);

    /* rows from `top` on are in the half of the other parity */
    split_rows (j, &s, wy & 1, top + ROWS);
    clear (&s, wy & 1);
    for (w = 0; w < j->own.width; w += LANES)
      run_group (j, &s, wy, w, tells (j, wy));
    if (wy > first)
      finish_rows (j, &s, (wy + 1) & 1, top);
  }
}

static void
write (const CfCpuWienerJob *j, guint8 *scratch)
{
  Scratch s;
  gint y;

  place (&s, j->job.src->width, scratch);
  for (y = j->job.top; y < j->job.bottom; y++)
    write_row (j, y, s.line, s.bytes);
}

static gsize
scratch_size (gint width)
{
  Scratch s;

  return place (&s, width, NULL);
}

extern const CfCpuWienerKernel G_PASTE (cf_cpu_wiener_, CF_ISA);
const CfCpuWienerKernel G_PASTE (
    cf_cpu_wiener_, CF_ISA) = { run, write, scratch_size };
