/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The context that elements share, and that of frames which come from
 * another. */
#include "cudatest.h"
#include "gate.h"
#include "naivemedian.h"

#include <string.h>

/* The context that a pad's element has, as it answers its neighbours. */
static GstCudaContext *
ask (GstPad *pad)
{
  GstQuery *query = gst_query_new_context (GST_CUDA_CONTEXT_TYPE);
  GstCudaContext *found = NULL;
  GstContext *context = NULL;

  if (gst_pad_peer_query (pad, query)) {
    gst_query_parse_context (query, &context);
    fail_unless (context != NULL);
    fail_unless (gst_structure_get (gst_context_get_structure (context),
        GST_CUDA_CONTEXT_TYPE, GST_TYPE_CUDA_CONTEXT, &found, NULL));
    gst_object_unref (found); /* the element's */
  }
  gst_query_unref (query);
  return found;
}

/* A frame through the element, and where the result is. */
static GstBuffer *
push_frame (GstHarness *h, const GstVideoInfo *info, GstBufferPool *pool,
    GstBuffer **expected)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstBuffer *picture = video_test_frame (noise, info);
  GstBuffer *result;

  *expected = naive_median_filter (&median, info, picture, FALSE);
  result = gst_harness_push_and_pull (h,
      pool ? cuda_test_upload (pool, info, picture) : gst_buffer_ref (picture));
  gst_buffer_unref (picture);
  fail_unless (result != NULL);
  return result;
}

/* ... which is right; the context that it is in. */
static GstCudaContext *
check_frame (GstHarness *h, const GstVideoInfo *info, GstBufferPool *pool,
    const gchar *what)
{
  GstBuffer *expected, *result = push_frame (h, info, pool, &expected);
  GstCudaContext *context = cuda_test_get_context (result);

  cuda_test_compare (info, result, expected, what);
  gst_buffer_unref (expected);
  return context;
}

/* A device that is not there is an error which names it: no other one takes its
 * place. */
TEST (test_no_such_device)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstMessage *message;
  GError *error = NULL;

  gst_util_set_object_arg (G_OBJECT (element), "backend", "cuda");
  g_object_set (element, "cuda-device-id", 77, NULL);
  fail_unless (gst_element_set_state (element, GST_STATE_PAUSED)
               == GST_STATE_CHANGE_FAILURE);
  message = video_test_message (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (
      strstr (error->message, "device 77") != NULL, "%s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_bus_set_flushing (bus, TRUE);
}

TEST (test_given)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive ("NV12", 18, 10);
  g_autoptr (GstHarness) h = cuda_test_harness (element, &info, FALSE, TRUE);

  fail_unless (ask (h->srcpad) == cuda_test_context);
  fail_unless (ask (h->sinkpad) == cuda_test_context);
  fail_unless (check_frame (h, &info, NULL, "given") == cuda_test_context);

  /* from READY to READY it stays the same, and in NULL it is let go of */
  gst_element_set_state (element, GST_STATE_NULL);
  fail_unless (ask (h->sinkpad) == NULL);
}

static GstPadProbeReturn
answer_context (GstPad *pad, GstPadProbeInfo *info, gpointer context)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  const gchar *type = NULL;

  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_query_parse_context_type (query, &type)
      && g_strcmp0 (type, GST_CUDA_CONTEXT_TYPE) == 0) {
    GstContext *c = gst_context_new_cuda_context (context);

    gst_query_set_context (query, c);
    gst_context_unref (c);
    return GST_PAD_PROBE_HANDLED;
  }
  return GST_PAD_PROBE_OK;
}

/* The neighbour is upstream, or downstream. */
TEST_LOOP (test_from_neighbour, 2)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h =
      gst_harness_new_with_element (element, "sink", "src");
  GstVideoInfo info = video_test_progressive ("NV12", 18, 10);

  gst_pad_add_probe (__i__ ? h->sinkpad : h->srcpad,
      GST_PAD_PROBE_TYPE_QUERY_BOTH, answer_context, cuda_test_context, NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_state (element, GST_STATE_PLAYING);
  cuda_test_set_caps (h, &info, FALSE, TRUE);
  fail_unless (check_frame (h, &info, NULL, "found") == cuda_test_context);
}

/* Two elements, neither of which was given one. */
TEST (test_shared)
{
  g_autoptr (GstHarness) h =
      gst_harness_new_parse ("cudamedian ! queue ! cudamedian planes=0");
  g_autoptr (GstBuffer) expected = NULL;
  GstBuffer *result;
  GstVideoInfo info = video_test_progressive ("NV12", 18, 10);

  cuda_test_set_caps (h, &info, FALSE, TRUE);
  result = push_frame (h, &info, NULL, &expected);
  fail_unless (ask (h->srcpad) != NULL);
  fail_unless (ask (h->srcpad) == ask (h->sinkpad));
  fail_unless (cuda_test_get_context (result) == ask (h->sinkpad));
#ifdef TEST_FAKEDRIVER
  assert_equals_int (
      fake_driver_blocks ().contexts, 2); /* theirs, the test's */
#endif
  cuda_test_compare (&info, result, expected, "shared");
}

static gpointer
start (gpointer element)
{
  fail_unless (gst_element_set_state (element, GST_STATE_PAUSED)
               != GST_STATE_CHANGE_FAILURE);
  return NULL;
}

typedef struct {
  GstElement *element;
  GThread *thread;
} Start;

/* The neighbour asks while the element looks for a context too. */
static GstPadProbeReturn
start_at_query (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Start *s = data;

  if (GST_QUERY_TYPE (GST_PAD_PROBE_INFO_QUERY (info)) == GST_QUERY_CONTEXT
      && !s->thread) {
    s->thread = g_thread_new ("start", start, s->element);
    g_usleep (50 * 1000); /* it waits by now for whom it asks */
  }
  return GST_PAD_PROBE_OK;
}

/* Two neighbours that start in two threads agree on a context. */
TEST (test_started_at_once)
{
  g_autoptr (GstElement) bin = gst_bin_new (NULL);
  GstElement *a = video_test_element ("cudamedian");
  GstElement *b = video_test_element ("cudamedian");
  Start s = { .element = a };
  g_autoptr (GstPad) of_a = NULL, of_b = NULL;

  gst_object_set_name (GST_OBJECT (b), "second");
  gst_bin_add_many (GST_BIN (bin), a, b, NULL);
  fail_unless (gst_element_link (a, b));
  of_a = gst_element_get_static_pad (a, "src");
  of_b = gst_element_get_static_pad (b, "sink");
  gst_pad_add_probe (
      of_a, GST_PAD_PROBE_TYPE_QUERY_BOTH, start_at_query, &s, NULL);
  start (b);
  fail_unless (s.thread != NULL);
  g_thread_join (s.thread);
  fail_unless (ask (of_a) != NULL);
  fail_unless (ask (of_a) == ask (of_b));
  gst_element_set_state (bin, GST_STATE_NULL);
}

typedef struct {
  GstElement *pipeline;
  Start second; /* whose start the first one's question begins */
  guint questions;
} Answer;

/* What applications do: the first question is answered for all elements, one of
 * which looks for a context in another thread at that moment. */
static GstBusSyncReply
answer_all (GstBus *bus, GstMessage *message, gpointer data)
{
  Answer *a = data;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_NEED_CONTEXT
      && a->questions++ == 0) {
    a->second.thread = g_thread_new ("start", start, a->second.element);
    g_usleep (50 * 1000); /* it waits by now for its turn to ask */
    cuda_test_set_context (a->pipeline, cuda_test_context);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* Two elements that start in two threads take the application's context. */
TEST (test_answered_at_once)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *a = video_test_element ("cudamedian");
  GstElement *b = video_test_element ("cudamedian");
  Answer answer = { .pipeline = pipeline, .second.element = b };
  GstBus *bus = gst_element_get_bus (pipeline);
  g_autoptr (GstPad) to_a = gst_pad_new ("to-a", GST_PAD_SRC);
  g_autoptr (GstPad) to_b = gst_pad_new ("to-b", GST_PAD_SRC);
  g_autoptr (GstPad) of_a = gst_element_get_static_pad (a, "sink");
  g_autoptr (GstPad) of_b = gst_element_get_static_pad (b, "sink");

  gst_object_set_name (GST_OBJECT (b), "second");
  gst_bin_add_many (GST_BIN (pipeline), a, b, NULL);
  fail_unless (gst_pad_link (to_a, of_a) == GST_PAD_LINK_OK);
  fail_unless (gst_pad_link (to_b, of_b) == GST_PAD_LINK_OK);
  gst_bus_set_sync_handler (bus, answer_all, &answer, NULL);
  start (a);
  fail_unless (answer.second.thread != NULL);
  g_thread_join (answer.second.thread);
  assert_equals_int (answer.questions, 1);
  fail_unless (ask (to_a) == cuda_test_context);
  fail_unless (ask (to_b) == cuda_test_context);
  gst_element_set_state (a, GST_STATE_NULL);
  gst_element_set_state (b, GST_STATE_NULL);
  gst_bus_set_sync_handler (bus, NULL, NULL, NULL);
  gst_object_unref (bus);
  gst_pad_unlink (to_a, of_a);
  gst_pad_unlink (to_b, of_b);
}

#ifdef TEST_FAKEDRIVER

/* Two elements in one context that start at once work on one device's streams:
 * the second's, which was the faster. From GStreamer 1.24 on each has a
 * GstCudaStream of its own besides, as a third has that comes later. */
TEST (test_opened_at_once)
{
  g_autoptr (GstElement) a = video_test_element ("cudamedian");
  g_autoptr (GstElement) b = video_test_element ("cudamedian");
  g_autoptr (GstElement) later = video_test_element ("cudamedian");
  guint before, of_one, of_two, own;

  gst_object_set_name (GST_OBJECT (b), "second");
  cuda_test_set_context (a, cuda_test_context);
  cuda_test_set_context (b, cuda_test_context);
  cuda_test_set_context (later, cuda_test_context);
  before = fake_driver_blocks ().streams;
  driver_backend_before_open = gate_pass;
  gate_start (start, a);
  start (b);
  of_one = fake_driver_blocks ().streams - before;
  fail_unless (of_one > 0);
  gate_finish ();
  driver_backend_before_open = NULL;
  of_two = fake_driver_blocks ().streams - before;
  start (later);
  own = fake_driver_blocks ().streams - before - of_two;
  fail_unless (own <= 1);
  assert_equals_int (of_two, of_one + own);
  gst_element_set_state (later, GST_STATE_NULL);
  gst_element_set_state (b, GST_STATE_NULL);
  assert_equals_int (fake_driver_blocks ().streams - before, of_one);
  gst_element_set_state (a, GST_STATE_NULL);
  assert_equals_int (fake_driver_blocks ().streams - before, 0);
}

#endif

/* Frames of another context make the element work in that. What was made before
 * stays right, and of the context before nothing stays. */
TEST_LOOP (test_adopted, 2)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstHarness *h;
  GstBufferPool *pool;
  GstBuffer *early, *expected;
  GstCudaContext *first;
  GstQuery *query;
  GstCaps *caps;
  GstBufferPool *proposed = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);

  /* a number that agrees is as good as none */
  g_object_set (element, "cuda-device-id", __i__ - 1, NULL);
  pool = cuda_test_pool (cuda_test_context, &info, 0);
  h = gst_harness_new_with_element (element, "sink", "src");
  cuda_test_set_caps (h, &info, TRUE, TRUE);
  early = push_frame (h, &info, NULL, &expected);
  first = ask (h->sinkpad);
  fail_unless (first != NULL);
  fail_unless (first != cuda_test_context);
  fail_unless (cuda_test_get_context (early) == first);

  fail_unless (check_frame (h, &info, pool, "adopted") == cuda_test_context);
  fail_unless (ask (h->sinkpad) == cuda_test_context);
  fail_unless (check_frame (h, &info, NULL, "after") == cuda_test_context);
  fail_unless (check_frame (h, &info, pool, "after") == cuda_test_context);

  /* upstream is offered memory there from now on */
  caps = cuda_test_caps (&info, TRUE);
  query = gst_query_new_allocation (caps, TRUE);
  fail_unless (gst_pad_peer_query (h->srcpad, query));
  gst_query_parse_nth_allocation_pool (query, 0, &proposed, NULL, NULL, NULL);
  fail_unless (GST_CUDA_BUFFER_POOL (proposed)->context == cuda_test_context);
  gst_object_unref (proposed);
  gst_query_unref (query);
  gst_caps_unref (caps);

  cuda_test_compare (&info, early, expected, "before");
  gst_buffer_unref (expected);
#ifdef TEST_FAKEDRIVER
  assert_equals_int (fake_driver_blocks ().contexts, 1);
  assert_equals_int (fake_driver_blocks ().lost, 0);
#endif
  gst_harness_teardown (h);
  cuda_test_pool_free (pool);
}

/* The same while frames are kept, and to system memory. */
TEST_LOOP (test_adopted_while_looking_ahead, 2)
{
  NaiveMedian copy = NAIVE_MEDIAN_DEFAULTS;
  GstElement *element = video_test_element ("cudacopy");
  GstCudaContext *contexts[2] = { cuda_test_context,
    cuda_test_other_context () };
  gboolean cuda_out = __i__;
  GstBufferPool *pools[2];
  GstBuffer *expected[12];
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("P010_10LE", 18, 10);

  copy.planes = "";
  g_object_set (element, "lookahead", 3, NULL);
  h = gst_harness_new_with_element (element, "sink", "src");
  cuda_test_set_caps (h, &info, TRUE, cuda_out);
  for (guint i = 0; i < 2; i++)
    pools[i] = cuda_test_pool (contexts[i], &info, 0);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);

    expected[i] = naive_median_filter (&copy, &info, picture, FALSE);
    video_test_push (h, cuda_test_upload (pools[i / 4 % 2], &info, picture));
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    fail_unless (cuda_test_get_context (result)
                 == (cuda_out ? contexts[i / 4 % 2] : NULL));
    cuda_test_compare (&info, result, expected[i], "to and fro");
    gst_buffer_unref (expected[i]);
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
  for (guint i = 0; i < 2; i++)
    cuda_test_pool_free (pools[i]);
  gst_object_unref (contexts[1]);
}

/* The element is to work on a device that the frames are not on. Of those the
 * CPU has a part. */
TEST_LOOP (test_other_device, 2)
{
  GstElement *element = video_test_element ("cudamedian");
  GstCudaContext *second = gst_cuda_context_new (1);
  gboolean cuda_out = __i__;
  GstHarness *h;
  GstBufferPool *pool;
  GstVideoInfo info = video_test_progressive ("NV12", 34, 18);

  if (!second) {
    g_print ("left out, as there is no second GPU\n");
    gst_object_unref (element);
    return;
  }
  gst_object_unref (second);
  g_object_set (element, "cuda-device-id", 1, NULL);
  pool = cuda_test_pool (cuda_test_context, &info, 0);
  h = cuda_test_harness (element, &info, TRUE, cuda_out);
  for (guint i = 0; i < 4; i++) {
    guint id = 0;

    check_frame (h, &info, i % 2 ? NULL : pool, "by the CPU");
    g_object_get (ask (h->sinkpad), "cuda-device-id", &id, NULL);
    assert_equals_int (id, 1);
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
  cuda_test_pool_free (pool);
}

TEST_MAIN (cuda_test_init, cuda_test_setup, cuda_test_teardown)
