/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What happens while frames flow: property changes, pass-through, new caps,
 * flushes, end of stream, state changes. */
#include "chaintest.h"
#include "naivefilter.h"
#include "videotest.h"

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif

/* How often upstream was asked to negotiate memory anew. */
static guint
count_reconfigures (GstHarness *h)
{
  GstEvent *event;
  guint n = 0;

  while ((event = gst_harness_try_pull_upstream_event (h))) {
    n += GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE;
    gst_event_unref (event);
  }
  return n;
}

static void
check_next_filter (GstHarness *h, const NaiveFilter *filter,
    const GstVideoInfo *info, GRand *rand, const gchar *what)
{
  GstBuffer *frame = video_test_frame (rand, info);
  g_autoptr (GstBuffer) expected =
      naive_filter_filter (filter, info, frame, FALSE);
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);

  video_test_compare (info, result, expected, what);
}

static void
check_next (GstHarness *h, const NaiveMedian *median, const GstVideoInfo *info,
    GRand *rand, const gchar *what)
{
  NaiveFilter filter = { .kind = NAIVE_MEDIAN, .median = *median };

  check_next_filter (h, &filter, info, rand, what);
}

/* A change takes effect from the next frame on: three rounds of the steps.
 * Returns how often memory was to be negotiated anew. */
static guint
check_steps (const NaiveMedian *steps, guint n_steps, const GstVideoInfo *info,
    guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  GstElement *element = video_test_element ("cudamedian");
  GstHarness *h = video_test_harness (element, info);
  guint i, n;

  count_reconfigures (h);
  for (i = 0; i < 3 * n_steps; i++) {
    const NaiveMedian *median = &steps[i % n_steps];
    gint size, size_y, percentile;

    naive_median_apply (median, G_OBJECT (element));
    g_object_get (element, "size", &size, "size-y", &size_y, "percentile",
        &percentile, NULL);
    assert_equals_int (size, median->size);
    assert_equals_int (size_y, median->size_y);
    assert_equals_int (percentile, median->percentile);
    check_next (h, median, info, rand, "after a change");
    check_next (h, median, info, rand, "and one frame later");
  }
  n = count_reconfigures (h);
  gst_harness_teardown (h);
  gst_object_unref (element);
  g_rand_free (rand);
  return n;
}

TEST (test_live_properties)
{
  static const NaiveMedian steps[] = {
    { 3, 0, 50, 1, "replicate", 0, "luma+chroma" },
    { 7, 0, 50, 1, "replicate", 0, "luma+chroma" },
    { 7, 0, 50, 3, "replicate", 0, "luma+chroma" },
    { 7, 0, 50, 3, "mirror", 0, "luma+chroma" },
    { 7, 0, 50, 3, "constant", 0, "luma+chroma" },
    { 7, 0, 50, 3, "constant", 99, "luma+chroma" },
    { 7, 0, 50, 3, "constant", 99, "luma" },
    { 15, 0, 50, 1, "constant", 99, "chroma" },
    { 5, 0, 50, 2, "mirror", 99, "luma+chroma" },
  };
  GstVideoInfo info = video_test_progressive ("I420", 25, 17);

  check_steps (steps, G_N_ELEMENTS (steps), &info, 1);
}

/* The window and the percentile, one after the other and together; memory is
 * not negotiated anew for them. */
TEST (test_live_windows)
{
  static const NaiveMedian steps[] = {
    { 3, 0, 50, 1, "replicate", 0, "luma+chroma" },
    { 3, 5, 50, 1, "replicate", 0, "luma+chroma" },
    { 3, 5, 0, 1, "replicate", 0, "luma+chroma" },
    { 9, 5, 0, 1, "replicate", 0, "luma+chroma" },
    { 9, 0, 100, 1, "replicate", 0, "luma+chroma" },
    { 31, 0, 100, 1, "replicate", 0, "luma" },
    { 31, 3, 25, 2, "mirror", 0, "luma+chroma" },
    { 5, 0, 25, 1, "constant", 60, "luma+chroma" },
    { 5, 5, 50, 1, "constant", 60, "luma+chroma" },
  };
  GstVideoInfo info = video_test_progressive ("NV12", 14, 11);

  assert_equals_int (check_steps (steps, G_N_ELEMENTS (steps), &info, 12), 0);
}

typedef struct {
  GstElement *element;
  gint stop;
} Changer;

static gpointer
change_size (gpointer data)
{
  Changer *changer = data;

  for (guint i = 0; !g_atomic_int_get (&changer->stop); i++) {
    g_object_set (changer->element, "size", 3 + 2 * (i % 3), NULL);
    g_usleep (50);
  }
  return NULL;
}

/* While another thread changes the size, each frame is filtered with one of
 * its values. */
TEST (test_changes_from_a_thread)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  Changer changer = { element, 0 };
  GstBuffer *frame, *expected[3];
  GThread *thread;
  GstVideoInfo info = video_test_progressive ("NV12", 40, 30);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  guint i, k;

  frame = video_test_frame (noise, &info);
  for (k = 0; k < 3; k++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

    median.size = 3 + 2 * k;
    expected[k] = naive_median_filter (&median, &info, frame, FALSE);
  }

  thread = g_thread_new ("change", change_size, &changer);
  for (i = 0; i < 500; i++) {
    g_autoptr (GstBuffer) result =
        video_test_push_and_pull (h, gst_buffer_ref (frame));

    for (k = 0; k < 3 && !video_test_equal (&info, result, expected[k]); k++)
      ;
    fail_unless (k < 3, "frame %u is filtered with no size", i);
  }
  g_atomic_int_set (&changer.stop, 1);
  g_thread_join (thread);

  for (k = 0; k < 3; k++)
    gst_buffer_unref (expected[k]);
  gst_buffer_unref (frame);
}

#ifdef TEST_STAGED

/* The 17th frame is timed, and so waited for by another thread. */
#define N_CHANGES 16

/* A property that goes through a few values prepares no filter twice, and what
 * was prepared is used for no other value. */
TEST_LOOP (test_values_come_again, NAIVE_N_KINDS)
{
  enum { VALUES = 3, STREAMS = 4 };
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (__i__));
  guint i, prepared = 0;
  GstVideoInfo info = video_test_progressive ("I420", 25, 17);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (i = 0; i < 5 * VALUES * STREAMS; i++) {
    NaiveFilter filter;

    naive_filter_init (&filter, __i__, i % VALUES);
    naive_filter_apply (&filter, G_OBJECT (element));
    check_next_filter (h, &filter, &info, noise, "a value that comes again");
    if (i == VALUES * STREAMS)
      prepared = fake_cuda.prepared;
  }
  assert_equals_int (prepared, VALUES * STREAMS);
  assert_equals_int (fake_cuda.prepared, prepared);
}

/* Each frame has a value of its own, as where a GstController drives a
 * property: as many frames are in work as ever, and filters do not pile up,
 * whether or not there is memory for so many as are kept. */
TEST_LOOP (test_value_for_each_frame, 2)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstBuffer *frames[N_CHANGES], *expected[N_CHANGES], *results[N_CHANGES];
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  g_autoptr (GstBufferPool) pool = chain_test_proposed_pool (h, &info, 0);

  for (guint i = 0; i < N_CHANGES; i++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    median.percentile = 5 * i;
    expected[i] = naive_median_filter (&median, &info, frame, FALSE);
    frames[i] = chain_test_from_pool (pool, &info, frame);
  }
  fake_cuda.max_filters = __i__ ? 5 : 0;
  for (guint i = 0; i < N_CHANGES; i++) {
    g_object_set (element, "percentile", 5 * i, NULL);
    results[i] = video_test_push_and_pull (h, frames[i]);
    fail_unless (
        fake_cuda.filters <= 13, "%d filters are there", fake_cuda.filters);
  }
  assert_equals_int (fake_cuda.prepared, N_CHANGES);
  if (!__i__)
    assert_equals_int (fake_cuda_count_undone (), 8);
  for (guint i = 0; i < N_CHANGES; i++) {
    video_test_expect (&info, results[i], expected[i], "its own percentile");
  }
}

#endif

/* With nothing to filter the very buffers go through; and back. */
TEST_LOOP (test_passthrough, NAIVE_N_KINDS)
{
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (__i__));
  GstVideoInfo info = video_test_progressive ("GRAY8", 31, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 3; i++) {
    NaiveFilter filter;

    naive_filter_init (&filter, __i__, i);
    naive_filter_apply (&filter, G_OBJECT (element));
    count_reconfigures (h);
    check_next_filter (h, &filter, &info, noise, "filtered");
    if (i > 0)
      assert_equals_int (count_reconfigures (h), 1);
    fail_if (gst_base_transform_is_passthrough (GST_BASE_TRANSFORM (element)));

    naive_filter_set_planes (&filter, "chroma+alpha");
    naive_filter_apply (&filter, G_OBJECT (element));
    fail_unless (video_test_passes (h, video_test_frame (noise, &info)));
    assert_equals_int (count_reconfigures (h), 1);
  }
}

/* New caps that have what is filtered end the pass-through, and others begin
 * it. */
TEST_LOOP (test_passthrough_by_caps, NAIVE_N_KINDS)
{
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (__i__));
  static const gchar *const formats[] = { "GRAY8", "I420", "RGB", "NV12" };
  g_autoptr (GstHarness) h = NULL;
  NaiveFilter filter;
  GstVideoInfo info;

  naive_filter_init (&filter, __i__, 0);
  naive_filter_set_planes (&filter, "chroma");
  naive_filter_apply (&filter, G_OBJECT (element));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    info = video_test_progressive (formats[i], 30, 20);
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    assert_equals_int (
        gst_base_transform_is_passthrough (GST_BASE_TRANSFORM (element)),
        i % 2 == 0);
    check_next_filter (h, &filter, &info, noise, "planes=chroma");
  }
}

TEST_LOOP (test_renegotiation, NAIVE_N_KINDS)
{
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (__i__));
  g_autoptr (GstHarness) h = NULL;
  NaiveFilter filter;

  naive_filter_init (&filter, __i__, 0);
  naive_filter_apply (&filter, G_OBJECT (element));
  for (guint i = 0; i < 40; i++) {
    GstVideoInfo info = video_test_progressive (
        video_test_formats[(7 * i) % video_test_n_formats ()],
        1 + (i * 13) % 40, 1 + (i * 29) % 37);

    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    check_next_filter (h, &filter, &info, noise, "after new caps");
    check_next_filter (h, &filter, &info, noise, "and one frame later");
  }
}

TEST (test_flush)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive ("YUY2", 31, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 3; i++) {
    check_next (h, &median, &info, noise, "before a flush");
    video_test_flush (h->srcpad);
  }
  check_next (h, &median, &info, noise, "after a flush");
}

static GstEvent *
make_sticky (guint which, const GstVideoInfo *info)
{
  GstVideoInfo other = *info;
  GstSegment segment;
  GstCaps *caps;
  GstEvent *event;

  if (which == 0)
    return gst_event_new_stream_start ("another");
  if (which == 1) {
    GST_VIDEO_INFO_FPS_N (&other) = 7;
    caps = gst_video_info_to_caps (&other);
    event = gst_event_new_caps (caps);
    gst_caps_unref (caps);
    return event;
  }
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = 5;
  return gst_event_new_segment (&segment);
}

/* An element that stops stops its source pad first: what comes then ends
 * upstream's stream without an error, whatever event is in front of it. */
TEST_LOOP (test_stop_at_events, 6)
{
  g_autoptr (GstElement) element =
      video_test_element (__i__ % 2 ? "cudasnake" : "cudamedian");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "src");
  GstVideoInfo info = video_test_progressive ("GRAY8", 31, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
  gst_pad_set_active (pad, FALSE);
  gst_harness_push_event (h, make_sticky (__i__ / 2, &info));
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_FLUSHING);
}

/* cudainpaint warns of what use-alpha does not find while it takes new caps. */
static GstBusSyncReply
flush_at_warning (GstBus *bus, GstMessage *message, gpointer data)
{
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
    gst_pad_send_event (GST_PAD (data), gst_event_new_flush_start ());
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* A flush that begins while new caps go on: upstream is told of the flush, and
 * of nothing that were an error; behind it the caps hold. */
TEST (test_flush_at_caps)
{
  g_autoptr (GstElement) element = video_test_element ("cudainpaint");
  g_autoptr (GstPad) sink = gst_element_get_static_pad (element, "sink");
  g_autoptr (GstBus) bus = gst_bus_new ();
  GstBuffer *frame, *result;
  GstSegment segment;
  g_autoptr (GstCaps) caps = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 31, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
  g_object_set (element, "use-alpha", TRUE, NULL);
  gst_element_set_bus (element, bus);
  gst_bus_set_sync_handler (bus, flush_at_warning, sink, NULL);
  info = video_test_progressive ("NV12", 17, 22);
  caps = gst_video_info_to_caps (&info);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  /* so that they come with the frame */
  gst_pad_send_event (sink, gst_event_new_flush_start ());
  gst_pad_push_event (h->srcpad, gst_event_new_caps (caps));
  gst_pad_push_event (h->srcpad, gst_event_new_segment (&segment));
  gst_pad_send_event (sink, gst_event_new_flush_stop (TRUE));
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_FLUSHING);

  g_object_set (element, "use-alpha", FALSE, NULL);
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  video_test_expect (&info, result, frame, "after the flush");
}

/* The end of the stream comes after its last frame, and a flush reopens it. */
TEST (test_eos)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstBuffer *last;
  GstVideoInfo info = video_test_progressive ("I420", 32, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  guint i;

  for (i = 0; i < 4; i++)
    video_test_push (h, video_test_frame (noise, &info));
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  assert_equals_int (gst_harness_buffers_received (h), 4);
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_EOS);
  for (i = 0; gst_harness_pull_until_eos (h, &last) && last; i++)
    gst_buffer_unref (last);
  assert_equals_int (i, 4);
}

/* A stream through `queue ! element ! fakesink`, which ends at the sink when
 * the queue is full. */
typedef struct {
  GstElement *pipeline, *element;
  GstBus *bus;
  GstPad *src; /* linked to the queue */

  GMutex lock;
  GCond changed;
  guint n_arrived; /* frames at the element */
  gboolean at_sink, full;
} Ending;

static void
ending_wait (Ending *self, const gboolean *until)
{
  g_mutex_lock (&self->lock);
  while (!*until)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
}

static void
ending_set (Ending *self, gboolean *what)
{
  g_mutex_lock (&self->lock);
  *what = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static void
ending_full (GstElement *queue, gpointer data)
{
  Ending *self = data;

  ending_set (self, &self->full);
}

static GstPadProbeReturn
ending_arrived (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Ending *self = data;

  g_mutex_lock (&self->lock);
  self->n_arrived++;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
ending_at_sink (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Ending *self = data;

  ending_set (self, &self->at_sink);
  ending_wait (self, &self->full);
  gst_buffer_unref (GST_PAD_PROBE_INFO_BUFFER (info));
  GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_EOS;
  return GST_PAD_PROBE_HANDLED;
}

static void
ending_init (Ending *self, const gchar *name)
{
  GstElement *queue = gst_element_factory_make ("queue", NULL);
  GstElement *sink = gst_element_factory_make ("fakesink", NULL);
  GstPad *pad = gst_element_get_static_pad (queue, "sink");

  *self = (Ending){ .pipeline = gst_pipeline_new (NULL),
    .element = video_test_element (name),
    .src = gst_pad_new ("src", GST_PAD_SRC) };
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  g_object_set (queue, "max-size-buffers", 1, NULL);
  g_signal_connect (queue, "overrun", G_CALLBACK (ending_full), self);
  g_object_set (sink, "async", FALSE, "sync", FALSE, NULL);
  gst_bin_add_many (GST_BIN (self->pipeline), queue, self->element, sink, NULL);
  fail_unless (gst_element_link_many (queue, self->element, sink, NULL));
  video_test_probe (
      self->element, "sink", GST_PAD_PROBE_TYPE_BUFFER, ending_arrived, self);
  video_test_probe (
      sink, "sink", GST_PAD_PROBE_TYPE_BUFFER, ending_at_sink, self);
  self->bus = gst_element_get_bus (self->pipeline);
  fail_unless (gst_pad_link (self->src, pad) == GST_PAD_LINK_OK);
  gst_object_unref (pad);
  fail_unless (gst_pad_set_active (self->src, TRUE));
  assert_equals_int (gst_element_set_state (self->pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_SUCCESS);
}

static void
ending_clear (Ending *self)
{
  gst_pad_set_active (self->src, FALSE);
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  gst_object_unref (self->src);
  gst_object_unref (self->bus);
  gst_object_unref (self->pipeline);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
}

/* Until the element is through with so many frames. */
static void
ending_wait_for_frames (Ending *self, guint n)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (self->element, "sink");

  g_mutex_lock (&self->lock);
  while (self->n_arrived < n)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
  /* a probe is called with it held */
  GST_PAD_STREAM_LOCK (pad);
  GST_PAD_STREAM_UNLOCK (pad);
}

static void
ending_push_caps (Ending *self, const GstVideoInfo *info)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);

  fail_unless (gst_pad_push_event (self->src, gst_event_new_caps (caps)));
}

static void
ending_push (Ending *self, GRand *rand, const GstVideoInfo *info)
{
  GstBuffer *frame = video_test_frame (rand, info);

  gst_buffer_add_video_meta (frame, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info));
  assert_equals_int (gst_pad_push (self->src, frame), GST_FLOW_OK);
}

/* Where the stream ends downstream, a queue in front drops what it holds, caps
 * too, but not the frame that waits for a place in it. That one comes without
 * its caps, and as nobody wants it, this is no error. */
TEST_LOOP (test_end_downstream, 2)
{
  static const gchar *const elements[] = { "cudamedian", "cudasnake" };
  GstVideoInfo info, other;
  GstMessage *message;
  GstSegment segment;
  Ending ending;

  info = video_test_progressive ("GRAY8", 31, 20);
  other = video_test_progressive ("NV12", 17, 22);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  ending_init (&ending, elements[__i__]);
  gst_pad_push_event (ending.src, gst_event_new_stream_start ("ending"));
  ending_push_caps (&ending, &info);
  gst_pad_push_event (ending.src, gst_event_new_segment (&segment));
  ending_push (&ending, noise, &info);
  ending_wait (&ending, &ending.at_sink);
  ending_push (&ending, noise, &info);
  ending_push_caps (&ending, &other);
  ending_push (&ending, noise, &other);
  ending_wait_for_frames (&ending, 2);
  message = gst_bus_pop_filtered (
      ending.bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
  fail_unless (message == NULL);
  ending_clear (&ending);
}

/* active-backend is "none" while stopped; each start filters as the first. */
TEST (test_state_cycles)
{
  static const GstState rests[] = { GST_STATE_NULL, GST_STATE_READY };
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive ("NV12", 32, 21);

  for (guint i = 0; i < 6; i++) {
    g_autoptr (GstHarness) h = video_test_harness (element, &info);
    gchar *backend;

    check_next (h, &median, &info, noise, "after a start");
    g_object_get (element, "active-backend", &backend, NULL);
    fail_if (g_str_equal (backend, "none"));
    g_free (backend);

    gst_element_set_state (element, rests[i % 2]);
    g_object_get (element, "active-backend", &backend, NULL);
    fail_unless_equals_string (backend, "none");
    g_free (backend);
  }
}

/* Timestamps, offsets and flags come out as they went in. */
TEST (test_timestamps)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBuffer) result = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 32, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  GstBuffer *frame = video_test_frame (noise, &info);

  GST_BUFFER_PTS (frame) = 3 * GST_SECOND;
  GST_BUFFER_DTS (frame) = 2 * GST_SECOND;
  GST_BUFFER_DURATION (frame) = GST_SECOND / 25;
  GST_BUFFER_OFFSET (frame) = 75;
  GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_TFF);
  result = video_test_push_and_pull (h, frame);
  assert_equals_uint64 (GST_BUFFER_PTS (result), 3 * GST_SECOND);
  assert_equals_uint64 (GST_BUFFER_DTS (result), 2 * GST_SECOND);
  assert_equals_uint64 (GST_BUFFER_DURATION (result), GST_SECOND / 25);
  assert_equals_uint64 (GST_BUFFER_OFFSET (result), 75);
  fail_unless (GST_BUFFER_FLAG_IS_SET (result, GST_BUFFER_FLAG_DISCONT));
  fail_unless (GST_BUFFER_FLAG_IS_SET (result, GST_VIDEO_BUFFER_FLAG_TFF));
}

/* Frames that would be late are not filtered. */
TEST (test_qos)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstBuffer *frame;
  GstVideoInfo info = video_test_progressive ("I420", 32, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  gst_harness_push_upstream_event (h,
      gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 0.1, GST_SECOND, GST_SECOND));
  frame = video_test_frame (noise, &info);
  GST_BUFFER_PTS (frame) = GST_SECOND;
  video_test_push (h, frame);
  assert_equals_int (gst_harness_buffers_received (h), 0);
  frame = video_test_frame (noise, &info);
  GST_BUFFER_PTS (frame) = 5 * GST_SECOND;
  video_test_push (h, frame);
  assert_equals_int (gst_harness_buffers_received (h), 1);
}

/* cudacopy never passes frames through, and changes nothing. */
TEST_LOOP (test_copy, video_test_n_formats ())
{
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  g_autoptr (GstBuffer) frame = NULL, result = NULL;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  video_test_info (&info, video_test_formats[__i__], 19, 11, "interleaved");
  h = video_test_harness (element, &info);
  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  fail_if (result == frame);
  video_test_compare (&info, result, frame, "copied");
}

TEST_MAIN (video_test_init_private, video_test_setup, video_test_teardown)
