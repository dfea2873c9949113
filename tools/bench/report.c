/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables for people: docs/BENCHMARK.md explains their columns. */
#include "report.h"

#include <math.h>

static gchar *
plugin_version (void)
{
  GstPlugin *plugin =
      gst_registry_find_plugin (gst_registry_get (), "cudafilters");
  gchar *text =
      plugin ? g_strdup_printf ("%s (%s)", gst_plugin_get_version (plugin),
          gst_plugin_get_filename (plugin))
             : g_strdup ("none");

  gst_clear_object (&plugin);
  return text;
}

void
report_header (const Options *options, const Machine *machine)
{
  gchar *gstreamer = gst_version_string ();
  gchar *plugin = plugin_version ();

  if (machine->gpu)
    g_print ("%s, driver %s, ", machine->gpu,
        machine->driver ? machine->driver : "unknown");
  g_print ("%s, %u processors, %s, %s\n", machine->cpu, machine->processors,
      machine->os, gstreamer);
  g_print ("plugin cudafilters %s\n", plugin);
  g_print ("medians of %d (lowest ... highest), each of %g s after %g s\n",
      options->repeats, options->seconds, options->warm_up);
  if (machine->gpu)
    g_print (
        "plain loop: up, copy kernel and down on three streams, six frames "
        "in flight; for CUDA memory the copy kernel alone\n");
  else
    g_print ("plain loop: one memcpy a frame in one thread, for no GPU is "
             "used; elements choose the CPU backend\n");
  if (options->repeats < 5)
    g_print ("Fewer than 5 repeats: these medians prove little.\n");
  g_free (plugin);
  g_free (gstreamer);
}

/* A number, or "-" where it is not known. */
static void
print_cell (gint width, gint digits, gdouble value)
{
  if (isnan (value))
    g_print (" %*s", width, "-");
  else
    g_print (" %*.*f", width, digits, value);
}

/* Slow filters are worth more digits. */
static gint
rate_digits (gdouble rate)
{
  return rate < 100 ? 2 : 0;
}

static void
report_line (const Group *group, const GroupLine *line, gint name_width,
    gboolean of_several)
{
  const GroupLine *plain = group_get_plain (group, line);
  const GroupLine *copy = group_get_copy (group, line);
  const GroupLine *one = group_get_one (group, line);
  gdouble rate = GROUP_LINE_GET (line, frames_per_s, GROUP_MEDIAN);
  gdouble min = GROUP_LINE_GET (line, frames_per_s, GROUP_MIN);
  gdouble max = GROUP_LINE_GET (line, frames_per_s, GROUP_MAX);
  gchar *queue = line->queue == GROUP_NO_QUEUE
                     ? g_strdup ("-")
                     : g_strdup_printf ("%d", line->queue);
  gchar *range = g_strdup_printf (
      "(%.*f ... %.*f)", rate_digits (rate), min, rate_digits (rate), max);

  g_print ("%-*s", name_width, line->name);
  if (of_several)
    g_print (" %4u", line->n_gpus);
  g_print (" %5s", queue);
  if (line->error) {
    g_print (" failed: %s\n", line->error);
  } else {
    print_cell (8, rate_digits (rate), rate);
    g_print (" %-19s", range);
    print_cell (6, 2, rate * GST_VIDEO_INFO_SIZE (&group->info) / 1e9);
    print_cell (7, 1,
        plain ? 100 * rate / GROUP_LINE_GET (plain, frames_per_s, GROUP_MEDIAN)
              : NAN);
    print_cell (7, 1,
        copy ? 100 * rate / GROUP_LINE_GET (copy, frames_per_s, GROUP_MEDIAN)
             : NAN);
    if (of_several)
      print_cell (7, 1,
          one ? 100 * rate
                    / (line->n_gpus
                        * GROUP_LINE_GET (one, frames_per_s, GROUP_MEDIAN))
              : NAN);
    print_cell (5, 2, GROUP_LINE_GET (line, cpu, GROUP_MEDIAN));
    print_cell (5, 2, GROUP_LINE_GET (line, uploads, GROUP_MEDIAN));
    print_cell (5, 2, GROUP_LINE_GET (line, downloads, GROUP_MEDIAN));
    print_cell (9, 1, GROUP_LINE_GET (line, kernel_ns, GROUP_MEDIAN) / 1000);
    g_print ("  %s\n", line->backend ? line->backend : "-");
  }
  g_free (range);
  g_free (queue);
}

void
report_group (const Group *group)
{
  gint name_width = 0;
  gboolean of_several = FALSE;
  guint i;

  for (i = 0; i < group->lines->len; i++) {
    const GroupLine *line = g_ptr_array_index (group->lines, i);

    name_width = MAX (name_width, (gint)g_utf8_strlen (line->name, -1));
    of_several |= line->n_gpus > 1;
  }

  g_print ("\n%s memory, %s, %dx%d, %.2f MB a frame\n",
      group->on_device ? "CUDA" : "host", GST_VIDEO_INFO_NAME (&group->info),
      GST_VIDEO_INFO_WIDTH (&group->info), GST_VIDEO_INFO_HEIGHT (&group->info),
      GST_VIDEO_INFO_SIZE (&group->info) / 1e6);
  g_print ("%-*s%s %5s %8s %-19s %6s %7s %7s%s %5s %5s %5s %9s  %s\n",
      name_width, "", of_several ? " GPUs" : "", "queue", "frames/s", "",
      "GB/s", "% plain", "% copy", of_several ? " % n one" : "", "CPU", "up",
      "down", "kernel us", "backend");
  for (i = 0; i < group->lines->len; i++)
    report_line (
        group, g_ptr_array_index (group->lines, i), name_width, of_several);
}
