/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The plugin's elements, as the registry has them. */
#include "elements.h"

#include <gst/base/gstbasetransform.h>
#include <string.h>

static gboolean
is_wanted (GstPluginFeature *feature)
{
  GstPluginFeature *loaded;
  gboolean wanted;

  if (!GST_IS_ELEMENT_FACTORY (feature)
      || g_str_equal (GST_OBJECT_NAME (feature), "cudacopy"))
    return FALSE;
  loaded = gst_plugin_feature_load (feature);
  wanted = loaded
           && g_type_is_a (gst_element_factory_get_element_type (
                               GST_ELEMENT_FACTORY (loaded)),
               GST_TYPE_BASE_TRANSFORM);
  gst_clear_object (&loaded);
  return wanted;
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *)a, *(const gchar *const *)b);
}

static GPtrArray *
find (void)
{
  GPtrArray *names = g_ptr_array_new ();
  GList *features, *l;

#ifdef TEST_STAGED
  elements_register ();
#endif
  features = gst_registry_get_feature_list_by_plugin (
      gst_registry_get (), "cudafilters");
  for (l = features; l; l = l->next)
    if (is_wanted (l->data))
      g_ptr_array_add (names, g_strdup (GST_OBJECT_NAME (l->data)));
  gst_plugin_feature_list_free (features);
  if (names->len == 0)
    g_error ("the plugin has no elements: is GST_PLUGIN_PATH right?");
  g_ptr_array_sort (names, compare);
  g_ptr_array_add (names, NULL);
  return names;
}

const gchar *const *
elements_all (void)
{
  static GPtrArray *names;

  if (!names)
    names = find ();
  return (const gchar *const *)names->pdata;
}

guint
elements_n (void)
{
  return g_strv_length ((gchar **)elements_all ());
}

/* TRUE where a description has this word. */
static gboolean
is_described (const gchar *const *descriptions, const gchar *name)
{
  for (; *descriptions; descriptions++) {
    g_auto (GStrv) words = g_strsplit (*descriptions, " ", 0);

    if (g_strv_contains ((const gchar *const *)words, name))
      return TRUE;
  }
  return FALSE;
}

static GPtrArray *
describe (const gchar *const *particular)
{
  GPtrArray *all = g_ptr_array_new ();
  const gchar *const *names;

  for (guint i = 0; particular[i]; i++)
    g_ptr_array_add (all, (gpointer)particular[i]);
  for (names = elements_all (); *names; names++)
    if (!is_described (particular, *names))
      g_ptr_array_add (all, (gpointer)*names);
  g_ptr_array_add (all, NULL);
  return all;
}

const gchar *const *
elements_described (const gchar *const *particular)
{
  static GHashTable *made;
  GPtrArray *all;

  if (!made)
    made = g_hash_table_new (NULL, NULL);
  all = g_hash_table_lookup (made, particular);
  if (!all) {
    all = describe (particular);
    g_hash_table_insert (made, (gpointer)particular, all);
  }
  return (const gchar *const *)all->pdata;
}

guint
elements_n_described (const gchar *const *particular)
{
  return g_strv_length ((gchar **)elements_described (particular));
}
