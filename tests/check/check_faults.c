/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A device that fails, runs out of memory or is not there: an error message,
 * never a crash, and the next start works. Built staged alone. */
#include "fakecuda.h"
#include "naivemedian.h"
#include "videotest.h"

static GstElement *element;
static GstBus *bus;
static GstVideoInfo info;

static void
setup (void)
{
  video_test_setup ();
  info = video_test_progressive ("I420", 33, 21);
  element = video_test_element ("cudamedian");
  bus = video_test_bus (element);
}

static void
teardown (void)
{
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
  video_test_teardown ();
}

/* A fresh start filters as ever. */
static void
check_works (void)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstHarness) h = NULL;

  gst_element_set_state (element, GST_STATE_NULL);
  h = video_test_harness (element, &info);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    GstBuffer *expected = naive_median_filter (&median, &info, frame, FALSE);
    GstBuffer *result = video_test_push_and_pull (h, frame);

    video_test_expect (&info, result, expected, "after a restart");
  }
}

/* Frames until the fault comes, which ends in an error. */
static void
check_lost (guint *count, guint n)
{
  GstHarness *h = video_test_harness (element, &info);
  GstFlowReturn flow = GST_FLOW_OK;
  guint i;

  *count = n;
  for (i = 0; i < 30 && flow == GST_FLOW_OK; i++)
    flow = gst_harness_push (h, video_test_frame (noise, &info));
  assert_equals_int (flow, GST_FLOW_ERROR);
  assert_equals_int (gst_harness_buffers_received (h), i - 1);
  video_test_check_error (bus, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED);

  /* Whoever goes on gets the same again. */
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_ERROR);
  video_test_check_error (bus, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED);
  gst_harness_teardown (h);
  check_works ();
}

/* At each place, at the first to the fourth time. */
TEST_LOOP (test_lost, 5 * 4)
{
  guint *const places[] = { &fake_cuda.lose_at_run, &fake_cuda.lose_at_upload,
    &fake_cuda.lose_at_download, &fake_cuda.lose_at_synchronize,
    &fake_cuda.lose_at_event };

  check_lost (places[__i__ / 4], 1 + __i__ % 4);
}

/* A lost device does not keep a pipeline from its error and from NULL. */
TEST (test_lost_in_pipeline)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *source = gst_check_setup_element ("videotestsrc");
  GstElement *median = video_test_element ("cudamedian");
  GstElement *queue = gst_check_setup_element ("queue");
  GstElement *sink = gst_check_setup_element ("fakesink");
  g_autoptr (GstBus) pipeline_bus = gst_element_get_bus (pipeline);

  gst_bin_add_many (GST_BIN (pipeline), source, median, queue, sink, NULL);
  fail_unless (gst_element_link_many (source, median, queue, sink, NULL));
  for (guint i = 0; i < 3; i++) {
    GstMessage *message;

    fake_cuda.lose_at_run = 5;
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    message = gst_bus_timed_pop_filtered (
        pipeline_bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_ERROR);
    fail_unless (GST_MESSAGE_SRC (message) == GST_OBJECT (median));
    gst_message_unref (message);
    assert_equals_int (gst_element_set_state (pipeline, GST_STATE_NULL),
        GST_STATE_CHANGE_SUCCESS);
  }
  assert_equals_int (fake_cuda.opened, 3);
}

/* Without page-locked memory frames are in ordinary memory, and one warning an
 * element says so. */
TEST (test_no_host_memory)
{
  GstMessage *message;

  fake_cuda.no_host_memory = TRUE;
  check_works ();
  check_works ();
  assert_equals_int (fake_cuda.host_allocations, 0);
  message = video_test_message (bus, GST_MESSAGE_WARNING);
  fail_unless (message != NULL);
  gst_message_unref (message);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));

  fake_cuda.no_host_memory = FALSE;
  check_works ();
  fail_unless (fake_cuda.host_allocations > 0);
}

static GstMemory *given_of;
static guint n_told;

static GstBusSyncReply
look_at_memory (GstBus *bus, GstMessage *message, gpointer data)
{
  GstMapInfo map;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
    n_told++;
    fail_unless (gst_memory_map (given_of, &map, GST_MAP_READ));
    gst_memory_unmap (given_of, &map);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* Whoever hears of it at once may use the memory that it is about. */
TEST (test_no_host_memory_told)
{
  g_autoptr (GstHarness) h = NULL;
  g_autoptr (GstBus) listened = gst_bus_new ();
  g_autoptr (GstAllocator) allocator = NULL;
  GstCaps *caps = gst_video_info_to_caps (&info);
  GstQuery *query = gst_query_new_allocation (caps, FALSE);
  GstMapInfo map;

  gst_bus_set_sync_handler (listened, look_at_memory, NULL, NULL);
  gst_element_set_bus (element, listened);
  h = video_test_harness (element, &info);
  fail_unless (gst_pad_peer_query (h->srcpad, query));
  gst_query_parse_nth_allocation_param (query, 0, &allocator, NULL);
  gst_query_unref (query);
  gst_caps_unref (caps);

  n_told = 0;
  given_of = gst_allocator_alloc (allocator, 1000, NULL);
  fake_cuda.no_host_memory = TRUE;
  fail_unless (gst_memory_map (given_of, &map, GST_MAP_READ));
  gst_memory_unmap (given_of, &map);
  assert_equals_int (n_told, 1);
  gst_memory_unref (given_of);
  fake_cuda.no_host_memory = FALSE;
  gst_element_set_bus (element, bus);
}

/* Errors of one frame are not those of the next: memory may come back. */
TEST (test_no_filter_for_new_size)
{
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
  fake_cuda.no_filter = TRUE;
  g_object_set (element, "size", 5, NULL);
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_ERROR);
  video_test_check_error (
      bus, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT);
  fake_cuda.no_filter = FALSE;
  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
}

/* backend=cuda without a device fails at the start and says what to do. */
TEST (test_no_device)
{
  fake_cuda.no_device = TRUE;
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  video_test_check_error (
      bus, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND);

  fake_cuda.no_device = FALSE;
  check_works ();
}

/* backend=auto takes the device where there is one, and else the CPU, which it
 * says. */
TEST_LOOP (test_auto, 2)
{
  gboolean there = __i__ == 1;
  const GstStructure *s;
  GstMessage *message;
  gchar *backend;

  fake_cuda.no_device = !there;
  gst_util_set_object_arg (G_OBJECT (element), "backend", "auto");
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  g_object_get (element, "active-backend", &backend, NULL);
  fail_unless_equals_string (backend, there ? "cuda" : "cpu");
  g_free (backend);

  message = video_test_message (bus, GST_MESSAGE_ELEMENT);
  s = gst_message_get_structure (message);
  fail_unless (gst_structure_has_name (s, "cudafilters-backend"));
  fail_unless_equals_string (
      gst_structure_get_string (s, "backend"), there ? "cuda" : "cpu");
  fail_unless_equals_string (
      gst_structure_get_string (s, "reason"), there ? NULL : "No fake device");
  gst_message_unref (message);
  gst_element_set_state (element, GST_STATE_NULL);
  check_works ();
}

/* One copy each way where a frame is in one piece, a run a frame, and one
 * filter a stream for all of them. */
TEST (test_transfers)
{
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  g_object_set (element, "size", 5, NULL);
  for (guint i = 0; i < 12; i++)
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, &info)));
  assert_equals_int (fake_cuda.transfers, 24);
  assert_equals_int (fake_cuda.runs, 12);
  assert_equals_int (fake_cuda.prepared, 4);
}

/* Blocks that come back are used again, also when a pool begins anew. */
TEST (test_cache)
{
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  GstVideoInfo other = video_test_progressive ("I420", 64, 48);

  for (guint i = 0; i < 10; i++) {
    const GstVideoInfo *now = i % 2 ? &other : &info;

    gst_harness_set_src_caps (h, gst_video_info_to_caps (now));
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, now)));
  }
  fail_unless (
      fake_cuda.host_allocations <= 6, "%u blocks", fake_cuda.host_allocations);
}

TEST_MAIN (gst_check_init, setup, teardown)
