/* What elements warn of, in examples in C. */
#include "messages.h"

#include <string.h>
#include <unistd.h>

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
