/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drops frames that would be late. */
#include "gst/filter/gcfqos.h"

#define NORMAL_QUALITY 1000000

void
gcf_qos_reset (GcfQos *self)
{
  *self = (GcfQos){ .earliest = GST_CLOCK_TIME_NONE, .proportion = 1 };
}

void
gcf_qos_take_event (GcfQos *self, GstEvent *event)
{
  GstClockTimeDiff late;
  GstClockTime time;

  gst_event_parse_qos (event, NULL, &self->proportion, &late, &time);
  self->earliest = time + late;
}

static void
post (const GcfQos *qos, GstBaseTransform *element, GstBuffer *frame,
    GstClockTime time)
{
  const GstClockTime pts = GST_BUFFER_PTS (frame);
  GstMessage *message = gst_message_new_qos (GST_OBJECT (element), FALSE, time,
      gst_segment_to_stream_time (&element->segment, GST_FORMAT_TIME, pts), pts,
      GST_BUFFER_DURATION (frame));

  gst_message_set_qos_values (message, GST_CLOCK_DIFF (time, qos->earliest),
      qos->proportion, NORMAL_QUALITY);
  gst_message_set_qos_stats (
      message, GST_FORMAT_BUFFERS, qos->processed, qos->dropped);
  gst_element_post_message (GST_ELEMENT (element), message);
}

gboolean
gcf_qos_drops (GcfQos *self, GstBaseTransform *element, GstBuffer *frame)
{
  const gboolean is_enabled = gst_base_transform_is_qos_enabled (element);
  GstClockTime time = GST_CLOCK_TIME_NONE;
  GcfQos now;
  gboolean drops;

  if (element->segment.format == GST_FORMAT_TIME)
    time = gst_segment_to_running_time (
        &element->segment, GST_FORMAT_TIME, GST_BUFFER_PTS (frame));
  GST_OBJECT_LOCK (element);
  drops = is_enabled && GST_CLOCK_TIME_IS_VALID (time)
          && GST_CLOCK_TIME_IS_VALID (self->earliest) && time <= self->earliest;
  self->processed += !drops;
  self->dropped += drops;
  now = *self;
  GST_OBJECT_UNLOCK (element);
  if (drops)
    post (&now, element, frame, time);
  return drops;
}
