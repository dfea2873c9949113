/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean, COMPENSATED too: kernels, and the order of runs, which
 * may come on several streams. */
#include "cuda/core/filtermemory.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/history.h"
#include "cuda/noise/noisereport.h"
#include "cuda/motion/motionpasses.h"
#include "cuda/denoise/recursiveplan.h"

/* [bytes of a sample - 1] */
static CfCudaKernel *const noise_kernels[] = { &cf_kernel_noise_1,
  &cf_kernel_noise_2 };

static CfCudaKernel *const offset_kernels[] = { &cf_kernel_offset_1,
  &cf_kernel_offset_2 };

/* [CF_RECURSIVE_PLAIN...][bytes of a sample - 1] */
static CfCudaKernel *const kernels[CF_RECURSIVE_KINDS][2] = {
  { &cf_kernel_recursive_1, &cf_kernel_recursive_2 },
  { &cf_kernel_recursive_space_1, &cf_kernel_recursive_space_2 },
  { &cf_kernel_recursive_pilot_1, &cf_kernel_recursive_pilot_2 }
};

/* [cf_wiener_plan_kernel ()] */
static CfCudaKernel *const stages[CF_WIENER_KERNELS] = { &cf_kernel_wiener_4,
  &cf_kernel_wiener_2, &cf_kernel_wiener_pilot_4, &cf_kernel_wiener_pilot_2,
  &cf_kernel_wiener_ahead_4, &cf_kernel_wiener_ahead_2 };

typedef struct {
  CfFilter parent;
  CfRecursivePlan plan;
  CfCudaHistory history;
  gboolean overlaps; /* kernels may start before the previous ones end */
} RecursiveFilter;

/* A run's kernels. */
typedef struct {
  RecursiveFilter *filter;
  CfStream *stream;
  gboolean is_running;  /* a kernel of this run is enqueued */
  gboolean is_measured; /* one that measures noise is */
} Order;

static void
recursive_free (CfFilter *filter)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;

  cf_cuda_history_clear (&self->history, filter->device);
  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  cf_cuda_filter_memory_give (
      filter->device, self->plan.wiener.memory, self->plan.wiener.size);
  cf_cuda_noise_report_give (filter->device, self->plan.noise.readback);
  g_free (self);
}

static gboolean
load_motion (CfDevice *device, GError **error)
{
  return cf_cuda_motion_load (device, error)
         && cf_cuda_load_kernel (device, &cf_kernel_move, error);
}

/* Loads all but the stage's: what may change between runs asks for other
 * kernels. */
static gboolean
load_kernels (const RecursiveFilter *self, GError **error)
{
  CfDevice *device = self->parent.device;
  const gboolean moves =
      self->parent.params.denoise.method == CF_DENOISE_COMPENSATED;
  guint kind;
  gint bytes;

  if (!(moves ? load_motion (device, error)
              : cf_cuda_load_kernel (device, &cf_kernel_scene_change, error))
      || !cf_cuda_load_kernel (device, &cf_kernel_repeat, error)
      || !cf_cuda_load_kernel (device, &cf_kernel_keep, error))
    return FALSE;
  for (bytes = 1; bytes <= 2; bytes++) {
    if (!cf_cuda_load_kernel (device, noise_kernels[bytes - 1], error)
        || !cf_cuda_load_kernel (device, offset_kernels[bytes - 1], error))
      return FALSE;
    for (kind = 0; kind < CF_RECURSIVE_PILOT; kind++)
      if (!cf_cuda_load_kernel (device, kernels[kind][bytes - 1], error))
        return FALSE;
  }
  return TRUE;
}

/* Blocks of a kernel that the GPU runs at a time. */
static gboolean
count_blocks (CfCudaKernel *kernel, guint n_threads, guint *n, GError **error)
{
  CfCudaLimits limits;
  guint blocks;

  if (!cf_cuda_kernel_count_blocks (kernel, n_threads, 0, &blocks, error)
      || !cf_cuda_get_limits (&limits, error))
    return FALSE;
  *n = limits.processors * MAX (blocks, 1);
  return TRUE;
}

/* Those of a kind of mean: of whichever sample width's kernel has fewer. */
static gboolean
count_resident (RecursiveFilter *self, guint kind, GError **error)
{
  guint n[2], i;

  for (i = 0; i < 2; i++)
    if (!count_blocks (kernels[kind][i], CF_KERNEL_THREADS, &n[i], error))
      return FALSE;
  self->plan.n_resident[kind] = MIN (n[0], n[1]);
  return TRUE;
}

static gboolean
looks_ahead (const RecursiveFilter *self)
{
  return self->parent.params.denoise.future > 0;
}

/* The stage's, with its memory. */
static gboolean
make_stage (RecursiveFilter *self, GError **error)
{
  CfDevice *device = self->parent.device;
  CfWienerPlan *plan = &self->plan.wiener;
  const guint n = looks_ahead (self) ? CF_WIENER_KERNELS : 2 * CF_WIENER_AHEAD;
  gint bytes;
  guint i;

  for (bytes = 1; bytes <= 2; bytes++)
    if (!cf_cuda_load_kernel (
            device, kernels[CF_RECURSIVE_PILOT][bytes - 1], error))
      return FALSE;
  if (looks_ahead (self)
      && !(cf_cuda_load_kernel (device, &cf_kernel_wiener_keep, error)
           && cf_cuda_load_kernel (device, &cf_kernel_wiener_store, error)))
    return FALSE;
  for (i = 0; i < n; i++)
    if (!cf_cuda_load_kernel (device, stages[i], error)
        || !count_blocks (
            stages[i], CF_WIENER_THREADS, &plan->n_resident[i], error))
      return FALSE;
  if (!count_resident (self, CF_RECURSIVE_PILOT, error))
    return FALSE;
  plan->memory = cf_cuda_history_take_memory (device, plan->size, 0, error);
  return plan->memory != NULL;
}

/* The stage is made when it is first asked for. */
static gboolean
prepare_stage (RecursiveFilter *self, GError **error)
{
  gboolean ok;

  if (cf_recursive_plan_kind (&self->plan) != CF_RECURSIVE_PILOT
      || self->plan.wiener.memory)
    return TRUE;
  if (!cf_cuda_enter (self->parent.device, error))
    return FALSE;
  ok = make_stage (self, error);
  cf_cuda_leave ();
  return ok;
}

static gboolean
prepare (RecursiveFilter *self, GError **error)
{
  CfDevice *device = self->parent.device;
  CfRecursivePlan *plan = &self->plan;

  if (!load_kernels (self, error)
      || !count_resident (self, CF_RECURSIVE_PLAIN, error)
      || !count_resident (self, CF_RECURSIVE_SPACE, error)
      || !prepare_stage (self, error))
    return FALSE;
  self->overlaps = cf_cuda_may_overlap (device, kernels[0][0]);
  plan->memory = cf_cuda_history_take_memory (device, plan->size, 0, error);
  if (!plan->memory)
    return FALSE;
  plan->noise.memory = plan->memory + plan->noise_at;
  plan->noise.readback = cf_cuda_noise_report_take (device, error);
  return plan->noise.readback && cf_cuda_history_init (&self->history, error);
}

/* Launches a kernel after the run's others. */
static gboolean
launch (Order *order, CfCudaKernel *kernel, guint n_blocks, guint n_threads,
    gpointer argument, GError **error)
{
  const gboolean overlaps = order->filter->overlaps && order->is_running;

  if (n_blocks == 0)
    return TRUE;
  order->is_running = TRUE;
  return overlaps ? cf_cuda_launch_overlapping (
             order->stream, kernel, n_blocks, n_threads, 0, argument, error)
                  : cf_cuda_launch (order->stream, kernel, n_blocks, n_threads,
                      0, argument, error);
}

static gboolean
compare (Order *order, const CfPlane *src, GError **error)
{
  CfRepeatLaunch l;

  cf_recursive_plan_compare (&order->filter->plan, src, &l);
  return launch (order, &cf_kernel_repeat, l.n_blocks, CF_KERNEL_THREADS,
      &l.argument, error);
}

static gboolean
keep (Order *order, const CfPlane *src, GError **error)
{
  CfKeepLaunch l;

  cf_recursive_plan_keep (&order->filter->plan, src, &l);
  return launch (order, &cf_kernel_keep, l.n_blocks, CF_KERNEL_THREADS,
      &l.argument, error);
}

static gboolean
look_for_scene_change (Order *order, const CfPlane *src, GError **error)
{
  CfSceneChangeLaunch l;

  cf_recursive_plan_look (&order->filter->plan, src, &l);
  return launch (order, &cf_kernel_scene_change, l.n_blocks, CF_KERNEL_THREADS,
      &l.argument, error);
}

/* A launch for each sample width that filtered planes have. */
static gboolean
find_offsets (Order *order, const CfPlane *src, GError **error)
{
  CfOffsetLaunch l;
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_offset (&order->filter->plan, bytes, src, &l);
    if (!launch (order, offset_kernels[bytes - 1], l.n_blocks,
            CF_OFFSET_THREADS, &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure_noise (Order *order, const CfPlane *src, GError **error)
{
  CfNoiseLaunch l;
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_noise (&order->filter->plan, bytes, src, &l);
    if (!launch (order, noise_kernels[bytes - 1], l.n_blocks, CF_NOISE_THREADS,
            &l.argument, error))
      return FALSE;
    order->is_measured |= l.n_blocks > 0;
  }
  return TRUE;
}

/* Scales in place, before anything reads it. */
static gboolean
scale_motion (Order *order, GError **error)
{
  const CfRecursivePlan *plan = &order->filter->plan;
  CfMotionGapLaunch l;
  guint i;

  for (i = 0; i < plan->scene_change.n_guides; i++) {
    cf_recursive_plan_gap (plan, i, &l);
    if (!launch (order, &cf_kernel_motion_gap, l.n_blocks, CF_KERNEL_THREADS,
            &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
search (Order *order, guint guide, const CfPlane *src, GError **error)
{
  gint pass;

  for (pass = 0; pass < CF_MOTION_PASSES; pass++) {
    CfMotionLaunch l;

    cf_recursive_plan_search (&order->filter->plan, guide, pass, src, &l);
    /* while the frame is compared with the last one */
    if (pass == CF_MOTION_PYRAMID && l.bytes == 1 && guide == 0) {
      l.argument.is_beside = TRUE;
      l.n_blocks++;
    }
    if (!launch (order, cf_cuda_motion_kernel (pass, l.bytes), l.n_blocks,
            l.n_threads, &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

/* Moves the last result as the picture did. */
static gboolean
move (Order *order, const CfPlane *src, GError **error)
{
  const CfRecursivePlan *plan = &order->filter->plan;
  CfMoveLaunch l;
  guint i;

  for (i = 0; i < plan->scene_change.n_guides; i++)
    if (!search (order, i, src, error))
      return FALSE;
  cf_recursive_plan_move (plan, &l);
  return launch (order, &cf_kernel_move, l.n_blocks, CF_KERNEL_THREADS,
      &l.argument, error);
}

static gboolean
look_back (Order *order, const CfPlane *src, GError **error)
{
  const CfRecursivePlan *plan = &order->filter->plan;

  return (!cf_recursive_plan_is_gap (plan) || scale_motion (order, error))
         && compare (order, src, error)
         && (!cf_recursive_plan_looks (plan)
             || look_for_scene_change (order, src, error))
         && (!cf_recursive_plan_searches (plan) || move (order, src, error));
}

static gboolean
average (Order *order, const CfPlane *src, const CfPlane *dst, GError **error)
{
  const RecursiveFilter *self = order->filter;
  const guint kind = cf_recursive_plan_kind (&self->plan);
  gint bytes;

  for (bytes = 1; bytes <= 2; bytes++) {
    CfRecursiveLaunch l;

    cf_recursive_plan_run (&self->plan, bytes, src, dst, &l);
    if (order->is_measured && !cf_recursive_plan_is_early (&self->plan)
        && l.n_blocks > 0) {
      l.argument.is_beside = TRUE;
      l.n_blocks++;
    }
    if (!launch (order, kernels[kind][bytes - 1], l.n_blocks, CF_KERNEL_THREADS,
            &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
make_windows (Order *order, CfWienerPass pass, gboolean by_luma,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  const CfRecursivePlan *plan = &order->filter->plan;
  CfWienerLaunch l;

  cf_recursive_plan_wiener (plan, pass, by_luma, src, dst, &l);
  return launch (order, stages[cf_wiener_plan_kernel (&plan->wiener, pass)],
      l.n_blocks, CF_WIENER_THREADS, &l.argument, error);
}

/* Planes of colour go by what windows of others tell. */
static gboolean
run_stage (Order *order, const CfPlane *src, const CfPlane *dst, GError **error)
{
  gint by_luma;

  if (cf_recursive_plan_kind (&order->filter->plan) != CF_RECURSIVE_PILOT)
    return TRUE;
  for (by_luma = 0; by_luma < 2; by_luma++)
    if (!make_windows (order, CF_WIENER_PILOT, by_luma, src, dst, error)
        || !make_windows (order, CF_WIENER_PICTURE, by_luma, src, dst, error))
      return FALSE;
  return TRUE;
}

/* The mean is made while the noise is measured that the next frame's goes by.
 */
static gboolean
launch_all (
    Order *order, const CfPlane *src, const CfPlane *dst, GError **error)
{
  return look_back (order, src, error) && keep (order, src, error)
         && find_offsets (order, src, error)
         && measure_noise (order, src, error)
         && average (order, src, dst, error)
         && run_stage (order, src, dst, error);
}

/* --- with a frame ahead --- */

/* Keeps a frame, or only the last pilot, where `src` is NULL. */
static gboolean
keep_for_stage (Order *order, const CfPlane *src, GError **error)
{
  const CfPlane *planes = src ? src : order->filter->parent.planes;
  CfWienerLaunch l;
  guint i;

  cf_recursive_plan_wiener (
      &order->filter->plan, CF_WIENER_KEEP, FALSE, planes, planes, &l);
  for (i = 0; i < CF_KERNEL_PLANES && !src; i++)
    l.argument.plane[i].frames.now = NULL;
  return launch (order, &cf_kernel_wiener_keep, l.n_blocks, CF_KERNEL_THREADS,
      &l.argument, error);
}

/* By the noise that the mean goes by: at first the frame's. */
static gboolean
measure_and_keep (Order *order, const CfPlane *src, GError **error)
{
  if (cf_recursive_plan_is_early (&order->filter->plan))
    return measure_noise (order, src, error)
           && keep_for_stage (order, src, error);
  return keep_for_stage (order, src, error)
         && measure_noise (order, src, error);
}

/* The picture of the frame that waits. */
static gboolean
make_waiting (Order *order, gboolean has_next, GError **error)
{
  RecursiveFilter *self = order->filter;
  const CfPlane *planes = self->parent.planes;
  gint by_luma;
  guint i;

  for (by_luma = 0; by_luma < 2; by_luma++) {
    CfWienerLaunch l;

    cf_recursive_plan_wiener (
        &self->plan, CF_WIENER_AHEAD, by_luma, planes, planes, &l);
    for (i = 0; i < CF_KERNEL_PLANES && !has_next; i++)
      l.argument.plane[i].frames.next = NULL;
    if (!launch (order,
            stages[cf_wiener_plan_kernel (&self->plan.wiener, CF_WIENER_AHEAD)],
            l.n_blocks, CF_WIENER_THREADS, &l.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
push_all (Order *order, const CfPlane *src, GError **error)
{
  const CfWienerPlan *wiener = &order->filter->plan.wiener;
  CfPlane copies[CF_MAX_PLANES];

  cf_wiener_plan_copies (wiener, wiener->number, copies);
  return look_back (order, src, error) && keep (order, src, error)
         && find_offsets (order, src, error)
         && measure_and_keep (order, src, error)
         && average (order, src, copies, error)
         && make_windows (order, CF_WIENER_PILOT, FALSE, src, copies, error)
         && make_windows (order, CF_WIENER_PILOT, TRUE, src, copies, error)
         && (!wiener->waits || make_waiting (order, TRUE, error));
}

static gboolean
recursive_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;
  Order order = { self, stream };

  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (
          &self->history, stream, push_all (&order, src, error), error))
    return FALSE;
  cf_recursive_plan_done (&self->plan);
  self->plan.wiener.number++;
  self->plan.wiener.waits = TRUE;
  return TRUE;
}

/* The oldest frame's result. */
static gboolean
finish_all (Order *order, const CfPlane *dst, GError **error)
{
  CfWienerPlan *wiener = &order->filter->plan.wiener;
  CfCudaLaunch l;

  if (wiener->waits && wiener->oldest + 1 == wiener->number) {
    if (!keep_for_stage (order, NULL, error)
        || !make_waiting (order, FALSE, error))
      return FALSE;
    wiener->waits = FALSE;
  }
  cf_wiener_plan_store (wiener, dst, &l);
  return launch (order, &cf_kernel_wiener_store, l.n_blocks, CF_KERNEL_THREADS,
      &l.picture, error);
}

static gboolean
finish (CfFilter *filter, CfStream *stream, const CfPlane *dst, GError **error)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;
  Order order = { self, stream };

  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (
          &self->history, stream, finish_all (&order, dst, error), error))
    return FALSE;
  self->plan.wiener.oldest++;
  return TRUE;
}

/* Its picture is made all the same, as the next one's needs what it leaves. */
static void
recursive_skip (CfFilter *filter)
{
  ((RecursiveFilter *)filter)->plan.wiener.oldest++;
}

/* --- frames --- */

static gboolean
recursive_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  RecursiveFilter *self = (RecursiveFilter *)filter;
  Order order = { self, stream };

  if (!src)
    return finish (filter, stream, dst, error);
  if (!prepare_stage (self, error))
    return FALSE;
  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (
          &self->history, stream, launch_all (&order, src, dst, error), error))
    return FALSE;
  cf_recursive_plan_done (&self->plan);
  return TRUE;
}

/* The next run's kernels act on this. */
static void
recursive_reset (CfFilter *filter)
{
  cf_recursive_plan_reset (&((RecursiveFilter *)filter)->plan);
}

static gboolean
recursive_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return cf_noise_plan_get (
      &((RecursiveFilter *)filter)->plan.noise, plane, noise);
}

static const CfFilterClass recursive_class = {
  .free = recursive_free,
  .run = recursive_run,
  .push = recursive_push,
  .reset = recursive_reset,
  .skip = recursive_skip,
  .get_noise = recursive_get_noise,
};

CfFilter *
cf_cuda_recursive_new (const CfFilter *description, GError **error)
{
  RecursiveFilter *self;
  CfFilter *filter;
  gboolean ok = FALSE;

  self = g_new0 (RecursiveFilter, 1);
  filter = &self->parent;
  *filter = *description;
  filter->klass = &recursive_class;
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
