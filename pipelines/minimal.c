/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The least: frames of a program's own, filtered one by one.
 *   cc minimal.c -o minimal $(pkg-config --cflags --libs gstreamer-app-1.0) */
#include <gst/app/app.h>

int
main (int argc, char **argv)
{
  GError *error = NULL;
  guint n_left = 0;

  gst_init (&argc, &argv);
  GstElement *pipeline = gst_parse_launch (
      "appsrc name=in format=time caps=video/x-raw,format=GRAY8,width=320,"
      "height=240,framerate=25/1 ! cudamedian ! appsink name=out sync=false",
      &error);
  if (error)
    return g_printerr ("%s\n", error->message), 1; /* see GST_PLUGIN_PATH */
  GstElement *in = gst_bin_get_by_name (GST_BIN (pipeline), "in");
  GstElement *out = gst_bin_get_by_name (GST_BIN (pipeline), "out");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (guint n = 0; n < 100; n++) {
    guint8 *pixels = g_malloc0 (320 * 240), sample;
    pixels[321 * n] = 255; /* a speck */
    GstBuffer *frame = gst_buffer_new_wrapped (pixels, 320 * 240);
    GST_BUFFER_PTS (frame) = n * GST_SECOND / 25;
    gst_app_src_push_buffer (GST_APP_SRC (in), frame); /* which takes it */
    GstSample *result =
        gst_app_sink_try_pull_sample (GST_APP_SINK (out), 5 * GST_SECOND);
    if (!result)
      return g_printerr ("no result; GST_DEBUG=2 says why\n"), 1;
    gst_buffer_extract (gst_sample_get_buffer (result), 321 * n, &sample, 1);
    n_left += sample > 0;
    gst_sample_unref (result);
  }
  g_print ("100 frames, %u specks are left\n", n_left);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  return 0;
}
