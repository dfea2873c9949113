/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter: which kernels to launch for a picture. */
#include "cuda/epsilon/epsilonkernels.h"
#include "cuda/core/filtermemory.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/scratch.h"
#include "cuda/core/history.h"
#include "cuda/noise/noisereport.h"
#include "cuda/noise/noiseplan.h"

#define ENTRY(mode, size) \
  { &cf_kernel_epsilon_##mode##_##size##_1, \
    &cf_kernel_epsilon_##mode##_##size##_2 },

/* [mode][size / 2 - 1, the last for all larger ones][bytes of a sample - 1] */
static CfCudaKernel *const kernels[][CF_EPSILON_N_SIZES][2] = {
  { CF_EPSILON_SIZES (ENTRY, average) }, { CF_EPSILON_SIZES (ENTRY, clamp) }
};

typedef struct {
  CfFilter parent;
  CfCudaKernel *const *kernel; /* for samples of one and of two bytes */
  CfCudaIterations iterations;
  CfNoisePlan noise; /* its memory is NULL where the threshold is given */
} EpsilonFilter;

static CfCudaKernel *const noise_kernels[] = { &cf_kernel_noise_frames_1,
  &cf_kernel_noise_frames_2 };

static gboolean
is_estimated (const CfFilter *filter)
{
  return filter->params.epsilon.threshold == CF_EPSILON_THRESHOLD_ESTIMATED;
}

/* Filtered planes come first in a launch, in their order, without those that a
 * part of a picture leaves out. */
static void
set_arguments (const EpsilonFilter *self, CfKernelEpsilon *e,
    const CfCudaLaunch *l, const CfPlane *dst, gint bytes)
{
  const CfFilter *filter = &self->parent;
  const CfEpsilonParams *params = &filter->params.epsilon;
  guint i, n = 0;

  *e = (CfKernelEpsilon){ .picture = l->picture,
    .size = params->size,
    .iterations = params->iterations };
  if (self->noise.memory)
    e->estimates =
        cf_noise_plan_estimates (&self->noise, TRUE); /* it is done */
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    if (!(filter->filtered >> i & 1) || p->bytes != bytes || dst[i].height == 0)
      continue;
    if (!self->noise.memory)
      e->threshold[n] = cf_epsilon_threshold (params, p->bits);
    e->estimate[n++] = i;
  }
}

static void
epsilon_free (CfFilter *filter)
{
  EpsilonFilter *self = (EpsilonFilter *)filter;

  cf_cuda_iterations_free (&self->iterations);
  cf_cuda_filter_memory_give (
      filter->device, self->noise.memory, self->noise.size);
  cf_cuda_noise_report_give (filter->device, self->noise.readback);
  g_free (self);
}

static gboolean
prepare_estimate (EpsilonFilter *self, GError **error)
{
  CfDevice *device = self->parent.device;

  cf_noise_plan_init (
      &self->noise, &self->parent, self->parent.params.epsilon.planes);
  if (!is_estimated (&self->parent))
    return TRUE;
  if (!cf_cuda_load_kernel (device, noise_kernels[0], error)
      || !cf_cuda_load_kernel (device, noise_kernels[1], error))
    return FALSE;
  self->noise.memory =
      cf_cuda_history_take_memory (device, self->noise.size, 0, error);
  self->noise.readback =
      self->noise.memory ? cf_cuda_noise_report_take (device, error) : NULL;
  return self->noise.readback != NULL;
}

/* Measures the noise of the filtered planes of this sample width. */
static gboolean
estimate (EpsilonFilter *self, CfStream *stream, const CfPlane *src, gint bytes,
    GError **error)
{
  CfNoiseLaunch l;

  cf_noise_plan_picture (&self->noise, src, bytes, &l);
  return l.n_blocks == 0
         || cf_cuda_launch (stream, noise_kernels[bytes - 1], l.n_blocks,
             CF_NOISE_THREADS, 0, &l.argument, error);
}

/* Each frame is the first of a history. */
static gboolean
estimate_all (
    EpsilonFilter *self, CfStream *stream, const CfPlane *src, GError **error)
{
  if (!self->noise.memory)
    return TRUE;
  cf_noise_plan_reset_frames (&self->noise);
  if (!estimate (self, stream, src, 1, error)
      || !estimate (self, stream, src, 2, error))
    return FALSE;
  cf_noise_plan_done (&self->noise, G_MAXUINT32);
  return TRUE;
}

static gboolean
epsilon_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  const EpsilonFilter *self = (const EpsilonFilter *)filter;

  return self->noise.memory ? cf_noise_plan_get (&self->noise, plane, noise)
                            : FALSE;
}

/* One launch an iteration; one more where a picture has filtered planes of
 * both sample widths, two where channels are taken apart, and one for the
 * estimates of each width. */
static gboolean
epsilon_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  EpsilonFilter *self = (EpsilonFilter *)filter;
  const CfEpsilonParams *params = &filter->params.epsilon;
  const CfCudaTiles tiles = { params->border, params->border_value,
    CF_EPSILON_WIDTH, CF_EPSILON_HEIGHT, FALSE };
  gint k, bytes;

  if (!estimate_all (self, stream, src, error)
      || !cf_cuda_deinterleave (
          &self->iterations.interleave, stream, src, dst, error))
    return FALSE;
  for (k = 0; k < params->iterations; k++)
    for (bytes = 1; bytes <= 2; bytes++) {
      CfKernelEpsilon epsilon;
      CfCudaLaunch l;

      cf_cuda_iterations_launch (
          &self->iterations, k, bytes, src, dst, &tiles, &l);
      if (l.n_blocks == 0)
        continue;
      set_arguments (self, &epsilon, &l, dst, bytes);
      if (!cf_cuda_launch (stream, self->kernel[bytes - 1], l.n_blocks,
              CF_KERNEL_THREADS, 0, &epsilon, error))
        return FALSE;
    }
  return cf_cuda_interleave (
      &self->iterations.interleave, stream, src, dst, error);
}

static const CfFilterClass epsilon_class = {
  .free = epsilon_free,
  .run = epsilon_run,
  .get_noise = epsilon_get_noise,
};

CfFilter *
cf_cuda_epsilon_new (const CfFilter *description, GError **error)
{
  EpsilonFilter *self = g_new0 (EpsilonFilter, 1);
  CfFilter *filter = &self->parent;
  const CfEpsilonParams *params = &description->params.epsilon;

  *filter = *description;
  filter->klass = &epsilon_class;
  self->kernel =
      kernels[params->mode][MIN (params->size / 2, CF_EPSILON_N_SIZES) - 1];
  cf_cuda_iterations_init (
      &self->iterations, filter, params->iterations, FALSE);
  if (!cf_cuda_load_kernel (filter->device, self->kernel[0], error)
      || !cf_cuda_load_kernel (filter->device, self->kernel[1], error)
      || !cf_cuda_iterations_alloc (&self->iterations, error)
      || !prepare_estimate (self, error)) {
    epsilon_free (filter);
    return NULL;
  }
  return filter;
}
