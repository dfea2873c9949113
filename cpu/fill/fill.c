/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value: bound by what is little, so one thread does
 * it. */
#include "cpu/fill/fill.h"

#include <string.h>

gboolean
cf_cpu_fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  const gssize pixel = (gssize)plane->step * plane->bytes;
  guint i;
  gint x, c;

  for (i = 0; i < n_spans; i++) {
    guint8 *at = plane->data + spans[i].y * plane->stride + spans[i].x * pixel;

    for (x = 0; x < spans[i].length; x++, at += pixel)
      for (c = 0; c < plane->channels; c++) {
        const guint16 sample = values[c] << plane->shift;

        if (plane->bytes == 1)
          at[c] = sample;
        else
          memcpy (at + 2 * c, &sample, 2);
      }
  }
  return TRUE;
}
