/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value: as many launches as their arguments need. */
#include "cuda/fill/fillplan.h"
#include "cuda/core/launch.h"

gboolean
cf_cuda_fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  CfKernelFill launch;
  gboolean ok = TRUE;
  guint done = 0;

  if (!cf_cuda_enter (stream->device, error))
    return FALSE;
  while (ok && done < n_spans) {
    const guint n =
        cf_fill_plan (&launch, plane, spans + done, n_spans - done, values);
    const guint warps = CF_FILL_THREADS / 32;

    ok = cf_cuda_launch (stream, &cf_kernel_fill, (n + warps - 1) / warps,
        CF_FILL_THREADS, 0, &launch, error);
    done += n;
  }
  cf_cuda_leave ();
  return ok;
}
