/* What was meant where a name was typed wrongly. */
#include "nearest.h"

#include <string.h>

#define PLUGIN "cudafilters"
#define LONGEST 63 /* bytes; no name is longer */

/* How many letters are more, fewer, others, or changed places. */
static guint
distance (const gchar *a, const gchar *b)
{
  guint d[LONGEST + 1][LONGEST + 1];
  const gsize n = strlen (a), m = strlen (b);

  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  for (gsize i = 0; i <= n; i++)
    for (gsize j = 0; j <= m; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = MIN (MIN (d[i - 1][j], d[i][j - 1]) + 1,
          d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = MIN (d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

const gchar *
nearest_name (const gchar *name, const gchar *const *names)
{
  gchar *small = g_ascii_strdown (name, -1);
  guint least = MAX (strlen (name) / 3, 1) + 1; /* as many are too many */
  const gchar *found = NULL;

  for (; names && *names; names++) {
    gchar *other = g_ascii_strdown (*names, -1);
    const guint d = distance (small, other);

    if (d < least) {
      least = d;
      found = *names;
    }
    g_free (other);
  }
  g_free (small);
  return found;
}

gchar *
nearest_hint (const gchar *name, const gchar *const *names)
{
  const gchar *near = nearest_name (name, names);
  gchar *all, *text;

  if (near)
    return g_strdup_printf (": is %s meant?", near);
  if (!names || !*names)
    return g_strdup ("");
  all = g_strjoinv (", ", (gchar **)names);
  text = g_strdup_printf (": there is %s", all);
  g_free (all);
  return text;
}

const gchar **
nearest_nicks (GParamSpec *property)
{
  GPtrArray *nicks = g_ptr_array_new ();

  if (G_IS_PARAM_SPEC_ENUM (property)) {
    const GEnumClass *values = G_PARAM_SPEC_ENUM (property)->enum_class;

    for (guint i = 0; i < values->n_values; i++)
      g_ptr_array_add (nicks, (gpointer)values->values[i].value_nick);
  } else if (G_IS_PARAM_SPEC_FLAGS (property)) {
    const GFlagsClass *values = G_PARAM_SPEC_FLAGS (property)->flags_class;

    for (guint i = 0; i < values->n_values; i++)
      g_ptr_array_add (nicks, (gpointer)values->values[i].value_nick);
  } else {
    g_ptr_array_free (nicks, TRUE);
    return NULL;
  }
  g_ptr_array_add (nicks, NULL);
  return (const gchar **)g_ptr_array_free (nicks, FALSE);
}

/* Of all elements that are installed. */
static gchar *
element_hint (const gchar *name)
{
  GstRegistry *registry = gst_registry_get ();
  GstPlugin *plugin = gst_registry_find_plugin (registry, PLUGIN);
  GPtrArray *names = g_ptr_array_new ();
  const gchar *near;
  GList *features;
  gchar *text;

  if (!plugin && g_str_has_prefix (name, "cuda")) {
    g_ptr_array_free (names, TRUE);
    return g_strdup (": is the plugin built (tools/setup), and does "
                     "GST_PLUGIN_PATH name its folder, build/gst?");
  }
  gst_clear_object (&plugin);
  features = gst_registry_get_feature_list (registry, GST_TYPE_ELEMENT_FACTORY);
  for (GList *f = features; f; f = f->next)
    g_ptr_array_add (names, GST_OBJECT_NAME (f->data));
  g_ptr_array_add (names, NULL);
  near = nearest_name (name, (const gchar *const *)names->pdata);
  text = near ? g_strdup_printf (": is %s meant?", near) : g_strdup ("");
  gst_plugin_feature_list_free (features);
  g_ptr_array_free (names, TRUE);
  return text;
}

static gchar *
property_hint (const gchar *name, GstElement *element)
{
  GPtrArray *names = g_ptr_array_new ();
  const gchar *near;
  GParamSpec **all;
  gchar *text;
  guint n;

  all = g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer)all[i]->name);
  if (GST_IS_PRESET (element))
    g_ptr_array_add (names, (gpointer) "@preset");
  g_ptr_array_add (names, NULL);
  near = nearest_name (name, (const gchar *const *)names->pdata);
  text = near ? g_strdup_printf (": is %s meant?", near)
              : g_strdup_printf (" (gst-inspect-1.0 %s lists them)",
                  GST_OBJECT_NAME (gst_element_get_factory (element)));
  g_ptr_array_free (names, TRUE);
  g_free (all);
  return text;
}

static gchar *
preset_hint (const gchar *name, GstElement *element)
{
  gchar **names, *text;

  if (!GST_IS_PRESET (element))
    return g_strdup ("");
  names = gst_preset_get_preset_names (GST_PRESET (element));
  if (names && *names)
    text = nearest_hint (name, (const gchar *const *)names);
  else
    text = g_strdup (": there is none (GST_PRESET_PATH names their folder, "
                     "gst/presets)");
  g_strfreev (names);
  return text;
}

static gchar *
value_hint (const gchar *property, GstElement *element, const gchar *value)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), property);
  const gchar **nicks = spec ? nearest_nicks (spec) : NULL;
  gchar *text = nearest_hint (value, nicks);

  g_free (nicks);
  return text;
}

/* The element of a message, by its factory's name, or that with a number. */
static GstElement *
make_element (const gchar *name)
{
  gsize n = strlen (name);
  GstElement *element = gst_element_factory_make (name, NULL);
  gchar *factory;

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  factory = g_strndup (name, n);
  if (!element)
    element = gst_element_factory_make (factory, NULL);
  g_free (factory);
  return element ? gst_object_ref_sink (element) : NULL;
}

gchar *
nearest_explain (const GError *error)
{
  /* what is between quotes is every second part */
  gchar **parts = g_strsplit (error->message, "\"", -1), *hint = NULL, *text;
  const guint n = g_strv_length (parts) / 2;
  GstElement *element = n > 1 ? make_element (parts[3]) : NULL;

  if (n == 1
      && g_error_matches (
          error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT))
    hint = element_hint (parts[1]);
  else if (element
           && g_error_matches (
               error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_PROPERTY))
    hint = property_hint (parts[1], element);
  else if (element
           && g_error_matches (
               error, GST_PARSE_ERROR, GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY))
    hint = n > 2 ? value_hint (parts[1], element, parts[5])
                 : preset_hint (parts[1], element);
  text = g_strconcat (error->message, hint, NULL);
  gst_clear_object (&element);
  g_strfreev (parts);
  g_free (hint);
  return text;
}
