/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the kernel of an epsilon filter, and its threshold. */
#include "cpu/core/method.h"
#include "cpu/noise/noise.h"
#include "cpu/core/tuning.h"
#include "engine/core/cftrial.h"
#include "engine/epsilon/cfepsilonestimate.h"

#define CACHED_BYTES 32768 /* of the rows of a window */

/* Each frame's threshold is estimated anew. */
typedef struct {
  const CfFilter *filter;
  CfCpuNoise noise;
} Estimate;

static gpointer
state_new (const CfFilter *filter)
{
  const CfEpsilonParams *params = &filter->params.epsilon;
  Estimate *self;

  if (params->threshold != CF_EPSILON_THRESHOLD_ESTIMATED)
    return NULL;
  self = g_new0 (Estimate, 1);
  self->filter = filter;
  cf_cpu_noise_init (&self->noise, filter, params->planes);
  return self;
}

static void
state_free (gpointer state)
{
  Estimate *self = state;

  cf_cpu_noise_clear (&self->noise);
  g_free (self);
}

/* Samples equal to the middle one do not change its mean. */
static void
set_reach (CfCpuJob *job, gint threshold)
{
  job->reach = job->params->epsilon.mode == CF_EPSILON_CLAMP
                   ? threshold
                   : MAX (threshold, 1) - 1;
}

static CfCpuKernel
prepare_plane (
    gpointer state, const CfFilter *filter, guint plane, CfCpuJob *job)
{
  const CfEpsilonParams *params = &filter->params.epsilon;
  const CfPlane *p = &filter->planes[plane];
  const CfCpuKernels *kernels = cf_cpu_filter_kernels (filter);
  CfCpuKernel kernel =
      p->bytes == 1 ? *kernels->epsilon_8 : *kernels->epsilon_16;
  gint width = CACHED_BYTES / (params->size * p->bytes);

  cf_cpu_job_set_border (job, params->border, params->border_value, p);
  job->window_width = job->window_height = params->size;
  if (!state)
    set_reach (job, cf_epsilon_threshold (params, p->bits));
  kernel.job_width = CLAMP (width, 256, 2048) / 128 * 128; /* whole blocks */
  kernel.job_height = 8 * params->size;
  return kernel;
}

static void
measure (
    gpointer state, const CfPlane *src, guint8 *scratch, gsize scratch_size)
{
  Estimate *self = state;

  cf_cpu_noise_reset (&self->noise);
  cf_cpu_noise_look (&self->noise, src, 0, NULL, NULL, scratch, scratch_size);
  cf_cpu_noise_hold (&self->noise, 0, CF_NOISE_ALONE);
}

static void
adjust_plane (gpointer state, guint plane, CfCpuJob *job)
{
  const Estimate *self = state;
  const CfEpsilonParams *params = &self->filter->params.epsilon;

  set_reach (job,
      cf_epsilon_estimated_threshold (cf_cpu_noise_sigma (&self->noise, plane),
          params->mode == CF_EPSILON_CLAMP, params->iterations,
          self->filter->planes[plane].bits));
}

static gboolean
get_noise (gpointer state, guint plane, CfNoise *noise)
{
  return cf_cpu_noise_get (&((const Estimate *)state)->noise, plane, noise);
}

const CfCpuMethod cf_cpu_epsilon = {
  .state_new = state_new,
  .state_free = state_free,
  .prepare_plane = prepare_plane,
  .measure = measure,
  .adjust_plane = adjust_plane,
  .get_noise = get_noise,
  .measure_scratch = CF_CPU_NOISE_SCRATCH,
};

gboolean
cf_cpu_trial_epsilon (guint i, CfTrial *trial)
{
  *trial = cf_trial_epsilon (9, i % 2 ? 16 : 8);
  return i < 2;
}
