/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin as it is installed, on this machine: with a GPU, with a driver
 * and none, or without either. */
#include "elements.h"
#include "videotest.h"

/* TRUE where CUDA opens; then *active is the backend in use. */
static gboolean
try_start (const gchar *backend, gchar **active, GstBus **bus)
{
  GstElement *element = gst_check_setup_element ("cudamedian");
  gboolean started;

  *bus = video_test_bus (element);
  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  started = gst_element_set_state (element, GST_STATE_PAUSED)
            != GST_STATE_CHANGE_FAILURE;
  g_object_get (element, "active-backend", active, NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  return started;
}

/* The element says where it filters, and after a choice of `auto` also why. */
static void
check_announcement (GstBus *bus, const gchar *backend, gboolean has_reason)
{
  g_autoptr (GstMessage) message =
      video_test_message (bus, GST_MESSAGE_ELEMENT);
  const GstStructure *s = gst_message_get_structure (message);
  const gchar *reason = gst_structure_get_string (s, "reason");

  fail_unless (gst_structure_has_name (s, "cudafilters-backend"));
  fail_unless_equals_string (gst_structure_get_string (s, "backend"), backend);
  fail_unless (strlen (gst_structure_get_string (s, "description")) > 0);
  fail_unless_equals_int (reason && strlen (reason) > 0, has_reason);
  fail_if (video_test_message (bus, GST_MESSAGE_ELEMENT));
}

TEST (test_cpu)
{
  g_autofree gchar *active = NULL;
  g_autoptr (GstBus) bus = NULL;

  fail_unless (try_start ("cpu", &active, &bus));
  fail_unless_equals_string (active, "cpu");
  check_announcement (bus, active, FALSE);
}

/* backend=cuda runs on a GPU, or is an error with a reason and a remedy. */
TEST (test_cuda)
{
  g_autofree gchar *active = NULL;
  g_autoptr (GstBus) bus = NULL;

  if (try_start ("cuda", &active, &bus)) {
    fail_unless_equals_string (active, "cuda");
    check_announcement (bus, active, FALSE);
  } else {
    g_autoptr (GstMessage) message =
        video_test_message (bus, GST_MESSAGE_ERROR);
    g_autoptr (GError) error = NULL;

    fail_unless_equals_string (active, "none");
    fail_unless (message != NULL);
    gst_message_parse_error (message, &error, NULL);
    fail_unless (g_error_matches (
                     error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND),
        "%s", error->message);
    fail_unless (strstr (error->message, "backend=cpu"), "%s", error->message);
    fail_if (g_strcmp0 (g_getenv ("CUDAFILTERS_TEST_BACKEND"), "cuda") == 0,
        "this machine was to have a GPU: %s", error->message);
    fail_if (video_test_message (bus, GST_MESSAGE_ERROR));
  }
}

/* backend=auto always runs, says where, and on the CPU also why. */
TEST (test_auto)
{
  g_autofree gchar *active = NULL;
  g_autoptr (GstBus) bus = NULL;

  fail_unless (try_start ("auto", &active, &bus));
  fail_unless (g_str_equal (active, "cpu") || g_str_equal (active, "cuda"));
  check_announcement (bus, active, g_str_equal (active, "cpu"));
}

static void
count_notify (GObject *object, GParamSpec *spec, gpointer count)
{
  ++*(guint *)count;
}

TEST (test_active_backend_notifies)
{
  g_autoptr (GstElement) element = video_test_element ("cudamedian");
  guint count = 0;

  g_signal_connect (
      element, "notify::active-backend", G_CALLBACK (count_notify), &count);
  assert_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_SUCCESS);
  assert_equals_int (count, 1);
  gst_element_set_state (element, GST_STATE_NULL);
  assert_equals_int (count, 2);
}

/* What gst-inspect-1.0 shows. */
TEST_LOOP (test_factory, elements_n ())
{
  g_autoptr (GstElementFactory) factory =
      gst_element_factory_find (elements_all ()[__i__]);
  GstPluginFeature *feature = GST_PLUGIN_FEATURE (factory);

  fail_unless (factory != NULL);
  fail_unless_equals_string (
      gst_plugin_feature_get_plugin_name (feature), "cudafilters");
  fail_unless_equals_string (
      gst_element_factory_get_metadata (factory, GST_ELEMENT_METADATA_KLASS),
      g_str_equal (elements_all ()[__i__], "cudasnake")
          ? "Filter/Analyzer/Video/Hardware"
          : "Filter/Effect/Video/Hardware");
}

/* cudacopy is there only for those who ask for it; the registry's cache must
 * notice that the environment has changed. */
TEST (test_private)
{
  gchar *argv[] = { (gchar *)"gst-inspect-1.0", (gchar *)"cudacopy", NULL };
  g_autofree gchar *inspect = g_find_program_in_path (argv[0]);

  if (!inspect)
    return;
  for (gint i = 0; i < 4; i++) {
    gchar **env = g_environ_setenv (
        g_get_environ (), "CUDAFILTERS_PRIVATE", i % 2 ? "1" : "0", TRUE);
    gint status;

    fail_unless (g_spawn_sync (NULL, argv, env,
        G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
        NULL, &status, NULL));
    assert_equals_int (status == 0, i % 2);
    g_strfreev (env);
  }
}

TEST_MAIN (gst_check_init, NULL, NULL)
