/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Splits pictures for the percentile of windows of any size. */
#include "cuda/rank/rankplan.h"
#include "cuda/core/autotune.h"

#include <string.h>

/* Pixels of a window that reads so much around its tile that fewer, larger
 * tiles are faster. */
#define LARGE_WINDOW(bytes) ((bytes) == 1 ? 92 * 92 : 64 * 64)
/* Warps that a multiprocessor needs to be busy, and that go round often enough
 * for the last ones not to matter; in tiles of the usual height, that are
 * enough in tiles twice as high. */
#define BUSY_WARPS(is_large) ((is_large) ? 4 : 8)
#define MANY_WARPS(is_large) ((is_large) ? 6 : 24)
#define WARPS_OF_HALVES 24
/* Shared memory that the system takes of each block. */
#define SHARED_RESERVED 1024
/* Blocks of a multiprocessor, at least on every GPU. */
#define MAX_RESIDENT 16
/* Slack after padded rows and codes: a vector too many is read. */
#define SLACK 16

static gsize
round_up (gsize n, gsize unit)
{
  return (n + unit - 1) / unit * unit;
}

static gboolean
is_filtered (const CfFilter *filter, guint plane, gint bytes)
{
  return filter->filtered >> plane & 1 && filter->planes[plane].bytes == bytes;
}

static gsize
tile_rows (const CfRankShape *shape)
{
  return (gsize)shape->warps * CF_RANK_CHUNKS * shape->chunk_rows;
}

/* Tiles of all filtered planes. */
static guint64
count_tiles (const CfFilter *filter, gint bytes, const CfRankShape *shape)
{
  gsize rows = tile_rows (shape);
  guint64 n = 0;
  guint i;

  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    if (is_filtered (filter, i, bytes))
      n += round_up (p->width, shape->tile_width) / shape->tile_width
           * (round_up (p->height, rows) / rows) * p->channels;
  }
  return n;
}

static gint
max_bits (const CfFilter *filter, gint bytes)
{
  gint bits = 0;
  guint i;

  for (i = 0; i < filter->n_planes; i++)
    if (is_filtered (filter, i, bytes))
      bits = MAX (bits, filter->planes[i].bits);
  return bits;
}

/* Blocks that a multiprocessor has room for. */
static guint
resident_blocks (const CfRankShape *shape, const CfCudaLimits *device)
{
  gsize n = device->shared_processor / (shape->shared + SHARED_RESERVED);

  return CLAMP (n, 1, MAX_RESIDENT);
}

/* TRUE if each multiprocessor gets so many. */
static gboolean
has_warps (const CfFilter *filter, gint bytes, const CfRankShape *shape,
    const CfCudaLimits *device, guint n)
{
  return count_tiles (filter, bytes, shape) * shape->warps
         >= (guint64)device->processors * n;
}

gboolean
cf_rank_shape_complete (CfRankShape *shape, const CfFilter *filter, gint bytes,
    const CfCudaLimits *device)
{
  const CfMedianParams *m = &filter->params.median;
  gsize warp_rows = CF_RANK_CHUNKS * shape->chunk_rows + m->height - 1;
  gsize rows = tile_rows (shape);
  gsize width = shape->tile_width + m->width - 1;
  gsize columns = CF_RANK_COLUMNS (width);
  gsize height = rows + m->height - 1;
  gint bits = max_bits (filter, bytes);
  gsize bins = MAX (1u << bits, CF_RANK_BINS_MIN (shape->warps)), slots;

  shape->small = bytes == 2 && bits <= CF_RANK_SMALL_BITS;
  shape->shared = CF_RANK_WARP_BYTES (columns) * shape->warps;
  if (shape->small)
    shape->shared = MAX (shape->shared, CF_RANK_SMALL_BYTES (bins));
  if (shape->shared > device->shared_block)
    return FALSE;
  if (bytes == 1)
    return TRUE;

  /* positions in a tile are of 8 bits, ranks of 16 */
  width = CF_RANK_SORTED (width);
  if (width > 256 || height > 256 || width * height > 0xffff)
    return FALSE;
  slots = CF_RANK_SLOTS (CF_RANK_WARP_BYTES (columns), width, warp_rows);
  slots = MIN (slots, CF_RANK_MAX_SLOTS);
  if (slots * 32 < CF_RANK_CANDIDATES (width * height))
    return FALSE;
  shape->slots = slots;
  shape->list_at = shape->small ? 0 : bins * sizeof (guint16);
  shape->codes_at =
      shape->list_at
      + round_up (width * height, CF_RANK_LIST_UNIT) * sizeof (guint16);
  shape->results_at =
      shape->codes_at + round_up (columns * height + SLACK, 256);
  shape->ranges_at =
      shape->results_at
      + round_up (shape->tile_width * rows * sizeof (guint32), 256);
  shape->block_bytes = shape->ranges_at + (shape->small ? 2048 : 0);
  shape->max_blocks = MIN (count_tiles (filter, bytes, shape),
      resident_blocks (shape, device) * device->processors);
  return TRUE;
}

void
cf_rank_shape_choose (CfRankShape *shape, const CfFilter *filter, gint bytes,
    const CfCudaLimits *device)
{
  const CfMedianParams *m = &filter->params.median;
  const gboolean is_large = m->width * m->height >= LARGE_WINDOW (bytes);
  const CfCudaRankTile tile =
      cf_cuda_rank_tile (filter->device, bytes, max_bits (filter, bytes));

  *shape = (CfRankShape){ .tile_width = tile.tile_width,
    .chunk_rows = tile.chunk_rows,
    .warps = tile.warps };
  if (is_large && bytes == 1
      && has_warps (filter, bytes, shape, device, WARPS_OF_HALVES))
    shape->chunk_rows *= 2;
  /* few tiles are better narrow, and higher if a block's warps sort together */
  if (shape->tile_width > 32
      && !has_warps (filter, bytes, shape, device, MANY_WARPS (is_large))) {
    shape->tile_width = 32;
    if (bytes == 2)
      shape->warps = MIN (2 * shape->warps, CF_RANK_2_THREADS / 32);
  }
  /* less where the device has less shared memory: every GPU has enough for one
   * warp and 32 columns */
  while (!cf_rank_shape_complete (shape, filter, bytes, device)) {
    if (shape->warps > 1)
      shape->warps /= 2;
    else
      shape->tile_width = 32;
  }
  /* and lower where they would leave multiprocessors idle */
  while (shape->chunk_rows > 1
         && !has_warps (filter, bytes, shape, device, BUSY_WARPS (is_large))) {
    shape->chunk_rows /= 2;
    cf_rank_shape_complete (shape, filter, bytes, device);
  }
}

/* Whole tiles and what their windows reach beyond. */
static CfCudaSurface
padded_surface (const CfRankPlan *plan, guint i, const CfPlane *p)
{
  const CfMedianParams *m = &plan->filter->params.median;
  const CfRankShape *shape = &plan->shape[p->bytes - 1];
  gsize stride = round_up ((gsize)(p->width + m->width - 1) * p->bytes, 16);
  gsize rows = round_up (p->height, tile_rows (shape)) + m->height - 1;
  CfCudaSurface s = { plan->memory + plan->padded_at[i], stride, stride * rows,
    1 };

  return s;
}

void
cf_rank_plan_init (CfRankPlan *plan, const CfFilter *filter, gint rank,
    const CfRankShape shapes[2])
{
  gsize blocks = 0;
  guint i;

  memset (plan, 0, sizeof *plan);
  plan->filter = filter;
  plan->rank = rank;
  for (i = 0; i < 2; i++) {
    plan->shape[i] = shapes[i];
    blocks = MAX (blocks, shapes[i].max_blocks * shapes[i].block_bytes);
  }
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    if (!(filter->filtered >> i & 1))
      continue;
    plan->padded_at[i] = plan->size;
    plan->size = round_up (
        plan->size + padded_surface (plan, i, p).channel * p->channels + SLACK,
        256);
    if (filter->params.median.iterations > 1) {
      plan->result_at[i] = plan->size;
      plan->size += cf_cuda_scratch_size (p);
    }
  }
  plan->blocks_at = plan->size;
  plan->size += blocks;
}

static void
launch_init (const CfRankPlan *plan, CfRankLaunch *launch)
{
  const CfMedianParams *m = &plan->filter->params.median;

  memset (launch, 0, sizeof *launch);
  launch->rank.window_width = m->width;
  launch->rank.window_height = m->height;
  launch->rank.limit = m->width * m->height - 1 - plan->rank;
}

/* Takes an iteration that another follows. */
static CfCudaSurface
result_surface (const CfRankPlan *plan, guint plane)
{
  return cf_cuda_scratch_surface (
      &plan->filter->planes[plane], plan->memory + plan->result_at[plane]);
}

void
cf_rank_plan_pad (const CfRankPlan *plan, gint iteration, const CfPlane *src,
    const CfPlane *dst, CfRankLaunch *launch)
{
  const CfFilter *filter = plan->filter;
  const CfMedianParams *m = &filter->params.median;
  CfCudaLaunch l;
  guint i;

  launch_init (plan, launch);
  cf_cuda_launch_init (&l, m->border);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &dst[i];

    if (filter->filtered >> i & 1)
      cf_cuda_launch_add_padded (&l, p,
          iteration == 0 ? cf_cuda_surface (&src[i]) : result_surface (plan, i),
          padded_surface (plan, i, p), m->border_value,
          (p->height + m->height - 1 + CF_PAD_ROWS - 1) / CF_PAD_ROWS);
    else if (iteration == 0)
      cf_cuda_launch_add_copied (
          &l, p, cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
  }
  launch->rank.picture = l.picture;
  launch->n_blocks = l.n_blocks;
  launch->n_threads = CF_KERNEL_THREADS;
}

void
cf_rank_plan_rank (const CfRankPlan *plan, gint iteration, gint bytes,
    const CfPlane *dst, CfRankLaunch *launch)
{
  const CfFilter *filter = plan->filter;
  const CfMedianParams *m = &filter->params.median;
  const CfRankShape *shape = &plan->shape[bytes - 1];
  CfCudaLaunch l;
  guint i;

  launch_init (plan, launch);
  cf_cuda_launch_init (&l, m->border);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &dst[i];

    if (is_filtered (filter, i, bytes))
      cf_cuda_launch_add_filtered (&l, p, padded_surface (plan, i, p),
          iteration == m->iterations - 1 ? cf_cuda_surface (&dst[i])
                                         : result_surface (plan, i),
          m->border_value, shape->tile_width, tile_rows (shape), FALSE);
  }
  launch->rank.picture = l.picture;
  launch->rank.tile_width = shape->tile_width;
  launch->rank.chunk_rows = shape->chunk_rows;
  launch->rank.n_tiles = l.n_blocks;
  launch->rank.scratch = plan->memory + plan->blocks_at;
  launch->rank.block_bytes = shape->block_bytes;
  launch->rank.list_at = shape->list_at;
  launch->rank.codes_at = shape->codes_at;
  launch->rank.results_at = shape->results_at;
  launch->rank.ranges_at = shape->ranges_at;
  launch->rank.slots = shape->slots;
  launch->small = shape->small;
  launch->n_blocks =
      shape->max_blocks ? MIN (l.n_blocks, shape->max_blocks) : l.n_blocks;
  launch->n_threads = shape->warps * 32;
  launch->shared = shape->shared;
}
