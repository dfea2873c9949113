/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decides whether a frame follows the last one. */
#include "gst/filter/gcfcontinuity.h"

/* The gap between frames up to which earlier ones are better than none: with
 * real cameras, and what moves before them. */
typedef struct {
  guint frames; /* of the caps' rate */
  GstClockTime time;
} Gap;

static const Gap judged = { 8, 2 * GST_SECOND };
static const Gap unjudged = { 3, GST_SECOND / 8 };

void
gcf_continuity_interrupt (GcfContinuity *self)
{
  self->is_missing = TRUE;
}

gboolean
gcf_continuity_is_same_stream (GstPad *pad, GstEvent *event)
{
  g_autofree gchar *last = gst_pad_get_stream_id (pad);
  const gchar *id;

  gst_event_parse_stream_start (event, &id);
  return g_strcmp0 (id, last) == 0;
}

gboolean
gcf_continuity_is_same_segment (const GstSegment *segment, GstEvent *event)
{
  GstSegment now = *segment;
  const GstSegment *next;

  gst_event_parse_segment (event, &next);
  now.position = next->position; /* how far frames have come */
  return gst_segment_is_equal (&now, next);
}

void
gcf_continuity_take_event (GcfContinuity *self, GstPad *pad, GstEvent *event,
    const GstSegment *segment)
{
  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_STOP:
      self->is_broken = TRUE;
      break;
    case GST_EVENT_STREAM_START:
      /* of cameras that are switched they follow on one another in time */
      self->is_broken |= !gcf_continuity_is_same_stream (pad, event);
      break;
    case GST_EVENT_SEGMENT:
      self->is_moved |= !gcf_continuity_is_same_segment (segment, event);
      break;
    case GST_EVENT_GAP:
      self->is_missing = TRUE;
      break;
    default:
      break;
  }
}

/* Stream time goes on through whatever maps it to running time anew. */
static gboolean
get_time (const GstSegment *segment, GstBuffer *frame, gint64 *time)
{
  guint64 distance;
  gint sign;

  if (segment->format != GST_FORMAT_TIME || !GST_BUFFER_PTS_IS_VALID (frame))
    return FALSE;
  sign = gst_segment_to_stream_time_full (
      segment, GST_FORMAT_TIME, GST_BUFFER_PTS (frame), &distance);
  *time = sign < 0 ? -(gint64)distance : (gint64)distance;
  return sign != 0;
}

static GstClockTime
longest_gap (const GstVideoInfo *info, const Gap *gap)
{
  GstClockTime frames = 0;

  if (GST_VIDEO_INFO_FPS_N (info) > 0)
    frames = gst_util_uint64_scale_ceil (gap->frames * GST_SECOND,
        GST_VIDEO_INFO_FPS_D (info), GST_VIDEO_INFO_FPS_N (info));
  return MAX (gap->time, frames);
}

/* The interval between two buffers, fields of one frame too. */
static GstClockTime
interval_of (const GstVideoInfo *info)
{
  const gint buffers =
      GST_VIDEO_INFO_INTERLACE_MODE (info) == GST_VIDEO_INTERLACE_MODE_ALTERNATE
          ? 2
          : 1;

  return GST_VIDEO_INFO_FPS_N (info) > 0
             ? gst_util_uint64_scale_int (GST_SECOND / buffers,
                 GST_VIDEO_INFO_FPS_D (info), GST_VIDEO_INFO_FPS_N (info))
             : 0;
}

/* Cameras may not keep to the rate of the caps: counts by how frames came. */
static guint
count_missing (
    const GcfContinuity *self, const GstVideoInfo *info, GstClockTime passed)
{
  const GstClockTime interval = MAX (interval_of (info), self->interval);

  return interval > 0 && passed > interval
             ? (guint)((passed + interval / 2) / interval) - 1
             : 0;
}

gboolean
gcf_continuity_take_frame (GcfContinuity *self, const GstSegment *segment,
    GstBuffer *frame, const GstVideoInfo *info, gboolean is_judged)
{
  const gboolean is_missing =
      self->is_missing || self->is_moved || GST_BUFFER_IS_DISCONT (frame);
  gboolean follows = !self->is_broken
                     && !GST_BUFFER_FLAG_IS_SET (frame, GST_BUFFER_FLAG_RESYNC);
  gint64 time = 0;
  const gboolean has_time = get_time (segment, frame, &time);

  const GstClockTime passed =
      has_time && self->has_last ? (GstClockTime)ABS (time - self->last) : 0;

  self->n_missing = 0;
  if (follows && is_missing && has_time && self->has_last) {
    follows = passed <= longest_gap (info, is_judged ? &judged : &unjudged);
    if (follows)
      self->n_missing = count_missing (self, info, passed);
  } else if (follows && is_missing) {
    follows = !self->is_moved;
  } else {
    self->interval = follows ? passed : 0;
  }
  self->is_missing = self->is_moved = self->is_broken = FALSE;
  if (has_time)
    self->last = time;
  self->has_last = has_time;
  return follows;
}
