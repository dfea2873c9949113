/* What a filter of the CPU's does for a device that does its work later. */
#include "latefilter.h"

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
