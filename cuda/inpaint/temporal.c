/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting with a history: each frame is filled from space by a filter of its
 * own, into memory that keeps it, and repaired there. Runs and pushes may come
 * on several streams. */
#include "cuda/copy/copy.h"
#include "cuda/core/filtermemory.h"
#include "cuda/core/method.h"
#include "cuda/core/picturekernels.h"
#include "cuda/core/history.h"
#include "cuda/motion/motionpasses.h"
#include "cuda/inpaint/inpaint.h"
#include "cuda/inpaint/temporalplan.h"

#include <string.h>

/* A filter that fills from space has memory that the GPU may still use when
 * another takes its place: so many wait for it, and then one is waited for. */
#define RETIRED_MAX 4

typedef struct {
  CfFilter parent;
  CfFilter *fill;
  GQueue retired;  /* of earlier ones, the first retired first */
  CfFilter copied; /* the same, filtering nothing */
  CfTemporalPlan plan;
  CfCudaHistory history;
  guint8 *bits; /* page-locked */
  gboolean bits_changed;
  CfCuEvent uploaded; /* and so they can be changed */
} TemporalFilter;

static CfCudaKernel *const kernels[] = {
  [CF_TEMPORAL_LAUNCH_STATES] = &cf_kernel_temporal_states,
  [CF_TEMPORAL_LAUNCH_GUIDE] = &cf_kernel_temporal_guide,
  [CF_TEMPORAL_LAUNCH_CHOOSE] = &cf_kernel_temporal_choose,
  [CF_TEMPORAL_LAUNCH_REPAIR] = &cf_kernel_temporal_repair,
};

static CfDevice *
device_of (TemporalFilter *self)
{
  return self->parent.device;
}

static void
free_fill (CfFilter *fill)
{
  fill->klass->free (fill);
}

static void
temporal_free (CfFilter *filter)
{
  TemporalFilter *self = (TemporalFilter *)filter;

  g_clear_pointer (&self->fill, free_fill);
  g_queue_clear_full (&self->retired, (GDestroyNotify)free_fill);
  cf_cuda_history_clear (&self->history, filter->device);
  if (self->uploaded && cf_cuda_enter (filter->device, NULL)) {
    cf_cu.EventDestroy (self->uploaded);
    cf_cuda_leave ();
  }
  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  cf_cuda_filter_memory_give_host (
      filter->device, self->bits, self->plan.bits_size);
  g_free (self);
}

/* The device is entered. */
static gboolean
prepare (TemporalFilter *self, GError **error)
{
  CfDevice *device = device_of (self);
  CfTemporalPlan *plan = &self->plan;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (kernels[i] && !cf_cuda_load_kernel (device, kernels[i], error))
      return FALSE;
  if (!cf_cuda_load_kernel (device, &cf_kernel_copy, error)
      || !cf_cuda_motion_load (device, error)
      || !cf_cuda_history_init (&self->history, error)
      || !cf_cuda_check (
          cf_cu.EventCreate (&self->uploaded, CF_CU_EVENT_DISABLE_TIMING),
          "make an event", error))
    return FALSE;
  plan->memory =
      cf_cuda_history_take_memory (device, plan->size, plan->cleared_at, error);
  if (plan->memory && plan->bits_size > 0)
    self->bits =
        cf_cuda_filter_memory_take_host (device, plan->bits_size, error);
  return plan->memory && (self->bits || plan->bits_size == 0);
}

static CfFilterParams
fill_params (TemporalFilter *self)
{
  CfFilterParams params = self->parent.params;

  params.inpaint.temporal = FALSE;
  params.inpaint.future = 0;
  params.inpaint.track = FALSE;
  return params;
}

static CfFilter *
make_fill (TemporalFilter *self, GError **error)
{
  CfFilter description = self->parent;

  description.params = fill_params (self);
  return cf_cuda_inpaint_spatial_new (&description, error);
}

static gboolean
temporal_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  TemporalFilter *self = (TemporalFilter *)filter;
  gboolean ok;

  if (!self->fill->klass->set_holes (self->fill, holes, error)
      || !cf_cuda_enter (filter->device, error))
    return FALSE;
  ok = cf_cuda_check (
      cf_cu.EventSynchronize (self->uploaded), "wait for an upload", error);
  if (ok)
    cf_temporal_plan_set_holes (&self->plan, holes, self->bits);
  self->bits_changed |= ok;
  cf_cuda_leave ();
  return ok;
}

/* Other parameters */

static gboolean
free_retired (TemporalFilter *self, GError **error)
{
  CfFilter *first;

  while ((first = g_queue_peek_head (&self->retired))) {
    if (!cf_cuda_inpaint_is_done (first)) {
      if (self->retired.length < RETIRED_MAX)
        return TRUE;
      if (!cf_cuda_inpaint_finish (first, error))
        return FALSE;
    }
    free_fill (g_queue_pop_head (&self->retired));
  }
  return TRUE;
}

/* Follows from this frame on, where the history has begun on the stream; the
 * holes are as they were. */
static gboolean
follow_params (TemporalFilter *self, CfStream *stream, GError **error)
{
  const CfFilterParams params = fill_params (self);
  CfFilter *fill;

  if (!free_retired (self, error))
    return FALSE;
  if (cf_filter_params_equal (&self->fill->params, &params))
    return TRUE;
  fill = make_fill (self, error);
  if (!fill || !cf_cuda_inpaint_copy_holes (fill, self->fill, error)
      || !cf_cuda_inpaint_retire (self->fill, stream, error)) {
    g_clear_pointer (&fill, free_fill);
    return FALSE;
  }
  g_queue_push_tail (&self->retired, self->fill);
  self->fill = fill;
  return TRUE;
}

/* Frames that come */

static gboolean
upload_bits (TemporalFilter *self, CfStream *stream, GError **error)
{
  CfCuStream on = ((CfCudaStream *)stream)->stream;

  if (!self->bits_changed || self->plan.bits_size == 0)
    return TRUE;
  if (!cf_cuda_check (cf_cu.MemcpyHtoDAsync (self->plan.memory, self->bits,
                          self->plan.bits_size, on),
          "upload holes", error)
      || !cf_cuda_check (
          cf_cu.EventRecord (self->uploaded, on), "record an event", error))
    return FALSE;
  self->bits_changed = FALSE;
  return TRUE;
}

static gboolean
launch (CfStream *stream, CfTemporalLaunch *l, GError **error)
{
  if (l->n_blocks == 0)
    return TRUE;
  if (l->kernel == CF_TEMPORAL_LAUNCH_SEARCH)
    return cf_cuda_launch (stream,
        cf_cuda_motion_kernel (l->pass, l->search.bytes), l->n_blocks,
        l->search.n_threads, 0, &l->search.argument, error);
  return cf_cuda_launch (stream, kernels[l->kernel], l->n_blocks,
      CF_TEMPORAL_THREADS, 0, &l->samples, error);
}

static gboolean
take_frame (
    TemporalFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];
  CfTemporalLaunch l;

  cf_temporal_plan_place (&self->plan, self->plan.n_pushed, planes);
  if (!follow_params (self, stream, error)
      || !self->fill->klass->run (self->fill, stream, src, planes, error)
      || !upload_bits (self, stream, error))
    return FALSE;
  cf_temporal_plan_states (&self->plan, &l);
  if (!launch (stream, &l, error))
    return FALSE;
  cf_temporal_plan_pushed (&self->plan);
  return TRUE;
}

static gboolean
temporal_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  TemporalFilter *self = (TemporalFilter *)filter;

  return cf_cuda_history_begin (&self->history, stream, error)
         && cf_cuda_history_end (&self->history, stream,
             take_frame (self, stream, src, error), error);
}

/* Results */

static gboolean
make_result (
    TemporalFilter *self, CfStream *stream, const CfPlane *dst, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];
  CfTemporalLaunch l;
  guint step = 0;

  while (cf_temporal_plan_next (&self->plan, &step, &l))
    if (!launch (stream, &l, error))
      return FALSE;
  cf_temporal_plan_place (&self->plan, 0, planes);
  return cf_cuda_copy_planes (&self->copied, stream, planes, dst, error);
}

static gboolean
temporal_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  TemporalFilter *self = (TemporalFilter *)filter;

  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (&self->history, stream,
          (!src || take_frame (self, stream, src, error))
              && make_result (self, stream, dst, error),
          error))
    return FALSE;
  cf_temporal_plan_done (&self->plan);
  return TRUE;
}

/* The frame stays filled from space. */
static void
temporal_skip (CfFilter *filter)
{
  cf_temporal_plan_done (&((TemporalFilter *)filter)->plan);
}

static void
temporal_reset (CfFilter *filter)
{
  cf_temporal_plan_reset (&((TemporalFilter *)filter)->plan);
}

static const CfFilterClass temporal_class = {
  .free = temporal_free,
  .run = temporal_run,
  .push = temporal_push,
  .skip = temporal_skip,
  .reset = temporal_reset,
  .set_holes = temporal_set_holes,
};

CfFilter *
cf_cuda_temporal_new (const CfFilter *description, GError **error)
{
  TemporalFilter *self = g_new0 (TemporalFilter, 1);
  CfFilter *filter = &self->parent;
  gboolean ok;

  *filter = *description;
  filter->klass = &temporal_class;
  self->copied = *description;
  self->copied.filtered = 0;
  cf_temporal_plan_init (&self->plan, filter);
  self->fill = make_fill (self, error);
  ok = self->fill && cf_cuda_enter (filter->device, error);
  if (ok) {
    ok = prepare (self, error);
    cf_cuda_leave ();
  }
  if (ok)
    return filter;
  temporal_free (filter);
  return NULL;
}
