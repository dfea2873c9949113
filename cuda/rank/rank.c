/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Percentiles of windows of any size: scratch and launches. */
#include "cuda/rank/rank.h"
#include "cuda/core/filtermemory.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"

typedef struct {
  CfFilter parent;
  CfRankPlan plan;
} RankFilter;

static CfCudaKernel *const rank_kernels[] = { &cf_kernel_rank_1,
  &cf_kernel_rank_2, &cf_kernel_rank_2_small };

/* Everything that needs the device's context. */
static gboolean
prepare (RankFilter *self, const CfRankShape *shapes, GError **error)
{
  CfFilter *filter = &self->parent;
  CfRankShape chosen[2] = { 0 };
  CfCudaLimits device;
  guint i;

  if (!cf_cuda_get_limits (&device, error)
      || !cf_cuda_load_kernel (filter->device, &cf_kernel_pad, error))
    return FALSE;
  /* one limit for all filters: they may run at the same time */
  for (i = 0; i < G_N_ELEMENTS (rank_kernels); i++)
    if (!cf_cuda_kernel_allow_shared (
            rank_kernels[i], device.shared_block, error))
      return FALSE;
  for (i = 0; !shapes && i < filter->n_planes; i++)
    if (filter->filtered >> i & 1) {
      gint bytes = filter->planes[i].bytes;

      cf_rank_shape_choose (&chosen[bytes - 1], filter, bytes, &device);
    }
  cf_rank_plan_init (&self->plan, filter,
      cf_median_rank (&filter->params.median), shapes ? shapes : chosen);
  self->plan.memory =
      cf_cuda_filter_memory_take (filter->device, self->plan.size, error);
  return self->plan.memory != NULL;
}

static void
rank_free (CfFilter *filter)
{
  RankFilter *self = (RankFilter *)filter;

  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  g_free (self);
}

static gboolean
launch (CfRankLaunch *l, CfCudaKernel *kernel, CfStream *stream, GError **error)
{
  return l->n_blocks == 0
         || cf_cuda_launch (stream, kernel, l->n_blocks, l->n_threads,
             l->shared, &l->rank, error);
}

static gboolean
rank_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  RankFilter *self = (RankFilter *)filter;
  CfRankLaunch l;
  gint k, bytes;

  for (k = 0; k < filter->params.median.iterations; k++) {
    cf_rank_plan_pad (&self->plan, k, src, dst, &l);
    if (!launch (&l, &cf_kernel_pad, stream, error))
      return FALSE;
    for (bytes = 1; bytes <= 2; bytes++) {
      cf_rank_plan_rank (&self->plan, k, bytes, dst, &l);
      if (!launch (&l, rank_kernels[l.small ? 2 : bytes - 1], stream, error))
        return FALSE;
    }
  }
  return TRUE;
}

static const CfFilterClass rank_class = {
  .free = rank_free,
  .run = rank_run,
};

CfFilter *
cf_cuda_rank_new_shaped (
    const CfFilter *description, const CfRankShape *shapes, GError **error)
{
  RankFilter *self = g_new0 (RankFilter, 1);
  CfFilter *filter = &self->parent;
  gboolean ok;

  *filter = *description;
  filter->klass = &rank_class;
  ok = cf_cuda_enter (filter->device, error);
  if (ok) {
    ok = prepare (self, shapes, error);
    cf_cuda_leave ();
  }
  if (ok)
    return filter;
  rank_free (filter);
  return NULL;
}

CfFilter *
cf_cuda_rank_new (const CfFilter *description, GError **error)
{
  return cf_cuda_rank_new_shaped (description, NULL, error);
}
