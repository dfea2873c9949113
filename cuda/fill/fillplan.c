/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes cf_kernel_fill's argument. */
#include "cuda/fill/fillplan.h"

guint
cf_fill_plan (CfKernelFill *launch, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values)
{
  guint i;
  gint c;

  launch->data = plane->data;
  launch->stride = plane->stride;
  launch->step = plane->step;
  launch->channels = plane->channels;
  launch->bytes = plane->bytes;
  launch->n_spans = MIN (n_spans, CF_FILL_SPANS);
  for (c = 0; c < plane->channels; c++)
    launch->samples[c] = values[c] << plane->shift;
  for (i = 0; i < (guint)launch->n_spans; i++)
    launch->spans[i] =
        (CfKernelSpan){ spans[i].x, spans[i].y, spans[i].length };
  return launch->n_spans;
}
