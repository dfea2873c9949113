/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Nothing of GStreamer's kinds of objects outlives an element, as the leaks
 * tracer counts them. */
#include "elements.h"
#include "mattetest.h"
#include "videotest.h"

static GObject *
find_leaks_tracer (void)
{
  GList *tracers = gst_tracing_get_active_tracers (), *l;
  GObject *found = NULL;

  for (l = tracers; l; l = l->next) {
    if (g_str_equal (G_OBJECT_TYPE_NAME (l->data), "GstLeaksTracer"))
      found = g_object_ref (l->data);
  }
  g_list_free_full (tracers, gst_object_unref);
  return found;
}

/* How many objects are alive. */
static guint
count_live (GObject *tracer)
{
  GstStructure *live = NULL;
  guint n;

  g_signal_emit_by_name (tracer, "get-live-objects", &live);
  n = gst_value_list_get_size (
      gst_structure_get_value (live, "live-objects-list"));
  GST_INFO ("%" GST_PTR_FORMAT, live);
  /* GStreamer 1.22 gives objects without a reference: freeing takes one. */
  if (n == 0)
    gst_structure_free (live);
  return n;
}

/* Frames of three formats, with properties that change, one of them refused.
 * No other thread has a part in it: its objects would come and go while they
 * are counted. */
static void
run_element (const gchar *name)
{
  static const gchar *const formats[] = { "I420", "P010_10LE", "RGBA" };
  static const gchar *const methods[] = { "compensated", "median", "average",
    "recursive" };
  GstElement *element = video_test_element (name);
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info;
  GstBuffer *frame;
  GstHarness *h = NULL;
  guint i;

  for (i = 0; i < 3 * G_N_ELEMENTS (formats); i++) {
    video_test_info (&info, formats[i % G_N_ELEMENTS (formats)], 33, 21,
        i % 2 ? "interleaved" : "progressive");
    if (h)
      gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
    else
      h = video_test_harness (element, &info);
    if (g_str_equal (name, "cudasnake")) {
      gst_util_set_object_arg (
          G_OBJECT (element), "init", i % 2 ? "search" : "rectangle");
      g_object_set (element, "rectangles", i % 3 ? "3,3,9,9" : "none", "draw",
          TRUE, "attach-roi", TRUE, "post-messages", TRUE, NULL);
    } else if (g_str_equal (name, "cudainpaint")) {
      g_object_set (element, "use-alpha", i % 4 != 3, "block-size", 16 + i,
          "mask-location", "none such", "rectangles",
          i % 3 ? "3,3,9,9" : "none", NULL);
    } else if (g_str_equal (name, "cudadenoise")) {
      gst_util_set_object_arg (
          G_OBJECT (element), "method", methods[i % G_N_ELEMENTS (methods)]);
      g_object_set (
          element, "past", i % 4, "sigma", i % 3 ? 3.0 * i : -0.5, NULL);
    } else {
      gst_util_set_object_arg (
          G_OBJECT (element), "planes", i % 4 == 3 ? "0" : "luma");
      if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "size"))
        g_object_set (element, "size", 3 + i, NULL);
    }
    if (!g_str_equal (name, "cudasnake"))
      g_object_set (element, "roi-type", i % 4 == 3 ? NULL : "all", NULL);
    frame = video_test_frame (noise, &info);
    gst_buffer_add_video_region_of_interest_meta (frame, "any", i, 2, 9, 8);
    gst_buffer_unref (video_test_push_and_pull (h, frame));
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
  gst_bus_set_flushing (bus, TRUE);
}

/* Frames with mattes, of which two are left over, and a frame that waits. */
static void
run_mattes (void)
{
  GstElement *mask = matte_test_element ();
  GstElement *inpaint = video_test_element ("cudainpaint");
  g_autoptr (GstBus) bus = video_test_bus (inpaint);
  GstVideoInfo info, matte;
  GstHarness *m, *h;
  GstPad *mattes;
  guint i;

  video_test_info (&info, "I420", 33, 21, "progressive");
  video_test_info (&matte, "AYUV", 33, 21, "progressive");
  h = video_test_harness (inpaint, &info);
  m = gst_harness_new_with_element (mask, "sink", "src");
  mattes = matte_test_link (mask, &matte);
  gst_harness_set_src_caps (m, gst_video_info_to_caps (&info));
  for (i = 0; i < 3; i++) {
    gst_pad_push (mattes, video_test_frame (noise, &matte));
    gst_buffer_unref (video_test_push_and_pull (
        h, matte_test_attach (m, video_test_frame (noise, &info))));
  }
  gst_harness_push (m, video_test_frame (noise, &info));
  gst_harness_push_event (m, gst_event_new_flush_start ());
  gst_harness_push_event (m, gst_event_new_flush_stop (TRUE));
  gst_pad_push (mattes, video_test_frame (noise, &matte));
  gst_pad_push (mattes, video_test_frame (noise, &matte));
  matte_test_unlink (mattes);
  gst_harness_teardown (m);
  gst_harness_teardown (h);
  gst_object_unref (mask);
  gst_object_unref (inpaint);
  gst_bus_set_flushing (bus, TRUE);
}

TEST (test_element)
{
  GObject *tracer = find_leaks_tracer ();
  GstBuffer *buffer;
  guint i;

  fail_unless (tracer != NULL, "GStreamer's leaks tracer is not installed");
  for (i = 0; i < 2 * elements_n (); i++) {
    run_element (elements_all ()[i % elements_n ()]);
    assert_equals_int (count_live (tracer), 0);
  }
  run_mattes ();
  assert_equals_int (count_live (tracer), 0);

  /* The count does see what is left. */
  buffer = gst_buffer_new ();
  assert_equals_int (count_live (tracer), 1);
  gst_buffer_unref (buffer);
  g_object_unref (tracer);
}

int
main (int argc, char **argv)
{
  g_setenv ("GST_TRACERS", "leaks", TRUE);
#ifndef TEST_STAGED
  video_test_own_contexts = TRUE;
#endif
  gst_check_init (&argc, &argv);
  return suite_run (__FILE__, video_test_setup, video_test_teardown);
}
