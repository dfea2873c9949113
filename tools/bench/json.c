/* The results as a JSON file: docs/BENCHMARK.md says what its fields mean. */
#include "json.h"

#include <math.h>

static void
add_string (GString *json, const gchar *text)
{
  if (!text) {
    g_string_append (json, "null");
    return;
  }
  g_string_append_c (json, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      g_string_append_printf (json, "\\%c", *text);
    else if ((guchar)*text < ' ')
      g_string_append_printf (json, "\\u%04x", *text);
    else
      g_string_append_c (json, *text);
  }
  g_string_append_c (json, '"');
}

/* With a point in every locale. */
static void
add_number (GString *json, gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (
      json, isnan (value) ? "null"
                          : g_ascii_formatd (text, sizeof text, "%.6g", value));
}

/* `"name": `, after a comma where it is not the first. */
static void
add_name (GString *json, const gchar *name)
{
  gchar last = json->str[json->len - 1];

  if (last != '{')
    g_string_append (json, ", ");
  g_string_append_printf (json, "\"%s\": ", name);
}

static void
add_named_string (GString *json, const gchar *name, const gchar *text)
{
  add_name (json, name);
  add_string (json, text);
}

static void
add_named_number (GString *json, const gchar *name, gdouble value)
{
  add_name (json, name);
  add_number (json, value);
}

static void
add_rates (GString *json, const GroupLine *line)
{
  guint i;

  add_name (json, "frames_per_s");
  g_string_append_c (json, '{');
  add_named_number (
      json, "median", GROUP_LINE_GET (line, frames_per_s, GROUP_MEDIAN));
  add_named_number (
      json, "min", GROUP_LINE_GET (line, frames_per_s, GROUP_MIN));
  add_named_number (
      json, "max", GROUP_LINE_GET (line, frames_per_s, GROUP_MAX));
  add_name (json, "values");
  g_string_append_c (json, '[');
  for (i = 0; i < line->results->len; i++) {
    if (i > 0)
      g_string_append (json, ", ");
    add_number (
        json, g_array_index (line->results, Measurement, i).frames_per_s);
  }
  g_string_append (json, "]}");
}

static void
add_line (GString *json, const Group *group, const GroupLine *line)
{
  const GroupLine *plain = group_get_plain (group);
  const GroupLine *copy = group_get_copy (group, line->queue);
  gdouble rate = GROUP_LINE_GET (line, frames_per_s, GROUP_MEDIAN);

  g_string_append_c (json, '{');
  add_named_string (json, "memory", group->on_device ? "cuda" : "host");
  add_named_string (json, "format", GST_VIDEO_INFO_NAME (&group->info));
  add_named_number (json, "width", GST_VIDEO_INFO_WIDTH (&group->info));
  add_named_number (json, "height", GST_VIDEO_INFO_HEIGHT (&group->info));
  add_named_number (
      json, "queue", line->queue == GROUP_NO_QUEUE ? NAN : line->queue);
  add_named_string (json, "fragment", line->name);
  add_name (json, "is_plain_loop");
  g_string_append (json, line->is_plain ? "true" : "false");
  add_named_string (json, "backend", line->backend);
  add_named_string (json, "source_memory", line->memory);
  add_rates (json, line);
  add_named_number (json, "gb_per_s_each_way",
      rate * GST_VIDEO_INFO_SIZE (&group->info) / 1e9);
  add_named_number (json, "of_plain",
      plain ? rate / GROUP_LINE_GET (plain, frames_per_s, GROUP_MEDIAN) : NAN);
  add_named_number (json, "of_cudacopy",
      copy ? rate / GROUP_LINE_GET (copy, frames_per_s, GROUP_MEDIAN) : NAN);
  add_named_number (json, "cpu", GROUP_LINE_GET (line, cpu, GROUP_MEDIAN));
  add_named_number (
      json, "uploads_per_frame", GROUP_LINE_GET (line, uploads, GROUP_MEDIAN));
  add_named_number (json, "downloads_per_frame",
      GROUP_LINE_GET (line, downloads, GROUP_MEDIAN));
  add_named_number (
      json, "kernel_ns", GROUP_LINE_GET (line, kernel_ns, GROUP_MEDIAN));
  add_named_string (json, "error", line->error);
  g_string_append_c (json, '}');
}

static void
add_machine (GString *json, const Machine *machine)
{
  add_name (json, "machine");
  g_string_append_c (json, '{');
  add_named_string (json, "cpu", machine->cpu);
  add_named_number (json, "processors", machine->processors);
  add_named_string (json, "os", machine->os);
  add_named_string (json, "gpu", machine->gpu);
  add_named_string (json, "driver", machine->driver);
  g_string_append_c (json, '}');
}

static void
add_plugin (GString *json)
{
  GstPlugin *plugin =
      gst_registry_find_plugin (gst_registry_get (), "cudafilters");

  add_name (json, "plugin");
  g_string_append_c (json, '{');
  add_named_string (
      json, "version", plugin ? gst_plugin_get_version (plugin) : NULL);
  add_named_string (
      json, "file", plugin ? gst_plugin_get_filename (plugin) : NULL);
  g_string_append_c (json, '}');
  gst_clear_object (&plugin);
}

gboolean
json_write (const Options *options, const Machine *machine, const gchar *date,
    const GPtrArray *groups, GError **error)
{
  GString *json = g_string_new ("{");
  gchar *gstreamer = gst_version_string ();
  const gchar *separator = "\n";
  gboolean ok;
  guint g, i;

  add_named_string (json, "date", date);
  add_named_string (json, "command", options->command);
  add_machine (json, machine);
  add_named_string (json, "gstreamer", gstreamer);
  add_plugin (json);
  add_named_number (json, "repeats", options->repeats);
  add_named_number (json, "seconds", options->seconds);
  add_named_number (json, "warm_up", options->warm_up);
  add_named_number (json, "source_queue", options->source_queue);
  add_name (json, "runs");
  g_string_append_c (json, '[');
  for (g = 0; g < groups->len; g++) {
    const Group *group = g_ptr_array_index (groups, g);

    for (i = 0; i < group->lines->len; i++) {
      g_string_append (json, separator);
      add_line (json, group, g_ptr_array_index (group->lines, i));
      separator = ",\n";
    }
  }
  g_string_append (json, "\n]}\n");

  ok = g_file_set_contents (options->json, json->str, json->len, error);
  g_string_free (json, TRUE);
  g_free (gstreamer);
  return ok;
}
