/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepared inpainting of backend "cpu": channel by channel, the part of a plane
 * around its holes becomes floats, these are repaired, and the holes' are
 * written. */
#include "cpu/core/cpubackend.h"
#include "cpu/inpaint/inpaint_fill.h"
#include "cpu/inpaint/inpaint_global.h"
#include "cpu/inpaint/inpaint_local.h"
#include "cpu/inpaint/inpaint_rows.h"
#include "cpu/inpaint/inpaint_box.h"
#include "cpu/core/method.h"
#include "cpu/core/tuning.h"
#include "cpu/inpaint/temporal.h"
#include "engine/core/cftrial.h"

#include <string.h>

/* The last result of a channel, where pictures start from it. */
typedef struct {
  gboolean is_there;
  CfInpaintBox box;
  CfCpuScratch samples, mask;
} Last;

typedef struct {
  gint alpha;
  gboolean is_empty;
  gboolean knows_any; /* whatever alpha marks */
  CfInpaintBox holes, region;
  guint32 *bits; /* the whole plane's */
  CfCpuInpaintGlobal *global;
  Last last[4];
} Plane;

typedef struct {
  const CfFilter *description;
  CfCpuDevice *device;
  Plane planes[CF_MAX_PLANES];
  CfCpuInpaintFill *fill;
  CfCpuInpaintLocal *local;
  CfCpuScratch samples, start, mask, marked; /* of a region */
  CfInpaintTexture *textures;                /* of each thread's rows */
} Inpaint;

static CfCpuPool *
pool_of (const Inpaint *self)
{
  return self->device->pool;
}

static gsize
words_of (const CfPlane *p)
{
  return (gsize)CF_INPAINT_WORDS (p->width) * p->height;
}

/* Masks */

static gboolean
knows_nothing (const gint32 *mask, gsize n)
{
  gsize i;

  for (i = 0; i < n && mask[i]; i++)
    ;
  return i == n;
}

/* The bits of a plane, with those that its alpha marks; FALSE: there are none.
 */
static gboolean
mark_alpha (
    const Plane *plane, const CfPlane *p, const CfPlane *alpha, guint32 *bits)
{
  const gsize n = words_of (p);
  gboolean any = FALSE;
  gsize i;

  memcpy (bits, plane->bits, n * sizeof *bits);
  cf_cpu_inpaint_mark_zeros (p, alpha, bits);
  for (i = 0; i < n; i++)
    any |= bits[i] != 0;
  return any;
}

/* Puts what the last result knows of this picture's holes over the fill. */
static const gfloat *
start_from (const Last *last, const CfInpaintBox *b, const gint32 *mask,
    const gfloat *fill, gfloat *start)
{
  const CfInpaintBox *l = &last->box;
  const gfloat *last_samples = last->samples.data;
  const gint32 *last_mask = last->mask.data;
  gint x, y;

  if (!last->is_there)
    return NULL;
  memcpy (start, fill, cf_cpu_inpaint_area (b) * sizeof (gfloat));
  for (y = MAX (b->top, l->top); y < MIN (b->bottom, l->bottom); y++)
    for (x = MAX (b->left, l->left); x < MIN (b->right, l->right); x++) {
      const gsize to =
          (gsize)(y - b->top) * cf_cpu_inpaint_width (b) + x - b->left;
      const gsize from =
          (gsize)(y - l->top) * cf_cpu_inpaint_width (l) + x - l->left;

      if (mask[to] && last_mask[from])
        start[to] = last_samples[from];
    }
  return start;
}

static void
keep_last (Last *last, const CfInpaintBox *b, const gint32 *mask,
    const gfloat *samples)
{
  last->is_there = TRUE;
  last->box = *b;
  memcpy (
      last->samples.data, samples, cf_cpu_inpaint_area (b) * sizeof (gfloat));
  memcpy (last->mask.data, mask, cf_cpu_inpaint_area (b) * sizeof (gint32));
}

/* Alpha marked all of a first picture: the next one has nothing to take from
 * it. On a GPU the host does not see alpha, and counts it as a last picture. */
static void
keep_nothing (Plane *plane)
{
  guint c;

  for (c = 0; c < G_N_ELEMENTS (plane->last); c++)
    if (!plane->last[c].is_there) {
      plane->last[c].is_there = TRUE;
      plane->last[c].box = (CfInpaintBox){ 0 };
    }
}

/* Makes room for any box of the plane: what is kept outlives its changes. */
static gboolean
reserve_last (Plane *plane, const CfPlane *p, GError **error)
{
  const gsize n = (gsize)p->width * p->height;
  gint c;

  for (c = 0; c < p->channels; c++)
    if (!cf_cpu_reserve (&plane->last[c].samples, n * sizeof (gfloat), error)
        || !cf_cpu_reserve (&plane->last[c].mask, n * sizeof (gint32), error))
      return FALSE;
  return TRUE;
}

static CfCpuInpaintPart
part_of (const CfPlane *p, const Plane *plane, const gint32 *mask)
{
  return (CfCpuInpaintPart){ plane->region, p->width, p->height, mask,
    plane->holes };
}

/* The holes of a region that is filled harmonically. */
static void
repair_locally (Inpaint *self, const CfCpuInpaintRows *rows, const CfPlane *src,
    Plane *plane, gint channel)
{
  const CfCpuInpaintPart part = part_of (src, plane, rows->mask);
  const CfInpaintTexture *texture =
      cf_cpu_inpaint_rows_count (rows, src, channel);
  Last *last = &plane->last[channel];

  cf_cpu_inpaint_local_run (self->local, &part, texture,
      start_from (
          last, &rows->box, rows->mask, rows->samples, self->start.data),
      rows->samples);
  if (self->description->params.inpaint.track)
    keep_last (last, &rows->box, rows->mask, rows->samples);
}

static void
repair_channel (Inpaint *self, const CfCpuInpaintRows *rows, const CfPlane *src,
    const CfPlane *dst, Plane *plane, gint channel, const guint32 *bits)
{
  const CfInpaintMethod method = self->description->params.inpaint.method;
  const CfInpaintBox *b = &rows->box;

  cf_cpu_inpaint_rows_load (rows, src, channel);
  if (method == CF_INPAINT_GLOBAL)
    cf_cpu_inpaint_global_run (plane->global, rows->samples, bits);
  else
    cf_cpu_inpaint_fill_run (self->fill, rows->samples, rows->mask,
        cf_cpu_inpaint_width (b), b->bottom - b->top);
  if (method == CF_INPAINT_LOCAL)
    repair_locally (self, rows, src, plane, channel);
  cf_cpu_inpaint_rows_store (rows, dst, channel);
}

/* Only the samples of holes are written. */
static void
finish (gpointer state, const CfPlane *src, const CfPlane *dst)
{
  Inpaint *self = state;
  const CfFilter *f = self->description;
  guint i;
  gint c;

  for (i = 0; i < f->n_planes; i++) {
    Plane *plane = &self->planes[i];
    const CfCpuInpaintRows rows = { pool_of (self), plane->region,
      self->mask.data, self->samples.data, self->textures };
    const guint32 *bits = plane->bits;

    if (plane->is_empty)
      continue;
    if (plane->alpha >= 0) {
      /* the next picture's start may be this one, even without holes */
      if (!mark_alpha (plane, &src[i], &src[plane->alpha], self->marked.data)
          && !f->params.inpaint.track)
        continue;
      bits = self->marked.data;
    }
    cf_cpu_inpaint_rows_spread (&rows, &src[i], bits);
    if (knows_nothing (self->mask.data, cf_cpu_inpaint_area (&plane->region))) {
      if (f->params.inpaint.track && plane->knows_any)
        keep_nothing (plane);
      continue;
    }
    for (c = 0; c < src[i].channels; c++)
      repair_channel (self, &rows, &src[i], &dst[i], plane, c, bits);
  }
}

static gboolean
reserve (Inpaint *self, const CfPlane *p, Plane *plane, GError **error)
{
  const CfInpaintParams *params = &self->description->params.inpaint;
  const gsize n = cf_cpu_inpaint_area (&plane->region);
  const CfCpuInpaintPart part = part_of (p, plane, NULL);

  if (!cf_cpu_reserve (&self->samples, n * sizeof (gfloat), error)
      || !cf_cpu_reserve (&self->mask, n * sizeof (gint32), error)
      || !cf_cpu_inpaint_fill_reserve (self->fill, n, error))
    return FALSE;
  if (plane->alpha >= 0
      && !cf_cpu_reserve (
          &self->marked, words_of (p) * sizeof (guint32), error))
    return FALSE;
  if (params->track && params->method == CF_INPAINT_LOCAL
      && (!cf_cpu_reserve (&self->start, n * sizeof (gfloat), error)
          || !reserve_last (plane, p, error)))
    return FALSE;
  if (params->method == CF_INPAINT_GLOBAL && !plane->global) {
    plane->global = cf_cpu_inpaint_global_new (
        params, p->width, p->height, pool_of (self), error);
    return plane->global != NULL;
  }
  return params->method != CF_INPAINT_LOCAL
         || cf_cpu_inpaint_local_reserve (self->local, &part, error);
}

static gboolean
set_holes (gpointer state, const CfInpaintHoles *holes, GError **error)
{
  Inpaint *self = state;
  const CfFilter *f = self->description;
  const CfInpaintParams *params = &f->params.inpaint;
  const CfInpaintWay way =
      cf_inpaint_way (holes, f->planes, f->n_planes, f->filtered);
  guint i;

  if (self->local)
    cf_cpu_inpaint_local_set_way (self->local, way);
  for (i = 0; i < f->n_planes; i++) {
    const CfPlane *p = &f->planes[i];
    Plane *plane = &self->planes[i];

    plane->is_empty = !(f->filtered >> i & 1)
                      || !cf_inpaint_holes_box (&holes[i], p, &plane->holes);
    if (plane->is_empty)
      continue;
    plane->alpha = holes[i].alpha;
    plane->region = cf_inpaint_region (params->method,
        cf_inpaint_local_block_size (params, way), &plane->holes, p);
    plane->knows_any = cf_inpaint_knows_any (&holes[i], p, &plane->region);
    if (!plane->bits)
      plane->bits = g_new0 (guint32, words_of (p));
    if (holes[i].bits)
      memcpy (plane->bits, holes[i].bits, words_of (p) * sizeof (guint32));
    else
      memset (plane->bits, 0, words_of (p) * sizeof (guint32));
    if (!reserve (self, p, plane, error)) {
      plane->is_empty = TRUE;
      return FALSE;
    }
  }
  return TRUE;
}

static gpointer
state_new (const CfFilter *description)
{
  Inpaint *self = g_new0 (Inpaint, 1);
  const CfCpuInpaintKernel *kernel;
  guint i;

  self->description = description;
  self->device = (CfCpuDevice *)description->device;
  kernel = self->device->kernels.inpaint;
  self->fill = cf_cpu_inpaint_fill_new (kernel, pool_of (self));
  if (description->params.inpaint.method == CF_INPAINT_LOCAL) {
    self->local = cf_cpu_inpaint_local_new (
        &description->params.inpaint, kernel, pool_of (self));
    self->textures =
        g_new (CfInpaintTexture, cf_cpu_pool_get_n_threads (pool_of (self)));
  }
  for (i = 0; i < CF_MAX_PLANES; i++)
    self->planes[i].is_empty = TRUE;
  return self;
}

static void
state_free (gpointer state)
{
  Inpaint *self = state;
  guint i, c;

  for (i = 0; i < CF_MAX_PLANES; i++) {
    g_free (self->planes[i].bits);
    g_clear_pointer (&self->planes[i].global, cf_cpu_inpaint_global_free);
    for (c = 0; c < G_N_ELEMENTS (self->planes[i].last); c++) {
      cf_cpu_scratch_clear (&self->planes[i].last[c].samples);
      cf_cpu_scratch_clear (&self->planes[i].last[c].mask);
    }
  }
  cf_cpu_inpaint_fill_free (self->fill);
  cf_cpu_inpaint_local_free (self->local);
  cf_cpu_scratch_clear (&self->samples);
  cf_cpu_scratch_clear (&self->start);
  cf_cpu_scratch_clear (&self->mask);
  cf_cpu_scratch_clear (&self->marked);
  g_free (self->textures);
  g_free (self);
}

/* All planes are copied first. */
const CfCpuMethod cf_cpu_inpaint = {
  .state_new = state_new,
  .state_free = state_free,
  .finish = finish,
  .set_holes = set_holes,
  .history_new = cf_cpu_temporal_new,
};

gboolean
cf_cpu_trial_inpaint (guint i, CfTrial *trial)
{
  *trial = cf_trial_inpaint (8);
  return i < 1;
}
