/* Mattes: masks that another element makes, on a pad of their own. */
#include "gst/elements/inpaint/gstcudainpaintmatte.h"

/* As of a PNG: at least half of what is opaque, or white */
#define MARKED 128
/* How many wait for their frames before upstream does */
#define QUEUE_MAX 4
/* Time stamps of one moment may differ by so much (Matroska's are in ms). */
#define TOLERANCE_MAX GST_MSECOND
/* How often it is looked at how late a frame is, in us */
#define POLL (G_USEC_PER_SEC / 20)

typedef struct {
  GstCudaInpaintMask *marks;
  GstClockTime time; /* running time, or NONE */
} Item;

static void
item_free (gpointer data)
{
  Item *item = data;

  gst_cuda_inpaint_mask_unref (item->marks);
  g_free (item);
}

/* What a matte marks */

/* The alpha; of GRAY8 the grey. */
static const GstCudaFilterPlane *
find_plane (const GstCudaFilterPicture *picture, gboolean alpha)
{
  guint i = 0;

  while (alpha && picture->planes[i].kind != GST_CUDA_FILTER_PLANES_ALPHA)
    i++;
  return &picture->planes[i];
}

static GstCudaInpaintMask *
read_placed (const GstCudaInpaintMatte *self, const GstCudaFilterPlacement *at)
{
  const GstCudaFilterPlane *plane =
      find_plane (&self->picture, GST_VIDEO_INFO_HAS_ALPHA (&self->info));
  const gint width = plane->geometry.width, height = plane->geometry.height;
  const gint step = plane->geometry.step;
  GstCudaInpaintMask *marks = gst_cuda_inpaint_mask_new (width, height);
  gint x, y;

  for (y = 0; y < height; y++) {
    const guint8 *row = at->data[plane->frame_plane] + plane->offset
                        + (gssize)y * at->stride[plane->frame_plane];
    guint32 *bits = marks->bits + (gsize)y * marks->words;

    for (x = 0; x < width; x++)
      if (row[(gsize)x * step] >= MARKED)
        bits[x / 32] |= 1u << x % 32;
  }
  gst_cuda_inpaint_mask_shrink_box (marks);
  return marks;
}

/* NULL where the buffer has no such picture. */
static GstCudaInpaintMask *
read_marks (const GstCudaInpaintMatte *self, GstBuffer *buffer)
{
  GstCudaInpaintMask *marks = NULL;
  GstCudaFilterPlacement at;
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return NULL;
  if (gst_cuda_filter_picture_locate_at (
          &self->picture, &self->info, buffer, map.data, &at))
    marks = read_placed (self, &at);
  gst_buffer_unmap (buffer, &map);
  return marks;
}

/* The mattes' side */

static void
forget (GstCudaInpaintMatte *self)
{
  g_queue_clear_full (&self->queue, item_free);
  g_clear_pointer (&self->marks, gst_cuda_inpaint_mask_unref);
  self->time = GST_CLOCK_TIME_NONE;
  self->reached = 0;
  self->eos = FALSE;
}

static GstClockTime
get_duration (const GstCudaInpaintMatte *self, GstBuffer *buffer)
{
  const GstVideoInfo *info = &self->info;

  if (GST_BUFFER_DURATION_IS_VALID (buffer))
    return GST_BUFFER_DURATION (buffer);
  if (GST_VIDEO_INFO_FPS_N (info) <= 0)
    return 0;
  return gst_util_uint64_scale (
      GST_SECOND, GST_VIDEO_INFO_FPS_D (info), GST_VIDEO_INFO_FPS_N (info));
}

/* The running times between which something is; FALSE where that is outside of
 * the segment. NONE where it has no time. */
static gboolean
find_times (const GstSegment *segment, GstClockTime time, GstClockTime duration,
    GstClockTime *begin, GstClockTime *end)
{
  guint64 first, last, stop;

  *begin = *end = GST_CLOCK_TIME_NONE;
  if (!GST_CLOCK_TIME_IS_VALID (time) || segment->format != GST_FORMAT_TIME)
    return TRUE;
  if (!g_uint64_checked_add (&stop, time, duration))
    stop = GST_CLOCK_TIME_NONE;
  if (!gst_segment_clip (segment, GST_FORMAT_TIME, time, stop, &first, &last))
    return FALSE;
  first = gst_segment_to_running_time (segment, GST_FORMAT_TIME, first);
  last = gst_segment_to_running_time (segment, GST_FORMAT_TIME, last);
  *begin = MIN (first, last);
  /* only one of them is NONE where that is not in the segment */
  *end =
      GST_CLOCK_TIME_IS_VALID (MAX (first, last)) ? MAX (first, last) : *begin;
  return GST_CLOCK_TIME_IS_VALID (*begin);
}

static void
reach (GstCudaInpaintMatte *self, GstClockTime end)
{
  if (GST_CLOCK_TIME_IS_VALID (end))
    self->reached = MAX (self->reached, end);
  g_cond_broadcast (&self->cond);
}

/* Takes the marks; waits for a place. A frame waits only where there is none in
 * the queue. */
static GstFlowReturn
enqueue (GstCudaInpaintMatte *self, GstCudaInpaintMask *marks,
    GstClockTime begin, GstClockTime end)
{
  GstFlowReturn ret = GST_FLOW_OK;
  Item *item;

  g_mutex_lock (&self->lock);
  while (!self->stopped && !self->flushing && !self->frames_eos
         && g_queue_get_length (&self->queue) >= QUEUE_MAX)
    g_cond_wait (&self->cond, &self->lock);
  if (self->stopped || self->flushing)
    ret = GST_FLOW_FLUSHING;
  else if (self->frames_eos)
    ret = GST_FLOW_EOS;
  if (ret == GST_FLOW_OK) {
    item = g_new (Item, 1);
    item->marks = gst_cuda_inpaint_mask_ref (marks);
    item->time = begin;
    g_queue_push_tail (&self->queue, item);
    reach (self, end);
  }
  g_mutex_unlock (&self->lock);
  gst_cuda_inpaint_mask_unref (marks);
  return ret;
}

static GstFlowReturn
chain (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  GstCudaInpaintMatte *self = gst_pad_get_element_private (pad);
  GstCudaInpaintMask *marks;
  GstClockTime begin, end;

  if (!self->info.finfo) {
    gst_buffer_unref (buffer);
    return GST_FLOW_NOT_NEGOTIATED;
  }
  if (!find_times (&self->segment, GST_BUFFER_PTS (buffer),
          get_duration (self, buffer), &begin, &end)) {
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  marks = read_marks (self, buffer);
  gst_buffer_unref (buffer);
  if (!marks) {
    GST_ELEMENT_ERROR (parent, STREAM, FORMAT,
        ("A matte cannot be read: its memory has no %s picture of %dx%d "
         "pixels, as its caps say. Correct the element in front of the pad "
         "mask.",
            GST_VIDEO_INFO_NAME (&self->info),
            GST_VIDEO_INFO_WIDTH (&self->info),
            GST_VIDEO_INFO_HEIGHT (&self->info)),
        (NULL));
    return GST_FLOW_ERROR;
  }
  return enqueue (self, marks, begin, end);
}

static gboolean
set_caps (GstCudaInpaintMatte *self, GstEvent *event)
{
  GstVideoInfo info;
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  if (!gst_video_info_from_caps (&info, caps))
    return FALSE;
  self->info = info;
  gst_cuda_filter_picture_init (&self->picture, &self->info, FALSE);
  return TRUE;
}

static void
pass_gap (GstCudaInpaintMatte *self, GstEvent *event)
{
  GstClockTime time, duration, begin, end;

  gst_event_parse_gap (event, &time, &duration);
  if (!GST_CLOCK_TIME_IS_VALID (duration))
    duration = 0;
  if (!find_times (&self->segment, time, duration, &begin, &end))
    return;
  g_mutex_lock (&self->lock);
  reach (self, end);
  g_mutex_unlock (&self->lock);
}

static void
set_eos (GstCudaInpaintMatte *self, gboolean eos)
{
  g_mutex_lock (&self->lock);
  self->eos = eos;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

static void
set_flushing (GstCudaInpaintMatte *self, gboolean flushing)
{
  g_mutex_lock (&self->lock);
  self->flushing = flushing;
  if (!flushing)
    forget (self);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* None goes on: the frames' events do. */
static gboolean
take_event (GstPad *pad, GstObject *parent, GstEvent *event)
{
  GstCudaInpaintMatte *self = gst_pad_get_element_private (pad);
  gboolean taken = TRUE;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_STREAM_START:
      set_eos (self, FALSE);
      break;
    case GST_EVENT_CAPS:
      taken = set_caps (self, event);
      break;
    case GST_EVENT_SEGMENT:
      gst_event_copy_segment (event, &self->segment);
      break;
    case GST_EVENT_GAP:
      pass_gap (self, event);
      break;
    case GST_EVENT_EOS:
      set_eos (self, TRUE);
      break;
    case GST_EVENT_FLUSH_START:
      set_flushing (self, TRUE);
      break;
    case GST_EVENT_FLUSH_STOP:
      gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
      set_flushing (self, FALSE);
      break;
    default:
      break;
  }
  gst_event_unref (event);
  return taken;
}

static gboolean
answer (GstPad *pad, GstObject *parent, GstQuery *query)
{
  if (GST_QUERY_TYPE (query) == GST_QUERY_ALLOCATION) {
    gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
  }
  return gst_pad_query_default (pad, parent, query);
}

static gboolean
activate (GstPad *pad, GstObject *parent, GstPadMode mode, gboolean active)
{
  GstCudaInpaintMatte *self = gst_pad_get_element_private (pad);

  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  set_flushing (self, !active);
  return TRUE;
}

static void
wake (GstPad *pad, GstPad *peer, GstCudaInpaintMatte *self)
{
  g_mutex_lock (&self->lock);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

GstPad *
gst_cuda_inpaint_matte_request_pad (
    GstCudaInpaintMatte *self, GstPadTemplate *templ)
{
  GstElement *element = self->element;
  GstPad *pad;

  g_mutex_lock (&self->lock);
  pad = self->pad ? NULL : gst_pad_new_from_template (templ, "mask");
  if (pad)
    self->pad = pad;
  g_mutex_unlock (&self->lock);
  if (!pad)
    return NULL;

  gst_segment_init (&self->segment, GST_FORMAT_UNDEFINED);
  gst_video_info_init (&self->info);
  self->info.finfo = NULL;
  gst_pad_set_element_private (pad, self);
  gst_pad_set_chain_function (pad, chain);
  gst_pad_set_event_function (pad, take_event);
  gst_pad_set_query_function (pad, answer);
  gst_pad_set_activatemode_function (pad, activate);
  g_signal_connect (pad, "unlinked", G_CALLBACK (wake), self);
  if (GST_STATE (element) > GST_STATE_READY
      || GST_STATE_TARGET (element) > GST_STATE_READY)
    gst_pad_set_active (pad, TRUE);
  gst_element_add_pad (element, pad);
  return pad;
}

void
gst_cuda_inpaint_matte_release_pad (GstCudaInpaintMatte *self, GstPad *pad)
{
  gst_pad_set_active (pad, FALSE);
  g_mutex_lock (&self->lock);
  self->pad = NULL;
  self->learned = FALSE;
  forget (self);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
  g_signal_handlers_disconnect_by_func (pad, wake, self);
  gst_element_remove_pad (self->element, pad);
}

/* Latency */

/* What is behind the pad; FALSE where that is not live. */
static gboolean
query_latency (GstPad *pad, GstClockTime *min, GstClockTime *max)
{
  GstQuery *query = gst_query_new_latency ();
  gboolean live = FALSE;

  *min = 0;
  *max = GST_CLOCK_TIME_NONE;
  if (gst_pad_peer_query (pad, query))
    gst_query_parse_latency (query, &live, min, max);
  gst_query_unref (query);
  return live;
}

static GstPad *
ref_pad (GstCudaInpaintMatte *self)
{
  GstPad *pad;

  g_mutex_lock (&self->lock);
  pad = self->pad ? gst_object_ref (self->pad) : NULL;
  g_mutex_unlock (&self->lock);
  return pad;
}

void
gst_cuda_inpaint_matte_add_latency (GstCudaInpaintMatte *self, GstQuery *query)
{
  GstPad *pad = ref_pad (self);
  GstClockTime min, max, their_min, their_max;
  gboolean live;

  if (!pad)
    return;
  gst_query_parse_latency (query, &live, &min, &max);
  if (query_latency (pad, &their_min, &their_max)) {
    min = live ? MAX (min, their_min) : their_min;
    max = live ? MIN (max, their_max) : their_max;
    gst_query_set_latency (query, TRUE, min, max);
  }
  gst_object_unref (pad);
}

/* Whether frames or mattes are live, before the first wait: the pipeline asks,
 * and tells the latency, no sooner than a sink has a frame. */
static void
learn_if_live (GstCudaInpaintMatte *self)
{
  GstClockTime mins[2], max;
  GstPad *sink, *pad;
  gboolean live;

  g_mutex_lock (&self->lock);
  pad = self->pad && !self->learned ? gst_object_ref (self->pad) : NULL;
  self->learned = self->pad != NULL;
  g_mutex_unlock (&self->lock);
  if (!pad)
    return;
  sink = gst_element_get_static_pad (self->element, "sink");
  live = query_latency (sink, &mins[0], &max);
  live |= query_latency (pad, &mins[1], &max);
  gst_object_unref (sink);
  gst_object_unref (pad);

  g_mutex_lock (&self->lock);
  self->live = live;
  self->latency = MAX (self->latency, MAX (mins[0], mins[1]));
  g_mutex_unlock (&self->lock);
}

/* The frames' side */

static void
take_head (GstCudaInpaintMatte *self)
{
  Item *item = g_queue_pop_head (&self->queue);

  g_clear_pointer (&self->marks, gst_cuda_inpaint_mask_unref);
  self->marks = gst_cuda_inpaint_mask_ref (item->marks);
  self->time = item->time;
  item_free (item);
  g_cond_broadcast (&self->cond);
}

/* Takes the mattes up to this time; TRUE where no other can follow that is one
 * of these. */
static gboolean
advance (GstCudaInpaintMatte *self, GstClockTime time)
{
  const Item *head;

  while ((head = g_queue_peek_head (&self->queue))) {
    const gboolean in_order = !GST_CLOCK_TIME_IS_VALID (time)
                              || !GST_CLOCK_TIME_IS_VALID (head->time);

    if (!in_order && head->time > time)
      return TRUE;
    take_head (self);
    if (in_order)
      return TRUE;
  }
  return !self->pad || !gst_pad_is_linked (self->pad) || self->eos
         || self->flushing
         || (GST_CLOCK_TIME_IS_VALID (time) && self->reached > time);
}

/* Until a frame is late, in us: 0 where it is; of a pipeline that is not live,
 * or does not run, G_MAXINT64. */
static gint64
time_left (GstCudaInpaintMatte *self, GstClockTime time)
{
  GstClockTime due, now;
  GstClock *clock;

  if (!self->live || !GST_CLOCK_TIME_IS_VALID (time)
      || GST_STATE (self->element) != GST_STATE_PLAYING
      || !(clock = gst_element_get_clock (self->element)))
    return G_MAXINT64;
  due = gst_element_get_base_time (self->element) + time + self->latency;
  now = gst_clock_get_time (clock);
  gst_object_unref (clock);
  return due > now ? (gint64)((due - now) / 1000 + 1) : 0;
}

static GstClockTime
get_tolerance (GstClockTime duration)
{
  return MIN (TOLERANCE_MAX, duration / 4);
}

GstFlowReturn
gst_cuda_inpaint_matte_take (GstCudaInpaintMatte *self,
    const GstSegment *segment, GstBuffer *frame, GstCudaInpaintMask **marks)
{
  const GstClockTime duration =
      GST_BUFFER_DURATION_IS_VALID (frame) ? GST_BUFFER_DURATION (frame) : 0;
  GstFlowReturn ret = GST_FLOW_OK;
  GstClockTime time, end;
  gboolean outside;
  gint64 left;

  *marks = NULL;
  learn_if_live (self);
  /* which nobody sees, and which has whatever is there */
  outside =
      !find_times (segment, GST_BUFFER_PTS (frame), duration, &time, &end);
  if (GST_CLOCK_TIME_IS_VALID (time))
    time += get_tolerance (duration);

  g_mutex_lock (&self->lock);
  while (!self->stopped && !self->frames_flushing
         && (self->seeking || !(outside || advance (self, time)))) {
    left = self->seeking ? G_MAXINT64 : time_left (self, time);
    if (left == 0)
      break;
    if (self->live)
      g_cond_wait_until (
          &self->cond, &self->lock, g_get_monotonic_time () + MIN (left, POLL));
    else
      g_cond_wait (&self->cond, &self->lock);
  }
  if (self->stopped || self->frames_flushing)
    ret = GST_FLOW_FLUSHING;
  else if (self->marks
           && (!GST_CLOCK_TIME_IS_VALID (time)
               || !GST_CLOCK_TIME_IS_VALID (self->time) || self->time <= time))
    *marks = gst_cuda_inpaint_mask_ref (self->marks);
  g_mutex_unlock (&self->lock);
  return ret;
}

void
gst_cuda_inpaint_matte_set_stopped (GstCudaInpaintMatte *self, gboolean stopped)
{
  g_mutex_lock (&self->lock);
  self->stopped = stopped;
  self->frames_flushing = self->frames_eos = self->seeking = FALSE;
  self->learned = self->live = FALSE;
  self->latency = 0;
  forget (self);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_inpaint_matte_set_frames_flushing (
    GstCudaInpaintMatte *self, gboolean flushing)
{
  g_mutex_lock (&self->lock);
  self->frames_flushing = flushing;
  if (!flushing)
    self->seeking = self->frames_eos = FALSE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_inpaint_matte_set_frames_eos (GstCudaInpaintMatte *self, gboolean eos)
{
  g_mutex_lock (&self->lock);
  self->frames_eos = eos;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* Frames from before the seek would take the mattes from behind it. */
void
gst_cuda_inpaint_matte_begin_seek (GstCudaInpaintMatte *self, GstEvent *event)
{
  GstSeekFlags flags;
  GstPad *pad = ref_pad (self);

  gst_event_parse_seek (event, NULL, NULL, &flags, NULL, NULL, NULL, NULL);
  g_mutex_lock (&self->lock);
  self->seeking = pad && (flags & GST_SEEK_FLAG_FLUSH);
  g_mutex_unlock (&self->lock);
  if (!pad)
    return;
  if (!gst_pad_push_event (pad, gst_event_ref (event)))
    GST_INFO_OBJECT (pad, "mattes were not sought");
  gst_object_unref (pad);
}

void
gst_cuda_inpaint_matte_end_seek (GstCudaInpaintMatte *self)
{
  g_mutex_lock (&self->lock);
  self->seeking = FALSE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_inpaint_matte_set_latency (
    GstCudaInpaintMatte *self, GstClockTime latency)
{
  g_mutex_lock (&self->lock);
  self->latency = latency;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_inpaint_matte_init (GstCudaInpaintMatte *self, GstElement *element)
{
  self->element = element;
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_queue_init (&self->queue);
  self->time = GST_CLOCK_TIME_NONE;
}

void
gst_cuda_inpaint_matte_finish (GstCudaInpaintMatte *self)
{
  forget (self);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->lock);
}
