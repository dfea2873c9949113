/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mattes of cudamask: those that wait, and the one in force.
 *
 * They become marks in their own thread, so that upstream has its buffers back
 * at once. GstAggregator aggregates where each pad has a buffer: that of mattes
 * has one unless frames have to wait for a matte. */
#include "gst/elements/inpaint/gcfmaskmattes.h"

#include "gst/elements/inpaint/gcfinpaintmarks.h"

static void
matte_clear (GcfMaskMatte *matte)
{
  g_clear_pointer (&matte->marks, gcf_inpaint_mask_unref);
  matte->time.begin = matte->time.end = matte->known = GST_CLOCK_TIME_NONE;
}

static void
matte_free (gpointer data)
{
  matte_clear (data);
  g_free (data);
}

/* All that is known of them, with the lock held. */
static void
reset (GcfMaskMattes *self)
{
  g_queue_clear_full (&self->queue, matte_free);
  matte_clear (&self->current);
  self->current.known = 0;
  self->passed = GST_CLOCK_TIME_NONE;
}

/* Lets the task look. The base class's pad is empty then, so nothing waits. */
static void
signal_task (GcfMaskMattes *self)
{
  GstObject *element = gst_pad_get_parent (GST_PAD (self->pad));
  gboolean signalled;

  g_mutex_lock (&self->lock);
  signalled = self->signalled;
  self->signalled = TRUE;
  g_mutex_unlock (&self->lock);
  if (!signalled && element)
    self->base_chain (GST_PAD (self->pad), element, gst_buffer_new ());
  gst_clear_object (&element);
}

/* Mattes come */

/* Takes the marks, which may be NULL; waits for a place. */
static GstFlowReturn
enqueue (GcfMaskMattes *self, GcfInpaintMask *marks, const GcfMaskTime *time,
    GstClockTime known)
{
  GcfMaskMatte *matte = g_new (GcfMaskMatte, 1);
  GstFlowReturn ret;

  *matte = (GcfMaskMatte){ .marks = marks, .time = *time, .known = known };
  g_mutex_lock (&self->lock);
  while (!self->stopped && !self->flushing && self->refused == GST_FLOW_OK
         && g_queue_get_length (&self->queue) >= GCF_MASK_MATTES_MAX)
    g_cond_wait (&self->cond, &self->lock);
  ret = self->stopped || self->flushing ? GST_FLOW_FLUSHING : self->refused;
  if (ret == GST_FLOW_OK && !self->sought) {
    g_queue_push_tail (&self->queue, matte);
    matte = NULL;
    self->ended = FALSE;
  }
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&matte, matte_free);
  if (ret == GST_FLOW_OK)
    signal_task (self);
  return ret;
}

/* Up to when no other can come: without a duration by the rate, if any. */
static GstClockTime
get_known (const GstVideoInfo *info, const GcfMaskTime *time)
{
  if (GST_CLOCK_TIME_IS_VALID (time->end)
      || !GST_CLOCK_TIME_IS_VALID (time->begin))
    return time->end;
  if (GST_VIDEO_INFO_FPS_N (info) <= 0 || GST_VIDEO_INFO_FPS_D (info) <= 0)
    return time->begin;
  return time->begin
         + gst_util_uint64_scale (GST_SECOND, GST_VIDEO_INFO_FPS_D (info),
             GST_VIDEO_INFO_FPS_N (info));
}

static GstFlowReturn
chain (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  GcfMaskMattes *self = gst_pad_get_element_private (pad);
  GcfInpaintMask *marks;
  GcfMaskTime time;

  if (!self->info.finfo) {
    gst_buffer_unref (buffer);
    return GST_FLOW_NOT_NEGOTIATED;
  }
  if (!gcf_mask_time_init (&time, &self->segment, GST_BUFFER_PTS (buffer),
          GST_BUFFER_DURATION (buffer))) {
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  marks = gcf_inpaint_marks_read (&self->info, buffer);
  gst_buffer_unref (buffer);
  if (!marks) /* as a gap */
    GST_ELEMENT_WARNING (parent, STREAM, FORMAT,
        ("A mask was left out: its memory has no %s picture of %dx%d pixels, "
         "as its caps say. Correct the element in front of the pad mask.",
            GST_VIDEO_INFO_NAME (&self->info),
            GST_VIDEO_INFO_WIDTH (&self->info),
            GST_VIDEO_INFO_HEIGHT (&self->info)),
        (NULL));
  return enqueue (self, marks, &time, get_known (&self->info, &time));
}

static GstFlowReturn
take_gap (GcfMaskMattes *self, GstEvent *event)
{
  GstClockTime begin, duration;
  GcfMaskTime time;

  gst_event_parse_gap (event, &begin, &duration);
  if (!gcf_mask_time_init (&time, &self->segment, begin, duration))
    return GST_FLOW_OK;
  return enqueue (self, NULL, &time,
      GST_CLOCK_TIME_IS_VALID (time.end) ? time.end : time.begin);
}

static GstFlowReturn
take_caps (GcfMaskMattes *self, GstEvent *event)
{
  GstVideoInfo info;
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  if (!gst_video_info_from_caps (&info, caps))
    return GST_FLOW_NOT_NEGOTIATED;
  self->info = info;
  return GST_FLOW_OK;
}

/* One begins to come, or one from after a seek. */
static void
expect (GcfMaskMattes *self, gboolean behind_seek)
{
  g_mutex_lock (&self->lock);
  self->ended = FALSE;
  if (behind_seek)
    self->sought = FALSE;
  g_mutex_unlock (&self->lock);
}

static void
set_flushing (GcfMaskMattes *self, gboolean flushing)
{
  g_mutex_lock (&self->lock);
  self->flushing = flushing;
  if (!flushing) {
    reset (self);
    self->signalled = self->ended = self->sought = FALSE;
  }
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* Flushes the base class's pad too, with a number of its own: where all pads
 * have been flushed by events of one number, it flushes the whole, and here
 * frames alone decide on that. */
static void
flush (GcfMaskMattes *self, GstAggregatorClass *base, gboolean start)
{
  GstObject *element = gst_pad_get_parent (GST_PAD (self->pad));

  if (start)
    set_flushing (self, TRUE);
  if (element)
    base->sink_event (GST_AGGREGATOR (element), self->pad,
        start ? gst_event_new_flush_start () : gst_event_new_flush_stop (TRUE));
  if (!start)
    set_flushing (self, FALSE);
  gst_clear_object (&element);
}

/* None goes on: the frames' events do. */
GstFlowReturn
gcf_mask_mattes_take_event (
    GcfMaskMattes *self, GstAggregatorClass *base, GstEvent *event)
{
  GstFlowReturn ret = GST_FLOW_OK;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      expect (self, FALSE);
      break;
    case GST_EVENT_CAPS:
      ret = take_caps (self, event);
      break;
    case GST_EVENT_SEGMENT:
      gst_event_copy_segment (event, &self->segment);
      expect (self, TRUE);
      break;
    case GST_EVENT_GAP:
      ret = take_gap (self, event);
      break;
    case GST_EVENT_EOS:
    case GST_EVENT_SEGMENT_DONE:
    case GST_EVENT_STREAM_GROUP_DONE:
      gcf_mask_mattes_set_ended (self);
      break;
    case GST_EVENT_FLUSH_START:
      flush (self, base, TRUE);
      break;
    case GST_EVENT_FLUSH_STOP:
      gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
      flush (self, base, FALSE);
      break;
    default:
      break;
  }
  gst_event_unref (event);
  return ret;
}

/* At once, whatever waits: of the mattes' buffers none is kept. */
gboolean
gcf_mask_mattes_answer (GcfMaskMattes *self, GstQuery *query)
{
  GstPad *pad = GST_PAD (self->pad);

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_ALLOCATION:
      gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
      return TRUE;
    case GST_QUERY_DRAIN:
      return TRUE;
    case GST_QUERY_CAPS:
    case GST_QUERY_ACCEPT_CAPS:
    case GST_QUERY_CONTEXT:
      return gst_pad_query_default (pad, GST_OBJECT_PARENT (pad), query);
    default:
      return FALSE; /* what the frames are is no answer for mattes */
  }
}

gboolean
gcf_mask_mattes_seek (GcfMaskMattes *self, GstEvent *event, gboolean flush)
{
  gboolean taken;

  g_mutex_lock (&self->lock);
  self->sought = flush;
  g_mutex_unlock (&self->lock);
  taken = gst_pad_push_event (GST_PAD (self->pad), gst_event_ref (event));
  if (taken)
    expect (self, FALSE);
  g_mutex_lock (&self->lock);
  self->sought &= taken;
  g_mutex_unlock (&self->lock);
  return taken;
}

void
gcf_mask_mattes_set_frames_sought (GcfMaskMattes *self, gboolean sought)
{
  g_mutex_lock (&self->lock);
  self->frames_sought = sought;
  g_mutex_unlock (&self->lock);
}

void
gcf_mask_mattes_set_ended (GcfMaskMattes *self)
{
  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  g_mutex_unlock (&self->lock);
  signal_task (self);
}

void
gcf_mask_mattes_refuse (GcfMaskMattes *self, GstFlowReturn flow)
{
  g_mutex_lock (&self->lock);
  self->refused = flow;
  if (flow != GST_FLOW_OK)
    g_queue_clear_full (&self->queue, matte_free);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* The source pad's task */

/* It begins before a time, or is the next one where either has none. */
static gboolean
has_begun (const GcfMaskMatte *matte, GstClockTime time)
{
  return !GST_CLOCK_TIME_IS_VALID (time)
         || !GST_CLOCK_TIME_IS_VALID (matte->time.begin)
         || matte->time.begin <= time;
}

/* Its frames have gone without it, and the one at that time is not one. */
static gboolean
is_late (
    const GcfMaskMattes *self, const GcfMaskMatte *matte, GstClockTime time)
{
  return matte->marks && GST_CLOCK_TIME_IS_VALID (self->passed)
         && matte->time.begin <= self->passed && matte->time.end <= time;
}

static void
take_next (GcfMaskMattes *self, GstClockTime time)
{
  GcfMaskMatte *next = g_queue_pop_head (&self->queue);

  self->n_late += is_late (self, next, time);
  matte_clear (&self->current);
  self->current = *next;
  g_free (next);
  g_cond_broadcast (&self->cond);
}

/* TRUE where no other can come that is of that time. */
static gboolean
advance (GcfMaskMattes *self, GstClockTime time)
{
  const GcfMaskMatte *next;

  while ((next = g_queue_peek_head (&self->queue)) && has_begun (next, time)) {
    const gboolean in_order = !GST_CLOCK_TIME_IS_VALID (time)
                              || !GST_CLOCK_TIME_IS_VALID (next->time.begin);

    take_next (self, time);
    if (in_order)
      return TRUE;
  }
  return next || self->ended
         || (GST_CLOCK_TIME_IS_VALID (time) && self->current.known > time
             && GST_CLOCK_TIME_IS_VALID (self->current.known));
}

gboolean
gcf_mask_mattes_go_to (GcfMaskMattes *self, GstClockTime time, gboolean anyway)
{
  gboolean known;

  g_mutex_lock (&self->lock);
  if (self->sought && !self->frames_sought)
    reset (self);
  known = self->frames_sought || advance (self, time);
  if (!known && anyway)
    self->passed = time;
  /* with the lock: behind a flush, the signal would be another matte's */
  if (!known && self->signalled)
    self->signalled = !gst_aggregator_pad_drop_buffer (self->pad);
  g_mutex_unlock (&self->lock);
  return known || anyway;
}

GcfInpaintMask *
gcf_mask_mattes_get (GcfMaskMattes *self, GstClockTime time)
{
  const GcfMaskMatte *matte = &self->current;
  GcfInpaintMask *marks = NULL;

  g_mutex_lock (&self->lock);
  if (matte->marks && has_begun (matte, time)
      && (!GST_CLOCK_TIME_IS_VALID (time) || time < matte->time.end))
    marks = gcf_inpaint_mask_ref (matte->marks);
  g_mutex_unlock (&self->lock);
  return marks;
}

guint64
gcf_mask_mattes_get_n_late (GcfMaskMattes *self)
{
  guint64 n;

  g_mutex_lock (&self->lock);
  n = self->n_late;
  g_mutex_unlock (&self->lock);
  return n;
}

/* Object */

void
gcf_mask_mattes_set_stopped (GcfMaskMattes *self, gboolean stopped)
{
  g_mutex_lock (&self->lock);
  reset (self);
  self->stopped = stopped;
  self->signalled = self->ended = self->flushing = FALSE;
  self->sought = self->frames_sought = FALSE;
  self->refused = GST_FLOW_OK;
  self->n_late = 0;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

void
gcf_mask_mattes_init (GcfMaskMattes *self, GstAggregatorPad *pad)
{
  self->pad = pad;
  self->base_chain = GST_PAD_CHAINFUNC (pad);
  gst_pad_set_element_private (GST_PAD (pad), self);
  gst_pad_set_chain_function (GST_PAD (pad), chain);
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_queue_init (&self->queue);
  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  gst_video_info_init (&self->info);
  self->info.finfo = NULL;
  gcf_mask_mattes_set_stopped (self, TRUE);
}

void
gcf_mask_mattes_finish (GcfMaskMattes *self)
{
  reset (self);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->lock);
}
