/* Which method does it. */
#include "cpu/denoise/denoise.h"
#include "cpu/denoise/denoise_method.h"

static const CfCpuDenoiseMethod *const methods[] = {
  [CF_DENOISE_RECURSIVE] = &cf_cpu_denoise_recursive,
  [CF_DENOISE_AVERAGE] = &cf_cpu_denoise_frames,
  [CF_DENOISE_MEDIAN] = &cf_cpu_denoise_frames,
  [CF_DENOISE_COMPENSATED] = &cf_cpu_denoise_recursive,
};

static const CfCpuDenoiseMethod *
method_of (const CfFilter *filter)
{
  return methods[filter->params.denoise.method];
}

CfFilter *
cf_cpu_denoise_new (const CfFilter *description, GError **error)
{
  return method_of (description)->filter_new (description, error);
}

void
cf_cpu_denoise_free (CfFilter *filter)
{
  method_of (filter)->filter_free (filter);
}

gboolean
cf_cpu_denoise_run (
    CfFilter *filter, const CfPlane *src, const CfPlane *dst, GError **error)
{
  return method_of (filter)->run (filter, src, dst, error);
}

gboolean
cf_cpu_denoise_push (CfFilter *filter, const CfPlane *src, GError **error)
{
  return method_of (filter)->push (filter, src, error);
}

void
cf_cpu_denoise_forget (CfFilter *filter)
{
  method_of (filter)->forget (filter);
}

void
cf_cpu_denoise_skip (CfFilter *filter)
{
  method_of (filter)->skip (filter);
}

gboolean
cf_cpu_denoise_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return method_of (filter)->get_noise (filter, plane, noise);
}
