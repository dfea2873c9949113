/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudainpaint: which samples are repaired, of every format, by a mask, regions
 * and alpha, and what is known of the last frame. How well samples are repaired
 * is the business of the engine's tests. */
#include "inpainttest.h"

#include <string.h>

#include "videotest.h"

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif

/* Every format and scan; sizes that chroma and fields do not divide. */
static const gint sizes[][2] = { { 37, 23 }, { 33, 9 }, { 16, 14 }, { 5, 3 },
  { 2, 2 }, { 3, 1 } };

static void
set_field (GstBuffer *frame, const InpaintScan *scan)
{
  if (scan->alternate)
    GST_BUFFER_FLAG_SET (frame, scan->field ? GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD
                                            : GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
}

static void
check_scan (const gchar *format, const gchar *interlace_mode)
{
  GstHarness *h = NULL;
  /* either field, where that matters: starts take their time on a GPU */
  const guint turns = g_str_equal (interlace_mode, "alternate") ? 2 : 1;

  for (guint i = 0; i < turns * G_N_ELEMENTS (sizes); i++) {
    const gint *size = sizes[i / turns];
    g_auto (InpaintMask) mask = inpaint_mask_random (size[0], size[1]);
    InpaintScan scan = {
      .by_field = g_str_equal (interlace_mode, "interleaved"),
      .alternate = turns == 2,
      .field = i % turns,
    };
    GstBuffer *frame;
    GstVideoInfo info;

    /* a mask of another size would be refused, or frames of another */
    gst_element_set_state (inpaint_test.element, GST_STATE_READY);
    inpaint_test_set ("method", i / turns % 2 ? "local" : "harmonic");
    inpaint_test_set_mask (&mask);
    video_test_info (&info, format, size[0], size[1], interlace_mode);
    if (h)
      gst_harness_teardown (h);
    h = video_test_harness (inpaint_test.element, &info);
    frame = video_test_frame (noise, &info);
    set_field (frame, &scan);
    inpaint_test_check_repair (h, &info, frame, &mask, &scan, interlace_mode);

    inpaint_test_set ("method", "harmonic");
    frame = inpaint_test_flat_frame (&info, &mask, &scan);
    set_field (frame, &scan);
    inpaint_test_check_flat (h, &info, frame, &mask, &scan, interlace_mode);
  }
  gst_harness_teardown (h);
}

TEST_LOOP (test_progressive, video_test_n_formats ())
{
  check_scan (video_test_formats[__i__], "progressive");
}

TEST_LOOP (test_interleaved, video_test_n_formats ())
{
  check_scan (video_test_formats[__i__], "interleaved");
}

TEST_LOOP (test_alternate, video_test_n_formats ())
{
  check_scan (video_test_formats[__i__], "alternate");
}

/* Fields of one stream, one after the other: each has its own rows. */
TEST_LOOP (test_fields_in_turn, 2)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (40, 30);
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  inpaint_test_set ("method", __i__ ? "local" : "harmonic");
  inpaint_test_set ("track", __i__ ? "true" : "false");
  inpaint_test_set_mask (&mask);
  video_test_info (&info, "I420", 40, 30, "alternate");
  h = video_test_harness (inpaint_test.element, &info);
  for (guint i = 0; i < 12; i++) {
    InpaintScan scan = { .alternate = TRUE, .field = i % 2 };
    GstBuffer *frame = video_test_frame (noise, &info);

    set_field (frame, &scan);
    inpaint_test_check_repair (h, &info, frame, &mask, &scan, "in turn");
  }
}

/* Chroma is repaired wherever one of its pixels is, not only where all are. */
TEST (test_chroma)
{
  g_auto (InpaintMask) mask = inpaint_mask_new (16, 12);
  GstVideoInfo info;
  GstBuffer *frame, *result;
  GstVideoFrame f;
  GstHarness *h;

  for (gint i = 0; i < 4; i++) {
    memset (mask.pixels, 0, 16 * 12);
    inpaint_mask_add (&mask, 6 + i % 2, 4 + i / 2, 1, 1);
    inpaint_test_set ("method", "harmonic");
    inpaint_test_set_mask (&mask);
    info = video_test_progressive ("I420", 16, 12);
    h = video_test_harness (inpaint_test.element, &info);
    frame = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
    gst_buffer_memset (frame, 0, 90, -1);
    fail_unless (gst_video_frame_map (&f, &info, frame, GST_MAP_WRITE));
    *inpaint_test_sample_at (&f, 0, 6 + i % 2, 4 + i / 2) = 0;
    *inpaint_test_sample_at (&f, 1, 3, 2) = 200;
    *inpaint_test_sample_at (&f, 2, 3, 2) = 250;
    *inpaint_test_sample_at (&f, 1, 3, 3) = 200; /* known, and stays */
    gst_video_frame_unmap (&f);
    result = video_test_push_and_pull (h, frame);
    fail_unless (gst_video_frame_map (&f, &info, result, GST_MAP_READ));
    assert_equals_int (
        *inpaint_test_sample_at (&f, 0, 6 + i % 2, 4 + i / 2), 90);
    fail_unless (*inpaint_test_sample_at (&f, 1, 3, 2) < 140);
    assert_equals_int (*inpaint_test_sample_at (&f, 2, 3, 2), 90);
    assert_equals_int (*inpaint_test_sample_at (&f, 1, 3, 3), 200);
    gst_video_frame_unmap (&f);
    gst_buffer_unref (result);
    gst_harness_teardown (h);
  }
}

/* A slope goes on through the hole: every method stays within what is around
 * it, and near to it. */
TEST_LOOP (test_slope, 3)
{
  static const gchar *const methods[] = { "local", "harmonic", "global" };
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE" };
  static const gint limits[] = { 3, 3, 12 };
  gint factor, x, y, f;
  InpaintMask mask = inpaint_mask_new (64, 48);
  GstVideoFrame frame;
  GstVideoInfo info;
  GstHarness *h;
  GstBuffer *buffer;

  if (__i__ == 2 && !inpaint_test_has_global ()) {
    inpaint_mask_free (&mask);
    return;
  }
  inpaint_mask_add (&mask, 24, 18, 10, 8);
  inpaint_test_set_mask (&mask);
  inpaint_test_set ("method", methods[__i__]);
  for (f = 0; f < 2; f++) {
    factor = f ? 257 : 1;
    info = video_test_progressive (formats[f], 64, 48);
    h = video_test_harness (inpaint_test.element, &info);
    buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
    fail_unless (gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE));
    for (y = 0; y < 48; y++)
      for (x = 0; x < 64; x++) {
        guint v = mask.pixels[y * 64 + x] ? 0 : (2 * x + y + 20) * factor;

        memcpy (inpaint_test_sample_at (&frame, 0, x, y), &v, f + 1);
      }
    gst_video_frame_unmap (&frame);
    buffer = video_test_push_and_pull (h, buffer);
    fail_unless (gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ));
    for (y = 0; y < 48; y++)
      for (x = 0; x < 64; x++) {
        guint16 v = 0;

        memcpy (&v, inpaint_test_sample_at (&frame, 0, x, y), f + 1);
        fail_unless (
            ABS (v - (2 * x + y + 20) * factor)
                <= (mask.pixels[y * 64 + x] ? limits[__i__] : 0) * factor,
            "%s, %s: %d,%d is %d instead of %d", methods[__i__], formats[f], x,
            y, v, (2 * x + y + 20) * factor);
      }
    gst_video_frame_unmap (&frame);
    gst_buffer_unref (buffer);
    gst_harness_teardown (h);
  }
  inpaint_mask_free (&mask);
}

/* Which kinds of samples are repaired. */
TEST (test_planes)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (21, 15);
  const InpaintScan scan = { 0 };
  GstVideoInfo info;
  GstBuffer *frame, *result;
  GstVideoFrame f, g;
  GstHarness *h;

  inpaint_test_set ("method", "harmonic");
  inpaint_test_set_mask (&mask);
  inpaint_test_set ("planes", "alpha");
  info = video_test_progressive ("RGBA", 21, 15);
  h = video_test_harness (inpaint_test.element, &info);
  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  fail_unless (gst_video_frame_map (&f, &info, frame, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&g, &info, result, GST_MAP_READ));
  for (guint c = 0; c < 4; c++)
    for (gint y = 0; y < 15; y++)
      for (gint x = 0; x < 21; x++)
        fail_unless ((c == 3 && mask.pixels[y * 21 + x])
                     || *inpaint_test_sample_at (&f, c, x, y)
                            == *inpaint_test_sample_at (&g, c, x, y));
  gst_video_frame_unmap (&g);
  gst_video_frame_unmap (&f);
  fail_if (video_test_equal (&info, frame, result));
  gst_buffer_unref (result);

  /* nothing to filter */
  inpaint_test_set ("planes", "0");
  fail_unless (video_test_passes (h, gst_buffer_ref (frame)));
  inpaint_test_set ("planes", "luma+alpha");
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  fail_if (video_test_equal (&info, frame, result));
  gst_buffer_unref (result);
  gst_buffer_unref (frame);
  gst_harness_teardown (h);

  info = video_test_progressive ("I420", 21, 15);
  inpaint_test_set ("planes", "luma");
  h = video_test_harness (inpaint_test.element, &info);
  frame = video_test_frame (noise, &info);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  inpaint_test_check_known (&info, frame, result, &mask, &scan, "luma alone");
  fail_unless (gst_video_frame_map (&f, &info, frame, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&g, &info, result, GST_MAP_READ));
  for (guint c = 1; c < 3; c++)
    for (gint y = 0; y < 8; y++)
      fail_unless (memcmp (inpaint_test_sample_at (&f, c, 0, y),
                       inpaint_test_sample_at (&g, c, 0, y), 11)
                   == 0);
  gst_video_frame_unmap (&g);
  gst_video_frame_unmap (&f);
  gst_buffer_unref (result);
  gst_buffer_unref (frame);
  gst_harness_teardown (h);
}

/* Regions of interest */

static void
add_region (GstBuffer *frame, const gchar *type, guint x, guint y, guint width,
    guint height)
{
  gst_buffer_add_video_region_of_interest_meta (
      frame, type, x, y, width, height);
}

static void
check_regions (GstHarness *h, const GstVideoInfo *info, GstBuffer *frame,
    const InpaintMask *mask, const gchar *what)
{
  const InpaintScan scan = { 0 };
  g_autoptr (GstBuffer) result =
      video_test_push_and_pull (h, gst_buffer_ref (frame));

  inpaint_test_check_known (info, frame, result, mask, &scan, what);
  fail_unless_equals_int (gst_buffer_get_n_meta (result,
                              GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE),
      gst_buffer_get_n_meta (
          frame, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE));
  gst_buffer_unref (frame);
}

TEST (test_regions)
{
  g_auto (InpaintMask) mask = inpaint_mask_new (61, 43),
                       file = inpaint_mask_new (61, 43);
  GstBuffer *frame, *result;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("NV12", 61, 43);

  inpaint_test_set ("method", "harmonic");
  g_object_set (inpaint_test.element, "roi-type", "lost", NULL);
  h = video_test_harness (inpaint_test.element, &info);
  for (gint i = 0; i < 3; i++) {
    /* several, one outside, one partly, one without pixels, one of another
     * type */
    frame = video_test_frame (noise, &info);
    add_region (frame, "lost", 8, 8, 16, 8);
    add_region (frame, "lost", 20 + i, 11, 9, 30);
    add_region (frame, "lost", 55, 40, 1000, G_MAXUINT);
    add_region (frame, "lost", 61, 0, 5, 5);
    add_region (frame, "lost", G_MAXUINT, G_MAXUINT, G_MAXUINT, G_MAXUINT);
    add_region (frame, "lost", 3, 3, 0, 9);
    add_region (frame, "face", 0, 20, 4, 4);
    memset (mask.pixels, 0, 61 * 43);
    inpaint_mask_add (&mask, 8, 8, 16, 8);
    inpaint_mask_add (&mask, 20 + i, 11, 9, 30);
    inpaint_mask_add (&mask, 55, 40, 6, 3);
    check_regions (h, &info, frame, &mask, "regions");

    /* none on this one */
    frame = video_test_frame (noise, &info);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    video_test_expect (&info, result, frame, "no regions");
  }

  /* all of the frame: nothing is known, and all stays */
  frame = video_test_frame (noise, &info);
  add_region (frame, "lost", 0, 0, 61, 43);
  result = video_test_push_and_pull (h, gst_buffer_ref (frame));
  video_test_expect (&info, result, frame, "nothing known");

  /* of any type, beside a file's mask, which is dilated and they are not */
  memset (mask.pixels, 0, 61 * 43);
  inpaint_mask_add (&file, 30, 30, 2, 2);
  inpaint_test_set_mask (&file);
  g_object_set (
      inpaint_test.element, "roi-type", "all", "mask-dilate", 3, NULL);
  inpaint_mask_add (&mask, 27, 27, 8, 8);
  inpaint_mask_add (&mask, 2, 3, 4, 5);
  inpaint_mask_add (&mask, 40, 3, 7, 5);
  frame = video_test_frame (noise, &info);
  add_region (frame, "lost", 2, 3, 4, 5);
  add_region (frame, "face", 40, 3, 7, 5);
  check_regions (h, &info, frame, &mask, "all types and a file");

  /* without the type, regions are nothing; an empty text is none */
  memset (mask.pixels, 0, 61 * 43);
  inpaint_mask_add (&mask, 27, 27, 8, 8);
  g_object_set (inpaint_test.element, "roi-type", "", NULL);
  frame = video_test_frame (noise, &info);
  add_region (frame, "lost", 2, 3, 4, 5);
  check_regions (h, &info, frame, &mask, "the file alone");
}

/* Alpha */

static void
set_alpha (GstVideoFrame *frame, gint x, gint y, guint value)
{
  guint8 *at = inpaint_test_sample_at (frame, GST_VIDEO_COMP_A, x, y);

  if (GST_VIDEO_FRAME_COMP_DEPTH (frame, GST_VIDEO_COMP_A) > 8)
    GST_WRITE_UINT16_LE (at, value);
  else
    *at = value;
}

static const gchar *const alpha_formats[] = { "RGBA", "BGRA", "ARGB", "ABGR",
  "AYUV", "VUYA", "A420", "AV12", "GBRA", "A420_10LE", "A422_10LE", "A444_10LE",
  "GBRA_12LE", "AYUV64", "ARGB64", "RGBA64_LE" };

TEST_LOOP (test_alpha, G_N_ELEMENTS (alpha_formats))
{
  for (gint i = 0; i < 3; i++) {
    const InpaintScan scan = { .by_field = i == 2 };
    g_auto (InpaintMask) mask = inpaint_mask_random (33, 21),
                         file = inpaint_mask_new (33, 21);
    GstBuffer *frame;
    GstVideoFrame f;
    GstVideoInfo info;
    g_autoptr (GstHarness) h = NULL;
    gint most;

    inpaint_test_set ("method", "harmonic");
    inpaint_test_set ("use-alpha", "true");
    if (i == 1) {
      inpaint_mask_add (&file, 3, 5, 7, 4);
      inpaint_mask_add (&mask, 3, 5, 7, 4);
      inpaint_test_set_mask (&file);
    } else {
      g_object_set (inpaint_test.element, "mask-location", NULL, NULL);
    }
    video_test_info (&info, alpha_formats[__i__], 33, 21,
        i == 2 ? "interleaved" : "progressive");
    most = 1 << GST_VIDEO_INFO_COMP_DEPTH (&info, GST_VIDEO_COMP_A);
    h = video_test_harness (inpaint_test.element, &info);
    frame = video_test_frame (noise, &info);
    fail_unless (gst_video_frame_map (&f, &info, frame, GST_MAP_WRITE));
    for (gint y = 0; y < 21; y++)
      for (gint x = 0; x < 33; x++)
        set_alpha (&f, x, y,
            mask.pixels[y * 33 + x] && !file.pixels[y * 33 + x]
                ? 0
                : g_rand_int_range (noise, 1, most));
    gst_video_frame_unmap (&f);
    inpaint_test_check_repair (h, &info, frame, &mask, &scan, "alpha");
  }
  fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
}

/* Formats without alpha: a warning, and frames pass. */
TEST (test_no_alpha)
{
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 33, 21);

  inpaint_test_set ("use-alpha", "true");
  h = video_test_harness (inpaint_test.element, &info);
  video_test_check_warning (inpaint_test.bus, "use-alpha is without effect");
  for (gint i = 0; i < 2; i++) {
    fail_unless (video_test_passes (h, video_test_frame (noise, &info)));
    fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
    /* the same said while they flow */
    inpaint_test_set ("use-alpha", "false");
    inpaint_test_set ("use-alpha", "true");
    video_test_check_warning (inpaint_test.bus, "use-alpha is without effect");
  }
}

/* Other properties */

TEST (test_properties)
{
  G_GNUC_UNUSED g_autoptr (GstHarness) h = inpaint_test_grey_harness (30, 20);
  gdouble start, end;
  gint size, tried;

  for (tried = 0; tried <= 64; tried++) {
    g_object_set (inpaint_test.element, "block-size", 32, NULL);
    g_object_set (inpaint_test.element, "block-size", tried, NULL);
    g_object_get (inpaint_test.element, "block-size", &size, NULL);
    if (tried == 0 || tried == 16 || tried == 32 || tried == 64) {
      assert_equals_int (size, tried);
      fail_if (video_test_message (inpaint_test.bus, GST_MESSAGE_WARNING));
    } else {
      assert_equals_int (size, 32);
      video_test_check_warning (inpaint_test.bus, "16, 32 or 64");
    }
  }
  g_object_set (inpaint_test.element, "threshold-start", -0.25, "threshold-end",
      2.5, NULL);
  g_object_get (inpaint_test.element, "threshold-start", &start,
      "threshold-end", &end, NULL);
  fail_unless (start == -1 && end == 2.5, "%g, %g", start, end);
}

/* Each changes the result, from the next frame on. */
TEST (test_method_properties)
{
  static const gchar *const steps[][2] = { { "iterations", "1" },
    { "iterations", "9" }, { "threshold-start", "900" },
    { "threshold-end", "150" }, { "schedule", "linear" },
    { "block-size", "64" }, { "method", "harmonic" }, { "method", "global" } };
  g_auto (InpaintMask) mask = inpaint_mask_random (70, 50);
  GstBuffer *frame, *last = NULL, *result;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 70, 50);

  frame = video_test_frame (noise, &info);
  inpaint_test_set_mask (&mask);
  h = video_test_harness (inpaint_test.element, &info);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    if (strcmp (steps[i][1], "global") == 0 && !inpaint_test_has_global ())
      continue;
    inpaint_test_set (steps[i][0], steps[i][1]);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    fail_if (last && video_test_equal (&info, result, last),
        "%s=%s changes nothing", steps[i][0], steps[i][1]);
    g_clear_pointer (&last, gst_buffer_unref);
    last = result;
  }
  gst_buffer_unref (last);
  gst_buffer_unref (frame);
}

TEST (test_controller)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (30, 20);
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 30, 20);

  video_test_control (inpaint_test.element, "threshold-end", 0, 50);
  inpaint_test_set_mask (&mask);
  h = video_test_harness (inpaint_test.element, &info);
  for (gint i = 0; i <= 25; i += 5) {
    GstBuffer *frame = video_test_frame (noise, &info);
    gdouble end;

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 25;
    gst_buffer_unref (video_test_push_and_pull (h, frame));
    g_object_get (inpaint_test.element, "threshold-end", &end, NULL);
    fail_unless (ABS (end - 2 * i) < 0.01, "%g at frame %d", end, i);
  }
}

/* Tracking */

static void
set_time (GstBuffer *frame, guint seconds)
{
  GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  GST_BUFFER_PTS (frame) = seconds * GST_SECOND;
}

/* The result of a frame that follows on others is another than that of the
 * same frame alone, also where one is missing; after an interruption it is the
 * same again. */
TEST (test_track)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (64, 48);
  GstBuffer *frame, *other, *first, *result;
  g_autoptr (GstHarness) h = NULL;
  GstSegment segment;
  GstVideoInfo info = video_test_progressive ("GRAY8", 64, 48);

  frame = video_test_frame (noise, &info);
  other = video_test_frame (noise, &info);
  inpaint_test_set ("track", "true");
  inpaint_test_set_mask (&mask);
  h = video_test_harness (inpaint_test.element, &info);
  first = video_test_push_and_pull (h, gst_buffer_ref (frame));
  for (gint i = 0; i < 4; i++) {
    GstBuffer *again = gst_buffer_copy (frame), *next = gst_buffer_copy (frame);

    set_time (next, 10 * i + 1);
    gst_buffer_unref (video_test_push_and_pull (h, gst_buffer_ref (other)));
    result = video_test_push_and_pull (h, next);
    fail_if (video_test_equal (&info, result, first), "the last frame is lost");
    gst_buffer_unref (result);
    switch (i) {
      case 0:
        set_time (again, 3);
        break;
      case 1:
        fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
        fail_unless (
            gst_harness_push_event (h, gst_event_new_flush_stop (FALSE)));
        /* fall through: a segment has to follow */
        G_GNUC_FALLTHROUGH;
      case 2:
        gst_segment_init (&segment, GST_FORMAT_TIME);
        segment.start = segment.time = i * GST_SECOND;
        fail_unless (
            gst_harness_push_event (h, gst_event_new_segment (&segment)));
        break;
      case 3:
        inpaint_test_set ("iterations", "4");
        inpaint_test_set ("iterations", "0");
        break;
    }
    result = video_test_push_and_pull (h, again);
    video_test_compare (&info, result, first, "after an interruption");
    gst_buffer_unref (result);
  }
  gst_buffer_unref (first);
  gst_buffer_unref (other);
  gst_buffer_unref (frame);
}

/* Temporal repair */

#define HOLE_LEFT 33
#define HOLE_TOP 30
#define HOLE_WIDTH 20
#define HOLE_HEIGHT 12

/* How a hole is said. */
enum { BY_REGION, BY_FILE, BY_ALPHA, WAYS };

/* The picture with a hole that nobody can see through; what is told of it is of
 * the next frame that is pushed. */
static GstBuffer *
with_hole (const GstVideoInfo *info, GstBuffer *picture, gint way)
{
  GstBuffer *frame = gst_buffer_copy_deep (picture);
  InpaintMask mask = inpaint_mask_new (
      GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info));
  GstVideoFrame f;

  gst_video_frame_map (&f, info, frame, GST_MAP_WRITE);
  for (gint c = 0; c < (gint)GST_VIDEO_INFO_N_COMPONENTS (info); c++)
    for (gint y = HOLE_TOP; y < HOLE_TOP + HOLE_HEIGHT; y++)
      for (gint x = HOLE_LEFT; x < HOLE_LEFT + HOLE_WIDTH; x++)
        *inpaint_test_sample_at (&f, c, x, y) = way == BY_ALPHA ? 0 : 255;
  gst_video_frame_unmap (&f);
  inpaint_mask_add (&mask, HOLE_LEFT, HOLE_TOP, HOLE_WIDTH, HOLE_HEIGHT);
  if (way == BY_REGION)
    add_region (frame, "lost", HOLE_LEFT, HOLE_TOP, HOLE_WIDTH, HOLE_HEIGHT);
  else if (way == BY_FILE)
    inpaint_test_set_mask (&mask);
  inpaint_mask_free (&mask);
  return frame;
}

static void
without_hole (gint way)
{
  if (way == BY_FILE)
    g_object_set (inpaint_test.element, "mask-location", NULL, NULL);
}

/* All alpha is 255; noise elsewhere. */
static GstBuffer *
temporal_picture (const GstVideoInfo *info)
{
  GstBuffer *picture = video_test_frame (noise, info);
  GstVideoFrame f;

  gst_video_frame_map (&f, info, picture, GST_MAP_WRITE);
  for (gint y = 0;
       y < GST_VIDEO_INFO_HEIGHT (info) && GST_VIDEO_INFO_HAS_ALPHA (info); y++)
    for (gint x = 0; x < GST_VIDEO_INFO_WIDTH (info); x++)
      *inpaint_test_sample_at (&f, 3, x, y) = 255;
  gst_video_frame_unmap (&f);
  return picture;
}

/* Whether the result is the picture; alpha stays as it was. */
static gboolean
shows (const GstVideoInfo *info, GstBuffer *result, GstBuffer *picture)
{
  const guint n = GST_VIDEO_INFO_N_COMPONENTS (info)
                  - (GST_VIDEO_INFO_HAS_ALPHA (info) ? 1 : 0);
  gboolean same = TRUE;
  GstVideoFrame f, g;

  gst_video_frame_map (&f, info, result, GST_MAP_READ);
  gst_video_frame_map (&g, info, picture, GST_MAP_READ);
  for (guint c = 0; c < n; c++)
    for (gint y = 0; y < GST_VIDEO_INFO_COMP_HEIGHT (info, c); y++)
      for (gint x = 0; x < GST_VIDEO_INFO_COMP_WIDTH (info, c); x++)
        same &= *inpaint_test_sample_at (&f, c, x, y)
                == *inpaint_test_sample_at (&g, c, x, y);
  gst_video_frame_unmap (&g);
  gst_video_frame_unmap (&f);
  return same;
}

static void
begin_temporal (GstVideoInfo *info, gint way, gint future)
{
  inpaint_test_set ("method", "harmonic");
  g_object_set (inpaint_test.element, "temporal", TRUE, "future", future, NULL);
  /* also so that frames without a hole are filtered */
  g_object_set (inpaint_test.element, "roi-type", "lost", NULL);
  if (way == BY_ALPHA)
    inpaint_test_set ("use-alpha", "true");
  video_test_info (
      info, way == BY_ALPHA ? "RGBA" : "GRAY8", 96, 80, "progressive");
}

/* A hole shows what the last frame did, however it is said, also where frames
 * are missing, but not behind an interruption, nor where temporal is false;
 * then what it was filled with from space is nobody's picture. */
TEST_LOOP (test_temporal, WAYS)
{
  enum { GOES_ON, MISSING, FLUSHED, FALSE_SET, TRUE_SET, LATER, N_CASES };
  const gint way = __i__;
  g_autoptr (GstBuffer) picture = NULL;
  GstBuffer *frame, *result;
  GstSegment segment;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  begin_temporal (&info, way, 0);
  picture = temporal_picture (&info);
  h = video_test_harness (inpaint_test.element, &info);
  for (gint i = 0; i < N_CASES; i++) {
    without_hole (way);
    frame = gst_buffer_copy (picture);
    set_time (frame, 60 * i);
    gst_buffer_unref (video_test_push_and_pull (h, frame));
    frame = with_hole (&info, picture, way);
    if (i == MISSING)
      set_time (frame, 60 * i + 2);
    if (i == LATER)
      set_time (frame, 60 * i + 3);
    if (i == FLUSHED) {
      fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
      fail_unless (
          gst_harness_push_event (h, gst_event_new_flush_stop (FALSE)));
      gst_segment_init (&segment, GST_FORMAT_TIME);
      fail_unless (
          gst_harness_push_event (h, gst_event_new_segment (&segment)));
    }
    if (i == FALSE_SET)
      inpaint_test_set ("temporal", "false");
    if (i == TRUE_SET)
      inpaint_test_set ("temporal", "true");
    result = video_test_push_and_pull (h, frame);
    assert_equals_int (shows (&info, result, picture), i <= MISSING);
    gst_buffer_unref (result);
    /* the result is the next one's last frame, which knows no more of it */
    frame = with_hole (&info, picture, way);
    result = video_test_push_and_pull (h, frame);
    assert_equals_int (shows (&info, result, picture), i <= MISSING);
    gst_buffer_unref (result);
  }
}

/* With a frame behind the first one knows too; each frame has the mask that was
 * its own when it came. */
TEST_LOOP (test_temporal_future, WAYS)
{
  const gint way = __i__;
  g_autoptr (GstBuffer) picture = NULL;
  GstBuffer *result;
  GstVideoInfo info;
  GstQuery *query;
  g_autoptr (GstHarness) h = NULL;
  GstClockTime min;

  begin_temporal (&info, way, 1);
  picture = temporal_picture (&info);
  h = video_test_harness (inpaint_test.element, &info);
  query = gst_query_new_latency ();
  fail_unless (
      gst_pad_query (GST_BASE_TRANSFORM_SRC_PAD (inpaint_test.element), query));
  gst_query_parse_latency (query, NULL, &min, NULL);
  gst_query_unref (query);
  fail_unless (min > 0, "no latency");
  for (gint i = 0; i < 3; i++) {
    video_test_push (h, with_hole (&info, picture, way));
    without_hole (way);
    video_test_push (h, gst_buffer_ref (picture));
  }
  assert_equals_int (gst_harness_buffers_in_queue (h), 5);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  assert_equals_int (gst_harness_buffers_in_queue (h), 6);
  for (gint i = 0; i < 6; i++) {
    result = gst_harness_pull (h);
    fail_unless (shows (&info, result, picture), "frame %d", i);
    gst_buffer_unref (result);
  }
}

#ifndef TEST_STAGED

/* A threshold that a GstController drives: each frame has its own, and as many
 * frames behind it as ever. What is filled from space alone is as without
 * look-ahead. */
TEST_LOOP (test_controlled_future, 2)
{
  enum { N = 12, FUTURE = 2 };
  g_autoptr (GstElement) plain = video_test_element ("cudainpaint");
  GstBuffer *results[N], *result;
  GstVideoInfo info;
  GstHarness *h, *plain_h;

  begin_temporal (&info, BY_REGION, FUTURE);
  inpaint_test_set ("method", "local");
  g_object_set (inpaint_test.element, "temporal", __i__ == 1, NULL);
  g_object_set (plain, "roi-type", "lost", NULL);
  video_test_control (inpaint_test.element, "threshold-end", 0, 90);
  video_test_control (plain, "threshold-end", 0, 90);
  h = video_test_harness (inpaint_test.element, &info);
  plain_h = video_test_harness (plain, &info);
  for (gint i = 0; i < N; i++) {
    g_autoptr (GstBuffer) picture = temporal_picture (&info);
    GstBuffer *frame = with_hole (&info, picture, BY_REGION);

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 25;
    results[i] = video_test_push_and_pull (plain_h, gst_buffer_ref (frame));
    video_test_push (h, frame);
    assert_equals_int (
        gst_harness_buffers_received (h), MAX (0, i + 1 - FUTURE));
  }
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  for (gint i = 0; i < N; i++) {
    result = gst_harness_pull (h);
    if (__i__ == 0)
      video_test_compare (&info, result, results[i], "of its own threshold");
    gst_buffer_unref (result);
    gst_buffer_unref (results[i]);
  }
  gst_harness_teardown (h);
  gst_harness_teardown (plain_h);
}

#endif

/* Samples between random corners, 5 apart: a texture of 16 bits in a small part
 * of them, from column `from` on; or nothing of it within the hole. */
static GstBuffer *
texture_frame (const GstVideoInfo *info, gint from, gboolean has_hole)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, info->size, NULL);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (gint y = 0; y < info->height; y++)
    for (gint x = 0; x < info->width; x++) {
      const gint column = from + x;
      gint v = 0;

      for (gint i = 0; i < 4; i++) {
        const guint corner = (column / 5 + i % 2) * 2654435761u
                             + (y / 5 + i / 2) * 40503u * 977u;

        v += (corner >> 13 & 1023) * (i % 2 ? column % 5 : 5 - column % 5)
             * (i / 2 ? y % 5 : 5 - y % 5) / 25;
      }
      if (has_hole && x >= HOLE_LEFT && x < HOLE_LEFT + HOLE_WIDTH
          && y >= HOLE_TOP && y < HOLE_TOP + HOLE_HEIGHT)
        v = 0;
      GST_WRITE_UINT16_LE (map.data + y * info->stride[0] + 2 * x, 8000 + v);
    }
  gst_buffer_unmap (buffer, &map);
  if (has_hole)
    add_region (buffer, "lost", HOLE_LEFT, HOLE_TOP, HOLE_WIDTH, HOLE_HEIGHT);
  return buffer;
}

/* What moves is found in a small part of the format's range too. */
TEST (test_temporal_range)
{
  GstBuffer *frame, *picture, *result;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  begin_temporal (&info, BY_REGION, 0);
  info = video_test_progressive ("GRAY16_LE", 96, 80);
  h = video_test_harness (inpaint_test.element, &info);
  for (gint i = 0; i < 6; i++) {
    picture = texture_frame (&info, 3 * i, FALSE);
    frame = texture_frame (&info, 3 * i, i >= 2);
    result = video_test_push_and_pull (h, frame);
    video_test_expect (&info, result, picture, "a texture that moves");
  }
}

#ifdef TEST_STAGED
/* How often filters are made, and told of holes. */
TEST_LOOP (test_work, 2)
{
  g_auto (InpaintMask) mask = inpaint_mask_random (32, 24),
                       other = inpaint_mask_random (32, 24);
  gboolean track = __i__;
  g_autoptr (GstHarness) h = NULL;
  guint filters = track ? 1 : 4, i;
  GstVideoInfo info = video_test_progressive ("I420", 32, 24);

  inpaint_test_set ("method", "local");
  inpaint_test_set ("track", track ? "true" : "false");
  inpaint_test_set_mask (&mask);
  h = video_test_harness (inpaint_test.element, &info);
  for (i = 0; i < 24; i++) {
    if (i == 12)
      inpaint_test_set_mask (&other);
    gst_buffer_unref (
        video_test_push_and_pull (h, video_test_frame (noise, &info)));
    if (i == 11) {
      assert_equals_int (fake_cuda.prepared, filters);
      assert_equals_int (fake_cuda.holes, filters);
    }
  }
  /* another mask takes no other filter */
  assert_equals_int (fake_cuda.prepared, filters);
  assert_equals_int (fake_cuda.holes, 2 * filters);
}
#endif

TEST_MAIN (gst_check_init, inpaint_test_setup, inpaint_test_teardown)
