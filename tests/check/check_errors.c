/* Bad input: what is refused, how it is said, and that nothing is lost. */
#include "naivemedian.h"
#include "videotest.h"

static gint
get_int (GstElement *element, const gchar *name)
{
  gint value;

  g_object_get (element, name, &value, NULL);
  return value;
}

/* From READY on the warning comes at once. */
GST_START_TEST (test_even_size)
{
  GstElement *element = video_test_element ("cudamedian");
  GstBus *bus = video_test_bus (element);
  gint size;

  gst_element_set_state (element, GST_STATE_READY);
  g_object_set (element, "size", 7, NULL);
  for (size = 4; size <= 100; size += 2) {
    g_object_set (element, "size", size, NULL);
    video_test_check_warning (bus, "odd");
    fail_if (video_test_message (bus, GST_MESSAGE_ANY));
    assert_equals_int (get_int (element, "size"), 7);
  }

  /* 0 is no size, but a size-y. */
  g_object_set (element, "size-y", 9, NULL);
  for (size = 1; size <= 100; size += size == 1 ? 1 : 2) {
    g_object_set (element, "size-y", size, NULL);
    video_test_check_warning (bus, "size-y must be odd and at least 3, or 0");
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
  gst_object_unref (bus);
  gst_object_unref (element);
}

GST_END_TEST;

/* Before that it is kept until the element goes to READY. */
GST_START_TEST (test_even_size_before_bus)
{
  GstElement *element = video_test_element ("cudamedian");
  GstBus *bus;

  g_object_set (element, "size", 6, NULL);
  g_object_set (element, "size", 10, NULL);
  g_object_set (element, "size-y", 2, NULL);
  assert_equals_int (get_int (element, "size"), 3);
  assert_equals_int (get_int (element, "size-y"), 0);

  bus = video_test_bus (element);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
  assert_equals_int (gst_element_set_state (element, GST_STATE_READY),
      GST_STATE_CHANGE_SUCCESS);
  video_test_check_warning (bus, ": 6 was refused");
  video_test_check_warning (bus, ": 10 was refused");
  video_test_check_warning (bus, ": 2 was refused and size-y stays 0");
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_state (element, GST_STATE_READY);
  fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
}

GST_END_TEST;

/* So it is each time the element is in NULL, where a pipeline drops what is
 * posted. */
GST_START_TEST (test_even_size_while_stopped)
{
  GstElement *pipeline = gst_pipeline_new (NULL);
  GstElement *element = video_test_element ("cudamedian");
  GstBus *bus = gst_element_get_bus (pipeline);
  gint i;

  gst_bin_add (GST_BIN (pipeline), element);
  gst_element_set_state (pipeline, GST_STATE_READY);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  for (i = 0; i < 3; i++) {
    g_object_set (element, "size", 4, "size", 8, NULL);
    fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    assert_equals_int (gst_element_set_state (pipeline, GST_STATE_READY),
        GST_STATE_CHANGE_SUCCESS);
    video_test_check_warning (bus, ": 4 was refused and size stays 3");
    video_test_check_warning (bus, ": 8 was refused and size stays 3");
    g_object_set (element, "size", 6, NULL);
    video_test_check_warning (bus, ": 6 was refused and size stays 3");
    fail_if (video_test_message (bus, GST_MESSAGE_WARNING));
    gst_element_set_state (pipeline, GST_STATE_NULL);
  }
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}

GST_END_TEST;

#define N_REFUSALS 2000

static gpointer
refuse_many (gpointer element)
{
  guint i;

  for (i = 0; i < N_REFUSALS; i++)
    g_object_set (element, "size", 4, NULL);
  return NULL;
}

/* Each is told once, whatever state changes go on meanwhile. */
GST_START_TEST (test_told_once)
{
  GstElement *element = video_test_element ("cudamedian");
  GstBus *bus = video_test_bus (element);
  GThread *thread = g_thread_new ("refuse", refuse_many, element);
  GstMessage *message;
  gint i, n = 0;

  for (i = 0; i < 2000; i++)
    gst_element_set_state (element, i % 2 ? GST_STATE_NULL : GST_STATE_READY);
  g_thread_join (thread);
  gst_element_set_state (element, GST_STATE_READY);
  while ((message = video_test_message (bus, GST_MESSAGE_WARNING))) {
    gst_message_unref (message);
    n++;
  }
  assert_equals_int (n, N_REFUSALS);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
}

GST_END_TEST;

/* While frames flow the old size goes on. */
GST_START_TEST (test_even_size_in_playing)
{
  GRand *rand = g_rand_new_with_seed (1);
  GstElement *element = video_test_element ("cudamedian");
  NaiveMedian median = NAIVE_MEDIAN_DEFAULTS;
  GstBuffer *frame, *expected, *result;
  GstVideoInfo info;
  GstHarness *h;
  GstBus *bus;

  median.size = 9;
  naive_median_apply (&median, G_OBJECT (element));
  bus = video_test_bus (element);
  video_test_info (&info, "RGB", 20, 20, "progressive");
  h = video_test_harness (element, &info);
  g_object_set (element, "size", 8, NULL);
  video_test_check_warning (bus, "size stays 9");
  g_object_set (element, "size-y", 1, NULL);
  video_test_check_warning (bus, "size-y stays 0");

  frame = video_test_frame (rand, &info);
  expected = naive_median_filter (&median, &info, frame, FALSE);
  result = video_test_push_and_pull (h, frame);
  video_test_compare (&info, result, expected, "after size=8 size-y=1");
  gst_buffer_unref (result);
  gst_buffer_unref (expected);
  gst_harness_teardown (h);
  gst_object_unref (element);
  gst_object_unref (bus);
  g_rand_free (rand);
}

GST_END_TEST;

/* The declared ranges, which are GObject's to keep. */
GST_START_TEST (test_ranges)
{
  static const struct {
    const gchar *name;
    gint min, max, value;
  } properties[] = {
    { "size", 3, 101, 3 },
    { "size-y", 0, 101, 0 },
    { "percentile", 0, 100, 50 },
    { "iterations", 1, 16, 1 },
    { "border-value", 0, 255, 0 },
    { "cuda-device-id", -1, G_MAXINT, -1 },
  };
  GstElement *element = video_test_element ("cudamedian");
  guint i;

  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    GParamSpec *spec = g_object_class_find_property (
        G_OBJECT_GET_CLASS (element), properties[i].name);
    GValue value = G_VALUE_INIT;

    assert_equals_int (G_PARAM_SPEC_INT (spec)->minimum, properties[i].min);
    assert_equals_int (G_PARAM_SPEC_INT (spec)->maximum, properties[i].max);
    assert_equals_int (
        G_PARAM_SPEC_INT (spec)->default_value, properties[i].value);
    g_value_init (&value, G_TYPE_INT);
    g_value_set_int (&value, properties[i].min - 1);
    fail_unless (g_param_value_validate (spec, &value));
    g_value_set_int (&value, properties[i].max);
    fail_if (g_param_value_validate (spec, &value));
    g_value_unset (&value);
  }

  /* GObject leaves the old value and logs a warning, in newer versions (2.84)
   * a critical one. */
  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    const gchar *name = properties[i].name;
    gint64 bad[] = { properties[i].min - 1, G_MININT, properties[i].max + 1ll,
      G_MAXINT };
    gint old = get_int (element, name);
    guint k;

    for (k = 0; k < G_N_ELEMENTS (bad); k++) {
      if (bad[k] > G_MAXINT || bad[k] == properties[i].max)
        continue;
      _gst_check_expecting_log = TRUE;
      _gst_check_raised_warning = _gst_check_raised_critical = FALSE;
      g_object_set (element, name, (gint)bad[k], NULL);
      _gst_check_expecting_log = FALSE;
      fail_unless (_gst_check_raised_warning || _gst_check_raised_critical,
          "%s=%d raised no message", name, (gint)bad[k]);
      assert_equals_int (get_int (element, name), old);
    }
  }
  gst_object_unref (element);
}

GST_END_TEST;

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
GST_START_TEST (test_unsupported_caps)
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
  GstElement *element = video_test_element ("cudamedian");
  GstVideoInfo info;
  GstHarness *h;
  guint i;

  video_test_info (&info, "I420", 64, 48, "progressive");
  h = video_test_harness (element, &info);
  log_text = g_string_new (NULL);
  gst_debug_set_threshold_for_name ("cudafilter", GST_LEVEL_WARNING);
  gst_debug_add_log_function (keep_log, NULL, NULL);
  for (i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstCaps *c = gst_caps_from_string (caps[i]);

    g_string_truncate (log_text, 0);
    gst_harness_push_event (h, gst_event_new_caps (c));
    assert_equals_int (
        gst_harness_push (h,
            gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL)),
        GST_FLOW_NOT_NEGOTIATED);
    fail_unless (
        strstr (log_text->str, "refused caps"), "%s gave no reason", caps[i]);
    gst_caps_unref (c);
  }
  gst_debug_remove_log_function (keep_log);
  g_string_free (log_text, TRUE);

  /* And takes what it can all the same. */
  gst_harness_set_src_caps (h, gst_video_info_to_caps (&info));
  gst_buffer_unref (video_test_push_and_pull (
      h, gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL)));
  gst_harness_teardown (h);
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
errors_suite (void)
{
  Suite *suite = suite_create ("errors");
  TCase *tcase = tcase_create ("errors");

  suite_add_tcase (suite, tcase);
  tcase_add_checked_fixture (tcase, video_test_setup, video_test_teardown);
  tcase_add_test (tcase, test_even_size);
  tcase_add_test (tcase, test_even_size_before_bus);
  tcase_add_test (tcase, test_even_size_while_stopped);
  tcase_add_test (tcase, test_told_once);
  tcase_add_test (tcase, test_even_size_in_playing);
  tcase_add_test (tcase, test_ranges);
  tcase_add_test (tcase, test_unsupported_caps);
  return suite;
}

GST_CHECK_MAIN (errors);
