/* Which kernel computes an epsilon filter. */
#include "epsilon.h"

#define CACHED_BYTES 32768 /* of the rows of a window */

CfCpuKernel
cf_cpu_epsilon_kernel (const CfCpuKernels *kernels,
    const CfEpsilonParams *params, const CfPlane *plane, CfCpuJob *job)
{
  const gint threshold = cf_epsilon_threshold (params, plane->bits);
  CfCpuKernel kernel = *kernels->epsilon[plane->bytes - 1];
  gint width = CACHED_BYTES / (params->size * plane->bytes);

  job->window_width = job->window_height = params->size;
  job->mode = params->mode;
  /* what equals the sample in the middle does not change its mean */
  job->reach =
      params->mode == CF_EPSILON_CLAMP ? threshold : MAX (threshold, 1) - 1;
  kernel.job_width = CLAMP (width, 256, 2048) / 128 * 128; /* whole blocks */
  kernel.job_height = 8 * params->size;
  return kernel;
}
