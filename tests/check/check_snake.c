/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudasnake: contours of noisy targets in all formats, what becomes of the
 * frame, targets from frame to frame, properties, drawing, and what goes out.
 */
#include "chaintest.h"
#include "snaketest.h"

#include <math.h>

#define WIDTH 161
#define HEIGHT 119

static Random scenery;
static GstElement *element, *other; /* `other` is on the CPU */
static GstBus *bus;
static GstVideoInfo info;
static GstHarness *h, *h_cpu;

static void
setup (void)
{
  video_test_setup ();
  random_init (&scenery, 1, "cudasnake");
  element = video_test_element ("cudasnake");
  other = video_test_element ("cudasnake");
  gst_util_set_object_arg (G_OBJECT (other), "backend", "cpu");
  bus = video_test_bus (element);
  h = h_cpu = NULL;
}

static void
teardown (void)
{
  GstHarness *harnesses[] = { h, h_cpu };

  for (guint i = 0; i < 2; i++)
    if (harnesses[i])
      gst_harness_teardown (harnesses[i]);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  gst_object_unref (other);
  video_test_teardown ();
}

/* Properties of both elements */
#define set(...) \
  (g_object_set (element, __VA_ARGS__, NULL), \
      g_object_set (other, __VA_ARGS__, NULL))

static void
set_text (const gchar *name, const gchar *value)
{
  gst_util_set_object_arg (G_OBJECT (element), name, value);
  gst_util_set_object_arg (G_OBJECT (other), name, value);
}

static void
start (const gchar *format, gint width, gint height)
{
  info = video_test_progressive (format, width, height);
  h = video_test_harness (element, &info);
  h_cpu = video_test_harness (other, &info);
}

/* A frame by both elements: the contours, which are the same, to be freed. */
static GstCudaSnakeContours *
push (GstBuffer *frame)
{
  GstCudaSnakeContours *contours = snake_test_push (h, gst_buffer_ref (frame));
  g_autoptr (GstCudaSnakeContours) expected = snake_test_push (h_cpu, frame);

  contours_test_compare (contours, expected, "as on the CPU");
  assert_equals_int (contours->width, GST_VIDEO_INFO_WIDTH (&info));
  assert_equals_int (contours->height, GST_VIDEO_INFO_HEIGHT (&info));
  return contours;
}

static GstCudaSnakeContours *
push_disc (gdouble x, gdouble y, guint8 *truth)
{
  const Scene scene = snake_test_disc (&info, x, y);

  return push (snake_test_scene_frame (&info, &scene, truth, &scenery, noise));
}

static GstCudaSnakeContours *
push_empty (void)
{
  return push (snake_test_empty_frame (&info, &scenery, noise));
}

/* Pushes a disc and says what number it has, 0 where it was not found. */
static guint
id_of_disc (gdouble x, gdouble y)
{
  g_autofree guint8 *truth =
      g_malloc (GST_VIDEO_INFO_WIDTH (&info) * GST_VIDEO_INFO_HEIGHT (&info));
  g_autoptr (GstCudaSnakeContours) contours = push_disc (x, y, truth);

  return contours->n_contours == 1
                 && snake_test_overlap (contours, 0, truth) > 0.85
             ? contours->contours[0].id
             : 0;
}

/* Several discs side by side, each in a field of its own. */
static GstBuffer *
discs_frame (const gdouble (*at)[2], guint n)
{
  const gint width = GST_VIDEO_INFO_WIDTH (&info) / n;
  const gint height = GST_VIDEO_INFO_HEIGHT (&info);
  g_autofree guint8 *field = g_malloc (width * height);
  g_autofree guint8 *truth = g_malloc (width * height);
  g_autofree guint8 *samples =
      g_malloc0 (GST_VIDEO_INFO_WIDTH (&info) * height);

  for (guint i = 0; i < n; i++) {
    Scene scene = snake_test_disc (&info, at[i][0], at[i][1]);

    scene.scale *= (gdouble)MIN (GST_VIDEO_INFO_WIDTH (&info), height)
                   / MIN (width, height);
    scene.width = width;
    scene_render (&scene, &scenery, field, truth);
    for (gint y = 0; y < height; y++)
      memcpy (samples + y * GST_VIDEO_INFO_WIDTH (&info) + i * width,
          field + y * width, width);
  }
  return snake_test_frame (&info, samples, noise);
}

static void
check_no_warning (void)
{
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
}

/* Contours */

/* Every format: the target is found, in numbers of the format's depth, and the
 * frame is the same to the last bit. */
TEST_LOOP (test_formats, video_test_n_formats ())
{
  const gchar *format = video_test_formats[__i__];
  g_autofree guint8 *truth = g_malloc (WIDTH * HEIGHT);
  g_autoptr (GstCudaSnakeContours) contours = NULL, expected = NULL;
  g_autoptr (GstBuffer) copy = NULL;
  GstBuffer *frame, *result;
  Scene scene;
  gdouble step;

  start (format, WIDTH, HEIGHT);
  step = 1 << (GST_VIDEO_INFO_COMP_DEPTH (&info, 0) - 8);
  scene = snake_test_disc (&info, 90, 55);
  frame = snake_test_scene_frame (&info, &scene, truth, &scenery, noise);
  copy = gst_buffer_copy_deep (frame);
  expected = snake_test_push (h_cpu, gst_buffer_ref (frame));
  result = video_test_push_and_pull (h, frame);
  video_test_compare (&info, result, copy, "looked at");
  contours = snake_test_take (result);
  contours_test_compare (contours, expected, format);

  assert_equals_int (contours->n_contours, 1);
  fail_unless (snake_test_overlap (contours, 0, truth) > 0.93, "%s: %g", format,
      snake_test_overlap (contours, 0, truth));
  fail_unless (fabs (contours->contours[0].mean_in / step - 160) < 5);
  fail_unless (fabs (contours->contours[0].mean_out / step - 100) < 5);
  fail_unless (contours->contours[0].converged);
}

/* As small as frames can be, and flat ones: contours or none, but no failure.
 */
TEST_LOOP (test_tiny, 6)
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "I420", "YUY2",
    "P010_10LE", "RGB" };
  static const gint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 3 },
    { 1, 40 }, { 40, 1 }, { 7, 5 }, { 8, 8 }, { 9, 17 }, { 16, 16 } };

  start (formats[__i__], 320, 240);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    info = video_test_progressive (formats[__i__], sizes[i][0], sizes[i][1]);
    gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    gst_harness_set_src_caps (h_cpu, gst_video_info_to_caps (&info));
    for (guint k = 0; k < 6; k++) {
      GstBuffer *frame = video_test_frame (noise, &info);

      set_text ("init", k % 2 ? "rectangle" : "search");
      set ("rectangles", k % 4 == 1 ? "0,0,1,1" : "", "draw", k >= 3, NULL);
      if (k >= 4)
        gst_buffer_memset (frame, 0, 0, GST_VIDEO_INFO_SIZE (&info));
      gst_cuda_snake_contours_free (push (frame));
    }
  }
}

/* Noise is no target. */
TEST (test_noise)
{
  start ("GRAY8", WIDTH, HEIGHT);
  for (guint i = 0; i < 100; i++) {
    g_autoptr (GstCudaSnakeContours) contours = push_empty ();

    assert_equals_int (contours->n_contours, 0);
  }
  assert_equals_uint64 (video_test_stat (element, "frames"), 100);
  assert_equals_uint64 (video_test_stat (element, "total-contours"), 0);
}

/* What becomes of buffers */

/* A frame that is writable goes on as it is; one that is not, with the same
 * memory in a buffer of its own. */
TEST (test_buffers)
{
  GstBuffer *frame, *result;
  GstMemory *memory;
  Scene scene;

  start ("I420", WIDTH, HEIGHT);
  scene = snake_test_disc (&info, 50, 50);
  for (guint i = 0; i < 2; i++) {
    frame = snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    GST_BUFFER_PTS (frame) = 77;
    memory = gst_buffer_peek_memory (frame, 0);
    if (i == 1)
      gst_buffer_ref (frame);
    result = video_test_push_and_pull (h, frame);
    fail_unless ((result == frame) == (i == 0));
    fail_unless (gst_buffer_peek_memory (result, 0) == memory);
    assert_equals_uint64 (GST_BUFFER_PTS (result), 77);
    if (i == 1) {
      GstCudaSnakeContours *none;

      fail_unless (gst_buffer_get_cuda_snake_contours (frame, &none, NULL));
      fail_unless (none == NULL);
      gst_buffer_unref (frame);
    }
    gst_buffer_unref (result);
  }
}

/* Luma alone is brought to the device, once, however it lies. */
TEST_LOOP (test_uploads, 7)
{
  static const struct {
    const gchar *format;
    gsize row;
  } cases[] = { { "NV12", WIDTH }, { "P010_10LE", 2 * WIDTH },
    { "GRAY8", WIDTH }, { "YUY2", 2 * (WIDTH + 1) }, { "I420", WIDTH },
    { "RGB", 3 * WIDTH }, { "GBR", WIDTH } };
  GstBufferPool *pools[2];
  GstBuffer *frame;
  guint64 bytes;
  Scene scene;

  start (cases[__i__].format, WIDTH, HEIGHT);
  scene = snake_test_disc (&info, 50, 50);
  pools[0] = chain_test_proposed_pool (h, &info, 0);
  pools[1] = chain_test_ordinary_pool (&info, 4);
  /* memory of ours, memory that returns and is locked, memory that does not */
  for (guint i = 0; i < 30; i++) {
    frame = snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    if (i % 3 < 2) {
      GstBuffer *pooled = chain_test_from_pool (pools[i % 3], &info, frame);

      gst_buffer_unref (frame);
      frame = pooled;
    }
    gst_cuda_snake_contours_free (snake_test_push (h, gst_buffer_ref (frame)));
    /* it is let go of at once */
    assert_equals_int (GST_MINI_OBJECT_REFCOUNT_VALUE (frame), 1);
    gst_buffer_unref (frame);
  }
  assert_equals_uint64 (video_test_stat (element, "frames"), 30);
  if (chain_test_on_device (element)) {
    bytes = video_test_stat (element, "bytes-up");
    assert_equals_uint64 (video_test_stat (element, "uploads"), 30);
    /* between rows there may be some that are copied along */
    fail_unless (bytes >= 30 * HEIGHT * cases[__i__].row
                     && bytes <= 30 * HEIGHT * (cases[__i__].row + 8),
        "%" G_GUINT64_FORMAT, bytes);
  } else {
    assert_equals_uint64 (video_test_stat (element, "uploads"), 0);
  }
  assert_equals_uint64 (video_test_stat (element, "downloads"), 0);
  fail_unless (video_test_stat (element, "timed-frames") <= 2);
  for (guint i = 0; i < 2; i++) {
    gst_buffer_pool_set_active (pools[i], FALSE);
    gst_object_unref (pools[i]);
  }
}

static GstBufferPool *downstream_pool;

static GstPadProbeReturn
answer_allocation (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (probe);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION
      || !(probe->type & GST_PAD_PROBE_TYPE_PUSH))
    return GST_PAD_PROBE_OK;
  if (downstream_pool)
    gst_query_add_allocation_pool (
        query, downstream_pool, GST_VIDEO_INFO_SIZE (&info), 3, 7);
  gst_query_add_allocation_meta (
      query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

/* Downstream's answer goes through to upstream: metas, and a pool of its own
 * kind. Where there is an ordinary one, or none, upstream gets ours. */
TEST (test_allocation)
{
  start ("NV12", WIDTH, HEIGHT);
  gst_pad_add_probe (h->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
      answer_allocation, NULL, NULL);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstQuery) query = NULL;
    g_autoptr (GstBufferPool) pool = NULL;
    guint min, max;

    downstream_pool = i == 0   ? NULL
                      : i == 1 ? gst_video_buffer_pool_new ()
                               : video_test_special_pool_new ();
    query = video_test_ask_allocation (h->srcpad, &info);
    fail_unless (gst_query_find_allocation_meta (
        query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, NULL));
    fail_if (
        gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL));
    gst_query_parse_nth_allocation_pool (query, 0, &pool, NULL, &min, &max);
    fail_unless (pool != NULL);
    fail_unless ((pool == downstream_pool) == (i == 2));
    assert_equals_int (max, i == 2 ? 7 : 0);
    gst_clear_object (&downstream_pool);
  }
}

/* Between filters frames stay on the device, and are drawn on there. */
TEST_LOOP (test_chain, 2)
{
  gboolean drawn = __i__;
  GstElement *chain[3], *on_cpu[3];
  GstHarness *chains[2];

  info = video_test_progressive ("NV12", WIDTH, HEIGHT);
  for (guint i = 0; i < 3; i++) {
    const gchar *name = i == 1 ? "cudasnake" : "cudamedian";

    chain[i] = chain_test_element (name);
    on_cpu[i] = chain_test_element (name);
    gst_util_set_object_arg (G_OBJECT (on_cpu[i]), "backend", "cpu");
  }
  g_object_set (chain[1], "draw", drawn, NULL);
  g_object_set (on_cpu[1], "draw", drawn, NULL);
  for (guint i = 0; i < 3; i++)
    gst_object_ref (chain[i]);
  chains[0] = chain_test_harness (
      chain_test_bin (chain[0], chain[1], chain[2], NULL), &info);
  chains[1] = chain_test_harness (
      chain_test_bin (on_cpu[0], on_cpu[1], on_cpu[2], NULL), &info);
  for (guint k = 0; k < 12; k++) {
    const Scene scene = snake_test_disc (&info, 50 + 2 * k, 50);
    GstBuffer *frame =
        snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    g_autoptr (GstCudaSnakeContours) contours = NULL, expected = NULL;
    GstBuffer *results[2];

    results[1] =
        video_test_push_and_pull (chains[1], gst_buffer_copy_deep (frame));
    results[0] = video_test_push_and_pull (chains[0], frame);
    video_test_compare (&info, results[0], results[1], "behind a chain");
    contours = snake_test_take (results[0]);
    expected = snake_test_take (results[1]);
    contours_test_compare (contours, expected, "behind a chain");
    assert_equals_int (contours->n_contours, 1);
  }
  if (chain_test_on_device (chain[0])) {
    assert_equals_int (video_test_stat (chain[0], "uploads"), 12);
    assert_equals_int (video_test_stat (chain[0], "downloads"), 0);
    assert_equals_int (video_test_stat (chain[1], "uploads"), 0);
    assert_equals_int (video_test_stat (chain[2], "uploads"), 0);
  }
  for (guint i = 0; i < 2; i++)
    gst_harness_teardown (chains[i]);
  for (guint i = 0; i < 3; i++)
    gst_object_unref (chain[i]);
}

/* Fields that are interleaved are one picture; those that alternate are a
 * picture each. */
TEST_LOOP (test_interlaced, 2)
{
  const gchar *mode = __i__ ? "alternate" : "interleaved";
  const gint height = __i__ ? HEIGHT / 2 : HEIGHT;
  g_autofree guint8 *truth = g_malloc (WIDTH * HEIGHT);
  g_autoptr (GstBuffer) before = NULL;
  GstBuffer *frame, *result;
  g_autoptr (GstCudaSnakeContours) contours = NULL;
  Scene scene;

  video_test_info (&info, "I420", WIDTH, height * (__i__ ? 2 : 1), mode);
  g_object_set (element, "draw", __i__, NULL);
  h = video_test_harness (element, &info);
  scene = snake_test_disc (&info, 70, height / 2);
  scene.height = height;
  scene.scale = 0.7;
  frame = snake_test_scene_frame (&info, &scene, truth, &scenery, noise);
  before = gst_buffer_copy_deep (frame);
  result = video_test_push_and_pull (h, frame);
  fail_unless (video_test_equal (&info, result, before) == !__i__);
  contours = snake_test_take (result);
  assert_equals_int (contours->height, height);
  assert_equals_int (contours->n_contours, 1);
  fail_unless (snake_test_overlap (contours, 0, truth) > 0.9);
}

/* Targets from frame to frame */

/* Thirty frames of a disc on its way: one number, and always there. */
TEST_LOOP (test_track, 2)
{
  static const gchar *const formats[] = { "GRAY8", "P010_10LE" };

  start (formats[__i__], 320, 240);
  for (guint i = 0; i < 30; i++)
    assert_equals_int (id_of_disc (60 + 6 * i, 120 + 60 * sin (i / 5.0)), 1);
  assert_equals_uint64 (video_test_stat (element, "lost-targets"), 0);
  assert_equals_uint64 (video_test_stat (element, "total-contours"), 30);
}

/* Lost, there is no contour; found again, it is another one. */
TEST (test_lost)
{
  start ("GRAY8", WIDTH, HEIGHT);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstCudaSnakeContours) contours = NULL;

    assert_equals_int (id_of_disc (40, 40), 3 * i + 1);
    assert_equals_int (id_of_disc (42, 41), 3 * i + 1);
    /* far away at once: in the same frame */
    assert_equals_int (id_of_disc (130, 90), 3 * i + 2);
    assert_equals_int (id_of_disc (40, 90), 3 * i + 3);
    contours = push_empty ();
    assert_equals_int (contours->n_contours, 0);
    assert_equals_uint64 (video_test_stat (element, "lost-targets"), 3 * i + 3);
  }
}

/* A dark disc of 30 pixels with its middle there (none: x = 0), in front of a
 * wall, a table and a floor. */
static GstBuffer *
room_frame (gint x, gint y)
{
  const gint width = GST_VIDEO_INFO_WIDTH (&info);
  const gint height = GST_VIDEO_INFO_HEIGHT (&info);
  g_autofree guint8 *samples = g_malloc (width * height);

  for (gint k = 0; k < height; k++)
    for (gint i = 0; i < width; i++) {
      const gint dx = i - x, dy = k - y;
      gint value = k < 100 ? 170 : k < 140 ? 120 : 145;

      if (x > 0 && dx * dx + dy * dy < 15 * 15)
        value = 30;
      samples[k * width + i] = value + random_range (&scenery, -4, 4);
    }
  return snake_test_frame (&info, samples, noise);
}

/* The number of the frame's target, 0 for none; it is where the disc is. */
static guint
id_in_room (gint x, gint y)
{
  g_autoptr (GstCudaSnakeContours) contours = push (room_frame (x, y));
  GstVideoRectangle box;

  if (contours->n_contours == 0)
    return 0;
  assert_equals_int (contours->n_contours, 1);
  gst_cuda_snake_contour_get_bounds (&contours->contours[0], &box);
  if (x > 0)
    fail_unless (ABS (2 * box.x + box.w - 2 * x) < 8
                     && ABS (2 * box.y + box.h - 2 * y) < 8,
        "%d,%d %dx%d", box.x, box.y, box.w, box.h);
  return contours->contours[0].id;
}

/* Table and floor are no target that was in front of them: it is away while it
 * is covered, the same when it is back, and lost when it has gone. */
TEST (test_gone)
{
  guint i;

  start ("GRAY8", 320, 240);
  set_text ("init", "rectangle");
  set ("rectangles", "40,95,30,30");
  for (i = 0; i < 20; i++)
    assert_equals_int (id_in_room (55 + 2 * i, 110), 1);
  for (; i < 30; i++)
    assert_equals_int (id_in_room (0, 0), 0);
  for (; i < 50; i++)
    assert_equals_int (id_in_room (55 + 2 * i, 110), 1);
  assert_equals_uint64 (video_test_stat (element, "lost-targets"), 0);
  for (; i < 100; i++)
    assert_equals_int (id_in_room (0, 0), 0);
  assert_equals_uint64 (video_test_stat (element, "lost-targets"), 1);
  /* where its rectangle is, another begins */
  for (i = 0; i < 10; i++)
    assert_equals_int (id_in_room (55 + 2 * i, 110), 2);
}

/* A target goes on where samples have more bits from some frame on. */
TEST (test_depth)
{
  start ("GRAY8", 320, 240);
  set_text ("init", "rectangle");
  set ("rectangles", "40,95,30,30");
  for (guint i = 0; i < 20; i++) {
    if (i % 5 == 4) {
      info = video_test_progressive (i % 2 ? "GRAY8" : "GRAY16_LE", 320, 240);
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
      gst_harness_set_src_caps (h_cpu, gst_video_info_to_caps (&info));
    }
    assert_equals_int (id_in_room (55 + 2 * i, 110), 1);
  }
}

/* What is larger than its window is cut by it, and says how much: by three of
 * four edges here, by none where the edge is the frame's, nor a whole target.
 */
TEST (test_cut)
{
  const gint width = 320, height = 240;
  g_autofree guint8 *samples = g_malloc (width * height);
  g_autoptr (GstCudaSnakeContours) disc = NULL, half = NULL, all = NULL;

  start ("GRAY8", width, height);
  disc = push (room_frame (160, 110));
  set_text ("init", "rectangle");
  set ("rectangles", "140,100,40,40");
  for (gint i = 0; i < width * height; i++)
    samples[i] = i % width < 160 ? 60 : 180;
  half = push (snake_test_frame (&info, samples, noise));
  set ("window", 0.);
  all = push (snake_test_frame (&info, samples, noise));

  assert_equals_int (disc->n_contours, 1);
  assert_equals_int (half->n_contours, 1);
  assert_equals_int (all->n_contours, 1);
  fail_unless (disc->contours[0].cut == 0);
  /* half of a square: 48 + 96 + 48 pixels of 288 */
  fail_unless (fabs (half->contours[0].cut - 2 / 3.) < 0.02, "%g",
      half->contours[0].cut);
  fail_unless (all->contours[0].cut == 0);
}

/* Three rectangles, three targets that move, one that is not there. */
TEST (test_rectangles)
{
  set_text ("init", "rectangle");
  set ("rectangles", "30,30,60,60; 150,40,50,50; 280,40,30,40; 5,200,20,20");
  start ("I420", 360, 240);
  for (guint i = 0; i < 30; i++) {
    const gdouble at[3][2] = { { 60, 60 + 2 * i }, { 60 - i / 2.0, 60 },
      { 60, 60 + i } };
    g_autoptr (GstCudaSnakeContours) contours = push (discs_frame (at, 3));

    assert_equals_int (contours->n_contours, 3);
    for (guint k = 0; k < 3; k++) {
      GstVideoRectangle box;

      assert_equals_int (contours->contours[k].id, k + 1);
      gst_cuda_snake_contour_get_bounds (&contours->contours[k], &box);
      fail_unless (fabs (box.x + box.w / 2.0 - (120 * k + at[k][0])) < 6
                       && fabs (box.y + box.h / 2.0 - at[k][1]) < 6,
          "frame %u, contour %u: %d,%d,%d,%d", i, k, box.x, box.y, box.w,
          box.h);
    }
  }
  check_no_warning ();
}

/* Without tracking numbers are those of rectangles. */
TEST (test_no_tracking)
{
  const gdouble at[3][2] = { { 60, 60 }, { 60, 60 }, { 60, 60 } };

  set_text ("init", "rectangle");
  set ("rectangles", "5,200,20,20; 150,40,50,50; 280,40,30,40", "track", FALSE);
  start ("I420", 360, 240);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstCudaSnakeContours) contours = push (discs_frame (at, 3));

    assert_equals_int (contours->n_contours, 2);
    assert_equals_int (contours->contours[0].id, 2);
    assert_equals_int (contours->contours[1].id, 3);
  }
  assert_equals_uint64 (video_test_stat (element, "lost-targets"), 0);
}

static GstBuffer *
with_region (GstBuffer *frame, const gchar *type, guint x, guint y, guint w,
    guint height)
{
  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, w, height);
  return frame;
}

/* Each region starts a target once; they go on without it; contours of another
 * cudasnake, and what is outside the frame, start none. */
TEST (test_regions)
{
  const gdouble at[3][2] = { { 60, 60 }, { 60, 60 }, { 60, 60 } };

  set_text ("init", "roi");
  start ("I420", 360, 240);
  gst_cuda_snake_contours_free (push (discs_frame (at, 3)));
  assert_equals_uint64 (video_test_stat (element, "uploads"), 0);
  for (guint i = 0; i < 12; i++) {
    GstBuffer *frame = discs_frame (at, 3);
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    const guint expected = i < 4 ? 2 : 3;

    with_region (frame, GST_CUDA_SNAKE_META_ROI_TYPE, 30, 30, 60, 60);
    with_region (frame, "far", 360, 240, 10, 10);
    with_region (frame, "far", G_MAXUINT, 3, G_MAXUINT, G_MAXUINT);
    with_region (frame, "nothing", 30, 30, 0, 9);
    if (i < 3 || i == 6)
      with_region (frame, "car", 150, 40, 50, 50);
    if (i < 3)
      with_region (frame, "car", 280, 40, G_MAXUINT, 40);
    if (i == 4)
      with_region (frame, "car", 30 + i, 30, 60, 60);
    contours = push (frame);
    assert_equals_int (contours->n_contours, expected);
    assert_equals_int (contours->contours[0].id, 1);
    assert_equals_int (contours->contours[1].id, 2);
    if (expected == 3)
      assert_equals_int (contours->contours[2].id, 3);
  }
}

/* The signal, a flush, a new stream and frames of another size make targets
 * new; other caps and the same stream again do not. */
TEST (test_restarts)
{
  GstHarness *both[2];

  start ("GRAY8", WIDTH, HEIGHT);
  both[0] = h;
  both[1] = h_cpu;
  assert_equals_int (id_of_disc (40, 40), 1);
  assert_equals_int (id_of_disc (40, 40), 1);
  g_signal_emit_by_name (element, "restart");
  g_signal_emit_by_name (other, "restart");
  assert_equals_int (id_of_disc (40, 40), 2);
  assert_equals_int (id_of_disc (40, 40), 2);
  for (guint i = 0; i < 2; i++)
    video_test_flush (both[i]->srcpad);
  assert_equals_int (id_of_disc (40, 40), 3);
  assert_equals_int (id_of_disc (40, 40), 3);
  info.fps_n = 50;
  for (guint i = 0; i < 2; i++)
    gst_harness_set_src_caps (both[i], gst_video_info_to_caps (&info));
  assert_equals_int (id_of_disc (40, 40), 3);
  info = video_test_progressive ("NV12", WIDTH, HEIGHT);
  for (guint i = 0; i < 2; i++)
    gst_harness_set_src_caps (both[i], gst_video_info_to_caps (&info));
  assert_equals_int (id_of_disc (40, 40), 3);
  info = video_test_progressive ("NV12", WIDTH + 1, HEIGHT);
  for (guint i = 0; i < 2; i++)
    gst_harness_set_src_caps (both[i], gst_video_info_to_caps (&info));
  assert_equals_int (id_of_disc (40, 40), 4);
  for (guint i = 0; i < 2; i++)
    gst_harness_push_event (both[i], gst_event_new_stream_start ("other"));
  assert_equals_int (id_of_disc (40, 40), 5);
  for (guint i = 0; i < 2; i++)
    gst_harness_push_event (both[i], gst_event_new_stream_start ("other"));
  assert_equals_int (id_of_disc (40, 40), 5);
  assert_equals_uint64 (video_test_stat (element, "lost-targets"), 0);
}

/* Properties */

/* Each change is in force from the next frame on. */
TEST (test_live)
{
  g_autoptr (GstCudaSnakeContours) all = NULL, few = NULL, cut = NULL,
                                   dark = NULL, whole = NULL, pooled = NULL;
  guint64 prepared G_GNUC_UNUSED;

  start ("GRAY8", WIDTH, HEIGHT);
  all = push_disc (80, 60, NULL);
  assert_equals_int (all->n_contours, 1);
  fail_unless (all->contours[0].n_points > 6);
  /* a polygon of more nodes is none to go on from */
  set ("max-nodes", 6);
  few = push_disc (80, 60, NULL);
  assert_equals_int (few->n_contours, 1);
  fail_unless (few->contours[0].n_points <= 6);
  fail_if (few->contours[0].converged);
  assert_equals_int (few->contours[0].id, 2);
  set ("max-nodes", 512, "max-iterations", 2, "track", FALSE);
  cut = push_disc (80, 60, NULL);
  assert_equals_int (cut->n_contours, 1);
  assert_equals_int (cut->contours[0].iterations, 2);
  fail_if (cut->contours[0].converged);
  set ("max-iterations", 512);
  set_text ("target", "dark");
  dark = push_disc (80, 60, NULL);
  if (dark->n_contours)
    fail_unless (dark->contours[0].mean_in < dark->contours[0].mean_out);
  set_text ("target", "bright");
  set_text ("model", "pooled");
  pooled = push_disc (80, 60, NULL);
  assert_equals_int (pooled->n_contours, 1);
  fail_unless (pooled->contours[0].mean_in > pooled->contours[0].mean_out);

  /* the background of a tracked target: its window, or all */
  set ("track", TRUE);
  gst_cuda_snake_contours_free (push_disc (80, 60, NULL));
  gst_cuda_snake_contours_free (push_disc (80, 60, NULL));
  set ("window", 0.);
  whole = push_disc (80, 60, NULL);
  assert_equals_int (whole->n_contours, 1);
  set ("window", 1.5, "min-segment", 3, "initial-step", 4);
  gst_cuda_snake_contours_free (push_disc (80, 60, NULL));
  set_text ("init", "rectangle");
  check_no_warning ();
  gst_cuda_snake_contours_free (push_disc (80, 60, NULL));
  video_test_check_warning (bus, "rectangles");
}

/* Bad values are refused, and the old ones stay. */
TEST (test_refused)
{
  static const gchar *const texts[] = { "1,2,3", "1,2,0,4", "a,b,c,d",
    "nan,0,1,1", "1,2,3,4; 5,6,7", "-1,0,5,5", "0,0,1e3,7" };
  const gdouble windows[] = { 0.5, 0.999999, 1e-300 };
  static const struct {
    gdouble value;
    const gchar *refusal;
  } impossible[] = {
    { NAN, "window must be from 0 to 100: nan was refused and window stays 3" },
    { -1, "window must be from 0 to 100: -1 was refused and window stays 3" },
    { INFINITY,
        "window must be from 0 to 100: inf was refused and window stays 3" },
  };
  gdouble window;
  gchar *text;

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "rectangles", "1,2,3,4", "window", 3., NULL);
  check_no_warning ();
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_object_set (element, "rectangles", texts[i], NULL);
    video_test_check_warning (bus, "rectangle");
    check_no_warning ();
    g_object_get (element, "rectangles", &text, NULL);
    assert_equals_string (text, "1,2,3,4");
    g_free (text);
  }
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++) {
    g_object_set (element, "window", windows[i], NULL);
    video_test_check_warning (bus, "window must be 0");
    check_no_warning ();
    g_object_get (element, "window", &window, NULL);
    fail_unless (window == 3);
  }
  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++) {
    g_object_set (element, "window", impossible[i].value, NULL);
    video_test_check_warning (bus, impossible[i].refusal);
    check_no_warning ();
  }
  g_object_get (element, "window", &window, NULL);
  fail_unless (window == 3);
  g_object_set (element, "rectangles", NULL, NULL);
  g_object_get (element, "rectangles", &text, NULL);
  assert_equals_string (text, "");
  g_free (text);
}

/* A rectangle outside the frame is told of, once, and the others are used; in a
 * larger frame it counts. */
TEST (test_outside)
{
  const gdouble at[3][2] = { { 60, 60 }, { 60, 60 }, { 60, 60 } };
  g_autoptr (GstCudaSnakeContours) small = NULL, again = NULL, large = NULL;

  set_text ("init", "rectangle");
  set ("rectangles", "280,40,60,60; 30,30,60,60");
  start ("GRAY8", 300, 240);
  small = push (discs_frame (at, 3));
  video_test_check_warning (
      bus, "Rectangle 1, 280,40,60,60, is not within the frame of 300x240");
  check_no_warning ();
  assert_equals_int (small->n_contours, 1);
  again = push (discs_frame (at, 3));
  check_no_warning ();

  info = video_test_progressive ("GRAY8", 360, 240);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  gst_harness_set_src_caps (h_cpu, gst_video_info_to_caps (&info));
  large = push (discs_frame (at, 3));
  check_no_warning ();
  assert_equals_int (large->n_contours, 2);
}

/* window takes GstController's bindings. */
TEST (test_controller)
{
  gdouble first, last;

  video_test_control (element, "window", 2, 4);
  info = video_test_progressive ("GRAY8", WIDTH, HEIGHT);
  h = video_test_harness (element, &info);
  for (guint i = 0; i < 5; i++) {
    const Scene scene = snake_test_disc (&info, 60, 60);
    GstBuffer *frame =
        snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    g_autoptr (GstCudaSnakeContours) contours = NULL;

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 4;
    contours = snake_test_push (h, frame);
    assert_equals_int (contours->n_contours, 1);
    assert_equals_int (contours->contours[0].id, 1);
    g_object_get (element, "window", i == 0 ? &first : &last, NULL);
  }
  fail_unless (fabs (first - 2) < 0.01 && fabs (last - 4) < 0.01);
}

/* What goes out */

TEST (test_attach_roi)
{
  set ("attach-roi", TRUE);
  start ("NV12", WIDTH, HEIGHT);
  for (guint i = 0; i < 3; i++) {
    const Scene scene = snake_test_disc (&info, 60 + i, 60);
    GstBuffer *frame =
        snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    GstVideoRegionOfInterestMeta *roi;
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    GstVideoRectangle box;
    g_autoptr (GstBuffer) result = NULL;

    /* of another cudasnake's contours, which are replaced, and a stranger's */
    with_region (frame, GST_CUDA_SNAKE_META_ROI_TYPE, 1, 1, 5, 5);
    with_region (frame, "face", 1, 1, 5, 5);
    result = video_test_push_and_pull (h, frame);
    assert_equals_int (gst_buffer_get_n_meta (
                           result, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE),
        2);
    roi = gst_buffer_get_video_region_of_interest_meta_id (result, 1);
    fail_unless (roi != NULL);
    assert_equals_string (
        g_quark_to_string (roi->roi_type), GST_CUDA_SNAKE_META_ROI_TYPE);
    contours = contours_test_get (result, "with regions");
    gst_cuda_snake_contour_get_bounds (&contours->contours[0], &box);
    fail_unless ((gint)roi->x == box.x && (gint)roi->y == box.y
                 && (gint)roi->w == box.w && (gint)roi->h == box.h);
  }
}

/* What GStreamer's own elements read, where the build has it; check_analytics
 * looks at that. */
TEST (test_analytics)
{
#ifdef HAVE_GST_ANALYTICS
  const gboolean expected = TRUE;
#else
  const gboolean expected = FALSE;
#endif
  gboolean analytics;

  gst_element_set_state (element, GST_STATE_PAUSED);
  for (guint i = 0; i < 3; i++) {
    g_object_set (element, "analytics", i != 1, NULL);
    if (!expected && i != 1)
      video_test_check_warning (bus, "analytics=true: this build has no");
    check_no_warning ();
    g_object_get (element, "analytics", &analytics, NULL);
    assert_equals_int (analytics, expected && i != 1);
  }
}

static void
check_times (const GstStructure *s, GstClockTime timestamp,
    GstClockTime stream_time, GstClockTime running_time, GstClockTime duration)
{
  const struct {
    const gchar *name;
    GstClockTime time;
  } times[] = { { "timestamp", timestamp }, { "stream-time", stream_time },
    { "running-time", running_time }, { "duration", duration } };
  GstClockTime time;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    fail_unless (gst_structure_get_clock_time (s, times[i].name, &time),
        "no %s", times[i].name);
    fail_unless (time == times[i].time,
        "%s is %" GST_TIME_FORMAT ", not %" GST_TIME_FORMAT, times[i].name,
        GST_TIME_ARGS (time), GST_TIME_ARGS (times[i].time));
  }
}

/* Times of a frame as GStreamer's analysers tell them, in a segment that begins
 * and runs otherwise than the stream, and of frames and segments without. */
TEST (test_message_times)
{
  static const struct {
    GstFormat format;
    GstClockTime pts, duration, stream_time, running_time;
  } frames[] = {
    { GST_FORMAT_TIME, 5 * GST_SECOND, GST_SECOND / 25, 12 * GST_SECOND,
        2 * GST_SECOND },
    { GST_FORMAT_TIME, 7 * GST_SECOND, GST_CLOCK_TIME_NONE, 14 * GST_SECOND,
        3 * GST_SECOND },
    { GST_FORMAT_TIME, GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE,
        GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE },
    { GST_FORMAT_BYTES, 5 * GST_SECOND, GST_SECOND / 25, GST_CLOCK_TIME_NONE,
        GST_CLOCK_TIME_NONE },
  };

  g_object_set (element, "post-messages", TRUE, NULL);
  start ("GRAY8", WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    GstBuffer *frame = snake_test_empty_frame (&info, &scenery, noise);
    GstMessage *message;
    GstSegment segment;

    gst_segment_init (&segment, frames[i].format);
    segment.start = frames[i].format == GST_FORMAT_TIME ? 3 * GST_SECOND : 0;
    segment.time = 10 * GST_SECOND;
    segment.base = GST_SECOND;
    segment.rate = 2;
    gst_harness_push_event (h, gst_event_new_segment (&segment));
    while ((message = video_test_message (bus, GST_MESSAGE_ELEMENT)))
      gst_message_unref (message);
    GST_BUFFER_PTS (frame) = frames[i].pts;
    GST_BUFFER_DURATION (frame) = frames[i].duration;
    gst_buffer_unref (video_test_push_and_pull (h, frame));
    message = video_test_message (bus, GST_MESSAGE_ELEMENT);
    fail_unless (message != NULL);
    check_times (gst_message_get_structure (message), frames[i].pts,
        frames[i].stream_time, frames[i].running_time, frames[i].duration);
    gst_message_unref (message);
  }
}

TEST (test_messages)
{
  GstMessage *message;

  g_object_set (element, "post-messages", TRUE, NULL);
  start ("NV12", WIDTH, HEIGHT);
  message = video_test_message (bus, GST_MESSAGE_ELEMENT);
  fail_unless (
      message != NULL && gst_message_has_name (message, "cudafilters-backend"));
  gst_message_unref (message);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (GstCudaSnakeContours) contours =
        i % 2 ? push_empty () : push_disc (60, 60, NULL);
    g_autoptr (GstCudaSnakeContours) posted = NULL;

    message = video_test_message (bus, GST_MESSAGE_ELEMENT);
    fail_unless (message != NULL);
    fail_unless (GST_MESSAGE_SRC (message) == GST_OBJECT (element));
    posted = gst_cuda_snake_contours_from_structure (
        gst_message_get_structure (message), NULL);
    fail_unless (posted != NULL);
    contours_test_compare (posted, contours, "posted");
    gst_message_unref (message);
    fail_if (video_test_message (bus, GST_MESSAGE_ELEMENT));
  }
}

/* Phases are those of the contours, and each has a level at least. */
TEST (test_stats)
{
  guint64 phases = 0, levels = 0;

  start ("GRAY8", WIDTH, HEIGHT);
  for (guint i = 0; i < 6; i++) {
    g_autoptr (GstCudaSnakeContours) contours =
        i == 4 ? push_empty () : push_disc (60, 60, NULL);
    const guint expected =
        contours->n_contours ? contours->contours[0].iterations : 0;

    assert_equals_uint64 (
        video_test_stat (element, "contours"), contours->n_contours);
    assert_equals_uint64 (video_test_stat (element, "phases"), expected);
    fail_unless ((video_test_stat (element, "levels") > 0) == (i != 4));
    phases += expected;
    levels += video_test_stat (element, "levels");
    assert_equals_uint64 (video_test_stat (element, "total-phases"), phases);
    assert_equals_uint64 (video_test_stat (element, "total-levels"), levels);
    assert_equals_uint64 (video_test_stat (element, "frames"), i + 1);
  }
  gst_element_set_state (element, GST_STATE_NULL);
  assert_equals_uint64 (video_test_stat (element, "total-phases"), phases);
  gst_element_set_state (element, GST_STATE_PLAYING);
  assert_equals_uint64 (video_test_stat (element, "total-phases"), 0);
  assert_equals_uint64 (video_test_stat (element, "contours"), 0);
}

/* Drawing */

/* Whether each pixel is on a line of this width, by its distance. */
static gboolean
is_on_line (const GstCudaSnakeContour *c, gint x, gint y, gint line_width)
{
  const gdouble shift = line_width % 2 / 2.0;
  const gint width = GST_VIDEO_INFO_WIDTH (&info);
  const gint height = GST_VIDEO_INFO_HEIGHT (&info);

  for (guint i = 0; i < c->n_points; i++) {
    const gint *a = c->points + 2 * i;
    const gint *b = c->points + 2 * ((i + 1) % c->n_points);
    const gdouble ax = MIN (a[0] + shift, width - shift);
    const gdouble ay = MIN (a[1] + shift, height - shift);
    const gdouble dx = MIN (b[0] + shift, width - shift) - ax;
    const gdouble dy = MIN (b[1] + shift, height - shift) - ay;
    const gdouble length = dx * dx + dy * dy;
    const gdouble t =
        length > 0 ? ((x + 0.5 - ax) * dx + (y + 0.5 - ay) * dy) / length : 0;
    const gdouble at = CLAMP (t, 0, 1);

    if (hypot (x + 0.5 - ax - at * dx, y + 0.5 - ay - at * dy)
        <= line_width / 2.0 + 1e-9)
      return TRUE;
  }
  return FALSE;
}

/* A sample of a component, whatever its depth. */
static guint
sample (const GstVideoFrame *frame, guint c, gint x, gint y)
{
  const guint8 *at = GST_VIDEO_FRAME_COMP_DATA (frame, c);

  /* GStreamer counts samples there, not bytes */
  if (GST_VIDEO_FRAME_COMP_DEPTH (frame, c) > 8
      && GST_VIDEO_FRAME_COMP_POFFSET (frame, c) == 1)
    at++;
  at += (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c)
        + (gsize)x * GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);
  return (GST_VIDEO_FRAME_COMP_DEPTH (frame, c) == 8 ? *at
                                                     : GST_READ_UINT16_LE (at))
         >> GST_VIDEO_FORMAT_INFO_SHIFT (frame->info.finfo, c);
}

/* Expected samples of 0xff2050c0: BT.601 of video range, or R'G'B'. */
static guint
colored (const GstVideoFrame *frame, guint c)
{
  const gint depth = GST_VIDEO_FRAME_COMP_DEPTH (frame, c);
  const gdouble r = 0x20 / 255.0, g = 0x50 / 255.0, b = 0xc0 / 255.0;
  const gdouble y = 0.299 * r + 0.587 * g + 0.114 * b;
  const gdouble yuv[3] = { 16 + 219 * y, 128 + 224 * (b - y) / 1.772,
    128 + 224 * (r - y) / 1.402 };
  const gdouble rgb[3] = { r, g, b };

  if (c == GST_VIDEO_COMP_A)
    return (1 << depth) - 1;
  if (GST_VIDEO_INFO_IS_RGB (&info))
    return lround (rgb[c] * ((1 << depth) - 1));
  if (GST_VIDEO_INFO_IS_GRAY (&info)) /* full range */
    return lround (y * ((1 << depth) - 1));
  return lround (yuv[c] * (1 << (depth - 8)));
}

static void
compare_drawn (GstBuffer *drawn, GstBuffer *before,
    const GstCudaSnakeContour *contour, gint line_width)
{
  GstVideoFrame a, b;

  fail_unless (gst_video_frame_map (&a, &info, drawn, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&b, &info, before, GST_MAP_READ));
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS (&info); c++) {
    const gint w = 1 << GST_VIDEO_FORMAT_INFO_W_SUB (info.finfo, c);
    const gint height = 1 << GST_VIDEO_FORMAT_INFO_H_SUB (info.finfo, c);

    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&a, c); y++)
      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH (&a, c); x++) {
        gboolean on = FALSE;

        for (gint k = y * height; k < MIN ((y + 1) * height, HEIGHT); k++)
          for (gint i = x * w; i < MIN ((x + 1) * w, WIDTH); i++)
            on |= is_on_line (contour, i, k, line_width);
        fail_unless (sample (&a, c, x, y)
                         == (on ? colored (&a, c) : sample (&b, c, x, y)),
            "%s, component %u, %d,%d: %u, but expected %u (%s)",
            GST_VIDEO_INFO_NAME (&info), c, x, y, sample (&a, c, x, y),
            on ? colored (&a, c) : sample (&b, c, x, y),
            on ? "drawn" : "as it was");
      }
  }
  gst_video_frame_unmap (&b);
  gst_video_frame_unmap (&a);
}

/* Every format, several widths: what is on the line has the colour, all else is
 * as it was, and so is the frame of whoever else has it. */
TEST_LOOP (test_draw, video_test_n_formats ())
{
  set ("draw", TRUE, "draw-color", 0xff2050c0u);
  start (video_test_formats[__i__], WIDTH, HEIGHT);
  for (gint line_width = 1; line_width <= 4;
       line_width += line_width == 2 ? 2 : 1) {
    const Scene scene = snake_test_disc (&info, 90, 55);
    GstBuffer *frame =
        snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    GstBuffer *before = gst_buffer_copy_deep (frame), *drawn;
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    const gboolean shared = line_width == 2;

    set ("draw-width", line_width);
    if (shared)
      gst_buffer_ref (frame);
    drawn = video_test_push_and_pull (h, frame);
    contours = contours_test_get (drawn, "drawn");
    assert_equals_int (contours->n_contours, 1);
    compare_drawn (drawn, before, &contours->contours[0], line_width);
    if (shared) {
      video_test_compare (&info, frame, before, "somebody else's");
      gst_buffer_unref (frame);
    }
    gst_buffer_unref (drawn);
    gst_buffer_unref (before);
  }
}

/* Frames in layouts of their own: padded rows, planes in memories of their own,
 * memory of ours. */
TEST_LOOP (test_draw_layouts, 3)
{
  static const gchar *const formats[] = { "I420", "NV12", "I420_10LE" };
  g_autoptr (GstBufferPool) pool = NULL;

  set ("draw", TRUE, "draw-color", 0xff2050c0u, "draw-width", 1);
  start (formats[__i__], WIDTH, HEIGHT);
  pool = chain_test_proposed_pool (h, &info, 0);
  for (guint i = 0; i < 3; i++) {
    const Scene scene = snake_test_disc (&info, 90, 55);
    GstBuffer *before =
        snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    GstBuffer *frame, *drawn;

    if (i == 0) {
      frame = chain_test_from_pool (pool, &info, before);
    } else {
      gsize offset[GST_VIDEO_MAX_PLANES], at = 0;
      gint stride[GST_VIDEO_MAX_PLANES];

      frame = gst_buffer_new ();
      for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (&info); p++) {
        gsize size;

        offset[p] = at;
        stride[p] = GST_VIDEO_INFO_PLANE_STRIDE (&info, p) + 24 * i;
        size = stride[p] * video_test_rows (&info, p);
        gst_buffer_append_memory (
            frame, gst_allocator_alloc (NULL, size, NULL));
        at += size;
      }
      gst_buffer_add_video_meta_full (frame, GST_VIDEO_FRAME_FLAG_NONE,
          GST_VIDEO_INFO_FORMAT (&info), WIDTH, HEIGHT,
          GST_VIDEO_INFO_N_PLANES (&info), offset, stride);
      video_test_copy (&info, frame, before);
    }
    drawn = video_test_push_and_pull (h, frame);
    contours = contours_test_get (drawn, "drawn");
    assert_equals_int (contours->n_contours, 1);
    compare_drawn (drawn, before, &contours->contours[0], 1);
    gst_buffer_unref (drawn);
    gst_buffer_unref (before);
  }
}

#ifndef TEST_STAGED

/* Pipelines with GStreamer's elements and ours: the contours arrive. */
static const gchar *const pipelines[] = {
  "cudasnake name=snake ! videoconvert ! tee name=t ! queue ! videoscale ! "
  "capsfilter caps=video/x-raw,width=100,height=80  t. ! queue ! fakesink "
  "async=false",
  "cudasnake name=snake ! cudamedian ! cudaconvolve ! cudaepsilon ! cudacopy",
  "cudamedian size=3 ! cudasnake name=snake ! queue ! cudaepsilon",
  "queue ! cudasnake name=snake draw=true attach-roi=true ! queue",
};

TEST_LOOP (test_pipelines, G_N_ELEMENTS (pipelines))
{
  const gchar *backend = g_getenv ("CUDAFILTERS_TEST_BACKEND");
  GString *text = g_string_new (pipelines[__i__]);

  if (backend) {
    static const gchar *const ours[] = { "cudasnake", "cudamedian",
      "cudaconvolve", "cudaepsilon", "cudacopy" };

    for (guint i = 0; i < G_N_ELEMENTS (ours); i++) {
      g_autofree gchar *with =
          g_strdup_printf ("%s backend=%s", ours[i], backend);

      g_string_replace (text, ours[i], with, 0);
    }
  }
  info = video_test_progressive ("I420", 320, 240);
  h = gst_harness_new_parse (text->str);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  for (guint i = 0; i < 30; i++) {
    const Scene scene = snake_test_disc (&info, 60 + 6 * i, 120);
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    GstVideoRectangle box;
    GstBuffer *result;

    video_test_push (
        h, snake_test_scene_frame (&info, &scene, NULL, &scenery, noise));
    result = gst_harness_pull (h);
    fail_unless (result != NULL);
    contours = snake_test_take (result);
    assert_equals_int (contours->width, 320);
    assert_equals_int (contours->n_contours, 1);
    assert_equals_int (contours->contours[0].id, 1);
    gst_cuda_snake_contour_get_bounds (&contours->contours[0], &box);
    fail_unless (ABS (box.x + box.w / 2 - (60 + 6 * (gint)i)) < 6);
  }
  g_string_free (text, TRUE);
  /* a harness that is made of a text leaves its threads running */
  gst_element_set_state (h->element, GST_STATE_NULL);
}
#endif

TEST_MAIN (video_test_init_private, setup, teardown)
