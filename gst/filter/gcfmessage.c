/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Element messages that are of a frame. */
#include "gst/filter/gcfmessage.h"

void
gcf_message_post (
    GstBaseTransform *element, GstBuffer *frame, GstStructure *structure)
{
  const GstSegment *segment = &element->segment;
  const GstClockTime pts = GST_BUFFER_PTS (frame);
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;

  if (segment->format == GST_FORMAT_TIME) {
    stream_time = gst_segment_to_stream_time (segment, GST_FORMAT_TIME, pts);
    running_time = gst_segment_to_running_time (segment, GST_FORMAT_TIME, pts);
  }
  gst_structure_set (structure, "timestamp", GST_TYPE_CLOCK_TIME, pts,
      "stream-time", GST_TYPE_CLOCK_TIME, stream_time, "running-time",
      GST_TYPE_CLOCK_TIME, running_time, "duration", GST_TYPE_CLOCK_TIME,
      GST_BUFFER_DURATION (frame), NULL);
  gst_element_post_message (GST_ELEMENT (element),
      gst_message_new_element (GST_OBJECT (element), structure));
}
