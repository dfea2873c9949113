/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudamask: a stream of mattes, attached to the frames of another.
 *
 * GstAggregator queues both and waits. All else is as in a filter of frames:
 * their events and queries go through, in their order, and of its own the base
 * class sends none. */

/**
 * SECTION:element-cudamask
 * @title: cudamask
 * @see_also: cudainpaint
 *
 * Attaches masks that another element makes to the frames that they are of,
 * for a later cudainpaint, which repairs what they mark. Frames come on the pad
 * `sink`, in any memory, and go on as they are, in the memory they came in.
 * Masks come on the pad `mask`: what is at least half as bright as white is
 * marked, of formats with alpha what is at least half opaque.
 *
 * A frame has the mask in whose time it is, by running time: from the mask's
 * time stamp until it ends, or, where it has no duration, until the next one,
 * or a gap, begins. Without time stamps it is the next one in order. Frames
 * wait until their mask is known; in a live pipeline not longer than upstream
 * of both pads, and #GstAggregator:latency, allow.
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 pattern=ball ! \
 *   video/x-raw,format=GRAY8 ! queue ! m.mask \
 *   videotestsrc num-buffers=100 pattern=smpte ! queue ! cudamask name=m ! \
 *   cudainpaint ! videoconvert ! autovideosink
 * ]| Repairs what is under a ball that moves.
 *
 * Since: 0.3
 */
#include <gst/base/gstaggregator.h>

#include "gst/elements/inpaint/gcfinpaintmarks.h"
#include "gst/elements/inpaint/gcfmaskmattes.h"
#include "gst/elements/inpaint/gstcudamaskmeta.h"
#include "gst/elements/inpaint/gcfmaskquery.h"
#include "gst/filter/gcfcaps.h"

#define GST_TYPE_CUDA_MASK (gst_cuda_mask_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaMask, gst_cuda_mask, GST, CUDA_MASK, GstAggregator)
GST_ELEMENT_REGISTER_DECLARE (cudamask)

GST_DEBUG_CATEGORY_STATIC (gst_cuda_mask_debug);
#define GST_CAT_DEFAULT gst_cuda_mask_debug

/* Time stamps of one moment may differ by so much (Matroska's are in ms). */
#define TOLERANCE_MAX GST_MSECOND
/* Frames wait so long for the pad of mattes to be linked, in us: a decoder's
 * pad comes when the pipeline runs. */
#define LINK_WAIT G_USEC_PER_SEC
/* So many mattes whose frames had gone are worth a warning. */
#define LATE_MAX 10

enum {
  PROP_0,
  PROP_STATS,
};

/* Events of the frames that stay with a pad */
enum { STREAM_START, CAPS, SEGMENT, N_KEPT };

struct _GstCudaMask {
  GstAggregator parent;

  GstAggregatorPad *sink; /* of frames */
  GstPadChainFunction base_chain;
  GcfMaskMattes mattes;

  /* held by the task while it pushes */
  GMutex push_lock;
  /* and while it asks downstream */
  GMutex query_lock;
  GstQuery *query; /* under that: of frames, whose asker waits for the task */

  /* atomic */
  gint flushing; /* frames are */
  gint flow;     /* what downstream returned, until a flush */
  gint told;     /* and that upstream got it */

  /* the task's, under the push lock; the flush of frames changes some */
  GstEvent *kept[N_KEPT];
  GstClockTime interval; /* by the rate in the caps, or NONE */
  GstClockTime last;     /* the last frame's running time, or NONE */
  GstClockTime distance; /* between the last two, or NONE */
  gboolean warned_late;

  GMutex link_lock;
  GCond link_cond;  /* one of the next two, or `flushing`, has changed */
  gboolean linked;  /* the pad of mattes was, since the start */
  gboolean stopped; /* the task is to end */

  /* under the object lock */
  guint64 n_frames, n_masked, n_late;
};

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE (
    "sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw(ANY)"));
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE (
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw(ANY)"));
static GstStaticPadTemplate mask_template =
    GST_STATIC_PAD_TEMPLATE ("mask", GST_PAD_SINK, GST_PAD_ALWAYS,
        GST_STATIC_CAPS (GCF_CAPS_MAKE ("", GCF_INPAINT_MATTE_FORMATS)));

#define gst_cuda_mask_parent_class parent_class
G_DEFINE_TYPE (GstCudaMask, gst_cuda_mask, GST_TYPE_AGGREGATOR)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (cudamask, "cudamask", GST_RANK_NONE,
    GST_TYPE_CUDA_MASK,
    GST_DEBUG_CATEGORY_INIT (gst_cuda_mask_debug, "cudamask", 0, "cudamask"))

static GstPad *
get_src (GstCudaMask *self)
{
  return GST_AGGREGATOR_SRC_PAD (self);
}

static gboolean
is_of_mattes (GstCudaMask *self, GstAggregatorPad *pad)
{
  return pad == self->mattes.pad;
}

/* Downstream, in the task */

/* Events that were lost as frames were flushed, too, before what follows. */
static void
push_kept (GstCudaMask *self)
{
  static const GstEventType types[] = { GST_EVENT_STREAM_START, GST_EVENT_CAPS,
    GST_EVENT_SEGMENT };
  guint i;

  for (i = 0; i < N_KEPT; i++) {
    GstEvent *there = gst_pad_get_sticky_event (get_src (self), types[i], 0);

    if (self->kept[i] && there != self->kept[i])
      gst_pad_push_event (get_src (self), gst_event_ref (self->kept[i]));
    gst_clear_event (&there);
  }
}

static void
keep (GstCudaMask *self, guint i, GstEvent *event)
{
  gst_event_replace (&self->kept[i], event);
  gst_event_unref (event);
  push_kept (self);
}

/* Frames that are flushed cannot go on: that is no end. */
static void
set_flow (GstCudaMask *self, GstFlowReturn flow)
{
  if (flow == GST_FLOW_OK
      || (flow == GST_FLOW_FLUSHING && g_atomic_int_get (&self->flushing)))
    return;
  GST_DEBUG_OBJECT (self, "downstream: %s", gst_flow_get_name (flow));
  g_atomic_int_set (&self->flow, flow);
  gcf_mask_mattes_refuse (&self->mattes, flow);
}

/* Takes the marks, which may be NULL. */
static void
push_frame (GstCudaMask *self, GstBuffer *frame, GcfInpaintMask *marks)
{
  if (marks) {
    frame = gst_buffer_make_writable (frame);
    gst_cuda_mask_meta_add (frame, marks);
    gcf_inpaint_mask_unref (marks);
  }
  GST_OBJECT_LOCK (self);
  self->n_frames++;
  self->n_masked += marks != NULL;
  GST_OBJECT_UNLOCK (self);
  push_kept (self);
  set_flow (self, gst_pad_push (get_src (self), frame));
}

/* Posts an error that upstream did not get, since nothing came after it: it
 * would be lost, as in a queue. */
static void
push_eos (GstCudaMask *self, GstEvent *eos)
{
  const GstFlowReturn flow = g_atomic_int_get (&self->flow);

  if ((flow == GST_FLOW_NOT_LINKED || flow < GST_FLOW_EOS)
      && !g_atomic_int_get (&self->told))
    GST_ELEMENT_FLOW_ERROR (self, flow);
  push_kept (self);
  gst_pad_push_event (get_src (self), eos);
  gcf_mask_mattes_refuse (&self->mattes, GST_FLOW_EOS);
}

/* Frames */

/* Returns this frame's flow; base returns that of the frame before. */
static GstFlowReturn
chain (GstPad *pad, GstObject *parent, GstBuffer *frame)
{
  GstCudaMask *self = GST_CUDA_MASK (parent);
  GstFlowReturn flow = g_atomic_int_get (&self->flow), ret = GST_FLOW_OK;

  if (flow == GST_FLOW_OK)
    ret = self->base_chain (pad, parent, frame);
  else
    gst_buffer_unref (frame);
  if (ret == GST_FLOW_OK)
    ret = g_atomic_int_get (&self->flow);
  if (ret != GST_FLOW_OK)
    g_atomic_int_set (&self->told, TRUE);
  return ret;
}

static gboolean
is_gap (GstBuffer *buffer)
{
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP)
         && gst_buffer_n_memory (buffer) == 0;
}

/* Returns how much later a matte's time may be than its frame's. */
static GstClockTime
get_tolerance (const GstCudaMask *self, GstBuffer *frame)
{
  GstClockTime duration = GST_BUFFER_DURATION (frame);

  if (!GST_CLOCK_TIME_IS_VALID (duration) || duration == 0)
    duration = self->interval;
  if (!GST_CLOCK_TIME_IS_VALID (duration))
    duration = self->distance;
  return MIN (TOLERANCE_MAX, duration / 4);
}

/* Finds a gap's last moment, so that mattes within it are dropped. FALSE where
 * the frame is outside of its segment. */
static gboolean
find_time (GstCudaMask *self, GstBuffer *frame, GstClockTime *time)
{
  GcfMaskTime its;
  GstSegment segment;
  gboolean inside;

  GST_OBJECT_LOCK (self->sink);
  segment = self->sink->segment;
  GST_OBJECT_UNLOCK (self->sink);
  inside = gcf_mask_time_init (
      &its, &segment, GST_BUFFER_PTS (frame), GST_BUFFER_DURATION (frame));
  *time = its.begin;
  if (!GST_CLOCK_TIME_IS_VALID (its.begin))
    return inside;
  if (!is_gap (frame))
    *time += get_tolerance (self, frame);
  else if (GST_CLOCK_TIME_IS_VALID (its.end) && its.end > its.begin)
    *time = its.end - 1;
  return inside;
}

static void
learn_distance (GstCudaMask *self, GstClockTime time)
{
  if (GST_CLOCK_TIME_IS_VALID (time) && GST_CLOCK_TIME_IS_VALID (self->last)
      && time > self->last)
    self->distance = time - self->last;
  self->last = time;
}

static void
tell_late (GstCudaMask *self)
{
  const guint64 n = gcf_mask_mattes_get_n_late (&self->mattes);

  GST_OBJECT_LOCK (self);
  self->n_late = n;
  GST_OBJECT_UNLOCK (self);
  if (self->warned_late || n < LATE_MAX)
    return;
  self->warned_late = TRUE;
  GST_ELEMENT_WARNING (self, STREAM, TOO_LAZY,
      ("Masks come too late: the frames of %d have gone without them. Set "
       "latency to how much longer masks take than frames.",
          LATE_MAX),
      (NULL));
}

static GstFlowReturn
handle_frame (GstCudaMask *self, GstBuffer *frame, gboolean late)
{
  GcfMaskMattes *mattes = &self->mattes;
  GstClockTime time;
  gboolean inside = find_time (self, frame, &time);

  /* outside nobody sees it */
  if (inside && !gcf_mask_mattes_go_to (mattes, time, late)) {
    gst_buffer_unref (frame);
    return GST_AGGREGATOR_FLOW_NEED_DATA;
  }
  /* ours is then the only reference */
  gst_buffer_unref (frame);
  frame = gst_aggregator_pad_pop_buffer (self->sink);
  if (!frame)
    return GST_FLOW_OK;
  if (is_gap (frame)) {
    gst_buffer_unref (frame);
    return GST_FLOW_OK;
  }
  learn_distance (self, time);
  tell_late (self);
  push_frame (self, frame, gcf_mask_mattes_get (mattes, time));
  return GST_FLOW_OK;
}

static GstFlowReturn
gst_cuda_mask_aggregate (GstAggregator *aggregator, gboolean timeout)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);
  GstFlowReturn ret = GST_FLOW_OK;
  GstBuffer *frame;

  g_mutex_lock (&self->push_lock);
  frame = gst_aggregator_pad_peek_buffer (self->sink);
  if (!frame)
    ret = GST_AGGREGATOR_FLOW_NEED_DATA;
  else if (g_atomic_int_get (&self->flow) == GST_FLOW_OK)
    ret = handle_frame (self, frame, timeout);
  else {
    gst_buffer_unref (frame);
    gst_aggregator_pad_drop_buffer (self->sink);
  }
  g_mutex_unlock (&self->push_lock);
  return ret;
}

/* Returns the time of the frame that waits; the base class adds the latency. */
static GstClockTime
gst_cuda_mask_get_next_time (GstAggregator *aggregator)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);
  GstBuffer *frame = gst_aggregator_pad_peek_buffer (self->sink);
  GstClockTime time = GST_CLOCK_TIME_NONE;

  if (frame && !find_time (self, frame, &time))
    time = GST_CLOCK_TIME_NONE;
  gst_clear_buffer (&frame);
  return time;
}

/* Events of frames */

static void
wake_task (GstCudaMask *self)
{
  g_mutex_lock (&self->link_lock);
  g_cond_broadcast (&self->link_cond);
  g_mutex_unlock (&self->link_lock);
}

/* Waits before the first frame. */
static void
wait_for_link (GstCudaMask *self)
{
  const gint64 until = g_get_monotonic_time () + LINK_WAIT;
  gboolean waits = TRUE, waited;

  g_mutex_lock (&self->link_lock);
  while (waits && !self->linked && !self->stopped
         && !g_atomic_int_get (&self->flushing))
    waits = g_cond_wait_until (&self->link_cond, &self->link_lock, until);
  waited = !waits && !self->linked;
  self->linked |= waited; /* no other wait */
  g_mutex_unlock (&self->link_lock);
  if (!waited)
    return;
  gcf_mask_mattes_set_ended (&self->mattes);
  GST_ELEMENT_WARNING (self, STREAM, FAILED,
      ("The pad mask is not linked: frames pass as they are. Link it to the "
       "element that makes masks."),
      (NULL));
}

static void
flush_start (GstCudaMask *self, GstEvent *event)
{
  GstEvent *own = gst_event_new_flush_start (); /* of a number of its own */

  g_atomic_int_set (&self->flushing, TRUE);
  wake_task (self);
  GST_AGGREGATOR_CLASS (parent_class)
      ->sink_event (GST_AGGREGATOR (self), self->sink, own);
  gst_pad_push_event (get_src (self), event);
}

/* Whatever frame the task has is gone, or dropped, when this goes on. */
static void
flush_stop (GstCudaMask *self, GstEvent *event)
{
  g_mutex_lock (&self->push_lock);
  /* the base class keeps one that get_next_time() has looked at */
  gst_aggregator_pad_drop_buffer (self->sink);
  GST_AGGREGATOR_CLASS (parent_class)
      ->sink_event (
          GST_AGGREGATOR (self), self->sink, gst_event_new_flush_stop (TRUE));
  gst_clear_event (&self->kept[SEGMENT]);
  self->last = GST_CLOCK_TIME_NONE;
  g_atomic_int_set (&self->flow, GST_FLOW_OK);
  g_atomic_int_set (&self->told, FALSE);
  gcf_mask_mattes_set_frames_sought (&self->mattes, FALSE);
  gcf_mask_mattes_refuse (&self->mattes, GST_FLOW_OK);
  gst_pad_push_event (get_src (self), event);
  g_atomic_int_set (&self->flushing, FALSE);
  g_mutex_unlock (&self->push_lock);
}

static void
take_caps (GstCudaMask *self, GstEvent *event)
{
  GstCaps *caps;
  gint n, d;

  gst_event_parse_caps (event, &caps);
  self->interval = GST_CLOCK_TIME_NONE;
  if (gst_structure_get_fraction (
          gst_caps_get_structure (caps, 0), "framerate", &n, &d)
      && n > 0 && d > 0)
    self->interval = gst_util_uint64_scale (GST_SECOND, d, n);
  keep (self, CAPS, event);
}

/* Runs in the task. */
static void
take_serialized (GstCudaMask *self, GstEvent *event)
{
  GstAggregator *aggregator = GST_AGGREGATOR (self);
  GstAggregatorClass *base = GST_AGGREGATOR_CLASS (parent_class);

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      gcf_mask_mattes_refuse (&self->mattes, GST_FLOW_OK);
      keep (self, STREAM_START, event);
      break;
    case GST_EVENT_CAPS:
      take_caps (self, event);
      break;
    case GST_EVENT_SEGMENT:
      base->sink_event (aggregator, self->sink, gst_event_ref (event));
      gcf_mask_mattes_set_frames_sought (&self->mattes, FALSE);
      keep (self, SEGMENT, event);
      break;
    case GST_EVENT_GAP: /* also a frame, for which mattes are dropped */
      push_kept (self);
      gst_pad_push_event (get_src (self), gst_event_ref (event));
      base->sink_event (aggregator, self->sink, event);
      break;
    case GST_EVENT_EOS:
      push_eos (self, event);
      break;
    default:
      push_kept (self);
      gst_pad_push_event (get_src (self), event);
      break;
  }
}

static gboolean
take_event_of_frames (GstCudaMask *self, GstEvent *event)
{
  const gboolean begins = GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT;

  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_START) {
    flush_start (self, event);
    return TRUE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP) {
    flush_stop (self, event);
    return TRUE;
  }
  if (!GST_EVENT_IS_SERIALIZED (event))
    return gst_pad_push_event (get_src (self), event);
  g_mutex_lock (&self->push_lock);
  take_serialized (self, event);
  g_mutex_unlock (&self->push_lock);
  if (begins)
    wait_for_link (self);
  return TRUE;
}

/* Events of mattes never come here. */
static gboolean
gst_cuda_mask_sink_event (
    GstAggregator *aggregator, GstAggregatorPad *pad, GstEvent *event)
{
  GST_DEBUG_OBJECT (pad, "%" GST_PTR_FORMAT, event);
  return take_event_of_frames (GST_CUDA_MASK (aggregator), event);
}

static GstFlowReturn
gst_cuda_mask_sink_event_pre_queue (
    GstAggregator *aggregator, GstAggregatorPad *pad, GstEvent *event)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);
  GstAggregatorClass *base = GST_AGGREGATOR_CLASS (parent_class);

  if (is_of_mattes (self, pad))
    return gcf_mask_mattes_take_event (&self->mattes, base, event);
  return base->sink_event_pre_queue (aggregator, pad, event);
}

/* Events from downstream */

/* Seeks mattes first: when frames come from after it, theirs are there. Frames
 * from before it, which may come until they are flushed, take none of these. */
static gboolean
seek (GstCudaMask *self, GstEvent *event)
{
  GstSeekFlags flags;
  gboolean flush, done;

  gst_event_parse_seek (event, NULL, NULL, &flags, NULL, NULL, NULL, NULL);
  flush = (flags & GST_SEEK_FLAG_FLUSH) != 0;
  if (gst_pad_is_linked (GST_PAD (self->mattes.pad))
      && gcf_mask_query_is_seekable (GST_PAD (self->sink))) {
    gcf_mask_mattes_set_frames_sought (&self->mattes, flush);
    if (!gcf_mask_mattes_seek (&self->mattes, event, flush)) {
      GST_INFO_OBJECT (self, "mattes were not sought");
      gcf_mask_mattes_set_frames_sought (&self->mattes, FALSE);
    }
  }
  done = gst_pad_push_event (GST_PAD (self->sink), event);
  if (!done)
    gcf_mask_mattes_set_frames_sought (&self->mattes, FALSE);
  return done;
}

static gboolean
gst_cuda_mask_src_event (GstAggregator *aggregator, GstEvent *event)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_SEEK:
      return seek (self, event);
    case GST_EVENT_LATENCY:
    case GST_EVENT_QOS:
      gst_pad_push_event (GST_PAD (self->mattes.pad), gst_event_ref (event));
      break;
    default:
      break;
  }
  return gst_pad_push_event (GST_PAD (self->sink), event);
}

/* Queries */

/* In the task, for which the asker does not wait once frames are flushed: the
 * query may be freed. */
static gboolean
gst_cuda_mask_sink_query (
    GstAggregator *aggregator, GstAggregatorPad *pad, GstQuery *query)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);
  gboolean ret;

  g_mutex_lock (&self->query_lock);
  ret = query == self->query
        && gcf_mask_query_proxy (GST_PAD (pad), get_src (self), query);
  g_mutex_unlock (&self->query_lock);
  return ret;
}

/* Waits for the task while it is in the query before. */
static void
set_query (GstCudaMask *self, GstQuery *query)
{
  g_mutex_lock (&self->query_lock);
  self->query = query;
  g_mutex_unlock (&self->query_lock);
}

static gboolean
gst_cuda_mask_sink_query_pre_queue (
    GstAggregator *aggregator, GstAggregatorPad *pad, GstQuery *query)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);
  gboolean ret;

  if (is_of_mattes (self, pad))
    return gcf_mask_mattes_answer (&self->mattes, query);
  if (!GST_QUERY_IS_SERIALIZED (query))
    return gcf_mask_query_proxy (GST_PAD (pad), get_src (self), query);
  set_query (self, query);
  ret = GST_AGGREGATOR_CLASS (parent_class)
            ->sink_query_pre_queue (aggregator, pad, query);
  set_query (self, NULL);
  return ret;
}

/* Mattes that are not there yet do not keep the base class from knowing whether
 * frames are live. */
static GstIterator *
iterate_links (GstPad *pad, GstObject *parent)
{
  return gcf_mask_query_iterate_links (
      pad, parent, GST_PAD (GST_CUDA_MASK (parent)->mattes.pad));
}

static gboolean
gst_cuda_mask_src_query (GstAggregator *aggregator, GstQuery *query)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);

  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY)
    return GST_AGGREGATOR_CLASS (parent_class)->src_query (aggregator, query);
  return gcf_mask_query_proxy (get_src (self), GST_PAD (self->sink), query);
}

/* Start, stop and links */

/* The latency is now another one. */
static void
mattes_linked (GstPad *pad, GstPad *peer, GstCudaMask *self)
{
  g_mutex_lock (&self->link_lock);
  self->linked = TRUE;
  g_cond_broadcast (&self->link_cond);
  g_mutex_unlock (&self->link_lock);
  gst_element_post_message (
      GST_ELEMENT (self), gst_message_new_latency (GST_OBJECT (self)));
}

static void
mattes_unlinked (GstPad *pad, GstPad *peer, GstCudaMask *self)
{
  gcf_mask_mattes_set_ended (&self->mattes);
}

static void
set_stopped (GstCudaMask *self, gboolean stopped)
{
  g_mutex_lock (&self->link_lock);
  self->stopped = stopped;
  self->linked = gst_pad_is_linked (GST_PAD (self->mattes.pad));
  g_cond_broadcast (&self->link_cond);
  g_mutex_unlock (&self->link_lock);
  gcf_mask_mattes_set_stopped (&self->mattes, stopped);
}

static gboolean
gst_cuda_mask_src_activate (
    GstAggregator *aggregator, GstPadMode mode, gboolean active)
{
  set_stopped (GST_CUDA_MASK (aggregator), !active);
  return TRUE;
}

static void
clear_kept (GstCudaMask *self)
{
  guint i;

  for (i = 0; i < N_KEPT; i++)
    gst_clear_event (&self->kept[i]);
}

static gboolean
gst_cuda_mask_stop (GstAggregator *aggregator)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);

  clear_kept (self);
  return TRUE;
}

static gboolean
gst_cuda_mask_start (GstAggregator *aggregator)
{
  GstCudaMask *self = GST_CUDA_MASK (aggregator);

  g_atomic_int_set (&self->flushing, FALSE);
  g_atomic_int_set (&self->flow, GST_FLOW_OK);
  g_atomic_int_set (&self->told, FALSE);
  self->interval = self->last = self->distance = GST_CLOCK_TIME_NONE;
  self->warned_late = FALSE;
  GST_OBJECT_LOCK (self);
  self->n_frames = self->n_masked = self->n_late = 0;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

/* Object */

static void
gst_cuda_mask_get_property (
    GObject *object, guint prop_id, GValue *value, GParamSpec *spec)
{
  GstCudaMask *self = GST_CUDA_MASK (object);

  if (prop_id != PROP_STATS) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, spec);
    return;
  }
  GST_OBJECT_LOCK (self);
  g_value_take_boxed (
      value, gst_structure_new ("cudamask-stats", "frames", G_TYPE_UINT64,
                 self->n_frames, "masked-frames", G_TYPE_UINT64, self->n_masked,
                 "late-mattes", G_TYPE_UINT64, self->n_late, NULL));
  GST_OBJECT_UNLOCK (self);
}

static void
gst_cuda_mask_finalize (GObject *object)
{
  GstCudaMask *self = GST_CUDA_MASK (object);

  clear_kept (self);
  gcf_mask_mattes_finish (&self->mattes);
  g_mutex_clear (&self->push_lock);
  g_mutex_clear (&self->query_lock);
  g_mutex_clear (&self->link_lock);
  g_cond_clear (&self->link_cond);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
gst_cuda_mask_class_init (GstCudaMaskClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstAggregatorClass *aggregator_class = GST_AGGREGATOR_CLASS (klass);

  object_class->get_property = gst_cuda_mask_get_property;
  object_class->finalize = gst_cuda_mask_finalize;

  /**
   * GstCudaMask:stats:
   *
   * Counts since the element started, as a #GstStructure.
   *
   * Since: 0.3
   */
  g_object_class_install_property (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Since the start: frames, masked-frames (those that a mask was "
          "attached to), late-mattes (masks whose frames had all gone)",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gst_element_class_set_static_metadata (element_class, "Masks for frames",
      "Filter/Video",
      "Attaches masks that another element makes to the frames of their time, "
      "for cudainpaint",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (element_class, "example",
      "gst-launch-1.0 videotestsrc num-buffers=20 pattern=ball ! "
      "video/x-raw,format=GRAY8 ! queue ! m.mask videotestsrc num-buffers=20 ! "
      "queue ! cudamask name=m ! cudainpaint ! videoconvert ! autovideosink");
  gst_element_class_add_static_pad_template_with_gtype (
      element_class, &sink_template, GST_TYPE_AGGREGATOR_PAD);
  gst_element_class_add_static_pad_template_with_gtype (
      element_class, &mask_template, GST_TYPE_AGGREGATOR_PAD);
  gst_element_class_add_static_pad_template_with_gtype (
      element_class, &src_template, GST_TYPE_AGGREGATOR_PAD);

  aggregator_class->aggregate = gst_cuda_mask_aggregate;
  aggregator_class->get_next_time = gst_cuda_mask_get_next_time;
  aggregator_class->sink_event = gst_cuda_mask_sink_event;
  aggregator_class->sink_event_pre_queue = gst_cuda_mask_sink_event_pre_queue;
  aggregator_class->sink_query = gst_cuda_mask_sink_query;
  aggregator_class->sink_query_pre_queue = gst_cuda_mask_sink_query_pre_queue;
  aggregator_class->src_event = gst_cuda_mask_src_event;
  aggregator_class->src_query = gst_cuda_mask_src_query;
  aggregator_class->src_activate = gst_cuda_mask_src_activate;
  aggregator_class->start = gst_cuda_mask_start;
  aggregator_class->stop = gst_cuda_mask_stop;
  aggregator_class->negotiate = NULL; /* caps are the frames' */
}

/* Adds unnamed pads in the order in which they are linked. */
static GstAggregatorPad *
add_sink (GstCudaMask *self, const gchar *name)
{
  GstPadTemplate *templ =
      gst_element_class_get_pad_template (GST_ELEMENT_GET_CLASS (self), name);
  GstPad *pad = g_object_new (GST_TYPE_AGGREGATOR_PAD, "name", name,
      "direction", GST_PAD_SINK, "template", templ, NULL);

  gst_element_add_pad (GST_ELEMENT (self), pad);
  return GST_AGGREGATOR_PAD (pad);
}

static void
gst_cuda_mask_init (GstCudaMask *self)
{
  GstAggregatorPad *mask;

  g_mutex_init (&self->push_lock);
  g_mutex_init (&self->query_lock);
  g_mutex_init (&self->link_lock);
  g_cond_init (&self->link_cond);
  self->sink = add_sink (self, "sink");
  self->base_chain = GST_PAD_CHAINFUNC (self->sink);
  gst_pad_set_chain_function (GST_PAD (self->sink), chain);
  mask = add_sink (self, "mask");
  gcf_mask_mattes_init (&self->mattes, mask);
  gst_pad_set_iterate_internal_links_function (get_src (self), iterate_links);
  g_signal_connect (mask, "linked", G_CALLBACK (mattes_linked), self);
  g_signal_connect (mask, "unlinked", G_CALLBACK (mattes_unlinked), self);
}
