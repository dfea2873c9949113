/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any rank of any window on one instruction set (-DCF_ISA=name), for 8-bit
 * samples: they are the codes. */
#include "cpu/core/kernel.h"

#define CF_CODE guint8
#include "cpu/rank/rank_select.h"

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/core/line_template.h"

/* Results of a tile. Columns: as many as let their counts stay in the first
 * cache, with those around them. Rows: this and the window's, so that the rows
 * around them, which are counted twice, cost little, but no more than needed,
 * so that results have few values. */
#define TILE_WIDTH 256
#define TILE_HEIGHT 128
#define TILE_HEIGHT_MAX (TILE_HEIGHT + CF_MEDIAN_SIZE_MAX)

#define TILE_COLUMNS (TILE_WIDTH + CF_MEDIAN_SIZE_MAX - 1)
#define TILE_ROWS (TILE_HEIGHT_MAX + CF_MEDIAN_SIZE_MAX - 1)

static gsize
scratch_layout (CfRankTile *t, guint8 *memory)
{
  guint8 *end = cf_rank_scratch (t, TILE_COLUMNS, memory);

  t->n_codes = 256;
  t->stride = TILE_COLUMNS;
  t->codes = end;
  t->results = t->codes + t->stride * TILE_ROWS;
  return t->results + t->stride * TILE_HEIGHT_MAX - memory;
}

static gsize
scratch_size (const CfCpuJob *job, gint width)
{
  CfRankTile t;

  return scratch_layout (&t, NULL);
}

/* The code of the window's rank among some of the tile's. */
static guint8
guess (const CfRankTile *t)
{
  gint counts[256] = { 0 }, n = 0, code = 0, x, y;

  for (y = 0; y < t->rows + t->height - 1; y += 4)
    for (x = 0; x < t->columns + t->width - 1; x += 4, n++)
      counts[t->codes[y * t->stride + x]]++;
  n = (gint64)n * t->rank / (t->width * t->height);
  for (n -= counts[0]; n >= 0; n -= counts[code])
    code++;
  return code;
}

static void
run_tile (const CfCpuJob *job, CfRankTile *t, gint left, gint top)
{
  const CfPlane *dst = job->dst;
  const gssize first_row = (gssize)top - t->height / 2;
  const gssize first_column = (gssize)left - t->width / 2;
  gint y;

  for (y = 0; y < t->rows + t->height - 1; y++)
    line_fetch_8 (job, first_row + y, first_column,
        first_column + t->columns + t->width - 1, t->codes + y * t->stride);
  cf_rank_select (t, guess (t), FALSE);
  for (y = 0; y < t->rows; y++)
    line_scatter_8 (dst->data + (gssize)(top + y) * dst->stride
                        + (gssize)left * dst->step + job->channel,
        t->results + y * t->stride, t->columns, dst->step);
}

static void
run (const CfCpuJob *job, guint8 *scratch)
{
  CfRankTile t = {
    .width = job->window_width, .height = job->window_height, .rank = job->rank
  };
  const gint columns = cf_rank_part (job->right - job->left, TILE_WIDTH);
  const gint rows =
      cf_rank_part (job->bottom - job->top, TILE_HEIGHT + job->window_height);
  gint left, top;

  scratch_layout (&t, scratch);
  cf_rank_table_init (&t);
  for (left = job->left; left < job->right; left += columns) {
    for (top = job->top; top < job->bottom; top += rows) {
      t.columns = MIN (columns, job->right - left);
      t.rows = MIN (rows, job->bottom - top);
      run_tile (job, &t, left, top);
    }
  }
}

const CfCpuKernel G_PASTE (
    cf_cpu_rank_8_, CF_ISA) = { run, scratch_size, TILE_WIDTH, TILE_HEIGHT };
