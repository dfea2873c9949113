/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* When a buffer or a gap is, in the pipeline's running time. */
#include "gst/elements/inpaint/gcfmasktime.h"

gboolean
gcf_mask_time_init (GcfMaskTime *self, const GstSegment *segment,
    GstClockTime time, GstClockTime duration)
{
  const gboolean told = GST_CLOCK_TIME_IS_VALID (duration) && duration > 0;
  guint64 stop, first, last;

  self->begin = self->end = GST_CLOCK_TIME_NONE;
  if (!GST_CLOCK_TIME_IS_VALID (time) || segment->format != GST_FORMAT_TIME)
    return TRUE;
  if (!g_uint64_checked_add (&stop, time, told ? duration : 0))
    stop = GST_CLOCK_TIME_NONE;
  if (!gst_segment_clip (segment, GST_FORMAT_TIME, time, stop, &first, &last))
    return FALSE;
  first = gst_segment_to_running_time (segment, GST_FORMAT_TIME, first);
  last = gst_segment_to_running_time (segment, GST_FORMAT_TIME, last);
  /* played backwards, the last is the first */
  self->begin = MIN (first, last);
  if (told && GST_CLOCK_TIME_IS_VALID (MAX (first, last)))
    self->end = MAX (first, last);
  return GST_CLOCK_TIME_IS_VALID (self->begin);
}
