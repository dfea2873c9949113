/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* memory:NVMM over a fake libnvbufsurface and the fake driver: results are
 * those of ordinary memory, in memory like the input's, and what CUDA cannot
 * reach is refused with a reason. */
#include "cudatest.h"
#include "fakenvmm.h"
#include "gst/nvmm/gcfnvmm.h"
#include "naivemedian.h"
#include "snaketest.h"

static const struct {
  const gchar *format;
  NvSurfaceColour colour;
} formats[] = {
  { "NV12", NV_SURFACE_NV12_709 },
  { "I420", NV_SURFACE_YUV420 },
  { "P010_10LE", NV_SURFACE_NV12_10LE },
  { "YUY2", NV_SURFACE_YUYV },
  { "RGBA", NV_SURFACE_RGBA },
  { "GRAY8", NV_SURFACE_GRAY8 },
};

static const NvSurfaceMemory memories[] = { NV_SURFACE_MEMORY_CUDA_DEVICE,
  NV_SURFACE_MEMORY_CUDA_UNIFIED, NV_SURFACE_MEMORY_ARRAY };

static GstVideoInfo info;
static NvSurfaceParams params;
static GstHarness *h;
static GstBus *bus;

static void
describe (const gchar *format, NvSurfaceMemory memory)
{
  guint i;

  for (i = 0; !g_str_equal (formats[i].format, format); i++)
    ;
  info = video_test_progressive (format, 66, 44);
  /* decoders make more rows than are shown */
  params = (NvSurfaceParams){
    .width = 66, .height = 48, .colour = formats[i].colour, .memory = memory
  };
}

static void
setup (void)
{
  cuda_test_setup ();
  driver_backend_has_primary = TRUE;
  fake_nvmm = (FakeNvmm){ 0 };
  describe ("NV12", NV_SURFACE_MEMORY_CUDA_DEVICE);
  h = NULL;
  bus = NULL;
}

static void
teardown (void)
{
  g_clear_pointer (&h, gst_harness_teardown);
  if (bus)
    gst_bus_set_flushing (bus, TRUE); /* its messages hold the element */
  gst_clear_object (&bus);
  assert_equals_int (fake_nvmm.images, 0);
  assert_equals_int (fake_nvmm.surfaces, 0);
  cuda_test_teardown ();
}

static GstCaps *
nvmm_caps (void)
{
  GstCaps *caps = gst_video_info_to_caps (&info);

  gst_caps_set_features_simple (
      caps, gst_caps_features_new (GCF_NVMM_FEATURE, NULL));
  return caps;
}

static void
set_caps (gboolean nvmm)
{
  GstCaps *caps = nvmm ? nvmm_caps () : gst_video_info_to_caps (&info);

  gst_harness_set_caps (h, gst_caps_ref (caps), caps);
}

static GstElement *
start (const gchar *name, gboolean nvmm)
{
  GstElement *element = video_test_element (name);

  cuda_test_set_context (element, cuda_test_context);
  h = gst_harness_new_with_element (element, "sink", "src");
  bus = video_test_bus (element);
  set_caps (nvmm);
  gst_object_unref (element);
  return h->element;
}

/* Frames */

/* As another frame's that takes its place: nobody reads it any more. */
static void
destroy (gpointer data)
{
  NvSurface *surface = data;

  memset (fake_nvmm_plane (surface, 0), 0xee, surface->frames[0].size);
  assert_equals_int (NvBufSurfaceDestroy (surface), 0);
}

static GstBuffer *
new_surface (guint n)
{
  NvSurface *surface = NULL;

  assert_equals_int (NvBufSurfaceCreate (&surface, n, &params), 0);
  surface->n_filled = n;
  return gst_buffer_new_wrapped_full (0, surface, NV_SURFACE_SIZE_MIN, 0,
      NV_SURFACE_SIZE_MIN, surface, destroy);
}

static NvSurface *
surface_of (GstBuffer *buffer)
{
  NvSurface *surface;
  GstMapInfo map;

  fail_unless (gst_buffer_map (buffer, &map, GST_MAP_READ));
  surface = (NvSurface *)map.data;
  gst_buffer_unmap (buffer, &map);
  return surface;
}

static void
move (GstBuffer *buffer, GstBuffer *picture, gboolean to_surface)
{
  NvSurface *surface = surface_of (buffer);
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (
      &frame, &info, picture, to_surface ? GST_MAP_READ : GST_MAP_WRITE));
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES (&info); p++)
    for (gsize row = 0; row < video_test_rows (&info, p); row++) {
      guint8 *theirs = fake_nvmm_plane (surface, p)
                       + row * surface->frames[0].planes.pitch[p];
      guint8 *ours = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA (&frame, p)
                     + row * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, p);

      memcpy (to_surface ? theirs : ours, to_surface ? ours : theirs,
          video_test_row_bytes (&info, p));
    }
  gst_video_frame_unmap (&frame);
}

static GstBuffer *
upload (GstBuffer *picture)
{
  GstBuffer *buffer = new_surface (1);

  move (buffer, picture, TRUE);
  return buffer;
}

/* Nobody waits for the device: it is complete, and like the input. */
static void
check_result (GstBuffer *result, GstBuffer *expected, const gchar *what)
{
  g_autoptr (GstBuffer) picture = gst_buffer_copy_deep (expected);
  const NvSurface *surface = surface_of (result);

  assert_equals_int (surface->memory, params.memory);
  assert_equals_int (surface->n_filled, 1);
  assert_equals_int (surface->frames[0].colour, params.colour);
  assert_equals_int (surface->frames[0].height, params.height);
  move (result, picture, FALSE);
  video_test_compare (&info, picture, expected, what);
  gst_buffer_unref (result);
}

static void
check_refusal (GstBuffer *frame, const gchar *text)
{
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gchar *debug = NULL;

  assert_equals_int (gst_harness_push (h, frame), GST_FLOW_ERROR);
  message = video_test_message (bus, GST_MESSAGE_ERROR);
  fail_unless (message != NULL);
  gst_message_parse_error (message, &error, &debug);
  fail_unless (strstr (error->message, text) != NULL, "%s", error->message);
}

static void
check_median (guint n)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

  for (guint i = 0; i < n; i++) {
    g_autoptr (GstBuffer) picture = video_test_frame (noise, &info);
    g_autoptr (GstBuffer) expected =
        naive_median_filter (&median, &info, picture, FALSE);

    check_result (video_test_push_and_pull (h, upload (picture)), expected,
        "in NVMM memory");
  }
}

TEST_LOOP (test_frames, G_N_ELEMENTS (formats) * G_N_ELEMENTS (memories))
{
  GstElement *element;

  describe (formats[__i__ / G_N_ELEMENTS (memories)].format,
      memories[__i__ % G_N_ELEMENTS (memories)]);
  element = start ("cudamedian", TRUE);
  check_median (5);
  assert_equals_uint64 (video_test_stat (element, "uploads"), 0);
  assert_equals_uint64 (video_test_stat (element, "downloads"), 0);
}

/* Memory that comes again is imported once. */
TEST (test_again)
{
  g_autoptr (GstBuffer) picture = NULL, frame = NULL;

  describe ("NV12", NV_SURFACE_MEMORY_ARRAY);
  start ("cudamedian", TRUE);
  picture = video_test_frame (noise, &info);
  frame = upload (picture);
  for (guint i = 0; i < 4; i++)
    gst_buffer_unref (video_test_push_and_pull (h, gst_buffer_ref (frame)));
  assert_equals_int (fake_nvmm.created, 2);
}

/* The device is opened in another context for NVMM, and again for what comes
 * after it. */
TEST (test_renegotiation)
{
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;

  start ("cudamedian", FALSE);
  for (guint i = 0; i < 4; i++) {
    GstBuffer *picture = video_test_frame (noise, &info);
    GstBuffer *expected = naive_median_filter (&median, &info, picture, FALSE);

    set_caps (FALSE);
    cuda_test_compare (
        &info, video_test_push_and_pull (h, picture), expected, "between NVMM");
    gst_buffer_unref (expected);
    set_caps (TRUE);
    check_median (2);
  }
}

/* Frames that wait for others are in the filter, without their memory. */
TEST_LOOP (test_lookahead, G_N_ELEMENTS (memories))
{
  g_autoptr (GstHarness) cpu = NULL;
  g_autoptr (GstElement) on_cpu = video_test_element ("cudadenoise");
  GstElement *element;

  describe ("NV12", memories[__i__]);
  element = start ("cudadenoise", FALSE);
  gst_util_set_object_arg (G_OBJECT (on_cpu), "backend", "cpu");
  gst_element_set_state (element, GST_STATE_READY);
  for (guint i = 0; i < 2; i++) {
    gst_util_set_object_arg (
        G_OBJECT (i ? on_cpu : element), "method", "average");
    g_object_set (i ? on_cpu : element, "future", 2, "sigma", 4.0, NULL);
  }
  gst_element_set_state (element, GST_STATE_PLAYING);
  set_caps (TRUE);
  cpu = video_test_harness (on_cpu, &info);
  for (guint i = 0; i < 6; i++) {
    GstBuffer *picture = video_test_frame (noise, &info);

    assert_equals_int (gst_harness_push (h, upload (picture)), GST_FLOW_OK);
    assert_equals_int (gst_harness_push (cpu, picture), GST_FLOW_OK);
  }
  gst_harness_push_event (h, gst_event_new_eos ());
  gst_harness_push_event (cpu, gst_event_new_eos ());
  for (guint i = 0; i < 6; i++) {
    g_autoptr (GstBuffer) expected = gst_harness_pull (cpu);

    check_result (gst_harness_pull (h), expected, "with look-ahead");
  }
}

/* cudasnake looks at a frame and draws on it where it is, and hands on the
 * same. It draws on none that others have too. */
TEST_LOOP (test_draw, G_N_ELEMENTS (memories))
{
  g_autoptr (GstElement) on_cpu = video_test_element ("cudasnake");
  GstElement *element;
  g_autoptr (GstBuffer) picture = NULL;
  GstBuffer *frame, *other, *result, *expected;
  g_autoptr (GstHarness) cpu = NULL;
  NvSurface *surface;
  Random scenery;
  Scene scene;

  describe ("NV12", memories[__i__]);
  info = video_test_progressive ("NV12", 160, 118);
  params.width = 160;
  params.height = 118;
  random_init (&scenery, 1, "cudasnake");
  scene = snake_test_disc (&info, 60, 60);
  element = start ("cudasnake", TRUE);
  gst_util_set_object_arg (G_OBJECT (on_cpu), "backend", "cpu");
  g_object_set (element, "draw", TRUE, NULL);
  g_object_set (on_cpu, "draw", TRUE, NULL);
  cpu = video_test_harness (on_cpu, &info);

  picture = snake_test_scene_frame (&info, &scene, NULL, &scenery, noise);
  frame = upload (picture);
  surface = surface_of (frame);
  result = video_test_push_and_pull (h, frame);
  fail_unless (surface_of (result) == surface);
  expected = video_test_push_and_pull (cpu, gst_buffer_copy_deep (picture));
  check_result (result, expected, "drawn on");
  gst_buffer_unref (expected);

  frame = upload (picture);
  other = gst_buffer_copy (frame);
  check_refusal (frame, "others have it too");
  check_result (other, picture, "not drawn on");
}

/* Caps */

TEST (test_caps)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstCaps) caps = nvmm_caps ();
  GstCaps *all;
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "sink");

  fail_unless (gst_pad_query_accept_caps (pad, caps));
  all = gst_pad_query_caps (pad, NULL);
  fail_unless (gst_caps_can_intersect (caps, all));
  gst_caps_unref (all);
  gst_util_set_object_arg (G_OBJECT (element), "backend", "cpu");
  all = gst_pad_query_caps (pad, NULL);
  fail_if (gst_caps_can_intersect (caps, all));
  gst_caps_unref (all);
}

/* Refusals */

static GstBuffer *
no_surface (void)
{
  return gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
}

TEST_LOOP (test_refused, 8)
{
  static const struct {
    gint memory, colour, layout;
    guint n, gpu, height;
    gboolean no_images, blocks;
    const gchar *text;
  } cases[] = {
    { 2, 33, 0, 2, 0, 48, 0, 0, "batch of 2" },
    { 1, 33, 0, 1, 0, 48, 0, 0, "nvbuf-memory-type" },
    { 2, 2, 0, 1, 0, 48, 0, 0, "colour format 2" },
    { 2, 33, 1, 1, 0, 48, 0, 0, "bl-output=false" },
    { 2, 33, 0, 1, 1, 48, 0, 0, "cuda-device-id=1" },
    { 4, 33, 0, 1, 0, 48, 1, 0, "NvBufSurfaceMapEglImage" },
    { 4, 33, 0, 1, 0, 48, 0, 1, "bl-output=false" },
    { 0, 0, 0, 0, 0, 0, 0, 0, "no NvBufSurface" },
  };

  params = (NvSurfaceParams){ .gpu = cases[__i__].gpu,
    .width = 66,
    .height = cases[__i__].height,
    .colour = cases[__i__].colour,
    .layout = cases[__i__].layout,
    .memory = cases[__i__].memory };
  fake_nvmm.no_images = cases[__i__].no_images;
  fake_nvmm.blocks = cases[__i__].blocks;
  start ("cudamedian", TRUE);
  check_refusal (cases[__i__].n ? new_surface (cases[__i__].n) : no_surface (),
      cases[__i__].text);
}

/* Frames that are smaller than their caps are left out; others would change
 * within the stream. */
TEST (test_too_small)
{
  params.height = 40;
  start ("cudamedian", TRUE);
  for (guint i = 0; i < 2; i++)
    video_test_push_unusable (h, bus, new_surface (1));
}

TEST (test_refused_later)
{
  start ("cudamedian", TRUE);
  check_median (2);
  params.memory = NV_SURFACE_MEMORY_CUDA_UNIFIED;
  check_refusal (new_surface (1), "change within a stream");
  params.memory = NV_SURFACE_MEMORY_CUDA_DEVICE;
  check_median (2);
}

TEST (test_no_surfaces)
{
  GstBuffer *frame = new_surface (1);

  start ("cudamedian", TRUE);
  fake_nvmm.no_surfaces = TRUE;
  check_refusal (frame, "no buffer for a filtered frame");
}

TEST_MAIN (cuda_test_init, setup, teardown)
