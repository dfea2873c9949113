/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of elements share: the element under test, frames, messages.
 */
#include "videotest.h"

#include "elements.h"

#include <glib/gstdio.h>
#include <gst/controller/controller.h>

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif

#if GST_CHECK_VERSION(1, 24, 0)
#define FORMATS_1_24 \
  "A422", "A444", "A420_12LE", "A422_12LE", "A444_12LE", "A420_16LE", \
      "A422_16LE", "A444_16LE", "GBR_16LE", "RBGA",
#else
#define FORMATS_1_24
#endif
#if GST_CHECK_VERSION(1, 26, 0)
#define FORMATS_1_26 "GRAY10_LE16",
#else
#define FORMATS_1_26
#endif

const gchar *const video_test_formats[] = { FORMATS_1_24 FORMATS_1_26 "GRAY8",
  "GRAY16_LE", "NV12", "NV21", "NV16", "NV61", "NV24", "I420", "YV12", "Y41B",
  "Y42B", "Y444", "I420_10LE", "I420_12LE", "I422_10LE", "I422_12LE",
  "Y444_10LE", "Y444_12LE", "Y444_16LE", "P010_10LE", "P012_LE", "P016_LE",
  "YUY2", "UYVY", "YVYU", "VYUY", "v216", "v308", "IYU2", "A420", "AYUV",
  "VUYA", "AV12", "A420_10LE", "A422_10LE", "A444_10LE", "AYUV64", "RGB", "BGR",
  "RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "BGRx", "xRGB", "xBGR", "GBR", "GBRA",
  "GBR_10LE", "GBR_12LE", "GBRA_10LE", "GBRA_12LE", "ARGB64", "ARGB64_LE",
  "RGBA64_LE", "BGRA64_LE", "ABGR64_LE" };

guint
video_test_n_formats (void)
{
  return G_N_ELEMENTS (video_test_formats);
}

GRand *noise;

void
video_test_setup (void)
{
  noise = g_rand_new_with_seed (1);
#ifdef TEST_STAGED
  fake_cuda_install ();
#endif
}

void
video_test_teardown (void)
{
#ifdef TEST_STAGED
  fake_cuda_uninstall ();
#endif
  g_clear_pointer (&noise, g_rand_free);
}

void
video_test_init_private (int *argc, char ***argv)
{
  g_setenv ("CUDAFILTERS_PRIVATE", "1", TRUE);
  gst_check_init (argc, argv);
}

#ifndef TEST_STAGED
gboolean video_test_own_contexts;

/* One context for all elements of the program: making one takes a third of a
 * second. Without gstreamer-cuda it is the GPU's primary one. An element that
 * is never stopped keeps it; others let go of it when they stop, and are told
 * again. */
static void
share_context (GstElement *element)
{
  static GstElement *keeper;

  if (g_strcmp0 (g_getenv ("CUDAFILTERS_TEST_BACKEND"), "cuda") != 0
      || video_test_own_contexts)
    return;
  if (!keeper) {
    keeper = gst_check_setup_element ("cudamedian");
    gst_util_set_object_arg (G_OBJECT (keeper), "backend", "cuda");
    fail_unless (gst_element_set_state (keeper, GST_STATE_PAUSED)
                     == GST_STATE_CHANGE_SUCCESS,
        "there is no GPU, or no driver for it");
  }
#ifdef HAVE_GST_CUDA
  {
    g_autoptr (GstContext) context =
        gst_element_get_context (keeper, "gst.cuda.context");

    fail_unless (context != NULL);
    gst_element_set_context (element, context);
  }
#endif
}

#else

static void
share_context (GstElement *element)
{
}
#endif

GstElement *
video_test_element (const gchar *name)
{
#ifdef TEST_STAGED
  const gchar *backend = "cuda";
#else
  const gchar *backend = g_getenv ("CUDAFILTERS_TEST_BACKEND");
#endif
  GstElement *element;

#ifdef TEST_STAGED
  elements_register ();
#endif
  element = gst_check_setup_element (name);
  if (backend)
    gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  share_context (element);
  return element;
}

GstElement *
video_test_element_described (const gchar *description)
{
  gchar **words = g_strsplit (description, " ", 0);
  GstElement *element = video_test_element (words[0]);
  guint i;

  for (i = 1; words[i]; i++) {
    gchar **pair = g_strsplit (words[i], "=", 2);

    gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
    g_strfreev (pair);
  }
  g_strfreev (words);
  return element;
}

GstHarness *
video_test_harness (GstElement *element, const GstVideoInfo *info)
{
  GstHarness *h;

  share_context (element);
  h = gst_harness_new_with_element (element, "sink", "src");
  gst_harness_set_src_caps (h, gst_video_info_to_caps (info));
  return h;
}

void
video_test_push (GstHarness *h, GstBuffer *frame)
{
  assert_equals_int (gst_harness_push (h, frame), GST_FLOW_OK);
}

GstBuffer *
video_test_push_and_pull (GstHarness *h, GstBuffer *frame)
{
  GstBuffer *result;

  /* gst_harness_pull() would wait a minute where nothing comes. */
  video_test_push (h, frame);
  result = gst_harness_try_pull (h);
  fail_unless (result != NULL);
  return result;
}

gboolean
video_test_passes (GstHarness *h, GstBuffer *frame)
{
  g_autoptr (GstBuffer) result =
      video_test_push_and_pull (h, gst_buffer_ref (frame));

  gst_buffer_unref (frame);
  return result == frame;
}

/* Messages about links would keep the harness's pads alive. */
static GstBusSyncReply
keep_message (GstBus *bus, GstMessage *message, gpointer data)
{
  if (GST_MESSAGE_TYPE (message)
      & (GST_MESSAGE_ERROR | GST_MESSAGE_WARNING | GST_MESSAGE_ELEMENT))
    return GST_BUS_PASS;
  gst_message_unref (message);
  return GST_BUS_DROP;
}

GstBus *
video_test_bus (GstElement *element)
{
  GstBus *bus = gst_bus_new ();

  gst_bus_set_sync_handler (bus, keep_message, NULL, NULL);
  gst_element_set_bus (element, bus);
  return bus;
}

GstMessage *
video_test_message (GstBus *bus, GstMessageType type)
{
  return gst_bus_pop_filtered (bus, type);
}

void
video_test_check_warning (GstBus *bus, const gchar *text)
{
  g_autoptr (GstMessage) message =
      video_test_message (bus, GST_MESSAGE_WARNING);
  g_autoptr (GError) error = NULL;

  fail_unless (message != NULL, "no warning says \"%s\"", text);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (
      g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS));
  fail_unless (strstr (error->message, text) != NULL, "%s", error->message);
}

void
video_test_check_refusal (GstElement *element, GstBus *bus, const gchar *text)
{
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  fail_if (video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  message = video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR);
  fail_unless (message != NULL, "no error says \"%s\"", text);
  assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_ERROR);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (
      g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS));
  fail_unless (strstr (error->message, text) != NULL, "%s", error->message);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  gst_element_set_state (element, GST_STATE_NULL);
}

void
video_test_push_unusable (GstHarness *h, GstBus *bus, GstBuffer *frame)
{
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  assert_equals_int (gst_harness_push (h, frame), GST_FLOW_OK);
  message = video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR);
  fail_unless (message != NULL, "a frame was left out without a warning");
  assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_WARNING);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (
      g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT), "%s",
      error->message);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
}

void
video_test_check_error (GstBus *bus, GQuark domain, gint code)
{
  g_autoptr (GstMessage) message = video_test_message (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, NULL);
  fail_unless (g_error_matches (error, domain, code), "%s", error->message);
}

gchar *
video_test_folder_new (void)
{
  gchar *folder = g_dir_make_tmp ("cudafilters-check-XXXXXX", NULL);

  fail_unless (folder != NULL);
  return folder;
}

void
video_test_folder_free (gchar *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while ((name = g_dir_read_name (dir))) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

void
video_test_control (
    GstElement *element, const gchar *name, gdouble from, gdouble to)
{
  GstControlSource *source = gst_interpolation_control_source_new ();
  GstTimedValueControlSource *values = GST_TIMED_VALUE_CONTROL_SOURCE (source);

  g_object_set (source, "mode", GST_INTERPOLATION_MODE_LINEAR, NULL);
  gst_timed_value_control_source_set (values, 0, from);
  gst_timed_value_control_source_set (values, GST_SECOND, to);
  gst_object_add_control_binding (
      GST_OBJECT (element), gst_direct_control_binding_new_absolute (
                                GST_OBJECT (element), name, source));
  gst_object_unref (source);
}

void
video_test_info (GstVideoInfo *info, const gchar *format, gint width,
    gint height, const gchar *interlace_mode)
{
  GstVideoFormat f = gst_video_format_from_string (format);
  GstVideoInterlaceMode mode =
      gst_video_interlace_mode_from_string (interlace_mode);

  fail_unless (f != GST_VIDEO_FORMAT_UNKNOWN, "no format %s", format);
  fail_unless (
      gst_video_info_set_interlaced_format (info, f, mode, width, height));
  info->fps_n = 25;
  info->fps_d = 1;
}

GstVideoInfo
video_test_progressive (const gchar *format, gint width, gint height)
{
  GstVideoInfo info;

  video_test_info (&info, format, width, height, "progressive");
  return info;
}

gsize
video_test_row_bytes (const GstVideoInfo *info, guint plane)
{
  gsize bytes = 0;

  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS (info); c++) {
    if (GST_VIDEO_INFO_COMP_PLANE (info, c) == plane)
      bytes = MAX (bytes, (gsize)GST_VIDEO_INFO_COMP_WIDTH (info, c)
                              * GST_VIDEO_INFO_COMP_PSTRIDE (info, c));
  }
  return bytes;
}

gsize
video_test_rows (const GstVideoInfo *info, guint plane)
{
  guint c;

  for (c = 0; GST_VIDEO_INFO_COMP_PLANE (info, c) != plane; c++)
    ;
  return GST_VIDEO_INFO_COMP_HEIGHT (info, c);
}

GstBuffer *
video_test_frame (GRand *rand, const GstVideoInfo *info)
{
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  gboolean two = GST_VIDEO_INFO_COMP_DEPTH (info, 0) > 8;
  guint shift = GST_VIDEO_FORMAT_INFO_SHIFT (info->finfo, 0);
  /* Noise of all values, or of a few so that many are equal. */
  guint16 mask = g_rand_boolean (rand) ? 0xffff : 0x8181;
  GstMapInfo map;

  /* Bits above the depth are zero in any stream; those below it may be
   * anything. */
  if (two && shift == 0)
    mask &= (1 << GST_VIDEO_INFO_COMP_DEPTH (info, 0)) - 1;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (gsize i = 0; i < map.size; i++)
    map.data[i] = g_rand_int (rand) & (two && i % 2 ? mask >> 8 : mask);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

void
video_test_copy (const GstVideoInfo *info, GstBuffer *to, GstBuffer *from)
{
  GstVideoFrame src, dst;

  fail_unless (gst_video_frame_map (&src, info, from, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&dst, info, to, GST_MAP_WRITE));
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++) {
    guint8 *d = GST_VIDEO_FRAME_PLANE_DATA (&dst, p);
    const guint8 *s = GST_VIDEO_FRAME_PLANE_DATA (&src, p);

    for (gsize y = 0; y < video_test_rows (info, p); y++)
      memcpy (d + y * GST_VIDEO_FRAME_PLANE_STRIDE (&dst, p),
          s + y * GST_VIDEO_FRAME_PLANE_STRIDE (&src, p),
          video_test_row_bytes (info, p));
  }
  gst_video_frame_unmap (&dst);
  gst_video_frame_unmap (&src);
}

/* Where two frames differ first, or NULL. */
static gchar *
difference (const GstVideoInfo *info, GstBuffer *a, GstBuffer *b)
{
  GstVideoFrame fa, fb;
  gchar *found = NULL;

  fail_unless (gst_video_frame_map (&fa, info, a, GST_MAP_READ));
  fail_unless (gst_video_frame_map (&fb, info, b, GST_MAP_READ));
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (info) && !found; p++) {
    gsize x, y, bytes = video_test_row_bytes (info, p);

    for (y = 0; y < video_test_rows (info, p) && !found; y++) {
      const guint8 *ra = GST_VIDEO_FRAME_PLANE_DATA (&fa, p);
      const guint8 *rb = GST_VIDEO_FRAME_PLANE_DATA (&fb, p);

      ra += y * GST_VIDEO_FRAME_PLANE_STRIDE (&fa, p);
      rb += y * GST_VIDEO_FRAME_PLANE_STRIDE (&fb, p);
      for (x = 0; x < bytes && ra[x] == rb[x]; x++)
        ;
      if (x < bytes)
        found =
            g_strdup_printf ("plane %u, row %" G_GSIZE_FORMAT
                             ", byte %" G_GSIZE_FORMAT ": %u, but expected %u",
                p, y, x, ra[x], rb[x]);
    }
  }
  gst_video_frame_unmap (&fb);
  gst_video_frame_unmap (&fa);
  return found;
}

void
video_test_compare (const GstVideoInfo *info, GstBuffer *actual,
    GstBuffer *expected, const gchar *what)
{
  gchar *found = difference (info, actual, expected);

  fail_unless (found == NULL, "%s %dx%d %s: %s", GST_VIDEO_INFO_NAME (info),
      GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info), what, found);
}

void
video_test_expect (const GstVideoInfo *info, GstBuffer *actual,
    GstBuffer *expected, const gchar *what)
{
  video_test_compare (info, actual, expected, what);
  gst_buffer_unref (actual);
  gst_buffer_unref (expected);
}

gboolean
video_test_equal (const GstVideoInfo *info, GstBuffer *a, GstBuffer *b)
{
  gchar *found = difference (info, a, b);
  gboolean equal = found == NULL;

  g_free (found);
  return equal;
}

guint64
video_test_stat (GstElement *element, const gchar *field)
{
  g_autoptr (GstStructure) stats = NULL;
  guint64 value = 0;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (g_str_has_suffix (gst_structure_get_name (stats), "-stats"));
  fail_unless (
      gst_structure_get_uint64 (stats, field, &value), "no field %s", field);
  return value;
}

void
video_test_flush (GstPad *src)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_pad_push_event (src, gst_event_new_flush_start ()));
  fail_unless (gst_pad_push_event (src, gst_event_new_flush_stop (TRUE)));
  fail_unless (gst_pad_push_event (src, gst_event_new_segment (&segment)));
}

void
video_test_probe (GstElement *element, const gchar *name, GstPadProbeType type,
    GstPadProbeCallback callback, gpointer data)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, data, NULL);
}

GstQuery *
video_test_ask_allocation (GstPad *src, const GstVideoInfo *info)
{
  g_autoptr (GstCaps) caps = gst_video_info_to_caps (info);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);

  fail_unless (gst_pad_peer_query (src, query));
  return query;
}

typedef GstVideoBufferPool SpecialPool;
typedef GstVideoBufferPoolClass SpecialPoolClass;
static GType special_pool_get_type (void);
G_DEFINE_TYPE (SpecialPool, special_pool, GST_TYPE_VIDEO_BUFFER_POOL)

static void
special_pool_class_init (SpecialPoolClass *klass)
{
}

static void
special_pool_init (SpecialPool *self)
{
}

GstBufferPool *
video_test_special_pool_new (void)
{
  return gst_object_ref_sink (g_object_new (special_pool_get_type (), NULL));
}

typedef struct {
  GstBufferPool *pool;
  const GstVideoInfo *info;
} OfferedPool;

static GstPadProbeReturn
offer_pool (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (probe);
  OfferedPool *offered = data;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_pool (
      query, offered->pool, GST_VIDEO_INFO_SIZE (offered->info), 0, 0);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return GST_PAD_PROBE_HANDLED;
}

void
video_test_offer_pool (
    GstPad *src, GstBufferPool *pool, const GstVideoInfo *info)
{
  OfferedPool *offered = g_new (OfferedPool, 1);

  *offered = (OfferedPool){ pool, info };
  gst_pad_add_probe (
      src, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, offered, g_free);
}
