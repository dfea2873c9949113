/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters of regions of interest: within them what the filter's definition
 * makes of the whole frame, elsewhere the frame. */
#include <string.h>

#include "inpainttest.h"
#include "naivefilter.h"
#include "videotest.h"

static const gint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 5, 3 }, { 37, 23 },
  { 33, 9 }, { 95, 40 } };

static const InpaintScan progressive = { 0 };

static void
add_meta (
    GstBuffer *frame, const gchar *type, guint x, guint y, guint w, guint h)
{
  gst_buffer_add_video_region_of_interest_meta (frame, type, x, y, w, h);
}

/* A region on the frame, and its pixels in the mask. */
static void
add_region (
    GstBuffer *frame, InpaintMask *mask, guint x, guint y, guint w, guint h)
{
  add_meta (frame, "face", x, y, w, h);
  if (x < (guint)mask->width && y < (guint)mask->height)
    inpaint_mask_add (mask, x, y, MIN (w, (guint)mask->width - x),
        MIN (h, (guint)mask->height - y));
}

/* Regions anywhere, also beyond the frame, and of another type. */
static void
add_random_regions (GstBuffer *frame, InpaintMask *mask)
{
  const gint width = mask->width, height = mask->height;
  gint i, n = g_rand_int_range (noise, 0, 4);

  for (i = 0; i < n; i++)
    add_region (frame, mask, g_rand_int_range (noise, 0, width + 2),
        g_rand_int_range (noise, 0, height + 2),
        g_rand_int_range (noise, 0, 3) ? g_rand_int_range (noise, 1, 24)
                                       : g_rand_int_range (noise, 0, width + 9),
        g_rand_int_range (noise, 1, 16));
  add_meta (frame, "plate", g_rand_int_range (noise, 0, width), 0, 5, 5);
  if (i == 2)
    add_region (frame, mask, width - 1, height - 1, G_MAXUINT, G_MAXUINT);
}

static GstBuffer *
expect (const NaiveFilter *filter, const GstVideoInfo *info, GstBuffer *frame,
    const InpaintMask *mask, const InpaintScan *scan)
{
  GstBuffer *whole = naive_filter_filter (
      filter, info, gst_buffer_ref (frame), scan->by_field);
  GstBuffer *expected = gst_buffer_copy_deep (frame);

  inpaint_test_take (info, expected, whole, mask, scan);
  gst_buffer_unref (whole);
  return expected;
}

/* Takes the frame. */
static void
check_frame (GstHarness *h, const NaiveFilter *filter, const GstVideoInfo *info,
    GstBuffer *frame, const InpaintMask *mask, const InpaintScan *scan)
{
  g_autoptr (GstBuffer) expected = expect (filter, info, frame, mask, scan);
  const guint n =
      gst_buffer_get_n_meta (frame, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE);
  g_autofree gchar *settings = naive_filter_describe (filter);
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);

  video_test_compare (info, result, expected, settings);
  fail_unless_equals_int (gst_buffer_get_n_meta (result,
                              GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE),
      n);
}

static void
set_field (GstBuffer *frame, const InpaintScan *scan)
{
  if (scan->alternate)
    GST_BUFFER_FLAG_SET (frame, scan->field ? GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD
                                            : GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
}

/* Tests for all formats of the first kind, then for all of the next. */
static void
check_scan (gint index, const gchar *interlace_mode)
{
  const NaiveKind kind = index / video_test_n_formats ();
  const gchar *format = video_test_formats[index % video_test_n_formats ()];
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (kind));
  g_autoptr (GstHarness) h = NULL;

  g_object_set (element, "roi-type", "face", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    const gint *size = sizes[i];
    InpaintScan scan = {
      .by_field = g_str_equal (interlace_mode, "interleaved"),
      .alternate = g_str_equal (interlace_mode, "alternate"),
      .field = (i + index) % 2,
    };
    g_auto (InpaintMask) mask = inpaint_mask_new (size[0], size[1]);
    NaiveFilter filter;
    GstVideoInfo info;
    GstBuffer *frame;

    /* small windows leave regions apart */
    naive_filter_init (&filter, kind, index + i);
    if (i % 3)
      filter.median.size = filter.epsilon.size = 3;
    naive_filter_apply (&filter, G_OBJECT (element));
    video_test_info (&info, format, size[0], size[1], interlace_mode);
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    frame = video_test_frame (noise, &info);
    set_field (frame, &scan);
    add_random_regions (frame, &mask);
    check_frame (h, &filter, &info, frame, &mask, &scan);
  }
}

TEST_LOOP (test_progressive, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_scan (__i__, "progressive");
}

TEST_LOOP (test_interleaved, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_scan (__i__, "interleaved");
}

TEST_LOOP (test_alternate, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_scan (__i__, "alternate");
}

/* One frame of a kind of regions after the other, and the type changes. */
TEST_LOOP (test_frames, NAIVE_N_KINDS)
{
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (__i__));
  InpaintMask none = inpaint_mask_new (200, 120),
              all = inpaint_mask_new (200, 120), mask;
  NaiveFilter filter;
  GstBuffer *frame;
  g_autoptr (GstHarness) h = NULL;
  gchar *type;
  GstVideoInfo info = video_test_progressive ("NV12", 200, 120);

  inpaint_mask_add (&all, 0, 0, 200, 120);
  naive_filter_init (&filter, __i__, 3);
  filter.median.size = 5;
  filter.median.iterations = 2;
  naive_filter_apply (&filter, G_OBJECT (element));
  h = video_test_harness (element, &info);

  /* not set: the whole */
  frame = video_test_frame (noise, &info);
  add_meta (frame, "face", 3, 3, 20, 20);
  check_frame (h, &filter, &info, frame, &all, &progressive);

  g_object_set (element, "roi-type", "face", NULL);
  for (gint i = 0; i < 12; i++) { /* on all streams, again and again */
    frame = video_test_frame (noise, &info);
    mask = inpaint_mask_new (200, 120);
    add_region (frame, &mask, 10 * i, 4 * i, 30, 20);         /* moves */
    add_region (frame, &mask, 10 * i + 11, 4 * i + 3, 30, 9); /* over it */
    if (i % 3 == 1) /* more than half */
      add_region (frame, &mask, 0, 10, 190, 100);
    if (i % 3 == 2) /* outside, and without a pixel */
      add_region (frame, &mask, G_MAXUINT, G_MAXUINT, G_MAXUINT, G_MAXUINT);
    if (i % 3 == 2)
      add_region (frame, &mask, 5, 5, 0, 9);
    check_frame (h, &filter, &info, frame, &mask, &progressive);
    inpaint_mask_free (&mask);
  }

  /* none on this one */
  frame = video_test_frame (noise, &info);
  check_frame (h, &filter, &info, frame, &none, &progressive);
  frame = video_test_frame (noise, &info);
  add_meta (frame, "plate", 3, 3, 20, 20);
  check_frame (h, &filter, &info, frame, &none, &progressive);

  /* many */
  frame = video_test_frame (noise, &info);
  mask = inpaint_mask_new (200, 120);
  for (gint i = 0; i < 100; i++)
    add_region (frame, &mask, 19 * i % 200, 7 * i % 120, 2, 3);
  check_frame (h, &filter, &info, frame, &mask, &progressive);

  /* every type */
  g_object_set (element, "roi-type", "all", NULL);
  frame = video_test_frame (noise, &info);
  memset (mask.pixels, 0, 200 * 120);
  add_region (frame, &mask, 100, 100, 10, 10);
  add_meta (frame, "plate", 3, 3, 20, 20);
  inpaint_mask_add (&mask, 3, 3, 20, 20);
  check_frame (h, &filter, &info, frame, &mask, &progressive);
  inpaint_mask_free (&mask);

  /* an empty text is no type */
  g_object_set (element, "roi-type", "", NULL);
  g_object_get (element, "roi-type", &type, NULL);
  fail_unless (type == NULL);
  frame = video_test_frame (noise, &info);
  add_meta (frame, "face", 3, 3, 20, 20);
  check_frame (h, &filter, &info, frame, &all, &progressive);

  inpaint_mask_free (&all);
  inpaint_mask_free (&none);
}

/* Planes that are not filtered, and alpha and padding, stay in regions too. */
TEST_LOOP (test_planes, 4)
{
  static const gchar *const formats[] = { "I420", "YUY2", "RGBA", "RGBx" };
  static const gchar *const planes[] = { "luma", "chroma", "alpha" };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstHarness) h = NULL;

  g_object_set (element, "roi-type", "all", "size", 3, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++) {
    GstBuffer *frame, *whole, *result;
    GstVideoFrame f, w, r;
    GstVideoInfo info = video_test_progressive (formats[__i__], 61, 44);

    gst_util_set_object_arg (G_OBJECT (element), "planes", planes[i]);
    if (!h)
      h = video_test_harness (element, &info);
    frame = video_test_frame (noise, &info);
    add_meta (frame, "face", 20, 12, 8, 6);
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    g_object_set (element, "roi-type", NULL, NULL);
    whole = video_test_push_and_pull (h, gst_buffer_ref (frame));
    g_object_set (element, "roi-type", "all", NULL);

    /* each byte is the frame's or the whole result's, and far from the region
     * the frame's */
    fail_unless (gst_video_frame_map (&f, &info, frame, GST_MAP_READ));
    fail_unless (gst_video_frame_map (&w, &info, whole, GST_MAP_READ));
    fail_unless (gst_video_frame_map (&r, &info, result, GST_MAP_READ));
    for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (&info); p++)
      for (guint row = 0; row < video_test_rows (&info, p); row++)
        for (guint x = 0; x < video_test_row_bytes (&info, p); x++) {
          const gsize at =
              row * (gsize)GST_VIDEO_FRAME_PLANE_STRIDE (&f, p) + x;
          const guint8 was = ((guint8 *)f.data[p])[at];
          const guint8 is = ((guint8
                  *)r.data[p])[row * (gsize)GST_VIDEO_FRAME_PLANE_STRIDE (&r, p)
                               + x];
          const guint8 would = ((guint8
                  *)w.data[p])[row * (gsize)GST_VIDEO_FRAME_PLANE_STRIDE (&w, p)
                               + x];

          fail_unless (is == was || is == would,
              "%s, planes %s: plane %u, %u,%u", formats[__i__], planes[i], p, x,
              row);
          fail_unless (is == was || (row >= 6 && row < 18));
        }
    gst_video_frame_unmap (&r);
    gst_video_frame_unmap (&w);
    gst_video_frame_unmap (&f);
    gst_buffer_unref (whole);
    gst_buffer_unref (result);
    gst_buffer_unref (frame);
  }
}

/* Results of one element are the next one's frames, in the device's memory. */
TEST (test_chain)
{
  static const gchar *const names[] = { "cudamedian", "cudaconvolve",
    "cudaepsilon" };
  g_autoptr (GstElement) bin = gst_bin_new (NULL);
  GstElement *last = NULL;
  NaiveFilter filters[G_N_ELEMENTS (names)];
  g_autoptr (GstHarness) h = NULL;
  GstPad *pad;
  GstVideoInfo info = video_test_progressive ("P010_10LE", 161, 90);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    GstElement *element = video_test_element (names[i]);

    naive_filter_init (&filters[i], i, 1);
    filters[i].median.size = filters[i].epsilon.size = 3;
    naive_filter_apply (&filters[i], G_OBJECT (element));
    g_object_set (element, "roi-type", "face", NULL);
    gst_bin_add (GST_BIN (bin), element);
    pad = gst_element_get_static_pad (element, "sink");
    if (last)
      gst_element_link (last, element);
    else
      gst_element_add_pad (bin, gst_ghost_pad_new ("sink", pad));
    gst_object_unref (pad);
    last = element;
  }
  pad = gst_element_get_static_pad (last, "src");
  gst_element_add_pad (bin, gst_ghost_pad_new ("src", pad));
  gst_object_unref (pad);

  h = video_test_harness (bin, &info);
  for (guint k = 0; k < 12; k++) {
    GstBuffer *frame = video_test_frame (noise, &info), *expected, *result;
    g_auto (InpaintMask) mask = inpaint_mask_new (161, 90);

    add_random_regions (frame, &mask);
    expected = gst_buffer_ref (frame);
    for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
      GstBuffer *next =
          expect (&filters[i], &info, expected, &mask, &progressive);

      gst_buffer_unref (expected);
      expected = next;
    }
    result = video_test_push_and_pull (h, frame);
    video_test_expect (&info, result, expected, "chain");
  }
}

/* Of noise reduction, whose history is of whole frames: what another element
 * without regions makes of the same frames. */
static GstHarness *
denoise_harness (const GstVideoInfo *info, const gchar *method, gint future,
    const gchar *type)
{
  GstElement *element = video_test_element ("cudadenoise");
  GstHarness *h;

  gst_util_set_object_arg (G_OBJECT (element), "method", method);
  g_object_set (element, "future", future, "roi-type", type, NULL);
  h = video_test_harness (element, info);
  gst_object_unref (element);
  return h;
}

#define N_DENOISED 10

static void
check_denoise (const gchar *method, gint future, const gchar *interlace_mode)
{
  const InpaintScan scan = { .by_field =
                                 g_str_equal (interlace_mode, "interleaved") };
  GstBuffer *frames[N_DENOISED];
  InpaintMask masks[N_DENOISED];
  g_autoptr (GstHarness) whole = NULL, regions = NULL;
  GstVideoInfo info;
  guint changed = 0;

  video_test_info (&info, "I420", 71, 46, interlace_mode);
  whole = denoise_harness (&info, method, future, NULL);
  regions = denoise_harness (&info, method, future, "face");
  for (gint i = 0; i < N_DENOISED; i++) {
    frames[i] = video_test_frame (noise, &info);
    masks[i] = inpaint_mask_new (71, 46);
    if (i == 6) /* from the next one on that comes */
      g_object_set (regions->element, "roi-type", NULL, NULL);
    if (i == 8)
      g_object_set (regions->element, "roi-type", "all", NULL);
    if (i != 3 && i != 6 && i != 7)
      add_region (frames[i], &masks[i], 7 * i, 3 * i, 25, 17);
    if (i == 4)
      add_region (frames[i], &masks[i], 3, 2, 60, 40);
    if (i == 6 || i == 7)
      inpaint_mask_add (&masks[i], 0, 0, 71, 46);
    fail_unless_equals_int (
        gst_harness_push (whole, gst_buffer_ref (frames[i])), GST_FLOW_OK);
    fail_unless_equals_int (
        gst_harness_push (regions, gst_buffer_ref (frames[i])), GST_FLOW_OK);
    /* so that no frame waits while the type changes */
    if (i == 5 || i == 7) {
      gst_harness_push_event (
          whole, gst_event_new_gap (i * GST_SECOND, GST_CLOCK_TIME_NONE));
      gst_harness_push_event (
          regions, gst_event_new_gap (i * GST_SECOND, GST_CLOCK_TIME_NONE));
    }
  }
  gst_harness_push_event (whole, gst_event_new_eos ());
  gst_harness_push_event (regions, gst_event_new_eos ());
  for (gint i = 0; i < N_DENOISED; i++) {
    g_autoptr (GstBuffer) all = gst_harness_pull (whole);
    GstBuffer *result = gst_harness_pull (regions);
    GstBuffer *expected = gst_buffer_copy_deep (frames[i]);

    changed += inpaint_test_take (&info, expected, all, &masks[i], &scan);
    video_test_expect (&info, result, expected, method);
    gst_buffer_unref (frames[i]);
    inpaint_mask_free (&masks[i]);
  }
  fail_unless (changed > 0, "%s takes nothing away", method);
}

TEST_LOOP (test_denoise, 4)
{
  static const gchar *const methods[] = { "recursive", "average", "median",
    "compensated" };

  check_denoise (methods[__i__], 0, "progressive");
  check_denoise (methods[__i__], 0, "interleaved");
  check_denoise (methods[__i__], 2, "progressive");
}

/* With frames kept, the type counts for those that come after it is set: those
 * without their memory are filtered whole. */
TEST (test_denoise_late_type)
{
  GstBuffer *frames[6];
  g_autoptr (GstHarness) whole = NULL, regions = NULL;
  g_auto (InpaintMask) mask = inpaint_mask_new (40, 30);
  GstVideoInfo info = video_test_progressive ("GRAY8", 40, 30);

  whole = denoise_harness (&info, "average", 2, NULL);
  regions = denoise_harness (&info, "average", 2, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    frames[i] = video_test_frame (noise, &info);
    add_region (frames[i], &mask, 4, 5, 9, 8);
    fail_unless_equals_int (
        gst_harness_push (whole, gst_buffer_ref (frames[i])), GST_FLOW_OK);
    fail_unless_equals_int (
        gst_harness_push (regions, gst_buffer_ref (frames[i])), GST_FLOW_OK);
    if (i == 2)
      g_object_set (regions->element, "roi-type", "face", NULL);
  }
  gst_harness_push_event (whole, gst_event_new_eos ());
  gst_harness_push_event (regions, gst_event_new_eos ());
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    g_autoptr (GstBuffer) all = gst_harness_pull (whole);
    GstBuffer *result = gst_harness_pull (regions);
    GstBuffer *expected =
        i <= 2 ? gst_buffer_ref (all) : gst_buffer_copy_deep (frames[i]);

    if (i > 2)
      inpaint_test_take (&info, expected, all, &mask, &progressive);
    video_test_expect (&info, result, expected, i > 2 ? "regions" : "whole");
    gst_buffer_unref (frames[i]);
  }
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
