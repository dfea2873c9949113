/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements on every format, odd sizes and interlaced pictures, against the
 * definitions of their filters. */
#include "elements.h"
#include "mattetest.h"
#include "naivefilter.h"
#include "videotest.h"

static const gint sizes[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 2 },
  { 2, 5 }, { 7, 5 }, { 17, 13 }, { 33, 9 }, { 40, 31 } };

static const gchar *const borders[] = { "replicate", "mirror", "constant" };

/* Tests that are the same for each element run for all formats of the first,
 * then for all of the next. */
static NaiveKind
kind_of (gint i)
{
  return i / video_test_n_formats ();
}

static const gchar *
format_of (gint i)
{
  return video_test_formats[i % video_test_n_formats ()];
}

/* One frame through the element, and what should come out. */
static void
check_filter (GstHarness *h, const NaiveFilter *filter,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field)
{
  g_autoptr (GstBuffer) expected =
      naive_filter_filter (filter, info, frame, by_field);
  g_autofree gchar *settings = naive_filter_describe (filter), *what = NULL;
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);

  what = g_strdup_printf ("%s%s", settings, by_field ? ", by field" : "");
  video_test_compare (info, result, expected, what);
}

static void
check_median (GstHarness *h, const NaiveMedian *median,
    const GstVideoInfo *info, GstBuffer *frame, gboolean by_field)
{
  NaiveFilter filter = { .kind = NAIVE_MEDIAN, .median = *median };

  check_filter (h, &filter, info, frame, by_field);
}

static void
check_sizes (gint index, const gchar *interlace_mode, gboolean by_field)
{
  NaiveKind kind = kind_of (index);
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (kind));
  g_autoptr (GstHarness) h = NULL;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    NaiveFilter filter;
    GstVideoInfo info;

    naive_filter_init (&filter, kind, i);
    naive_filter_apply (&filter, G_OBJECT (element));
    video_test_info (
        &info, format_of (index), sizes[i][0], sizes[i][1], interlace_mode);
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    check_filter (h, &filter, &info, video_test_frame (noise, &info), by_field);
  }
}

TEST_LOOP (test_progressive, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_sizes (__i__, "progressive", FALSE);
}

TEST_LOOP (test_interleaved, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_sizes (__i__, "interleaved", TRUE);
}

TEST_LOOP (test_alternate, NAIVE_N_KINDS *video_test_n_formats ())
{
  check_sizes (__i__, "alternate", FALSE);
}

/* Each buffer says whether it is two fields. */
TEST_LOOP (test_mixed, NAIVE_N_KINDS *video_test_n_formats ())
{
  NaiveKind kind = kind_of (__i__);
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (kind));
  NaiveFilter filter;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;
  guint i;

  video_test_info (&info, format_of (__i__), 21, 11, "mixed");
  naive_filter_init (&filter, kind, 0);
  naive_filter_apply (&filter, G_OBJECT (element));
  h = video_test_harness (element, &info);
  for (i = 0; i < 6; i++) {
    GstBuffer *frame = video_test_frame (noise, &info);
    gboolean by_field = i % 3 == 1;

    if (by_field)
      GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_INTERLACED);
    check_filter (h, &filter, &info, frame, by_field);
  }
}

/* Every size with every border, once and several times. */
TEST_LOOP (test_parameters, 7)
{
  static const gchar *const formats[] = { "GRAY8", "P010_10LE", "BGRx" };
  guint f, b, i;

  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    GstElement *element = video_test_element ("cudamedian");
    GstVideoInfo info;
    GstHarness *h;

    video_test_info (&info, formats[f], 19, 14, "progressive");
    h = video_test_harness (element, &info);
    for (b = 0; b < G_N_ELEMENTS (borders); b++) {
      for (i = 1; i <= 16; i = i < 3 ? i + 1 : 16 * i / 3) {
        NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

        median.size = 3 + 2 * __i__;
        median.border = borders[b];
        median.border_value = 200;
        median.iterations = i;
        naive_median_apply (&median, G_OBJECT (element));
        check_median (
            h, &median, &info, video_test_frame (noise, &info), FALSE);
      }
    }
    gst_harness_teardown (h);
    gst_object_unref (element);
  }
}

/* Rectangles and squares, many of them larger than the picture or than one of
 * its planes. */
static const gint windows[][2] = { { 3, 5 }, { 5, 3 }, { 7, 15 }, { 15, 7 },
  { 17, 17 }, { 3, 101 }, { 101, 3 }, { 31, 0 }, { 33, 51 }, { 101, 0 } };

/* Each window with every border and percentile on a picture, and with some on
 * one of few samples. */
TEST_LOOP (test_windows, G_N_ELEMENTS (windows))
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "P010_10LE",
    "BGRx", "I420" };
  static const gint pictures[][2] = { { 12, 7 }, { 1, 1 }, { 2, 3 } };
  static const gint percentiles[] = { 0, 100, 50, 1, 25, 75, 99 };
  guint f, p, i, n = __i__;

  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    GstElement *element = video_test_element ("cudamedian");
    GstHarness *h = NULL;

    for (p = 0; p < G_N_ELEMENTS (pictures); p++) {
      GstVideoInfo info;

      video_test_info (
          &info, formats[f], pictures[p][0], pictures[p][1], "progressive");
      if (h)
        gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
      else
        h = video_test_harness (element, &info);
      for (i = 0; i < 2; i++, n++) {
        NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

        median.size = windows[__i__][0];
        median.size_y = windows[__i__][1];
        median.percentile = percentiles[n % G_N_ELEMENTS (percentiles)];
        median.border = borders[n % G_N_ELEMENTS (borders)];
        median.border_value = 37 * n % 256;
        naive_median_apply (&median, G_OBJECT (element));
        check_median (
            h, &median, &info, video_test_frame (noise, &info), FALSE);
      }
    }
    gst_harness_teardown (h);
    gst_object_unref (element);
  }
}

/* Every percentile, by field, of a window that the rank is not a round number
 * for. */
TEST (test_percentiles)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;

  video_test_info (&info, "I420_10LE", 9, 7, "interleaved");
  h = video_test_harness (element, &info);
  median.size = 7;
  median.size_y = 5;
  for (median.percentile = 0; median.percentile <= 100; median.percentile++) {
    naive_median_apply (&median, G_OBJECT (element));
    check_median (h, &median, &info, video_test_frame (noise, &info), TRUE);
  }
}

/* What is not filtered, padding included, comes out as it went in. */
TEST_LOOP (test_planes, NAIVE_N_KINDS *video_test_n_formats ())
{
  static const gchar *const planes[] = { "luma", "chroma", "alpha",
    "luma+chroma", "luma+alpha", "chroma+alpha", "luma+chroma+alpha" };
  NaiveKind kind = kind_of (__i__);
  g_autoptr (GstElement) element =
      video_test_element (naive_filter_element (kind));
  GstVideoInfo info;
  g_autoptr (GstHarness) h = NULL;
  guint i;

  video_test_info (&info, format_of (__i__), 13, 7, "progressive");
  h = video_test_harness (element, &info);
  for (i = 0; i < G_N_ELEMENTS (planes); i++) {
    NaiveFilter filter;

    naive_filter_init (&filter, kind, 3 * i);
    naive_filter_set_planes (&filter, planes[i]);
    naive_filter_apply (&filter, G_OBJECT (element));
    check_filter (h, &filter, &info, video_test_frame (noise, &info), FALSE);
  }
}

/* The templates have these formats and no other. */
TEST_LOOP (test_template, elements_n ())
{
  g_autoptr (GstElement) element = video_test_element (elements_all ()[__i__]);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "sink");
  g_autoptr (GstCaps) caps = gst_pad_get_pad_template_caps (pad);
  const GValue *formats =
      gst_structure_get_value (gst_caps_get_structure (caps, 0), "format");
  guint i, k;

  assert_equals_int (
      gst_value_list_get_size (formats), video_test_n_formats ());
  for (i = 0; i < video_test_n_formats (); i++) {
    for (k = 0; k < gst_value_list_get_size (formats); k++) {
      if (g_str_equal (video_test_formats[i],
              g_value_get_string (gst_value_list_get_value (formats, k))))
        break;
    }
    fail_unless (
        k < gst_value_list_get_size (formats), "no %s", video_test_formats[i]);
  }
}

/* What caps can say of a buffer's pictures, and whether it is one that can be
 * filtered; NULL: they say nothing. */
static const struct {
  const gchar *name;
  gboolean taken;
} scans[] = { { NULL, TRUE }, { "progressive", TRUE }, { "interleaved", TRUE },
  { "mixed", TRUE }, { "fields", FALSE }, { "alternate", FALSE },
  { "something-else", FALSE } },
  views[] = { { NULL, TRUE }, { "mono", TRUE }, { "left", TRUE },
    { "right", TRUE }, { "side-by-side", TRUE },
    { "side-by-side-quincunx", TRUE }, { "top-bottom", TRUE },
    { "frame-by-frame", TRUE }, { "multiview-frame-by-frame", TRUE },
    { "column-interleaved", FALSE }, { "row-interleaved", FALSE },
    { "checkerboard", FALSE }, { "separated", FALSE },
    { "something-else", FALSE } };

/* Caps that say so, for one frame format or, with `interlaced`, for fields in
 * buffers of their own. */
static GstCaps *
pictures_caps (const gchar *scan, const gchar *view, gboolean interlaced)
{
  GstCaps *caps = gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      "GRAY8", "width", G_TYPE_INT, 16, "height", G_TYPE_INT, 8, "framerate",
      GST_TYPE_FRACTION, 25, 1, NULL);

  if (scan)
    gst_caps_set_simple (caps, "interlace-mode", G_TYPE_STRING, scan, NULL);
  if (view)
    gst_caps_set_simple (caps, "multiview-mode", G_TYPE_STRING, view, NULL);
  if (interlaced)
    gst_caps_set_features_simple (
        caps, gst_caps_features_new (GST_CAPS_FEATURE_FORMAT_INTERLACED, NULL));
  return caps;
}

static void
check_pictures (const gchar *name, GstCaps *caps, gboolean taken)
{
  g_autoptr (GstElement) element = video_test_element (name);
  g_autoptr (GstHarness) h =
      gst_harness_new_with_element (element, "sink", "src");
  g_autofree gchar *what = gst_caps_to_string (caps);
  GstCaps *promised, *agreed;
  GstSegment segment;
  guint i;

  for (i = 0; i < 2; i++) {
    GstPad *pad = gst_element_get_static_pad (element, i ? "src" : "sink");

    promised = gst_pad_query_caps (pad, caps);
    fail_unless (gst_caps_is_empty (promised) != taken, what);
    gst_caps_unref (promised);
    fail_unless (gst_pad_query_accept_caps (pad, caps) == taken, what);
    gst_object_unref (pad);
  }

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_harness_push_event (h, gst_event_new_stream_start ("test"));
  gst_harness_push_event (h, gst_event_new_caps (caps));
  gst_harness_push_event (h, gst_event_new_segment (&segment));
  assert_equals_int (
      gst_harness_push (h, gst_buffer_new_allocate (NULL, 16 * 8, NULL)),
      taken ? GST_FLOW_OK : GST_FLOW_NOT_NEGOTIATED);
  if (taken) {
    agreed = gst_pad_get_current_caps (h->sinkpad);
    fail_unless (gst_caps_is_equal (agreed, caps), what);
    gst_caps_unref (agreed);
  }
}

/* Queries promise the modes that set_caps() takes, and no other; caps go out as
 * they came. */
TEST_LOOP (test_pictures, elements_n ())
{
  GstCaps *caps;
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (scans); i++)
    for (k = 0; k < G_N_ELEMENTS (views); k++) {
      caps = pictures_caps (scans[i].name, views[k].name, FALSE);
      check_pictures (
          elements_all ()[__i__], caps, scans[i].taken && views[k].taken);
      gst_caps_unref (caps);
    }
  for (k = 0; k < G_N_ELEMENTS (views); k++) {
    caps = pictures_caps ("alternate", views[k].name, TRUE);
    check_pictures (elements_all ()[__i__], caps, views[k].taken);
    gst_caps_unref (caps);
  }
}

/* cudamask has no part in what frames are: their memory and their caps. */
static void
check_passes (GstHarness *h, GstPad *mattes, GstBuffer *matte, GstCaps *caps)
{
  g_autofree gchar *what = gst_caps_to_string (caps);
  GstBuffer *frame = gst_buffer_new_allocate (NULL, 16 * 8, NULL), *result;
  GstMemory *memory = gst_buffer_peek_memory (frame, 0);
  GstPad *sink = GST_PAD_PEER (h->srcpad);
  GstCaps *agreed;

  fail_unless (gst_pad_query_accept_caps (sink, caps), "%s", what);
  gst_harness_set_src_caps (h, gst_caps_ref (caps));
  fail_unless_equals_int (
      gst_pad_push (mattes, gst_buffer_ref (matte)), GST_FLOW_OK);
  result = matte_test_attach (h, frame);
  fail_unless (gst_buffer_peek_memory (result, 0) == memory, "%s", what);
  agreed = gst_pad_get_current_caps (h->sinkpad);
  fail_unless (gst_caps_is_equal (agreed, caps), "%s", what);
  gst_caps_unref (agreed);
  gst_buffer_unref (result);
}

TEST (test_mask)
{
  g_autoptr (GstElement) element = matte_test_element ();
  g_autoptr (GstHarness) h =
      gst_harness_new_with_element (element, "sink", "src");
  GstVideoInfo info;
  GstBuffer *matte;
  GstPad *mattes;
  GstCaps *caps;
  guint i, k;

  video_test_info (&info, "GRAY8", 16, 8, "progressive");
  mattes = matte_test_link (element, &info);
  matte = video_test_frame (noise, &info);
  for (i = 0; i < video_test_n_formats (); i++) {
    video_test_info (&info, video_test_formats[i], 16, 8, "progressive");
    caps = gst_video_info_to_caps (&info);
    check_passes (h, mattes, matte, caps);
    gst_caps_unref (caps);
  }
  for (i = 0; i < G_N_ELEMENTS (scans); i++)
    for (k = 0; k < G_N_ELEMENTS (views); k++) {
      caps = pictures_caps (scans[i].name, views[k].name, FALSE);
      check_passes (h, mattes, matte, caps);
      gst_caps_unref (caps);
    }
  gst_buffer_unref (matte);
  matte_test_unlink (mattes);
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
