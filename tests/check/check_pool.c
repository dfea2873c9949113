/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory: reuse, a downstream that keeps frames, and what is offered to
 * upstream. */
#include "elements.h"
#include "naivemedian.h"
#include "videotest.h"

#define MEMORY_TYPE "CudaFilterMemory"

static gboolean
is_ours (GstBuffer *buffer)
{
  return gst_memory_is_type (gst_buffer_peek_memory (buffer, 0), MEMORY_TYPE);
}

static gconstpointer
address (GstBuffer *buffer)
{
  gconstpointer data;
  GstMapInfo map;

  fail_unless (gst_buffer_map (buffer, &map, GST_MAP_READ));
  data = map.data;
  gst_buffer_unmap (buffer, &map);
  return data;
}

/* Results that are let go of are later ones' memory. */
TEST (test_reuse)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  gconstpointer seen[50];
  guint i, k, n = 0;
  GstVideoInfo info = video_test_progressive ("NV12", 64, 48);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (i = 0; i < G_N_ELEMENTS (seen); i++) {
    GstBuffer *result =
        video_test_push_and_pull (h, video_test_frame (noise, &info));
    gconstpointer data = address (result);

    fail_unless (is_ours (result));
    assert_equals_uint64 ((gsize)data % 64, 0);
    for (k = 0; k < n && seen[k] != data; k++)
      ;
    if (k == n)
      seen[n++] = data;
    gst_buffer_unref (result);
  }
  fail_unless (n <= 8, "%u buffers for one at a time", n);
}

/* However many frames downstream keeps, the next one comes, and those kept
 * outlive the element. */
TEST (test_kept_frames)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstElement *element = video_test_element ("cudamedian");
  GstBuffer *kept[100], *expected[100];
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);
  GstHarness *h = video_test_harness (element, &info);

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    expected[i] = naive_median_filter (&median, &info, frame, FALSE);
    kept[i] = video_test_push_and_pull (h, frame);
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    video_test_expect (&info, kept[i], expected[i], "kept");
  }
}

/* Frames in the pool that upstream is offered, with and without alignment. */
TEST_LOOP (test_proposed_pool, video_test_n_formats ())
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstAllocator) system = gst_allocator_find (GST_ALLOCATOR_SYSMEM);
  guint size, min, max, i;
  GstVideoInfo info =
      video_test_progressive (video_test_formats[__i__], 35, 22);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  GstQuery *query = video_test_ask_allocation (h->srcpad, &info);

  fail_unless (
      gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL));

  for (i = 0; i < 2; i++) {
    GstBuffer *buffer, *frame, *expected, *result;
    GstVideoMeta *meta;
    GstStructure *config;
    g_autoptr (GstBufferPool) pool = NULL;
    GstCaps *caps;

    gst_query_unref (query);
    query = video_test_ask_allocation (h->srcpad, &info);
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);
    fail_unless (pool != NULL);
    assert_equals_int (size, GST_VIDEO_INFO_SIZE (&info));
    assert_equals_int (max, 0);

    config = gst_buffer_pool_get_config (pool);
    caps = gst_video_info_to_caps (&info);
    gst_buffer_pool_config_set_params (config, caps, size, 2, 0);
    gst_buffer_pool_config_add_option (
        config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    if (i == 1) {
      GstVideoAlignment align;

      gst_video_alignment_reset (&align);
      align.padding_top = 4;
      align.padding_left = 8;
      align.padding_right = 5;
      align.padding_bottom = 3;
      align.stride_align[0] = 63;
      gst_buffer_pool_config_add_option (
          config, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT);
      gst_buffer_pool_config_set_video_alignment (config, &align);
    }
    /* Even the allocator of another does not keep ours from being used. */
    gst_buffer_pool_config_set_allocator (config, system, NULL);
    fail_unless (gst_buffer_pool_set_config (pool, config));
    fail_unless (gst_buffer_pool_set_active (pool, TRUE));
    gst_caps_unref (caps);

    assert_equals_int (
        gst_buffer_pool_acquire_buffer (pool, &buffer, NULL), GST_FLOW_OK);
    fail_unless (is_ours (buffer));
    frame = video_test_frame (noise, &info);
    expected = naive_median_filter (&median, &info, frame, FALSE);
    video_test_copy (&info, buffer, frame);
    meta = gst_buffer_get_video_meta (buffer);
    fail_unless (meta != NULL);
    if (i == 1)
      assert_equals_int (meta->stride[0] % 64, 0);

    result = video_test_push_and_pull (h, buffer);
    video_test_expect (&info, result, expected, i ? "aligned" : "pooled");
    gst_buffer_unref (frame);
  }
  gst_query_unref (query);
}

/* A decoder decodes into a pool that has alignment: not where its own frames
 * are wider, by a part of a macroblock. */
TEST (test_alignment_option)
{
  static const guint widths[] = { 64, 406, 720, 1366, 1920 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (widths); i++) {
    g_autoptr (GstElement) element = video_test_element ("cudamedian");
    GstVideoInfo info = video_test_progressive ("I420", widths[i], 32);
    g_autoptr (GstHarness) h = video_test_harness (element, &info);
    g_autoptr (GstQuery) query = video_test_ask_allocation (h->srcpad, &info);
    g_autoptr (GstBufferPool) pool = NULL;

    gst_query_parse_nth_allocation_pool (query, 0, &pool, NULL, NULL, NULL);
    fail_unless (
        gst_buffer_pool_has_option (pool, GST_BUFFER_POOL_OPTION_VIDEO_META));
    assert_equals_int (gst_buffer_pool_has_option (
                           pool, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT),
        widths[i] % 16 == 0);
  }
}

/* In pass-through downstream answers, and here it has nothing to offer. */
TEST (test_passthrough_forwards)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstQuery *query;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 35, 22);

  gst_util_set_object_arg (G_OBJECT (element), "planes", "chroma");
  h = video_test_harness (element, &info);
  query = video_test_ask_allocation (h->srcpad, &info);
  assert_equals_int (gst_query_get_n_allocation_pools (query), 0);
  gst_query_unref (query);

  gst_util_set_object_arg (G_OBJECT (element), "planes", "luma");
  gst_buffer_unref (
      video_test_push_and_pull (h, video_test_frame (noise, &info)));
  query = video_test_ask_allocation (h->srcpad, &info);
  assert_equals_int (gst_query_get_n_allocation_pools (query), 1);
  gst_query_unref (query);
}

static GstPadProbeReturn
offer_ordinary_pool (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (probe);
  GstBufferPool *pool = data;
  GstStructure *config;
  guint size;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_params (config, NULL, &size, NULL, NULL);
  gst_structure_free (config);
  gst_query_add_allocation_pool (query, pool, size, 3, 5);
  return GST_PAD_PROBE_HANDLED;
}

/* A pool of ordinary memory is replaced by ours, and its limit with it. */
TEST (test_ordinary_pool)
{
  g_autoptr (GstBufferPool) pool = gst_video_buffer_pool_new ();
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstBuffer *kept[10];
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 64, 48);
  GstCaps *caps = gst_video_info_to_caps (&info);

  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (&info), 3, 5);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  gst_caps_unref (caps);

  video_test_probe (element, "src", GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      offer_ordinary_pool, pool);
  h = video_test_harness (element, &info);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    kept[i] = video_test_push_and_pull (h, video_test_frame (noise, &info));
    fail_unless (is_ours (kept[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    gst_buffer_unref (kept[i]);
}

/* What downstream wants of any memory: in its answer, or of a pool of its own
 * that is replaced. */
typedef struct {
  GstAllocationParams params;
  GstBufferPool *pool; /* or NULL */
  gsize size;
} Wishes;

static GstPadProbeReturn
answer_wishes (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (probe);
  const Wishes *wishes = data;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  if (wishes->pool)
    gst_query_add_allocation_pool (query, wishes->pool, wishes->size, 0, 0);
  else
    gst_query_add_allocation_param (query, NULL, &wishes->params);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

static void
wishes_init (Wishes *wishes, const GstVideoInfo *info, gboolean by_pool)
{
  GstStructure *config;
  GstCaps *caps;

  gst_allocation_params_init (&wishes->params);
  wishes->params.align = 4095;
  wishes->params.prefix = 8192;
  wishes->params.padding = 256;
  wishes->pool = NULL;
  wishes->size = GST_VIDEO_INFO_SIZE (info);
  if (!by_pool)
    return;
  caps = gst_video_info_to_caps (info);
  wishes->pool = gst_video_buffer_pool_new ();
  config = gst_buffer_pool_get_config (wishes->pool);
  gst_buffer_pool_config_set_params (config, caps, wishes->size, 0, 0);
  gst_buffer_pool_config_set_allocator (config, NULL, &wishes->params);
  fail_unless (gst_buffer_pool_set_config (wishes->pool, config));
  gst_caps_unref (caps);
}

/* Results have it, and so does what cudasnake hands on of the answer. */
TEST_LOOP (test_downstream_params, 2 * elements_n ())
{
  g_autoptr (GstElement) element =
      video_test_element (elements_all ()[__i__ / 2]);
  gsize offset, maxsize;
  Wishes wishes;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 66, 50);

  wishes_init (&wishes, &info, __i__ % 2);
  if (g_object_class_find_property (
          G_OBJECT_GET_CLASS (element), "roi-type")) /* nothing is repaired */
    gst_util_set_object_arg (G_OBJECT (element), "roi-type", "any");
  video_test_probe (element, "src", GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      answer_wishes, &wishes);
  h = video_test_harness (element, &info);
  if (g_str_equal (elements_all ()[__i__ / 2], "cudasnake")) {
    g_autoptr (GstQuery) query = video_test_ask_allocation (h->srcpad, &info);
    GstAllocationParams params;

    gst_query_parse_nth_allocation_param (query, 0, NULL, &params);
    assert_equals_uint64 (params.align & 4095, 4095);
    fail_unless (params.prefix >= 8192 && params.padding >= 256);
  }
  for (guint i = 0;
       i < 3 && !g_str_equal (elements_all ()[__i__ / 2], "cudasnake"); i++) {
    GstBuffer *result =
        video_test_push_and_pull (h, video_test_frame (noise, &info));
    gsize size = gst_memory_get_sizes (
        gst_buffer_peek_memory (result, 0), &offset, &maxsize);

    fail_unless (is_ours (result));
    assert_equals_uint64 ((gsize)address (result) % 4096, 0);
    fail_unless (offset >= 8192 && maxsize - offset - size >= 256,
        "%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT, offset,
        maxsize - offset - size);
    gst_buffer_unref (result);
  }
  g_clear_pointer (&h, gst_harness_teardown);
  gst_clear_object (&wishes.pool);
}

/* A source in front of the element writes into the pool that it offers. */
static GstPadProbeReturn
count_ours (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  guint *counts = data;

  counts[is_ours (GST_PAD_PROBE_INFO_BUFFER (info))]++;
  return GST_PAD_PROBE_OK;
}

TEST (test_pipeline)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *source = gst_check_setup_element ("videotestsrc");
  GstElement *element = video_test_element ("cudamedian");
  GstElement *convert = gst_check_setup_element ("videoconvert");
  GstElement *sink = gst_check_setup_element ("fakesink");
  guint before[2] = { 0, 0 }, behind[2] = { 0, 0 };
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  GstMessage *message;

  g_object_set (source, "num-buffers", 20, NULL);
  video_test_probe (
      element, "sink", GST_PAD_PROBE_TYPE_BUFFER, count_ours, before);
  video_test_probe (
      element, "src", GST_PAD_PROBE_TYPE_BUFFER, count_ours, behind);
  gst_bin_add_many (GST_BIN (pipeline), source, element, convert, sink, NULL);
  fail_unless (gst_element_link_many (source, element, convert, sink, NULL));

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);

  assert_equals_int (before[1], 20);
  assert_equals_int (before[0], 0);
  assert_equals_int (behind[1], 20);
  assert_equals_int (behind[0], 0);
}

/* Parts of our memory share its bytes and join again; copies are apart. */
TEST (test_memory)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstMemory) a = NULL, b = NULL, copy = NULL;
  GstMapInfo whole, part;
  GstVideoInfo info = video_test_progressive ("GRAY8", 64, 48);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  GstBuffer *result =
      video_test_push_and_pull (h, video_test_frame (noise, &info));
  GstMemory *memory = gst_buffer_get_memory (result, 0);
  gsize offset;

  gst_buffer_unref (result);

  a = gst_memory_share (memory, 100, 50);
  b = gst_memory_share (a, 50, 30);
  fail_unless (gst_memory_map (memory, &whole, GST_MAP_READ));
  fail_unless (gst_memory_map (a, &part, GST_MAP_READ));
  fail_unless (part.data == whole.data + 100);
  assert_equals_int (part.size, 50);
  gst_memory_unmap (a, &part);
  fail_unless (gst_memory_is_span (a, b, &offset));
  assert_equals_int (offset, 100);
  fail_if (gst_memory_is_span (b, a, NULL));

  copy = gst_memory_copy (memory, 10, 20);
  fail_unless (gst_memory_map (copy, &part, GST_MAP_READ));
  fail_if (part.data == whole.data + 10);
  fail_unless (memcmp (part.data, whole.data + 10, 20) == 0);
  gst_memory_unmap (copy, &part);
  gst_memory_unmap (memory, &whole);

  gst_memory_unref (memory);
  fail_unless (gst_memory_map (b, &part, GST_MAP_READ));
  gst_memory_unmap (b, &part);
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
