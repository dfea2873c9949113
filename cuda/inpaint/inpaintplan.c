/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out inpainting in the GPU's memory, and makes its kernels' arguments. */
#include "cuda/inpaint/inpaintplan.h"

#include "cuda/core/autotune.h"
#include "engine/inpaint/cfinpaintblocks.h"
#include "engine/inpaint/cfinpaintfill.h"
#include "cuda/inpaint/inpaintstate.h"

#include <string.h>

G_STATIC_ASSERT (sizeof (CfKernelInpaint) <= 4096); /* a kernel's argument */
G_STATIC_ASSERT ((gint)CF_KERNEL_INPAINT_LOCAL == CF_INPAINT_LOCAL);
G_STATIC_ASSERT ((gint)CF_KERNEL_INPAINT_GLOBAL == CF_INPAINT_GLOBAL);
G_STATIC_ASSERT (CF_INPAINT_SWEEPS % 2 == 0);

static gint
width_of (const CfInpaintBox *b)
{
  return b->right - b->left;
}

static gint
height_of (const CfInpaintBox *b)
{
  return b->bottom - b->top;
}

static gsize
words_of (const CfPlane *p)
{
  return (gsize)CF_INPAINT_WORDS (p->width) * p->height;
}

static gsize
take (gsize *size, gsize bytes)
{
  const gsize at = *size;

  *size += (bytes + 255) / 256 * 256;
  return at;
}

static const CfInpaintParams *
params_of (const CfInpaintPlan *self)
{
  return &self->filter->params.inpaint;
}

void
cf_inpaint_plan_init (CfInpaintPlan *self, const CfFilter *filter)
{
  *self = (CfInpaintPlan){ .filter = filter, .processors = 1 };
}

/* Level from which all fit one block. */
static gint
coarse_level (gint width, gint height, gsize *coarser_samples)
{
  gint level = 0;

  *coarser_samples = 0;
  while ((gint64)width * height > CF_INPAINT_COARSE) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    *coarser_samples += (gsize)width * height;
    level++;
  }
  return level;
}

/* Blocks of a grid over the holes, whatever its shift. */
static gsize
most_blocks (const CfInpaintBox *holes, gint size)
{
  return (gsize)(width_of (holes) / (size / 2) + 3)
         * (height_of (holes) / (size / 2) + 3);
}

static void
lay_out_part (const CfInpaintPlan *self, const CfInpaintPlanPlane *plane,
    CfInpaintPlanPart *part, gsize *size)
{
  const CfInpaintParams *params = params_of (self);
  const gsize bytes = (gsize)width_of (&plane->region)
                      * height_of (&plane->region) * sizeof (gfloat);
  gsize coarser;

  part->samples_at = take (size, bytes);
  if (params->method == CF_INPAINT_GLOBAL)
    return;
  coarse_level (
      width_of (&plane->region), height_of (&plane->region), &coarser);
  part->result_at = take (size, bytes);
  part->fill_at = take (size, bytes);
  part->levels_at = take (size, 3 * coarser * sizeof (gfloat));
  if (params->method == CF_INPAINT_LOCAL)
    part->blocks_at = take (size, most_blocks (&plane->holes, self->block_size)
                                      * self->block_size * self->block_size
                                      * sizeof (gfloat));
}

/* Parts side by side as long as they are few and small: those that together
 * need much scratch have work enough each, and large blocks would leave the
 * caches. */
static void
lay_out_batches (CfInpaintPlan *self)
{
  const gsize together = cf_cuda_inpaint_together (self->filter->device);
  gsize size = 0;
  guint i;

  self->n_batches = 0;
  self->scratch_size = 0;
  for (i = 0; i < self->n_parts; i++) {
    CfInpaintPlanPart *part = &self->parts[i];
    const CfInpaintPlanPlane *plane = &self->planes[part->of];
    const gsize before = size;

    lay_out_part (self, plane, part, &size);
    if (i == 0 || params_of (self)->method == CF_INPAINT_GLOBAL
        || size > together
        || i - self->batches[self->n_batches - 1] == CF_INPAINT_PARTS) {
      if (before > 0) {
        size = 0;
        lay_out_part (self, plane, part, &size);
      }
      self->batches[self->n_batches++] = i;
    }
    self->scratch_size = MAX (self->scratch_size, size);
  }
  self->batches[self->n_batches] = self->n_parts;
}

/* A plane's place does not depend on the others' holes. */
static void
lay_out_kept (CfInpaintPlan *self)
{
  const CfFilter *f = self->filter;
  gsize at[4][CF_MAX_PLANES] = { 0 }, size = 0;
  guint i;

  for (i = 0; i < f->n_planes; i++)
    at[0][i] = take (&size, words_of (&f->planes[i]) * sizeof (guint32));
  self->bits_size = size;
  for (i = 0; i < f->n_planes; i++)
    at[1][i] = take (&size, words_of (&f->planes[i]) * sizeof (guint32));
  for (i = 0; i < f->n_planes && params_of (self)->track; i++) {
    const CfPlane *p = &f->planes[i];

    at[2][i] = take (&size, words_of (p) * sizeof (guint32));
    at[3][i] = take (
        &size, (gsize)p->width * p->height * p->channels * sizeof (gfloat));
  }
  self->kept_size = size;
  for (i = 0; i < self->n_planes; i++) {
    CfInpaintPlanPlane *plane = &self->planes[i];

    plane->bits_at = at[0][plane->plane];
    plane->marked_at = at[1][plane->plane];
    plane->last_mask_at = at[2][plane->plane];
    plane->last_at = at[3][plane->plane];
  }
}

void
cf_inpaint_plan_set_holes (CfInpaintPlan *self, const CfInpaintHoles *holes)
{
  const CfFilter *f = self->filter;
  guint i;
  gint c;

  self->way = cf_inpaint_way (holes, f->planes, f->n_planes, f->filtered);
  self->block_size = cf_inpaint_local_block_size (params_of (self), self->way);
  self->n_planes = self->n_parts = 0;
  self->state_size = 0;
  for (i = 0; i < f->n_planes; i++) {
    CfInpaintPlanPlane *plane = &self->planes[self->n_planes];

    if (!(f->filtered >> i & 1)
        || !cf_inpaint_holes_box (&holes[i], &f->planes[i], &plane->holes))
      continue;
    plane->plane = i;
    plane->alpha = holes[i].alpha;
    plane->region = cf_inpaint_region (params_of (self)->method,
        self->block_size, &plane->holes, &f->planes[i]);
    plane->knows_any =
        cf_inpaint_knows_any (&holes[i], &f->planes[i], &plane->region);
    for (c = 0; c < f->planes[i].channels; c++)
      self->parts[self->n_parts++] = (CfInpaintPlanPart){ .of = self->n_planes,
        .channel = c,
        .state_at = take (&self->state_size, sizeof (CfInpaintState)) };
    self->n_planes++;
  }
  lay_out_kept (self);
  lay_out_batches (self);
}

void
cf_inpaint_plan_done (CfInpaintPlan *self)
{
  guint i;

  if (params_of (self)->track)
    for (i = 0; i < self->n_planes; i++)
      if (self->planes[i].knows_any)
        self->tracked |= 1u << self->planes[i].plane;
}

gsize
cf_inpaint_plan_thresholds_size (const CfInpaintPlan *self, CfInpaintWay way)
{
  return CF_INPAINT_ENDS * cf_inpaint_local_iterations (params_of (self), way)
         * sizeof (gfloat);
}

void
cf_inpaint_plan_thresholds (
    const CfInpaintPlan *self, CfInpaintWay way, gfloat *thresholds)
{
  const guint n = cf_inpaint_local_iterations (params_of (self), way);
  gint end;

  for (end = 0; end < CF_INPAINT_ENDS; end++)
    cf_inpaint_local_schedule (
        params_of (self), way, cf_inpaint_ends[end], thresholds + end * n);
}

/* The kernels' arguments. */

static CfKernelInpaintBox
kernel_box (const CfInpaintBox *b)
{
  return (CfKernelInpaintBox){ b->left, b->top, b->right, b->bottom };
}

static void
set_memory (const CfInpaintPlan *self, const CfInpaintPlanPart *part,
    const CfInpaintMemory *memory, CfKernelInpaintPart *to)
{
  const CfInpaintPlanPlane *plane = &self->planes[part->of];
  const CfPlane *p = &self->filter->planes[plane->plane];

  to->given = (const uint32_t *)(memory->kept + plane->bits_at);
  to->mask =
      (uint32_t *)(memory->kept
                   + (plane->alpha >= 0 ? plane->marked_at : plane->bits_at));
  to->samples = (float *)(memory->scratch + part->samples_at);
  to->result = (float *)(memory->scratch + part->result_at);
  to->fill = (float *)(memory->scratch + part->fill_at);
  to->levels = (float *)(memory->scratch + part->levels_at);
  to->blocks = (float *)(memory->scratch + part->blocks_at);
  to->state = memory->state + part->state_at;
  if (!params_of (self)->track || params_of (self)->method != CF_INPAINT_LOCAL)
    return;
  to->last_mask = (uint32_t *)(memory->kept + plane->last_mask_at);
  to->last = (float *)(memory->kept + plane->last_at)
             + (gsize)part->channel * p->width * p->height;
}

static void
set_part (const CfInpaintPlan *self, const CfInpaintPlanPart *part,
    const CfInpaintMemory *memory, const CfPlane *src, const CfPlane *dst,
    CfKernelInpaintPart *to)
{
  const CfInpaintPlanPlane *plane = &self->planes[part->of];
  const CfPlane *p = &src[plane->plane], *q = &dst[plane->plane];
  CfInpaintWay way;
  gsize unused;

  memset (to, 0, sizeof *to);
  to->src = p->data + part->channel * p->bytes;
  to->dst = q->data + part->channel * p->bytes;
  to->src_stride = p->stride;
  to->dst_stride = q->stride;
  to->step = p->step * p->bytes;
  to->bytes = p->bytes;
  to->bits = p->bits;
  to->shift = p->shift;
  to->plane_width = p->width;
  to->plane_height = p->height;
  to->words = CF_INPAINT_WORDS (p->width);
  to->region = kernel_box (&plane->region);
  to->holes = kernel_box (&plane->holes);
  to->is_marker = part->channel == 0;
  to->is_keeper = part->channel == p->channels - 1;
  if (plane->alpha >= 0) {
    const CfPlane *a = &src[plane->alpha];

    to->alpha = a->data;
    to->alpha_stride = a->stride;
    to->alpha_step = a->step * a->bytes;
    to->alpha_bytes = a->bytes;
    to->alpha_shift = a->shift;
    to->alpha_width = a->width;
    to->alpha_height = a->height;
  }
  to->is_tracked = self->tracked >> plane->plane & 1;
  to->coarse = coarse_level (
      width_of (&plane->region), height_of (&plane->region), &unused);
  way = to->is_tracked ? CF_INPAINT_TRACKED : self->way;
  to->iterations = cf_inpaint_local_iterations (params_of (self), way);
  to->thresholds = memory->thresholds[way];
  set_memory (self, part, memory, to);
}

static guint
tiles_of (gint64 width, gint64 height, gint tile_width, gint tile_height)
{
  return (width + tile_width - 1) / tile_width
         * ((height + tile_height - 1) / tile_height);
}

/* Blocks of a launch for a part. */
static guint
blocks_of (const CfKernelInpaintPart *p, gint kernel, gint level, gint size)
{
  const gint64 width = p->region.right - p->region.left;
  const gint64 height = p->region.bottom - p->region.top;
  const CfInpaintBox holes = { p->holes.left, p->holes.top, p->holes.right,
    p->holes.bottom };
  const gint64 round = (1 << level) - 1;

  switch (kernel) {
    case CF_INPAINT_LAUNCH_MARK:
      return tiles_of (
          (gint64)p->words * p->plane_height, 1, CF_INPAINT_THREADS / 32, 1);
    case CF_INPAINT_LAUNCH_LOAD:
      return tiles_of (
          width, height, CF_INPAINT_LOAD_COLUMNS, CF_INPAINT_THREADS / 32);
    case CF_INPAINT_LAUNCH_DOWN: /* of the level above */
      return tiles_of (((width + 2 * round + 1) >> (level + 1))
                           * ((height + 2 * round + 1) >> (level + 1)),
          1, CF_INPAINT_THREADS, 1);
    case CF_INPAINT_LAUNCH_COARSE:
      return 1;
    case CF_INPAINT_LAUNCH_SWEEP:
      return tiles_of ((width + round) >> level, (height + round) >> level,
          CF_INPAINT_SWEEP_WIDTH, CF_INPAINT_SWEEP_HEIGHT);
    case CF_INPAINT_LAUNCH_SHRINK_16:
    case CF_INPAINT_LAUNCH_SHRINK_32:
    case CF_INPAINT_LAUNCH_SHRINK_64:
      return tiles_of (most_blocks (&holes, size), 1,
          CF_INPAINT_SHRINK_THREADS (size) / size, 1);
    case CF_INPAINT_LAUNCH_COMBINE_16:
    case CF_INPAINT_LAUNCH_COMBINE_32:
    case CF_INPAINT_LAUNCH_COMBINE_64: /* whole words of the mask */
      return tiles_of ((holes.right - 1) / 32 - holes.left / 32 + 1,
          height_of (&holes), 1, CF_INPAINT_COMBINE_HEIGHT);
    default:
      return tiles_of (width_of (&holes), height_of (&holes),
          CF_INPAINT_TILE_WIDTH, CF_INPAINT_TILE_HEIGHT);
  }
}

static void
set_launch (CfInpaintLaunch *l, gint kernel, gint size)
{
  CfKernelInpaint *k = &l->argument;
  guint per_part = 1;
  gint i;

  l->kernel = kernel;
  for (i = 0; i < k->n_parts; i++)
    per_part = MAX (per_part, blocks_of (&k->part[i], kernel, k->level, size));
  l->n_blocks = per_part * k->n_parts;
  l->n_threads = CF_INPAINT_THREADS;
  l->shared = 0;
  if (kernel == CF_INPAINT_LAUNCH_COARSE) {
    l->n_threads = CF_INPAINT_COARSE_THREADS;
    l->shared = CF_INPAINT_COARSE_BYTES;
  } else if (kernel >= CF_INPAINT_LAUNCH_SHRINK_16
             && kernel <= CF_INPAINT_LAUNCH_SHRINK_64) {
    l->n_threads = CF_INPAINT_SHRINK_THREADS (size);
  }
}

/* A step of the fill: down so many levels, the coarse ones, and for each on the
 * way back two halves of its sweeps. */
static void
set_fill (CfInpaintLaunch *l, guint step, gint levels)
{
  CfKernelInpaint *k = &l->argument;
  const gint up = (gint)step - levels - 1;

  k->first_sweep = 0;
  if ((gint)step < levels) {
    k->level = step;
    set_launch (l, CF_INPAINT_LAUNCH_DOWN, 0);
  } else if (up < 0) {
    set_launch (l, CF_INPAINT_LAUNCH_COARSE, 0);
  } else {
    k->level = levels - 1 - up / 2;
    k->first_sweep = up % 2 ? CF_INPAINT_SWEEPS / 2 : 0;
    set_launch (l, CF_INPAINT_LAUNCH_SWEEP, 0);
  }
}

/* Kernels that are one for each size of a block. */
static gint
kind_of (gint size)
{
  return size == 16 ? 0 : size == 32 ? 1 : 2;
}

gboolean
cf_inpaint_plan_uses (const CfInpaintPlan *self, gint kernel)
{
  const CfInpaintParams *params = params_of (self);
  gint way, kind;

  if (kernel >= CF_INPAINT_LAUNCH_SHRINK_16
      && kernel <= CF_INPAINT_LAUNCH_COMBINE_64) {
    for (way = 0; way < CF_INPAINT_TRACKED; way++) {
      kind = kind_of (cf_inpaint_local_block_size (params, way));
      if (params->method == CF_INPAINT_LOCAL
          && (kernel == CF_INPAINT_LAUNCH_SHRINK_16 + kind
              || kernel == CF_INPAINT_LAUNCH_COMBINE_16 + kind))
        return TRUE;
    }
    return FALSE;
  }
  if (kernel == CF_INPAINT_LAUNCH_START)
    return params->method == CF_INPAINT_LOCAL;
  if (kernel >= CF_INPAINT_LAUNCH_DOWN && kernel <= CF_INPAINT_LAUNCH_SWEEP)
    return params->method != CF_INPAINT_GLOBAL;
  return TRUE;
}

static void
set_iteration (CfInpaintLaunch *l, guint step, gint size)
{
  CfKernelInpaint *k = &l->argument;
  const gint kind = kind_of (size);

  k->iteration = step / 2;
  k->shift_x = cf_inpaint_shift (k->iteration, size / 2, 0);
  k->shift_y = cf_inpaint_shift (k->iteration, size / 2, 1);
  set_launch (l,
      (step % 2 ? CF_INPAINT_LAUNCH_COMBINE_16 : CF_INPAINT_LAUNCH_SHRINK_16)
          + kind,
      size);
}

static void
begin_batch (const CfInpaintPlan *self, guint batch,
    const CfInpaintMemory *memory, const CfPlane *src, const CfPlane *dst,
    CfKernelInpaint *k)
{
  const CfInpaintParams *params = params_of (self);
  guint i;

  memset (k, 0, sizeof *k);
  k->method = params->method;
  k->chooses = params->method == CF_INPAINT_LOCAL && params->threshold_end < 0;
  k->least_end = cf_inpaint_local_least_end (self->way);
  for (i = self->batches[batch]; i < self->batches[batch + 1]; i++)
    set_part (self, &self->parts[i], memory, src, dst, &k->part[k->n_parts++]);
}

gboolean
cf_inpaint_plan_next (const CfInpaintPlan *self, guint batch,
    const CfInpaintMemory *memory, const CfPlane *src, const CfPlane *dst,
    guint *step, CfInpaintLaunch *launch)
{
  const CfInpaintParams *params = params_of (self);
  CfKernelInpaint *k = &launch->argument;
  guint i = *step, levels = 0, iterations = 0, j;
  gboolean marks = FALSE;

  if (i == 0)
    begin_batch (self, batch, memory, src, dst, k);
  for (j = 0; j < (guint)k->n_parts; j++) {
    levels = MAX (levels, (guint)k->part[j].coarse);
    iterations = MAX (iterations, (guint)k->part[j].iterations);
    marks |= k->part[j].alpha != NULL;
  }
  if (!marks) /* without the first step */
    i++;
  *step = i + 1 - !marks;
  k->level = 0;

  if (i < 2) {
    set_launch (launch, CF_INPAINT_LAUNCH_MARK + i, 0);
    if (launch->kernel == CF_INPAINT_LAUNCH_LOAD)
      launch->n_blocks = MIN (launch->n_blocks,
          CF_INPAINT_LOAD_BLOCKS * self->processors * k->n_parts);
    return TRUE;
  }
  i -= 2;
  if (params->method == CF_INPAINT_GLOBAL) {
    set_launch (launch,
        i == 0 ? CF_INPAINT_LAUNCH_TRANSFORM : CF_INPAINT_LAUNCH_STORE, 0);
    return i < 2;
  }
  if (i < 3 * levels + 1) {
    set_fill (launch, i, levels);
    return TRUE;
  }
  i -= 3 * levels + 1;
  if (params->method == CF_INPAINT_LOCAL) {
    if (i == 0) {
      set_launch (launch, CF_INPAINT_LAUNCH_START, 0);
      return TRUE;
    }
    i--;
    if (i < 2 * iterations) {
      set_iteration (launch, i, self->block_size);
      return TRUE;
    }
    i -= 2 * iterations;
  }
  set_launch (launch, CF_INPAINT_LAUNCH_STORE, 0);
  return i == 0;
}
