/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting: all planes are copied, then holes repaired, in as many launches
 * as the plan says. */
#include "cuda/copy/copy.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/filtermemory.h"
#include "cuda/inpaint/inpaint.h"
#include "cuda/inpaint/inpaint_global.h"
#include "cuda/inpaint/inpaintplan.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/picturekernels.h"

#include <string.h>

typedef struct {
  CfFilter parent;
  CfFilter copied; /* the same, filtering nothing */
  CfInpaintPlan plan;
  CfInpaintMemory memory;
  gsize scratch_size, state_size; /* of what is allocated */
  guint8 *thresholds[CF_INPAINT_WAYS];
  guint8 *bits; /* page-locked: all planes' holes, as they are to be in kept
                 * memory */
  gboolean bits_changed;
  CfCuEvent uploaded; /* and so they can be changed */
  CfCuEvent done;     /* the last run is */
  gboolean overlaps;  /* a kernel may start while the one before ends */
  CfCudaInpaintGlobal *global[CF_MAX_PLANES]; /* at global_of() */
} InpaintFilter;

static CfCudaKernel *const kernels[] = {
  [CF_INPAINT_LAUNCH_MARK] = &cf_kernel_inpaint_mark,
  [CF_INPAINT_LAUNCH_LOAD] = &cf_kernel_inpaint_load,
  [CF_INPAINT_LAUNCH_DOWN] = &cf_kernel_inpaint_down,
  [CF_INPAINT_LAUNCH_COARSE] = &cf_kernel_inpaint_coarse,
  [CF_INPAINT_LAUNCH_SWEEP] = &cf_kernel_inpaint_sweep,
  [CF_INPAINT_LAUNCH_START] = &cf_kernel_inpaint_start,
  [CF_INPAINT_LAUNCH_SHRINK_16] = &cf_kernel_inpaint_shrink_16,
  [CF_INPAINT_LAUNCH_SHRINK_32] = &cf_kernel_inpaint_shrink_32,
  [CF_INPAINT_LAUNCH_SHRINK_64] = &cf_kernel_inpaint_shrink_64,
  [CF_INPAINT_LAUNCH_COMBINE_16] = &cf_kernel_inpaint_combine_16,
  [CF_INPAINT_LAUNCH_COMBINE_32] = &cf_kernel_inpaint_combine_32,
  [CF_INPAINT_LAUNCH_COMBINE_64] = &cf_kernel_inpaint_combine_64,
  [CF_INPAINT_LAUNCH_STORE] = &cf_kernel_inpaint_store,
};

static CfDevice *
device_of (InpaintFilter *self)
{
  return self->parent.device;
}

/* Planes of one size share a transform: their turns come one after the other.
 */
static CfCudaInpaintGlobal **
global_of (InpaintFilter *self, guint plane)
{
  const CfPlane *planes = self->parent.planes;
  guint first = 0;

  while (planes[first].width != planes[plane].width
         || planes[first].height != planes[plane].height)
    first++;
  return &self->global[first];
}

static void
inpaint_free (CfFilter *filter)
{
  InpaintFilter *self = (InpaintFilter *)filter;
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    g_clear_pointer (&self->global[i], cf_cuda_inpaint_global_free);
  if (cf_cuda_enter (device_of (self), NULL)) {
    if (self->uploaded)
      cf_cu.EventDestroy (self->uploaded);
    if (self->done)
      cf_cu.EventDestroy (self->done);
    cf_cuda_leave ();
  }
  cf_cuda_filter_memory_give (
      device_of (self), self->memory.kept, self->plan.kept_size);
  cf_cuda_filter_memory_give (
      device_of (self), self->memory.scratch, self->scratch_size);
  cf_cuda_filter_memory_give (
      device_of (self), self->memory.state, self->state_size);
  for (i = 0; i < CF_INPAINT_WAYS; i++)
    cf_cuda_filter_memory_give (device_of (self), self->thresholds[i],
        cf_inpaint_plan_thresholds_size (&self->plan, i));
  cf_cuda_filter_memory_give_host (
      device_of (self), self->bits, self->plan.bits_size);
  g_free (self);
}

static gboolean
upload_thresholds (InpaintFilter *self, CfInpaintWay way, GError **error)
{
  const gsize size = cf_inpaint_plan_thresholds_size (&self->plan, way);
  gfloat *thresholds = g_malloc (size);
  gboolean ok;

  cf_inpaint_plan_thresholds (&self->plan, way, thresholds);
  self->thresholds[way] =
      cf_cuda_filter_memory_take (device_of (self), size, error);
  self->memory.thresholds[way] = (gfloat *)self->thresholds[way];
  ok = self->thresholds[way]
       && cf_cuda_upload (device_of (self), self->thresholds[way], thresholds,
           size, "upload thresholds", error);
  g_free (thresholds);
  return ok;
}

/* Prepares what does not depend on holes; the device is entered. */
static gboolean
prepare (InpaintFilter *self, GError **error)
{
  CfCudaLimits limits;
  gsize i;

  if (!cf_cuda_get_limits (&limits, error))
    return FALSE;
  self->plan.processors = limits.processors;
  for (i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (cf_inpaint_plan_uses (&self->plan, i)
        && !cf_cuda_load_kernel (device_of (self), kernels[i], error))
      return FALSE;
  if ((cf_inpaint_plan_uses (&self->plan, CF_INPAINT_LAUNCH_COARSE)
          && !cf_cuda_kernel_allow_shared (kernels[CF_INPAINT_LAUNCH_COARSE],
              CF_INPAINT_COARSE_BYTES, error))
      || !cf_cuda_check (
          cf_cu.EventCreate (&self->uploaded, CF_CU_EVENT_DISABLE_TIMING),
          "make an event", error)
      || !cf_cuda_check (
          cf_cu.EventCreate (&self->done, CF_CU_EVENT_DISABLE_TIMING),
          "make an event", error))
    return FALSE;
  self->overlaps = self->parent.params.inpaint.method != CF_INPAINT_GLOBAL
                   && cf_cuda_may_overlap (
                       device_of (self), kernels[CF_INPAINT_LAUNCH_LOAD]);
  if (self->parent.params.inpaint.method == CF_INPAINT_LOCAL)
    for (i = 0; i < CF_INPAINT_WAYS; i++)
      if (!upload_thresholds (self, i, error))
        return FALSE;
  return TRUE;
}

/* The memory goes when the last run is done with it. */
static gboolean
grow (InpaintFilter *self, guint8 **memory, gsize *size, gsize needed,
    GError **error)
{
  if (needed <= *size)
    return TRUE;
  if (!cf_cuda_check (
          cf_cu.EventSynchronize (self->done), "finish a run", error))
    return FALSE;
  cf_cuda_filter_memory_give (device_of (self), *memory, *size);
  *size = 0;
  *memory = cf_cuda_filter_memory_take (device_of (self), needed, error);
  if (*memory)
    *size = needed;
  return *memory != NULL;
}

static gboolean
make_room (InpaintFilter *self, GError **error)
{
  const CfFilter *f = &self->parent;
  const CfInpaintPlan *plan = &self->plan;
  guint i;

  if (plan->n_planes == 0)
    return TRUE;
  if (!self->memory.kept)
    self->memory.kept =
        cf_cuda_filter_memory_take (f->device, plan->kept_size, error);
  if (!self->memory.kept
      || !grow (self, &self->memory.scratch, &self->scratch_size,
          plan->scratch_size, error)
      || !grow (self, &self->memory.state, &self->state_size, plan->state_size,
          error))
    return FALSE;
  for (i = 0; i < plan->n_planes; i++) {
    const guint n = plan->planes[i].plane;
    CfCudaInpaintGlobal **global = global_of (self, n);

    if (f->params.inpaint.method != CF_INPAINT_GLOBAL || *global)
      continue;
    *global = cf_cuda_inpaint_global_new (f->device, &f->params.inpaint,
        f->planes[n].width, f->planes[n].height, error);
    if (!*global)
      return FALSE;
  }
  return TRUE;
}

/* Keeps holes for the next run to upload. */
static gboolean
keep_bits (InpaintFilter *self, const CfInpaintHoles *holes, GError **error)
{
  const CfInpaintPlan *plan = &self->plan;
  guint i;

  if (plan->n_planes == 0)
    return TRUE;
  if (!self->bits)
    self->bits = cf_cuda_filter_memory_take_host (
        device_of (self), plan->bits_size, error);
  if (!self->bits
      || !cf_cuda_check (
          cf_cu.EventSynchronize (self->uploaded), "wait for an upload", error))
    return FALSE;
  for (i = 0; i < plan->n_planes; i++) {
    const CfInpaintPlanPlane *plane = &plan->planes[i];
    const CfPlane *p = &self->parent.planes[plane->plane];
    const gsize size =
        (gsize)CF_INPAINT_WORDS (p->width) * p->height * sizeof (guint32);

    if (holes[plane->plane].bits)
      memcpy (self->bits + plane->bits_at, holes[plane->plane].bits, size);
    else
      memset (self->bits + plane->bits_at, 0, size);
  }
  self->bits_changed = TRUE;
  return TRUE;
}

static gboolean
inpaint_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  InpaintFilter *self = (InpaintFilter *)filter;
  gboolean ok;

  if (!cf_cuda_enter (filter->device, error))
    return FALSE;
  cf_inpaint_plan_set_holes (&self->plan, holes);
  ok = make_room (self, error) && keep_bits (self, holes, error);
  if (!ok) /* nothing can be repaired */
    self->plan.n_planes = self->plan.n_batches = 0;
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_inpaint_copy_holes (
    CfFilter *filter, const CfFilter *from, GError **error)
{
  const InpaintFilter *other = (const InpaintFilter *)from;
  CfInpaintHoles holes[CF_MAX_PLANES];
  guint i;

  for (i = 0; i < filter->n_planes; i++)
    holes[i] = (CfInpaintHoles){ .alpha = -1 };
  for (i = 0; i < other->plan.n_planes; i++) {
    const CfInpaintPlanPlane *plane = &other->plan.planes[i];

    holes[plane->plane] = (CfInpaintHoles){
      .bits = (const guint32 *)(other->bits + plane->bits_at),
      .left = plane->holes.left,
      .top = plane->holes.top,
      .right = plane->holes.right,
      .bottom = plane->holes.bottom,
      .alpha = plane->alpha,
    };
  }
  return inpaint_set_holes (filter, holes, error);
}

/* Launches the batch's first kernel, which follows others' work, or a later
 * one. */
static gboolean
launch_kernel (InpaintFilter *self, CfStream *stream, CfInpaintLaunch *l,
    gboolean is_first, GError **error)
{
  if (self->overlaps && !is_first)
    return cf_cuda_launch_overlapping (stream, kernels[l->kernel], l->n_blocks,
        l->n_threads, l->shared, &l->argument, error);
  return cf_cuda_launch (stream, kernels[l->kernel], l->n_blocks, l->n_threads,
      l->shared, &l->argument, error);
}

static gboolean
run_batch (InpaintFilter *self, guint batch, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfInpaintLaunch launch;
  guint step = 0;
  gboolean ok = TRUE, is_first = TRUE;

  while (ok
         && cf_inpaint_plan_next (
             &self->plan, batch, &self->memory, src, dst, &step, &launch)) {
    const CfInpaintPlanPart *part =
        &self->plan.parts[self->plan.batches[batch]];
    const CfKernelInpaintPart *p = &launch.argument.part[0];

    if (launch.kernel == CF_INPAINT_LAUNCH_TRANSFORM)
      ok = cf_cuda_inpaint_global_run (
          *global_of (self, self->plan.planes[part->of].plane), stream,
          p->samples, p->mask, error);
    else
      ok = launch_kernel (self, stream, &launch, is_first, error);
    is_first = FALSE;
  }
  return ok;
}

static gboolean
upload_bits (InpaintFilter *self, CfCuStream on, GError **error)
{
  if (!self->bits_changed)
    return TRUE;
  if (!cf_cuda_check (cf_cu.MemcpyHtoDAsync (self->memory.kept, self->bits,
                          self->plan.bits_size, on),
          "upload holes", error)
      || !cf_cuda_check (
          cf_cu.EventRecord (self->uploaded, on), "record an event", error))
    return FALSE;
  self->bits_changed = FALSE;
  return TRUE;
}

static gboolean
inpaint_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  InpaintFilter *self = (InpaintFilter *)filter;
  CfCuStream on = ((CfCudaStream *)stream)->stream;
  guint i;

  if (!cf_cuda_copy_planes (&self->copied, stream, src, dst, error))
    return FALSE;
  if (self->plan.n_planes == 0)
    return TRUE;
  if (!upload_bits (self, on, error)
      || !cf_cuda_check (cf_cu.MemsetD8Async (
                             self->memory.state, 0, self->plan.state_size, on),
          "clear memory", error))
    return FALSE;
  for (i = 0; i < self->plan.n_batches; i++)
    if (!run_batch (self, i, stream, src, dst, error))
      return FALSE;
  cf_inpaint_plan_done (&self->plan);
  return cf_cuda_check (
      cf_cu.EventRecord (self->done, on), "record an event", error);
}

gboolean
cf_cuda_inpaint_retire (CfFilter *filter, CfStream *stream, GError **error)
{
  return cf_cuda_check (cf_cu.EventRecord (((InpaintFilter *)filter)->done,
                            ((CfCudaStream *)stream)->stream),
      "record an event", error);
}

gboolean
cf_cuda_inpaint_is_done (const CfFilter *filter)
{
  return cf_cu.EventQuery (((const InpaintFilter *)filter)->done)
         == CF_CU_SUCCESS;
}

gboolean
cf_cuda_inpaint_finish (CfFilter *filter, GError **error)
{
  return cf_cuda_check (
      cf_cu.EventSynchronize (((InpaintFilter *)filter)->done), "finish a run",
      error);
}

static const CfFilterClass inpaint_class = {
  .free = inpaint_free,
  .run = inpaint_run,
  .set_holes = inpaint_set_holes,
};

CfFilter *
cf_cuda_inpaint_spatial_new (const CfFilter *description, GError **error)
{
  InpaintFilter *self = g_new0 (InpaintFilter, 1);
  CfFilter *filter = &self->parent;
  gboolean ok;

  *filter = *description;
  filter->klass = &inpaint_class;
  self->copied = *description;
  self->copied.filtered = 0;
  cf_inpaint_plan_init (&self->plan, filter);
  ok = cf_cuda_enter (filter->device, error);
  if (ok) {
    ok = cf_cuda_load_kernel (filter->device, &cf_kernel_copy, error)
         && prepare (self, error);
    cf_cuda_leave ();
  }
  if (ok)
    return filter;
  inpaint_free (filter);
  return NULL;
}
