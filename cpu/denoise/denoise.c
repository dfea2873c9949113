/* Which method does it. */
#include "cpu/denoise/denoise.h"
#include "cpu/denoise/denoise_method.h"
#include "engine/core/cferror.h"

static const struct {
  const gchar *name;
  const CfCpuDenoiseMethod *method; /* or NULL */
} methods[] = {
  [CF_DENOISE_RECURSIVE] = { "recursive", &cf_cpu_denoise_recursive },
  [CF_DENOISE_AVERAGE] = { "average", &cf_cpu_denoise_frames },
  [CF_DENOISE_MEDIAN] = { "median", &cf_cpu_denoise_frames },
  [CF_DENOISE_COMPENSATED] = { "compensated", &cf_cpu_denoise_recursive },
};

static const CfCpuDenoiseMethod *
method_of (const CfFilter *filter)
{
  return methods[filter->params.denoise.method].method;
}

CfFilter *
cf_cpu_denoise_new (const CfFilter *description, GError **error)
{
  if (!method_of (description)) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The cpu backend does not denoise by the method \"%s\" yet",
        methods[description->params.denoise.method].name);
    return NULL;
  }
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

guint
cf_cpu_denoise_get_sigma (CfFilter *filter, guint plane)
{
  const CfCpuDenoiseMethod *method = method_of (filter);

  return method->get_sigma ? method->get_sigma (filter, plane) : 0;
}
