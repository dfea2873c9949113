/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the kernel of a median or percentile. */
#include "cpu/core/method.h"
#include "cpu/core/tuning.h"
#include "engine/core/cftrial.h"

/* Networks are for medians of squares; ranks are for all else too. */
static CfCpuKernel
prepare_plane (
    gpointer state, const CfFilter *filter, guint plane, CfCpuJob *job)
{
  const CfCpuKernels *kernels = cf_cpu_filter_kernels (filter);
  const CfMedianParams *m = &filter->params.median;
  const CfPlane *p = &filter->planes[plane];
  gint i;

  cf_cpu_job_set_border (job, m->border, m->border_value, p);
  job->window_width = m->width;
  job->window_height = m->height;
  job->rank = cf_median_rank (m);
  for (i = 0; i < CF_CPU_N_NETWORKS; i++)
    if (m->width == m->height && m->width == kernels->networks[i].size
        && m->percentile == CF_PERCENTILE_MEDIAN
        && cf_cpu_prefers_network (filter->device, i, p->bytes))
      return *kernels->networks[i].kernel[p->bytes - 1];
  return p->bytes == 1 ? *kernels->rank_8 : *kernels->rank_16;
}

const CfCpuMethod cf_cpu_median = { .prepare_plane = prepare_plane };

gboolean
cf_cpu_trial_networks (guint i, CfTrial *trial)
{
  *trial = cf_trial_median (i < 2 ? 5 : 11, i % 2 ? 16 : 8);
  return i < 4;
}

gboolean
cf_cpu_trial_ranks (guint i, CfTrial *trial)
{
  *trial = cf_trial_median (31, i % 2 ? 16 : 8);
  return i < 2;
}
