/* The CPU's filters as those of a device that does their work later. */
#include "latefilter.h"

CfFilter *
late_filter_new (const CfFilter *description, GError **error)
{
  return cf_backend_cpu.filter_new (description, error);
}

void
late_filter_free (CfFilter *filter)
{
  cf_backend_cpu.filter_free (filter);
}

void
late_filter_do (CfFilter *filter, const CfFilterParams *params,
    CfStream *stream, const CfPlane *src, const CfPlane *dst)
{
  const CfFilterParams now = filter->params;

  filter->params = *params;
  if (!dst)
    cf_backend_cpu.filter_push (filter, stream, src, NULL);
  else
    cf_backend_cpu.filter_run (filter, stream, src, dst, NULL);
  filter->params = now;
}

void
late_filter_forget (CfFilter *filter)
{
  cf_backend_cpu.filter_forget (filter);
}
