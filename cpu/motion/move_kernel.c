/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The last result, moved, on one instruction set (-DCF_ISA=name). Blocks side
 * by side that have one vector are moved together; the loops along rows are the
 * compiler's. Bound: arithmetic, two times eight products a sample where a
 * vector is between samples both ways, else a copy. */
#include "cpu/motion/move_kernel.h"

#include <string.h>

#include "cpu/core/line.h"

#define BEFORE (CF_MOTION_TAPS / 2 - 1) /* taps before the sample */

/* Blocks of a row that have one vector: samples left...right-1 of rows
 * top...bottom-1. */
typedef struct {
  gint left, right, top, bottom;
  gint x, y; /* the vector */
  gboolean is_trusted;
} Run;

/* Samples x...x+n-1 of a row of the plane, those beyond it replicated. */
static void
fetch (guint16 *to, const CfCpuMoveJob *j, gint x, gint y, gint n)
{
  const guint16 *row =
      j->last.results + CLAMP (y, 0, j->height - 1) * j->last.stride;
  const gint first = CLAMP (-x, 0, n), last = CLAMP (j->width - x, first, n);
  gint i;

  for (i = 0; i < first; i++)
    to[i] = row[0];
  memcpy (to + first, row + x + first, (last - first) * sizeof *to);
  for (i = last; i < n; i++)
    to[i] = row[j->width - 1];
}

/* Eight samples, `apart` from one another, times taps. */
static void
between (guint16 *restrict to, const guint16 *restrict from, gsize apart,
    const gint8 *taps, gint n)
{
  const gint t0 = taps[0], t1 = taps[1], t2 = taps[2], t3 = taps[3];
  const gint t4 = taps[4], t5 = taps[5], t6 = taps[6], t7 = taps[7];
  gint i;

  for (i = 0; i < n; i++) {
    const guint16 *p = from + i;
    const gint sum = t0 * p[0] + t1 * p[apart] + t2 * p[2 * apart]
                     + t3 * p[3 * apart] + t4 * p[4 * apart] + t5 * p[5 * apart]
                     + t6 * p[6 * apart] + t7 * p[7 * apart];

    to[i] = CLAMP ((sum + 32) >> 6, 0, 65535);
  }
}

static void
move_results (const CfCpuMoveJob *j, const Run *r, guint8 *scratch)
{
  const gint n = r->right - r->left;
  const gint left = r->left + (r->x >> 2), top = r->top + (r->y >> 2);
  const gint8 *across = cf_motion_taps[r->x & 3],
              *down = cf_motion_taps[r->y & 3];
  const gsize length = CF_CPU_MOVE_ROW (j->width);
  guint16 *line = (guint16 *)scratch, *rows = line + length;
  const gint before = r->y & 3 ? BEFORE : 0;
  const gint behind = r->y & 3 ? CF_MOTION_TAPS - 1 - BEFORE : 0;
  const gint n_rows = r->bottom - r->top + before + behind;
  gint i;

  for (i = 0; i < n_rows; i++) {
    guint16 *to =
        r->y & 3 ? rows + i * length
                 : j->moved.results + (r->top + i) * j->moved.stride + r->left;

    if (r->x & 3) {
      fetch (line, j, left - BEFORE, top - before + i, n + CF_MOTION_TAPS - 1);
      between (to, line, 1, across, n);
    } else {
      fetch (to, j, left, top - before + i, n);
    }
  }
  if (r->y & 3)
    for (i = 0; i < r->bottom - r->top; i++)
      between (j->moved.results + (r->top + i) * j->moved.stride + r->left,
          rows + i * length, length, down, n);
}

static void
move_counts (const CfCpuMoveJob *j, const Run *r)
{
  const gint n = r->right - r->left;
  const gint x = r->left + ((r->x + 2) >> 2);
  const gint first = CLAMP (-x, 0, n), last = CLAMP (j->width - x, first, n);
  gint i;

  for (i = r->top; i < r->bottom; i++) {
    const gint y = i + ((r->y + 2) >> 2);
    guint8 *to = j->moved.counts + i * j->moved.stride + r->left;

    memset (to, 0, n);
    if (r->is_trusted && y >= 0 && y < j->height)
      memcpy (to + first, j->last.counts + y * j->last.stride + x + first,
          last - first);
  }
}

static void
run (const CfCpuMoveJob *j, guint8 *scratch)
{
  const gint across = CF_MOTION_BLOCK >> j->halved_x;
  const gint down = CF_MOTION_BLOCK >> j->halved_y;
  const gint n = (j->width + across - 1) / across;
  gint block, end, by, y;

  for (by = j->top; by < j->bottom; by++) {
    const CfMotionVector *v = j->field + by * j->field_width;
    const guint8 *trusted = j->trusted + by * j->field_width;
    Run r = { .top = by * down, .bottom = MIN ((by + 1) * down, j->height) };

    for (block = 0; block < n; block = end) {
      r.is_trusted = trusted[block];
      for (end = block + 1;
           end < n && v[end].x == v[block].x && v[end].y == v[block].y
           && trusted[end] == trusted[block];
           end++)
        ;
      r.left = block * across;
      r.right = MIN (end * across, j->width);
      r.x = cf_denoise_subsampled (v[block].x, j->halved_x);
      r.y = cf_denoise_subsampled (v[block].y, j->halved_y);
      move_results (j, &r, scratch);
      move_counts (j, &r);
    }
    for (y = r.top; y < r.bottom; y++) {
      guint16 *row = j->moved.results + y * j->moved.stride;

      row[-1] = row[0];
      row[j->width] = row[j->width - 1];
    }
  }
}

static void
round_results (guint8 *restrict to, const guint16 *restrict from, gint n)
{
  gint x;

  for (x = 0; x < n; x++)
    to[x] = MIN ((from[x] + 128) >> 8, 255);
}

static void
scale (guint8 *restrict to, const guint16 *restrict from, gint n,
    CfDenoiseScale scale)
{
  gint x;

  for (x = 0; x < n; x++)
    to[x] = cf_denoise_scaled (from[x], scale);
}

static void
bytes_8 (const CfCpuBytesJob *j, guint8 *scratch)
{
  const CfPlane *p = j->job.src;
  const gint up = 8 - p->bits - p->shift;
  gint y, x;

  for (y = j->job.top; y < j->job.bottom; y++) {
    guint8 *restrict to = j->frame + y * j->frame_stride;

    line_fetch_8 (&j->job, y, 0, p->width, to);
    for (x = 0; x < p->width && up > 0; x++)
      to[x] <<= up;
    round_results (j->result + y * j->result_stride,
        j->last.results + y * j->last.stride, p->width);
  }
}

static void
bytes_16 (const CfCpuBytesJob *j, guint8 *scratch)
{
  const CfPlane *p = j->job.src;
  const gint up = 16 - p->bits - p->shift;
  guint16 *restrict line = (guint16 *)scratch;
  gint y, x;

  for (y = j->job.top; y < j->job.bottom; y++) {
    line_fetch_16 (&j->job, y, 0, p->width, line);
    for (x = 0; x < p->width; x++)
      line[x] <<= up;
    scale (j->frame + y * j->frame_stride, line, p->width, j->scale);
    scale (j->result + y * j->result_stride,
        j->last.results + y * j->last.stride, p->width, j->scale);
  }
}

const CfCpuMoveKernel G_PASTE (
    cf_cpu_move_, CF_ISA) = { run, { bytes_8, bytes_16 } };
