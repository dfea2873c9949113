/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What comes of caps in front of the elements: which are taken as they are, and
 * what videoconvert makes of others. */
#include "elements.h"
#include "videotest.h"

/* What sources say besides format and size, or not. */
static const struct {
  const gchar *features, *fields;
} extras[] = { { "", "" }, { "", ",framerate=25/1" },
  { "", ",framerate=25/1,interlace-mode=progressive,multiview-mode=mono,"
        "pixel-aspect-ratio=1/1" },
  { "", ",framerate=25/1,interlace-mode=interleaved,"
        "field-order=top-field-first" },
  { "", ",framerate=0/1,interlace-mode=mixed,colorimetry=bt709" },
  { "(format:Interlaced)", ",framerate=25/1,interlace-mode=alternate" } };

static GstCaps *
make_caps (const gchar *format, guint extra)
{
  g_autofree gchar *text =
      g_strdup_printf ("video/x-raw%s,format=%s,width=64,height=48%s",
          extras[extra].features, format, extras[extra].fields);

  return gst_caps_from_string (text);
}

/* Templates have no field that such caps lack. */
TEST_LOOP (test_plain_caps, elements_n ())
{
  static const gchar *const pads[] = { "sink", "src" };
  g_autoptr (GstElement) element = video_test_element (elements_all ()[__i__]);

  for (guint p = 0; p < G_N_ELEMENTS (pads); p++) {
    g_autoptr (GstPad) pad = gst_element_get_static_pad (element, pads[p]);
    g_autoptr (GstCaps) template = gst_pad_get_pad_template_caps (pad);

    for (guint f = 0; f < video_test_n_formats (); f++)
      for (guint i = 0; i < G_N_ELEMENTS (extras); i++) {
        g_autoptr (GstCaps) caps = make_caps (video_test_formats[f], i);
        g_autofree gchar *text = gst_caps_to_string (caps);

        fail_unless (gst_caps_is_subset (caps, template), "%s", text);
        fail_unless (gst_pad_query_accept_caps (pad, caps), "%s", text);
      }
  }
}

/* Nor has that of mattes. */
TEST (test_plain_mattes)
{
  g_autoptr (GstElement) element = video_test_element ("cudamask");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "mask");
  g_autoptr (GstCaps) template = gst_pad_get_pad_template_caps (pad);
  g_autoptr (GstCaps) caps = make_caps ("GRAY8", 0);

  fail_unless (gst_caps_is_subset (caps, template));
}

/* videoconvert in front of an element. */
typedef struct {
  GstElement *element;
  GstHarness *h;
  GstPad *between; /* the element's */
} Pair;

static void
pair_init (Pair *pair, const gchar *name)
{
  GstElement *convert = gst_element_factory_make ("videoconvert", NULL);
  g_autoptr (GstElement) bin = gst_bin_new (NULL);
  g_autoptr (GstPad) sink = NULL, src = NULL;

  fail_unless (convert != NULL, "GStreamer's videoconvert is missing");
  pair->element = video_test_element (name);
  if (g_str_equal (name, "cudainpaint")) /* to have a frame to repair */
    gst_util_set_object_arg (G_OBJECT (pair->element), "roi-type", "any");
  gst_bin_add_many (GST_BIN (bin), convert, pair->element, NULL);
  fail_unless (gst_element_link (convert, pair->element));
  sink = gst_element_get_static_pad (convert, "sink");
  src = gst_element_get_static_pad (pair->element, "src");
  gst_element_add_pad (bin, gst_ghost_pad_new ("sink", sink));
  gst_element_add_pad (bin, gst_ghost_pad_new ("src", src));
  pair->between = gst_element_get_static_pad (pair->element, "sink");
  pair->h = gst_harness_new_with_element (bin, "sink", "src");
}

static void
pair_clear (Pair *pair)
{
  gst_object_unref (pair->between);
  gst_harness_teardown (pair->h);
}

/* The format that the element gets, NULL where there is none. */
static const GstVideoFormatInfo *
find_picked (Pair *pair, GstCaps *caps)
{
  GstVideoInfo info;

  gst_harness_set_src_caps (pair->h, gst_caps_ref (caps));
  g_autoptr (GstCaps) picked = gst_pad_get_current_caps (pair->between);

  return picked && gst_video_info_from_caps (&info, picked) ? info.finfo : NULL;
}

static guint
depth_of (const GstVideoFormatInfo *format)
{
  guint c, depth = 0;

  for (c = 0; c < format->n_components; c++)
    depth = MAX (depth, format->depth[c]);
  return depth;
}

static gboolean
is_gray (const GstVideoFormatInfo *format)
{
  return GST_VIDEO_FORMAT_INFO_IS_GRAY (format);
}

/* Also where GStreamer does not flag it: of AV12, Y410 and Y412. */
static gboolean
has_alpha (const GstVideoFormatInfo *format)
{
  return GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format) > GST_VIDEO_COMP_A;
}

static gboolean
keeps_colour (const GstVideoFormatInfo *from, const GstVideoFormatInfo *to)
{
  if ((GST_VIDEO_FORMAT_INFO_IS_YUV (from)
          && !GST_VIDEO_FORMAT_INFO_IS_YUV (to))
      || (GST_VIDEO_FORMAT_INFO_IS_RGB (from)
          && !GST_VIDEO_FORMAT_INFO_IS_RGB (to)))
    return FALSE;
  return is_gray (from)
         || (!is_gray (to) && to->w_sub[1] <= from->w_sub[1]
             && to->h_sub[1] <= from->h_sub[1]);
}

/* Nothing of such pictures is lost. */
static gboolean
keeps (const GstVideoFormatInfo *from, const GstVideoFormatInfo *to)
{
  return keeps_colour (from, to) && depth_of (to) >= depth_of (from)
         && (has_alpha (to) || !GST_VIDEO_FORMAT_INFO_HAS_ALPHA (from));
}

static gboolean
is_ours (const gchar *format)
{
  for (guint i = 0; i < video_test_n_formats (); i++)
    if (g_str_equal (format, video_test_formats[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_convertible (GstVideoFormat format)
{
  g_autoptr (GstElementFactory) factory =
      gst_element_factory_find ("videoconvert");
  g_autoptr (GstCaps) caps = make_caps (gst_video_format_to_string (format), 1);

  return gst_element_factory_can_sink_all_caps (factory, caps);
}

/* What some become, where one of ours is nearest. */
static const gchar *const picks[][2] = { { "v210", "I422_10LE" },
  { "UYVP", "I422_10LE" }, { "Y210", "I422_10LE" },
  { "NV16_10LE32", "I422_10LE" }, { "I420_12BE", "I420_12LE" },
  { "I422_12BE", "I422_12LE" }, { "Y444_12BE", "Y444_12LE" },
  { "Y444_16BE", "Y444_16LE" }, { "A420_10BE", "A420_10LE" },
  { "A422_10BE", "A422_10LE" }, { "A444_10BE", "A444_10LE" },
  { "r210", "GBR_10LE" }, { "GBR_10BE", "GBR_10LE" },
  { "GBR_12BE", "GBR_12LE" }, { "BGR10A2_LE", "GBRA_10LE" },
  { "RGB10A2_LE", "GBRA_10LE" }, { "GBRA_12BE", "GBRA_12LE" },
  { "GRAY16_BE", "GRAY16_LE" } };

static void
check_pick (const gchar *from, const gchar *to)
{
  for (guint i = 0; i < G_N_ELEMENTS (picks); i++)
    if (g_str_equal (from, picks[i][0]))
      fail_unless (g_str_equal (to, picks[i][1]), "%s becomes %s, not %s", from,
          to, picks[i][1]);
}

/* Of all that videoconvert knows, ours go on as they are, and nothing of others
 * is lost: depth, chroma, alpha, and YUV is no RGB. */
TEST_LOOP (test_picks, elements_n () * G_N_ELEMENTS (extras))
{
  const guint extra = __i__ / elements_n ();
  guint f, n_formats, n_ours = 0, n_others = 0;
  const GstVideoFormat *formats = gst_video_formats_raw (&n_formats);
  Pair pair;

  pair_init (&pair, elements_all ()[__i__ % elements_n ()]);
  for (f = 0; f < n_formats; f++) {
    const GstVideoFormatInfo *from = gst_video_format_get_info (formats[f]),
                             *to;
    const gchar *name = from->name;
    g_autoptr (GstCaps) caps = make_caps (name, extra);

    if (GST_VIDEO_FORMAT_INFO_HAS_PALETTE (from)
        || !is_convertible (formats[f]))
      continue;
    to = find_picked (&pair, caps);
    fail_unless (to != NULL, "%s is not taken", name);
    if (is_ours (name)) {
      fail_unless (to == from, "%s becomes %s", name, to->name);
      n_ours++;
    } else {
      fail_unless (keeps (from, to), "%s becomes %s", name, to->name);
      check_pick (name, to->name);
      n_others++;
    }
  }
  fail_unless (n_ours == video_test_n_formats () && n_others >= 40, "%u, %u",
      n_ours, n_others);
  pair_clear (&pair);
}

/* Of a source's own list those of 8 bits come first, so that one that would
 * take any takes one of them; else the order stays. */
TEST_LOOP (test_order, elements_n ())
{
  static const gchar *const sorted[] = { "ARGB", "I420", "AYUV64", "I420_10LE",
    "GRAY16_LE" };
  g_autoptr (GstElement) element = video_test_element (elements_all ()[__i__]);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "sink");
  g_autoptr (GstCaps) filter =
      gst_caps_from_string ("video/x-raw,width=64,format={AYUV64,v210,ARGB,"
                            "I420_10LE,I420,GRAY16_LE}");
  g_autoptr (GstCaps) answer = gst_pad_query_caps (pad, filter);
  const GValue *formats =
      gst_structure_get_value (gst_caps_get_structure (answer, 0), "format");

  assert_equals_int (gst_value_list_get_size (formats), G_N_ELEMENTS (sorted));
  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++)
    assert_equals_string (
        g_value_get_string (gst_value_list_get_value (formats, i)), sorted[i]);
}

static GstPadProbeReturn
keep_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer **arrived = data;

  gst_buffer_replace (arrived, GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

/* Frames that an element takes get there as they are, interlaced ones too, and
 * so do their caps. (To caps without a rate videoconvert adds one itself.) */
TEST_LOOP (test_as_they_are, elements_n ())
{
  static const gchar *const formats[] = { "I420", "NV12", "I422_10LE", "RGB" };
  Pair pair;

  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    for (guint i = 1; i < G_N_ELEMENTS (extras); i++) {
      g_autoptr (GstCaps) caps = make_caps (formats[f], i), there = NULL;
      g_autofree gchar *text = gst_caps_to_string (caps);
      GstBuffer *arrived = NULL, *frame;
      GstVideoInfo info;

      pair_init (&pair, elements_all ()[__i__]);
      gst_pad_add_probe (
          pair.between, GST_PAD_PROBE_TYPE_BUFFER, keep_frame, &arrived, NULL);
      gst_harness_set_src_caps (pair.h, gst_caps_ref (caps));
      gst_video_info_from_caps (&info, caps);
      frame = video_test_frame (noise, &info);
      GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
      gst_buffer_ref (frame);
      video_test_push (pair.h, frame);
      fail_unless (arrived != NULL, "%s", text);
      fail_unless (video_test_equal (&info, arrived, frame),
          "%s: videoconvert has converted it", text);
      there = gst_pad_get_current_caps (pair.between);
      fail_unless (gst_caps_is_equal (there, caps), "%s", text);
      gst_buffer_unref (frame);
      gst_buffer_unref (arrived);
      pair_clear (&pair);
    }
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
