/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames as other elements lay them out: strides and offsets of a
 * GstVideoMeta, odd addresses, several memories, and pools of downstream. */
#include "elements.h"
#include "naivemedian.h"
#include "videotest.h"

static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "I420",
  "I420_10LE", "NV12", "P010_10LE", "YUY2", "RGB", "BGRx", "GBR" };

typedef enum {
  PADDED,   /* more stride and space between the planes */
  ODD,      /* likewise, by odd numbers of bytes */
  REVERSED, /* the last plane first */
  SEPARATE, /* each plane in a memory of its own */
  N_LAYOUTS
} Layout;

static const gchar *const layout_names[] = { "padded", "odd", "reversed",
  "separate" };

/* The same picture in another layout. */
static GstBuffer *
lay_out (const GstVideoInfo *info, GstBuffer *frame, Layout layout)
{
  guint n = GST_VIDEO_INFO_N_PLANES (info);
  gint pad = layout == ODD ? 5 : 32;
  gsize offset[GST_VIDEO_MAX_PLANES] = {
    0,
  };
  gint stride[GST_VIDEO_MAX_PLANES] = {
    0,
  };
  gsize at = pad;
  GstBuffer *buffer = gst_buffer_new ();

  for (guint i = 0; i < n; i++) {
    guint p = layout == REVERSED ? n - 1 - i : i;
    gsize size;

    stride[p] = video_test_row_bytes (info, p) + pad;
    size = stride[p] * video_test_rows (info, p) + pad;
    offset[p] = at;
    at += size;
    if (layout == SEPARATE)
      gst_buffer_append_memory (
          buffer, gst_allocator_alloc (NULL, i == 0 ? at : size, NULL));
  }
  if (layout != SEPARATE)
    gst_buffer_append_memory (buffer, gst_allocator_alloc (NULL, at, NULL));
  gst_buffer_memset (buffer, 0, 0x5a, -1);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info), n, offset, stride);

  video_test_copy (info, buffer, frame);
  return buffer;
}

TEST_LOOP (test_input, G_N_ELEMENTS (formats))
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive (formats[__i__], 23, 11);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 3 * N_LAYOUTS; i++) {
    Layout layout = i % N_LAYOUTS;
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);
    GstBuffer *expected = naive_median_filter (&median, &info, frame, FALSE);
    GstBuffer *result =
        video_test_push_and_pull (h, lay_out (&info, frame, layout));

    video_test_expect (&info, result, expected, layout_names[layout]);
  }
}

/* A pool of downstream that hands out one layout. */
typedef struct {
  GstBufferPool parent;
  GstVideoInfo info;
  Layout layout;
  guint made;
} LayoutPool;

typedef GstBufferPoolClass LayoutPoolClass;

GType layout_pool_get_type (void);
G_DEFINE_TYPE (LayoutPool, layout_pool, GST_TYPE_BUFFER_POOL)

static GstFlowReturn
layout_pool_alloc (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  LayoutPool *self = (LayoutPool *)pool;
  GstBuffer *frame = video_test_frame (noise, &self->info);

  *buffer = lay_out (&self->info, frame, self->layout);
  self->made++;
  gst_buffer_unref (frame);
  return GST_FLOW_OK;
}

static void
layout_pool_class_init (LayoutPoolClass *klass)
{
  klass->alloc_buffer = layout_pool_alloc;
}

static void
layout_pool_init (LayoutPool *self)
{
}

/* Results go into the memory of a pool that downstream has made itself. */
TEST_LOOP (test_output, G_N_ELEMENTS (formats))
{
  Layout layout;

  for (layout = 0; layout < N_LAYOUTS; layout++) {
    NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
    LayoutPool *pool = g_object_new (layout_pool_get_type (), NULL);
    g_autoptr (GstElement) element = video_test_element ("cudamedian");
    g_autoptr (GstPad) src = gst_element_get_static_pad (element, "src");
    GstBuffer *frame, *expected, *result;
    g_autoptr (GstHarness) h = NULL;

    gst_object_ref_sink (pool);
    pool->info = video_test_progressive (formats[__i__], 23, 11);
    pool->layout = layout;
    video_test_offer_pool (src, GST_BUFFER_POOL (pool), &pool->info);
    h = video_test_harness (element, &pool->info);

    frame = video_test_frame (noise, &pool->info);
    expected = naive_median_filter (&median, &pool->info, frame, FALSE);
    result = video_test_push_and_pull (
        h, lay_out (&pool->info, frame, (layout + 1) % N_LAYOUTS));
    fail_unless (pool->made > 0);
    fail_unless (result->pool == GST_BUFFER_POOL (pool));
    video_test_expect (&pool->info, result, expected, layout_names[layout]);
    gst_buffer_unref (frame);

    gst_object_unref (pool);
  }
}

/* One memory cut in two somewhere in the picture, without a meta. */
TEST_LOOP (test_split, G_N_ELEMENTS (formats))
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBuffer) frame = NULL, expected = NULL, result = NULL;
  GstBuffer *rest, *split;
  GstVideoInfo info = video_test_progressive (formats[__i__], 23, 11);
  gsize cut = GST_VIDEO_INFO_SIZE (&info) / 3;
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  frame = video_test_frame (noise, &info);
  rest = video_test_frame (noise, &info);
  expected = naive_median_filter (&median, &info, frame, FALSE);
  split = gst_buffer_copy_region (
      frame, GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_DEEP, 0, cut);
  gst_buffer_unref (rest);
  rest = gst_buffer_copy_region (
      frame, GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_DEEP, cut, -1);
  split = gst_buffer_append (split, rest);
  assert_equals_int (gst_buffer_n_memory (split), 2);

  result = video_test_push_and_pull (h, split);
  video_test_compare (&info, result, expected, "in two memories");
}

/* What elements filter or look at, whatever the frame; and with frames ahead.
 */
static const gchar *const particular[] = { "cudadenoise",
  "cudadenoise method=compensated future=2",
  "cudadenoise method=average future=2", "cudainpaint roi-type=any",
  "cudainpaint roi-type=any temporal=true future=2", NULL };

/* A buffer that ends before its picture, of which a meta lies or none does, one
 * that is empty, and one that is described as another format's. */
static GstBuffer *
small_frame (const GstVideoInfo *info, guint kind)
{
  const gsize size = GST_VIDEO_INFO_SIZE (info);
  GstBuffer *buffer;

  if (kind == 2)
    return gst_buffer_new ();
  /* The last plane begins in the buffer, and ends behind it. */
  buffer = gst_buffer_new_allocate (NULL, kind == 3 ? size : size - 10, NULL);
  if (kind == 1)
    gst_buffer_add_video_meta (
        buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420, 64, 48);
  if (kind == 3)
    gst_buffer_add_video_meta (
        buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_YV12, 64, 48);
  return buffer;
}

/* It is left out with a warning, as elements of GstVideoFilter do, and the
 * stream goes on, whatever waits for frames behind it. */
TEST_LOOP (test_too_small, elements_n_described (particular))
{
  guint kind, i, n_pushed = 0;
  g_autoptr (GstElement) element =
      video_test_element_described (elements_described (particular)[__i__]);
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info = video_test_progressive ("I420", 64, 48);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (kind = 0; kind < 4; kind++) {
    GstBuffer *small = small_frame (&info, kind);

    for (i = 0; i < 4; i++, n_pushed++)
      video_test_push (h, video_test_frame (noise, &info));
    video_test_push_unusable (h, bus, small);
  }
  for (i = 0; i < 4; i++, n_pushed++)
    video_test_push (h, video_test_frame (noise, &info));
  gst_harness_push_event (h, gst_event_new_eos ());
  assert_equals_int (gst_harness_buffers_received (h), n_pushed);
  fail_if (video_test_message (bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING));
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
