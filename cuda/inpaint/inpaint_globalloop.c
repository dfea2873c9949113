/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The loop is made of graphs, as small planes take longer to launch than to
 * compute. It takes 8 bytes a sample, and cuFFT's work area. */
#include "cuda/inpaint/inpaint_globalloop.h"
#include "cuda/core/launch.h"

/* Iterations of a graph, of which a longer loop is several. The driver takes
 * the host's memory for each kernel of a graph and for each launch that is on
 * its way, and keeps it. */
#define LOOP_MAX 20

static CfCudaKernel *const kernels[CF_INPAINT_LAUNCHES] = {
  &cf_kernel_inpaint_take, &cf_kernel_inpaint_maximum,
  &cf_kernel_inpaint_schedule, &cf_kernel_inpaint_threshold,
  &cf_kernel_inpaint_merge, &cf_kernel_inpaint_give
};

/* A plan whose work area is ours; `work` becomes at least its size. */
static gboolean
make_transform (CfCudaInpaintLoop *self, gint type, CfCufftPlan *transform,
    gboolean *has, gsize *work, GError **error)
{
  const CfKernelInpaintGlobal *k = &self->plan.kernel;
  const CfCufft *cufft = self->cufft;
  gsize size = 0;
  int result;

  if (!cf_cuda_cufft_check (
          cufft->Create (transform), "begin a transform", error))
    return FALSE;
  *has = TRUE;
  if (!cf_cuda_cufft_check (cufft->SetAutoAllocation (*transform, FALSE),
          "leave memory to us", error))
    return FALSE;
  result =
      k->height == 1
          ? cufft->MakePlan1d (*transform, k->width, type, 1, &size)
          : cufft->MakePlan2d (*transform, k->height, k->width, type, &size);
  *work = MAX (*work, size);
  return cf_cuda_cufft_check (result, "plan a transform", error);
}

static gboolean
make_transforms (CfCudaInpaintLoop *self, gsize *work, GError **error)
{
  *work = 0;
  return make_transform (self, CF_CUFFT_R2C, &self->forward, &self->has_forward,
             work, error)
         && make_transform (self, CF_CUFFT_C2R, &self->inverse,
             &self->has_inverse, work, error);
}

/* All on `stream`: nothing else waits for the default one. */
static gboolean
fill_memory (CfCudaInpaintLoop *self, CfStream *stream, GError **error)
{
  const gsize size = self->plan.n_twiddles * sizeof (CfInpaintComplex);
  CfInpaintComplex *twiddles = g_new (CfInpaintComplex, self->plan.n_twiddles);
  gboolean ok;

  cf_inpaint_global_plan_twiddles (&self->plan, twiddles);
  ok = cf_cuda_check (cf_cu.MemsetD8Async (self->memory, 0, self->plan.size,
                          ((CfCudaStream *)stream)->stream),
           "clear memory", error)
       && cf_stream_upload (stream, self->memory + self->plan.twiddles_at, size,
           (const guint8 *)twiddles, size, size, 1, error)
       && cf_stream_synchronize (stream, error);
  g_free (twiddles);
  return ok;
}

static gboolean
launch (const CfCudaInpaintLoop *self, gint which, CfKernelInpaintGlobal *k,
    CfStream *stream, GError **error)
{
  return cf_cuda_launch (stream, kernels[which], self->plan.blocks[which],
      CF_INPAINT_GLOBAL_THREADS, 0, k, error);
}

/* Launches after cuFFT's last kernel, for whose end this waits itself. */
static gboolean
launch_dependent (const CfCudaInpaintLoop *self, gint which,
    CfKernelInpaintGlobal *k, CfStream *stream, GError **error)
{
  if (self->overlaps)
    return cf_cuda_launch_overlapping (stream, kernels[which],
        self->plan.blocks[which], CF_INPAINT_GLOBAL_THREADS, 0, k, error);
  return launch (self, which, k, stream, error);
}

static gboolean
enqueue_forward (
    const CfCudaInpaintLoop *self, CfStream *stream, GError **error)
{
  const CfKernelInpaintGlobal *k = &self->plan.kernel;

  return cf_cuda_cufft_check (
      self->cufft->ExecR2C (self->forward, k->picture, k->spectrum),
      "start a transform", error);
}

/* Enqueues what follows R2C, which may begin before that has ended where it is
 * `dependent`. */
static gboolean
enqueue_back (const CfCudaInpaintLoop *self, gboolean dependent,
    CfStream *stream, GError **error)
{
  CfKernelInpaintGlobal k = self->plan.kernel;

  return (dependent ? launch_dependent (
              self, CF_INPAINT_LAUNCH_THRESHOLD, &k, stream, error)
                    : launch (
                        self, CF_INPAINT_LAUNCH_THRESHOLD, &k, stream, error))
         && cf_cuda_cufft_check (self->cufft->ExecC2R (self->inverse,
                                     k.spectrum, (gfloat *)k.result),
             "start a transform", error)
         && launch_dependent (self, CF_INPAINT_LAUNCH_MERGE, &k, stream, error);
}

/* Enqueues n iterations; after `first` without the R2C of the first of them. */
static gboolean
enqueue_loop (const CfCudaInpaintLoop *self, gboolean behind_first, gint n,
    CfStream *stream, GError **error)
{
  gint i;

  for (i = 0; i < n; i++) {
    const gboolean with_forward = !behind_first || i > 0;

    if ((with_forward && !enqueue_forward (self, stream, error))
        || !enqueue_back (self, with_forward, stream, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
set_stream (CfCudaInpaintLoop *self, CfCuStream stream, GError **error)
{
  return cf_cuda_cufft_check (self->cufft->SetStream (self->forward, stream),
             "choose a stream", error)
         && cf_cuda_cufft_check (self->cufft->SetStream (self->inverse, stream),
             "choose a stream", error);
}

static void
end_graph (CfCuGraphExec *graph)
{
  if (*graph)
    cf_cu.GraphExecDestroy (*graph);
  *graph = NULL;
}

typedef struct {
  gboolean forward_alone, behind_first;
  gint n;
} Part;

static gboolean
capture (CfCudaInpaintLoop *self, const Part *part, CfStream *stream,
    CfCuGraphExec *exec, GError **error)
{
  CfCuStream on = ((CfCudaStream *)stream)->stream;
  CfCuGraph graph = NULL;
  gboolean ok;

  if (!cf_cuda_check (
          cf_cu.StreamBeginCapture (on, CF_CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
          "record a graph", error))
    return FALSE;
  ok = part->forward_alone
           ? enqueue_forward (self, stream, error)
           : enqueue_loop (self, part->behind_first, part->n, stream, error);
  ok = cf_cuda_check (cf_cu.StreamEndCapture (on, &graph), "record a graph",
           ok ? error : NULL)
       && ok;
  ok = ok
       && cf_cuda_check (
           cf_cu.GraphInstantiate (exec, graph, 0), "make a graph", error);
  if (graph)
    cf_cu.GraphDestroy (graph);
  return ok;
}

/* The graphs of the plan's number of iterations. */
static gboolean
capture_loop (CfCudaInpaintLoop *self, CfStream *stream, GError **error)
{
  const gint n = self->plan.kernel.n;
  const gint repeats = n > LOOP_MAX ? (n - 1 + LOOP_MAX - 1) / LOOP_MAX : 0;
  const gint length = repeats > 0 ? (n - 1) / repeats : 0;
  const Part first = { .forward_alone = TRUE };
  const Part begin = { .behind_first = TRUE, .n = n - length * repeats };
  const Part repeated = { .n = length };

  end_graph (&self->begin);
  end_graph (&self->repeated);
  self->n_repeats = repeats;
  return (self->first || capture (self, &first, stream, &self->first, error))
         && capture (self, &begin, stream, &self->begin, error)
         && (repeats == 0
             || capture (self, &repeated, stream, &self->repeated, error));
}

/* cuFFT may load what it needs when it is first called, which must not be while
 * a graph is recorded: an iteration of nothing comes first. */
static gboolean
prepare_loop (CfCudaInpaintLoop *self, CfStream *stream, GError **error)
{
  return fill_memory (self, stream, error)
         && enqueue_loop (self, FALSE, 1, stream, error)
         && cf_stream_synchronize (stream, error);
}

static gboolean
make_loop (CfCudaInpaintLoop *self, GError **error)
{
  CfStream *stream = cf_stream_new (self->device, error);
  gboolean ok;

  if (!stream)
    return FALSE;
  ok = set_stream (self, ((CfCudaStream *)stream)->stream, error)
       && (self->first || prepare_loop (self, stream, error))
       && capture_loop (self, stream, error);
  /* it is in the graphs now */
  ok = set_stream (self, NULL, ok ? error : NULL) && ok;
  cf_stream_free (stream);
  return ok;
}

static gboolean
load_kernels (CfCudaInpaintLoop *self, GError **error)
{
  gint i;

  for (i = 0; i < CF_INPAINT_LAUNCHES; i++)
    if (!cf_cuda_load_kernel (self->device, kernels[i], error))
      return FALSE;
  self->overlaps = cf_cuda_may_overlap (self->device, kernels[0]);
  return TRUE;
}

static gboolean
has_loop (const CfCudaInpaintLoop *self)
{
  return self->plan.kernel.width > 1;
}

static gboolean
use_memory (
    CfCudaInpaintLoop *self, gsize work, gboolean insists, GError **error)
{
  self->size = self->plan.size + work;
  self->memory =
      insists ? cf_cuda_device_alloc (self->device, self->size, error)
              : cf_cuda_device_try_alloc (self->device, self->size, error);
  if (!self->memory)
    return FALSE;
  cf_inpaint_global_plan_place (&self->plan, self->memory);
  return !has_loop (self)
         || (cf_cuda_cufft_check (self->cufft->SetWorkArea (self->forward,
                                      self->memory + self->plan.size),
                 "use memory", error)
             && cf_cuda_cufft_check (self->cufft->SetWorkArea (self->inverse,
                                         self->memory + self->plan.size),
                 "use memory", error));
}

static gboolean
prepare (CfCudaInpaintLoop *self, gboolean insists, GError **error)
{
  gsize work = 0;

  return load_kernels (self, error)
         && cf_cuda_check (
             cf_cu.EventCreate (&self->done, CF_CU_EVENT_DISABLE_TIMING),
             "make an event", error)
         && (!has_loop (self) || make_transforms (self, &work, error))
         && use_memory (self, work, insists, error);
}

CfCudaInpaintLoop *
cf_cuda_inpaint_loop_new (
    CfDevice *device, gint width, gint height, gboolean insists, GError **error)
{
  const CfCufft *cufft = cf_cuda_cufft_get (error);
  CfCudaInpaintLoop *self;

  if (!cufft)
    return NULL;
  self = g_new0 (CfCudaInpaintLoop, 1);
  self->device = device;
  self->width = width;
  self->height = height;
  self->cufft = cufft;
  cf_inpaint_global_plan_init (&self->plan, width, height);
  if (prepare (self, insists, error))
    return self;
  cf_cuda_inpaint_loop_free (self);
  return NULL;
}

void
cf_cuda_inpaint_loop_free (CfCudaInpaintLoop *self)
{
  if (self->done)
    cf_cuda_check (cf_cu.EventSynchronize (self->done), "wait for a run", NULL);
  if (self->memory)
    cf_cuda_device_free (self->device, self->memory);
  end_graph (&self->first);
  end_graph (&self->begin);
  end_graph (&self->repeated);
  if (self->has_forward)
    self->cufft->Destroy (self->forward);
  if (self->has_inverse)
    self->cufft->Destroy (self->inverse);
  if (self->done)
    cf_cu.EventDestroy (self->done);
  g_free (self);
}

gboolean
cf_cuda_inpaint_loop_set_params (
    CfCudaInpaintLoop *self, const CfInpaintParams *params, GError **error)
{
  cf_inpaint_global_plan_set_params (&self->plan, params);
  if (self->n == self->plan.kernel.n)
    return TRUE;
  self->n = 0;
  if (has_loop (self) && !make_loop (self, error))
    return FALSE;
  self->n = self->plan.kernel.n;
  return TRUE;
}

static gboolean
launch_graph (CfCuGraphExec graph, CfStream *stream, GError **error)
{
  return cf_cuda_check (
      cf_cu.GraphLaunch (graph, ((CfCudaStream *)stream)->stream),
      "start a graph", error);
}

static gboolean
launch_loop (const CfCudaInpaintLoop *self, CfKernelInpaintGlobal *k,
    CfStream *stream, GError **error)
{
  guint i;

  if (!launch_graph (self->first, stream, error)
      || (k->start < 0
          && !launch (self, CF_INPAINT_LAUNCH_MAXIMUM, k, stream, error))
      || !launch (self, CF_INPAINT_LAUNCH_SCHEDULE, k, stream, error)
      || !launch_graph (self->begin, stream, error))
    return FALSE;
  for (i = 0; i < self->n_repeats; i++)
    if (!launch_graph (self->repeated, stream, error))
      return FALSE;
  return TRUE;
}

static gboolean
enqueue (CfCudaInpaintLoop *self, CfKernelInpaintGlobal *k, CfStream *stream,
    GError **error)
{
  return launch (self, CF_INPAINT_LAUNCH_TAKE, k, stream, error)
         && (!has_loop (self) || launch_loop (self, k, stream, error))
         && launch (self, CF_INPAINT_LAUNCH_GIVE, k, stream, error);
}

gboolean
cf_cuda_inpaint_loop_run (CfCudaInpaintLoop *self, CfStream *stream,
    gfloat *samples, const uint32_t *holes, GError **error)
{
  CfCuStream on = ((CfCudaStream *)stream)->stream;
  CfKernelInpaintGlobal k = self->plan.kernel;
  gboolean ok;

  k.samples = samples;
  k.given_holes = holes;
  self->stream = stream;
  ok = cf_cuda_check (
           cf_cu.StreamWaitEvent (on, self->done, 0), "wait for a run", error)
       && enqueue (self, &k, stream, error);
  /* after an error too: something may have been enqueued */
  return cf_cuda_check (cf_cu.EventRecord (self->done, on), "record an event",
             ok ? error : NULL)
         && ok;
}

gboolean
cf_cuda_inpaint_loop_is_done (const CfCudaInpaintLoop *self)
{
  return cf_cu.EventQuery (self->done) == CF_CU_SUCCESS;
}
