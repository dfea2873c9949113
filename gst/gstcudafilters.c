/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin. */
#include "gst/gstcudaelements.h"
#include "gst/nvmm/gcfnvmm.h"

/* Never FALSE: GStreamer would black-list the file. Whether there is a GPU is
 * asked when an element starts. */
static gboolean
plugin_init (GstPlugin *plugin)
{
  gst_plugin_add_dependency_simple (plugin, "CUDAFILTERS_PRIVATE", NULL, NULL,
      GST_PLUGIN_DEPENDENCY_FLAG_NONE);
  gcf_nvmm_watch_library (plugin);

  gcf_elements_register (
      plugin, g_strcmp0 (g_getenv ("CUDAFILTERS_PRIVATE"), "1") == 0);
  return TRUE;
}

GST_PLUGIN_DEFINE (GST_VERSION_MAJOR, GST_VERSION_MINOR, cudafilters,
    "Video filters on NVIDIA GPUs and on the CPU", plugin_init, VERSION, "LGPL",
    GST_PACKAGE_NAME, GST_PACKAGE_ORIGIN)
