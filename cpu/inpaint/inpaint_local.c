/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by blocks: their small coefficients are dropped, what is left of
 * the four that hold a sample makes its next estimate, and so on. */
#include "cpu/inpaint/inpaint_local.h"

#include "engine/inpaint/cfinpaintblocks.h"
#include "cpu/core/cpubackend.h"
#include "cpu/inpaint/inpaint_box.h"

#include <string.h>

struct _CfCpuInpaintLocal {
  CfInpaintParams params;
  const CfCpuInpaintKernel *kernel;
  CfCpuPool *pool;
  CfInpaintWay way;
  gint block_size;
  gfloat *thresholds[CF_INPAINT_WAYS]; /* CF_INPAINT_ENDS schedules each */
  CfCpuScratch result;                 /* of the last iteration */
  CfCpuScratch fill;
  CfCpuScratch next;   /* what the next iteration's blocks read */
  CfCpuScratch blocks; /* a ring of rows of them */
};

/* Blocks that hold holes, on one grid. */
typedef struct {
  gint shift_x, shift_y;
  gint left, top, across, down; /* numbers of the first, and how many */
} Grid;

typedef struct {
  CfCpuInpaintLocal *self;
  const CfCpuInpaintPart *part;
  Grid grid;
  gfloat *samples, *next; /* what blocks read, now and in the next one */
  gint ring;              /* rows of blocks that are kept */
  gint first;             /* row of blocks, or strip between two, of slice 0 */
  gfloat threshold, momentum;
} Iteration;

static Grid
grid_of (const CfCpuInpaintPart *part, gint i, gint step)
{
  const CfInpaintBox *h = &part->holes;
  Grid g = { cf_inpaint_shift (i, step, 0), cf_inpaint_shift (i, step, 1) };

  g.left = cf_inpaint_block (h->left, g.shift_x, step) - 1;
  g.top = cf_inpaint_block (h->top, g.shift_y, step) - 1;
  g.across = cf_inpaint_block (h->right - 1, g.shift_x, step) - g.left + 1;
  g.down = cf_inpaint_block (h->bottom - 1, g.shift_y, step) - g.top + 1;
  return g;
}

static gboolean
has_holes (const CfCpuInpaintPart *part, gint x, gint y, gint size)
{
  const CfInpaintBox *h = &part->holes, *b = &part->box;
  const gint left = MAX (x, h->left), right = MIN (x + size, h->right);
  const gint top = MAX (y, h->top), bottom = MIN (y + size, h->bottom);

  for (y = top; y < bottom; y++) {
    const gint32 *row =
        part->mask + (gsize)(y - b->top) * cf_cpu_inpaint_width (b);
    gint32 any = 0;

    for (x = left; x < right; x++)
      any |= row[x - b->left];
    if (any)
      return TRUE;
  }
  return FALSE;
}

/* The block at x, y of the plane, which holds a hole: then all of it that is in
 * the plane is in the box. */
static void
load_block (const CfCpuInpaintPart *part, const gfloat *samples, gint x, gint y,
    gint size, gfloat *block)
{
  const CfInpaintBox *b = &part->box;
  const gboolean within = x >= 0 && x + size <= part->plane_width;
  gint i, j;

  for (i = 0; i < size; i++) {
    const gint row = cf_inpaint_reflect (y + i, part->plane_height) - b->top;
    const gfloat *from =
        samples + (gsize)row * cf_cpu_inpaint_width (b) - b->left;

    if (within)
      memcpy (block + i * size, from + x, size * sizeof (gfloat));
    else
      for (j = 0; j < size; j++)
        block[i * size + j] =
            from[cf_inpaint_reflect (x + j, part->plane_width)];
  }
}

/* Rows of blocks that fit a cache, and that are enough for all threads. */
#define RING_BYTES (2 << 20)

static gint
most_across (const CfCpuInpaintLocal *self, const CfCpuInpaintPart *part)
{
  return cf_cpu_inpaint_width (&part->holes) / (self->block_size / 2) + 3;
}

static gint
ring_of (const CfCpuInpaintLocal *self, const CfCpuInpaintPart *part)
{
  const gsize size = self->block_size;
  const gint height = part->holes.bottom - part->holes.top;
  const gint rows =
      RING_BYTES / (most_across (self, part) * size * size * sizeof (gfloat));
  const gint threads = cf_cpu_pool_get_n_threads (self->pool);

  return MIN (MAX (rows, threads) + 1, height / (gint)(size / 2) + 3);
}

static gfloat *
row_of_blocks (const Iteration *it, gint row)
{
  const gsize size = it->self->block_size;

  return (gfloat *)it->self->blocks.data
         + (row % it->ring) * it->grid.across * size * size;
}

/* A row of blocks. */
static void
shrink_blocks (gpointer data, guint slice, guint thread)
{
  const Iteration *it = data;
  const CfCpuInpaintLocal *self = it->self;
  const Grid *g = &it->grid;
  const gint size = self->block_size, step = size / 2;
  const gint kind = size == 16 ? 0 : size == 32 ? 1 : 2;
  const gint row = it->first + (gint)slice;
  const gint y = cf_inpaint_origin (g->top + row, g->shift_y, step);
  gfloat *block = row_of_blocks (it, row);
  gint i;

  for (i = 0; i < g->across; i++, block += size * size) {
    const gint x = cf_inpaint_origin (g->left + i, g->shift_x, step);

    if (!has_holes (it->part, x, y, size))
      continue;
    load_block (it->part, it->samples, x, y, size, block);
    self->kernel->shrink[kind](block, it->threshold);
  }
}

/* The rows between two lines of the grid. */
static void
combine_rows (gpointer data, guint slice, guint thread)
{
  const Iteration *it = data;
  const CfCpuInpaintLocal *self = it->self;
  const CfInpaintBox *h = &it->part->holes, *b = &it->part->box;
  const Grid *g = &it->grid;
  const gint size = self->block_size, step = size / 2;
  const gsize area = (gsize)size * size;
  const gint row = it->first + (gint)slice;
  const gint origin = cf_inpaint_origin (g->top + 1 + row, g->shift_y, step);
  const gint bottom = MIN (origin + step, h->bottom);
  const gfloat *above = row_of_blocks (it, row) + step * size;
  const gfloat *below = row_of_blocks (it, row + 1);
  gfloat *result = self->result.data;
  gint x, y, i;

  for (y = MAX (origin, h->top); y < bottom; y++)
    for (i = 0; i + 1 < g->across; i++) {
      const gint left = cf_inpaint_origin (g->left + 1 + i, g->shift_x, step);
      const gint right = MIN (left + step, h->right);
      const gfloat *four[4];
      gsize at;

      x = MAX (left, h->left);
      at = i * area + (y - origin) * size + x - left;
      four[0] = above + at + step;
      four[1] = above + at + area;
      four[2] = below + at + step;
      four[3] = below + at + area;
      at = (gsize)(y - b->top) * cf_cpu_inpaint_width (b) + x - b->left;
      self->kernel->combine (four, 1.f / area, it->momentum,
          it->part->mask + at, right - x, result + at, it->next + at);
    }
}

/* Some rows of blocks and the strips between them, then the next ones. */
static void
iterate (Iteration *it)
{
  const gint down = it->grid.down;
  gint done, end;

  for (done = 0; done < down; done = end) {
    end = MIN (done > 0 ? done + it->ring - 1 : it->ring, down);
    it->first = done;
    cf_cpu_pool_run (it->self->pool, shrink_blocks, it, end - done);
    it->first = MAX (done - 1, 0);
    cf_cpu_pool_run (it->self->pool, combine_rows, it, end - 1 - it->first);
  }
}

/* Blocks without holes are never written, but read where no lane counts: in
 * pages that nobody has written a processor takes a hundred times as long for
 * such a load. */
static gboolean
reserve_blocks (CfCpuInpaintLocal *self, gsize size, GError **error)
{
  if (size <= self->blocks.size)
    return TRUE;
  if (!cf_cpu_reserve (&self->blocks, size, error))
    return FALSE;
  memset (self->blocks.data, 0, size);
  return TRUE;
}

gboolean
cf_cpu_inpaint_local_reserve (
    CfCpuInpaintLocal *self, const CfCpuInpaintPart *part, GError **error)
{
  const gsize size = self->block_size;
  const gsize across = most_across (self, part);
  const gsize bytes = cf_cpu_inpaint_area (&part->box) * sizeof (gfloat);

  return cf_cpu_reserve (&self->result, bytes, error)
         && cf_cpu_reserve (&self->fill, bytes, error)
         && cf_cpu_reserve (&self->next, bytes, error)
         && reserve_blocks (self,
             ring_of (self, part) * across * size * size * sizeof (gfloat),
             error);
}

/* The fill takes a share of the result where neighbours tell little. */
static void
finish (CfCpuInpaintLocal *self, const CfCpuInpaintPart *part, gfloat share,
    gfloat *samples)
{
  const gfloat *result = self->result.data, *fill = self->fill.data;
  const gsize n = cf_cpu_inpaint_area (&part->box);
  gsize i;

  for (i = 0; i < n; i++)
    if (part->mask[i])
      samples[i] = result[i] + share * (fill[i] - result[i]);
}

void
cf_cpu_inpaint_local_run (CfCpuInpaintLocal *self, const CfCpuInpaintPart *part,
    const CfInpaintTexture *texture, const gfloat *start, gfloat *samples)
{
  const gsize bytes = cf_cpu_inpaint_area (&part->box) * sizeof (gfloat);
  const CfInpaintWay way = start ? CF_INPAINT_TRACKED : self->way;
  const guint n = cf_inpaint_local_iterations (&self->params, way);
  CfInpaintChoice choice = { 0, CF_INPAINT_MOMENTUM, 0 };
  Iteration it = { self, part };
  guint i;

  if (self->params.threshold_end < 0)
    choice =
        cf_inpaint_choose (texture, cf_inpaint_local_least_end (self->way));
  memcpy (self->fill.data, samples, bytes);
  if (start)
    memcpy (samples, start, bytes);
  memcpy (self->result.data, samples, bytes);
  memcpy (self->next.data, samples, bytes);
  it.ring = ring_of (self, part);
  it.momentum = choice.momentum;
  for (i = 0; i < n; i++) {
    it.grid = grid_of (part, i, self->block_size / 2);
    it.threshold = self->thresholds[way][choice.end * n + i];
    it.samples = i % 2 ? self->next.data : samples;
    it.next = i % 2 ? samples : self->next.data;
    iterate (&it);
  }
  finish (self, part, choice.harmonic, samples);
}

CfCpuInpaintLocal *
cf_cpu_inpaint_local_new (const CfInpaintParams *params,
    const CfCpuInpaintKernel *kernel, CfCpuPool *pool)
{
  CfCpuInpaintLocal *self = g_new0 (CfCpuInpaintLocal, 1);
  gint way, end;

  self->params = *params;
  self->kernel = kernel;
  self->pool = pool;
  for (way = 0; way < CF_INPAINT_WAYS; way++) {
    const guint n = cf_inpaint_local_iterations (params, way);

    self->thresholds[way] = g_new (gfloat, CF_INPAINT_ENDS * n);
    for (end = 0; end < CF_INPAINT_ENDS; end++)
      cf_inpaint_local_schedule (
          params, way, cf_inpaint_ends[end], self->thresholds[way] + end * n);
  }
  return self;
}

void
cf_cpu_inpaint_local_set_way (CfCpuInpaintLocal *self, CfInpaintWay way)
{
  self->way = way;
  self->block_size = cf_inpaint_local_block_size (&self->params, way);
}

void
cf_cpu_inpaint_local_free (CfCpuInpaintLocal *self)
{
  gint way;

  if (!self)
    return;
  cf_cpu_scratch_clear (&self->result);
  cf_cpu_scratch_clear (&self->fill);
  cf_cpu_scratch_clear (&self->next);
  cf_cpu_scratch_clear (&self->blocks);
  for (way = 0; way < CF_INPAINT_WAYS; way++)
    g_free (self->thresholds[way]);
  g_free (self);
}
