/* Which kernel computes an epsilon filter. */
#include "cpu/core/method.h"

#define CACHED_BYTES 32768 /* of the rows of a window */

static CfCpuKernel
prepare_plane (
    gpointer state, const CfFilter *filter, guint plane, CfCpuJob *job)
{
  const CfEpsilonParams *params = &filter->params.epsilon;
  const CfPlane *p = &filter->planes[plane];
  const gint threshold = cf_epsilon_threshold (params, p->bits);
  CfCpuKernel kernel = *cf_cpu_filter_kernels (filter)->epsilon[p->bytes - 1];
  gint width = CACHED_BYTES / (params->size * p->bytes);

  cf_cpu_job_set_border (job, params->border, params->border_value, p);
  job->window_width = job->window_height = params->size;
  job->mode = params->mode;
  /* what equals the sample in the middle does not change its mean */
  job->reach =
      params->mode == CF_EPSILON_CLAMP ? threshold : MAX (threshold, 1) - 1;
  kernel.job_width = CLAMP (width, 256, 2048) / 128 * 128; /* whole blocks */
  kernel.job_height = 8 * params->size;
  return kernel;
}

const CfCpuMethod cf_cpu_epsilon = { .prepare_plane = prepare_plane };
