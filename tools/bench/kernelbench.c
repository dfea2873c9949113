/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kernelbench.h"

#include "jsontext.h"
#include "kernelcuda.h"
#include "kernelpictures.h"
#include "wholefile.h"

#include <gmodule.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 32
#define STREAMED_BYTES ((gsize)320 << 20)
#define MEASUREMENT_US 3000.0 /* of a GPU */
#ifndef KERNEL_LAUNCHES_MAX   /* on a GPU that is the CPU, tests have fewer */
#define KERNEL_LAUNCHES_MAX 400
#endif
#define ENOUGH_SECONDS 5.0 /* of a figure on the CPU, but three repeats */

void
kernel_die (const gchar *what, const GError *error)
{
  g_printerr ("%s%s%s\n", what, error ? ": " : "", error ? error->message : "");
  exit (EXIT_FAILURE);
}

/* --- pictures and filters --- */

guint8 *
kernel_picture_data (const KernelBench *b, guint8 *pictures, guint i)
{
  return pictures + i * b->size + b->margin * b->stride + b->margin * b->bytes;
}

CfPlane
kernel_picture_plane (const KernelBench *b, guint8 *pictures, guint i)
{
  return (
      CfPlane){ .data = pictures ? kernel_picture_data (b, pictures, i) : NULL,
    .stride = b->stride,
    .width = b->width,
    .height = b->height,
    .step = b->channels,
    .channels = b->channels,
    .bits = b->bits,
    .bytes = b->bytes };
}

CfFilter *
kernel_filter_new (KernelBench *b, const CfFilterParams *params)
{
  const CfPlane plane = kernel_picture_plane (b, NULL, 0);
  GError *error = NULL;
  CfFilter *filter = cf_filter_new (b->device, params, &plane, 1, 1, &error);

  if (!filter)
    kernel_die ("no filter", error);
  return filter;
}

gboolean
kernel_filter_run (KernelBench *b, guint i, gpointer filter)
{
  const CfPlane src = kernel_picture_plane (b, b->src, i),
                dst = kernel_picture_plane (b, b->dst, i);

  return cf_filter_run (filter, b->stream, &src, &dst, &b->error);
}

/* --- times --- */

static gint
compare_double (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;

  return (x > y) - (x < y);
}

gdouble
kernel_median_of (gdouble *values, gsize n)
{
  qsort (values, n, sizeof *values, compare_double);
  return values[n / 2];
}

static void
launch_all (
    KernelBench *b, KernelRun run, gpointer data, guint n_pairs, guint launches)
{
  guint i;

  for (i = 0; i < launches; i++)
    if (!run (b, i % n_pairs, data))
      kernel_die ("a filter cannot be run", b->error);
}

static void
synchronize (KernelBench *b)
{
  GError *error = NULL;

  if (!cf_stream_synchronize (b->stream, &error))
    kernel_die ("a run failed", error);
}

/* Nanoseconds between two points around what is enqueued. */
static guint64
time_launches (KernelBench *b, KernelRun run, gpointer data, KernelGraph *graph,
    guint n_pairs, guint launches)
{
  GError *error = NULL;
  guint64 elapsed;

  if (!cf_event_record (b->begin, b->stream, &error))
    kernel_die ("time", error);
  if (graph)
    kernel_graph_launch (b, graph);
  else
    launch_all (b, run, data, n_pairs, launches);
  if (!cf_event_record (b->end, b->stream, &error)
      || !cf_stream_synchronize (b->stream, &error)
      || !cf_event_elapsed (b->begin, b->end, &elapsed, &error))
    kernel_die ("time", error);
  return elapsed;
}

gdouble
kernel_bench_time (KernelBench *b, KernelRun run, gpointer data,
    gboolean captured, guint n_pairs, guint launches)
{
  const gint n = b->options->repeats;
  KernelGraph *graph = NULL;
  gdouble *us, median;
  gint i;

  if (b->options->once) {
    launch_all (b, run, data, 1, 1);
    synchronize (b);
    return 0;
  }
  us = g_new (gdouble, n);
  if (captured && b->is_gpu) {
    kernel_graph_begin (b);
    launch_all (b, run, data, n_pairs, launches);
    graph = kernel_graph_end (b);
  }
  for (i = -1; i < n; i++) /* the first one warms up */
    us[MAX (i, 0)] =
        time_launches (b, run, data, graph, n_pairs, launches) / 1e3 / launches;
  if (graph)
    kernel_graph_free (graph);
  median = kernel_median_of (us, n);
  g_free (us);
  return median;
}

/* --- figures --- */

void
kernel_bench_begin (KernelBench *b, const gchar *name, gint size)
{
  g_string_append (b->json, b->json->len > 0 ? ",\n{" : "{");
  json_add_named_string (
      b->json, "backend", cf_device_get_backend_name (b->device));
  json_add_named_string (b->json, "name", name);
  json_add_named_number (b->json, "size", size);
  json_add_named_number (b->json, "bits", b->bits);
  json_add_named_number (b->json, "width", b->width);
  json_add_named_number (b->json, "height", b->height);
  if (b->channels > 1)
    json_add_named_number (b->json, "channels", b->channels);
  if (b->picture)
    json_add_named_string (b->json, "picture", b->picture);
  if (b->fields)
    g_string_append_printf (b->json, ", %s", b->fields);
}

void
kernel_bench_end (
    KernelBench *b, const gchar *name, gint size, const gchar *format, ...)
{
  GString *what = g_string_new (name);
  gchar *figures;
  va_list values;

  if (size > 0)
    g_string_append_printf (what, ", %dx%d", size, size);
  if (b->channels > 1)
    g_string_append_printf (what, ", %d channels", b->channels);
  if (b->picture)
    g_string_append_printf (what, ", %s", b->picture);
  if (b->fields)
    g_string_append_printf (what, ", %s", b->fields);
  g_string_replace (what, "\"", "", 0);
  va_start (values, format);
  figures = g_strdup_vprintf (format, values);
  va_end (values);
  g_string_append_c (b->json, '}');
  g_print ("%-4s %5dx%-5d %2d bits  %-50s %s\n",
      cf_device_get_backend_name (b->device), b->width, b->height, b->bits,
      what->str, figures);
  g_free (figures);
  g_string_free (what, TRUE);
}

static gdouble
count_pixels (const KernelBench *b)
{
  return (gdouble)b->width * b->height * b->channels;
}

static void
bench_gpu (KernelBench *b, const gchar *name, gint size, KernelRun run,
    gpointer data, gboolean captured)
{
  const gdouble pixels = count_pixels (b);
  const gdouble once = kernel_bench_time (b, run, data, captured, 1, 4);
  const guint launches =
      b->options->once ? 1
                       : CLAMP (MEASUREMENT_US / once, 2, KERNEL_LAUNCHES_MAX);
  KernelTime t;

  if (b->options->once)
    return;
  t.cached_us = kernel_bench_time (b, run, data, captured, 1, launches);
  t.streamed_us =
      kernel_bench_time (b, run, data, captured, b->n, MAX (b->n, launches));
  kernel_bench_begin (b, name, size);
  json_add_named_number (b->json, "cached_us", t.cached_us);
  json_add_named_number (
      b->json, "cached_gpixel_s", pixels / t.cached_us / 1e3);
  json_add_named_number (b->json, "streamed_us", t.streamed_us);
  json_add_named_number (
      b->json, "streamed_gpixel_s", pixels / t.streamed_us / 1e3);
  if (b->moved > 0) {
    json_add_named_number (b->json, "moved", b->moved);
    json_add_named_number (b->json, "cached_gbyte_s",
        b->moved * b->bytes * pixels / t.cached_us / 1e3);
    json_add_named_number (b->json, "streamed_gbyte_s",
        b->moved * b->bytes * pixels / t.streamed_us / 1e3);
  }
  if (b->peer.cached_us > 0) {
    json_add_named_number (
        b->json, "cached_of_peer", b->peer.cached_us / t.cached_us);
    json_add_named_number (
        b->json, "streamed_of_peer", b->peer.streamed_us / t.streamed_us);
  }
  kernel_bench_end (b, name, size, "%8.2f Gpixel/s in the L2 cache, %8.2f not",
      pixels / t.cached_us / 1e3, pixels / t.streamed_us / 1e3);
  b->last = t;
}

/* By the wall clock, as OpenCV has no events. */
static gboolean
time_once (KernelBench *b, KernelRun run, gpointer data, gdouble *us)
{
  const gint64 begin = g_get_monotonic_time ();

  if (!run (b, 0, data))
    return FALSE;
  synchronize (b);
  *us = MAX (g_get_monotonic_time () - begin, 1);
  return TRUE;
}

static void
add_rates (KernelBench *b, const gchar *of, gdouble *us, gint n)
{
  const gdouble pixels = count_pixels (b);
  gchar *names[] = { g_strconcat (of, "repeats", NULL),
    g_strconcat (of, "median_mpixel_s", NULL),
    g_strconcat (of, "best_mpixel_s", NULL) };
  guint i;

  json_add_named_number (b->json, names[0], n);
  json_add_named_number (b->json, names[1], pixels / kernel_median_of (us, n));
  json_add_named_number (b->json, names[2], pixels / us[0]);
  for (i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (names[i]);
}

/* Ours and the rival's take turns. */
static void
bench_cpu (
    KernelBench *b, const gchar *name, gint size, KernelRun run, gpointer data)
{
  const gint n = b->options->repeats;
  gdouble *ours = g_new (gdouble, n), *theirs = g_new (gdouble, n);
  gdouble ratio = 0;
  gboolean beside = FALSE;
  gint64 end;
  gint i;

  if (!time_once (b, run, data, &ours[0])) /* warms up */
    kernel_die ("a filter cannot be run", b->error);
  if (!b->options->once) {
    beside = b->rival && time_once (b, b->rival, b->rival_data, &theirs[0]);
    end = g_get_monotonic_time () + (gint64)(ENOUGH_SECONDS * G_USEC_PER_SEC);
    for (i = 0; i < n && (i < 3 || g_get_monotonic_time () < end); i++) {
      time_once (b, run, data, &ours[i]);
      if (beside)
        time_once (b, b->rival, b->rival_data, &theirs[i]);
    }
    kernel_bench_begin (b, name, size);
    add_rates (b, "", ours, i);
    b->last = (KernelTime){ ours[i / 2], ours[i / 2] };
    json_add_named_number (b->json, "median_ms", b->last.cached_us / 1e3);
    if (b->peer.cached_us > 0)
      json_add_named_number (
          b->json, "of_peer", b->peer.cached_us / b->last.cached_us);
    if (beside) {
      add_rates (b, "opencv_", theirs, i);
      ratio = theirs[i / 2] / b->last.cached_us;
      json_add_named_number (b->json, "ratio_of_medians", ratio);
    }
    if (beside)
      kernel_bench_end (b, name, size, "%9.1f Mpixel/s, %.2f times %s",
          count_pixels (b) / b->last.cached_us, ratio, b->rival_name);
    else
      kernel_bench_end (b, name, size, "%9.1f Mpixel/s",
          count_pixels (b) / b->last.cached_us);
  }
  b->rival = NULL;
  g_free (ours);
  g_free (theirs);
}

void
kernel_bench (KernelBench *b, const gchar *name, gint size, KernelRun run,
    gpointer data, gboolean captured)
{
  if (b->is_gpu)
    bench_gpu (b, name, size, run, data, captured);
  else
    bench_cpu (b, name, size, run, data);
}

void
kernel_bench_filter (
    KernelBench *b, const gchar *name, gint size, const CfFilterParams *params)
{
  CfFilter *filter = kernel_filter_new (b, params);

  kernel_bench (b, name, size, kernel_filter_run, filter, TRUE);
  cf_filter_free (filter);
}

/* The first result, without what the border reaches, where `stain` was. */
static guint8 *
interior (KernelBench *b, gint edge, guint8 stain, KernelRun run, gpointer data)
{
  const gsize row = (gsize)(b->width - 2 * edge) * b->bytes;
  const gint rows = b->height - 2 * edge;
  guint8 *all = g_malloc (b->size), *result = g_malloc (row * rows);
  GError *error = NULL;

  memset (all, stain, b->size);
  if (!cf_stream_upload (
          b->stream, b->dst, b->size, all, b->size, b->size, 1, &error))
    kernel_die ("upload", error);
  launch_all (b, run, data, 1, 1);
  if (!cf_stream_download (b->stream, result, row,
          kernel_picture_data (b, b->dst, 0) + edge * b->stride
              + edge * b->bytes,
          b->stride, row, rows, &error))
    kernel_die ("download", error);
  synchronize (b);
  g_free (all);
  return result;
}

void
kernel_bench_agree (KernelBench *b, gint size, const gchar *name,
    KernelRun ours, gpointer our_data, KernelRun theirs, gpointer their_data)
{
  const gint edge = size / 2;
  guint8 *x, *y;

  if (b->options->once || b->width <= size || b->height <= size)
    return;
  x = interior (b, edge, 0x55, ours, our_data);
  y = interior (b, edge, 0xaa, theirs, their_data);
  if (memcmp (x, y,
          (gsize)(b->width - 2 * edge) * b->bytes * (b->height - 2 * edge))) {
    g_printerr ("FAILED %s %dx%d, %d bits: results differ\n", name, size, size,
        b->bits);
    b->failed = TRUE;
  }
  g_free (x);
  g_free (y);
}

/* --- a run --- */

static void
measure_format (
    KernelBench *b, const KernelOperation *operation, KernelFormat format)
{
  b->width = format.width;
  b->height = format.height;
  b->channels = 1;
  b->bits = format.bits;
  b->bytes = (b->bits + 7) / 8;
  b->margin = b->is_gpu ? MARGIN : 0;
  b->stride = (gsize)(b->width + 2 * b->margin) * b->bytes;
  b->size = b->stride * (b->height + 2 * b->margin);
  b->n = b->is_gpu
             ? CLAMP (STREAMED_BYTES / (2 * b->size), 2, KERNEL_LAUNCHES_MAX)
             : 1;
  b->picture = NULL;
  b->peer = (KernelTime){ 0 };
  b->moved = 0;
  operation->measure (b);
  kernel_pictures_free (b);
}

static gboolean
is_first_size (const KernelOperation *operation, const KernelFormat *format)
{
  return format->width == operation->formats->width
         && format->height == operation->formats->height;
}

static void
measure_operation (KernelBench *b, const KernelOperation *operation)
{
  const KernelOptions *o = b->options;
  guint i, k;

  for (i = 0; i < operation->n_formats; i++) {
    KernelFormat format = operation->formats[i];

    if ((o->n_sizes > 0 || o->once || !b->is_gpu)
        && !is_first_size (operation, &format))
      continue;
    if (o->n_sizes == 0)
      measure_format (b, operation, format);
    for (k = 0; k < o->n_sizes; k++) {
      format.width = o->sizes[k].width;
      format.height = o->sizes[k].height;
      measure_format (b, operation, format);
    }
  }
}

static void
list (const KernelOperation *operations, guint n)
{
  guint i;

  for (i = 0; i < n; i++)
    g_print ("%s%s\n", operations[i].name,
        operations[i].by_name ? " (only where it is named)" : "");
}

static gboolean
is_wanted (const KernelOptions *options, const KernelOperation *operation)
{
  guint i;

  for (i = 0; options->names && options->names[i]; i++)
    if (operation->by_name
            ? g_str_equal (options->names[i], operation->name)
            : g_pattern_match_simple (options->names[i], operation->name))
      return TRUE;
  return !options->names && !operation->by_name;
}

/* A module of either kind. */
static gboolean
open_peer (KernelBench *b, const gchar *path)
{
  GModule *module = g_module_open (path, G_MODULE_BIND_LOCAL);
  gpointer found;

  if (!module) {
    g_printerr ("%s: %s\n", path, g_module_error ());
    return FALSE;
  }
  g_module_make_resident (module);
  if (g_module_symbol (module, "opencv_peer", &found))
    b->opencv = found;
  else if (g_module_symbol (module, "npp_peer_median", &found))
    b->npp = module;
  else
    g_printerr ("%s has nobody's filters\n", path);
  return found != NULL;
}

static gboolean
open_device (KernelBench *b, GError **error)
{
  const CfDeviceConfig config = { .type = b->options->type,
    .id = b->options->device,
    .threads = b->options->threads };

  b->device = cf_device_open (&config, error);
  if (!b->device)
    return FALSE;
  b->is_gpu = b->options->type == CF_BACKEND_CUDA;
  b->stream = cf_stream_new (b->device, error);
  b->begin =
      b->stream ? cf_event_new (b->device, CF_EVENT_TIMING, error) : NULL;
  b->end = b->begin ? cf_event_new (b->device, CF_EVENT_TIMING, error) : NULL;
  /* its context is current for all that is done here */
  return b->end && cf_device_enter (b->device, error);
}

static gboolean
write_json (const KernelBench *b)
{
  Machine *machine =
      machine_new (b->is_gpu ? cf_device_get_description (b->device) : NULL);
  GString *json = json_begin (b->options->command, machine);
  GError *error = NULL;
  gboolean ok;

  json_add_name (json, "devices");
  g_string_append_c (json, '[');
  json_add_string (json, cf_device_get_description (b->device));
  g_string_append_c (json, ']');
  json_add_named_string (json, "opencv", b->opencv ? b->opencv->version : "");
  json_add_named_number (json, "threads",
      b->options->threads > 0 ? b->options->threads : g_get_num_processors ());
  json_add_name (json, "results");
  g_string_append_printf (json, "[\n%s\n]}\n", b->json->str);
  ok = whole_file_write (b->options->json, json->str, json->len, &error);
  if (!ok) {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
  }
  g_string_free (json, TRUE);
  machine_free (machine);
  return ok;
}

gboolean
kernel_bench_run (const KernelOptions *options,
    const KernelOperation *operations, guint n_operations)
{
  KernelBench b = { .options = options };
  GError *error = NULL;
  gboolean ok = TRUE;
  guint i, n = 0;

  if (options->list) {
    list (operations, n_operations);
    return TRUE;
  }
  b.json = g_string_new (NULL);
  for (i = 0; ok && options->peers && options->peers[i]; i++)
    ok = open_peer (&b, options->peers[i]);
  if (ok && !open_device (&b, &error)) {
    g_printerr ("%s\n", error->message);
    g_error_free (error);
    ok = FALSE;
  }
  if (ok) {
    g_print ("%s%s%s\n", cf_device_get_description (b.device),
        b.opencv ? "; OpenCV " : "", b.opencv ? b.opencv->version : "");
    if (b.opencv)
      b.opencv->set_threads (
          options->threads > 0 ? options->threads : g_get_num_processors ());
    for (i = 0; i < n_operations; i++)
      if (is_wanted (options, &operations[i])) {
        measure_operation (&b, &operations[i]);
        n++;
      }
    cf_device_leave (b.device);
    if (n == 0)
      g_printerr ("No operation has such a name: --list has all\n");
    ok = n > 0 && !b.failed && (!options->json || write_json (&b));
  }
  cf_event_free (b.begin);
  cf_event_free (b.end);
  cf_stream_free (b.stream);
  if (b.device)
    cf_device_unref (b.device);
  g_string_free (b.json, TRUE);
  return ok;
}
