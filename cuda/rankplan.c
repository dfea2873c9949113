/* How pictures are cut for the percentile of windows of any size. */
#include "rankplan.h"

#include <string.h>

/* Warps that a multiprocessor needs to be busy. */
#define BUSY_WARPS 8
/* Shared memory that the system takes of each block. */
#define SHARED_RESERVED 1024
/* Blocks of a multiprocessor, at least on every GPU. */
#define MAX_RESIDENT 16
/* Slack behind padded rows and codes: a vector too many is read. */
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

/* Instructions of a warp for a tile, roughly: those of a pass as rank.cuh's
 * machine code has them, times the passes that noise takes; and with two bytes
 * those for each sample, bin and output of rank16.cu. */
static gdouble
tile_cost (const CfFilter *filter, gint bytes, const CfRankShape *shape)
{
  const CfMedianParams *m = &filter->params.median;
  gdouble columns = CF_RANK_COLUMNS (shape->tile_width + m->width - 1);
  gdouble outputs =
      (gdouble)shape->tile_width * shape->chunk_rows * CF_RANK_CHUNKS;
  gdouble pass = columns * (0.4 * m->height + 10.7 * shape->chunk_rows + 11)
                 + outputs / 32 * 45;
  gdouble samples;

  if (bytes == 1)
    return 4 * pass;
  samples = columns * (tile_rows (shape) + m->height);
  return 4 * pass
         + (samples * 40 + (1 << max_bits (filter, bytes))) / 32 / shape->warps
         + outputs / 32 * (samples / 512 * 8);
}

/* Blocks that a multiprocessor has room for. */
static guint
resident_blocks (const CfRankShape *shape, const CfRankDevice *device)
{
  gsize n = device->shared_processor / (shape->shared + SHARED_RESERVED);

  return CLAMP (n, 1, MAX_RESIDENT);
}

gboolean
cf_rank_shape_complete (CfRankShape *shape, const CfFilter *filter, gint bytes,
    const CfRankDevice *device)
{
  const CfMedianParams *m = &filter->params.median;
  gsize rows = tile_rows (shape);
  gsize width = shape->tile_width + m->width - 1;
  gsize columns = CF_RANK_COLUMNS (width);
  gsize height = rows + m->height - 1;
  gsize bins;

  shape->shared = CF_RANK_WARP_BYTES (columns) * shape->warps;
  if (shape->shared > device->shared_block)
    return FALSE;
  if (bytes == 1)
    return TRUE;

  /* positions in a tile are of 8 bits, ranks of 16 */
  if (width > 256 || height > 256 || width * height > 0xffff)
    return FALSE;
  bins = MAX (1 << max_bits (filter, bytes), CF_RANK_BINS_MIN);
  shape->list_at = bins * sizeof (guint16);
  shape->codes_at =
      shape->list_at
      + round_up (width * height, CF_RANK_LIST_UNIT) * sizeof (guint16);
  shape->results_at =
      shape->codes_at + round_up (columns * height + SLACK, 256);
  shape->block_bytes =
      shape->results_at
      + round_up (shape->tile_width * rows * sizeof (guint32), 256);
  shape->max_blocks = MIN (count_tiles (filter, bytes, shape),
      resident_blocks (shape, device) * device->processors);
  return TRUE;
}

/* Tiles are made as fast as one after the other on each multiprocessor, if that
 * is busy. Where blocks have tables of their own they are as large as there is
 * room for. */
void
cf_rank_shape_choose (CfRankShape *best, const CfFilter *filter, gint bytes,
    const CfRankDevice *device)
{
  static const gint widths[] = { 32, 64, 96, 128, 192, 256 };
  static const gint rows[] = { 1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64 };
  gdouble best_time = G_MAXDOUBLE;
  guint i, k, warps;

  for (warps = bytes == 1 ? 1 : CF_KERNEL_THREADS / 32;
       warps > 0 && best_time == G_MAXDOUBLE; warps /= 2)
    for (i = 0; i < G_N_ELEMENTS (widths); i++)
      for (k = 0; k < G_N_ELEMENTS (rows); k++) {
        CfRankShape shape = {
          .tile_width = widths[i], .chunk_rows = rows[k], .warps = warps
        };
        guint64 tiles;
        gdouble time, load;

        if (!cf_rank_shape_complete (&shape, filter, bytes, device))
          continue;
        tiles = count_tiles (filter, bytes, &shape);
        load = (gdouble)((tiles + device->processors - 1) / device->processors);
        time = tile_cost (filter, bytes, &shape)
               * MAX (1, load
                             / MIN (resident_blocks (&shape, device),
                                 MAX (BUSY_WARPS / warps, 1)));
        if (time < best_time) {
          best_time = time;
          *best = shape;
        }
      }
}

/* Whole tiles and what their windows reach beyond. */
static CfCudaSurface
padded_surface (const CfRankPlan *plan, guint i)
{
  const CfPlane *p = &plan->filter->planes[i];
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
        plan->size + padded_surface (plan, i).channel * p->channels + SLACK,
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
    const CfPlane *p = &filter->planes[i];

    if (filter->filtered >> i & 1)
      cf_cuda_launch_add_padded (&l, p,
          iteration == 0
              ? cf_cuda_surface (&src[i])
              : cf_cuda_scratch_surface (p, plan->memory + plan->result_at[i]),
          padded_surface (plan, i), m->border_value, p->height + m->height - 1);
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
    const CfPlane *p = &filter->planes[i];

    if (is_filtered (filter, i, bytes))
      cf_cuda_launch_add_filtered (&l, p, padded_surface (plan, i),
          iteration == m->iterations - 1
              ? cf_cuda_surface (&dst[i])
              : cf_cuda_scratch_surface (p, plan->memory + plan->result_at[i]),
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
  launch->n_blocks =
      shape->max_blocks ? MIN (l.n_blocks, shape->max_blocks) : l.n_blocks;
  launch->n_threads = shape->warps * 32;
  launch->shared = shape->shared;
}
