/* Inpainting by iterated thresholding of a whole plane's cosine transform: the
 * loop is made of graphs, as small planes take longer to launch than to
 * compute. It takes 8 bytes a sample, and cuFFT's work area. Transforms and
 * graphs take long to make, as the driver may compile the transforms, and are
 * kept for the next filter: a change of thresholds costs nothing. */
#include "inpaint_global.h"
#include "cufft.h"
#include "inpaint_globalplan.h"
#include "method.h"

/* Iterations of a graph, which takes the host's memory for each kernel: a
 * longer loop repeats one. */
#define LOOP_MAX 100

/* Graphs with dependent launches came with CUDA 12.3. */
#if CUDART_VERSION >= 12030
#define HAVE_DEPENDENT_LAUNCH
#endif

struct _CfCudaInpaintGlobal {
  CfDevice *device; /* a reference while it is in use */
  gint width, height;
  CfInpaintGlobalPlan plan;
  const CfCufft *cufft;
  CfCufftPlan forward, inverse;
  gboolean has_forward, has_inverse;
  guint8 *memory; /* the plan's, then cuFFT's */

  /* R2C; what makes the first iteration of that, and some more; more, n_repeats
   * times: NULL for one sample, which is its own mean */
  cudaGraphExec_t first, begin, repeated;
  gint n; /* iterations that they make */
  guint n_repeats;
  cudaEvent_t done;  /* all runs are, of former owners too */
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
enqueue_forward (
    const CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  const CfKernelInpaintGlobal *k = &self->plan.kernel;

  return cf_cuda_cufft_check (
      self->cufft->ExecR2C (self->forward, k->picture, k->spectrum),
      "start a transform", error);
}

/* What follows R2C, and may begin before that has ended where it is
 * `dependent`. */
static gboolean
enqueue_back (const CfCudaInpaintGlobal *self, gboolean dependent,
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

/* n iterations; behind `first` without the R2C of the first of them. */
static gboolean
enqueue_loop (const CfCudaInpaintGlobal *self, gboolean behind_first, gint n,
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
set_stream (CfCudaInpaintGlobal *self, cudaStream_t stream, GError **error)
{
  return cf_cuda_cufft_check (self->cufft->SetStream (self->forward, stream),
             "choose a stream", error)
         && cf_cuda_cufft_check (self->cufft->SetStream (self->inverse, stream),
             "choose a stream", error);
}

static void
end_graph (cudaGraphExec_t *graph)
{
  if (*graph)
    cudaGraphExecDestroy (*graph);
  *graph = NULL;
}

typedef struct {
  gboolean forward_alone, behind_first;
  gint n;
} Part;

static gboolean
capture (CfCudaInpaintGlobal *self, const Part *part, CfStream *stream,
    cudaGraphExec_t *exec, GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;
  cudaGraph_t graph = NULL;
  gboolean ok;

  if (!cf_cuda_check (
          cudaStreamBeginCapture (on, cudaStreamCaptureModeThreadLocal),
          "record a graph", error))
    return FALSE;
  ok = part->forward_alone
           ? enqueue_forward (self, stream, error)
           : enqueue_loop (self, part->behind_first, part->n, stream, error);
  ok = cf_cuda_check (cudaStreamEndCapture (on, &graph), "record a graph",
           ok ? error : NULL)
       && ok;
  ok = ok
       && cf_cuda_check (
           cudaGraphInstantiate (exec, graph, 0), "make a graph", error);
  if (graph)
    cudaGraphDestroy (graph);
  return ok;
}

/* The graphs of the plan's number of iterations. */
static gboolean
capture_loop (CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  const gint n = self->plan.kernel.n;
  const gint repeats = n > LOOP_MAX ? (n - 1 + LOOP_MAX - 1) / LOOP_MAX : 0;
  const gint length = repeats > 0 ? (n - 1) / repeats : 0;
  const Part first = { .forward_alone = TRUE };
  const Part begin = { .behind_first = TRUE, .n = n - length * repeats };
  const Part repeated = { .n = length };

  end_graph (&self->begin);
  end_graph (&self->repeated);
  self->n = n;
  self->n_repeats = repeats;
  return (self->first || capture (self, &first, stream, &self->first, error))
         && capture (self, &begin, stream, &self->begin, error)
         && (repeats == 0
             || capture (self, &repeated, stream, &self->repeated, error));
}

/* cuFFT may load what it needs when it is first called, which must not be while
 * a graph is recorded: an iteration of nothing comes first. */
static gboolean
prepare_loop (CfCudaInpaintGlobal *self, CfStream *stream, GError **error)
{
  return fill_memory (self, stream, error)
         && enqueue_loop (self, FALSE, 1, stream, error)
         && cf_stream_synchronize (stream, error);
}

static gboolean
make_loop (CfCudaInpaintGlobal *self, GError **error)
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
has_loop (const CfCudaInpaintGlobal *self)
{
  return self->plan.kernel.width > 1;
}

static gboolean
use_memory (CfCudaInpaintGlobal *self, gsize work, GError **error)
{
  const gsize size = self->plan.size + work;

  self->memory = cf_cuda_device_alloc (self->device, size, error);
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
prepare (CfCudaInpaintGlobal *self, GError **error)
{
  gsize work = 0;

  return load_kernels (self, error)
         && cf_cuda_check (
             cudaEventCreateWithFlags (&self->done, cudaEventDisableTiming),
             "make an event", error)
         && (!has_loop (self) || make_transforms (self, &work, error))
         && use_memory (self, work, error);
}

/* With the device entered, if that goes. */
static void
end (CfCudaInpaintGlobal *self)
{
  /* waits for what uses it */
  if (self->memory)
    cf_cuda_device_free (self->device, self->memory);
  if (cf_cuda_enter (self->device, NULL)) {
    end_graph (&self->first);
    end_graph (&self->begin);
    end_graph (&self->repeated);
    if (self->has_forward)
      self->cufft->Destroy (self->forward);
    if (self->has_inverse)
      self->cufft->Destroy (self->inverse);
    if (self->done)
      cudaEventDestroy (self->done);
    cf_cuda_leave ();
  }
  g_free (self);
}

static CfCudaInpaintGlobal *
take_kept (CfCudaDevice *device, gint width, gint height)
{
  CfCudaInpaintGlobal *found = NULL;
  GList *link;

  g_mutex_lock (&device->lock);
  for (link = device->globals.head; link && !found; link = link->next) {
    CfCudaInpaintGlobal *kept = link->data;

    if (kept->width == width && kept->height == height)
      found = kept;
  }
  if (found)
    g_queue_remove (&device->globals, found);
  g_mutex_unlock (&device->lock);
  return found;
}

/* The one that has waited longest, where there are more than so many. */
static CfCudaInpaintGlobal *
take_oldest (CfCudaDevice *device, guint kept)
{
  CfCudaInpaintGlobal *oldest = NULL;

  g_mutex_lock (&device->lock);
  if (device->globals.length > kept)
    oldest = g_queue_pop_tail (&device->globals);
  g_mutex_unlock (&device->lock);
  return oldest;
}

static CfCudaInpaintGlobal *
make (CfDevice *device, gint width, gint height, GError **error)
{
  const CfCufft *cufft = cf_cuda_cufft_get (error);
  CfCudaInpaintGlobal *self;

  if (!cufft)
    return NULL;
  self = g_new0 (CfCudaInpaintGlobal, 1);
  self->device = device;
  self->width = width;
  self->height = height;
  self->cufft = cufft;
  cf_inpaint_global_plan_init (&self->plan, width, height);
  if (prepare (self, error))
    return self;
  end (self);
  return NULL;
}

static CfCudaInpaintGlobal *
take_or_make (CfDevice *device, const CfInpaintParams *params, gint width,
    gint height, GError **error)
{
  CfCudaInpaintGlobal *self = take_kept ((CfCudaDevice *)device, width, height);

  if (!self)
    self = make (device, width, height, error);
  if (!self)
    return NULL;
  cf_inpaint_global_plan_set_params (&self->plan, params);
  if (!has_loop (self) || self->n == self->plan.kernel.n
      || make_loop (self, error))
    return self;
  end (self);
  return NULL;
}

CfCudaInpaintGlobal *
cf_cuda_inpaint_global_new (CfDevice *device, const CfInpaintParams *params,
    gint width, gint height, GError **error)
{
  CfCudaInpaintGlobal *self;

  if (!cf_cuda_enter (device, error))
    return NULL;
  self = take_or_make (device, params, width, height, error);
  cf_cuda_leave ();
  if (self)
    cf_device_ref (device);
  return self;
}

void
cf_cuda_inpaint_global_free (CfCudaInpaintGlobal *self)
{
  CfDevice *device = self->device;
  CfCudaDevice *cuda_device = (CfCudaDevice *)device;
  CfCudaInpaintGlobal *oldest;

  g_mutex_lock (&cuda_device->lock);
  g_queue_push_head (&cuda_device->globals, self);
  g_mutex_unlock (&cuda_device->lock);
  oldest = take_oldest (cuda_device, CF_CUDA_GLOBALS_KEPT);
  if (oldest)
    end (oldest);
  cf_device_unref (device);
}

gboolean
cf_cuda_inpaint_global_end_kept (CfDevice *device)
{
  CfCudaInpaintGlobal *kept;
  gboolean any = FALSE;

  while ((kept = take_oldest ((CfCudaDevice *)device, 0))) {
    end (kept);
    any = TRUE;
  }
  return any;
}

static gboolean
launch_graph (cudaGraphExec_t graph, CfStream *stream, GError **error)
{
  return cf_cuda_check (
      cudaGraphLaunch (graph, ((CfCudaStream *)stream)->stream),
      "start a graph", error);
}

static gboolean
launch_loop (const CfCudaInpaintGlobal *self, CfKernelInpaintGlobal *k,
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

/* A former owner's runs may have been on another stream. */
static gboolean
run (CfCudaInpaintGlobal *self, CfKernelInpaintGlobal *k, CfStream *stream,
    GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;

  return cf_cuda_check (
             cudaStreamWaitEvent (on, self->done, 0), "wait for a run", error)
         && launch (self, CF_INPAINT_LAUNCH_TAKE, k, stream, error)
         && (!has_loop (self) || launch_loop (self, k, stream, error))
         && launch (self, CF_INPAINT_LAUNCH_GIVE, k, stream, error)
         && cf_cuda_check (
             cudaEventRecord (self->done, on), "record an event", error);
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
  ok = run (self, &k, stream, error);
  cf_cuda_leave ();
  return ok;
}
