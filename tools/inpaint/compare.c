/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures how near repaired samples come to those that were there: a picture
 * and masks give a table of PSNR over the masks' holes, of every method. */
#include "engine/core/cferror.h"
#include "engine/core/cffilter.h"
#include "grey.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const gchar *name;
  CfInpaintMethod method;
} Method;

static const Method methods[] = { { "harmonic", CF_INPAINT_HARMONIC },
  { "local", CF_INPAINT_LOCAL }, { "global", CF_INPAINT_GLOBAL } };

#define TIMED_RUNS 7

static gchar *backend = NULL, *schedule = NULL, *only = NULL;
static gboolean with_time = FALSE;
static CfInpaintParams given = CF_INPAINT_PARAMS_DEFAULT;
static gchar **files = NULL;

static const GOptionEntry options[] = { { "backend", 0, 0, G_OPTION_ARG_STRING,
                                            &backend, "cpu (default) or cuda",
                                            "NAME" },
  { "method", 0, 0, G_OPTION_ARG_STRING, &only,
      "harmonic, local or global alone (default: all)", "NAME" },
  { "time", 0, 0, G_OPTION_ARG_NONE, &with_time,
      "print what a picture takes, in ms, the shortest of 7", NULL },
  { "iterations", 0, 0, G_OPTION_ARG_INT, &given.iterations,
      "iterations of local and global (0: as the element has them)", "N" },
  { "threshold-start", 0, 0, G_OPTION_ARG_DOUBLE, &given.threshold_start,
      "first threshold of both (-1: automatic)", "T" },
  { "threshold-end", 0, 0, G_OPTION_ARG_DOUBLE, &given.threshold_end,
      "last threshold of both (-1: automatic)", "T" },
  { "schedule", 0, 0, G_OPTION_ARG_STRING, &schedule,
      "auto (default), exponential or linear", "NAME" },
  { "block-size", 0, 0, G_OPTION_ARG_INT, &given.block_size,
      "of local: 16, 32 or 64 samples (0: as the element has it)", "B" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL,
      "PICTURE MASK..." },
  { NULL } };

static void
die (const GError *error)
{
  g_printerr ("cudafilters-inpaint-compare: %s\n", error->message);
  exit (1);
}

/* The number of a name among n; the first where there is none. */
static guint
choose (
    const gchar *option, const gchar *name, const gchar *const *names, guint n)
{
  GString *all = g_string_new (names[0]);
  GError *error;
  guint i;

  for (i = 0; i < n; i++)
    if (!name || strcmp (name, names[i]) == 0) {
      g_string_free (all, TRUE);
      return i;
    }
  for (i = 1; i < n; i++)
    g_string_append_printf (all, ", %s", names[i]);
  error = g_error_new (CF_ERROR, CF_ERROR_INVALID,
      "%s must be one of %s, not %s", option, all->str, name);
  g_string_free (all, TRUE);
  die (error);
  return 0;
}

static gboolean
is_hole (const GreyPicture *mask, gint x, gint y)
{
  return grey_picture_at (mask, x, y) >= 1u << (mask->bits - 1);
}

static CfPlane
plane_of (const GreyPicture *p, guint8 *data)
{
  return (CfPlane){ .data = data,
    .stride = (gssize)p->width * p->bytes,
    .width = p->width,
    .height = p->height,
    .step = 1,
    .channels = 1,
    .bits = p->bits,
    .bytes = p->bytes };
}

/* Reads holes in the smallest box, as the element does: its surround counts. */
static guint32 *
bits_of (const GreyPicture *mask, CfInpaintHoles *holes)
{
  const gint words = CF_INPAINT_WORDS (mask->width);
  guint32 *bits = g_new0 (guint32, (gsize)words * mask->height);
  gint x, y;

  *holes = (CfInpaintHoles){ bits, mask->width, mask->height, 0, 0, -1 };
  for (y = 0; y < mask->height; y++)
    for (x = 0; x < mask->width; x++)
      if (is_hole (mask, x, y)) {
        bits[(gsize)y * words + x / 32] |= 1u << x % 32;
        holes->left = MIN (holes->left, x);
        holes->top = MIN (holes->top, y);
        holes->right = MAX (holes->right, x + 1);
        holes->bottom = MAX (holes->bottom, y + 1);
      }
  return bits;
}

/* Returns decibels, of the largest value; over the holes alone. Infinite where
 * every sample is as it was. */
static gdouble
psnr (const GreyPicture *truth, const GreyPicture *result,
    const GreyPicture *mask)
{
  gdouble squares = 0, most = (1u << truth->bits) - 1;
  gint64 n = 0;
  gint x, y;

  for (y = 0; y < truth->height; y++)
    for (x = 0; x < truth->width; x++) {
      gdouble d;

      if (!is_hole (mask, x, y))
        continue;
      d = (gdouble)grey_picture_at (truth, x, y)
          - grey_picture_at (result, x, y);
      squares += d * d;
      n++;
    }
  return 10 * log10 (most * most * n / squares);
}

static gboolean
run (CfFilter *filter, CfStream *stream, const CfPlane *from, const CfPlane *to,
    GError **error)
{
  return cf_filter_run (filter, stream, from, to, error)
         && cf_stream_synchronize (stream, error);
}

/* Measures ms. */
static gboolean
measure_time (CfFilter *filter, CfStream *stream, const CfPlane *from,
    const CfPlane *to, gdouble *time, GError **error)
{
  gint i;

  *time = G_MAXDOUBLE;
  for (i = 0; i < TIMED_RUNS; i++) {
    const gint64 start = g_get_monotonic_time ();

    if (!run (filter, stream, from, to, error))
      return FALSE;
    *time = MIN (*time, (g_get_monotonic_time () - start) / 1e3);
  }
  return TRUE;
}

/* Hides from the filter what is under the holes. --time returns the time. */
static gdouble
figure_of (CfDevice *device, CfInpaintMethod method, const GreyPicture *truth,
    const GreyPicture *mask, const CfInpaintHoles *holes, GError **error)
{
  CfFilterParams params = { .op = CF_OP_INPAINT, .inpaint = given };
  const gsize size = (gsize)truth->width * truth->height * truth->bytes;
  GreyPicture damaged = *truth;
  CfPlane geometry = plane_of (truth, NULL), from = geometry, to = geometry;
  CfFilter *filter = NULL;
  CfStream *stream = cf_stream_new (device, error);
  gdouble figure = NAN;
  gint x, y;

  damaged.samples = g_memdup2 (truth->samples, size);
  for (y = 0; y < truth->height; y++)
    for (x = 0; x < truth->width; x++)
      if (is_hole (mask, x, y))
        memset (damaged.samples + ((gsize)y * truth->width + x) * truth->bytes,
            0, truth->bytes);
  params.inpaint.method = method;
  from.data = stream ? cf_device_alloc (device, size, error) : NULL;
  to.data = from.data ? cf_device_alloc (device, size, error) : NULL;
  if (to.data)
    filter = cf_filter_new (device, &params, &geometry, 1, 1, error);
  if (filter && cf_filter_set_holes (filter, holes, error)
      && cf_stream_upload (
          stream, from.data, size, damaged.samples, size, size, 1, error)
      && run (filter, stream, &from, &to, error)
      && (!with_time
          || measure_time (filter, stream, &from, &to, &figure, error))
      && cf_stream_download (
          stream, damaged.samples, size, to.data, size, size, 1, error)
      && cf_stream_synchronize (stream, error) && !with_time)
    figure = psnr (truth, &damaged, mask);
  cf_filter_free (filter);
  cf_stream_free (stream);
  cf_device_free (device, from.data);
  cf_device_free (device, to.data);
  g_free (damaged.samples);
  return figure;
}

static void
compare (CfDevice *device, const GreyPicture *truth, const gchar *path)
{
  GreyPicture mask;
  GError *error = NULL;
  gchar *name = g_path_get_basename (path);
  CfInpaintHoles holes;
  guint32 *bits;
  gint64 n = 0;
  gsize i;

  if (!grey_picture_load (&mask, path, &error))
    die (error);
  if (mask.width != truth->width || mask.height != truth->height) {
    g_set_error (&error, CF_ERROR, CF_ERROR_INVALID,
        "%s has %dx%d pixels, for a picture of %dx%d: a mask must be of the "
        "picture's size",
        path, mask.width, mask.height, truth->width, truth->height);
    die (error);
  }
  bits = bits_of (&mask, &holes);
  for (i = 0; i < (gsize)CF_INPAINT_WORDS (mask.width) * mask.height; i++)
    n += __builtin_popcount (bits[i]);
  if (n == 0 || n == (gint64)mask.width * mask.height) {
    g_set_error (&error, CF_ERROR, CF_ERROR_INVALID, "%s marks %s", path,
        n == 0 ? "nothing" : "everything");
    die (error);
  }
  g_print ("%-32s %7.2f", name, 100. * n / ((gdouble)mask.width * mask.height));
  for (i = 0; i < G_N_ELEMENTS (methods); i++) {
    gdouble q;

    if (only && strcmp (only, methods[i].name) != 0)
      continue;
    q = figure_of (device, methods[i].method, truth, &mask, &holes, &error);
    if (error && !g_error_matches (error, CF_ERROR, CF_ERROR_UNSUPPORTED))
      die (error);
    if (error) {
      g_printerr ("cudafilters-inpaint-compare: no %s: %s\n", methods[i].name,
          error->message);
      g_clear_error (&error);
      g_print (" %9s", "-");
    } else {
      g_print (" %9.2f", q);
    }
  }
  g_print ("\n");
  g_free (bits);
  g_free (name);
  grey_picture_clear (&mask);
}

static void
parse (int *argc, char ***argv)
{
  static const gchar *const schedules[] = { "auto", "exponential", "linear" };
  GOptionContext *context = g_option_context_new (NULL);
  GError *error = NULL;

  g_option_context_set_summary (context,
      "Takes samples out of a grey picture where a mask of its size is white, "
      "repairs them by\nevery method of cudainpaint, and prints the PSNR over "
      "these samples, in dB (inf where\nevery one is as it was). Pictures and "
      "masks are PNGs of any kind, whose colours become\ngrey, or PGMs of 8 to "
      "16 bits; white is from half brightness on.");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    die (error);
  if (!files || g_strv_length (files) < 2) {
    gchar *help = g_option_context_get_help (context, TRUE, NULL);

    g_printerr ("%s", help);
    exit (2);
  }
  given.schedule =
      choose ("--schedule", schedule, schedules, G_N_ELEMENTS (schedules));
  if (!cf_filter_params_validate (
          &(CfFilterParams){ .op = CF_OP_INPAINT, .inpaint = given }, &error))
    die (error);
  g_option_context_free (context);
}

int
main (int argc, char **argv)
{
  static const gchar *const backends[] = { "cpu", "cuda" };
  static const gchar *const names[] = { "harmonic", "local", "global" };
  CfDeviceConfig config = { CF_BACKEND_CPU, -1 };
  GError *error = NULL;
  GreyPicture truth;
  CfDevice *device;
  guint i;

  setlocale (LC_CTYPE, ""); /* of messages; numbers have points */
  parse (&argc, &argv);
  choose ("--method", only, names, G_N_ELEMENTS (names));
  if (choose ("--backend", backend, backends, G_N_ELEMENTS (backends)) == 1)
    config.type = CF_BACKEND_CUDA;
  device = cf_device_open (&config, &error);
  if (!device)
    die (error);
  if (!grey_picture_load (&truth, files[0], &error))
    die (error);

  g_print ("%s, %dx%d, on %s; %s\n", files[0], truth.width, truth.height,
      cf_device_get_description (device),
      with_time ? "time of a picture, ms" : "PSNR over the holes, dB");
  g_print ("%-32s %7s", "mask", "holes/%");
  for (i = 0; i < G_N_ELEMENTS (methods); i++)
    if (!only || strcmp (only, methods[i].name) == 0)
      g_print (" %9s", methods[i].name);
  g_print ("\n");
  for (i = 1; files[i]; i++)
    compare (device, &truth, files[i]);
  grey_picture_clear (&truth);
  cf_device_unref (device);
  g_strfreev (files);
  g_free (schedule);
  g_free (only);
  g_free (backend);
  return 0;
}
