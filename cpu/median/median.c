/* Which kernel computes a median or percentile. */
#include "cpu/core/method.h"

/* What a sample costs grows with the window of a network, but hardly with that
 * of the rank method. Measured against each other on squares of random samples:
 * with 8 bits networks are faster up to 15 and slower from 17 on; with 16 bits
 * they are slower from 19 on (AVX2) or from about 25 on (AVX-512), but those
 * beyond 15 are large and take long to compile. Other windows and percentiles
 * have no network. */
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
        && m->percentile == CF_PERCENTILE_MEDIAN)
      return *kernels->networks[i].kernel[p->bytes - 1];
  return *kernels->rank[p->bytes - 1];
}

const CfCpuMethod cf_cpu_median = { .prepare_plane = prepare_plane };
