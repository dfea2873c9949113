/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Why no GPU is used, as the plugin that is installed tells it: first what the
 * machine lacks, then what the build does. */
#include <string.h>

#include "engine/core/os/cfos.h"
#include "videotest.h"

/* What there is. */
typedef struct {
  gboolean driver; /* there is one */
  gboolean no_gpu; /* it is that of nogpudriver */
  gboolean cuda;   /* the build has the CUDA backend */
} Here;

static Here
look_around (void)
{
  gchar *reason;
  gpointer driver = cf_library_open (cf_os_libraries.driver, &reason);
  Here here = { .driver = driver != NULL,
    .no_gpu = driver && cf_library_symbol (driver, "no_gpu_driver") };

#ifdef HAVE_CUDA
  here.cuda = TRUE;
#endif
  if (driver)
    cf_library_close (driver);
  g_free (reason);
  return here;
}

/* The reason, or NULL where a GPU is used. */
static gchar *
ask (const gchar *backend)
{
  GstElement *element = gst_check_setup_element ("cudamedian");
  GstBus *bus = video_test_bus (element);
  GstMessage *message;
  gchar *reason;

  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  gst_element_set_state (element, GST_STATE_PAUSED);
  message = video_test_message (bus, GST_MESSAGE_ERROR | GST_MESSAGE_ELEMENT);
  fail_unless (message != NULL);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    g_autoptr (GError) error = NULL;

    gst_message_parse_error (message, &error, NULL);
    reason = g_strdup (error->message);
  } else {
    reason = g_strdup (gst_structure_get_string (
        gst_message_get_structure (message), "reason"));
  }
  gst_message_unref (message);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  return reason;
}

static void
check_begins (const gchar *text, const gchar *begin)
{
  fail_unless (text && g_str_has_prefix (text, begin), "%s", text);
}

static void
check_says (const gchar *text, const gchar *part)
{
  fail_unless (strstr (text, part) != NULL, "%s", text);
}

static void
check_reason (const Here *here, const gchar *reason)
{
  static const gchar *const rebuild = "rebuild with the CUDA Toolkit installed "
                                      "(-Dcuda=enabled)";

  if (!here->driver) {
    g_autofree gchar *begin = g_strdup_printf (
        "No NVIDIA driver on this machine (%s: ", cf_os_libraries.driver);

    check_begins (reason, begin);
    check_says (reason, here->cuda ? "): to use a GPU, install its driver"
                                   : "), nor a CUDA backend in this build: to "
                                     "use a GPU, install its driver, and ");
    fail_unless_equals_int (strstr (reason, rebuild) != NULL, !here->cuda);
  } else if (!here->cuda) {
    check_begins (reason, "An NVIDIA driver is installed, but this build has "
                          "no CUDA backend: if nvidia-smi finds a GPU, ");
    check_says (reason, rebuild);
  } else if (here->no_gpu) {
    check_begins (reason, "The NVIDIA driver does not start (no CUDA-capable "
                          "device is detected): see whether nvidia-smi finds");
  }
}

TEST (test_auto)
{
  const Here here = look_around ();
  g_autofree gchar *reason = ask ("auto");

  check_reason (&here, reason);
}

/* As an error, with what to set. */
TEST (test_cuda)
{
  static const gchar *const begin =
      "backend=cuda, but no NVIDIA GPU can be used: ";
  const Here here = look_around ();
  g_autofree gchar *reason = ask ("cuda");

  if (reason) {
    check_begins (reason, begin);
    check_reason (&here, reason + strlen (begin));
    fail_unless (g_str_has_suffix (
        reason, ". Set backend=auto or backend=cpu to filter on the CPU."));
  } else {
    fail_unless (here.cuda && here.driver && !here.no_gpu);
  }
}

TEST_MAIN (gst_check_init, NULL, NULL)
