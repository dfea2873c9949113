/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time: kernels, and the order of runs, which may come on
 * several streams. */
#include "cuda/core/filtermemory.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/history.h"
#include "cuda/noise/noisereport.h"
#include "cuda/denoise/denoiseplan.h"
#include "engine/core/cferror.h"

typedef struct {
  CfFilter parent;
  CfDenoisePlan plan;
  CfCudaHistory history;
} DenoiseFilter;

/* A method's own functions. */
typedef struct {
  /* All that a filter may launch: the i-th, or NULL after the last. */
  CfCudaKernel *(*kernel) (const CfDenoiseParams *params, guint i);
  /* The one of the next run, for samples of so many bytes. */
  CfCudaKernel *(*choose) (const DenoiseFilter *self, gint bytes);
} Method;

/* --- average --- */

#define ENTRY(past, future) \
  { past, future, \
    { &cf_kernel_denoise_average_##past##_##future##_1, \
        &cf_kernel_denoise_average_##past##_##future##_2 } },

static const struct {
  gint past, future; /* at most */
  CfCudaKernel *kernel[2];
} averages[] = { CF_DENOISE_AVERAGES (ENTRY) };

#undef ENTRY

static CfCudaKernel *const noise_kernels[] = { &cf_kernel_noise_frames_1,
  &cf_kernel_noise_frames_2 };

/* The first that has room for the frames: they are in order. */
static guint
average_index (const CfDenoiseParams *params)
{
  guint i = 0;

  while (averages[i].past < params->past || averages[i].future < params->future)
    i++;
  return i;
}

static CfCudaKernel *
average_kernel (const CfDenoiseParams *params, guint i)
{
  if (i < 2)
    return averages[average_index (params)].kernel[i];
  return i < 4 ? noise_kernels[i - 2] : NULL;
}

static CfCudaKernel *
average_choose (const DenoiseFilter *self, gint bytes)
{
  return average_kernel (&self->parent.params.denoise, bytes - 1);
}

/* --- median --- */

#define ENTRY(name, frames) \
  &cf_kernel_denoise_##name##_##frames##_1, \
      &cf_kernel_denoise_##name##_##frames##_2,
#define MEDIAN(frames) ENTRY (median, frames)
#define WINDOW(frames) ENTRY (window, frames)

/* [bytes of a sample - 1] */
static CfCudaKernel *const near_scene_change[] = {
  &cf_kernel_denoise_near_scene_change_1, &cf_kernel_denoise_near_scene_change_2
};

/* [windows][frames / 2 and bytes of a sample] */
static CfCudaKernel *const medians[2][CF_DENOISE_MEDIAN_FRAMES_MAX + 1] = {
  { CF_DENOISE_MEDIANS (MEDIAN) }, { CF_DENOISE_MEDIANS (WINDOW) }
};

#undef ENTRY

/* Returns kernels of both windows, as the next run may have the other. */
static CfCudaKernel *
median_kernel (const CfDenoiseParams *params, guint i)
{
  const gint n =
      MIN (1 + params->past + params->future, CF_DENOISE_MEDIAN_FRAMES_MAX);
  const guint of_each = 2 * ((n + 1) / 2);

  if (i >= 2 * of_each)
    return i < 2 * of_each + 2 ? near_scene_change[i - 2 * of_each] : NULL;
  return medians[i / of_each][i % of_each];
}

static CfCudaKernel *
median_choose (const DenoiseFilter *self, gint bytes)
{
  const gboolean windows = self->parent.params.denoise.window > 1;
  const guint n = cf_denoise_plan_n_frames (&self->plan);

  return medians[windows][n / 2 * 2 + bytes - 1];
}

/* --- methods --- */

static const Method methods[] = {
  [CF_DENOISE_AVERAGE] = { average_kernel, average_choose },
  [CF_DENOISE_MEDIAN] = { median_kernel, median_choose },
};

static void
denoise_free (CfFilter *filter)
{
  DenoiseFilter *self = (DenoiseFilter *)filter;

  cf_cuda_history_clear (&self->history, filter->device);
  cf_cuda_filter_memory_give (
      filter->device, self->plan.memory, self->plan.size);
  cf_cuda_noise_report_give (filter->device, self->plan.noise.readback);
  g_free (self);
}

static gboolean
take_memory (DenoiseFilter *self, GError **error)
{
  CfDevice *device = self->parent.device;
  CfDenoisePlan *plan = &self->plan;

  if (plan->size == 0)
    return TRUE;
  plan->memory =
      cf_cuda_history_take_memory (device, plan->size, plan->noise_at, error);
  if (!plan->memory)
    return FALSE;
  if (self->parent.params.denoise.method != CF_DENOISE_AVERAGE)
    return TRUE;
  plan->noise.memory = plan->memory + plan->noise_at;
  plan->noise.readback = cf_cuda_noise_report_take (device, error);
  return plan->noise.readback != NULL;
}

static gboolean
prepare (DenoiseFilter *self, const Method *method, GError **error)
{
  const CfFilter *filter = &self->parent;
  CfCudaKernel *kernel;
  guint i;

  for (i = 0; (kernel = method->kernel (&filter->params.denoise, i)); i++)
    if (!cf_cuda_load_kernel (filter->device, kernel, error))
      return FALSE;
  if (!cf_cuda_load_kernel (filter->device, &cf_kernel_copy, error)
      || !cf_cuda_load_kernel (filter->device, &cf_kernel_scene_change, error)
      || !cf_cuda_history_init (&self->history, error))
    return FALSE;
  return take_memory (self, error);
}

static gboolean
keep_frame (
    DenoiseFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfCudaLaunch l;

  cf_denoise_plan_keep (&self->plan, src, &l);
  return l.n_blocks == 0
         || cf_cuda_launch (stream, &cf_kernel_copy, l.n_blocks,
             CF_KERNEL_THREADS, 0, &l.picture, error);
}

/* Looks before the frame that comes. */
static gboolean
look_for_scene_change (
    DenoiseFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  CfSceneChangeLaunch l;

  cf_denoise_plan_look (&self->plan, src, &l);
  return l.n_blocks == 0
         || cf_cuda_launch (stream, &cf_kernel_scene_change, l.n_blocks,
             CF_KERNEL_THREADS, 0, &l.argument, error);
}

static gboolean
measure_noise (DenoiseFilter *self, CfStream *stream, const CfPlane *src,
    gint bytes, GError **error)
{
  CfNoiseLaunch l;

  cf_denoise_plan_noise (&self->plan, bytes, src, &l);
  return l.n_blocks == 0
         || cf_cuda_launch (stream, noise_kernels[bytes - 1], l.n_blocks,
             CF_NOISE_THREADS, 0, &l.argument, error);
}

/* Makes one launch, and one that looks for a scene change; with an estimate one
 * more, and two more where the median has windows: one with frames that are
 * kept, one near a scene change. As many again, but for the scene change, where
 * a picture has filtered planes of both sample widths. */
static gboolean
launch_all (DenoiseFilter *self, const Method *method, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  gint bytes;

  if (src && !look_for_scene_change (self, stream, src, error))
    return FALSE;
  if (src && cf_denoise_plan_keeps_first (&self->plan)
      && !keep_frame (self, stream, src, error))
    return FALSE;
  for (bytes = 1; bytes <= 2; bytes++) {
    CfDenoiseLaunch launch;

    if (!measure_noise (self, stream, src, bytes, error))
      return FALSE;
    cf_denoise_plan_run (&self->plan, bytes, src, dst, &launch);
    if (launch.n_blocks == 0)
      continue;
    if (!cf_cuda_launch (stream, method->choose (self, bytes), launch.n_blocks,
            CF_KERNEL_THREADS, 0, &launch.argument, error))
      return FALSE;
    if (cf_denoise_plan_is_near_scene_change (&self->plan)
        && !cf_cuda_launch (stream, near_scene_change[bytes - 1],
            launch.n_blocks, CF_KERNEL_THREADS, 0, &launch.argument, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
denoise_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  DenoiseFilter *self = (DenoiseFilter *)filter;
  const Method *method = &methods[filter->params.denoise.method];

  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (&self->history, stream,
          launch_all (self, method, stream, src, dst, error), error))
    return FALSE;
  cf_denoise_plan_done (&self->plan);
  return TRUE;
}

static gboolean
denoise_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  DenoiseFilter *self = (DenoiseFilter *)filter;

  if (!cf_cuda_history_begin (&self->history, stream, error)
      || !cf_cuda_history_end (&self->history, stream,
          look_for_scene_change (self, stream, src, error)
              && keep_frame (self, stream, src, error),
          error))
    return FALSE;
  cf_denoise_plan_kept (&self->plan);
  return TRUE;
}

static void
denoise_skip (CfFilter *filter)
{
  cf_denoise_plan_skip (&((DenoiseFilter *)filter)->plan);
}

static void
denoise_reset (CfFilter *filter)
{
  cf_denoise_plan_reset (&((DenoiseFilter *)filter)->plan);
}

static gboolean
denoise_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  const CfDenoisePlan *plan = &((DenoiseFilter *)filter)->plan;

  return plan->noise.readback ? cf_noise_plan_get (&plan->noise, plane, noise)
                              : FALSE;
}

static const CfFilterClass denoise_class = {
  .free = denoise_free,
  .run = denoise_run,
  .push = denoise_push,
  .reset = denoise_reset,
  .skip = denoise_skip,
  .get_noise = denoise_get_noise,
};

CfFilter *
cf_cuda_denoise_new (const CfFilter *description, GError **error)
{
  const CfDenoiseMethod kind = description->params.denoise.method;
  DenoiseFilter *self;
  gboolean ok = FALSE;

  if (kind == CF_DENOISE_RECURSIVE || kind == CF_DENOISE_COMPENSATED)
    return cf_cuda_recursive_new (description, error);
  self = g_new0 (DenoiseFilter, 1);
  self->parent = *description;
  self->parent.klass = &denoise_class;
  cf_denoise_plan_init (&self->plan, &self->parent);
  if (cf_cuda_enter (description->device, error)) {
    ok = prepare (self, &methods[kind], error);
    cf_cuda_leave ();
  }
  if (ok)
    return &self->parent;
  denoise_free (&self->parent);
  return NULL;
}
