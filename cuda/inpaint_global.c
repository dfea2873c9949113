/* Inpainting by iterated thresholding of a whole plane's cosine transform: the
 * loop is a graph, made once, as small planes take longer to launch than to
 * compute. It takes 8 bytes a sample, and cuFFT's work area. */
#include "inpaint_global.h"
#include "cufft.h"
#include "inpaint_globalplan.h"
#include "method.h"

/* Graphs with dependent launches came with CUDA 12.3. */
#if CUDART_VERSION >= 12030
#define HAVE_DEPENDENT_LAUNCH
#endif

struct _CfCudaInpaintGlobal {
  CfDevice *device;
  CfInpaintGlobalPlan plan;
  const CfCufft *cufft;
  CfCufftPlan forward, inverse;
  gboolean has_forward, has_inverse;
  guint8 *memory; /* the plan's, then cuFFT's */
  cudaGraphExec_t loop;
  gboolean overlaps; /* kernels may start before cuFFT's have ended */
};

static const gconstpointer kernels[CF_INPAINT_LAUNCHES] = {
  (gconstpointer)cf_kernel_inpaint_take,
  (gconstpointer)cf_kernel_inpaint_maximum,
  (gconstpointer)cf_kernel_inpaint_schedule,
  (gconstpointer)cf_kernel_inpaint_threshold,
  (gconstpointer)cf_kernel_inpaint_merge, (gconstpointer)cf_kernel_inpaint_give
};

/* A plan whose work area is ours; `work` becomes at least its size. */
static gboolean
make_transform (CfCudaInpaintGlobal *self, gint type, CfCufftPlan *transform,
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
make_transforms (CfCudaInpaintGlobal *self, gsize *work, GError **error)
{
  *work = 0;
  return make_transform (self, CF_CUFFT_R2C, &self->forward, &self->has_forward,
             work, error)
         && make_transform (self, CF_CUFFT_C2R, &self->inverse,
             &self->has_inverse, work, error);
}

/* All on `stream`: nothing else waits for the default one. */
static gboolean
fill_memory (CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  const gsize size = self->plan.n_twiddles * sizeof (CfInpaintComplex);
  CfInpaintComplex *twiddles = g_new (CfInpaintComplex, self->plan.n_twiddles);
  gboolean ok;

  cf_inpaint_global_plan_twiddles (&self->plan, twiddles);
  ok = cf_cuda_check (cudaMemsetAsync (self->memory, 0, self->plan.size,
                          ((CfCudaStream *)stream)->stream),
           "clear memory", error)
       && cf_stream_upload (stream, self->memory + self->plan.twiddles_at, size,
           (const guint8 *)twiddles, size, size, 1, error)
       && cf_stream_synchronize (stream, error);
  g_free (twiddles);
  return ok;
}

static gboolean
launch (const CfCudaInpaintGlobal *self, gint which, CfKernelInpaintGlobal *k,
    CfStream *stream, GError **error)
{
  return cf_cuda_launch (stream, kernels[which], self->plan.blocks[which],
      CF_INPAINT_GLOBAL_THREADS, 0, k, error);
}

/* Behind cuFFT's last kernel, whose end it waits for itself. */
static gboolean
launch_dependent (const CfCudaInpaintGlobal *self, gint which,
    CfKernelInpaintGlobal *k, CfStream *stream, GError **error)
{
#ifdef HAVE_DEPENDENT_LAUNCH
  cudaLaunchAttribute attribute = {
    .id = cudaLaunchAttributeProgrammaticStreamSerialization,
    .val.programmaticStreamSerializationAllowed = 1
  };
  const cudaLaunchConfig_t config = { .gridDim = { self->plan.blocks[which], 1,
                                          1 },
    .blockDim = { CF_INPAINT_GLOBAL_THREADS, 1, 1 },
    .stream = ((CfCudaStream *)stream)->stream,
    .attrs = &attribute,
    .numAttrs = 1 };
  gpointer arguments[] = { k };

  if (self->overlaps)
    return cf_cuda_check (
        cudaLaunchKernelExC (&config, kernels[which], arguments),
        "start a kernel", error);
#endif
  return launch (self, which, k, stream, error);
}

static gboolean
enqueue_iteration (
    CfCudaInpaintGlobal *self, guint i, CfStream *stream, GError **error)
{
  CfKernelInpaintGlobal k = self->plan.kernel;

  k.iteration = i;
  if (!cf_cuda_cufft_check (
          self->cufft->ExecR2C (self->forward, k.picture, k.spectrum),
          "start a transform", error))
    return FALSE;
  if (i == 0 && k.start < 0
      && !launch (self, CF_INPAINT_LAUNCH_MAXIMUM, &k, stream, error))
    return FALSE;
  if (i == 0 && !launch (self, CF_INPAINT_LAUNCH_SCHEDULE, &k, stream, error))
    return FALSE;
  return launch_dependent (self, CF_INPAINT_LAUNCH_THRESHOLD, &k, stream, error)
         && cf_cuda_cufft_check (self->cufft->ExecC2R (self->inverse,
                                     k.spectrum, (gfloat *)k.result),
             "start a transform", error)
         && launch_dependent (self, CF_INPAINT_LAUNCH_MERGE, &k, stream, error);
}

static gboolean
enqueue_loop (
    CfCudaInpaintGlobal *self, guint n, CfStream *stream, GError **error)
{
  guint i;

  for (i = 0; i < n; i++)
    if (!enqueue_iteration (self, i, stream, error))
      return FALSE;
  return TRUE;
}

static gboolean
use_stream (CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;

  return cf_cuda_cufft_check (self->cufft->SetStream (self->forward, on),
             "choose a stream", error)
         && cf_cuda_cufft_check (self->cufft->SetStream (self->inverse, on),
             "choose a stream", error);
}

static gboolean
capture_loop (CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;
  cudaGraph_t graph = NULL;
  gboolean ok;

  if (!cf_cuda_check (
          cudaStreamBeginCapture (on, cudaStreamCaptureModeThreadLocal),
          "record a graph", error))
    return FALSE;
  ok = enqueue_loop (self, self->plan.kernel.n, stream, error);
  ok = cf_cuda_check (cudaStreamEndCapture (on, &graph), "record a graph",
           ok ? error : NULL)
       && ok;
  ok = ok
       && cf_cuda_check (
           cudaGraphInstantiate (&self->loop, graph, 0), "make a graph", error);
  if (graph)
    cudaGraphDestroy (graph);
  return ok;
}

/* cuFFT may load what it needs when it is first called, which must not be while
 * a graph is recorded: an iteration of nothing comes first. */
static gboolean
make_loop (CfCudaInpaintGlobal *self, GError **error)
{
  CfStream *stream = cf_stream_new (self->device, error);
  gboolean ok;

  if (!stream)
    return FALSE;
  ok = use_stream (self, stream, error) && fill_memory (self, stream, error)
       && enqueue_loop (self, 1, stream, error)
       && cf_stream_synchronize (stream, error)
       && capture_loop (self, stream, error);
  cf_stream_free (stream);
  return ok;
}

static gboolean
load_kernels (CfCudaInpaintGlobal *self, GError **error)
{
  struct cudaFuncAttributes attributes;
  gint i;

  for (i = 0; i < CF_INPAINT_LAUNCHES; i++)
    if (!cf_cuda_check (cudaFuncGetAttributes (&attributes, kernels[i]),
            "load a kernel", error))
      return FALSE;
  self->overlaps = attributes.ptxVersion >= 90;
  return TRUE;
}

static gboolean
prepare (CfCudaInpaintGlobal *self, GError **error)
{
  const CfKernelInpaintGlobal *k = &self->plan.kernel;
  /* one sample is its own mean */
  const gboolean has_loop = k->width > 1;
  gsize work = 0;

  if (!load_kernels (self, error))
    return FALSE;
  if (has_loop && !make_transforms (self, &work, error))
    return FALSE;
  self->memory =
      cf_cuda_device_alloc (self->device, self->plan.size + work, error);
  if (!self->memory)
    return FALSE;
  cf_inpaint_global_plan_place (&self->plan, self->memory);
  if (!has_loop)
    return TRUE;
  return cf_cuda_cufft_check (self->cufft->SetWorkArea (self->forward,
                                  self->memory + self->plan.size),
             "use memory", error)
         && cf_cuda_cufft_check (self->cufft->SetWorkArea (self->inverse,
                                     self->memory + self->plan.size),
             "use memory", error)
         && make_loop (self, error);
}

CfCudaInpaintGlobal *
cf_cuda_inpaint_global_new (CfDevice *device, const CfInpaintParams *params,
    gint width, gint height, GError **error)
{
  CfCudaInpaintGlobal *self = g_new0 (CfCudaInpaintGlobal, 1);
  gboolean ok;

  self->device = cf_device_ref (device);
  cf_inpaint_global_plan_init (&self->plan, params, width, height);
  ok = cf_cuda_enter (device, error);
  if (ok) {
    self->cufft = cf_cuda_cufft_get (error);
    ok = self->cufft && prepare (self, error);
    cf_cuda_leave ();
  }
  if (ok)
    return self;
  cf_cuda_inpaint_global_free (self);
  return NULL;
}

void
cf_cuda_inpaint_global_free (CfCudaInpaintGlobal *self)
{
  /* waits for what uses it */
  if (self->memory)
    cf_cuda_device_free (self->device, self->memory);
  if (cf_cuda_enter (self->device, NULL)) {
    if (self->loop)
      cudaGraphExecDestroy (self->loop);
    if (self->has_forward)
      self->cufft->Destroy (self->forward);
    if (self->has_inverse)
      self->cufft->Destroy (self->inverse);
    cf_cuda_leave ();
  }
  cf_device_unref (self->device);
  g_free (self);
}

gboolean
cf_cuda_inpaint_global_run (CfCudaInpaintGlobal *self, CfStream *stream,
    gfloat *samples, const uint32_t *holes, GError **error)
{
  CfKernelInpaintGlobal k = self->plan.kernel;
  gboolean ok;

  k.samples = samples;
  k.given_holes = holes;
  if (!cf_cuda_enter (self->device, error))
    return FALSE;
  ok = launch (self, CF_INPAINT_LAUNCH_TAKE, &k, stream, error)
       && (!self->loop
           || cf_cuda_check (
               cudaGraphLaunch (self->loop, ((CfCudaStream *)stream)->stream),
               "start a graph", error))
       && launch (self, CF_INPAINT_LAUNCH_GIVE, &k, stream, error);
  cf_cuda_leave ();
  return ok;
}
