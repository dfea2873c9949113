/* The recursive mean, COMPENSATED too: kernels, and the order of runs, which
 * may come on several streams. */
#include "cuda/core/filtermemory.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/denoise/history.h"
#include "cuda/denoise/motionpasses.h"
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
  CfCudaHistory history;
  gboolean overlaps;   /* kernels may start before the ones in front end */
  gboolean is_running; /* a kernel of this run is in front */
} RecursiveFilter;

static void
recursive_free (CfFilter *filter)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;

  cf_cuda_history_clear (&self->history, filter->device);
  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  cf_cuda_history_give_told (filter->device, self->plan.noise.told);
  g_free (self);
}

static gboolean
load_motion (CfDevice *device, GError **error)
{
  return cf_cuda_motion_load (device, error)
         && cf_cuda_load_kernel (device, (gconstpointer)cf_kernel_move, error);
}

/* What may change between runs asks for other kernels. */
static gboolean
load_kernels (CfDevice *device, gboolean moves, GError **error)
{
  gint bytes;

  if (!(moves ? load_motion (device, error)
              : cf_cuda_load_kernel (
                  device, (gconstpointer)cf_kernel_cut, error))
      || !cf_cuda_load_kernel (device, (gconstpointer)cf_kernel_repeat, error))
    return FALSE;
  for (bytes = 1; bytes <= 2; bytes++)
    if (!cf_cuda_load_kernel (device, noise_kernels[bytes - 1], error)
        || !cf_cuda_load_kernel (device, kernels[0][bytes - 1], error)
        || !cf_cuda_load_kernel (device, kernels[1][bytes - 1], error))
      return FALSE;
  return TRUE;
}

/* Blocks that the GPU runs at a time, of whichever kernel has fewest. */
static gboolean
count_resident (guint *n, GError **error)
{
  CfCudaLimits limits;
  gint blocks, least = G_MAXINT;
  guint i;

  for (i = 0; i < 4; i++) {
    if (!cf_cuda_check (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks,
                            kernels[i / 2][i % 2], CF_KERNEL_THREADS, 0),
            "load a kernel", error))
      return FALSE;
    least = MIN (least, blocks);
  }
  if (!cf_cuda_get_limits (&limits, error))
    return FALSE;
  *n = limits.processors * MAX (least, 1);
  return TRUE;
}

static gboolean
prepare (RecursiveFilter *self, GError **error)
{
  CfDevice *device = self->parent.parent.device;
  CfRecursivePlan *plan = &self->plan;

  if (!load_kernels (device,
          self->parent.parent.params.denoise.method == CF_DENOISE_COMPENSATED,
          error)
      || !count_resident (&plan->n_resident, error))
    return FALSE;
  self->overlaps = cf_cuda_may_overlap (device, kernels[0][0]);
  plan->memory = cf_cuda_history_take_memory (device, plan->size, 0, error);
  if (!plan->memory)
    return FALSE;
  plan->noise.memory = plan->memory + plan->noise_at;
  plan->noise.told = cf_cuda_history_take_told (device, error);
  return plan->noise.told && cf_cuda_history_init (&self->history, error);
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

/* Behind the run's other kernels. */
static gboolean
launch (RecursiveFilter *self, CfStream *stream, gconstpointer kernel,
    guint n_blocks, guint n_threads, gpointer argument, GError **error)
{
  const gboolean overlaps = self->overlaps && self->is_running;

  if (n_blocks == 0)
    return TRUE;
  self->is_running = TRUE;
  return overlaps ? cf_cuda_launch_overlapping (
             stream, kernel, n_blocks, n_threads, 0, argument, error)
                  : cf_cuda_launch (
                      stream, kernel, n_blocks, n_threads, 0, argument, error);
}

/* The frame is kept, and compared with the last one. */
static gboolean
keep (
    RecursiveFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfRepeatLaunch l;

  cf_recursive_plan_keep (&self->plan, src, &l);
  return launch (self, stream, (gconstpointer)cf_kernel_repeat, l.n_blocks,
      CF_KERNEL_THREADS, &l.argument, error);
}

static gboolean
look_for_cut (
    RecursiveFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfCutLaunch l;

  cf_recursive_plan_look (&self->plan, src, &l);
  return launch (self, stream, (gconstpointer)cf_kernel_cut, l.n_blocks,
      CF_KERNEL_THREADS, &l.argument, error);
}

/* A launch for each sample width that filtered planes have. */
static gboolean
measure_noise (
    RecursiveFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfNoiseLaunch l;
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_noise (&self->plan, bytes, src, &l);
    if (!launch (self, stream, noise_kernels[bytes - 1], l.n_blocks,
            CF_NOISE_THREADS, &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
search (RecursiveFilter *self, CfStream *stream, guint leader,
    const CfPlane *src, GError **error)
{
  gint pass;

  for (pass = 0; pass < CF_MOTION_PASSES; pass++) {
    CfMotionLaunch l;

    cf_recursive_plan_search (&self->plan, leader, pass, src, &l);
    if (!launch (self, stream, cf_cuda_motion_kernel (pass, l.bytes),
            l.n_blocks, l.n_threads, &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

/* Moves the last result as the picture did. */
static gboolean
move (
    RecursiveFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfMoveLaunch l;
  guint i;

  for (i = 0; i < self->plan.cut.n_leaders; i++)
    if (!search (self, stream, i, src, error))
      return FALSE;
  cf_recursive_plan_move (&self->plan, &l);
  return launch (self, stream, (gconstpointer)cf_kernel_move, l.n_blocks,
      CF_KERNEL_THREADS, &l.argument, error);
}

static gboolean
launch_all (RecursiveFilter *self, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  const gboolean in_space = self->parent.parent.params.denoise.spatial > 0;
  gint bytes;

  if (!keep (self, stream, src, error)
      || (cf_recursive_plan_looks (&self->plan)
          && !look_for_cut (self, stream, src, error))
      || (cf_recursive_plan_searches (&self->plan)
          && !move (self, stream, src, error))
      || !measure_noise (self, stream, src, error))
    return FALSE;
  for (bytes = 1; bytes <= 2; bytes++) {
    CfRecursiveLaunch l;

    cf_recursive_plan_run (&self->plan, bytes, src, dst, &l);
    if (!launch (self, stream, kernels[in_space][bytes - 1], l.n_blocks,
            CF_KERNEL_THREADS, &l.argument, error))
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

  if (!cf_cuda_history_begin (&self->history, stream, error))
    return FALSE;
  self->is_running = FALSE;
  ok = launch_all (self, stream, src, dst, error);
  /* what was launched before something failed is to be waited for too */
  if (!cf_cuda_history_end (&self->history, stream, ok ? error : NULL) || !ok)
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

static gboolean
recursive_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return cf_noise_plan_get (
      &((RecursiveFilter *)filter)->plan.noise, plane, noise);
}

const CfCudaMethod cf_cuda_recursive = {
  .filter_new = recursive_new,
  .filter_free = recursive_free,
  .filter_run = recursive_run,
  .filter_forget = recursive_forget,
  .get_noise = recursive_get_noise,
};
