/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The examples in C have this in common, in the words of those in Python. */
#include "common.h"

#include <string.h>
#include <unistd.h>

#define CONTEXT "gst.cuda.context"

/* ---- Warnings of elements */

/* "element: what it warns of", to be freed. */
static gchar *
describe (GstMessage *warning, GError *error)
{
  return g_strdup_printf (
      "%s: %s", GST_MESSAGE_SRC_NAME (warning), error->message);
}

/* The same with each number as a 0, to be freed. */
static gchar *
without_numbers (const gchar *text)
{
  GString *kind = g_string_new (NULL);

  for (; *text; text++)
    if (!g_ascii_isdigit (*text))
      g_string_append_c (kind, *text);
    else if (kind->len == 0 || kind->str[kind->len - 1] != '0')
      g_string_append_c (kind, '0');
  return g_string_free (kind, FALSE);
}

void
messages_warn (const gchar *program, GstMessage *warning)
{
  static GHashTable *told = NULL;
  GError *error = NULL;
  gchar *text, *kind, *key;

  if (!told)
    told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gst_message_parse_warning (warning, &error, NULL);
  text = describe (warning, error);
  kind = without_numbers (error->message);
  key = g_strconcat (GST_MESSAGE_SRC_NAME (warning), ": ", kind, NULL);
  if (g_hash_table_add (told, key)) /* takes it */
    g_printerr (
        "%s%s: %s\n", isatty (STDOUT_FILENO) ? "\r\033[K" : "", program, text);
  g_free (kind);
  g_free (text);
  g_error_free (error);
}

static gboolean
is_ours (GstObject *element)
{
  return g_object_class_find_property (
             G_OBJECT_GET_CLASS (element), "active-backend")
         != NULL;
}

gchar *
messages_refusal (GstMessage *message)
{
  GError *error = NULL;
  gchar *text = NULL;

  if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_WARNING
      || !is_ours (GST_MESSAGE_SRC (message)))
    return NULL;
  gst_message_parse_warning (message, &error, NULL);
  if (g_error_matches (error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS)
      && (strstr (error->message, "was refused")
          || strstr (error->message, "It stays")))
    text = describe (message, error);
  g_error_free (error);
  return text;
}

/* ---- Suggestions for names that were typed wrongly */

#define PLUGIN "cudafilters"
#define LONGEST 63 /* bytes; no name is longer */

/* Counts the letters that are more, fewer, others, or changed places. */
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

/* ": is NAME meant?" of the nearest of `names`; where none is near, what is
 * said otherwise, or, where that is NULL, which there are. To be freed. */
static gchar *
hint (const gchar *name, GPtrArray *names, const gchar *otherwise)
{
  gchar *small = g_ascii_strdown (name, -1), *text;
  guint least = MAX (strlen (name) / 3, 1) + 1; /* as many are too many */
  const gchar *near = NULL;

  for (guint i = 0; i < names->len; i++) {
    gchar *other = g_ascii_strdown (names->pdata[i], -1);
    const guint d = distance (small, other);

    if (d < least) {
      least = d;
      near = names->pdata[i];
    }
    g_free (other);
  }
  g_free (small);
  if (near)
    return g_strdup_printf (": is %s meant?", near);
  if (otherwise || names->len == 0)
    return g_strdup (otherwise);
  g_ptr_array_add (names, NULL);
  small = g_strjoinv (", ", (gchar **)names->pdata);
  text = g_strdup_printf (": there is %s", small);
  g_free (small);
  return text;
}

static void
add_elements (GPtrArray *names)
{
  GList *features = gst_registry_get_feature_list (
      gst_registry_get (), GST_TYPE_ELEMENT_FACTORY);

  for (GList *f = features; f; f = f->next)
    g_ptr_array_add (names, g_strdup (GST_OBJECT_NAME (f->data)));
  gst_plugin_feature_list_free (features);
}

static void
add_properties (GPtrArray *names, GstElement *element)
{
  guint n;
  GParamSpec **all =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (all[i]->name));
  if (GST_IS_PRESET (element))
    g_ptr_array_add (names, g_strdup ("@preset"));
  g_free (all);
}

static void
add_presets (GPtrArray *names, GstElement *element)
{
  gchar **all = GST_IS_PRESET (element)
                    ? gst_preset_get_preset_names (GST_PRESET (element))
                    : NULL;

  for (guint i = 0; all && all[i]; i++)
    g_ptr_array_add (names, g_strdup (all[i]));
  g_strfreev (all);
}

/* The nicks of an enum's or of flags' values. */
static void
add_values (GPtrArray *names, GParamSpec *spec)
{
  if (spec && G_IS_PARAM_SPEC_ENUM (spec)) {
    const GEnumClass *values = G_PARAM_SPEC_ENUM (spec)->enum_class;

    for (guint i = 0; i < values->n_values; i++)
      g_ptr_array_add (names, g_strdup (values->values[i].value_nick));
  } else if (spec && G_IS_PARAM_SPEC_FLAGS (spec)) {
    const GFlagsClass *values = G_PARAM_SPEC_FLAGS (spec)->flags_class;

    for (guint i = 0; i < values->n_values; i++)
      g_ptr_array_add (names, g_strdup (values->values[i].value_nick));
  }
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
  gchar **parts = g_strsplit (error->message, "\"", -1), *found = NULL, *text;
  gchar *inspect;
  const guint n = g_strv_length (parts) / 2;
  GstElement *element = n > 1 ? make_element (parts[3]) : NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GstPlugin *plugin = gst_registry_find_plugin (gst_registry_get (), PLUGIN);

  if (n == 1 && error->code == GST_PARSE_ERROR_NO_SUCH_ELEMENT) {
    add_elements (names);
    found = !plugin && g_str_has_prefix (parts[1], "cuda")
                ? g_strdup (": is the plugin built (tools/setup), and does "
                            "GST_PLUGIN_PATH name its folder, build/gst?")
                : hint (parts[1], names, "");
  } else if (element && error->code == GST_PARSE_ERROR_NO_SUCH_PROPERTY) {
    add_properties (names, element);
    inspect = g_strdup_printf (" (gst-inspect-1.0 %s lists them)",
        GST_OBJECT_NAME (gst_element_get_factory (element)));
    found = hint (parts[1], names, inspect);
    g_free (inspect);
  } else if (element && n > 2
             && error->code == GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY) {
    add_values (names,
        g_object_class_find_property (G_OBJECT_GET_CLASS (element), parts[1]));
    found = hint (parts[5], names, NULL);
  } else if (element && error->code == GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY) {
    add_presets (names, element);
    found = hint (parts[1], names,
        names->len > 0 || !GST_IS_PRESET (element)
            ? NULL
            : ": there is none (GST_PRESET_PATH names their folder, "
              "gst/presets)");
  }
  text = g_strconcat (error->message, found, NULL);
  g_ptr_array_unref (names);
  gst_clear_object (&plugin);
  gst_clear_object (&element);
  g_strfreev (parts);
  g_free (found);
  return text;
}

/* ---- Writing videos */

static const struct {
  const gchar *end, *elements[3], *options, *package;
} outputs[] = {
  { ".webm", { "vp8enc", "webmmux" },
      "deadline=1 cpu-used=4 end-usage=cq cq-level=16 target-bitrate=20000000",
      "gstreamer1.0-plugins-good" },
  { ".mkv", { "avenc_ffv1", "matroskamux" }, "",
      "gstreamer1.0-libav gstreamer1.0-plugins-good" },
  { ".y4m", { "y4menc" }, "", "gstreamer1.0-plugins-good" },
};

static gboolean
is_installed (const gchar *element)
{
  GstElementFactory *factory = gst_element_factory_find (element);

  if (!factory)
    return FALSE;
  gst_object_unref (factory);
  return TRUE;
}

gchar *
output_describe (const gchar *path, const gchar *name, GError **error)
{
  gchar *encode, *text, threads[32] = "";
  guint i, j;

  if (!path)
    return g_strdup ("videoconvert ! autovideosink");
  for (i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (g_str_has_suffix (path, outputs[i].end))
      break;
  if (i == G_N_ELEMENTS (outputs)) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
        "%s must end in .webm or .mkv, or .y4m", path);
    return NULL;
  }
  for (j = 0; outputs[i].elements[j]; j++)
    if (!is_installed (outputs[i].elements[j])) {
      g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
          "there is no element %s, which %s needs (Debian: %s)",
          outputs[i].elements[j], outputs[i].end, outputs[i].package);
      return NULL;
    }
  /* they wait for each other in busy loops: encoders.py */
  if (g_str_equal (outputs[i].elements[0], "vp8enc"))
    g_snprintf (threads, sizeof threads, " threads=%u",
        CLAMP (g_get_num_processors () / 4, 1, 4));
  encode = g_strjoinv (" ! ", (gchar **)outputs[i].elements);
  text = g_strdup_printf ("videoconvert ! %s %s%s%s ! filesink name=%s",
      outputs[i].elements[0], outputs[i].options, threads,
      encode + strlen (outputs[i].elements[0]), name);
  g_free (encode);
  return text;
}

/* ---- Progress */

#define INTERVAL_TTY (G_USEC_PER_SEC / 2)
#define INTERVAL_LOG (5 * G_USEC_PER_SEC)

void
progress_begin (Progress *progress)
{
  progress->began = progress->shown = g_get_monotonic_time ();
  progress->tty = isatty (STDOUT_FILENO);
}

const gchar *
progress_clear (const Progress *progress)
{
  return progress->tty ? "\r\033[K" : "";
}

/* Returns a text to be freed. */
static gchar *
progress_text (const Progress *progress, guint n_frames)
{
  const gdouble seconds = MAX (
      (gdouble)(g_get_monotonic_time () - progress->began) / G_USEC_PER_SEC,
      1e-3);

  return g_strdup_printf ("%u frames in %.1f s, %.1f frames/s", n_frames,
      seconds, n_frames / seconds);
}

void
progress_tell (Progress *progress, guint n_frames, gdouble share)
{
  const gint64 now = g_get_monotonic_time ();
  gchar *text;

  if (n_frames == 0
      || now - progress->shown < (progress->tty ? INTERVAL_TTY : INTERVAL_LOG))
    return;
  progress->shown = now;
  text = progress_text (progress, n_frames);
  g_print ("%s", progress_clear (progress));
  if (share >= 0)
    g_print ("%3.0f %%, ", 100 * MIN (share, 1));
  g_print ("%s%s", text, progress->tty ? "" : "\n");
  g_free (text);
}

void
progress_end (Progress *progress, guint n_frames, const gchar *path)
{
  gchar *text = progress_text (progress, n_frames);

  g_print ("%s%s%s%s\n", progress_clear (progress), text, path ? ": " : "",
      path ? path : "");
  g_free (text);
}

gdouble
progress_share (GstPad *pad)
{
  gint64 position, duration;

  if (!gst_pad_query_position (pad, GST_FORMAT_TIME, &position)
      || !gst_pad_query_duration (pad, GST_FORMAT_TIME, &duration)
      || duration <= 0)
    return -1;
  return (gdouble)position / duration;
}

/* ---- The context of an element */

GObject *
context_of (GstElement *element)
{
  g_autoptr (GstQuery) query = gst_query_new_context (CONTEXT);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, "sink");
  GstContext *context = NULL;
  const GValue *value = NULL;

  if (pad && gst_pad_query (pad, query))
    gst_query_parse_context (query, &context);
  if (context)
    value =
        gst_structure_get_value (gst_context_get_structure (context), CONTEXT);
  return value ? g_value_dup_object (value) : NULL;
}
