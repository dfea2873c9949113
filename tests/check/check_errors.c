/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bad input: what is refused, how it is said, and that nothing is lost. */
#include <gst/controller/controller.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "elements.h"
#include "naivemedian.h"
#include "videotest.h"

static gint
get_int (GstElement *element, const gchar *name)
{
  gint value;

  g_object_get (element, name, &value, NULL);
  return value;
}

/* From PAUSED on the warning comes at once. */
TEST (test_even_size)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = video_test_bus (element);

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, "size", 7, NULL);
  for (gint size = 4; size <= 100; size += 2) {
    g_object_set (element, "size", size, NULL);
    video_test_check_warning (bus, "odd");
    fail_if (video_test_message (bus, GST_MESSAGE_ANY));
    assert_equals_int (get_int (element, "size"), 7);
  }

  /* 0 is no size, but a size-y. */
  g_object_set (element, "size-y", 9, NULL);
  for (gint size = 1; size <= 100; size += size == 1 ? 1 : 2) {
    g_object_set (element, "size-y", size, NULL);
    video_test_check_warning (bus, "size-y must be odd, from 3 to 101, or 0");
    fail_if (video_test_message (bus, GST_MESSAGE_ANY));
    assert_equals_int (get_int (element, "size-y"), 9);
  }
  g_object_set (element, "size-y", 101, "size", 101, NULL);
  g_object_set (element, "size-y", 0, NULL);
  fail_if (video_test_message (bus, GST_MESSAGE_ANY));
  assert_equals_int (get_int (element, "size-y"), 0);
  assert_equals_int (get_int (element, "size"), 101);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

/* Before that nobody asked for what there is instead: it is an error on the way
 * to PAUSED, each time, until the property is set again. */
TEST_LOOP (test_even_size_before, 2)
{
  const GstState state = __i__ ? GST_STATE_READY : GST_STATE_NULL;
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = NULL;

  gst_element_set_state (element, state);
  g_object_set (element, "size", 6, NULL);
  g_object_set (element, "size", 10, NULL);
  g_object_set (element, "size-y", 2, NULL);
  assert_equals_int (get_int (element, "size"), 3);
  assert_equals_int (get_int (element, "size-y"), 0);

  bus = video_test_bus (element);
  video_test_check_refusal (element, bus,
      "size must be odd, from 3 to 101: 10 was refused. size-y must be odd, "
      "from 3 to 101, or 0: 2 was refused.");
  gst_element_set_state (element, state);
  g_object_set (element, "size-y", 5, NULL);
  video_test_check_refusal (
      element, bus, "size must be odd, from 3 to 101: 10 was refused.");
  gst_element_set_state (element, state);
  g_object_set (element, "size", 7, NULL);
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));

  /* what is refused now was told, and what goes on was asked for */
  g_object_set (element, "size", 8, NULL);
  video_test_check_warning (bus, ": 8 was refused and size stays 7.");
  gst_element_set_state (element, state);
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

/* No pipeline runs with a value that nobody set. */
TEST_LOOP (test_refused_in_pipeline, 3)
{
  static const gchar *const elements[] = { "cudamedian size=4",
    "cudaconvolve kernel-type=unsharp size=63", "cudaconvolve kernel=x" };
  g_autofree gchar *line = g_strdup_printf (
      "fakesrc num-buffers=1 ! %s ! fakesink", elements[__i__]);
  g_autoptr (GstElement) pipeline = NULL;
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GstBus) bus = NULL;

#ifdef TEST_STAGED
  return; /* gst_parse_launch() knows the plugin's elements */
#endif
  pipeline = gst_parse_launch (line, NULL);
  bus = gst_element_get_bus (pipeline);
  assert_equals_int (gst_element_set_state (pipeline, GST_STATE_PLAYING),
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
  fail_unless (message && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

#define N_REFUSALS 2000

static gpointer
refuse_many (gpointer element)
{
  for (guint i = 0; i < N_REFUSALS; i++)
    g_object_set (element, "size", 4, NULL);
  return NULL;
}

static guint
count_messages (GstBus *bus, GstMessageType type)
{
  GstMessage *message;
  guint n = 0;

  while ((message = video_test_message (bus, type))) {
    gst_message_unref (message);
    n++;
  }
  return n;
}

/* Whatever state changes go on meanwhile: those that fail say so once, and what
 * is refused in PAUSED is told at once. */
TEST (test_told_once)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GThread *thread = g_thread_new ("refuse", refuse_many, element);
  guint i, n_failed = 0;

  for (i = 0; i < 500; i++) {
    n_failed += gst_element_set_state (element, GST_STATE_PAUSED)
                == GST_STATE_CHANGE_FAILURE;
    assert_equals_int (count_messages (bus, GST_MESSAGE_ERROR), n_failed);
    n_failed = 0;
    gst_element_set_state (element, GST_STATE_READY);
  }
  g_thread_join (thread);
  g_object_set (element, "size", 5, NULL);
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  count_messages (bus, GST_MESSAGE_ANY);
  refuse_many (element);
  assert_equals_int (count_messages (bus, GST_MESSAGE_WARNING), N_REFUSALS);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

/* While frames flow the old size goes on. */
TEST (test_even_size_in_playing)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  g_autoptr (GstBuffer) expected = NULL, result = NULL;
  GstBuffer *frame;
  g_autoptr (GstHarness) h = NULL;
  g_autoptr (GstBus) bus = NULL;
  GstVideoInfo info = video_test_progressive ("RGB", 20, 20);

  median.size = 9;
  naive_median_apply (&median, G_OBJECT (element));
  bus = video_test_bus (element);
  h = video_test_harness (element, &info);
  g_object_set (element, "size", 8, NULL);
  video_test_check_warning (bus, "size stays 9");
  g_object_set (element, "size-y", 1, NULL);
  video_test_check_warning (bus, "size-y stays 0");

  frame = video_test_frame (noise, &info);
  expected = naive_median_filter (&median, &info, frame, FALSE);
  result = video_test_push_and_pull (h, frame);
  video_test_compare (&info, result, expected, "after size=8 size-y=1");
}

/* The declared ranges, for programs and people to read. */
TEST (test_ranges)
{
  static const struct {
    const gchar *name;
    gint min, max, value;
    const gchar *range;
  } properties[] = {
    { "size", 3, 101, 3, "odd, from 3 to 101" },
    { "size-y", 0, 101, 0, "odd, from 3 to 101, or 0" },
    { "percentile", 0, 100, 50, "from 0 to 100" },
    { "iterations", 1, 16, 1, "from 1 to 16" },
    { "border-value", 0, 255, 0, "from 0 to 255" },
    { "cuda-device-id", -1, G_MAXINT, -1, "from -1 to 2147483647" },
  };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  g_autoptr (GstBus) bus = video_test_bus (element);

  gst_element_set_state (element, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++) {
    GParamSpec *spec = g_object_class_find_property (
        G_OBJECT_GET_CLASS (element), properties[i].name);

    assert_equals_int (G_PARAM_SPEC_INT (spec)->minimum, properties[i].min);
    assert_equals_int (G_PARAM_SPEC_INT (spec)->maximum, properties[i].max);
    assert_equals_int (
        G_PARAM_SPEC_INT (spec)->default_value, properties[i].value);
#if GLIB_CHECK_VERSION(2, 74, 0)
    {
      GValue value = G_VALUE_INIT;

      g_value_init (&value, G_TYPE_INT);
      g_value_set_int (&value, properties[i].min - 1);
      fail_if (g_param_value_is_valid (spec, &value));
      g_value_set_int (&value, properties[i].max);
      fail_unless (g_param_value_is_valid (spec, &value));
      g_value_unset (&value);
    }
#endif
  }

  /* The element leaves the old value and says what it could be. */
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++) {
    const gchar *name = properties[i].name;
    gint64 bad[] = { properties[i].min - 1, G_MININT, properties[i].max + 1ll,
      G_MAXINT };
    gint old = get_int (element, name);

    for (guint k = 0; k < G_N_ELEMENTS (bad); k++) {
      gchar *text;

      if (bad[k] > G_MAXINT || bad[k] == properties[i].max)
        continue;
      g_object_set (element, name, (gint)bad[k], NULL);
      text = g_strdup_printf ("%s must be %s: %d was refused and %s stays %d.",
          name, properties[i].range, (gint)bad[k], name, old);
      video_test_check_warning (bus, text);
      fail_if (video_test_message (bus, GST_MESSAGE_ANY));
      assert_equals_int (get_int (element, name), old);
      g_free (text);
    }
    if (properties[i].max % 2 == 1) {
      g_object_set (element, name, properties[i].max, NULL);
      fail_if (video_test_message (bus, GST_MESSAGE_ANY));
      assert_equals_int (get_int (element, name), properties[i].max);
    }
  }
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

static void
check_refused (
    GstElement *element, GstBus *bus, GParamSpec *spec, const GValue *value)
{
  GValue old = G_VALUE_INIT, now = G_VALUE_INIT;
  g_autofree gchar *begin = g_strdup_printf ("%s must be ", spec->name);
  g_autofree gchar *stays =
      g_strdup_printf (" was refused and %s stays ", spec->name);
  GstMessage *message;
  GError *error;

  g_value_init (&old, spec->value_type);
  g_value_init (&now, spec->value_type);
  g_object_get_property (G_OBJECT (element), spec->name, &old);
  g_object_set_property (G_OBJECT (element), spec->name, value);
  g_object_get_property (G_OBJECT (element), spec->name, &now);
  assert_equals_int (g_param_values_cmp (spec, &old, &now), 0);

  message = video_test_message (bus, GST_MESSAGE_WARNING);
  fail_unless (message != NULL, "no warning about %s", spec->name);
  gst_message_parse_warning (message, &error, NULL);
  fail_unless (
      g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS));
  fail_unless (g_str_has_prefix (error->message, begin)
                   && strstr (error->message, stays),
      "%s", error->message);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
  g_error_free (error);
  gst_message_unref (message);
  g_value_unset (&old);
  g_value_unset (&now);
}

/* TRUE where there is a range; then `bad` are values outside it. */
static gboolean
values_outside (GParamSpec *spec, GValue bad[3])
{
  for (guint i = 0; i < 3; i++)
    g_value_init (&bad[i], spec->value_type);
  if (G_IS_PARAM_SPEC_INT (spec)) {
    GParamSpecInt *s = G_PARAM_SPEC_INT (spec);

    g_value_set_int (&bad[0], s->minimum - 1);
    g_value_set_int (&bad[1], G_MININT);
    g_value_set_int (
        &bad[2], s->maximum < G_MAXINT ? s->maximum + 1 : s->minimum - 2);
  } else if (G_IS_PARAM_SPEC_DOUBLE (spec)) {
    GParamSpecDouble *s = G_PARAM_SPEC_DOUBLE (spec);

    g_value_set_double (&bad[0], s->minimum - 0.001);
    g_value_set_double (&bad[1], s->maximum + 0.001);
    g_value_set_double (&bad[2], NAN);
  } else if (G_IS_PARAM_SPEC_ENUM (spec)) {
    GEnumClass *klass = G_PARAM_SPEC_ENUM (spec)->enum_class;

    g_value_set_enum (&bad[0], klass->minimum - 1);
    g_value_set_enum (&bad[1], klass->maximum + 1);
    g_value_set_enum (&bad[2], G_MAXINT);
  } else if (G_IS_PARAM_SPEC_FLAGS (spec)) {
    guint mask = G_PARAM_SPEC_FLAGS (spec)->flags_class->mask;

    g_value_set_flags (&bad[0], mask + 1);
    g_value_set_flags (&bad[1], G_MAXUINT);
    g_value_set_flags (&bad[2], ~mask);
  } else {
    return FALSE;
  }
  return TRUE;
}

/* All that have a range, of all elements, keep it so. */
TEST_LOOP (test_all_ranges, elements_n ())
{
  g_autoptr (GstElement) element = video_test_element (elements_all ()[__i__]);
  g_autoptr (GstBus) bus = video_test_bus (element);
  guint n, i, k, n_live = 0, n_ranges = 0;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  gst_element_set_state (element, GST_STATE_PAUSED);
  for (i = 0; i < n; i++) {
    GValue bad[3] = { G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT };

    if (!(specs[i]->flags & G_PARAM_WRITABLE)
        || specs[i]->flags & G_PARAM_DEPRECATED) /* see check_mask */
      continue;
    n_live += (specs[i]->flags & GST_PARAM_MUTABLE_PLAYING) != 0;
    if (values_outside (specs[i], bad)) {
      n_ranges++;
      for (k = 0; k < 3; k++)
        check_refused (element, bus, specs[i], &bad[k]);
      g_object_set_property (G_OBJECT (element), specs[i]->name,
          g_param_spec_get_default_value (specs[i]));
      fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    }
    for (k = 0; k < 3; k++)
      g_value_unset (&bad[k]);
  }
  /* of those that have many properties */
  fail_unless (n_ranges >= MIN (7, n_live), "%u of %u", n_ranges, n_live);
  g_free (specs);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

/* Before PAUSED none of these starts, whatever the property, until it is set
 * again. */
TEST_LOOP (test_all_ranges_before, 2 * elements_n ())
{
  const GstState state = __i__ % 2 ? GST_STATE_READY : GST_STATE_NULL;
  g_autoptr (GstElement) element =
      video_test_element (elements_all ()[__i__ / 2]);
  g_autoptr (GstBus) bus = video_test_bus (element);
  guint n, i, k;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (i = 0; i < n; i++) {
    GValue bad[3] = { G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT };
    GValue good = G_VALUE_INIT;
    g_autofree gchar *refusal = g_strdup_printf ("%s must be ", specs[i]->name);

    if (!(specs[i]->flags & G_PARAM_WRITABLE)
        || specs[i]->flags & G_PARAM_DEPRECATED) /* see check_mask */
      continue;
    gst_element_set_state (element, state);
    g_value_init (&good, specs[i]->value_type);
    g_object_get_property (G_OBJECT (element), specs[i]->name, &good);
    if (values_outside (specs[i], bad)) {
      g_object_set_property (G_OBJECT (element), specs[i]->name, &bad[0]);
      video_test_check_refusal (element, bus, refusal);
      gst_element_set_state (element, state);
      g_object_set_property (G_OBJECT (element), specs[i]->name, &good);
      assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
          GST_STATE_CHANGE_SUCCESS);
      fail_if (
          video_test_message (bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));
    }
    g_value_unset (&good);
    for (k = 0; k < 3; k++)
      g_value_unset (&bad[k]);
  }
  g_free (specs);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
}

static void
set_value (GstElement *element, const gchar *name, GType type, gint value)
{
  GValue given = G_VALUE_INIT, converted = G_VALUE_INIT;

  g_value_init (&given, G_TYPE_INT);
  g_value_init (&converted, type);
  g_value_set_int (&given, value);
  g_value_transform (&given, &converted);
  g_object_set_property (G_OBJECT (element), name, &converted);
  g_value_unset (&given);
  g_value_unset (&converted);
}

/* Whichever way a value comes: as text, as another type, from a controller. */
TEST (test_ways_to_set)
{
  g_autoptr (GstElement) element = video_test_element ("cudaepsilon");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstControlSource *source = gst_trigger_control_source_new ();
  GstTimedValueControlSource *times = GST_TIMED_VALUE_CONTROL_SOURCE (source);
  gdouble threshold;

  gst_element_set_state (element, GST_STATE_PAUSED);
  gst_util_set_object_arg (G_OBJECT (element), "size", "200");
  video_test_check_warning (
      bus, "size must be odd, from 3 to 31: 200 was refused and size stays 3.");
  set_value (element, "size", G_TYPE_INT64, 33);
  video_test_check_warning (bus, ": 33 was refused and size stays 3.");
  set_value (element, "threshold", G_TYPE_INT64, -7);
  video_test_check_warning (bus,
      "threshold must be from -1 to 256: -7 was refused and threshold stays "
      "4.");
  set_value (element, "size", G_TYPE_INT64, 31);
  assert_equals_int (get_int (element, "size"), 31);
  g_object_set (element, "mode", 2, NULL);
  video_test_check_warning (bus,
      "mode must be one of average, clamp: 2 was refused and mode stays "
      "clamp.");
  g_object_set (element, "planes", 0x12, NULL);
  video_test_check_warning (bus, "planes must be some of luma+chroma+alpha: "
                                 "0x12 was refused and planes stays "
                                 "luma+chroma.");

  gst_object_add_control_binding (
      GST_OBJECT (element), gst_direct_control_binding_new_absolute (
                                GST_OBJECT (element), "threshold", source));
  gst_timed_value_control_source_set (times, 0, 300);
  gst_timed_value_control_source_set (times, GST_SECOND, 12);
  gst_object_sync_values (GST_OBJECT (element), 0);
  video_test_check_warning (bus, ": 300 was refused and threshold stays 4.");
  gst_object_sync_values (GST_OBJECT (element), GST_SECOND);
  g_object_get (element, "threshold", &threshold, NULL);
  assert_equals_float (threshold, 12);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));

  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (source);
}

/* The warning that a refused value gets. */
static gchar *
refuse (const gchar *name, const gchar *property, gdouble value)
{
  g_autoptr (GstElement) element = video_test_element (name);
  g_autoptr (GstBus) bus = video_test_bus (element);
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  gst_element_set_state (element, GST_STATE_PAUSED);
  g_object_set (element, property, value, NULL);
  message = video_test_message (bus, GST_MESSAGE_WARNING);
  fail_unless (message != NULL, "%s", property);
  gst_message_parse_warning (message, &error, NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  return g_strdup (error->message);
}

/* Makes a locale whose numbers have commas that of the program. */
static void
set_comma_locale (const gchar *folder)
{
  g_autofree gchar *path = g_build_filename (folder, "de_DE.UTF-8", NULL);
  const gchar *const command[] = { "localedef", "-i", "de_DE", "-f", "UTF-8",
    path, NULL };
  g_autofree gchar *number = NULL;

  g_spawn_sync (NULL, (gchar **)command, NULL,
      G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL
          | G_SPAWN_STDERR_TO_DEV_NULL,
      NULL, NULL, NULL, NULL, NULL, NULL);
  g_setenv ("LOCPATH", folder, TRUE);
  fail_unless (setlocale (LC_ALL, "de_DE.UTF-8") != NULL,
      "localedef or its sources (Debian: locales) are missing");
  number = g_strdup_printf ("%g", 0.5);
  assert_equals_string (number, "0,5");
}

static void
remove_locale (const gchar *folder)
{
  g_autofree gchar *path = g_build_filename (folder, "de_DE.UTF-8", NULL);
  const gchar *const command[] = { "rm", "-rf", path, NULL };

  g_spawn_sync (NULL, (gchar **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
      NULL, NULL, NULL, NULL);
}

/* Messages have numbers as command lines take them, whatever the locale. */
TEST (test_locale)
{
  static const struct {
    const gchar *element, *property;
    gdouble value;
  } cases[] = {
    { "cudadenoise", "sigma", -0.5 },
    { "cudadenoise", "strength", -0.25 },
    { "cudaepsilon", "threshold", -0.5 },
    { "cudasnake", "window", 0.5 },
    { "cudaconvolve", "sigma", -1.5 },
    { "cudainpaint", "threshold-start", 1234567.5 },
  };
  gchar *folder = video_test_folder_new (), *messages[G_N_ELEMENTS (cases)];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    messages[i] = refuse (cases[i].element, cases[i].property, cases[i].value);
  set_comma_locale (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *message =
        refuse (cases[i].element, cases[i].property, cases[i].value);

    assert_equals_string (message, messages[i]);
    fail_unless (strchr (message, '.') != NULL, "%s", message);
    g_free (messages[i]);
  }
  setlocale (LC_ALL, "C");
  remove_locale (folder);
  video_test_folder_free (folder);
}

static GString *log_text;

static void
keep_log (GstDebugCategory *category, GstDebugLevel level, const gchar *file,
    const gchar *function, gint line, GObject *object, GstDebugMessage *message,
    gpointer data)
{
  if (g_str_equal (gst_debug_category_get_name (category), "cudafilter"))
    g_string_append (log_text, gst_debug_message_get (message));
}

/* Caps that the element cannot take, and why. */
TEST (test_unsupported_caps)
{
  static const gchar *const caps[] = {
    "video/x-raw,format=I420_10BE,width=64,height=48,framerate=25/1",
    "video/x-raw,format=v210,width=64,height=48,framerate=25/1",
    "video/x-raw(memory:CUDAMemory),format=GRAY8,width=64,height=48,"
    "framerate=25/1",
    "video/x-raw(memory:DMABuf),format=NV12,width=64,height=48,framerate=25/1",
    "video/x-raw,format=I420,width=64,height=48,framerate=25/1,"
    "interlace-mode=fields",
    "video/x-raw,format=I420,width=64,height=48,framerate=25/1,"
    "views=2,multiview-mode=separated",
    "image/jpeg,width=64,height=48,framerate=25/1",
  };
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  GstVideoInfo info = video_test_progressive ("I420", 64, 48);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  log_text = g_string_new (NULL);
  gst_debug_set_threshold_for_name ("cudafilter", GST_LEVEL_WARNING);
  gst_debug_add_log_function (keep_log, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (caps); i++) {
    g_autoptr (GstCaps) c = gst_caps_from_string (caps[i]);

    g_string_truncate (log_text, 0);
    gst_harness_push_event (h, gst_event_new_caps (c));
    assert_equals_int (
        gst_harness_push (h,
            gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL)),
        GST_FLOW_NOT_NEGOTIATED);
    fail_unless (
        strstr (log_text->str, "refused caps"), "%s gave no reason", caps[i]);
  }
  gst_debug_remove_log_function (keep_log);
  g_string_free (log_text, TRUE);

  /* And takes what it can all the same. */
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  gst_buffer_unref (video_test_push_and_pull (
      h, gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL)));
}

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
