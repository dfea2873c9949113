/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDAMemory in pipelines: chains and branches of our elements, and
 * GStreamer's own elements beside them, where they are installed. */
#include "contourstest.h"
#include "cudatest.h"

#define N_FRAMES 10

#define CAPSFILTER_CUDA " ! capsfilter caps=video/x-raw(memory:CUDAMemory)"
#define CAPSFILTER_SYSTEM " ! capsfilter caps=video/x-raw"

/* Sinks that keep what they get. */

typedef struct {
  GMutex lock;
  GCond arrived;
  GQueue buffers;
} Branch;

static void
keep (GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer data)
{
  Branch *branch = data;

  g_mutex_lock (&branch->lock);
  g_queue_push_tail (&branch->buffers, gst_buffer_ref (buffer));
  g_cond_signal (&branch->arrived);
  g_mutex_unlock (&branch->lock);
}

#define SINK(name) " ! fakesink signal-handoffs=1 async=0 sync=0 name=" name

static void
branch_init (Branch *branch, GstElement *bin, const gchar *sink)
{
  g_autoptr (GstElement) element = gst_bin_get_by_name (GST_BIN (bin), sink);

  g_mutex_init (&branch->lock);
  g_cond_init (&branch->arrived);
  g_queue_init (&branch->buffers);
  g_signal_connect (element, "handoff", G_CALLBACK (keep), branch);
}

static GstBuffer *
branch_pull (Branch *branch)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  GstBuffer *buffer;

  g_mutex_lock (&branch->lock);
  while (g_queue_is_empty (&branch->buffers))
    fail_unless (g_cond_wait_until (&branch->arrived, &branch->lock, end),
        "no frame came");
  buffer = g_queue_pop_head (&branch->buffers);
  g_mutex_unlock (&branch->lock);
  return buffer;
}

static void
branch_clear (Branch *branch)
{
  assert_equals_int (branch->buffers.length, 0);
  g_mutex_clear (&branch->lock);
  g_cond_clear (&branch->arrived);
}

static GstElement *
find (GstHarness *h, const gchar *name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (h->element), name);

  fail_unless (element != NULL);
  gst_object_unref (element); /* the bin's */
  return element;
}

/* Three times the filter, between several kinds of memory. */

static const struct {
  const gchar *description;
  gboolean cuda_in, cuda_out;
  gboolean only_cuda; /* host memory has no part in it */
} chains[] = {
  { "cudamedian name=a ! cudamedian name=b ! cudamedian name=c", TRUE, TRUE,
      TRUE },
  { "cudamedian name=a ! queue ! cudamedian name=b ! queue ! "
    "cudamedian name=c",
      TRUE, TRUE, TRUE },
  { "cudamedian name=a ! cudacopy name=b lookahead=2 ! cudamedian name=c", TRUE,
      TRUE, TRUE },
  { "cudamedian name=a" CAPSFILTER_CUDA " ! cudamedian name=b" CAPSFILTER_CUDA
    " ! cudamedian name=c",
      FALSE, FALSE, FALSE },
  { "cudamedian name=a ! cudamedian name=b ! cudamedian name=c", TRUE, FALSE,
      FALSE },
  { "cudamedian name=a ! cudamedian name=b ! cudamedian name=c", FALSE, TRUE,
      FALSE },
  { "cudamedian name=a" CAPSFILTER_SYSTEM " ! cudamedian name=b" CAPSFILTER_CUDA
    " ! cudamedian name=c",
      TRUE, FALSE, FALSE },
  { "cudamedian name=a" CAPSFILTER_SYSTEM
    " ! cudamedian backend=cpu name=b ! cudamedian name=c",
      TRUE, TRUE, FALSE },
};

TEST_LOOP (test_chains, G_N_ELEMENTS (chains))
{
  g_autoptr (GstHarness) h = cuda_test_parse (chains[__i__].description);
  gboolean cuda_in = chains[__i__].cuda_in;
  gboolean cuda_out = chains[__i__].cuda_out;
  static const gchar *const names[] = { "a", "b", "c" };
  GstBuffer *pictures[N_FRAMES];
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, &info, 0);

  cuda_test_set_caps (h, &info, cuda_in, cuda_out);
  for (guint i = 0; i < N_FRAMES; i++) {
    pictures[i] = video_test_frame (noise, &info);
    video_test_push (h, cuda_in ? cuda_test_upload (pool, &info, pictures[i])
                                : gst_buffer_ref (pictures[i]));
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *expected =
        cuda_test_expected (chains[__i__].description, &info, pictures[i]);
    GstBuffer *result = gst_harness_pull (h);

    fail_unless (result != NULL);
    fail_unless ((cuda_test_get_context (result) != NULL) == cuda_out);
    cuda_test_compare (&info, result, expected, chains[__i__].description);
    gst_buffer_unref (expected);
    gst_buffer_unref (pictures[i]);
  }
  for (guint i = 0; i < 3 && chains[__i__].only_cuda; i++) {
    assert_equals_int (video_test_stat (find (h, names[i]), "uploads"), 0);
    assert_equals_int (video_test_stat (find (h, names[i]), "downloads"), 0);
  }
  cuda_test_pool_free (pool);
}

/* One source of frames for a branch that stays on the device, one that ends in
 * host memory, and one that the CPU filters. */
TEST_LOOP (test_branches, 2)
{
  static const gchar *const sinks[] = { "device", "host", "cpu" };
  GstHarness *h =
      cuda_test_parse ("tee name=t ! queue ! cudamedian" CAPSFILTER_CUDA SINK (
          "device") "  "
                    "t. ! queue ! cudamedian" CAPSFILTER_SYSTEM SINK (
                        "host") "  "
                                "t. ! queue ! cudamedian backend=cpu" SINK (
                                    "cpu"));
  gboolean cuda_in = __i__;
  Branch branches[3];
  GstBuffer *expected[N_FRAMES];
  GstVideoInfo info = video_test_progressive ("NV12", 34, 18);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, &info, 0);

  for (guint b = 0; b < 3; b++)
    branch_init (&branches[b], h->element, sinks[b]);
  gst_harness_set_src_caps (h, cuda_test_caps (&info, cuda_in));
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);

    expected[i] = cuda_test_expected ("cudamedian", &info, picture);
    video_test_push (h, cuda_in ? cuda_test_upload (pool, &info, picture)
                                : gst_buffer_ref (picture));
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    for (guint b = 0; b < 3; b++) {
      GstBuffer *result = branch_pull (&branches[b]);

      fail_unless ((cuda_test_get_context (result) != NULL) == (b == 0));
      cuda_test_compare (&info, result, expected[i], sinks[b]);
    }
    gst_buffer_unref (expected[i]);
  }
  gst_harness_teardown (h);
  for (guint b = 0; b < 3; b++)
    branch_clear (&branches[b]);
  cuda_test_pool_free (pool);
}

/* The pipeline ends while sinks keep frames and queues are full of them. */
TEST (test_stop_in_between)
{
  GstHarness *h = cuda_test_parse (
      "cudamedian ! queue ! cudacopy lookahead=2" CAPSFILTER_CUDA SINK (
          "sink"));
  GstBuffer *expected[N_FRAMES];
  GstBuffer *result;
  Branch branch;
  GstVideoInfo info = video_test_progressive ("NV12", 34, 18);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, &info, 0);

  branch_init (&branch, h->element, "sink");
  gst_harness_set_src_caps (h, cuda_test_caps (&info, TRUE));
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);

    expected[i] = cuda_test_expected ("cudamedian", &info, picture);
    video_test_push (h, cuda_test_upload (pool, &info, picture));
  }
  result = branch_pull (&branch);
  gst_harness_teardown (h);
  cuda_test_pool_free (pool);

  for (guint i = 0; i < N_FRAMES; i++) {
    if (result)
      cuda_test_compare (&info, result, expected[i], "kept");
    result = g_queue_pop_head (&branch.buffers);
    gst_buffer_unref (expected[i]);
  }
  branch_clear (&branch);
}

/* GStreamer's own way to the device and back, with contours on the frames. */

static const gchar *const round_trips[] = {
  "cudaupload ! cudamedian ! cudadownload",
  "cudaupload ! cudamedian" CAPSFILTER_CUDA " ! cudadownload",
  "cudaupload ! cudamedian ! queue ! cudamedian ! queue ! cudadownload",
  "cudamedian" CAPSFILTER_CUDA " ! cudadownload",
  "cudaupload" CAPSFILTER_CUDA " ! cudamedian",
  "cudaupload" CAPSFILTER_CUDA " ! cudadownload ! cudamedian",
  "cudaupload" CAPSFILTER_CUDA " ! cudamedian backend=cpu",
};

TEST_LOOP (test_round_trips, G_N_ELEMENTS (round_trips))
{
  static const gchar *const formats[] = { "NV12", "I420", "P010_10LE", "RGBA",
    "Y42B" };
  const gchar *description = round_trips[__i__];

  if (!cuda_test_has_element ("cudaupload")
      || !cuda_test_has_element ("cudadownload"))
    return;
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++) {
    g_autoptr (GstHarness) h = cuda_test_parse (description);
    GstCudaSnakeContours *contours[N_FRAMES];
    GstBuffer *pictures[N_FRAMES];
    GstVideoInfo info = video_test_progressive (formats[f], 35, 18);

    gst_harness_set_sink_caps (h, cuda_test_caps (&info, FALSE));
    gst_harness_set_src_caps (h, cuda_test_caps (&info, FALSE));
    for (guint i = 0; i < N_FRAMES; i++) {
      contours[i] = contours_test_random (noise, 35, 18, i % 3);
      pictures[i] = video_test_frame (noise, &info);
      fail_unless (
          gst_buffer_set_cuda_snake_contours (pictures[i], contours[i], NULL));
      video_test_push (h, gst_buffer_ref (pictures[i]));
    }
    for (guint i = 0; i < N_FRAMES; i++) {
      GstBuffer *expected =
          cuda_test_expected (description, &info, pictures[i]);
      GstBuffer *result = gst_harness_pull (h);
      GstCudaSnakeContours *kept;

      fail_unless (result != NULL);
      kept = contours_test_get (result, description);
      contours_test_compare (kept, contours[i], description);
      gst_cuda_snake_contours_free (kept);
      gst_cuda_snake_contours_free (contours[i]);
      cuda_test_compare (&info, result, expected, description);
      gst_buffer_unref (expected);
      gst_buffer_unref (pictures[i]);
    }
  }
}

/* Two branches of one stream, on the device and on the CPU, make the same of
 * it. */
static void
check_source (const gchar *source)
{
  g_autofree gchar *description = g_strdup_printf (
      "%s ! tee name=t "
      "t. ! queue ! cudamedian name=gpu size=5" CAPSFILTER_CUDA SINK (
          "device") " t. ! queue ! cudamedian backend=cpu size=5" SINK ("cpu"),
      source);
  GError *error = NULL;
  g_autoptr (GstElement) pipeline = gst_parse_launch (description, &error);
  g_autoptr (GstElement) gpu = gst_bin_get_by_name (GST_BIN (pipeline), "gpu");
  g_autoptr (GstBus) bus = gst_pipeline_get_bus (GST_PIPELINE (pipeline));
  Branch device, cpu;
  GstMessage *message;
  guint n = 0;

  fail_unless (error == NULL, "%s", description);
  cuda_test_set_context (pipeline, cuda_test_context);
  branch_init (&device, pipeline, "device");
  branch_init (&cpu, pipeline, "cpu");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, 30 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  fail_unless (message != NULL, "no end of %s", description);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, NULL);
  fail_unless (
      error == NULL, "%s: %s", description, error ? error->message : "");
  gst_message_unref (message);

  if (strstr (source, "CUDAMemory"))
    assert_equals_int (video_test_stat (gpu, "uploads"), 0);
  while (!g_queue_is_empty (&device.buffers)) {
    GstBuffer *a = branch_pull (&device), *b = branch_pull (&cpu);
    GstPad *pad = gst_element_get_static_pad (gpu, "src");
    GstCaps *caps = gst_pad_get_current_caps (pad);
    GstVideoInfo info;

    fail_unless (gst_video_info_from_caps (&info, caps));
    cuda_test_compare (&info, a, b, source);
    gst_buffer_unref (b);
    gst_caps_unref (caps);
    gst_object_unref (pad);
    n++;
  }
  assert_equals_int (n, 8);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  branch_clear (&device);
  branch_clear (&cpu);
}

#define TEST_SOURCE(format) \
  "videotestsrc num-buffers=8 ! video/x-raw,format=" format \
  ",width=320,height=240,framerate=25/1"

TEST (test_upload)
{
  if (!cuda_test_has_element ("cudaupload")
      || !cuda_test_has_element ("videotestsrc"))
    return;
  check_source (TEST_SOURCE ("NV12") " ! cudaupload" CAPSFILTER_CUDA);
  check_source (TEST_SOURCE ("RGBA") " ! cudaupload" CAPSFILTER_CUDA);
}

/* The decoder's frames in CUDAMemory where it makes any. */
static void
check_decoder (const gchar *encoder, const gchar *decoder)
{
  g_autoptr (GstElementFactory) factory = gst_element_factory_find (decoder);
  g_autoptr (GstCaps) cuda =
      gst_caps_from_string ("video/x-raw(memory:CUDAMemory)");
  g_autofree gchar *source = g_strdup_printf ("%s ! %s%s", encoder, decoder,
      gst_element_factory_can_src_any_caps (factory, cuda) ? CAPSFILTER_CUDA
                                                           : "");

  check_source (source);
}

TEST (test_jpeg)
{
  if (cuda_test_has_element ("jpegenc") && cuda_test_has_element ("nvjpegdec"))
    check_decoder (TEST_SOURCE ("I420") " ! jpegenc", "nvjpegdec");
}

TEST (test_h264)
{
  if (!cuda_test_has_element ("h264parse")
      || !cuda_test_has_element ("nvh264dec"))
    return;
  if (cuda_test_has_element ("x264enc"))
    check_decoder (TEST_SOURCE ("I420") " ! x264enc ! h264parse", "nvh264dec");
  if (cuda_test_has_element ("openh264enc"))
    check_decoder (
        TEST_SOURCE ("I420") " ! openh264enc ! h264parse", "nvh264dec");
}

TEST_MAIN (cuda_test_init, cuda_test_setup, cuda_test_teardown)
