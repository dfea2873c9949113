/* The recursive mean: kernels, and the order of runs, which may come on several
 * streams. */
#include "cuda/core/filtermemory.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/denoise/recursiveplan.h"

/* [bytes of a sample - 1] */
static const gconstpointer noise_kernels[] = { (gconstpointer)cf_kernel_noise_1,
  (gconstpointer)cf_kernel_noise_2 };

/* [with the filter in space][bytes of a sample - 1] */
static const gconstpointer kernels[][2] = {
  { (gconstpointer)cf_kernel_recursive_1,
      (gconstpointer)cf_kernel_recursive_2 },
  { (gconstpointer)cf_kernel_recursive_space_1,
      (gconstpointer)cf_kernel_recursive_space_2 }
};

typedef struct {
  CfCudaFilter parent;
  CfRecursivePlan plan;
  cudaEvent_t done;  /* the last run */
  cudaStream_t last; /* its stream, where there was one */
  gboolean has_last;
} RecursiveFilter;

static void
recursive_free (CfFilter *filter)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;

  if (self->done && cf_cuda_enter (filter->device, NULL)) {
    cf_cuda_check (cudaEventDestroy (self->done), "free an event", NULL);
    cf_cuda_leave ();
  }
  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  cf_cuda_filter_memory_give_host (
      filter->device, (guint8 *)self->plan.noise.told, CF_NOISE_TOLD_SIZE);
  g_free (self);
}

/* What may change between runs asks for other kernels. */
static gboolean
load_kernels (CfDevice *device, GError **error)
{
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++)
    if (!cf_cuda_load_kernel (device, noise_kernels[bytes - 1], error)
        || !cf_cuda_load_kernel (device, kernels[0][bytes - 1], error)
        || !cf_cuda_load_kernel (device, kernels[1][bytes - 1], error))
      return FALSE;
  return TRUE;
}

static gboolean
prepare (RecursiveFilter *self, GError **error)
{
  CfDevice *device = self->parent.parent.device;
  CfRecursivePlan *plan = &self->plan;

  if (!load_kernels (device, error))
    return FALSE;
  plan->memory = cf_cuda_filter_memory_take (device, plan->size, error);
  if (!plan->memory
      || !cf_cuda_clear (device, plan->memory, plan->size,
          "clear the memory of results", error))
    return FALSE;
  plan->noise.told = (guint32 *)cf_cuda_filter_memory_take_host (
      device, CF_NOISE_TOLD_SIZE, error);
  if (!plan->noise.told)
    return FALSE;
  memset (plan->noise.told, 0, CF_NOISE_TOLD_SIZE);
  return cf_cuda_check (
      cudaEventCreateWithFlags (&self->done, cudaEventDisableTiming),
      "make an event", error);
}

static CfFilter *
recursive_new (const CfFilter *description, GError **error)
{
  RecursiveFilter *self;
  CfFilter *filter;
  gboolean ok = FALSE;

  self = g_new0 (RecursiveFilter, 1);
  filter = &self->parent.parent;
  *filter = *description;
  cf_recursive_plan_init (&self->plan, filter);
  if (cf_cuda_enter (filter->device, error)) {
    ok = prepare (self, error);
    cf_cuda_leave ();
  }
  if (ok)
    return filter;
  recursive_free (filter);
  return NULL;
}

/* What comes on this stream now is behind the last run. */
static gboolean
begin (RecursiveFilter *self, CfStream *stream, GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;

  return !self->has_last || self->last == on
         || cf_cuda_check (cudaStreamWaitEvent (on, self->done, 0),
             "wait for an event", error);
}

static gboolean
end (RecursiveFilter *self, CfStream *stream, GError **error)
{
  self->last = ((CfCudaStream *)stream)->stream;
  self->has_last = TRUE;
  return cf_cuda_check (
      cudaEventRecord (self->done, self->last), "record an event", error);
}

static gboolean
launch (CfStream *stream, gconstpointer kernel, CfRecursiveLaunch *l,
    GError **error)
{
  return l->n_blocks == 0
         || cf_cuda_launch (stream, kernel, l->n_blocks, CF_KERNEL_THREADS, 0,
             &l->argument, error);
}

/* One launch, with an estimate two; as many more where a picture has filtered
 * planes of both sample widths. */
static gboolean
launch_all (RecursiveFilter *self, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  const gboolean in_space = self->parent.parent.params.denoise.spatial > 0;
  CfRecursiveLaunch l;
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_noise (&self->plan, bytes, src, &l);
    if (!launch (stream, noise_kernels[bytes - 1], &l, error))
      return FALSE;
    cf_recursive_plan_run (&self->plan, bytes, src, dst, &l);
    if (!launch (stream, kernels[in_space][bytes - 1], &l, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
recursive_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;
  gboolean ok;

  if (!begin (self, stream, error))
    return FALSE;
  ok = launch_all (self, stream, src, dst, error);
  /* what was launched before something failed is to be waited for too */
  if (!end (self, stream, ok ? error : NULL) || !ok)
    return FALSE;
  cf_recursive_plan_done (&self->plan);
  return TRUE;
}

/* The next run's kernels are told. */
static void
recursive_forget (CfFilter *filter)
{
  cf_recursive_plan_forget (&((RecursiveFilter *)filter)->plan);
}

static guint
recursive_get_sigma (CfFilter *filter, guint plane)
{
  return cf_noise_plan_sigma (&((RecursiveFilter *)filter)->plan.noise, plane);
}

const CfCudaMethod cf_cuda_recursive = {
  .filter_new = recursive_new,
  .filter_free = recursive_free,
  .filter_run = recursive_run,
  .filter_forget = recursive_forget,
  .get_sigma = recursive_get_sigma,
};
