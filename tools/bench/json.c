/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The results as a JSON file: docs/BENCHMARK.md says what its fields mean. */
#include "json.h"

#include "jsontext.h"
#include "wholefile.h"

#include <math.h>

static void
add_rates (GString *json, const GroupLine *line)
{
  guint i;

  json_add_name (json, "frames_per_s");
  g_string_append_c (json, '{');
  json_add_named_number (
      json, "median", GROUP_LINE_GET (line, frames_per_s, GROUP_MEDIAN));
  json_add_named_number (
      json, "min", GROUP_LINE_GET (line, frames_per_s, GROUP_MIN));
  json_add_named_number (
      json, "max", GROUP_LINE_GET (line, frames_per_s, GROUP_MAX));
  json_add_name (json, "values");
  g_string_append_c (json, '[');
  for (i = 0; i < line->results->len; i++) {
    if (i > 0)
      g_string_append (json, ", ");
    json_add_number (
        json, g_array_index (line->results, Measurement, i).frames_per_s);
  }
  g_string_append (json, "]}");
}

static void
add_line (GString *json, const Group *group, const GroupLine *line)
{
  const GroupLine *plain = group_get_plain (group, line);
  const GroupLine *copy = group_get_copy (group, line);
  const GroupLine *one = group_get_one (group, line);
  gdouble rate = GROUP_LINE_GET (line, frames_per_s, GROUP_MEDIAN);

  g_string_append_c (json, '{');
  json_add_named_string (json, "memory", group->on_device ? "cuda" : "host");
  json_add_named_string (json, "format", GST_VIDEO_INFO_NAME (&group->info));
  json_add_named_number (json, "width", GST_VIDEO_INFO_WIDTH (&group->info));
  json_add_named_number (json, "height", GST_VIDEO_INFO_HEIGHT (&group->info));
  json_add_named_number (
      json, "queue", line->queue == GROUP_NO_QUEUE ? NAN : line->queue);
  json_add_named_number (json, "gpus", line->n_gpus);
  json_add_named_string (json, "fragment", line->name);
  json_add_name (json, "is_plain_loop");
  g_string_append (json, line->is_plain ? "true" : "false");
  json_add_named_string (json, "backend", line->backend);
  json_add_named_string (json, "source_memory", line->memory);
  add_rates (json, line);
  json_add_named_number (json, "gb_per_s_each_way",
      rate * GST_VIDEO_INFO_SIZE (&group->info) / 1e9);
  json_add_named_number (json, "of_plain",
      plain ? rate / GROUP_LINE_GET (plain, frames_per_s, GROUP_MEDIAN) : NAN);
  json_add_named_number (json, "of_cudacopy",
      copy ? rate / GROUP_LINE_GET (copy, frames_per_s, GROUP_MEDIAN) : NAN);
  json_add_named_number (json, "of_one_gpu",
      one ? rate
                / (line->n_gpus
                    * GROUP_LINE_GET (one, frames_per_s, GROUP_MEDIAN))
          : NAN);
  json_add_named_number (json, "cpu", GROUP_LINE_GET (line, cpu, GROUP_MEDIAN));
  json_add_named_number (
      json, "uploads_per_frame", GROUP_LINE_GET (line, uploads, GROUP_MEDIAN));
  json_add_named_number (json, "downloads_per_frame",
      GROUP_LINE_GET (line, downloads, GROUP_MEDIAN));
  json_add_named_number (
      json, "kernel_ns", GROUP_LINE_GET (line, kernel_ns, GROUP_MEDIAN));
  json_add_named_string (json, "error", line->error);
  g_string_append_c (json, '}');
}

static void
add_plugin (GString *json)
{
  GstPlugin *plugin =
      gst_registry_find_plugin (gst_registry_get (), "cudafilters");

  json_add_name (json, "plugin");
  g_string_append_c (json, '{');
  json_add_named_string (
      json, "version", plugin ? gst_plugin_get_version (plugin) : NULL);
  json_add_named_string (
      json, "file", plugin ? gst_plugin_get_filename (plugin) : NULL);
  g_string_append_c (json, '}');
  gst_clear_object (&plugin);
}

static void
add_region (GString *json, const OptionsSize *region)
{
  gchar *sides = region->width > 0
                     ? g_strdup_printf ("%dx%d", region->width, region->height)
                     : NULL;

  json_add_named_string (json, "region", sides);
  g_free (sides);
}

gboolean
json_write (const Options *options, const Machine *machine,
    const GPtrArray *groups, GError **error)
{
  GString *json = json_begin (options->command, machine);
  gchar *gstreamer = gst_version_string ();
  const gchar *separator = "\n";
  gboolean ok;
  guint g, i;

  json_add_named_string (json, "gstreamer", gstreamer);
  add_plugin (json);
  json_add_named_number (json, "repeats", options->repeats);
  json_add_named_number (json, "seconds", options->seconds);
  json_add_named_number (json, "warm_up", options->warm_up);
  json_add_named_number (json, "source_queue", options->source_queue);
  json_add_named_string (
      json, "content", options->is_still ? "still" : "random");
  add_region (json, &options->region);
  json_add_name (json, "runs");
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

  ok = whole_file_write (options->json, json->str, json->len, error);
  g_string_free (json, TRUE);
  g_free (gstreamer);
  return ok;
}
