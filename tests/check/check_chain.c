/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chains of elements: frames stay on the device between them, whatever is in
 * between sees the right picture, and each frame is uploaded and downloaded
 * as often as it has to be. */
#include "chaintest.h"
#include "naivemedian.h"
#include "videotest.h"

#define N_FRAMES 20

/* The picture behind so many medians. */
static GstBuffer *
filtered (const GstVideoInfo *info, GstBuffer *frame, gint times)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

  median.iterations = times;
  return naive_median_filter (&median, info, frame, FALSE);
}

static GstElement *
median_new (void)
{
  return chain_test_element ("cudamedian");
}

/* The bytes that one copy of a frame in the format's own layout takes. */
static guint64
copied_bytes (const GstVideoInfo *info)
{
  guint64 end = 0;

  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++)
    end = MAX (end, GST_VIDEO_INFO_PLANE_OFFSET (info, p)
                        + (guint64)GST_VIDEO_INFO_PLANE_STRIDE (info, p)
                              * (video_test_rows (info, p) - 1)
                        + video_test_row_bytes (info, p));
  return end;
}

/* Pushes frames in the memory that the first element proposes, and compares
 * what comes of them only when all are through. */
static void
check_frames (GstHarness *h, const GstVideoInfo *info, gint times)
{
  g_autoptr (GstBufferPool) pool = chain_test_proposed_pool (h, info, 0);
  GstBuffer *expected[N_FRAMES], *results[N_FRAMES];

  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, info);

    expected[i] = filtered (info, frame, times);
    video_test_push (h, chain_test_from_pool (pool, info, frame));
  }
  for (guint i = 0; i < N_FRAMES; i++)
    results[i] = gst_harness_pull (h);
  for (guint i = 0; i < N_FRAMES; i++) {
    fail_unless (results[i] != NULL);
    video_test_expect (info, results[i], expected[i], "behind a chain");
  }
}

/* Host frames go up once and down once, also with queues in between. */
TEST_LOOP (test_chain, 18)
{
  static const struct {
    const gchar *format;
    gint width, height;
  } shapes[] = {
    { "GRAY8", 35, 21 },
    { "GRAY8", 64, 48 },
    { "NV12", 33, 27 },
    { "NV12", 64, 48 },
    { "P010_10LE", 31, 17 },
    { "P010_10LE", 48, 32 },
    { "I420_10LE", 29, 19 },
    { "RGBA", 27, 15 },
    { "YUY2", 25, 13 },
  };
  gboolean queues = __i__ % 2;
  guint s = __i__ / 2;
  GstElement *m[3] = { median_new (), median_new (), median_new () };
  GstElement *bin;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  if (queues)
    bin = chain_test_bin (chain_test_element ("queue"), m[0],
        chain_test_element ("queue"), m[1], chain_test_element ("queue"), m[2],
        chain_test_element ("queue"), NULL);
  else
    bin = chain_test_bin (m[0], m[1], m[2], NULL);
  info = video_test_progressive (
      shapes[s].format, shapes[s].width, shapes[s].height);
  h = chain_test_harness (bin, &info);
  check_frames (h, &info, 3);

  chain_test_check_stats (m[0], N_FRAMES, N_FRAMES, 0);
  chain_test_check_stats (m[1], N_FRAMES, 0, 0);
  chain_test_check_stats (m[2], N_FRAMES, 0, N_FRAMES);
  for (guint k = 0;
       k < 3 && chain_test_on_device (m[0]) && !chain_test_maps_host (); k++) {
    assert_equals_uint64 (video_test_stat (m[k], "bytes-up"),
        k == 0 ? N_FRAMES * copied_bytes (&info) : 0);
    assert_equals_uint64 (video_test_stat (m[k], "bytes-down"),
        k == 2 ? N_FRAMES * copied_bytes (&info) : 0);
  }
}

/* Interlaced frames are filtered field by field all the way. */
TEST (test_interlaced)
{
  GstElement *first = median_new (), *last = median_new ();
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  median.iterations = 2;
  video_test_info (&info, "NV12", 36, 28, "interleaved");
  h = chain_test_harness (chain_test_bin (first, last, NULL), &info);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    GstBuffer *expected = naive_median_filter (&median, &info, frame, TRUE);
    GstBuffer *result = video_test_push_and_pull (h, frame);

    video_test_expect (&info, result, expected, "by field");
  }
  chain_test_check_stats (first, N_FRAMES, N_FRAMES, 0);
  chain_test_check_stats (last, N_FRAMES, 0, N_FRAMES);
}

/* New caps and new parameters reach every element of a chain in their place. */
TEST (test_renegotiation)
{
  static const gchar *const formats[] = { "GRAY8", "NV12", "RGB", "P010_10LE" };
  GstElement *first = median_new (), *last = median_new ();
  GstElement *bin =
      chain_test_bin (first, chain_test_element ("queue"), last, NULL);
  GstBuffer *expected[4 * G_N_ELEMENTS (formats)];
  GstVideoInfo infos[G_N_ELEMENTS (expected)];
  g_autoptr (GstHarness) h = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i += 2) {
    GstVideoInfo *info = &infos[i];

    video_test_info (info, formats[(i / 2) % G_N_ELEMENTS (formats)], 20 + i,
        40 - i, "progressive");
    infos[i + 1] = *info;
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (info));
    else
      h = chain_test_harness (bin, info);
    for (guint k = 0; k < 2; k++) {
      GstBuffer *frame = video_test_frame (noise, info);

      expected[i + k] = filtered (info, frame, 2);
      video_test_push (h, frame);
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *result = gst_harness_pull (h);

    fail_unless (result != NULL);
    video_test_expect (&infos[i], result, expected[i], "after new caps");
  }
  chain_test_check_stats (
      first, G_N_ELEMENTS (expected), G_N_ELEMENTS (expected), 0);
  chain_test_check_stats (
      last, G_N_ELEMENTS (expected), 0, G_N_ELEMENTS (expected));
}

/* A neighbour in pass-through, from the start or from some frame on, hands on
 * what is on the device. */
TEST (test_passthrough_between)
{
  GstElement *m[3] = { median_new (), median_new (), median_new () };
  GstElement *bin = chain_test_bin (m[0], m[1], m[2], NULL);
  GstBuffer *expected[4 * N_FRAMES];
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 34, 22);

  gst_util_set_object_arg (G_OBJECT (m[1]), "planes", "0");
  h = chain_test_harness (bin, &info);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    gboolean filters = (i / N_FRAMES) % 2;
    GstBuffer *frame = video_test_frame (noise, &info);

    gst_util_set_object_arg (
        G_OBJECT (m[1]), "planes", filters ? "luma+chroma" : "0");
    expected[i] = filtered (&info, frame, filters ? 3 : 2);
    video_test_push (h, frame);
  }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    video_test_expect (&info, result, expected[i], "pass-through between");
  }
  chain_test_check_stats (m[0], 4 * N_FRAMES, 4 * N_FRAMES, 0);
  chain_test_check_stats (m[1], 2 * N_FRAMES, 0, 0);
  chain_test_check_stats (m[2], 4 * N_FRAMES, 0, 4 * N_FRAMES);
}

/* One element of the chain filters on the CPU. */
TEST_LOOP (test_backends, 3)
{
  GstElement *m[3] = { median_new (), median_new (), median_new () };
  GstElement *bin = chain_test_bin (m[0], m[1], m[2], NULL);
  gboolean there;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 35, 23);

  gst_util_set_object_arg (G_OBJECT (m[__i__]), "backend", "cpu");
  h = chain_test_harness (bin, &info);
  there = chain_test_on_device (m[(__i__ + 1) % 3]);
  fail_if (chain_test_on_device (m[__i__]));
  check_frames (h, &info, 3);

  chain_test_check_stats (m[__i__], N_FRAMES, 0, 0);
  if (there && __i__ == 1) {
    chain_test_check_stats (m[0], N_FRAMES, N_FRAMES, N_FRAMES);
    chain_test_check_stats (m[2], N_FRAMES, N_FRAMES, N_FRAMES);
  } else if (there) {
    chain_test_check_stats (m[__i__ == 0], N_FRAMES, N_FRAMES, 0);
    chain_test_check_stats (m[__i__ == 0 ? 2 : 1], N_FRAMES, 0, N_FRAMES);
  }
}

/* What is between two elements does something with each frame. */

typedef enum {
  LOOK,          /* maps for reading */
  LOOK_TWICE,    /* the same, from two threads at once */
  INVERT,        /* changes all bytes in place */
  WRITE_ROW,     /* writes the first row without a look at the others */
  COPY,          /* puts a copy in ordinary memory in the frame's place */
  SHALLOW_COPY,  /* puts another buffer with the same memory there */
  PART_OF_MEMORY /* the same, by a part of that memory */
} Between;

typedef struct {
  Between what;
  GstVideoInfo info;
  guint n;
  GPtrArray *seen; /* copies of what was there */
} Worker;

static void
invert (const GstVideoInfo *info, GstBuffer *buffer)
{
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_READWRITE));
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++) {
    guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (&frame, p);

    for (gsize y = 0; y < video_test_rows (info, p); y++) {
      for (gsize x = 0; x < video_test_row_bytes (info, p); x++)
        row[x] = 255 - row[x];
      row += GST_VIDEO_FRAME_PLANE_STRIDE (&frame, p);
    }
  }
  gst_video_frame_unmap (&frame);
}

static void
write_row (GstBuffer *buffer, gsize bytes)
{
  GstMapInfo map;

  fail_unless (gst_buffer_map (buffer, &map, GST_MAP_WRITE));
  memset (map.data, 77, bytes);
  gst_buffer_unmap (buffer, &map);
}

static gpointer
copy_in_thread (gpointer data)
{
  return gst_buffer_copy_deep (data);
}

static void
look_twice (const GstVideoInfo *info, GstBuffer *buffer)
{
  GThread *other = g_thread_new ("look", copy_in_thread, buffer);
  g_autoptr (GstBuffer) mine = gst_buffer_copy_deep (buffer), theirs = NULL;

  theirs = g_thread_join (other);
  video_test_compare (info, theirs, mine, "by two threads");
}

static GstPadProbeReturn
do_work (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Worker *worker = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info), *other;

  worker->n++;
  switch (worker->what) {
    case LOOK:
      g_ptr_array_add (worker->seen, gst_buffer_copy_deep (buffer));
      return GST_PAD_PROBE_OK;
    case LOOK_TWICE:
      look_twice (&worker->info, buffer);
      return GST_PAD_PROBE_OK;
    case INVERT:
      buffer = gst_buffer_make_writable (buffer);
      invert (&worker->info, buffer);
      GST_PAD_PROBE_INFO_DATA (info) = buffer;
      return GST_PAD_PROBE_OK;
    case WRITE_ROW:
      buffer = gst_buffer_make_writable (buffer);
      write_row (buffer, video_test_row_bytes (&worker->info, 0));
      GST_PAD_PROBE_INFO_DATA (info) = buffer;
      return GST_PAD_PROBE_OK;
    case COPY:
      other = gst_buffer_copy_deep (buffer);
      break;
    case SHALLOW_COPY:
      other = gst_buffer_copy (buffer);
      break;
    case PART_OF_MEMORY:
    default:
      other = gst_buffer_copy_region (
          buffer, GST_BUFFER_COPY_ALL, 0, gst_buffer_get_size (buffer));
      gst_buffer_replace_all_memory (
          other, gst_memory_share (gst_buffer_peek_memory (buffer, 0), 0, -1));
      break;
  }
  gst_buffer_unref (buffer);
  GST_PAD_PROBE_INFO_DATA (info) = other;
  return GST_PAD_PROBE_OK;
}

/* What comes of a frame behind a median, the worker and another median. */
static GstBuffer *
expect_work (const Worker *worker, GstBuffer *frame)
{
  GstBuffer *middle = filtered (&worker->info, frame, 1), *result;

  if (worker->what == INVERT)
    invert (&worker->info, middle);
  else if (worker->what == WRITE_ROW)
    write_row (middle, video_test_row_bytes (&worker->info, 0));
  result = filtered (&worker->info, middle, 1);
  gst_buffer_unref (middle);
  return result;
}

TEST_LOOP (test_between, 21)
{
  static const struct {
    Between what;
    gboolean downloaded, uploaded; /* for the work */
  } cases[] = {
    { LOOK, TRUE, FALSE },
    { LOOK_TWICE, TRUE, FALSE },
    { INVERT, TRUE, TRUE },
    { WRITE_ROW, TRUE, TRUE },
    { COPY, TRUE, TRUE },
    { SHALLOW_COPY, FALSE, FALSE },
    { PART_OF_MEMORY, FALSE, FALSE },
  };
  guint n = G_N_ELEMENTS (cases), c = __i__ % n;
  static const gchar *const formats[] = { "NV12", "GRAY8", "P010_10LE" };
  GstElement *first = median_new (), *last = median_new ();
  GstElement *between = chain_test_element ("identity");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (between, "src");
  Worker worker = { .what = cases[c].what };
  GstBuffer *expected[N_FRAMES], *frames[N_FRAMES];
  g_autoptr (GstHarness) h = NULL;

  worker.info = video_test_progressive (formats[__i__ / n], 37, 23);
  worker.seen =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, do_work, &worker, NULL);
  h = chain_test_harness (
      chain_test_bin (first, between, last, NULL), &worker.info);
  for (guint i = 0; i < N_FRAMES; i++) {
    frames[i] = video_test_frame (noise, &worker.info);
    expected[i] = expect_work (&worker, frames[i]);
    video_test_push (h, gst_buffer_ref (frames[i]));
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    video_test_compare (&worker.info, result, expected[i], "with work between");
    if (worker.what == LOOK) {
      g_autoptr (GstBuffer) middle = filtered (&worker.info, frames[i], 1);

      video_test_compare (&worker.info, g_ptr_array_index (worker.seen, i),
          middle, "as seen between");
    }
    gst_buffer_unref (expected[i]);
    gst_buffer_unref (frames[i]);
  }
  assert_equals_int (worker.n, N_FRAMES);
  chain_test_check_stats (
      first, N_FRAMES, N_FRAMES, cases[c].downloaded ? N_FRAMES : 0);
  chain_test_check_stats (
      last, N_FRAMES, cases[c].uploaded ? N_FRAMES : 0, N_FRAMES);

  g_ptr_array_unref (worker.seen);
}

/* A cropping element moves the picture's corner by GstVideoMeta alone. */

#define CROP_X 6
#define CROP_Y 4

typedef struct {
  GstVideoInfo whole, part;
} Crop;

static void
crop_meta (const Crop *crop, GstBuffer *buffer)
{
  gsize offset[GST_VIDEO_MAX_PLANES];
  gint stride[GST_VIDEO_MAX_PLANES];
  const GstVideoInfo *info = &crop->whole;
  const GstVideoFormatInfo *f = info->finfo;

  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++) {
    guint c = p; /* the plane's first component */

    stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (info, p);
    offset[p] = GST_VIDEO_INFO_PLANE_OFFSET (info, p)
                + (CROP_Y >> GST_VIDEO_FORMAT_INFO_H_SUB (f, c)) * stride[p]
                + (CROP_X >> GST_VIDEO_FORMAT_INFO_W_SUB (f, c))
                      * GST_VIDEO_FORMAT_INFO_PSTRIDE (f, c);
  }
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (&crop->part),
      GST_VIDEO_INFO_HEIGHT (&crop->part), GST_VIDEO_INFO_N_PLANES (info),
      offset, stride);
}

static GstPadProbeReturn
do_crop (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Crop *crop = data;

  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
    GstBuffer *other = gst_buffer_copy (buffer);
    GstVideoMeta *meta = gst_buffer_get_video_meta (other);

    if (meta)
      gst_buffer_remove_meta (other, &meta->meta);
    crop_meta (crop, other);
    gst_buffer_unref (buffer);
    GST_PAD_PROBE_INFO_DATA (info) = other;
  } else if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info))
             == GST_EVENT_CAPS) {
    g_autoptr (GstCaps) caps = gst_video_info_to_caps (&crop->part);

    gst_event_unref (GST_PAD_PROBE_INFO_EVENT (info));
    GST_PAD_PROBE_INFO_DATA (info) = gst_event_new_caps (caps);
  }
  return GST_PAD_PROBE_OK;
}

TEST_LOOP (test_crop, 5)
{
  static const gchar *const formats[] = { "NV12", "GRAY8", "P010_10LE", "RGBA",
    "I420" };
  GstElement *first = median_new (), *last = median_new ();
  GstElement *bin = chain_test_bin (first, last, NULL);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (last, "sink");
  GstBuffer *expected[N_FRAMES];
  g_autoptr (GstHarness) h = NULL;
  Crop crop;

  crop.whole = video_test_progressive (formats[__i__], 48, 36);
  crop.part = video_test_progressive (formats[__i__], 31, 25);
  gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, do_crop,
      &crop, NULL);
  h = chain_test_harness (bin, &crop.whole);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &crop.whole);
    GstBuffer *middle = filtered (&crop.whole, frame, 1);
    GstBuffer *part = video_test_frame (noise, &crop.part);

    crop_meta (&crop, middle);
    video_test_copy (&crop.part, part, middle);
    expected[i] = filtered (&crop.part, part, 1);
    gst_buffer_unref (part);
    gst_buffer_unref (middle);
    video_test_push (h, frame);
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *result = gst_harness_try_pull (h);

    fail_unless (result != NULL);
    video_test_expect (&crop.part, result, expected[i], "cropped between");
  }
  chain_test_check_stats (first, N_FRAMES, N_FRAMES, 0);
  chain_test_check_stats (last, N_FRAMES, 0, N_FRAMES);
}

/* A tee behind the first element. */

static GstPadProbeReturn
map_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstMapInfo map;

  fail_unless (gst_buffer_map (buffer, &map, GST_MAP_READ));
  gst_buffer_unmap (buffer, &map);
  return GST_PAD_PROBE_OK;
}

static void
add_branch (GstElement *bin, GstElement *tee, GstElement *median, gboolean maps,
    ChainTestSink *sink)
{
  GstElement *queue = chain_test_element ("queue");
  GstElement *end = chain_test_sink_get_element (sink);

  gst_bin_add_many (GST_BIN (bin), queue, end, NULL);
  fail_unless (gst_element_link (tee, queue));
  if (maps)
    video_test_probe (queue, "src", GST_PAD_PROBE_TYPE_BUFFER, map_frame, NULL);
  if (median) {
    gst_bin_add (GST_BIN (bin), median);
    fail_unless (gst_element_link_many (queue, median, end, NULL));
  } else {
    fail_unless (gst_element_link (queue, end));
  }
}

static void
check_sink (ChainTestSink *sink, const GstVideoInfo *info, GstBuffer **expected)
{
  for (guint i = 0; i < N_FRAMES; i++)
    video_test_compare (
        info, chain_test_sink_get (sink, i), expected[i], "behind a tee");
}

/* Two branches for the device, of which one maps, and one for the CPU. */
TEST_LOOP (test_tee, 4)
{
  gboolean maps = __i__ & 1, with_cpu = __i__ & 2;
  GstElement *first = median_new ();
  GstElement *tee = chain_test_element ("tee");
  GstElement *m[2] = { median_new (), median_new () };
  GstElement *bin = chain_test_bin (first, tee, NULL);
  ChainTestSink *sinks[3];
  GstBuffer *expected[2][N_FRAMES];
  GstBufferPool *pool;
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("NV12", 33, 25);

  for (guint i = 0; i < 3; i++)
    sinks[i] = chain_test_sink_new ();
  add_branch (bin, tee, m[0], FALSE, sinks[0]);
  add_branch (bin, tee, m[1], maps, sinks[1]);
  if (with_cpu)
    add_branch (bin, tee, NULL, maps, sinks[2]);

  h = chain_test_harness (bin, &info);
  pool = chain_test_proposed_pool (h, &info, 0);
  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    expected[0][i] = filtered (&info, frame, 1);
    expected[1][i] = filtered (&info, frame, 2);
    video_test_push (h, chain_test_from_pool (pool, &info, frame));
  }
  check_sink (sinks[0], &info, expected[1]);
  check_sink (sinks[1], &info, expected[1]);
  if (with_cpu)
    check_sink (sinks[2], &info, expected[0]);

  /* the sink knows nothing of devices, so that all is downloaded at once */
  chain_test_check_stats (
      first, N_FRAMES, N_FRAMES, maps || with_cpu ? N_FRAMES : 0);
  if (!with_cpu) {
    chain_test_check_stats (m[0], N_FRAMES, 0, N_FRAMES);
    chain_test_check_stats (m[1], N_FRAMES, 0, N_FRAMES);
  }

  gst_buffer_pool_set_active (pool, FALSE);
  gst_object_unref (pool);
  gst_harness_teardown (h);
  for (guint i = 0; i < 3; i++)
    chain_test_sink_free (sinks[i]);
  for (guint i = 0; i < N_FRAMES; i++) {
    gst_buffer_unref (expected[0][i]);
    gst_buffer_unref (expected[1][i]);
  }
}

/* Frames that are kept. */

static GstPadProbeReturn
keep_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  g_ptr_array_add (data, gst_buffer_ref (GST_PAD_PROBE_INFO_BUFFER (info)));
  return GST_PAD_PROBE_OK;
}

static GstHarness *
keep_between (
    GstElement *first, GstElement *last, GPtrArray *kept, GstVideoInfo *info)
{
  GstElement *bin = chain_test_bin (first, last, NULL);

  video_test_probe (first, "src", GST_PAD_PROBE_TYPE_BUFFER, keep_frame, kept);
  return chain_test_harness (bin, info);
}

/* A frame outlives the element that left it on the device. */
TEST (test_kept)
{
  g_autoptr (GPtrArray) kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  GstBuffer *expected[50];
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);
  GstHarness *h = keep_between (median_new (), median_new (), kept, &info);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    expected[i] = filtered (&info, frame, 1);
    video_test_push (h, frame);
  }
  gst_harness_teardown (h);

  assert_equals_int (kept->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < kept->len; i++) {
    video_test_compare (
        &info, g_ptr_array_index (kept, i), expected[i], "kept");
    gst_buffer_unref (expected[i]);
  }
}

/* Frames that one chain left on the device go into another, whose element
 * reads them there; and into the CPU's. */
TEST (test_kept_and_pushed)
{
  GPtrArray *kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  GstElement *second = median_new (), *third = median_new ();
  GstBuffer *expected[N_FRAMES];
  GstHarness *h, *hs[2];
  GstVideoInfo info = video_test_progressive ("NV12", 36, 22);

  h = keep_between (median_new (), median_new (), kept, &info);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    expected[i] = filtered (&info, frame, 2);
    video_test_push (h, frame);
  }
  gst_harness_teardown (h);

  gst_util_set_object_arg (G_OBJECT (third), "backend", "cpu");
  hs[0] = video_test_harness (second, &info);
  hs[1] = video_test_harness (third, &info);
  for (guint k = 0; k < 2; k++) {
    for (guint i = 0; i < N_FRAMES; i++) {
      GstBuffer *result = video_test_push_and_pull (
          hs[k], gst_buffer_ref (g_ptr_array_index (kept, i)));

      video_test_compare (&info, result, expected[i], "of another chain");
      gst_buffer_unref (result);
    }
  }
  chain_test_check_stats (second, N_FRAMES, 0, N_FRAMES);
  chain_test_check_stats (third, N_FRAMES, 0, 0);
  g_ptr_array_unref (kept);
  for (guint k = 0; k < 2; k++)
    gst_harness_teardown (hs[k]);
  gst_object_unref (second);
  gst_object_unref (third);
  for (guint i = 0; i < N_FRAMES; i++)
    gst_buffer_unref (expected[i]);
}

#ifdef TEST_STAGED

#include "fakecuda.h"

/* On another GPU. */
static GstElement *
median_on (gint device)
{
  GstElement *element = median_new ();

  g_object_set (element, "cuda-device-id", device, NULL);
  return element;
}

TEST (test_contexts)
{
  GPtrArray *kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  GstElement *m[3] = { median_on (0), median_on (1), median_on (2) };
  GstBuffer *expected[N_FRAMES];
  GstVideoInfo info = video_test_progressive ("NV12", 34, 22);
  GstHarness *h = chain_test_harness (chain_test_bin (m[0], m[1], NULL), &info);

  check_frames (h, &info, 2);
  chain_test_check_stats (m[0], N_FRAMES, N_FRAMES, N_FRAMES);
  chain_test_check_stats (m[1], N_FRAMES, N_FRAMES, N_FRAMES);
  gst_harness_teardown (h);

  /* and frames of one device that come to another unasked */
  h = keep_between (median_new (), median_new (), kept, &info);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);

    expected[i] = filtered (&info, frame, 2);
    video_test_push (h, frame);
  }
  gst_harness_teardown (h);
  h = video_test_harness (m[2], &info);
  for (guint i = 0; i < N_FRAMES; i++) {
    GstBuffer *result = video_test_push_and_pull (
        h, gst_buffer_ref (g_ptr_array_index (kept, i)));

    video_test_expect (&info, result, expected[i], "of another device");
  }
  chain_test_check_stats (m[2], N_FRAMES, N_FRAMES, N_FRAMES);
  g_ptr_array_unref (kept);
  gst_harness_teardown (h);
  gst_object_unref (m[2]);
}

/* A buffer that returns to its pool is written anew: what it held on the
 * device does not come down for that. */
TEST (test_discard)
{
  GstElement *first = median_new ();
  g_autoptr (GstBufferPool) pool = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 36, 22);
  g_autoptr (GstHarness) h =
      chain_test_harness (chain_test_bin (first, median_new (), NULL), &info);
  guint before, i;

  check_frames (h, &info, 2);
  pool = gst_base_transform_get_buffer_pool (GST_BASE_TRANSFORM (first));
  before = fake_cuda.transfers;
  for (i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    GstBuffer *buffer = chain_test_from_pool (pool, &info, frame);

    video_test_expect (&info, buffer, frame, "in a buffer used again");
  }
  assert_equals_int (fake_cuda.transfers, before);
}

/* What was on a device that is lost cannot be mapped, and can be let go of. */
TEST (test_kept_and_lost)
{
  g_autoptr (GPtrArray) kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  GstElement *first = median_new (), *last = median_new ();
  GstMapInfo map;
  GstVideoInfo info = video_test_progressive ("NV12", 36, 22);
  g_autoptr (GstHarness) h = keep_between (first, last, kept, &info);

  for (guint i = 0; i < 6; i++)
    video_test_push (h, video_test_frame (noise, &info));
  fake_cuda.lose_at_run = 1;
  assert_equals_int (
      gst_harness_push (h, video_test_frame (noise, &info)), GST_FLOW_ERROR);
  for (guint i = 0; i < kept->len && !chain_test_maps_host (); i++)
    fail_if (gst_buffer_map (g_ptr_array_index (kept, i), &map, GST_MAP_READ));
}

#endif

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
