/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The harmonic fill: a membrane over the holes of a plane of floats, from
 * coarse to fine. */
#include "cpu/inpaint/inpaint_fill.h"

#include "cpu/core/cpubackend.h"

#include <string.h>

#include "engine/inpaint/cfinpaintfill.h"

#define MAX_LEVELS 26
#define MIN_SLICE 16384 /* samples: fewer are done before a thread wakes up */

typedef struct {
  gint width, height;
  gfloat *values;
  gint32 *mask;
} Level;

struct _CfCpuInpaintFill {
  const CfCpuInpaintKernel *kernel;
  CfCpuPool *pool;
  CfCpuScratch values, masks; /* of all levels but the first */
  CfCpuScratch other;         /* another first level's values */
  Level levels[MAX_LEVELS];
};

typedef struct {
  const CfCpuInpaintFill *self;
  const Level *fine, *coarse;
  const gfloat *from;
  gfloat *to;
  gfloat weight;
  gint slice_rows;
  gint has_holes; /* atomic */
} Work;

static void
run_rows (Work *work, CfCpuSliceFunc func, gint width, gint height)
{
  work->slice_rows = (MIN_SLICE + width - 1) / width;
  cf_cpu_pool_run (work->self->pool, func, work,
      (height + work->slice_rows - 1) / work->slice_rows);
}

/* A coarse sample is the mean of those of its four that are known. */
static void
shrink_rows (gpointer data, guint slice, guint thread)
{
  Work *work = data;
  const Level *f = work->fine, *c = work->coarse;
  const gint bottom = MIN ((gint)(slice + 1) * work->slice_rows, c->height);
  gboolean has_holes = FALSE;
  gint x, y, k;

  for (y = slice * work->slice_rows; y < bottom; y++)
    for (x = 0; x < c->width; x++) {
      gfloat sum = 0;
      gint n = 0;

      for (k = 0; k < 4; k++) {
        const gint u = 2 * x + k % 2, v = 2 * y + k / 2;
        const gsize at = (gsize)v * f->width + u;

        if (u >= f->width || v >= f->height || f->mask[at])
          continue;
        sum += f->values[at];
        n++;
      }
      c->values[(gsize)y * c->width + x] = sum * cf_inpaint_shares[n];
      c->mask[(gsize)y * c->width + x] = n > 0 ? 0 : -1;
      has_holes |= n == 0;
    }
  if (has_holes)
    g_atomic_int_set (&work->has_holes, TRUE);
}

static gint
neighbour (gint i, gint n)
{
  return CLAMP (i / 2 + (i % 2 ? 1 : -1), 0, n - 1);
}

static void
grow_rows (gpointer data, guint slice, guint thread)
{
  const Work *work = data;
  const Level *f = work->fine, *c = work->coarse;
  const gint bottom = MIN ((gint)(slice + 1) * work->slice_rows, f->height);
  gint x, y;

  for (y = slice * work->slice_rows; y < bottom; y++) {
    const gfloat *near = c->values + (gsize)(y / 2) * c->width;
    const gfloat *far = c->values + (gsize)neighbour (y, c->height) * c->width;
    const gint32 *mask = f->mask + (gsize)y * f->width;
    gfloat *to = f->values + (gsize)y * f->width;

    for (x = 0; x < f->width; x++)
      if (mask[x]) {
        const gint u = neighbour (x, c->width);

        to[x] = cf_inpaint_between (near[x / 2], far[x / 2], near[u], far[u]);
      }
  }
}

static void
sweep_rows (gpointer data, guint slice, guint thread)
{
  const Work *work = data;
  const Level *l = work->fine;
  const gint bottom = MIN ((gint)(slice + 1) * work->slice_rows, l->height);
  gint y;

  for (y = slice * work->slice_rows; y < bottom; y++) {
    const gfloat *row = work->from + (gsize)y * l->width;
    const gfloat *rows[3] = { y > 0 ? row - l->width : row, row,
      y < l->height - 1 ? row + l->width : row };

    work->self->kernel->sweep (rows, l->mask + (gsize)y * l->width, l->width,
        work->weight, work->to + (gsize)y * l->width);
  }
}

static void
sweep_level (CfCpuInpaintFill *self, const Level *l)
{
  Work work = { .self = self, .fine = l };
  gfloat *other = self->other.data;
  gint i;

  G_STATIC_ASSERT (CF_INPAINT_SWEEPS % 2 == 0);
  for (i = 0; i < CF_INPAINT_SWEEPS; i++) {
    work.from = i % 2 ? other : l->values;
    work.to = i % 2 ? l->values : other;
    work.weight = cf_inpaint_sweeps[i];
    run_rows (&work, sweep_rows, l->width, l->height);
  }
}

void
cf_cpu_inpaint_fill_run (CfCpuInpaintFill *self, gfloat *samples,
    const gint32 *mask, gint width, gint height)
{
  gfloat *values = self->values.data;
  gint32 *masks = self->masks.data;
  Level *levels = self->levels;
  Work work = { .self = self, .has_holes = TRUE };
  gint n;

  /* up to the level that has no holes */
  levels[0] = (Level){ width, height, samples, (gint32 *)mask };
  for (n = 0; work.has_holes; n++) {
    Level *fine = &levels[n], *coarse = &levels[n + 1];

    *coarse =
        (Level){ (fine->width + 1) / 2, (fine->height + 1) / 2, values, masks };
    values += (gsize)coarse->width * coarse->height;
    masks += (gsize)coarse->width * coarse->height;
    work.fine = fine;
    work.coarse = coarse;
    work.has_holes = FALSE;
    run_rows (&work, shrink_rows, coarse->width, coarse->height);
  }

  for (; n > 0; n--) {
    work.fine = &levels[n - 1];
    work.coarse = &levels[n];
    run_rows (&work, grow_rows, levels[n - 1].width, levels[n - 1].height);
    sweep_level (self, &levels[n - 1]);
  }
}

CfCpuInpaintFill *
cf_cpu_inpaint_fill_new (const CfCpuInpaintKernel *kernel, CfCpuPool *pool)
{
  CfCpuInpaintFill *self = g_new0 (CfCpuInpaintFill, 1);

  self->kernel = kernel;
  self->pool = pool;
  return self;
}

gboolean
cf_cpu_inpaint_fill_reserve (
    CfCpuInpaintFill *self, gsize n_samples, GError **error)
{
  /* a level has at most half of the samples of the one before, and one more */
  const gsize coarse = n_samples + MAX_LEVELS;

  return cf_cpu_reserve (&self->values, coarse * sizeof (gfloat), error)
         && cf_cpu_reserve (&self->masks, coarse * sizeof (gint32), error)
         && cf_cpu_reserve (&self->other, n_samples * sizeof (gfloat), error);
}

void
cf_cpu_inpaint_fill_free (CfCpuInpaintFill *self)
{
  cf_cpu_scratch_clear (&self->values);
  cf_cpu_scratch_clear (&self->other);
  cf_cpu_scratch_clear (&self->masks);
  g_free (self);
}
