/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the kernel that computes a convolution. */
#include "cpu/convolve/convolve.h"

#include "cpu/core/method.h"
#include "cpu/core/tuning.h"
#include "engine/core/cftrial.h"

/* Each plane has one; NULL where another of the same depth has it */
typedef struct {
  CfCpuConvolve *of[CF_MAX_PLANES];
} Convolutions;

static CfCpuConvolve *
convolve_new (const CfConvolveParams *params, gint bits, gboolean has_quads)
{
  CfCpuConvolve *c = g_new0 (CfCpuConvolve, 1);

  cf_convolve_plan_init (&c->plan, params, bits);
  c->vectors = cf_cpu_convolve_split (c, has_quads);
  return c;
}

/* Columns whose pairs of rows stay in the first cache; not so few that those
 * around them cost much. */
static gint
product_width (const CfCpuConvolve *c)
{
  gint width = 40960 / (4 * c->parts * c->column_pairs);

  width = CLAMP (width, MAX (256, 2 * c->plan.width), 1024);
  return width / 64 * 64; /* whole vectors */
}

static CfCpuKernel
choose_kernel (const CfCpuKernels *kernels, const CfCpuConvolve *c)
{
  CfCpuKernel kernel = cf_cpu_convolve_scalar;

  if (c->vectors && c->plan.two_passes) {
    kernel = *kernels->convolve_product;
    kernel.job_width = product_width (c);
  } else if (c->vectors) {
    kernel = c->group == CF_CPU_QUAD ? *kernels->convolve_dot
                                     : *kernels->convolve_mask;
  }
  kernel.job_height = MAX (kernel.job_height, 8 * c->plan.height);
  return kernel;
}

static gpointer
state_new (const CfFilter *filter)
{
  return g_new0 (Convolutions, 1);
}

static void
state_free (gpointer state)
{
  Convolutions *convolutions = state;
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    g_free (convolutions->of[i]);
  g_free (convolutions);
}

static const CfCpuConvolve *
convolve_for (Convolutions *convolutions, const CfFilter *filter, guint plane)
{
  const CfPlane *p = &filter->planes[plane];
  guint i;

  for (i = 0; i < plane; i++)
    if (convolutions->of[i] && filter->planes[i].bits == p->bits
        && filter->planes[i].bytes == p->bytes)
      return convolutions->of[i];
  /* dot products are of bytes in memory */
  convolutions->of[plane] = convolve_new (&filter->params.convolve, p->bits,
      p->bytes == 1 && cf_cpu_filter_kernels (filter)->convolve_dot != NULL);
  return convolutions->of[plane];
}

static CfCpuKernel
prepare_plane (
    gpointer state, const CfFilter *filter, guint plane, CfCpuJob *job)
{
  const CfConvolveParams *params = &filter->params.convolve;

  cf_cpu_job_set_border (
      job, params->border, params->border_value, &filter->planes[plane]);
  job->convolve = convolve_for (state, filter, plane);
  return choose_kernel (cf_cpu_filter_kernels (filter), job->convolve);
}

const CfCpuMethod cf_cpu_convolve = {
  .state_new = state_new,
  .state_free = state_free,
  .prepare_plane = prepare_plane,
};

gboolean
cf_cpu_trial_convolve (guint i, CfTrial *trial)
{
  const gint bits = i % 2 ? 16 : 8;

  *trial = i < 2 ? cf_trial_convolve (5, bits, 2)
                 : cf_trial_convolve_product (15, bits, 1);
  return i < 4;
}
