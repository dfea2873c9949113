/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Learns how long the next frame takes to come. */
#include "gst/filter/gcfpace.h"

static void
reset (GcfPace *self)
{
  self->last = GST_CLOCK_TIME_NONE;
  self->duration = 0;
  self->n = 0;
}

void
gcf_pace_init (GcfPace *self)
{
  *self = (GcfPace){ .last = GST_CLOCK_TIME_NONE };
}

static gboolean
tell (GcfPace *self, GstClockTime interval)
{
  const gboolean changed = interval != self->told;

  self->told = interval;
  return changed;
}

/* Alternating fields have a buffer each. */
static GstClockTime
interval_of (gint fps_n, gint fps_d, const GstVideoInfo *info)
{
  const gint fields =
      GST_VIDEO_INFO_INTERLACE_MODE (info) == GST_VIDEO_INTERLACE_MODE_ALTERNATE
          ? 2
          : 1;

  return fps_n > 0 && fps_d > 0
             ? gst_util_uint64_scale_ceil (GST_SECOND / fields, fps_d, fps_n)
             : 0;
}

gboolean
gcf_pace_set_caps (GcfPace *self, GstCaps *caps, const GstVideoInfo *info)
{
  gint n = GST_VIDEO_INFO_FPS_N (info), d = GST_VIDEO_INFO_FPS_D (info);

  if (n == 0
      && !gst_structure_get_fraction (
          gst_caps_get_structure (caps, 0), "max-framerate", &n, &d))
    n = 0;
  self->nominal = interval_of (n, d, info);
  return gcf_pace_reset (self);
}

gboolean
gcf_pace_reset (GcfPace *self)
{
  reset (self);
  return tell (self, self->nominal);
}

void
gcf_pace_interrupt (GcfPace *self)
{
  self->last = GST_CLOCK_TIME_NONE;
}

static void
remember (GcfPace *self, GstClockTime interval)
{
  self->intervals[self->n++ % GCF_PACE_FRAMES] =
      MIN (interval, GCF_PACE_LONGEST);
}

/* The second longest; before there are two, as long as a frame says it lasts.
 */
static GstClockTime
learned (const GcfPace *self)
{
  const guint n = MIN (self->n, GCF_PACE_FRAMES);
  GstClockTime longest = 0, second = 0;
  guint i;

  if (n < 2)
    return MIN (self->duration, GCF_PACE_LONGEST);
  for (i = 0; i < n; i++) {
    second = MAX (second, MIN (longest, self->intervals[i]));
    longest = MAX (longest, self->intervals[i]);
  }
  return second;
}

static gboolean
follow (GcfPace *self)
{
  const GstClockTime interval = MAX (self->nominal, learned (self));

  return (interval > self->told + self->told / 16
             || interval < self->told - self->told / 4)
         && tell (self, interval);
}

gboolean
gcf_pace_take_frame (GcfPace *self, const GstSegment *segment, GstBuffer *frame)
{
  GstClockTime time;

  if (segment->format != GST_FORMAT_TIME || !GST_BUFFER_PTS_IS_VALID (frame))
    return FALSE;
  time = gst_segment_to_running_time (
      segment, GST_FORMAT_TIME, GST_BUFFER_PTS (frame));
  self->duration =
      GST_BUFFER_DURATION_IS_VALID (frame) ? GST_BUFFER_DURATION (frame) : 0;
  if (GST_CLOCK_TIME_IS_VALID (self->last) && GST_CLOCK_TIME_IS_VALID (time)
      && time > self->last)
    remember (self, time - self->last);
  self->last = time;
  return follow (self);
}
