/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* stats: what is counted and timed, and from when on. */
#include "chaintest.h"
#include "videotest.h"

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif

static const gchar *const fields[] = { "frames", "late-frames", "uploads",
  "downloads", "bytes-up", "bytes-down", "timed-frames", "upload-time",
  "kernel-time", "download-time", "time-after-push" };

static void
check_zero (GstElement *element)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    fail_unless (video_test_stat (element, fields[i]) == 0, "%s", fields[i]);
}

TEST (test_property)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), "stats");
  g_autoptr (GstStructure) stats = NULL;

  fail_unless (spec->value_type == GST_TYPE_STRUCTURE);
  fail_if (spec->flags & G_PARAM_WRITABLE);
  check_zero (element);
  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "cudafilters-stats"));
  assert_equals_int (gst_structure_n_fields (stats), G_N_ELEMENTS (fields));
}

/* What the element proposes for memory. */
static GstAllocator *
proposed_allocator (GstHarness *h, const GstVideoInfo *info)
{
  g_autoptr (GstQuery) query = video_test_ask_allocation (h->srcpad, info);
  GstAllocator *allocator;

  gst_query_parse_nth_allocation_param (query, 0, &allocator, NULL);
  fail_unless (allocator != NULL);
  return allocator;
}

/* Rows are `extra` bytes longer than in the format's own layout. */
static GstBuffer *
padded_frame (GstAllocator *allocator, const GstVideoInfo *info,
    GstBuffer *frame, gint extra)
{
  gsize offset[GST_VIDEO_MAX_PLANES], padding = 0;
  gint stride[GST_VIDEO_MAX_PLANES];
  GstBuffer *buffer;

  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++) {
    offset[p] = GST_VIDEO_INFO_PLANE_OFFSET (info, p) + padding;
    stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (info, p) + extra;
    padding += extra * video_test_rows (info, p);
  }
  buffer = gst_buffer_new_allocate (
      allocator, GST_VIDEO_INFO_SIZE (info) + padding, NULL);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info), GST_VIDEO_INFO_N_PLANES (info), offset,
      stride);
  video_test_copy (info, buffer, frame);
  return buffer;
}

/* A frame that is in one piece is one copy, from its first byte to its last;
 * one with much padding is copied row by row without it. */
TEST_LOOP (test_bytes, 5)
{
  static const gchar *const formats[] = { "GRAY8", "NV12", "I420", "P010_10LE",
    "RGB" };
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  guint64 whole = 0, samples = 0;
  g_autoptr (GstAllocator) allocator = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive (formats[__i__], 53, 31);

  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (&info); p++) {
    gsize rows = video_test_rows (&info, p);
    gsize bytes = video_test_row_bytes (&info, p);

    samples += rows * bytes;
    whole = GST_VIDEO_INFO_PLANE_OFFSET (&info, p)
            + (rows - 1) * GST_VIDEO_INFO_PLANE_STRIDE (&info, p) + bytes;
  }

  h = video_test_harness (element, &info);
  allocator = proposed_allocator (h, &info);
  for (guint i = 0; i < 2; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    gst_buffer_unref (video_test_push_and_pull (
        h, padded_frame (allocator, &info, frame, i ? 10000 : 0)));
    gst_buffer_unref (frame);
    chain_test_check_stats (element, i + 1, i + 1, i + 1);
    if (chain_test_on_device (element)) {
      assert_equals_uint64 (
          video_test_stat (element, "bytes-up"), whole + i * samples);
      assert_equals_uint64 (
          video_test_stat (element, "bytes-down"), whole * (i + 1));
    }
  }
}

static void
wait_for_timed_frames (GstElement *element, guint n)
{
  gint64 end = g_get_monotonic_time () + CHAIN_TEST_TIMEOUT / GST_USECOND;

  while (video_test_stat (element, "timed-frames") < n
         && g_get_monotonic_time () < end)
    g_usleep (100);
  assert_equals_uint64 (video_test_stat (element, "timed-frames"), n);
}

/* One frame in 16 is timed; the times are means, not sums. */
TEST (test_times)
{
  static const gchar *const times[] = { "upload-time", "kernel-time",
    "download-time" };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBufferPool) pool = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 320, 200);

  g_object_set (element, "size", 9, NULL);
  h = video_test_harness (element, &info);
  pool = chain_test_proposed_pool (h, &info, 0);
  for (guint i = 0; i < 64; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    gst_buffer_unref (video_test_push_and_pull (
        h, chain_test_from_pool (pool, &info, frame)));
    gst_buffer_unref (frame);
    wait_for_timed_frames (element, i / 16 + 1);
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (guint k = 0; k < G_N_ELEMENTS (times); k++) {
    guint64 time = video_test_stat (element, times[k]);

    fail_unless (time < GST_SECOND, "%s %" G_GUINT64_FORMAT, times[k], time);
    if (chain_test_on_device (element))
      fail_unless (time > 0, "%s", times[k]);
#ifdef TEST_STAGED
    /* fakecuda.h takes a millisecond for a copy and for a run */
    assert_equals_uint64 (time, GST_MSECOND);
#endif
  }
  fail_unless (video_test_stat (element, "time-after-push") < 10 * GST_SECOND);
}

/* Upstream is told that frames are late, and those that are get dropped. */
TEST_LOOP (test_late_frames, 3)
{
  guint lookahead = __i__, i;
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 32, 20);

  g_object_set (element, "lookahead", lookahead, NULL);
  h = video_test_harness (element, &info);
  gst_harness_push_upstream_event (h,
      gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, GST_SECOND));
  for (i = 0; i < 10; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    /* the first five are before the time that QoS asks for */
    GST_BUFFER_PTS (frame) = i < 5 ? GST_SECOND : 5 * GST_SECOND;
    video_test_push (h, frame);
  }
  assert_equals_uint64 (video_test_stat (element, "late-frames"), 5);
  assert_equals_uint64 (video_test_stat (element, "frames"), 5 - lookahead);
  assert_equals_int (gst_harness_buffers_received (h), 5 - lookahead);
}

/* Frames that pass through are none that were filtered. */
TEST (test_passthrough)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 32, 20);

  gst_util_set_object_arg (G_OBJECT (element), "planes", "0");
  h = video_test_harness (element, &info);
  for (guint i = 0; i < 5; i++)
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, &info)));
  check_zero (element);
}

/* What the last run cost can be read until the next one begins. */
TEST (test_reset)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("NV12", 32, 20);

  for (guint i = 1; i < 4; i++) {
    h = video_test_harness (element, &info);
    check_zero (element);
    for (guint k = 0; k < 10 * i; k++)
      gst_buffer_unref (
          video_test_push_and_pull (h, video_test_frame (noise, &info)));
    gst_element_set_state (element, i % 2 ? GST_STATE_NULL : GST_STATE_READY);
    assert_equals_uint64 (video_test_stat (element, "frames"), 10 * i);
    gst_harness_teardown (h);
  }
}

/* New caps do not begin anew. */
TEST (test_new_caps)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  for (guint i = 0; i < 6; i++) {
    info = video_test_progressive ("NV12", 32 + i, 20);
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, &info)));
    chain_test_check_stats (element, i + 1, i + 1, i + 1);
  }
}

#ifdef TEST_STAGED

/* A frame that failed is none. */
TEST (test_failed_frame)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 32, 20);

  fake_cuda.no_filter = TRUE;
  h = video_test_harness (element, &info);
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_ERROR);
  assert_equals_uint64 (video_test_stat (element, "frames"), 0);
  fake_cuda.no_filter = FALSE;
  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
  assert_equals_uint64 (video_test_stat (element, "frames"), 1);
}

#endif

TEST_MAIN (video_test_init_private, video_test_setup, video_test_teardown)
