/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Work that goes on when a frame has been pushed: pools that are small or not
 * ours, memory that is held, page-locked and let go of, errors that come late,
 * and all of it from several threads at once. */
#include "chaintest.h"
#include "naivemedian.h"
#include "videotest.h"

#include <string.h>

#ifdef TEST_STAGED
#include "fakecuda.h"
#include "gate.h"
#endif

#define N_FRAMES 40

/* Frames that are worth being page-locked, with two planes that are. */
static GstVideoInfo
large_info (void)
{
  return video_test_progressive ("NV16", 322, 241);
}

/* Frames that are expected at the end of a chain, and the comparison. */
static void
check_results (GstHarness *h, const GstVideoInfo *info, GstBuffer **expected,
    guint n, const gchar *what)
{
  for (guint i = 0; i < n; i++) {
    GstBuffer *result = gst_harness_pull (h);

    fail_unless (result != NULL);
    video_test_expect (info, result, expected[i], what);
  }
  fail_if (gst_harness_try_pull (h) != NULL);
}

/* Pools */

/* Upstream has one, two or three buffers, of ordinary memory or of the pool
 * that it is offered; downstream keeps every frame; in between there are a
 * queue, frames that wait for those behind them, or nothing. */
TEST_LOOP (test_small_pool, 24)
{
  guint max = 1 + __i__ % 3;
  gboolean proposed = __i__ / 3 % 2;
  guint behind = __i__ / 6; /* nothing, queue, look-ahead, both */
  GstElement *element = chain_test_element ("cudacopy");
  GstElement *bin = chain_test_bin (
      element, behind & 1 ? chain_test_element ("queue") : NULL, NULL);
  GstBuffer *expected[N_FRAMES];
  g_autoptr (GstBufferPool) pool = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = large_info ();

  if (behind & 2)
    g_object_set (element, "lookahead", 8, NULL);
  h = chain_test_harness (bin, &info);
  pool = proposed ? chain_test_proposed_pool (h, &info, max)
                  : chain_test_ordinary_pool (&info, max);
  for (guint i = 0; i < N_FRAMES; i++) {
    expected[i] = video_test_frame (noise, &info);
    video_test_push (h, chain_test_from_pool (pool, &info, expected[i]));
  }
  chain_test_drain (h, N_FRAMES);
  check_results (h, &info, expected, N_FRAMES, "of a small pool");
}

/* A chain of which each link has a queue, and a source with two buffers. */
TEST_LOOP (test_small_pool_and_queues, 2)
{
  gboolean proposed = __i__;
  GstElement *bin = chain_test_bin (chain_test_element ("queue"),
      chain_test_element ("cudacopy"), chain_test_element ("queue"),
      chain_test_element ("cudacopy"), chain_test_element ("queue"),
      chain_test_element ("cudacopy"), chain_test_element ("queue"), NULL);
  GstBuffer *expected[2 * N_FRAMES];
  GstVideoInfo info = large_info ();
  g_autoptr (GstHarness) h = chain_test_harness (bin, &info);
  g_autoptr (GstBufferPool) pool = proposed
                                       ? chain_test_proposed_pool (h, &info, 2)
                                       : chain_test_ordinary_pool (&info, 2);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    expected[i] = video_test_frame (noise, &info);
    video_test_push (h, chain_test_from_pool (pool, &info, expected[i]));
  }
  chain_test_drain (h, G_N_ELEMENTS (expected));
  check_results (h, &info, expected, G_N_ELEMENTS (expected), "of two buffers");
}

/* Downstream lets go of most frames without a look at them, so that their
 * memory is used again while work on it is still waiting; those that it keeps
 * stay right. */
TEST (test_frames_nobody_maps)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstBuffer *kept[20], *expected[20];
  GstVideoInfo info = video_test_progressive ("I420", 31, 21);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  g_autoptr (GstBufferPool) pool = chain_test_proposed_pool (h, &info, 0);
  guint i, k, n = 0;

  for (i = 0; i < G_N_ELEMENTS (kept); i++) {
    for (k = 0; k <= i; k++) {
      GstBuffer *frame = video_test_frame (noise, &info), *result;

      if (k == i)
        expected[i] = naive_median_filter (&median, &info, frame, FALSE);
      result = video_test_push_and_pull (
          h, chain_test_from_pool (pool, &info, frame));
      if (k == i)
        kept[i] = result;
      else
        gst_buffer_unref (result);
      gst_buffer_unref (frame);
      n++;
    }
  }
  for (i = 0; i < G_N_ELEMENTS (kept); i++) {
    video_test_expect (&info, kept[i], expected[i], "kept of many");
  }
  chain_test_check_stats (element, n, n, n);
}

#define OFFERED_MAX 2

typedef struct {
  GstBufferPool *pool;
  GstVideoInfo info;
  GstBuffer *expected;
  guint n;
} Offer;

static GstPadProbeReturn
offer_pool (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Offer *offer = data;
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_pool (query, offer->pool,
      GST_VIDEO_INFO_SIZE (&offer->info), OFFERED_MAX, OFFERED_MAX);
  return GST_PAD_PROBE_HANDLED;
}

/* When it is pushed. */
static GstPadProbeReturn
check_complete (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Offer *offer = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);

  fail_unless (buffer->pool == offer->pool);
  video_test_compare (
      &offer->info, buffer, offer->expected, "in downstream's memory");
  offer->n++;
  return GST_PAD_PROBE_OK;
}

/* Memory that nobody can wait for is complete when it is handed on. */
TEST_LOOP (test_downstream_pool, 2)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  gboolean large = __i__;
  g_autoptr (GstElement) element =
      video_test_element (large ? "cudacopy" : "cudamedian");
  g_autoptr (GstBufferPool) pool = video_test_special_pool_new ();
  Offer offer = { .pool = pool };
  GstStructure *config = gst_buffer_pool_get_config (offer.pool);
  GstHarness *h;
  GstCaps *caps;

  if (large)
    offer.info = large_info ();
  else
    offer.info = video_test_progressive ("I420", 33, 21);
  caps = gst_video_info_to_caps (&offer.info);
  gst_buffer_pool_config_set_params (config, caps,
      GST_VIDEO_INFO_SIZE (&offer.info), OFFERED_MAX, OFFERED_MAX);
  fail_unless (gst_buffer_pool_set_config (offer.pool, config));
  gst_caps_unref (caps);
  video_test_probe (
      element, "src", GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, &offer);
  video_test_probe (
      element, "src", GST_PAD_PROBE_TYPE_BUFFER, check_complete, &offer);

  h = video_test_harness (element, &offer.info);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &offer.info);

    offer.expected =
        large ? gst_buffer_ref (frame)
              : naive_median_filter (&median, &offer.info, frame, FALSE);
    gst_buffer_unref (video_test_push_and_pull (h, frame));
    gst_buffer_unref (offer.expected);
  }
  assert_equals_int (offer.n, N_FRAMES);
#ifdef TEST_STAGED
  if (large)
    assert_equals_int (fake_cuda.registrations, OFFERED_MAX);
#endif
  gst_harness_teardown (h);
}

/* Ordinary memory of upstream */

static guint
registrations (void)
{
#ifdef TEST_STAGED
  return fake_cuda.registrations;
#else
  return 0;
#endif
}

/* How often memory was page-locked since it was `before`, that what was locked
 * no longer is, and that the driver had nothing to copy itself. */
static void
check_registrations (guint before, guint n)
{
#ifdef TEST_STAGED
  assert_equals_int (fake_cuda.registrations - before, n);
  assert_equals_int (fake_cuda.registered, 0);
  assert_equals_int (fake_cuda.pageable_transfers, 0);
  if (chain_test_maps_host ())
    assert_equals_int (fake_cuda.transfers, 0);
#endif
}

/* Memory that comes again and again is page-locked once, however many elements
 * see it, and until it is freed. */
TEST_LOOP (test_memory_comes_again, 3)
{
  guint n = __i__ + 1, before = registrations (), i;
  GstElement *tee = chain_test_element ("tee"), *bin, *queue;
  ChainTestSink *sinks[2];
  GstBuffer *expected[N_FRAMES];
  GstBufferPool *pool;
  GstHarness *h;
  GstVideoInfo info = large_info ();

  bin = chain_test_bin (tee, NULL);
  for (i = 0; i < 2; i++) {
    GstElement *copy = chain_test_element ("cudacopy");

    sinks[i] = chain_test_sink_new ();
    queue = chain_test_element ("queue");
    gst_bin_add_many (GST_BIN (bin), queue, copy,
        chain_test_sink_get_element (sinks[i]), NULL);
    fail_unless (gst_element_link_many (
        tee, queue, copy, chain_test_sink_get_element (sinks[i]), NULL));
  }
  h = chain_test_harness (bin, &info);
  pool = chain_test_ordinary_pool (&info, n);
  for (i = 0; i < N_FRAMES; i++) {
    expected[i] = video_test_frame (noise, &info);
    video_test_push (h, chain_test_from_pool (pool, &info, expected[i]));
  }
  for (i = 0; i < N_FRAMES; i++) {
    video_test_compare (
        &info, chain_test_sink_get (sinks[0], i), expected[i], "first branch");
    video_test_compare (
        &info, chain_test_sink_get (sinks[1], i), expected[i], "second branch");
    gst_buffer_unref (expected[i]);
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  gst_harness_teardown (h);
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  check_registrations (before, n);
  for (i = 0; i < 2; i++)
    chain_test_sink_free (sinks[i]);
}

/* Upstream lets go of its memory as soon as it has pushed it. */
TEST (test_memory_is_freed_early)
{
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  guint before = registrations (), i, k;
  GstBuffer *expected[3 * N_FRAMES];
  GstVideoInfo info = large_info ();
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    for (k = 0; k < 3; k++) {
      expected[3 * i + k] = gst_buffer_copy_deep (frame);
      video_test_push (h, gst_buffer_ref (frame));
    }
  }
  chain_test_drain (h, 3 * N_FRAMES);
  check_registrations (before, N_FRAMES);
  check_results (h, &info, expected, 3 * N_FRAMES, "of memory that is gone");
}

/* Memory that is written again as soon as it is upstream's again. */
TEST (test_memory_is_written_again)
{
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  GstBuffer *expected[N_FRAMES];
  GstVideoInfo info = large_info ();
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  g_autoptr (GstBufferPool) pool = chain_test_ordinary_pool (&info, 1);

  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) buffer = NULL;
    GstMapInfo map;

    expected[i] = video_test_frame (noise, &info);
    video_test_push (h, chain_test_from_pool (pool, &info, expected[i]));
    gst_buffer_pool_acquire_buffer (pool, &buffer, NULL);
    fail_unless (gst_buffer_map (buffer, &map, GST_MAP_WRITE));
    memset (map.data, i, map.size);
    gst_buffer_unmap (buffer, &map);
  }
  check_results (h, &info, expected, N_FRAMES, "written again");
}

/* The planes in memories of their own, which a GstVideoMeta says or not. */
static GstBuffer *
in_two_memories (const GstVideoInfo *info, GstBuffer *frame, gboolean meta)
{
  gsize offset[GST_VIDEO_MAX_PLANES], size;
  gint stride[GST_VIDEO_MAX_PLANES];
  GstBuffer *buffer = gst_buffer_new ();

  for (guint p = 0; p < 2; p++) {
    GstMemory *memory;
    GstMapInfo map;

    offset[p] = GST_VIDEO_INFO_PLANE_OFFSET (info, p);
    stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (info, p);
    size = (p == 0 ? GST_VIDEO_INFO_PLANE_OFFSET (info, 1)
                   : GST_VIDEO_INFO_SIZE (info))
           - offset[p];
    memory = gst_allocator_alloc (NULL, size, NULL);
    fail_unless (gst_memory_map (memory, &map, GST_MAP_WRITE));
    gst_buffer_extract (frame, offset[p], map.data, size);
    gst_memory_unmap (memory, &map);
    gst_buffer_append_memory (buffer, memory);
  }
  if (meta)
    gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
        GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
        GST_VIDEO_INFO_HEIGHT (info), 2, offset, stride);
  return buffer;
}

/* A part of a memory. */
static GstBuffer *
in_a_part (const GstVideoInfo *info, GstBuffer *frame)
{
  gsize size = GST_VIDEO_INFO_SIZE (info);
  GstMemory *whole = gst_allocator_alloc (NULL, size + 1000, NULL);
  GstBuffer *buffer = gst_buffer_new ();
  GstMapInfo map;

  fail_unless (gst_memory_map (whole, &map, GST_MAP_WRITE));
  gst_buffer_extract (frame, 0, map.data + 600, size);
  gst_memory_unmap (whole, &map);
  gst_buffer_append_memory (buffer, gst_memory_share (whole, 600, size));
  gst_memory_unref (whole);
  return buffer;
}

typedef enum { ONCE, TWO, TWO_MERGED, PART, TINY, REFUSED } Kind;

/* Each kind of ordinary memory, one frame four times in it. */
TEST_LOOP (test_kinds_of_memory, 6)
{
  static const struct {
    Kind kind;
    guint times, locked; /* memories of a frame */
  } kinds[] = { { ONCE, 1, 0 }, { TWO, 4, 2 }, { TWO_MERGED, 4, 0 },
    { PART, 4, 0 }, { TINY, 4, 0 }, { REFUSED, 4, 0 } };
  Kind kind = kinds[__i__].kind;
  guint times = kinds[__i__].times, before = registrations (), i, k;
  g_autoptr (GstElement) element = video_test_element ("cudacopy");
  GstBuffer *expected[N_FRAMES];
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

#ifdef TEST_STAGED
  fake_cuda.no_register = kind == REFUSED;
#endif
  info = large_info ();
  if (kind == TINY)
    info = video_test_progressive ("NV16", 32, 21);
  h = video_test_harness (element, &info);
  for (i = 0; i < N_FRAMES; i += times) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);
    GstBuffer *buffer = kind == TWO || kind == TWO_MERGED
                            ? in_two_memories (&info, frame, kind == TWO)
                        : kind == PART ? in_a_part (&info, frame)
                                       : gst_buffer_copy_deep (frame);

    for (k = 0; k < times; k++) {
      expected[i + k] = gst_buffer_ref (frame);
      video_test_push (h, gst_buffer_ref (buffer));
    }
    gst_buffer_unref (buffer);
  }
  chain_test_drain (h, N_FRAMES);
  check_registrations (before, N_FRAMES / times * kinds[__i__].locked);
  check_results (h, &info, expected, N_FRAMES, "of ordinary memory");
}

/* A memory of which a frame takes a part at first, and more with new caps. */
TEST (test_memory_grows)
{
  GstElement *element = video_test_element ("cudacopy");
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 300000, NULL);
  guint before = registrations (), i, k;
  GstVideoInfo info;
  GstHarness *h = NULL;

  for (i = 0; i < 3; i++) {
    info = video_test_progressive ("GRAY8", 320 + 64 * i, 240);
    gst_buffer_set_size (buffer, GST_VIDEO_INFO_SIZE (&info));
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    for (k = 0; k < 4; k++) {
      GstBuffer *frame = video_test_frame (noise, &info), *result;

      video_test_copy (&info, buffer, frame);
      result = video_test_push_and_pull (h, gst_buffer_ref (buffer));
      video_test_expect (&info, result, frame, "in a memory that grows");
      /* until it is upstream's alone */
      fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
      fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
      fail_unless (gst_buffer_is_writable (buffer));
      gst_harness_push_event (h, gst_event_new_stream_start ("again"));
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    }
  }
  gst_buffer_unref (buffer);
  gst_harness_teardown (h);
  gst_object_unref (element);
  check_registrations (before, 1);
}

/* Samples of two bytes at an odd address, in the memory that the element
 * proposes and in other. */
TEST_LOOP (test_odd_address, 4)
{
  static const gchar *const formats[] = { "GRAY16_LE", "P010_10LE" };
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive (formats[__i__ % 2], 31, 20);
  gsize size = GST_VIDEO_INFO_SIZE (&info);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);
  g_autoptr (GstBufferPool) pool = chain_test_proposed_pool (h, &info, 0);

  for (guint i = 0; i < 10; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);
    GstBuffer *expected = naive_median_filter (&median, &info, frame, FALSE);
    GstBuffer *buffer, *result;
    GstStructure *config = gst_buffer_pool_get_config (pool);
    GstAllocator *allocator = NULL;

    gst_buffer_pool_config_get_allocator (config, &allocator, NULL);
    buffer =
        gst_buffer_new_allocate (__i__ / 2 ? allocator : NULL, size + 1, NULL);
    gst_structure_free (config);
    gst_buffer_resize (buffer, 1, size);
    video_test_copy (&info, buffer, frame);
    result = video_test_push_and_pull (h, buffer);
    video_test_expect (&info, result, expected, "at an odd address");
  }
  chain_test_check_stats (element, 10, 10, 10);
}

#ifdef TEST_STAGED

static void
check_error_of (GstBus *bus, GstElement *element)
{
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  fail_unless (message != NULL);
  fail_unless (GST_MESSAGE_SRC (message) == GST_OBJECT (element));
  gst_message_parse_error (message, &error, NULL);
  fail_unless (
      g_error_matches (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED));
}

/* Drops messages about links, which would keep the harness's pads alive. */
static GstBusSyncReply
keep_errors (GstBus *bus, GstMessage *message, gpointer data)
{
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    return GST_BUS_PASS;
  gst_message_unref (message);
  return GST_BUS_DROP;
}

/* A chain works as ever after a start. */
static void
check_chain (GstElement *bin, const GstVideoInfo *info, gint times)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstHarness) h = NULL;

  median.iterations = times;
  gst_element_set_state (bin, GST_STATE_NULL);
  h = chain_test_harness (gst_object_ref (bin), info);
  for (guint i = 0; i < 10; i++) {
    GstBuffer *frame = video_test_frame (noise, info);
    GstBuffer *expected = naive_median_filter (&median, info, frame, FALSE);
    GstBuffer *result = video_test_push_and_pull (h, frame);

    video_test_expect (info, result, expected, "after a restart");
  }
}

/* Locks */

static gpointer
start (gpointer element)
{
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  return NULL;
}

/* While one element's device opens, another works on its own, which lets go of
 * fences with every frame; and while it opens another starts and stops. */
TEST (test_others_while_opening)
{
  g_autoptr (GstElement) slow = video_test_element ("cudamedian");
  GstElement *element = chain_test_element ("cudamedian");
  g_autoptr (GstElement) bin = chain_test_bin (element, NULL);
  GstBufferPool *pool;
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);

  gst_object_ref_sink (bin);
  gst_object_set_name (GST_OBJECT (slow), "slow");
  g_object_set (slow, "cuda-device-id", 1, NULL);
  h = chain_test_harness (gst_object_ref (bin), &info);
  pool = chain_test_proposed_pool (h, &info, 0);
  g_atomic_pointer_set (&fake_cuda.before_open, gate_pass);
  gate_start (start, slow);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    gst_buffer_unref (video_test_push_and_pull (
        h, chain_test_from_pool (pool, &info, frame)));
  }
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  gst_harness_teardown (h);
  check_chain (bin, &info, 1);
  gate_finish ();
  gst_element_set_state (slow, GST_STATE_NULL);
}

static GstPadProbeReturn
keep_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  *(GstBuffer **)data = gst_buffer_ref (GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_REMOVE;
}

static gpointer
map (gpointer buffer)
{
  GstMapInfo info;

  fail_unless (gst_buffer_map (buffer, &info, GST_MAP_READ));
  gst_buffer_unmap (buffer, &info);
  return NULL;
}

/* While one frame is brought from the device for the CPU, there is memory for
 * the next. */
TEST (test_memory_while_mapping)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstElement *first = chain_test_element ("cudamedian");
  GstElement *bin =
      chain_test_bin (first, chain_test_element ("cudacopy"), NULL);
  g_autoptr (GstBuffer) between = NULL, expected = NULL;
  GstBuffer *frame;
  GstMemory *memory;
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);
  g_autoptr (GstHarness) h = chain_test_harness (bin, &info);

  video_test_probe (
      first, "src", GST_PAD_PROBE_TYPE_BUFFER, keep_frame, &between);
  frame = video_test_frame (noise, &info);
  expected = naive_median_filter (&median, &info, frame, FALSE);
  gst_buffer_unref (video_test_push_and_pull (h, frame));

  g_atomic_pointer_set (&fake_cuda.before_wait, gate_pass);
  gate_start (map, between);
  memory = gst_buffer_peek_memory (between, 0);
  gst_memory_unref (
      gst_allocator_alloc (memory->allocator, memory->maxsize, NULL));
  gate_finish ();
  video_test_compare (&info, between, expected, "mapped meanwhile");
}

typedef struct {
  GstHarness *h;
  GstVideoInfo info;
  GstBufferPool *pool; /* of ordinary memory, one buffer */
} Flow;

static void
flow_init (Flow *flow)
{
  flow->info = large_info ();
  flow->h = chain_test_harness (
      chain_test_bin (chain_test_element ("cudacopy"), NULL), &flow->info);
  flow->pool = chain_test_ordinary_pool (&flow->info, 1);
}

static void
flow_clear (Flow *flow)
{
  gst_buffer_pool_set_active (flow->pool, FALSE);
  gst_object_unref (flow->pool);
  gst_harness_teardown (flow->h);
}

/* Frames in the same memory, which the second finds it to be. */
static gpointer
flow_frames (gpointer data)
{
  Flow *flow = data;

  for (guint i = 0; i < 4; i++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (i);
    GstBuffer *frame = video_test_frame (rand, &flow->info);
    GstBuffer *result = video_test_push_and_pull (
        flow->h, chain_test_from_pool (flow->pool, &flow->info, frame));

    video_test_expect (&flow->info, result, frame, "in the same memory");
  }
  return NULL;
}

/* While one element's memory is page-locked, another's frames go on. */
TEST (test_others_while_locking)
{
  Flow slow, flow;

  flow_init (&slow);
  flow_init (&flow);
  g_atomic_pointer_set (&fake_cuda.before_register, gate_pass);
  gate_start (flow_frames, &slow);
  flow_frames (&flow);
  gate_finish ();
  fail_unless (fake_cuda.registrations > 1);
  flow_clear (&slow);
  flow_clear (&flow);
}

/* Errors */

/* The device is lost while frames are in work, and nobody notices until the end
 * of the stream, a flush or new caps; the element that lost them says so, once,
 * and starts again. */
TEST_LOOP (test_late_error, 3)
{
  static const gchar *const ends[] = { "eos", "flush", "caps" };
  const gchar *end = ends[__i__];
  GstElement *element = chain_test_element ("cudamedian");
  g_autoptr (GstElement) bin = chain_test_bin (element, NULL);
  g_autoptr (GstBus) bus = gst_bus_new ();
  GstBuffer *kept[5];
  GstBufferPool *pool;
  GstVideoInfo info, other;
  GstMapInfo map;
  GstHarness *h;

  gst_bus_set_sync_handler (bus, keep_errors, NULL, NULL);
  gst_element_set_bus (bin, bus);
  info = video_test_progressive ("I420", 33, 21);
  other = video_test_progressive ("I420", 40, 30);
  gst_object_ref_sink (bin);
  h = chain_test_harness (gst_object_ref (bin), &info);
  gst_element_set_bus (element, bus);
  pool = chain_test_proposed_pool (h, &info, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    kept[i] =
        video_test_push_and_pull (h, chain_test_from_pool (pool, &info, frame));
  }
  fail_if (gst_bus_have_pending (bus));

  fake_cuda.lose_at_synchronize = 1;
  if (g_str_equal (end, "eos")) {
    gst_harness_push_event (h, gst_event_new_eos ());
  } else if (g_str_equal (end, "flush")) {
    gst_harness_push_event (h, gst_event_new_flush_start ());
    gst_harness_push_event (h, gst_event_new_flush_stop (TRUE));
  } else {
    g_autoptr (GstCaps) caps = gst_video_info_to_caps (&other);

    gst_harness_push_event (h, gst_event_new_caps (caps));
  }
  check_error_of (bus, element);
  fail_if (gst_bus_have_pending (bus));

  /* what has not been written cannot be read, but let go of */
  for (guint i = 1; i < G_N_ELEMENTS (kept); i++)
    fail_if (gst_buffer_map (kept[i], &map, GST_MAP_READ));
  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  gst_harness_teardown (h);
  /* these hold the lost device: another */
  g_object_set (element, "cuda-device-id", 1, NULL);
  check_chain (bin, &info, 1);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    gst_buffer_unref (kept[i]);
  gst_element_set_bus (bin, NULL);
}

/* In a chain it is the element whose work failed that says so. */
TEST_LOOP (test_error_in_chain, 3)
{
  GstElement *m[3];
  g_autoptr (GstElement) bin = NULL;
  g_autoptr (GstBus) bus = gst_bus_new ();
  GstFlowReturn flow = GST_FLOW_OK;
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("NV12", 33, 21);

  for (guint i = 0; i < 3; i++)
    m[i] = chain_test_element ("cudamedian");
  bin = chain_test_bin (m[0], m[1], m[2], NULL);
  gst_object_ref_sink (bin);
  gst_bus_set_sync_handler (bus, keep_errors, NULL, NULL);
  h = chain_test_harness (gst_object_ref (bin), &info);
  for (guint i = 0; i < 3; i++)
    gst_element_set_bus (m[i], bus);
  /* each frame runs three times */
  fake_cuda.lose_at_run = 3 * 4 + 1 + __i__;
  for (guint i = 0; i < 5; i++) {
    assert_equals_int (flow, GST_FLOW_OK);
    flow = gst_harness_push (h, video_test_frame (noise, &info));
  }
  assert_equals_int (flow, GST_FLOW_ERROR);
  check_error_of (bus, m[__i__]);
  fail_if (gst_bus_have_pending (bus));
  gst_harness_teardown (h);
  check_chain (bin, &info, 3);
}

/* The device goes while upstream's memory is page-locked and held. */
TEST_LOOP (test_lost_while_held, 2)
{
  GstElement *element = chain_test_element ("cudacopy");
  GstFlowReturn flow = GST_FLOW_OK;
  GstVideoInfo info = large_info ();
  GstHarness *h = chain_test_harness (chain_test_bin (element, NULL), &info);
  g_autoptr (GstBufferPool) pool = chain_test_ordinary_pool (&info, 2);

  for (guint i = 0; i < N_FRAMES && flow == GST_FLOW_OK; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    if (i == N_FRAMES / 2)
      fake_cuda.lose_at_upload = 1 + __i__;
    flow = gst_harness_push (h, chain_test_from_pool (pool, &info, frame));
  }
  assert_equals_int (flow, GST_FLOW_ERROR);
  gst_harness_teardown (h);
  /* both buffers are back */
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    gst_buffer_unref (chain_test_from_pool (pool, &info, frame));
  }
}

#endif

/* Threads */

#define STRESS_SECONDS 3

typedef struct {
  GstElement *elements[3];
  GstElement *capsfilter;
  guint n_sent;
  gint stop;
} Stress;

static gpointer
change_properties (gpointer data)
{
  Stress *stress = data;
  GRand *rand = g_rand_new_with_seed (2);

  while (!g_atomic_int_get (&stress->stop)) {
    GObject *element =
        G_OBJECT (stress->elements[g_rand_int_range (rand, 0, 3)]);

    g_object_set (element, "size", 3 + 2 * g_rand_int_range (rand, 0, 3),
        "iterations", g_rand_int_range (rand, 1, 3), NULL);
    gst_util_set_object_arg (
        element, "planes", g_rand_int_range (rand, 0, 4) ? "luma" : "0");
    g_usleep (2000);
  }
  g_rand_free (rand);
  return NULL;
}

static gpointer
read_stats (gpointer data)
{
  Stress *stress = data;

  for (guint i = 0; !g_atomic_int_get (&stress->stop); i++) {
    GstElement *element = stress->elements[i % 3];
    GstStructure *stats;
    guint64 frames, timed;

    g_object_get (element, "stats", &stats, NULL);
    fail_unless (gst_structure_get (stats, "frames", G_TYPE_UINT64, &frames,
        "timed-frames", G_TYPE_UINT64, &timed, NULL));
    fail_unless (timed <= frames / 16 + 1);
    gst_structure_free (stats);
    g_usleep (500);
  }
  return NULL;
}

static void
set_caps (GstElement *capsfilter, const gchar *format, gint width)
{
  g_autoptr (GstCaps) caps =
      gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, format,
          "width", G_TYPE_INT, width, "height", G_TYPE_INT, 48, NULL);

  g_object_set (capsfilter, "caps", caps, NULL);
}

/* In the source's thread: its negotiation must not see two caps at once. */
static GstPadProbeReturn
change_caps (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  static const gchar *const formats[] = { "I420", "NV12", "GRAY8", "RGBA" };
  Stress *stress = data;
  guint n = stress->n_sent++;

  if (n % 23 == 0)
    set_caps (
        stress->capsfilter, formats[n % G_N_ELEMENTS (formats)], 30 + n % 70);
  return GST_PAD_PROBE_OK;
}

static void
check_no_error (GstBus *bus)
{
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  GError *error;
  gchar *debug;

  if (!message)
    return;
  gst_message_parse_error (message, &error, &debug);
  ck_abort_msg (
      "%s: %s (%s)", GST_MESSAGE_SRC_NAME (message), error->message, debug);
}

static GstPadProbeReturn
map_some (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  gint *count = data;
  GstMapInfo map;

  if (g_atomic_int_add (count, 1) % 3 == 0) {
    fail_unless (gst_buffer_map (buffer, &map, GST_MAP_READ));
    gst_buffer_unmap (buffer, &map);
  }
  return GST_PAD_PROBE_OK;
}

/* Three elements in three threads and a fourth for the sink's branch, while
 * properties and caps change, statistics are read, and the position jumps. */
TEST (test_stress)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  GstElement *source = chain_test_element ("videotestsrc");
  GstElement *capsfilter = chain_test_element ("capsfilter");
  GstElement *tee = chain_test_element ("tee");
  GstElement *queues[4], *sinks[2];
  Stress stress = { .capsfilter = capsfilter };
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  GThread *threads[2];
  gint counts[2] = { 0, 0 };
  gint64 end;

  gst_bin_add_many (GST_BIN (pipeline), source, capsfilter, tee, NULL);
  for (guint i = 0; i < 4; i++) {
    queues[i] = chain_test_element ("queue");
    g_object_set (queues[i], "max-size-buffers", 4, NULL);
    gst_bin_add (GST_BIN (pipeline), queues[i]);
  }
  for (guint i = 0; i < 3; i++) {
    stress.elements[i] = chain_test_element ("cudamedian");
    gst_bin_add (GST_BIN (pipeline), stress.elements[i]);
  }
  for (guint i = 0; i < 2; i++) {
    sinks[i] = chain_test_element ("fakesink");
    /* a sink that waits for its first frame would block the other's branch */
    g_object_set (sinks[i], "sync", FALSE, "async", FALSE, NULL);
    gst_bin_add (GST_BIN (pipeline), sinks[i]);
  }
  fail_unless (gst_element_link_many (source, capsfilter, stress.elements[0],
      queues[0], stress.elements[1], tee, queues[1], stress.elements[2],
      queues[2], sinks[0], NULL));
  fail_unless (gst_element_link_many (tee, queues[3], sinks[1], NULL));
  for (guint i = 0; i < 2; i++)
    video_test_probe (
        queues[2 + i], "src", GST_PAD_PROBE_TYPE_BUFFER, map_some, &counts[i]);
  video_test_probe (
      source, "src", GST_PAD_PROBE_TYPE_BUFFER, change_caps, &stress);
  set_caps (capsfilter, "I420", 64);

  assert_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_SUCCESS);
  threads[0] = g_thread_new ("properties", change_properties, &stress);
  threads[1] = g_thread_new ("stats", read_stats, &stress);
  end = g_get_monotonic_time () + STRESS_SECONDS * G_USEC_PER_SEC;
  for (guint i = 0; g_get_monotonic_time () < end; i++) {
    g_usleep (10000);
    if (i % 4 == 0)
      fail_unless (gst_element_seek_simple (pipeline, GST_FORMAT_TIME,
          GST_SEEK_FLAG_FLUSH, g_rand_int_range (rand, 0, 100) * GST_SECOND));
    if (i % 50 == 49) {
      gst_element_set_state (
          pipeline, i % 100 == 49 ? GST_STATE_READY : GST_STATE_PAUSED);
      assert_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
          GST_STATE_CHANGE_SUCCESS);
    }
    check_no_error (bus);
  }
  g_atomic_int_set (&stress.stop, 1);
  for (guint i = 0; i < 2; i++)
    g_thread_join (threads[i]);
  assert_equals_int (gst_element_set_state (pipeline, GST_STATE_NULL),
      GST_STATE_CHANGE_SUCCESS);
  fail_unless (counts[0] > 10 && counts[1] > 10, "%d and %d frames", counts[0],
      counts[1]);
}

TEST_MAIN (video_test_init_private, video_test_setup, video_test_teardown)
