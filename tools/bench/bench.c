/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudafilters-bench: measures whole elements in a pipeline, beside cudacopy and
 * beside what CUDA does without GStreamer; or filters alone (kernels.h); or
 * what the engine chooses (tune.h). */
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>

#include "group.h"
#include "json.h"
#include "kernels.h"
#include "machine.h"
#include "options.h"
#include "pipeline.h"
#include "report.h"
#include "tune.h"
#include "wholefile.h"

/* cudacopy is registered only where this is set. */
#define PRIVATE "CUDAFILTERS_PRIVATE"

/* A registry of its own, which knows the private elements. */
static gchar *
make_registry (GError **error)
{
  gchar *dir = g_dir_make_tmp ("cudafilters-bench-XXXXXX", error);
  gchar *file;

  if (!dir)
    return NULL;
  file = g_build_filename (dir, "registry.bin", NULL);
  g_setenv ("GST_REGISTRY_1_0", file, TRUE);
  g_setenv (PRIVATE, "1", TRUE);
  g_free (file);
  return dir;
}

static void
remove_registry (gchar *dir)
{
  gchar *file = g_build_filename (dir, "registry.bin", NULL);

  g_remove (file);
  g_rmdir (dir);
  g_free (file);
  g_free (dir);
}

static gboolean
check_elements (const Options *options, GError **error)
{
  guint i;

  if (!pipeline_check ("cudacopy", NULL)) {
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "The plugin cudafilters is not found: install it, run this in `meson "
        "devenv`, or set GST_PLUGIN_PATH to the folder of "
        "libgstcudafilters.so");
    return FALSE;
  }
  for (i = 0; options->fragments[i]; i++) {
    if (!pipeline_check (options->fragments[i], error)) {
      g_prefix_error (error, "\"%s\": ", options->fragments[i]);
      return FALSE;
    }
  }
  return TRUE;
}

/* All groups that can be measured here; the others are named. */
static GPtrArray *
plan (const Options *options, const GPtrArray *gpus)
{
  GPtrArray *groups =
      g_ptr_array_new_with_free_func ((GDestroyNotify)group_free);
  guint s, f;
  gint on_device;

  for (s = 0; s < options->sizes->len; s++) {
    for (f = 0; f < options->formats->len; f++) {
      for (on_device = 0; on_device <= 1; on_device++) {
        GstVideoFormat format =
            g_array_index (options->formats, GstVideoFormat, f);
        const OptionsSize *size =
            &g_array_index (options->sizes, OptionsSize, s);
        const gchar *obstacle;
        Group *group;

        if (on_device ? !options->cuda || gpus->len == 0 : !options->host)
          continue;
        group = group_new (options, gpus, format, size, on_device);
        obstacle = group_get_obstacle (group, gpus);
        if (!obstacle) {
          g_ptr_array_add (groups, group);
          continue;
        }
        g_print ("%s %dx%d in %s memory is left out: %s\n",
            gst_video_format_to_string (format), size->width, size->height,
            on_device ? "CUDA" : "host", obstacle);
        group_free (group);
      }
    }
  }
  return groups;
}

static void
list (const Options *options, const GPtrArray *groups)
{
  gdouble seconds = 0;
  guint g, i;

  for (g = 0; g < groups->len; g++) {
    const Group *group = g_ptr_array_index (groups, g);

    for (i = 0; i < group->lines->len; i++) {
      const GroupLine *line = g_ptr_array_index (group->lines, i);

      g_print ("%s %s %dx%d: %s", group->on_device ? "cuda" : "host",
          GST_VIDEO_INFO_NAME (&group->info),
          GST_VIDEO_INFO_WIDTH (&group->info),
          GST_VIDEO_INFO_HEIGHT (&group->info), line->name);
      if (options->devices->len > 1)
        g_print (", GPUs %u", line->n_gpus);
      if (line->queue != GROUP_NO_QUEUE)
        g_print (", queue %d", line->queue);
      g_print ("\n");
    }
    seconds += group->lines->len * options->repeats
               * (options->warm_up + options->seconds);
  }
  g_print ("%d times each: %.0f s, and the time to start each\n",
      options->repeats, seconds);
}

/* A file with what there is after every group: a run may be cut short. A stream
 * gets all of them at the end. */
static gboolean
measure (const Options *options, const GPtrArray *gpus, GPtrArray *groups)
{
  Machine *machine = machine_new (
      gpus->len > 0 ? gpu_get_name (g_ptr_array_index (gpus, 0)) : NULL);
  GPtrArray *measured = g_ptr_array_new ();
  gboolean ok = TRUE, written = TRUE;
  guint g;

  report_header (options, machine);
  for (g = 0; g < groups->len && written; g++) {
    Group *group = g_ptr_array_index (groups, g);
    GError *error = NULL;

    ok = group_run (group, options, gpus) && ok;
    report_group (group);
    g_ptr_array_add (measured, group);
    if (options->json
        && (g + 1 == groups->len || !whole_file_is_stream (options->json))
        && !json_write (options, machine, measured, &error)) {
      g_printerr ("%s\n", error->message);
      g_error_free (error);
      written = FALSE;
    }
  }
  g_ptr_array_unref (measured);
  machine_free (machine);
  return ok && written;
}

/* Those of the options; none, with a line that says why, where the first cannot
 * be used. FALSE: it is another one of several. */
static gboolean
open_gpus (const Options *options, GPtrArray *gpus)
{
  GError *error = NULL;
  guint i;

  for (i = 0; i < options->devices->len; i++) {
    Gpu *gpu = gpu_new (g_array_index (options->devices, guint, i), &error);

    if (gpu) {
      g_ptr_array_add (gpus, gpu);
      continue;
    }
    if (options->devices->len > 1)
      g_printerr ("--devices: %s\n", error->message);
    else
      g_print ("%s: %s\n",
          options->cuda ? "CUDA memory is left out"
                        : "The plain loop copies on the CPU",
          error->message);
    g_error_free (error);
    return options->devices->len == 1;
  }
  return TRUE;
}

static gboolean
bench (const Options *options)
{
  GPtrArray *gpus = g_ptr_array_new_with_free_func ((GDestroyNotify)gpu_free);
  GPtrArray *groups;
  GError *error = NULL;
  gboolean ok = FALSE;

  gst_init (NULL, NULL);
  pipeline_register_elements ();
  if (!check_elements (options, &error)) {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
    g_ptr_array_unref (gpus);
    return FALSE;
  }
  if (!open_gpus (options, gpus)) {
    g_ptr_array_unref (gpus);
    return FALSE;
  }
  groups = plan (options, gpus);
  if (groups->len == 0) {
    g_printerr ("Nothing can be measured here with these options.\n");
  } else if (options->list) {
    list (options, groups);
    ok = TRUE;
  } else {
    ok = measure (options, gpus, groups);
  }
  g_ptr_array_unref (groups);
  g_ptr_array_unref (gpus);
  return ok;
}

static gboolean
bench_kernels (const Options *options)
{
  const guint n = options->has_sizes ? options->sizes->len : 0;
  KernelSize *sizes = g_new (KernelSize, n);
  KernelOptions kernels = {
    .type = g_str_equal (options->kernels, "cuda") ? CF_BACKEND_CUDA
                                                   : CF_BACKEND_CPU,
    .device = g_array_index (options->devices, guint, 0),
    .threads = options->threads,
    .repeats = options->repeats,
    .peers = options->peers,
    .names = options->fragments,
    .sizes = sizes,
    .n_sizes = n,
    .once = options->once,
    .list = options->list,
    .json = options->json,
    .command = options->command,
  };
  gboolean ok;
  guint i;

  for (i = 0; i < n; i++) {
    const OptionsSize *size = &g_array_index (options->sizes, OptionsSize, i);

    sizes[i] = (KernelSize){ size->width, size->height };
  }
  ok = kernels_run (&kernels);
  g_free (sizes);
  return ok;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  Options *options;
  gchar *registry = NULL;
  gboolean ok = FALSE;

  setlocale (LC_ALL, "");
  options = options_new (argc, argv, &error);
  if (options && options->json && !options->list
      && !whole_file_check (options->json, &error))
    g_clear_pointer (&options, options_free);
  if (options && !options->tune && !options->kernels)
    registry = make_registry (&error);
  if (options && options->tune) {
    ok = tune (options);
  } else if (options && options->kernels) {
    ok = bench_kernels (options);
  } else if (registry) {
    ok = bench (options);
    gst_deinit ();
    remove_registry (registry);
  } else {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
  }
  if (options)
    options_free (options);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
