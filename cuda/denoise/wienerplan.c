/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/denoise/wienerplan.h"

#include "engine/motion/cfmoved.h"

#define ROWS_MOST 64

/* Samples; rows begin at multiples of 128 bytes. */
static gint
stride_of (const CfPlane *p)
{
  return (p->width + 127) / 128 * 128;
}

static gsize
picture_size (const CfPlane *p)
{
  return (gsize)stride_of (p) * p->height * sizeof (guint16);
}

static gsize
take (CfWienerPlan *self, gsize size)
{
  const gsize at = self->size;

  self->size += (size + 127) / 128 * 128;
  return at;
}

/* Of the quality that has most. */
static gsize
windows_of (const CfPlane *p)
{
  return (gsize)cf_wiener_windows (p->width, CF_WIENER_STEP_BEST)
         * cf_wiener_windows (p->height, CF_WIENER_STEP_BEST);
}

static gint
step_of (const CfWienerPlan *self)
{
  return cf_denoise_window_step (&self->filter->params.denoise);
}

guint
cf_wiener_plan_kernel (const CfWienerPlan *self, gboolean is_pilot)
{
  return 2 * is_pilot + (step_of (self) == CF_WIENER_STEP_BEST);
}

void
cf_wiener_plan_init (CfWienerPlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfWienerPlan){ .filter = filter };
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    if (!(filter->filtered >> i & 1))
      continue;
    self->plane_at[i] =
        take (self, CF_WIENER_PICTURES * picture_size (p) * p->channels);
    self->map_at[i] = take (self, 2 * windows_of (p));
  }
  self->last_at = take (self, 2 * CF_MAX_PLANES * sizeof (guint32));
}

/* Which pictures are the last frame's, or the next one's. */
static guint32 *
last_of (const CfWienerPlan *self, guint plane, gboolean next)
{
  return (guint32 *)(self->memory + self->last_at)
         + (self->slot + next) % 2 * CF_MAX_PLANES + plane;
}

CfKernelWienerKept
cf_wiener_plan_kept (const CfWienerPlan *self, guint plane)
{
  const CfPlane *p = &self->filter->planes[plane];

  return (CfKernelWienerKept){ .at = self->memory + self->plane_at[plane],
    .picture = picture_size (p),
    .channel = CF_WIENER_PICTURES * picture_size (p),
    .last = last_of (self, plane, FALSE),
    .stride = stride_of (p) };
}

static CfKernelWienerMap
map_of (const CfWienerPlan *self, guint plane)
{
  const CfPlane *p = &self->filter->planes[plane];

  return (CfKernelWienerMap){ self->memory + self->map_at[plane],
    self->memory + self->map_at[plane] + windows_of (p),
    cf_wiener_windows (p->width, step_of (self)),
    cf_wiener_windows (p->height, step_of (self)) };
}

static guint
divide_up (guint n, guint d)
{
  return (n + d - 1) / d;
}

/* A block makes some rows of windows more than it has rows of samples for: few
 * that are high would be best, but for a last round of blocks that leaves most
 * of the GPU idle. */
static guint
choose_rows (const CfWienerPlan *self, guint32 planes, gboolean is_pilot)
{
  const gint step = step_of (self);
  const guint n_resident =
      self->n_resident[cf_wiener_plan_kernel (self, is_pilot)];
  guint rows, i, best = CF_WIENER_STEP_HIGH, least = G_MAXUINT;

  for (rows = best; rows <= ROWS_MOST; rows += CF_WIENER_STEP_HIGH) {
    guint n = 0, cost;

    for (i = 0; i < self->filter->n_planes; i++) {
      const CfPlane *p = &self->filter->planes[i];

      if (planes >> i & 1)
        n += divide_up (p->width, CF_WIENER_WIDTH (step))
             * divide_up (p->height, rows) * p->channels;
    }
    cost = divide_up (n, n_resident)
           * (rows / step + cf_wiener_covering (step) - 1);
    if (cost < least) {
      least = cost;
      best = rows;
    }
  }
  return best;
}

void
cf_wiener_plan_begin (const CfWienerPlan *self, guint32 planes,
    gboolean is_pilot, CfWienerLaunch *launch)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;

  launch->argument =
      (CfKernelWiener){ .rows = choose_rows (self, planes, is_pilot),
        .past = params->past,
        .edge = cf_wiener_edge (params->spatial),
        .is_first = !self->has_last };
  cf_cuda_launch_init (&launch->planes, CF_BORDER_REPLICATE);
}

CfKernelWienerPlane *
cf_wiener_plan_add (const CfWienerPlan *self, guint plane, gint luma,
    const CfPlane *src, const CfPlane *dst, CfWienerLaunch *launch)
{
  CfKernelWienerPlane *to =
      &launch->argument.plane[launch->planes.picture.n_planes];

  *to = (CfKernelWienerPlane){
    .kept = cf_wiener_plan_kept (self, plane),
    .next_last = last_of (self, plane, TRUE),
    .number = plane,
  };
  if (luma < 0)
    to->own = map_of (self, plane);
  else {
    const CfPlane *from = &self->filter->planes[luma];

    to->luma = map_of (self, luma);
    to->luma_halved_x = cf_denoise_subsampling (from->width, src->width);
    to->luma_halved_y = cf_denoise_subsampling (from->height, src->height);
  }
  cf_cuda_launch_add_filtered (&launch->planes, src, cf_cuda_surface (src),
      cf_cuda_surface (dst), 0, CF_WIENER_WIDTH (step_of (self)),
      launch->argument.rows, FALSE);
  return to;
}

void
cf_wiener_plan_end (CfWienerLaunch *launch)
{
  launch->argument.picture = launch->planes.picture;
  launch->n_blocks = launch->planes.n_blocks;
}

void
cf_wiener_plan_done (CfWienerPlan *self, gboolean is_with)
{
  self->slot = 1 - self->slot;
  self->has_last = is_with;
}
