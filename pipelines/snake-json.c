/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prints what cudasnake finds in a video, a line of JSON for each frame: an
 * application that takes frames from an appsink and reads their contours with
 * the library gstcudasnakemeta.
 *
 *   snake-json                                    a ball that flies about
 *   snake-json clip.mp4
 *   snake-json clip.mp4 init=rectangle rectangles="165,75,25,40" target=dark
 *
 *   {"frame": 0, "time": 0, "width": 320, "height": 240, "contours": [
 *     {"id": 1, "area": 1234, "mean_in": 40.5, "mean_out": 90.25,
 *      "cut": 0, "converged": true, "points": [[165, 80], [165, 120], ...]}]}
 *
 * but on one line; times in seconds, the rest as
 * docs/elements/cudasnake-meta.md has it. To be compiled elsewhere:
 *
 *   cc snake-json.c -o snake-json \
 *     $(pkg-config --cflags --libs gstcudasnakemeta gstreamer-app-1.0) */
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gstcudasnakemeta.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST_SOURCE "videotestsrc pattern=ball num-buffers=30"

static gboolean
fail (const gchar *format, ...)
{
  va_list arguments;
  gchar *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("snake-json: %s\n", text);
  g_free (text);
  return FALSE;
}

/* Prints a point in every locale. */
static void
print_number (const gchar *name, gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  printf ("\"%s\": %s, ", name, g_ascii_dtostr (text, sizeof text, value));
}

static void
print_contour (const GstCudaSnakeContour *c)
{
  guint i;

  printf ("{\"id\": %u, \"area\": %" G_GUINT64_FORMAT ", ", c->id, c->area);
  print_number ("mean_in", c->mean_in);
  print_number ("mean_out", c->mean_out);
  print_number ("cut", c->cut);
  printf ("\"converged\": %s, \"points\": [", c->converged ? "true" : "false");
  for (i = 0; i < c->n_points; i++)
    printf ("%s[%d, %d]", i > 0 ? ", " : "", c->points[2 * i],
        c->points[2 * i + 1]);
  printf ("]}");
}

static gboolean
print_frame (guint number, GstBuffer *buffer)
{
  g_autoptr (GstCudaSnakeContours) frame = NULL;
  g_autoptr (GError) error = NULL;
  guint i;

  if (!gst_buffer_get_cuda_snake_contours (buffer, &frame, &error))
    return fail ("%s", error->message);
  if (!frame)
    return fail ("frame %u carries no contours", number);
  printf ("{\"frame\": %u, ", number);
  if (GST_BUFFER_PTS_IS_VALID (buffer))
    print_number ("time", (gdouble)GST_BUFFER_PTS (buffer) / GST_SECOND);
  printf ("\"width\": %d, \"height\": %d, \"contours\": [", frame->width,
      frame->height);
  for (i = 0; i < frame->n_contours; i++) {
    if (i > 0)
      printf (", ");
    print_contour (&frame->contours[i]);
  }
  printf ("]}\n");
  fflush (stdout);
  return TRUE;
}

/* Settings */

/* Returns the values that a property can have, to be freed. */
static gchar *
describe_values (GParamSpec *spec)
{
  GString *text;
  guint i;

  if (G_IS_PARAM_SPEC_BOOLEAN (spec))
    return g_strdup ("true or false");
  if (!G_IS_PARAM_SPEC_ENUM (spec))
    return g_strdup (spec->value_type == G_TYPE_DOUBLE ? "a number"
                     : spec->value_type == G_TYPE_INT  ? "a whole number"
                                                       : "see gst-inspect-1.0");
  text = g_string_new ("one of");
  for (i = 0; i < G_PARAM_SPEC_ENUM (spec)->enum_class->n_values; i++)
    g_string_append_printf (text, "%s %s", i > 0 ? "," : "",
        G_PARAM_SPEC_ENUM (spec)->enum_class->values[i].value_nick);
  return g_string_free (text, FALSE);
}

/* Reads it as gst-launch-1.0 does, but where that makes a number of nothing, or
 * another one of a number that the type does not hold. */
static gboolean
parse_value (const gchar *text, GParamSpec *spec, GValue *value)
{
  g_auto (GValue) wide = G_VALUE_INIT;
  gint64 number;

  if ((*text == '\0' && !G_VALUE_HOLDS_STRING (value))
      || !gst_value_deserialize_with_pspec (value, text, spec)
      || g_param_value_validate (spec, value))
    return FALSE;
  if (!G_VALUE_HOLDS_INT (value) && !G_VALUE_HOLDS_UINT (value))
    return TRUE;
  number = G_VALUE_HOLDS_INT (value) ? (gint64)g_value_get_int (value)
                                     : g_value_get_uint (value);
  g_value_init (&wide, G_TYPE_INT64);
  return gst_value_deserialize (&wide, text)
         && g_value_get_int64 (&wide) == number;
}

/* NAME=VALUE, as on a gst-launch-1.0 line. */
static gboolean
set_property (GstElement *snake, const gchar *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  g_auto (GValue) value = G_VALUE_INIT;
  GParamSpec *spec;

  if (!parts[0] || !parts[1])
    return fail ("%s is no property: cudasnake's are NAME=VALUE", text);
  spec = g_object_class_find_property (G_OBJECT_GET_CLASS (snake), parts[0]);
  if (!spec || !(spec->flags & G_PARAM_WRITABLE))
    return fail ("cudasnake has no property %s%s (gst-inspect-1.0 cudasnake)",
        parts[0], spec ? " that can be set" : "");
  g_value_init (&value, spec->value_type);
  if (!parse_value (parts[1], spec, &value)) {
    g_autofree gchar *values = describe_values (spec);

    return fail ("%s cannot be %s: %s", parts[0], parts[1], values);
  }
  g_object_set_property (G_OBJECT (snake), parts[0], &value);
  return TRUE;
}

/* Prints the pipeline's warnings, each once. FALSE after an error, or where a
 * setting was refused. */
static gboolean
listen (GstElement *pipeline, GHashTable *told)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  gboolean ok = TRUE;

  while (ok
         && (message = gst_bus_pop_filtered (
                 bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING))) {
    g_autoptr (GError) error = NULL;

    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      gst_message_parse_error (message, &error, NULL);
      ok = fail ("%s", error->message);
    } else {
      gst_message_parse_warning (message, &error, NULL);
      if (g_error_matches (
              error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS))
        ok = fail ("%s", error->message);
      else if (g_hash_table_add (told, g_strdup (error->message)))
        g_printerr ("snake-json: warning: %s\n", error->message);
    }
    gst_message_unref (message);
  }
  return ok;
}

static gboolean
print_frames (GstElement *pipeline)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  GstAppSink *sink = GST_APP_SINK (element);
  g_autoptr (GHashTable) told =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean ok = TRUE;
  guint n = 0;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (ok) {
    /* not for ever: what fails before the first frame ends no stream */
    GstSample *sample = gst_app_sink_try_pull_sample (sink, GST_SECOND / 20);
    const gboolean at_end = !sample && gst_app_sink_is_eos (sink);

    ok = listen (pipeline, told);
    if (sample) {
      ok = ok && print_frame (n++, gst_sample_get_buffer (sample));
      gst_sample_unref (sample);
    }
    if (at_end)
      break;
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  if (ok && n == 0)
    ok = fail ("there are no frames");
  gst_object_unref (element);
  return ok;
}

int
main (int argc, char **argv)
{
  const gboolean has_file = argc > 1 && !strchr (argv[1], '=');
  g_autoptr (GError) error = NULL;
  GstElement *pipeline, *snake, *file;
  gboolean ok = TRUE;
  gchar *text;
  int i;

  if (argc > 1
      && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))) {
    printf ("Usage: snake-json [FILE] [PROPERTY=VALUE...]\n\n"
            "Prints the contours that cudasnake, with these properties, finds "
            "in a video: a line of\nJSON for each frame. Without FILE, in a "
            "test picture. gst-inspect-1.0 cudasnake names\nthe "
            "properties.\n");
    return EXIT_SUCCESS;
  }
  gst_init (&argc, &argv);
  if (has_file && !g_file_test (argv[1], G_FILE_TEST_IS_REGULAR)) {
    fail ("there is no file %s", argv[1]);
    return EXIT_FAILURE;
  }
  /* the frame's pixels are not wanted: any format will do */
  text = g_strdup_printf ("%s ! videoconvert ! cudasnake name=snake ! "
                          "appsink name=sink sync=false",
      has_file ? "filesrc name=file ! decodebin" : TEST_SOURCE);
  pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  g_free (text);
  if (!pipeline) {
    fail ("%s (GST_PLUGIN_PATH must name the folder of the built plugin)",
        error->message);
    return EXIT_FAILURE;
  }

  if (has_file) {
    file = gst_bin_get_by_name (GST_BIN (pipeline), "file");
    g_object_set (file, "location", argv[1], NULL);
    gst_object_unref (file);
  }
  snake = gst_bin_get_by_name (GST_BIN (pipeline), "snake");
  for (i = 1 + has_file; i < argc && ok; i++)
    ok = set_property (snake, argv[i]);
  gst_object_unref (snake);
  ok = ok && print_frames (pipeline);
  gst_object_unref (pipeline);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
