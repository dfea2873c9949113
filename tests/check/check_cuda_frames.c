/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What comes out of elements whose frames are in CUDAMemory, on either side:
 * every format, and the order of work on memory that is still in use. */
#include "cudatest.h"
#include "naivemedian.h"
#ifdef TEST_FAKEDRIVER
#include "gst/cuda/gcfcuda.h"
#include "gst/cuda/gcfstream.h"
#endif

static const gint sizes[][2] = { { 16, 8 }, { 33, 17 }, { 7, 6 }, { 10, 5 },
  { 2, 2 } };

/* A picture, and what the filter should make of it. */
typedef struct {
  GstBuffer *picture, *expected;
} Example;

static Example
example_new (const GstVideoInfo *info, const NaiveMedian *median)
{
  Example e = { .picture = video_test_frame (noise, info) };

  e.expected = naive_median_filter (median, info, e.picture, FALSE);
  return e;
}

static void
example_clear (Example *e)
{
  gst_clear_buffer (&e->picture);
  gst_clear_buffer (&e->expected);
}

/* In memory of the pool, or as it is. */
static GstBuffer *
example_frame (const Example *e, const GstVideoInfo *info, GstBufferPool *pool)
{
  return pool ? cuda_test_upload (pool, info, e->picture)
              : gst_buffer_ref (e->picture);
}

static gchar *
describe (const GstVideoInfo *info, gboolean cuda_in, gboolean cuda_out)
{
  return g_strdup_printf ("%s %dx%d, %s to %s", GST_VIDEO_INFO_NAME (info),
      GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info),
      cuda_in ? "CUDA" : "system", cuda_out ? "CUDA" : "system");
}

/* Frames under these caps, of which every third is in the other memory: so are
 * CUDA frames that an element passes on under system memory's caps. */
static void
check_pair (GstHarness *h, const GstVideoInfo *info, const NaiveMedian *median,
    gboolean cuda_in, gboolean cuda_out)
{
  g_autofree gchar *what = describe (info, cuda_in, cuda_out);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, info, 0);

  cuda_test_set_caps (h, info, cuda_in, cuda_out);
  for (guint i = 0; i < 4; i++) {
    Example e = example_new (info, median);
    gboolean cuda = i == 2 ? !cuda_in : cuda_in;
    GstBuffer *result = video_test_push_and_pull (
        h, example_frame (&e, info, cuda ? pool : NULL));

    fail_unless ((cuda_test_get_context (result) != NULL) == cuda_out, what);
    cuda_test_compare (info, result, e.expected, what);
    example_clear (&e);
  }
  cuda_test_pool_free (pool);
}

/* One element, that is told other caps again and again. */
TEST_LOOP (test_formats, cuda_test_n_formats ())
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h = NULL;

  for (guint i = 0; i < 4 * G_N_ELEMENTS (sizes); i++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
    GstVideoInfo info = video_test_progressive (
        cuda_test_formats[__i__], sizes[i / 4][0], sizes[i / 4][1]);

    if (!cuda_test_holds (&info))
      continue;
    median.size = i % 2 ? 5 : 3;
    if (i % 4 == 3) {
      median.size_y = 17;
      median.percentile = 90;
    }
    naive_median_apply (&median, G_OBJECT (element));
    if (!h)
      h = cuda_test_harness (element, &info, FALSE, FALSE);
    check_pair (h, &info, &median, i % 4 / 2, i % 2);
  }
}

/* GStreamer 1.22 makes the memory of NV21 too small where the height is odd.
 * Nothing is written behind its end. */
TEST (test_small_memory)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstElement *element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info = video_test_progressive ("NV21", 33, 17);
  Example e = example_new (&info, &median);
  GstHarness *h = cuda_test_harness (element, &info, FALSE, TRUE);

  if (cuda_test_holds (&info)) {
    cuda_test_compare (&info,
        video_test_push_and_pull (h, gst_buffer_ref (e.picture)), e.expected,
        "NV21 of odd height");
  } else {
    video_test_push_unusable (h, bus, gst_buffer_ref (e.picture));
  }
  example_clear (&e);
  gst_harness_teardown (h);
  gst_object_unref (element);
  gst_bus_set_flushing (bus, TRUE);
}

/* Interlaced frames are filtered field by field there too. */
TEST (test_fields)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info;
  GstBufferPool *pool;
  g_autoptr (GstHarness) h = NULL;

  video_test_info (&info, "NV12", 20, 12, "interleaved");
  pool = cuda_test_pool (cuda_test_context, &info, 0);
  h = cuda_test_harness (element, &info, TRUE, TRUE);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);
    g_autoptr (GstBuffer) expected =
        naive_median_filter (&median, &info, picture, TRUE);
    GstBuffer *frame = cuda_test_upload (pool, &info, picture);

    cuda_test_compare (
        &info, video_test_push_and_pull (h, frame), expected, "by field");
  }
  cuda_test_pool_free (pool);
}

/* How often host memory is copied to the device or from it, by anyone. */
static guint
host_copies (GstElement *element)
{
#ifdef TEST_FAKEDRIVER
  FakeDriverCounts counts = fake_driver_counts ();

  return counts.host_to_device + counts.device_to_host;
#else
  return video_test_stat (element, "uploads")
         + video_test_stat (element, "downloads");
#endif
}

#define N_FRAMES 12

/* Examples, all of them pushed one after the other, while what comes of them
 * stays where it is; then compared. */
static void
push_and_compare (GstHarness *h, const GstVideoInfo *info, GstBufferPool *pool,
    const NaiveMedian *median)
{
  Example examples[N_FRAMES];

  for (guint i = 0; i < N_FRAMES; i++) {
    examples[i] = example_new (info, median);
    video_test_push (h, example_frame (&examples[i], info, pool));
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    cuda_test_compare (info, result, examples[i].expected, "kept");
    example_clear (&examples[i]);
  }
}

/* From CUDAMemory to CUDAMemory nothing goes through host memory. Both of the
 * upstream pool's frames, which may have no stream, are written again as soon
 * as the pool has them back. */
TEST_LOOP (test_on_device, 4)
{
  static const gchar *const elements[] = { "cudamedian", "cudacopy" };
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element (elements[__i__ % 2]);
  Example examples[2];
  GstBufferPool *pool;
  GstBuffer *results[2], *frames[2];
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 34, 18);
  guint i, copies;

  if (__i__ % 2)
    median.planes = "0"; /* a copy */
  pool = __i__ < 2 ? cuda_test_pool (cuda_test_context, &info, 2)
                   : cuda_test_plain_pool (cuda_test_context, &info, 2);
  h = cuda_test_harness (element, &info, TRUE, TRUE);
  for (i = 0; i < 2; i++) {
    examples[i] = example_new (&info, &median);
    frames[i] = example_frame (&examples[i], &info, pool);
  }
  copies = host_copies (element);
  for (i = 0; i < 2; i++)
    results[i] = video_test_push_and_pull (h, frames[i]);
  assert_equals_int (host_copies (element), copies);
  for (i = 0; i < 2; i++) {
    cuda_test_compare (&info, results[i], examples[i].expected, "on device");
    example_clear (&examples[i]);
  }

  push_and_compare (h, &info, pool, &median);
  assert_equals_int (video_test_stat (element, "frames"), 2 + N_FRAMES);
  assert_equals_int (video_test_stat (element, "uploads"), 0);
  assert_equals_int (video_test_stat (element, "downloads"), 0);
  cuda_test_pool_free (pool);
}

static void
pull_and_compare (GstHarness *h, const GstVideoInfo *info, Example *e)
{
  GstBuffer *result = gst_harness_try_pull (h);

  fail_unless (result != NULL);
  cuda_test_compare (info, result, e->expected, "kept");
  example_clear (e);
}

/* Results that lag behind are complete when they come, of frames of an upstream
 * pool that has no more than two. */
TEST_LOOP (test_lookahead, 4)
{
  NaiveMedian copy = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  gboolean cuda_in = __i__ / 2, cuda_out = __i__ % 2;
  Example examples[N_FRAMES];
  GstBufferPool *pool;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("P010_10LE", 18, 10);

  copy.planes = "";
  g_object_set (element, "lookahead", 2, NULL);
  pool = cuda_test_pool (cuda_test_context, &info, 2);
  h = cuda_test_harness (element, &info, cuda_in, cuda_out);
  for (guint i = 0; i < N_FRAMES; i++) {
    examples[i] = example_new (&info, &copy);
    video_test_push (
        h, example_frame (&examples[i], &info, cuda_in ? pool : NULL));
    if (i < 2)
      fail_unless (gst_harness_try_pull (h) == NULL);
    else
      pull_and_compare (h, &info, &examples[i - 2]);
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  pull_and_compare (h, &info, &examples[N_FRAMES - 2]);
  pull_and_compare (h, &info, &examples[N_FRAMES - 1]);
  cuda_test_pool_free (pool);
}

/* A reader downstream is still at a frame, on the memory's stream, when that
 * goes back to the pool and the element writes it again. */
TEST_LOOP (test_queued_reader, 2)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstElement *element = video_test_element ("cudamedian");
  GstElement *reader = video_test_element ("cudacopy");
  GstBuffer *copies[N_FRAMES];
  Example examples[N_FRAMES];
  GHashTable *memories = g_hash_table_new (NULL, NULL);
  GstHarness *h, *hr;
  GstVideoInfo info = video_test_progressive ("NV12", 40, 20);
  GstBufferPool *pool =
      __i__ ? cuda_test_pool (cuda_test_context, &info, 0) : NULL;

  h = cuda_test_harness (element, &info, pool != NULL, TRUE);
  hr = cuda_test_harness (reader, &info, TRUE, TRUE);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *result;

    examples[i] = example_new (&info, &median);
    result =
        video_test_push_and_pull (h, example_frame (&examples[i], &info, pool));
    g_hash_table_add (memories, gst_buffer_peek_memory (result, 0));
    copies[i] = video_test_push_and_pull (hr, result);
  }
  fail_unless (g_hash_table_size (memories) < N_FRAMES,
      "no memory came back: this test shows nothing");
  /* all that the element has to do is done, and no more than has to be */
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (guint i = 0; i < N_FRAMES; i++) {
    cuda_test_compare (&info, copies[i], examples[i].expected, "read late");
    example_clear (&examples[i]);
  }
  g_hash_table_unref (memories);
  gst_harness_teardown (hr);
  gst_harness_teardown (h);
  gst_object_unref (reader);
  gst_object_unref (element);
  if (pool)
    cuda_test_pool_free (pool);
}

/* Other parameters from the next frame on, pass-through among them: then
 * upstream's frame goes on as it is. */
TEST (test_live_properties)
{
  static const gchar *const planes[] = { "luma+chroma", "luma", "0", "chroma" };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive ("Y42B", 21, 13);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, &info, 0);
  g_autoptr (GstHarness) h = cuda_test_harness (element, &info, TRUE, TRUE);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (planes); i++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
    GstBuffer *frame, *result;
    Example e;

    median.size = 3 + 2 * (i % 3);
    median.planes = planes[i % G_N_ELEMENTS (planes)];
    naive_median_apply (&median, G_OBJECT (element));
    e = example_new (&info, &median);
    frame = example_frame (&e, &info, pool);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    fail_unless (
        (result == frame) == g_str_equal (median.planes, "0"), median.planes);
    gst_buffer_unref (frame);
    cuda_test_compare (&info, result, e.expected, median.planes);
    example_clear (&e);
  }
  cuda_test_pool_free (pool);
}

/* No pass-through where the memory is to be another. */
TEST (test_identity)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("RGBA", 9, 7);

  median.planes = "0";
  naive_median_apply (&median, G_OBJECT (element));
  h = cuda_test_harness (element, &info, FALSE, FALSE);
  check_pair (h, &info, &median, FALSE, TRUE);
  check_pair (h, &info, &median, TRUE, FALSE);
}

/* A threshold of 0 is no filter: every bit stays, as it does in pass-through,
 * those too that P010 has no use for. */
TEST (test_identity_bits)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  g_autoptr (GstBuffer) picture = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstMapInfo map;
  GstVideoInfo info = video_test_progressive ("P010_10LE", 12, 4);

  g_object_set (element, "threshold", 0.0, NULL);
  picture = video_test_frame (noise, &info);
  gst_buffer_map (picture, &map, GST_MAP_READWRITE);
  for (gsize i = 0; i < map.size; i += 2)
    map.data[i] |= 1 + i % 63;
  gst_buffer_unmap (picture, &map);
  h = cuda_test_harness (element, &info, FALSE, TRUE);
  cuda_test_compare (&info,
      video_test_push_and_pull (h, gst_buffer_ref (picture)), picture,
      "identity into CUDAMemory");
}

/* After a flush, frames that were kept are gone, and all others right. */
TEST (test_flush)
{
  NaiveMedian copy = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  GstBufferPool *pool;
  g_autoptr (GstHarness) h = NULL;
  Example e;
  GstVideoInfo info = video_test_progressive ("UYVY", 22, 11);

  copy.planes = "";
  g_object_set (element, "lookahead", 3, NULL);
  pool = cuda_test_pool (cuda_test_context, &info, 6);
  h = cuda_test_harness (element, &info, TRUE, TRUE);
  for (guint i = 0; i < 3; i++) {
    e = example_new (&info, &copy);
    video_test_push (h, example_frame (&e, &info, pool));
    example_clear (&e);
  }
  video_test_flush (h->srcpad);
  fail_unless (gst_harness_try_pull (h) == NULL);

  e = example_new (&info, &copy);
  for (guint i = 0; i < 4; i++)
    video_test_push (h, example_frame (&e, &info, pool));
  assert_equals_int (gst_harness_buffers_received (h), 1);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  assert_equals_int (gst_harness_buffers_received (h), 4);
  for (guint i = 0; i < 4; i++)
    cuda_test_compare (
        &info, gst_harness_try_pull (h), e.expected, "after a flush");
  example_clear (&e);
  cuda_test_pool_free (pool);
}

/* Results outlive the element, and its pool. */
TEST_LOOP (test_results_that_stay, 2)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  gboolean cuda_out = __i__;
  GstElement *element = video_test_element ("cudamedian");
  Example examples[4];
  GstBuffer *results[4];
  GstVideoInfo info = video_test_progressive ("BGR", 13, 9);
  GstBufferPool *pool = cuda_test_pool (cuda_test_context, &info, 0);
  GstHarness *h = cuda_test_harness (element, &info, TRUE, cuda_out);

  for (guint i = 0; i < 4; i++) {
    examples[i] = example_new (&info, &median);
    results[i] =
        video_test_push_and_pull (h, example_frame (&examples[i], &info, pool));
  }
  gst_element_set_state (element, GST_STATE_NULL);
  cuda_test_compare (&info, results[0], examples[0].expected, "stopped");
  gst_harness_teardown (h);
  gst_object_unref (element);
  cuda_test_pool_free (pool);
  for (guint i = 1; i < 4; i++)
    cuda_test_compare (&info, results[i], examples[i].expected, "alone");
  for (guint i = 0; i < 4; i++)
    example_clear (&examples[i]);
}

#ifdef TEST_FAKEDRIVER

static CUstream
stream_of (GstBuffer *frame)
{
  return gcf_stream_get_handle (
      gcf_stream_of (gst_buffer_peek_memory (frame, 0)));
}

/* Of frames on a stream, as elements of ours hand them on. */
static GstBufferPool *
stream_pool (const GstVideoInfo *info)
{
  GstMiniObject *stream = gcf_stream_new (cuda_test_context);
  GstCaps *caps = cuda_test_caps (info, TRUE);
  guint size = GST_VIDEO_INFO_SIZE (info);
  GstBufferPool *pool = gcf_cuda_pool_new (
      GST_OBJECT (cuda_test_context), stream, caps, &size, 0);

  fail_unless (pool != NULL && gst_buffer_pool_set_active (pool, TRUE));
  gst_caps_unref (caps);
  gst_mini_object_unref (stream);
  return pool;
}

#define CHAIN "cudamedian ! cudacopy ! cudamedian"
#define N_CHAINED 3
#define N_IN_CHAIN 30

/* A chain works on the stream that its frames come on: nothing has to be
 * ordered or waited for, and a quarter of the frames has an event. */
TEST_LOOP (test_one_stream, 3)
{
  g_autoptr (GstElement) chain =
      gst_parse_bin_from_description (CHAIN, TRUE, NULL);
  GstBuffer *frames[N_IN_CHAIN], *expected[N_IN_CHAIN];
  FakeDriverCounts before, after;
  CUstream stream;
  GstVideoInfo info = video_test_progressive ("NV12", 20, 12);
  GstBufferPool *pool = stream_pool (&info);
  g_autoptr (GstHarness) h = cuda_test_harness (chain, &info, TRUE, TRUE);

  for (guint i = 0; i < N_IN_CHAIN; i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);

    frames[i] = cuda_test_upload (pool, &info, picture);
    expected[i] = cuda_test_expected (CHAIN, &info, picture);
  }
  stream = stream_of (frames[0]);

  /* the first one brings another pool, and is timed */
  video_test_push (h, frames[0]);
  before = fake_driver_counts ();
  for (guint i = 1; i < N_IN_CHAIN; i++)
    video_test_push (h, frames[i]);
  after = fake_driver_counts ();
  assert_equals_int (after.stream_waits, before.stream_waits);
  assert_equals_int (after.stream_syncs, before.stream_syncs);
  fail_unless (
      after.event_records - before.event_records <= N_CHAINED * N_IN_CHAIN / 4);

  /* the last frames have no event: what ends a stream waits for them too */
  assert_equals_int (cuStreamQuery (stream), CUDA_ERROR_NOT_READY);
  if (__i__ == 0) {
    fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  } else if (__i__ == 1) {
    gst_harness_push_event (h, gst_event_new_flush_start ());
    gst_harness_push_event (h, gst_event_new_flush_stop (TRUE));
  } else {
    gst_element_set_state (chain, GST_STATE_NULL);
  }
  assert_equals_int (cuStreamQuery (stream), CUDA_SUCCESS);

  for (guint i = 0; i < N_IN_CHAIN; i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    fail_unless (stream_of (result) == stream);
    cuda_test_compare (&info, result, expected[i], CHAIN);
    gst_buffer_unref (expected[i]);
  }
  cuda_test_pool_free (pool);
}

#if !GST_CHECK_VERSION(1, 24, 0)

static const GstMapFlags strangers_maps[] = { GST_MAP_READ | GST_MAP_CUDA,
  GST_MAP_WRITE | GST_MAP_CUDA, GST_MAP_READ, GST_MAP_READWRITE };

/* Elements that know no streams get memory that can be used at once. */
TEST_LOOP (test_stranger, G_N_ELEMENTS (strangers_maps) + 1)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBuffer) expected = NULL;
  GstBuffer *picture, *result;
  GstMemory *memory;
  GstMapInfo map;
  CUstream stream;
  GstVideoInfo info = video_test_progressive ("NV12", 20, 12);
  g_autoptr (GstHarness) h = cuda_test_harness (element, &info, FALSE, TRUE);

  picture = video_test_frame (noise, &info);
  expected = cuda_test_expected ("cudamedian", &info, picture);
  result = video_test_push_and_pull (h, picture);
  stream = stream_of (result);
  memory = gst_buffer_peek_memory (result, 0);

  assert_equals_int (cuStreamQuery (stream), CUDA_ERROR_NOT_READY);
  if (__i__ < (gint)G_N_ELEMENTS (strangers_maps)) {
    fail_unless (gst_memory_map (memory, &map, strangers_maps[__i__]));
    gst_memory_unmap (memory, &map);
  } else {
    g_autoptr (GstMemory) copy = gst_memory_copy (memory, 0, -1);

    fail_unless (copy != NULL);
    fail_unless (gcf_stream_of (copy) == NULL);
  }
  assert_equals_int (cuStreamQuery (stream), CUDA_SUCCESS);
  cuda_test_compare (&info, result, expected, "stranger");
}

#endif

#endif

TEST_MAIN (cuda_test_init, cuda_test_setup, cuda_test_teardown)
