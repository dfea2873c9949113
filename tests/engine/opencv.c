/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way to the module with OpenCV's filters. */
#include "opencv.h"
#include "engine/core/os/cfos.h"

#define MODULE "opencvpeer.so"

const OpenCVPeer *
opencv_get (void)
{
  static gboolean asked;
  static const OpenCVPeer *peer;
  gchar *path, *program, *folder, *reason;
  gpointer module;

  if (asked)
    return peer;
  asked = TRUE;

  path = g_strdup (g_getenv ("ENGINE_TEST_OPENCV"));
  if (!path) {
    program = g_file_read_link ("/proc/self/exe", NULL);
    folder = g_path_get_dirname (program ? program : ".");
    path = g_build_filename (folder, MODULE, NULL);
    g_free (folder);
    g_free (program);
  }
  module = cf_library_open (path, &reason);
  if (module)
    peer = cf_library_symbol (module, "opencv_peer");
  g_free (reason);
  g_free (path);
  return peer;
}
