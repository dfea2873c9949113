/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudasnake analytics=true: contours as GstAnalyticsRelationMeta, beside what
 * others left there, and behind elements that change the frame. */
#include <gst/analytics/analytics.h>

#include "chaintest.h"
#include "snaketest.h"

#ifdef TEST_STAGED
#include "gst/elements/snake/gcfsnakeanalytics.h"
#endif

#define WIDTH 240
#define HEIGHT 120
/* of the first frame, so that no time is 0 by mistake */
#define BEGINNING (10 * GST_SECOND)
#define DURATION (GST_SECOND / 25)

static Random scenery;
static GstElement *element;
static GstVideoInfo info;
static GstHarness *h;

static void
setup (void)
{
  video_test_setup ();
  random_init (&scenery, 1, "analytics");
  element = video_test_element ("cudasnake");
  h = NULL;
}

static void
teardown (void)
{
  if (h)
    gst_harness_teardown (h);
  gst_object_unref (element);
  video_test_teardown ();
}

static void
start (void)
{
  info = video_test_progressive ("I420", WIDTH, HEIGHT);
  h = video_test_harness (element, &info);
}

/* A frame of discs, with radii of 15 pixels, in noise. */
static GstBuffer *
new_frame (guint number, const gint (*discs)[2], guint n_discs)
{
  g_autofree guint8 *samples = g_malloc (WIDTH * HEIGHT);
  GstBuffer *frame;

  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++) {
      gint value = 60;

      for (guint i = 0; i < n_discs; i++) {
        const gint dx = x - discs[i][0], dy = y - discs[i][1];

        if (dx * dx + dy * dy < 15 * 15)
          value = 180;
      }
      samples[y * WIDTH + x] = value + random_range (&scenery, -9, 9);
    }
  frame = snake_test_frame (&info, samples, noise);
  GST_BUFFER_PTS (frame) = BEGINNING + number * DURATION;
  return frame;
}

/* The n-th of this type; without one the test fails. */
static GstAnalyticsMtd
get (GstBuffer *buffer, GstAnalyticsMtdType type, guint n)
{
  GstAnalyticsRelationMeta *meta =
      gst_buffer_get_analytics_relation_meta (buffer);
  gpointer state = NULL;
  GstAnalyticsMtd mtd = { 0 };

  fail_unless (meta != NULL);
  for (guint i = 0; i <= n; i++)
    fail_unless (gst_analytics_relation_meta_iterate (meta, &state, type, &mtd),
        "there is no %s %u", gst_analytics_mtd_type_get_name (type), n);
  return mtd;
}

static guint
count (GstBuffer *buffer, GstAnalyticsMtdType type)
{
  GstAnalyticsRelationMeta *meta =
      gst_buffer_get_analytics_relation_meta (buffer);
  gpointer state = NULL;
  GstAnalyticsMtd mtd;
  guint n = 0;

  while (meta && gst_analytics_relation_meta_iterate (meta, &state, type, &mtd))
    n++;
  return n;
}

static guint
count_objects (GstBuffer *buffer)
{
  return count (buffer, gst_analytics_od_mtd_get_mtd_type ());
}

static guint
count_tracks (GstBuffer *buffer)
{
  return count (buffer, gst_analytics_tracking_mtd_get_mtd_type ());
}

/* The object `n` is of this type and has this box, but for `slack`. */
static void
check_object (GstBuffer *buffer, guint n, const gchar *type,
    const GstVideoRectangle *box, gint slack, gdouble confidence)
{
  GstAnalyticsMtd object =
      get (buffer, gst_analytics_od_mtd_get_mtd_type (), n);
  gint x, y, width, height;
  gfloat found;

  fail_unless (gst_analytics_od_mtd_get_location (
      &object, &x, &y, &width, &height, &found));
  fail_unless (ABS (x - box->x) <= slack && ABS (y - box->y) <= slack
                   && ABS (width - box->w) <= slack
                   && ABS (height - box->h) <= slack,
      "%d,%d %dx%d, not %d,%d %dx%d", x, y, width, height, box->x, box->y,
      box->w, box->h);
  fail_unless (found == (gfloat)confidence, "%g", found);
  assert_equals_string (
      g_quark_to_string (gst_analytics_od_mtd_get_obj_type (&object)), type);
}

/* The object `n` relates to a track, and to that alone. */
static void
check_track (GstBuffer *buffer, guint n, guint id, GstClockTime first)
{
  const GstAnalyticsMtdType type = gst_analytics_tracking_mtd_get_mtd_type ();
  GstAnalyticsMtd object =
      get (buffer, gst_analytics_od_mtd_get_mtd_type (), n);
  gpointer state = NULL;
  GstAnalyticsMtd track, another;
  GstClockTime first_seen, last_seen;
  gboolean lost;
  guint64 number;

  fail_unless (gst_analytics_relation_meta_get_direct_related (object.meta,
      object.id, GST_ANALYTICS_REL_TYPE_RELATE_TO, type, &state, &track));
  fail_if (gst_analytics_relation_meta_get_direct_related (object.meta,
      object.id, GST_ANALYTICS_REL_TYPE_ANY, GST_ANALYTICS_MTD_TYPE_ANY, &state,
      &another));
  fail_unless (gst_analytics_tracking_mtd_get_info (
      &track, &number, &first_seen, &last_seen, &lost));
  assert_equals_uint64 (number, id);
  assert_equals_uint64 (first_seen, first);
  assert_equals_uint64 (last_seen, GST_BUFFER_PTS (buffer));
  fail_if (lost);
}

#if GST_CHECK_VERSION(1, 26, 0)
static guint
count_masks (GstBuffer *buffer)
{
  return count (buffer, gst_analytics_segmentation_mtd_get_mtd_type ());
}

/* The last segmentation is these contours', which are the objects from `first`
 * on: where it is, each of its samples, its regions. */
static void
check_mask (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, guint first)
{
  const GstAnalyticsMtdType type =
      gst_analytics_segmentation_mtd_get_mtd_type ();
  GstAnalyticsMtd segmentation = get (buffer, type, count_masks (buffer) - 1);
  const gsize n = (gsize)contours->width * contours->height;
  g_autofree guint8 *expected = g_malloc0 (n);
  g_autofree guint8 *inside = g_malloc (n);
  GstVideoInfo mask_info;
  GstVideoFrame frame;
  gsize k, index;
  GstBuffer *mask;
  gpointer state = NULL;
  GstAnalyticsMtd part;
  guint width, height, i;
  gint left, top, x, y;

  for (i = 0; i < contours->n_contours; i++) {
    const GstCudaSnakeContour *c = &contours->contours[i];

    polygon_fill ((const CfSnakePoint *)c->points, c->n_points, contours->width,
        contours->height, inside);
    for (k = 0; k < n; k++)
      if (inside[k])
        expected[k] = i + 1;
  }
  mask = gst_analytics_segmentation_mtd_get_mask (
      &segmentation, &left, &top, &width, &height);
  gst_video_info_set_format (&mask_info, GST_VIDEO_FORMAT_GRAY8, width, height);
  fail_unless (gst_video_frame_map (&frame, &mask_info, mask, GST_MAP_READ));
  for (y = 0; y < contours->height; y++)
    for (x = 0; x < contours->width; x++) {
      const gboolean in = x >= left && x - left < (gint)width && y >= top
                          && y - top < (gint)height;
      const guint8 *row = frame.data[0];

      row += (gsize)(y - top) * frame.info.stride[0];
      assert_equals_int (
          in ? row[x - left] : 0, expected[(gsize)y * contours->width + x]);
    }
  gst_video_frame_unmap (&frame);
  gst_buffer_unref (mask);

  assert_equals_uint64 (
      gst_analytics_segmentation_mtd_get_region_count (&segmentation),
      contours->n_contours + 1);
  for (i = 0; i <= contours->n_contours; i++) {
    fail_unless (gst_analytics_segmentation_mtd_get_region_index (
        &segmentation, &index, i));
    assert_equals_uint64 (index, i);
  }
  for (i = 0; i < contours->n_contours; i++) {
    GstAnalyticsMtd object =
        get (buffer, gst_analytics_od_mtd_get_mtd_type (), first + i);

    fail_unless (gst_analytics_relation_meta_get_direct_related (
        segmentation.meta, segmentation.id, GST_ANALYTICS_REL_TYPE_CONTAIN,
        gst_analytics_od_mtd_get_mtd_type (), &state, &part));
    assert_equals_int (part.id, object.id);
  }
}
#else
#define check_mask(buffer, contours, first) ((void)0)
#endif

/* Objects from `first` on are the frame's contours, in their order. */
static void
check_contours (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, guint first)
{
  GstVideoRectangle box;
  guint i;

  for (i = 0; i < contours->n_contours; i++) {
    gst_cuda_snake_contour_get_bounds (&contours->contours[i], &box);
    check_object (
        buffer, first + i, "cudasnake", &box, 0, 1 - contours->contours[i].cut);
  }
  if (i > 0)
    check_mask (buffer, contours, first);
}

/* Two targets, of which the second comes later: each has a track of its own,
 * with the time that it came. */
TEST (test_targets)
{
  const gint discs[][2] = { { 50, 60 }, { 180, 60 } };

  g_object_set (element, "analytics", TRUE, "init", 1 /* rectangle */,
      "rectangles", "30,40,40,40; 160,40,40,40", NULL);
  start ();
  for (guint i = 0; i < 6; i++) {
    const guint n = i < 3 ? 1 : 2;
    g_autoptr (GstBuffer) result =
        video_test_push_and_pull (h, new_frame (i, discs, n));
    g_autoptr (GstCudaSnakeContours) contours =
        contours_test_get (result, "with analytics");

    assert_equals_int (contours->n_contours, n);
    assert_equals_int (count_objects (result), n);
    assert_equals_int (count_tracks (result), n);
    check_contours (result, contours, 0);
    check_track (result, 0, 1, BEGINNING);
    if (n > 1)
      check_track (result, 1, 2, BEGINNING + 3 * DURATION);
  }
}

/* A target that its window cuts is less certain. */
TEST (test_cut)
{
  const gint discs[][2] = { { 60, 60 }, { 80, 60 }, { 100, 60 }, { 120, 60 },
    { 140, 60 }, { 160, 60 }, { 180, 60 } };
  g_autoptr (GstCudaSnakeContours) contours = NULL;
  g_autoptr (GstBuffer) result = NULL;

  g_object_set (element, "analytics", TRUE, "init", 1 /* rectangle */,
      "rectangles", "100,40,40,40", NULL);
  start ();
  result =
      video_test_push_and_pull (h, new_frame (0, discs, G_N_ELEMENTS (discs)));
  contours = contours_test_get (result, "cut");
  assert_equals_int (contours->n_contours, 1);
  fail_unless (contours->contours[0].cut > 0.1);
  check_contours (result, contours, 0);
}

/* What a detector found stays, with its numbers and relations. */
TEST (test_beside)
{
  const gint disc[][2] = { { 50, 60 } };
  const GstVideoRectangle box = { 1, 2, 3, 4 };
  g_autoptr (GstBuffer) result = NULL;
  GstBuffer *frame;
  g_autoptr (GstCudaSnakeContours) contours = NULL;
  GstAnalyticsRelationMeta *meta;
  GstAnalyticsMtd person, age;

  g_object_set (element, "analytics", TRUE, NULL);
  start ();
  frame = new_frame (0, disc, 1);
  meta = gst_buffer_add_analytics_relation_meta (frame);
  gst_analytics_relation_meta_add_od_mtd (meta, g_quark_from_string ("person"),
      box.x, box.y, box.w, box.h, 0.5, &person);
  gst_analytics_relation_meta_add_one_cls_mtd (
      meta, 0.25, g_quark_from_string ("old"), &age);
  gst_analytics_relation_meta_set_relation (
      meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, person.id, age.id);
  result = video_test_push_and_pull (h, frame);
  contours = contours_test_get (result, "beside");
  assert_equals_int (contours->n_contours, 1);
  assert_equals_int (
      gst_buffer_get_n_meta (result, GST_ANALYTICS_RELATION_META_API_TYPE), 1);
  assert_equals_int (count_objects (result), 2);
  check_object (result, 0, "person", &box, 0, 0.5);
  meta = gst_buffer_get_analytics_relation_meta (result);
  assert_equals_int (
      gst_analytics_relation_meta_get_relation (meta, person.id, age.id),
      GST_ANALYTICS_REL_TYPE_RELATE_TO);
  assert_equals_int (
      gst_analytics_cls_mtd_get_quark (&age, 0), g_quark_from_string ("old"));
  check_contours (result, contours, 1);
  check_track (result, 1, 1, BEGINNING);
}

/* 1.28.2's copies of buffers lose objects, and nothing that is behind them can
 * tell. */
static gboolean
copies_have_objects (void)
{
  GstBuffer *buffer = gst_buffer_new (), *copy;
  GstAnalyticsMtd object;
  gboolean have;

  gst_analytics_relation_meta_add_od_mtd (
      gst_buffer_add_analytics_relation_meta (buffer),
      g_quark_from_string ("person"), 1, 2, 3, 4, 0.5, &object);
  copy = gst_buffer_copy (buffer);
  have = count_objects (copy) == 1;
  gst_buffer_unref (copy);
  gst_buffer_unref (buffer);
  if (!have)
    g_print ("skipped: this GStreamer's copies of buffers lose objects\n");
  return have;
}

/* A buffer that somebody else has too is copied: his has what it had. */
TEST_LOOP (test_shared, copies_have_objects () ? 1 : 0)
{
  const gint disc[][2] = { { 50, 60 } };
  g_autoptr (GstBuffer) frame = NULL, result = NULL;
  GstAnalyticsMtd person;

  g_object_set (element, "analytics", TRUE, NULL);
  start ();
  frame = new_frame (0, disc, 1);
  gst_analytics_relation_meta_add_od_mtd (
      gst_buffer_add_analytics_relation_meta (frame),
      g_quark_from_string ("person"), 1, 2, 3, 4, 0.5, &person);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  assert_equals_int (count_objects (frame), 1);
  assert_equals_int (count_objects (result), 2);
}

/* Nothing where nothing was found, or asked for; no tracks where each frame is
 * looked at for itself. Live. */
TEST (test_settings)
{
  const gint disc[][2] = { { 50, 60 } };

  start ();
  for (guint i = 0; i < 8; i++) {
    const gboolean analytics = i & 1, track = (i & 2) != 0;
    const guint n = i & 4 ? 0 : 1;
    g_autoptr (GstBuffer) result = NULL;

    g_object_set (element, "analytics", analytics, "track", track, NULL);
    result = video_test_push_and_pull (h, new_frame (i, disc, n));
    if (!analytics || n == 0)
      fail_if (gst_buffer_get_analytics_relation_meta (result));
    assert_equals_int (count_objects (result), analytics ? n : 0);
    assert_equals_int (count_tracks (result), analytics && track ? n : 0);
  }
}

#if GST_CHECK_VERSION(1, 26, 0)
/* A segmentation of `width` by `height` samples, of 1 or 2 bytes, all of them
 * 0 but one, which covers a rectangle of the frame. */
static void
add_segmentation (GstBuffer *frame, GstVideoFormat format, gint width,
    gint height, gint at, const GstVideoRectangle *box)
{
  guint regions[] = { 0, 7 };
  GstAnalyticsMtd segmentation;
  GstBuffer *mask;
  GstMapInfo map;
  GstVideoInfo of;

  gst_video_info_set_format (&of, format, width, height);
  mask = gst_buffer_new_allocate (NULL, of.size, NULL);
  gst_buffer_memset (mask, 0, 0, of.size);
  gst_buffer_map (mask, &map, GST_MAP_WRITE);
  map.data[(gsize)(at / width) * of.stride[0]
           + (gsize)(at % width) * GST_VIDEO_INFO_COMP_PSTRIDE (&of, 0)] = 7;
  gst_buffer_unmap (mask, &map);
  gst_buffer_add_video_meta_full (mask, GST_VIDEO_FRAME_FLAG_NONE, format,
      width, height, 1, of.offset, of.stride);
  gst_analytics_relation_meta_add_segmentation_mtd (
      gst_buffer_get_analytics_relation_meta (frame)
          ? gst_buffer_get_analytics_relation_meta (frame)
          : gst_buffer_add_analytics_relation_meta (frame),
      mask, GST_SEGMENTATION_TYPE_SEMANTIC, 2, regions, box->x, box->y, box->w,
      box->h, &segmentation);
}

/* What segmenters mark is repaired, and no other sample, where it is asked for:
 * scaled to where the segmentation is, as far as that is in the frame. */
TEST (test_segmentation)
{
  static const GstVideoRectangle whole = { 0, 0, 0, 0 };
  static const GstVideoRectangle large = { 20, 10, 40, 60 };
  static const GstVideoRectangle outside = { -10, 100, 20, 40 };
  g_autoptr (GstElement) inpaint = video_test_element ("cudainpaint");
  g_autoptr (GstBuffer) frame = NULL;
  g_autoptr (GstHarness) harness = NULL;
  GstVideoInfo grey = video_test_progressive ("GRAY8", WIDTH, HEIGHT);

  gst_util_set_object_arg (G_OBJECT (inpaint), "method", "harmonic");
  harness = video_test_harness (inpaint, &grey);
  frame = video_test_frame (noise, &grey);
  /* its own size, one sample; a quarter of a rectangle; a part of that is
   * outside */
  add_segmentation (
      frame, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 100 * WIDTH + 200, &whole);
  add_segmentation (frame, GST_VIDEO_FORMAT_GRAY16_LE, 2, 2, 1, &large);
  add_segmentation (frame, GST_VIDEO_FORMAT_GRAY8, 1, 2, 0, &outside);
  for (gint turn = 0; turn < 3; turn++) {
    GstBuffer *result;
    GstMapInfo before, after;
    guint n = 0;

    g_object_set (inpaint, "use-segmentation", turn == 1, NULL);
    result = video_test_push_and_pull (harness, gst_buffer_ref (frame));
    gst_buffer_map (frame, &before, GST_MAP_READ);
    gst_buffer_map (result, &after, GST_MAP_READ);
    for (gint y = 0; y < HEIGHT; y++)
      for (gint x = 0; x < WIDTH; x++) {
        const gsize k = (gsize)y * GST_VIDEO_INFO_PLANE_STRIDE (&grey, 0) + x;
        const gboolean marked = turn == 1
                                && ((x == 200 && y == 100)
                                    || (x >= 40 && x < 60 && y >= 10 && y < 40)
                                    || (x < 10 && y >= 100 && y < 120));

        n += before.data[k] != after.data[k];
        fail_unless (marked || before.data[k] == after.data[k],
            "sample %d,%d is not marked", x, y);
      }
    gst_buffer_unmap (result, &after);
    gst_buffer_unmap (frame, &before);
    gst_buffer_unref (result);
    fail_unless (turn != 1 || n > 600, "%u samples were repaired", n);
  }
}
#endif

/* A target without a time of its own has none, rather than 0. */
TEST (test_no_time)
{
  const gint disc[][2] = { { 50, 60 } };
  g_autoptr (GstBuffer) result = NULL;
  GstBuffer *frame;

  g_object_set (element, "analytics", TRUE, NULL);
  start ();
  frame = new_frame (0, disc, 1);
  GST_BUFFER_PTS (frame) = GST_CLOCK_TIME_NONE;
  result = video_test_push_and_pull (h, frame);
  check_track (result, 0, 1, GST_CLOCK_TIME_NONE);
}

#if GST_CHECK_VERSION(1, 26, 0)
static void
set_gone (gpointer data, GstMiniObject *mask)
{
  *(gboolean *)data = TRUE;
}

/* A mask goes with the last frame that has it. */
TEST (test_mask_goes)
{
  const gint disc[][2] = { { 50, 60 } };
  GstBuffer *result, *copy, *mask;
  GstAnalyticsMtd segmentation;
  gboolean gone = FALSE;

  g_object_set (element, "analytics", TRUE, NULL);
  start ();
  result = video_test_push_and_pull (h, new_frame (0, disc, 1));
  segmentation =
      get (result, gst_analytics_segmentation_mtd_get_mtd_type (), 0);
  mask = gst_analytics_segmentation_mtd_get_mask (
      &segmentation, NULL, NULL, NULL, NULL);
  gst_mini_object_weak_ref (GST_MINI_OBJECT (mask), set_gone, &gone);
  gst_buffer_unref (mask);
  copy = gst_buffer_copy (result);
  gst_buffer_unref (result);
  fail_if (gone);
  gst_buffer_unref (copy);
  fail_unless (gone);
}
#endif

#ifdef TEST_STAGED
/* As many as a frame can have, beside a meta that was made for fewer. */
TEST (test_many)
{
  const guint n = 64;
  GstAnalyticsRelationMetaInitParams small = { 1, 1 };
  g_autoptr (GstBuffer) buffer = gst_buffer_new ();
  GstCudaSnakeContour contour[64];
  GstCudaSnakeContours contours = { 500, 400, n, contour };
  GstClockTime since[64];
  gint points[64][6];

  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < 6; k++)
      points[i][k] = g_rand_int_range (noise, 0, k % 2 ? 401 : 501);
    since[i] = i * GST_SECOND;
    contour[i] = (GstCudaSnakeContour){
      .id = 1000 + i, .n_points = 3, .points = points[i], .cut = i / 64.
    };
  }
  GST_BUFFER_PTS (buffer) = GST_SECOND * 100;
  gst_buffer_add_analytics_relation_meta_full (buffer, &small);
  gcf_snake_analytics_add (buffer, &contours, since);
  assert_equals_int (count_objects (buffer), n);
  check_contours (buffer, &contours, 0);
  for (guint i = 0; i < n; i++)
    check_track (buffer, i, 1000 + i, since[i]);
}
#else

/* Behind elements of GStreamer's: boxes follow scaling, and from 1.28 on go
 * where the picture is moved. Before, no objects are left then. */
static const struct {
  const gchar *elements;
  gdouble matrix[2][3]; /* where it moves x, y, 1 of the frame in front */
  gboolean is_moved;    /* by more than scaling */
} changes[] = {
  { "queue ! videoconvert ! capsfilter caps=video/x-raw,format=RGB",
      { { 1 }, { 0, 1 } } },
  { "cudamedian ! cudaepsilon ! cudainpaint", { { 1 }, { 0, 1 } } },
  { "videoscale ! capsfilter caps=video/x-raw,width=101,height=77",
      { { 101. / WIDTH }, { 0, 77. / HEIGHT } } },
  { "videoscale ! capsfilter caps=video/x-raw,width=480,height=120",
      { { 480. / WIDTH }, { 0, 120. / HEIGHT } } },
  { "videoflip method=horizontal-flip", { { -1, 0, WIDTH }, { 0, 1 } }, TRUE },
  { "videoflip method=clockwise", { { 0, -1, HEIGHT }, { 1 } }, TRUE },
  { "videocrop left=20 top=10", { { 1, 0, -20 }, { 0, 1, -10 } }, TRUE },
  { "videocrop left=20 top=10 ! cudamedian", { { 1, 0, -20 }, { 0, 1, -10 } },
      TRUE },
  { "videobox left=20 top=-10", { { 1, 0, -20 }, { 0, 1, 10 } }, TRUE },
};

/* Asked of the GStreamer that runs: a test for Windows is built with the
 * headers of an earlier one. */
static gboolean
objects_move (void)
{
  guint major, minor, micro, nano;

  gst_version (&major, &minor, &micro, &nano);
  return major > 1 || minor >= 28;
}

/* `box` where the matrix moves it */
static GstVideoRectangle
moved (const gdouble m[2][3], const GstVideoRectangle *box)
{
  const gdouble x = m[0][0] * box->x + m[0][1] * box->y + m[0][2],
                y = m[1][0] * box->x + m[1][1] * box->y + m[1][2],
                w = m[0][0] * box->w + m[0][1] * box->h,
                h = m[1][0] * box->w + m[1][1] * box->h;

  return (
      GstVideoRectangle){ x + MIN (w, 0), y + MIN (h, 0), ABS (w), ABS (h) };
}

TEST_LOOP (test_changes, copies_have_objects () ? G_N_ELEMENTS (changes) : 0)
{
  const gint disc[][2] = { { 50, 60 } };
  const gboolean stays = !changes[__i__].is_moved || objects_move ();
  const gchar *backend = g_getenv ("CUDAFILTERS_TEST_BACKEND");
  g_autofree gchar *text = g_strdup_printf ("cudasnake analytics=true "
                                            "backend=%s ! %s",
      backend ? backend : "auto", changes[__i__].elements);

  info = video_test_progressive ("I420", WIDTH, HEIGHT);
  h = gst_harness_new_parse (text);
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstCudaSnakeContours) contours = NULL;
    GstVideoRectangle box;
    g_autoptr (GstBuffer) result = NULL;

    video_test_push (h, new_frame (i, disc, 1));
    result = gst_harness_pull (h);
    fail_unless (result != NULL);
    contours = contours_test_get (result, text);
    assert_equals_int (contours->n_contours, 1);
    assert_equals_int (count_objects (result), stays ? 1 : 0);
    if (stays) {
      gst_cuda_snake_contour_get_bounds (&contours->contours[0], &box);
      box = moved (changes[__i__].matrix, &box);
      check_object (result, 0, "cudasnake", &box, 1, 1);
      check_track (result, 0, 1, BEGINNING);
    }
  }
  /* a harness that is made of a text leaves its threads running */
  gst_element_set_state (h->element, GST_STATE_NULL);
}
#endif

TEST_MAIN (gst_check_init, setup, teardown)
