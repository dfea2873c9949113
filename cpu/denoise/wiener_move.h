/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Windows of the Wiener stage that come from the last frame, moved. Those side
 * by side that have one vector are moved together. For wiener_window.h alone.
 */
#pragma once

#include "cpu/denoise/wiener_scratch.h"

#define TAPS CF_MOTION_TAPS
#define BEFORE (TAPS / 2 - 1) /* taps before the sample */
#define MOVED_WIDTH (CF_WIENER_STEP_HIGH * (LANES - 1) + CF_WIENER_SIDE)
/* with what taps need, and vectors of which not all is needed */
#define MOVED_ROW ((MOVED_WIDTH + TAPS + VECTOR + 31) / 32 * 32)
#define MOVED_ROWS (CF_WIENER_SIDE + TAPS)

/* Vectors of a group, in quarters of the plane's samples. */
typedef CfMotionVector Vectors[LANES];

CF_INLINE CfMotionVector
subsampled (const CfCpuWienerJob *j, gint x, gint y)
{
  return (CfMotionVector){ cf_denoise_subsampled (x, j->halved_x),
    cf_denoise_subsampled (y, j->halved_y) };
}

CF_INLINE CfMotionVector
vector_at (
    const CfCpuWienerJob *j, const CfMotionVector *field, gint by, gint bx)
{
  return field[by * j->field_width + bx];
}

/* Of the block where the window is. */
CF_INLINE CfMotionVector
vector_here (
    const CfCpuWienerJob *j, const CfMotionVector *field, gint wy, gint wx)
{
  return vector_at (j, field,
      cf_wiener_block (wy, j->step, j->halved_y, j->field_height),
      cf_wiener_block (wx, j->step, j->halved_x, j->field_width));
}

/* From the last frame. */
static void
find_vectors (const CfCpuWienerJob *j, gint wy, gint w, Vectors to)
{
  gint l;

  memset (to, 0, sizeof (Vectors));
  for (l = 0; l < LANES && j->field; l++) {
    const gint wx = MIN (w + l, j->own.width - 1);
    const CfMotionVector v = vector_here (j, j->field, wy, wx);

    to[l] = subsampled (j, v.x, v.y);
  }
}

/* From the frame ahead: back along the vector that comes from there. */
static void
find_vectors_ahead (const CfCpuWienerJob *j, gint wy, gint w, Vectors to)
{
  const CfMotionVector *field = j->ahead.field;
  gint l;

  memset (to, 0, sizeof (Vectors));
  for (l = 0; l < LANES && field; l++) {
    const gint wx = MIN (w + l, j->own.width - 1);
    const CfMotionVector u = vector_here (j, field, wy, wx);
    const CfMotionVector v = vector_at (j, field,
        cf_wiener_block_ahead (wy, j->step, j->halved_y, u.y, j->field_height),
        cf_wiener_block_ahead (wx, j->step, j->halved_x, u.x, j->field_width));

    to[l] = subsampled (j, -v.x, -v.y);
  }
}

/* n samples of a row from column x on; those beyond the plane are replicas. */
static const guint16 *
row_at (const CfCpuWienerJob *j, const guint16 *samples, gint x, gint y, gint n,
    guint16 *restrict line)
{
  const gint width = j->job.src->width;
  const guint16 *row =
      samples + CLAMP (y, 0, j->job.src->height - 1) * j->stride;
  gint i;

  if (x >= 0 && x + n <= width)
    return row + x;
  for (i = 0; i < n; i++)
    line[i] = row[CLAMP (x + i, 0, width - 1)];
  return line;
}

/* Two lanes of sums become two samples, less 32768. */
CF_INLINE CfVector
rounded (CfVector32 first, CfVector32 second)
{
  const CfVector32 most = cf_vector_splat_32 (65535);
  const CfVector32 a = cf_vector_clamp ((first >> 6) + 32768, most);
  const CfVector32 b = cf_vector_clamp ((second >> 6) + 32768, most);

  return (CfVector)((CfVector32)cf_vector_pair_low (a, b)
                    ^ (CfVector32)cf_vector_splat_16 (0x8000));
}

/* The same of lanes' lower and upper halves. */
CF_INLINE CfVector
halves (CfVector32 low, CfVector32 high)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  return rounded (low, high);
#else
  return rounded (high, low);
#endif
}

CF_INLINE CfVector
load (const guint16 *from)
{
  return (CfVector)((CfVector32)cf_vector_load (from)
                    ^ (CfVector32)cf_vector_splat_16 (0x8000));
}

/* Samples less 32768 as they are. */
CF_INLINE void
copy (gint16 *to, const guint16 *from, gint n)
{
  gint x;

  for (x = 0; x < n; x += VECTOR)
    cf_vector_store (to + x, load (from + x));
}

/* Eight samples beside one another, times taps whose sum is 64: what samples
 * are less stays. */
CF_INLINE void
across (gint16 *to, const guint16 *from, const gint8 *taps, gint n)
{
  gint x, i;

  for (x = 0; x < n; x += VECTOR) {
    CfVector32 first = cf_vector_splat_32 (32), second = first;

#pragma GCC unroll 4
    for (i = 0; i < TAPS; i += 2) {
      const CfVector pair = cf_vector_pair_low (
          cf_vector_splat_32 (taps[i]), cf_vector_splat_32 (taps[i + 1]));

      first = cf_vector_madd (first, load (from + x + i), pair);
      second = cf_vector_madd (second, load (from + x + i + 1), pair);
    }
    cf_vector_store (to + x, rounded (first, second));
  }
}

/* And below one another, for eight rows of VECTOR samples. */
CF_INLINE void
along (gint16 (*to)[MOVED_ROW], gint16 (*from)[MOVED_ROW], const gint8 *taps)
{
  CfVector low[MOVED_ROWS], high[MOVED_ROWS];
  gint y, i;

#pragma GCC unroll 16
  for (y = 0; y < CF_WIENER_SIDE + TAPS - 2; y++) {
    const CfVector32 a = (CfVector32)cf_vector_load (from[y]);
    const CfVector32 b = (CfVector32)cf_vector_load (from[y + 1]);

    low[y] = (CfVector)((a & 0xffff) | b << 16);
    high[y] = (CfVector)((b & -65536) | (a >> 16 & 0xffff));
  }
#pragma GCC unroll 8
  for (y = 0; y < CF_WIENER_SIDE; y++) {
    CfVector32 of_low = cf_vector_splat_32 (32), of_high = of_low;

#pragma GCC unroll 4
    for (i = 0; i < TAPS; i += 2) {
      const CfVector pair = (CfVector)cf_vector_splat_32 (
          (taps[i] & 0xffff) | (gint)((guint)taps[i + 1] << 16));

      of_low = cf_vector_madd (of_low, low[y + i], pair);
      of_high = cf_vector_madd (of_high, high[y + i], pair);
    }
    cf_vector_store (to[y], halves (of_low, of_high));
  }
}

/* Windows lane...lane+n-1, which have one vector, into samples. */
static void
move (const CfCpuWienerJob *j, Group *g, const guint16 *samples, gint wy,
    gint wx, gint lane, gint n, CfMotionVector v)
{
  gint16 rows[MOVED_ROWS][MOVED_ROW], moved[CF_WIENER_SIDE][MOVED_ROW];
  guint16 line[MOVED_ROW];
  const gint width = j->step * (n - 1) + CF_WIENER_SIDE;
  const gint x = cf_wiener_first (wx + lane, j->step) + (v.x >> 2);
  const gint y = cf_wiener_first (wy, j->step) + (v.y >> 2);
  const gint before = v.y & 3 ? BEFORE : 0;
  const gint n_rows = CF_WIENER_SIDE + (v.y & 3 ? TAPS - 1 : 0);
  gint i, k, l;

  for (i = 0; i < n_rows; i++)
    if (v.x & 3)
      across (rows[i],
          row_at (
              j, samples, x - BEFORE, y - before + i, width + TAPS - 1, line),
          cf_motion_taps[v.x & 3], width);
    else
      copy (
          rows[i], row_at (j, samples, x, y - before + i, width, line), width);
  for (k = 0; k < width && (v.y & 3); k += VECTOR)
    along ((gint16 (*)[MOVED_ROW]) & moved[0][k],
        (gint16 (*)[MOVED_ROW]) & rows[0][k], cf_motion_taps[v.y & 3]);
  for (i = 0; i < CF_WIENER_SIDE; i++) {
    const gint16 *row = v.y & 3 ? moved[i] : rows[i];

    for (l = 0; l < n; l++)
      for (k = 0; k < CF_WIENER_SIDE; k++)
        g->samples[i * CF_WIENER_SIDE + k][lane + l] = row[k + l * j->step];
  }
}

static void
find_moved (const CfCpuWienerJob *j, Group *g, const guint16 *samples,
    const Vectors vectors, gint wy, gint w)
{
  gint l, end;

  for (l = 0; l < LANES; l = end) {
    const CfMotionVector v = vectors[l];

    for (end = l + 1; end < LANES; end++)
      if (vectors[end].x != v.x || vectors[end].y != v.y)
        break;
    move (j, g, samples, wy, w, l, end - l, v);
  }
}

/* Eight counts of a row. */
static guint64
counts_at (
    const CfCpuWienerJob *j, const guint8 *all, gsize stride, gint x, gint y)
{
  const gint width = j->job.src->width;
  const guint8 *row = all + CLAMP (y, 0, j->job.src->height - 1) * stride;
  guint8 counts[CF_WIENER_SIDE];
  guint64 eight;
  gint i;

  if (x >= 0 && x + CF_WIENER_SIDE <= width) {
    memcpy (&eight, row + x, sizeof eight);
    return eight;
  }
  for (i = 0; i < CF_WIENER_SIDE; i++)
    counts[i] = row[CLAMP (x + i, 0, width - 1)];
  memcpy (&eight, counts, sizeof eight);
  return eight;
}

/* The sum of a window's counts: of every second one, in words of 16 bits. */
static gint
sum_counts (
    const CfCpuWienerJob *j, const guint8 *all, gsize stride, gint x, gint y)
{
  const guint64 even = 0x00ff00ff00ff00ff;
  guint64 sums = 0;
  gint i;

  for (i = 0; i < CF_WIENER_SIDE; i++) {
    const guint64 counts = counts_at (j, all, stride, x, y + i);

    sums += (counts & even) + (counts >> 8 & even);
  }
  return (gint)(sums * 0x0001000100010001 >> 48);
}

static void
find_worth (
    const CfCpuWienerJob *j, Group *g, const Vectors vectors, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    const CfMotionVector v = vectors[l];

    g->inverse_worth[l] =
        cf_wiener_inverse_worth (sum_counts (j, j->last.counts, j->stride,
            cf_wiener_first (w + l, j->step) + ((v.x + 2) >> 2),
            cf_wiener_first (wy, j->step) + ((v.y + 2) >> 2)));
  }
}

/* And of what a pilot is made of, in place. */
static void
find_worth_of_mean (const CfCpuWienerJob *j, Group *g, gint wy, gint w)
{
  gint l;

  for (l = 0; l < LANES; l++)
    g->inverse_worth[l] = cf_wiener_inverse_worth (
        j->mean.results ? sum_counts (j, j->mean.counts, j->mean.stride,
            cf_wiener_first (w + l, j->step), cf_wiener_first (wy, j->step))
                        : CF_WIENER_AREA * CF_WIENER_COUNT_LEAST);
}
