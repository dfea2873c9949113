/* Which kernel computes a median or percentile. */
#include "median.h"

/* What a sample costs grows with the window of a network, but hardly with that
 * of the rank method. Measured against each other on squares of random samples:
 * with 8 bits networks are faster up to 15 and slower from 17 on; with 16 bits
 * they are slower from 19 on (AVX2) or from about 25 on (AVX-512), but those
 * beyond 15 are large and take long to compile. Other windows and percentiles
 * have no network. */
CfCpuKernel
cf_cpu_median_kernel (const CfCpuKernels *kernels, const CfMedianParams *m,
    const CfPlane *plane, CfCpuJob *job)
{
  const CfCpuKernel *network = NULL;

  job->window_width = m->width;
  job->window_height = m->height;
  job->rank = cf_median_rank (m);
  if (m->width == m->height && m->width <= CF_CPU_NETWORK_MAX
      && m->percentile == CF_PERCENTILE_MEDIAN)
    network =
        kernels
            ->networks[(m->width - CF_MEDIAN_SIZE_MIN) / 2][plane->bytes - 1];
  return network ? *network : *kernels->rank[plane->bytes - 1];
}
