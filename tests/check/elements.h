/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin's elements, as the registry has them: what is the same for all is
 * tested of all. */
#pragma once

#include <gst/gst.h>

#if defined TEST_STAGED || defined TEST_FAKEDRIVER
#include "gst/gstcudaelements.h"
#endif

G_BEGIN_DECLS

/* Those that work on a backend, by name; not cudacopy, and not cudamask, which
 * is no GstBaseTransform. Ended by NULL; behind gst_init(), and on the fake
 * driver elements_register(). */
const gchar *const *elements_all (void);
guint elements_n (void);

/* Descriptions as of gst-launch: those of the list, which have what is
 * particular, and of elements that none of them mentions the bare names. Both
 * are ended by NULL; made once for a list that stays, by one thread first. */
const gchar *const *elements_described (const gchar *const *particular);
guint elements_n_described (const gchar *const *particular);

#if defined TEST_STAGED || defined TEST_FAKEDRIVER
static gboolean
elements_init (GstPlugin *plugin)
{
  gcf_elements_register (plugin, TRUE);
  return TRUE;
}

/* They are there to the end, as those of a registry's file, which the leaks
 * tracer does not count. */
static inline void
elements_keep (GstPlugin *plugin)
{
  GList *l, *features = gst_registry_get_feature_list_by_plugin (
                gst_registry_get (), "cudafilters");

  GST_OBJECT_FLAG_SET (plugin, GST_OBJECT_FLAG_MAY_BE_LEAKED);
  for (l = features; l; l = l->next)
    GST_OBJECT_FLAG_SET (l->data, GST_OBJECT_FLAG_MAY_BE_LEAKED);
  gst_plugin_feature_list_free (features);
}

/* The plugin that the program links, in place of one that GStreamer finds.
 * Again it does nothing. */
static inline void
elements_register (void)
{
  g_autoptr (GstPlugin) plugin =
      gst_registry_find_plugin (gst_registry_get (), "cudafilters");

  if (!plugin) {
    gst_plugin_register_static (GST_VERSION_MAJOR, GST_VERSION_MINOR,
        "cudafilters", "elements under test", elements_init, "1", "LGPL",
        "tests", "tests", "tests");
    plugin = gst_registry_find_plugin (gst_registry_get (), "cudafilters");
    elements_keep (plugin);
  }
}
#endif

G_END_DECLS
