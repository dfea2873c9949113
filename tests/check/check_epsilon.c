/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudaepsilon's pictures against the definition, while properties change, by
 * hand, by a controller and by presets, and frames flow. */
#include "naiveepsilon.h"
#include "videotest.h"

#include <math.h>

/* One frame through the element, and what should come out. */
static void
check_frame (GstHarness *h, const NaiveEpsilon *epsilon,
    const GstVideoInfo *info, GRand *rand)
{
  GstBuffer *frame = video_test_frame (rand, info);
  g_autoptr (GstBuffer) expected =
      naive_epsilon_filter (epsilon, info, frame, FALSE);
  g_autoptr (GstBuffer) result = video_test_push_and_pull (h, frame);
  g_autofree gchar *what =
      g_strdup_printf ("%s, size %d, threshold %g, %d times", epsilon->mode,
          epsilon->size, epsilon->threshold, epsilon->iterations);

  video_test_compare (info, result, expected, what);
}

/* Whether the very buffer goes through. */
static gboolean
passes_through (GstHarness *h, const GstVideoInfo *info, GRand *rand)
{
  return video_test_passes (h, video_test_frame (rand, info));
}

/* The defaults, before anything is set. */
TEST (test_defaults)
{
  const NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  GstVideoInfo info = video_test_progressive ("I420", 37, 23);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  check_frame (h, &epsilon, &info, noise);
}

/* Every size, with thresholds that grow, in both modes. */
TEST_LOOP (test_sizes, 5)
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "P010_10LE",
    "BGRx", "I420_12LE" };
  static const gdouble thresholds[] = { 1, 20, 0.05, 255, 256, 3.7 };
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  GstVideoInfo info = video_test_progressive (formats[__i__], 19, 14);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (epsilon.size = 3; epsilon.size <= 31; epsilon.size += 2) {
    for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++) {
      epsilon.threshold = thresholds[i];
      epsilon.mode = (epsilon.size / 2 + i) % 2 ? "clamp" : "average";
      naive_epsilon_apply (&epsilon, G_OBJECT (element));
      check_frame (h, &epsilon, &info, noise);
    }
  }
}

/* A change takes effect from the next frame on. */
TEST (test_live_properties)
{
  static const NaiveEpsilon steps[] = {
    { 9, 20, "average", 1, "replicate", 0, "luma" },
    { 5, 20, "average", 1, "replicate", 0, "luma" },
    { 5, 90, "average", 1, "replicate", 0, "luma" },
    { 5, 0.5, "average", 1, "replicate", 0, "luma" },
    { 5, 90, "clamp", 1, "replicate", 0, "luma" },
    { 5, 90, "clamp", 3, "replicate", 0, "luma" },
    { 5, 90, "clamp", 3, "mirror", 0, "luma" },
    { 5, 90, "clamp", 3, "constant", 0, "luma" },
    { 5, 90, "clamp", 3, "constant", 99, "luma" },
    { 5, 90, "clamp", 3, "constant", 99, "luma+chroma" },
    { 5, 90, "clamp", 3, "constant", 99, "chroma" },
    { 31, 256, "average", 1, "mirror", 99, "luma+chroma" },
  };
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  GstVideoInfo info = video_test_progressive ("NV12", 25, 17);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (steps); i++) {
    const NaiveEpsilon *epsilon = &steps[i % G_N_ELEMENTS (steps)];
    gdouble threshold;
    gint size;

    naive_epsilon_apply (epsilon, G_OBJECT (element));
    g_object_get (element, "size", &size, "threshold", &threshold, NULL);
    assert_equals_int (size, epsilon->size);
    assert_equals_float (threshold, epsilon->threshold);
    check_frame (h, epsilon, &info, noise);
    check_frame (h, epsilon, &info, noise);
  }
}

/* With a threshold of 0 the very buffers go through, and back. */
TEST (test_identity)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  GstVideoInfo info = video_test_progressive ("I420", 31, 20);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (gint i = 0; i < 4; i++) {
    epsilon.mode = i % 2 ? "clamp" : "average";
    epsilon.threshold = 20;
    naive_epsilon_apply (&epsilon, G_OBJECT (element));
    fail_if (passes_through (h, &info, noise));
    check_frame (h, &epsilon, &info, noise);
    g_object_set (element, "threshold", 0.0, NULL);
    fail_unless (passes_through (h, &info, noise));
    /* a threshold of 1 makes no identity */
    epsilon.threshold = 1;
    naive_epsilon_apply (&epsilon, G_OBJECT (element));
    check_frame (h, &epsilon, &info, noise);
  }
}

/* Numbers below 0 but -1 are refused, of fractions too; whole numbers are taken
 * from other types and from text, as in launch lines and old presets. */
TEST (test_thresholds)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GValue whole = G_VALUE_INIT;
  gdouble threshold;

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "threshold", -0.5, NULL);
  video_test_check_warning (bus, "threshold must be from 0 to 256, or -1: -0.5 "
                                 "was refused and threshold stays 4.");
  g_object_get (element, "threshold", &threshold, NULL);
  assert_equals_float (threshold, 4);
  gst_util_set_object_arg (G_OBJECT (element), "threshold", "9");
  g_object_get (element, "threshold", &threshold, NULL);
  assert_equals_float (threshold, 9);
  gst_util_set_object_arg (G_OBJECT (element), "threshold", "0.05");
  g_object_get (element, "threshold", &threshold, NULL);
  assert_equals_float (threshold, 0.05);
  g_value_init (&whole, G_TYPE_INT);
  g_value_set_int (&whole, 12);
  g_object_set_property (G_OBJECT (element), "threshold", &whole);
  g_value_unset (&whole);
  g_object_get (element, "threshold", &threshold, NULL);
  assert_equals_float (threshold, 12);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

/* An even size is refused with a warning, and the old one stays. */
TEST (test_even_size)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  g_autoptr (GstBus) bus = video_test_bus (element);
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  GstVideoInfo info = video_test_progressive ("GRAY8", 30, 20);
  GstHarness *h = video_test_harness (element, &info);
  gint even, size;

  for (even = 4; even <= 30; even += 2) {
    GstMessage *message;
    GError *error;

    epsilon.size = even - 1;
    g_object_set (element, "size", epsilon.size, NULL);
    fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    g_object_set (element, "size", even, NULL);
    g_object_get (element, "size", &size, NULL);
    assert_equals_int (size, epsilon.size);
    message = video_test_message (bus, GST_MESSAGE_WARNING);
    fail_unless (message != NULL);
    gst_message_parse_warning (message, &error, NULL);
    fail_unless (
        g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS));
    fail_unless (strstr (error->message, "odd"), "%s", error->message);
    g_error_free (error);
    gst_message_unref (message);
    check_frame (h, &epsilon, &info, noise);
  }
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
}

/* GstController drives the threshold frame by frame. */
TEST (test_controller)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  g_autoptr (GstHarness) h = NULL;
  gdouble last = -1;
  GstVideoInfo info = video_test_progressive ("I420", 30, 20);
  gint i, changes = 0;

  video_test_control (element, "threshold", 1, 201);
  h = video_test_harness (element, &info);
  for (i = 0; i <= 30; i++) {
    GstBuffer *frame = video_test_frame (noise, &info), *result, *expected;

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 25;
    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    g_object_get (element, "threshold", &epsilon.threshold, NULL);
    fail_unless (ABS (epsilon.threshold - (1 + 8 * MIN (i, 25))) <= 1,
        "the threshold of frame %d is %g", i, epsilon.threshold);
    changes += epsilon.threshold != last;
    last = epsilon.threshold;
    expected = naive_epsilon_filter (&epsilon, &info, frame, FALSE);
    video_test_expect (&info, result, expected, "controlled");
    gst_buffer_unref (frame);
  }
  assert_equals_int (changes, 26);
}

/* A grey picture with noise of so many steps in all, evenly spread. */
static GstBuffer *
noisy_frame (const GstVideoInfo *info, gint range, GRand *rand)
{
  GstBuffer *frame = video_test_frame (rand, info);
  GstMapInfo map;

  gst_buffer_map (frame, &map, GST_MAP_WRITE);
  for (gsize i = 0; i < map.size; i++)
    map.data[i] = 100 + g_rand_int_range (rand, 0, range);
  gst_buffer_unmap (frame, &map);
  return frame;
}

/* What stats says of the noise of a frame on the CPU; a GPU tells it later. */
static gdouble
estimate_sigma (const GstVideoInfo *info, GstBuffer *frame)
{
  GstElement *element = video_test_element ("cudaepsilon");
  GstStructure *stats;
  gdouble sigma = 0;
  GstHarness *h;

  g_object_set (element, "threshold", -1.0, NULL);
  gst_util_set_object_arg (G_OBJECT (element), "backend", "cpu");
  h = video_test_harness (element, info);
  gst_buffer_unref (video_test_push_and_pull (h, gst_buffer_ref (frame)));
  g_object_get (element, "stats", &stats, NULL);
  gst_structure_get_double (stats, "sigma-luma", &sigma);
  gst_structure_free (stats);
  gst_harness_teardown (h);
  gst_object_unref (element);
  return sigma;
}

/* The noise is told with the times of the frame that it was found in. */
TEST (test_noise_message)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  g_autoptr (GstBus) bus = video_test_bus (element);
  g_autoptr (GstMessage) message = NULL;
  static const gchar *const times[] = { "timestamp", "stream-time",
    "running-time" };
  GstClockTime time;
  g_autoptr (GstHarness) h = NULL;
  GstBuffer *frame;
  GstVideoInfo info = video_test_progressive ("GRAY8", 200, 150);

  g_object_set (element, "threshold", -1.0, NULL);
  gst_util_set_object_arg (G_OBJECT (element), "backend", "cpu");
  h = video_test_harness (element, &info);
  frame = noisy_frame (&info, 20, noise);
  GST_BUFFER_PTS (frame) = 5 * GST_SECOND;
  GST_BUFFER_DURATION (frame) = GST_SECOND / 25;
  gst_buffer_unref (video_test_push_and_pull (h, frame));
  while ((message = video_test_message (bus, GST_MESSAGE_ELEMENT)) != NULL
         && !gst_message_has_name (message, "cudaepsilon-noise"))
    gst_clear_message (&message);
  fail_unless (message != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    fail_unless (gst_structure_get_clock_time (
        gst_message_get_structure (message), times[i], &time));
    assert_equals_uint64 (time, 5 * GST_SECOND);
  }
  fail_unless (gst_structure_get_clock_time (
      gst_message_get_structure (message), "duration", &time));
  assert_equals_uint64 (time, GST_SECOND / 25);
  gst_element_set_bus (element, NULL);
}

/* With -1 the threshold is 1.5 times what stats says of the noise, of each
 * frame alone, and runs share it. */
TEST_LOOP (test_estimated, 2)
{
  static const gint ranges[] = { 8, 40, 3, 20 };
  const gint iterations = 1 + __i__;
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("GRAY8", 200, 150);

  epsilon.iterations = iterations;
  g_object_set (element, "threshold", -1.0, "iterations", iterations, NULL);
  h = video_test_harness (element, &info);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    GstBuffer *frame = noisy_frame (&info, ranges[i], noise), *result,
              *expected;
    const gdouble true_sigma = ranges[i] / sqrt (12);
    const gdouble sigma = estimate_sigma (&info, frame);

    result = video_test_push_and_pull (h, gst_buffer_ref (frame));
    fail_unless (ABS (sigma - true_sigma) < 0.15 * true_sigma,
        "noise of %g was taken for %g", true_sigma, sigma);
    epsilon.threshold = (gint)floor (1.5 * sigma) / iterations;
    expected = naive_epsilon_filter (&epsilon, &info, frame, FALSE);
    video_test_expect (&info, result, expected, "estimated");
    gst_buffer_unref (frame);
  }
}

/* Presets have names and comments, none sets what another does, and what they
 * set is what filters. */
TEST (test_presets)
{
  static const gchar *const names[] = { "light", "medium", "strong" };
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  NaiveEpsilon last = { 0 };
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 40, 30);
  gchar **found = gst_preset_get_preset_names (GST_PRESET (element));

  fail_unless (found != NULL,
      "no presets are found: GST_PRESET_PATH must name gst/presets");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fail_unless (g_strv_contains ((const gchar *const *)found, names[i]),
        "there is no preset %s", names[i]);
  g_strfreev (found);

  h = video_test_harness (element, &info);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++) {
    const gchar *name = names[i % G_N_ELEMENTS (names)];
    NaiveEpsilon epsilon = NAIVE_EPSILON_DEFAULTS;
    gchar *comment;
    gint mode;

    fail_unless (gst_preset_load_preset (GST_PRESET (element), name));
    fail_unless (
        gst_preset_get_meta (GST_PRESET (element), name, "comment", &comment));
    fail_unless (strlen (comment) > 0);
    g_free (comment);
    g_object_get (element, "size", &epsilon.size, "threshold",
        &epsilon.threshold, "iterations", &epsilon.iterations, "mode", &mode,
        NULL);
    epsilon.mode = mode ? "clamp" : "average";
    fail_if (epsilon.size == last.size && epsilon.threshold == last.threshold
             && epsilon.iterations == last.iterations
             && g_strcmp0 (epsilon.mode, last.mode) == 0);
    last = epsilon;
    check_frame (h, &epsilon, &info, noise);
  }
  fail_if (gst_preset_load_preset (GST_PRESET (element), "none such"));
}

/* What users save is of the filter, and not of their machine. */
TEST_LOOP (test_preset_names, 2)
{
  static const gchar *const names[] = { "cudaepsilon", "cudadenoise" };
  static const gchar *const own[] = { "threshold", "sigma" };
  g_autoptr (GstElement) element = video_test_element (names[__i__]);
  g_auto (GStrv) saved = gst_preset_get_property_names (GST_PRESET (element));
  const gchar *const *all = (const gchar *const *)saved;

  fail_unless (g_strv_contains (all, own[__i__]));
  fail_unless (g_strv_contains (all, "planes"));
  fail_unless (g_strv_contains (all, "border") || __i__ == 1);
  fail_if (g_strv_contains (all, "backend"));
  fail_if (g_strv_contains (all, "cuda-device-id"));
}

/* One that was saved before, on another machine, leaves this one's choice. Of a
 * type of its own, as a process reads those of a type once. */
TEST (test_old_preset)
{
  g_autoptr (GstElement) original = video_test_element ("cudaepsilon");
  g_autoptr (GstElement) element = NULL;
  gchar *folder = video_test_folder_new ();
  g_autofree gchar *path = g_build_filename (folder, "OldEpsilon.prs", NULL);
  GTypeQuery query;
  gint before, after, device, size;

  fail_unless (g_file_set_contents (path,
      "[_presets_]\nversion=9.9.9\nelement-name=OldEpsilon\n\n"
      "[saved]\nbackend=cuda\ncuda-device-id=7\nsize=9\n",
      -1, NULL));
  fail_unless (gst_preset_set_app_dir (folder));
  g_type_query (G_OBJECT_TYPE (original), &query);
  element =
      g_object_new (g_type_register_static_simple (query.type, "OldEpsilon",
                        query.class_size, NULL, query.instance_size, NULL, 0),
          NULL);
  g_object_get (element, "backend", &before, NULL);
  fail_unless (gst_preset_load_preset (GST_PRESET (element), "saved"));
  g_object_get (element, "backend", &after, "cuda-device-id", &device, "size",
      &size, NULL);
  assert_equals_int (after, before);
  assert_equals_int (device, -1);
  assert_equals_int (size, 9);
  video_test_folder_free (folder);
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
