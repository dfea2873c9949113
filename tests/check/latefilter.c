/* What a filter of the CPU's does for a device that does its work later. */
#include "latefilter.h"

#include <string.h>

void
late_filter_do (CfFilter *filter, const CfFilterParams *params,
    CfStream *stream, const CfPlane *src, const CfPlane *dst)
{
  const CfFilterParams now = filter->params;
  /* others may be reading them */
  const gboolean differs = memcmp (&now, params, sizeof now) != 0;

  if (differs)
    filter->params = *params;
  if (!dst)
    cf_backend_cpu.filter_push (filter, stream, src, NULL);
  else
    cf_backend_cpu.filter_run (filter, stream, src, dst, NULL);
  if (differs)
    filter->params = now;
}
