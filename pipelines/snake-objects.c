/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prints the objects on a pipeline's frames, a line of CSV for each: an
 * application that reads GstAnalyticsRelationMeta, which cudasnake attaches
 * with analytics=true, and other detectors do. Needs GStreamer 1.24.
 *
 *   snake-objects                    a ball that flies about
 *   snake-objects "filesrc location=clip.mp4 ! decodebin ! videoconvert !
 *     cudasnake analytics=true ! videoscale ! video/x-raw,width=640"
 *
 *   time,type,x,y,width,height,confidence,track,first-seen,pixels
 *   0.0333,cudasnake,149,109,42,61,1,1,0,1287
 *
 * Times in seconds, the rest in pixels of the last frame but `pixels`, which
 * are those of the mask (GStreamer 1.26); fields stay empty that an object has
 * not got. To be compiled elsewhere:
 *
 *   cc snake-objects.c common.c -o snake-objects \
 *     $(pkg-config --cflags --libs gstreamer-analytics-1.0) */
#include <gst/analytics/analytics.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include <stdio.h>
#include <stdlib.h>

#include "common.h"

#define TEST_PIPELINE \
  "videotestsrc pattern=ball num-buffers=30 ! cudasnake analytics=true"

/* Prints a point in every locale. */
static void
print_number (gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  printf (",%s", g_ascii_formatd (text, sizeof text, "%.6g", value));
}

static void
print_time (GstClockTime time)
{
  if (GST_CLOCK_TIME_IS_VALID (time))
    print_number ((gdouble)time / GST_SECOND);
  else
    printf (",");
}

static void
print_track (const GstAnalyticsODMtd *object)
{
  GstClockTime first_seen, last_seen;
  GstAnalyticsTrackingMtd track;
  gpointer state = NULL;
  gboolean lost;
  guint64 id;

  if (gst_analytics_relation_meta_get_direct_related (object->meta, object->id,
          GST_ANALYTICS_REL_TYPE_RELATE_TO,
          gst_analytics_tracking_mtd_get_mtd_type (), &state, &track)
      && gst_analytics_tracking_mtd_get_info (
          &track, &id, &first_seen, &last_seen, &lost)) {
    printf (",%" G_GUINT64_FORMAT, id);
    print_time (first_seen);
  } else {
    printf (",,");
  }
}

#if GST_CHECK_VERSION(1, 26, 0)
/* Counts the mask's samples of this value */
static guint
count_samples (const GstAnalyticsSegmentationMtd *segmentation, guint value)
{
  GstBuffer *mask = gst_analytics_segmentation_mtd_get_mask (
      segmentation, NULL, NULL, NULL, NULL);
  const GstVideoMeta *size = gst_buffer_get_video_meta (mask);
  GstVideoFrame frame;
  GstVideoInfo info;
  guint x, y, n = 0;

  gst_video_info_set_format (&info, size->format, size->width, size->height);
  if (size->format == GST_VIDEO_FORMAT_GRAY8
      && gst_video_frame_map (&frame, &info, mask, GST_MAP_READ)) {
    for (y = 0; y < size->height; y++)
      for (x = 0; x < size->width; x++)
        n +=
            ((const guint8 *)frame.data[0])[(gsize)y * frame.info.stride[0] + x]
            == value;
    gst_video_frame_unmap (&frame);
  }
  gst_buffer_unref (mask);
  return n;
}

/* The object's part of the segmentation that contains it: cudasnake's regions
 * are the background and then the objects, in the order in which they are
 * contained. */
static void
print_pixels (const GstAnalyticsODMtd *object)
{
  GstAnalyticsRelationMeta *meta = object->meta;
  GstAnalyticsSegmentationMtd segmentation;
  GstAnalyticsODMtd part;
  gpointer state = NULL;

  printf (",");
  while (gst_analytics_relation_meta_iterate (meta, &state,
      gst_analytics_segmentation_mtd_get_mtd_type (), &segmentation)) {
    gpointer part_state = NULL;
    gsize region = 0;

    while (gst_analytics_relation_meta_get_direct_related (meta,
        segmentation.id, GST_ANALYTICS_REL_TYPE_CONTAIN,
        gst_analytics_od_mtd_get_mtd_type (), &part_state, &part)) {
      region++;
      if (part.id == object->id) {
        printf ("%u", count_samples (&segmentation,
                          gst_analytics_segmentation_mtd_get_region_id (
                              &segmentation, region)));
        return;
      }
    }
  }
}
#else
#define print_pixels(object) printf (",")
#endif

static void
print_object (GstBuffer *buffer, GstAnalyticsODMtd *object)
{
  const GQuark type = gst_analytics_od_mtd_get_obj_type (object);
  gint x, y, width, height;
  gfloat confidence;

  if (!gst_analytics_od_mtd_get_location (
          object, &x, &y, &width, &height, &confidence))
    return;
  if (GST_BUFFER_PTS_IS_VALID (buffer))
    printf ("%.4f", (gdouble)GST_BUFFER_PTS (buffer) / GST_SECOND);
  printf (",%s,%d,%d,%d,%d", type ? g_quark_to_string (type) : "", x, y, width,
      height);
  print_number (confidence);
  print_track (object);
  print_pixels (object);
  printf ("\n");
}

static GstPadProbeReturn
print_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstAnalyticsRelationMeta *meta =
      gst_buffer_get_analytics_relation_meta (buffer);
  gpointer state = NULL;
  GstAnalyticsODMtd object;

  while (meta
         && gst_analytics_relation_meta_iterate (
             meta, &state, gst_analytics_od_mtd_get_mtd_type (), &object))
    print_object (buffer, &object);
  fflush (stdout);
  return GST_PAD_PROBE_OK;
}

/* Runs until it ends: FALSE, after a message, where an error ends it, or a
 * value was refused, such as `analytics` by a build which does not know it. */
static gboolean
run (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  gboolean ok = TRUE, done = FALSE;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (ok && !done) {
    GstMessage *message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
        GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
    gchar *refusal = messages_refusal (message);
    GError *error = NULL;

    done = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      gst_message_parse_error (message, &error, NULL);
    else if (!done)
      messages_warn ("snake-objects", message);
    if (error)
      g_printerr ("snake-objects: %s\n", error->message);
    ok = !error && !refusal;
    g_clear_error (&error);
    g_free (refusal);
    gst_message_unref (message);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  return ok;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *text = NULL, *why = NULL;
  GstElement *pipeline, *sink;
  GstPad *pad;
  gboolean ok;

  if (argc > 2
      || (argc == 2
          && (g_str_equal (argv[1], "--help")
              || g_str_equal (argv[1], "-h")))) {
    printf ("Usage: snake-objects [PIPELINE]\n\n"
            "Prints the objects on the frames of a pipeline, which is written "
            "as for\ngst-launch-1.0, as CSV. Without, the ball of a test "
            "picture.\n");
    return argc > 2 ? EXIT_FAILURE : EXIT_SUCCESS;
  }
  gst_init (&argc, &argv);
  text = g_strdup_printf ("%s ! fakesink name=snake-objects-sink",
      argc == 2 ? argv[1] : TEST_PIPELINE);
  pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!pipeline) {
    why = nearest_explain (error);
    g_printerr ("snake-objects: %s\n", why);
    return EXIT_FAILURE;
  }
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "snake-objects-sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, print_frame, NULL, NULL);
  gst_object_unref (pad);
  gst_object_unref (sink);
  printf ("time,type,x,y,width,height,confidence,track,first-seen,pixels\n");
  ok = run (pipeline);
  gst_object_unref (pipeline);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
