/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudafilters-snake-stages shows how a contour comes about, as a series of
 * pictures, to those who tune cudasnake, or explain it. */
#include "canvas.h"
#include "engine/snake/cfsnake.h"
#include "wholefile.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCALE_MAX 16
#define CSV_NAME "stages.csv"

typedef struct {
  CfSnakeParams params;
  CfSnakeStart start;
  gchar *folder;
  gint scale;
  gboolean phases; /* a picture of each */

  GreyPicture picture;
  Canvas canvas;
  WholeFile *whole; /* the list of the pictures */
  FILE *csv;
  guint n_pictures;
  GError *error; /* the first of the series */
} Stages;

/* --- The series --- */

static gchar *
stage_file_name (const Stages *s, const CfSnakeStage *stage)
{
  if (stage->stage == CF_SNAKE_START)
    return g_strdup_printf ("%04u-start.png", s->n_pictures);
  if (stage->stage == CF_SNAKE_PHASE)
    return g_strdup_printf ("%04u-level-%u-step-%d-phase-%u.png", s->n_pictures,
        stage->level, stage->step, stage->phase);
  return g_strdup_printf (
      "%04u-level-%u-step-%d.png", s->n_pictures, stage->level, stage->step);
}

static void
write_stage (const CfSnakeStage *stage, gpointer data)
{
  static const gchar *names[] = { "start", "phase", "level" };
  Stages *s = data;
  gchar *name, *path, *description;
  gchar j[G_ASCII_DTOSTR_BUF_SIZE];

  if (s->error || (stage->stage == CF_SNAKE_PHASE && !s->phases))
    return;
  g_ascii_formatd (j, sizeof j, "%.3f", stage->criterion);
  name = stage_file_name (s, stage);
  path = g_build_filename (s->folder, name, NULL);
  description = g_strdup_printf (
      "%s, level %u, step %d, %u phases so far, %u nodes, J = %s",
      names[stage->stage], stage->level, stage->step, stage->phase,
      stage->n_points, j);
  canvas_draw (&s->canvas, stage->points, stage->n_points);
  if (canvas_write (&s->canvas, path, description, &s->error)) {
    s->n_pictures++;
    fprintf (s->csv, "%s,%s,%u,%d,%u,%u,%s\n", name, names[stage->stage],
        stage->level, stage->step, stage->phase, stage->n_points, j);
  }
  g_free (description);
  g_free (path);
  g_free (name);
}

static gboolean
open_series (Stages *s)
{
  gchar *path = g_build_filename (s->folder, CSV_NAME, NULL);

  g_mkdir_with_parents (s->folder, 0777);
  s->whole = whole_file_new (path, &s->error);
  if (s->whole)
    s->csv = g_fopen (whole_file_get_path (s->whole), "w");
  if (s->csv)
    fprintf (s->csv, "file,stage,level,step,phases,nodes,criterion\n");
  else if (!s->error)
    g_set_error (&s->error, G_FILE_ERROR, g_file_error_from_errno (errno),
        "%s cannot be written: %s", path, g_strerror (errno));
  g_free (path);
  return s->csv != NULL;
}

static void
close_series (Stages *s)
{
  const gboolean failed = ferror (s->csv) != 0;

  if ((fclose (s->csv) != 0 || failed) && !s->error)
    g_set_error (&s->error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
        "%s/" CSV_NAME " could not be written", s->folder);
  if (!s->error)
    whole_file_keep (s->whole, &s->error);
}

static void
print_result (const Stages *s, const CfSnakeResult *result)
{
  const CfSnakeContour *c = result->contours;

  g_print ("%u pictures and " CSV_NAME " in %s\n", s->n_pictures, s->folder);
  if (s->n_pictures == 0)
    g_print ("No target: no rectangle is better than none to start from\n");
  else if (result->n_contours == 0)
    g_print ("No target: the last contour is not worth its nodes\n");
  else
    g_print ("Target: %" G_GINT64_FORMAT
             " pixels, %u nodes, %u phases on %u levels%s\n"
             "inside: mean %.2f, variance %.2f; outside: mean %.2f, variance "
             "%.2f\n",
        c->area, c->n_points, c->iterations, c->levels,
        c->converged ? "" : ", ended by a limit", c->mean_in, c->variance_in,
        c->mean_out, c->variance_out);
}

static gboolean
segment (Stages *s)
{
  const GreyPicture *p = &s->picture;
  const CfPlane plane = { .data = p->samples,
    .stride = (gssize)p->width * p->bytes,
    .width = p->width,
    .height = p->height,
    .step = 1,
    .channels = 1,
    .bits = p->bits,
    .bytes = p->bytes };
  const CfDeviceConfig config = { .type = CF_BACKEND_CPU };
  CfDevice *device = cf_device_open (&config, &s->error);
  CfStream *stream = device ? cf_stream_new (device, &s->error) : NULL;
  CfSnake *snake =
      stream ? cf_snake_new (device, &s->params, &plane, &s->error) : NULL;
  CfSnakeResult result;

  if (snake && cf_snake_observe (snake, write_stage, s, &s->error)
      && cf_snake_start_validate (
          &s->start, &s->params, p->width, p->height, &s->error)
      && canvas_init (&s->canvas, p, s->scale, &s->error) && open_series (s)) {
    cf_snake_run (snake, stream, &plane, &s->start, 1, &result, &s->error);
    close_series (s);
    if (!s->error)
      print_result (s, &result);
  }
  g_clear_pointer (&s->whole, whole_file_free);
  canvas_clear (&s->canvas);
  cf_snake_free (snake);
  if (stream)
    cf_stream_free (stream);
  if (device)
    cf_device_unref (device);
  return s->error == NULL;
}

/* --- Options --- */

static gboolean
refuse (Stages *s, const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  s->error = g_error_new_valist (
      G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* One of `names`; NULL is the first. */
static gboolean
parse_name (Stages *s, const gchar *option, const gchar *value,
    const gchar *const *names, gint *index)
{
  gchar *all;

  *index = 0;
  if (!value)
    return TRUE;
  for (; names[*index]; (*index)++)
    if (g_str_equal (names[*index], value))
      return TRUE;
  all = g_strjoinv (", ", (gchar **)names);
  refuse (s, "--%s must be one of %s, not %s", option, all, value);
  g_free (all);
  return FALSE;
}

static gboolean
parse_rectangle (Stages *s, const gchar *text)
{
  CfSnakeStart *r = &s->start;
  gint used = 0;

  if (!text)
    return TRUE;
  r->init = CF_SNAKE_RECTANGLE;
  if (sscanf (text, "%d,%d,%d,%d%n", &r->x, &r->y, &r->width, &r->height, &used)
          == 4
      && text[used] == '\0')
    return TRUE;
  return refuse (s,
      "--rectangle must be X,Y,WIDTH,HEIGHT in pixels, such as 165,80,25,40, "
      "not %s",
      text);
}

static gchar *
default_folder (const gchar *path)
{
  gchar *name = g_path_get_basename (path);
  gchar *dot = strrchr (name, '.');
  gchar *folder;

  if (dot && dot != name)
    *dot = '\0';
  folder = g_strconcat (name, "-stages", NULL);
  g_free (name);
  return folder;
}

static gboolean
parse_options (Stages *s, gint *argc, gchar ***argv)
{
  static const gchar *models[] = { "gaussian", "pooled", NULL };
  static const gchar *targets[] = { "auto", "bright", "dark", NULL };
  gchar *rectangle = NULL, *model = NULL, *target = NULL;
  CfSnakeParams *p = &s->params;
  const GOptionEntry entries[] = {
    { "rectangle", 'r', 0, G_OPTION_ARG_STRING, &rectangle,
        "Start from this rectangle, in pixels (default: search for one)",
        "X,Y,W,H" },
    { "model", 'm', 0, G_OPTION_ARG_STRING, &model,
        "gaussian: target and background each have a mean and a variance; "
        "pooled: one variance for both (default gaussian)",
        "NAME" },
    { "target", 't', 0, G_OPTION_ARG_STRING, &target,
        "auto, bright or dark (default auto)", "NAME" },
    { "window", 'w', 0, G_OPTION_ARG_DOUBLE, &p->window,
        "Side of what is background to a rectangle, in sides of it, 1...100; "
        "0: the whole picture (default 2.4)",
        "FACTOR" },
    { "initial-step", 0, 0, G_OPTION_ARG_INT, &p->initial_step,
        "First step, pixels, 1...32768; 0: by the start (default 0)",
        "PIXELS" },
    { "min-segment", 0, 0, G_OPTION_ARG_INT, &p->min_segment,
        "Shorter segments are not split, pixels, 1...32768 (default 8)",
        "PIXELS" },
    { "max-nodes", 0, 0, G_OPTION_ARG_INT, &p->max_nodes,
        "4...8192 (default 512)", "N" },
    { "max-iterations", 0, 0, G_OPTION_ARG_INT, &p->max_iterations,
        "Phases, 1...65536 (default 512)", "N" },
    { "phases", 'p', 0, G_OPTION_ARG_NONE, &s->phases,
        "A picture of each phase too, not of each level alone", NULL },
    { "scale", 's', 0, G_OPTION_ARG_INT, &s->scale,
        "Draw each pixel that large, 1...16 (default 1)", "N" },
    { "output-dir", 'o', 0, G_OPTION_ARG_FILENAME, &s->folder,
        "Folder for the series (default: the picture's name and -stages)",
        "DIR" },
    { NULL },
  };
  GOptionContext *context = g_option_context_new (
      "PICTURE - show how cudasnake finds a contour in it");
  gint m, t;
  gboolean ok;

  g_option_context_set_description (context,
      "PICTURE is a PNG or a PGM of 8 or 16 bits; colours become grey. The "
      "series is one PNG for\nthe start and for the contour after each level, "
      "numbered: the polygon in red, its nodes in\nyellow, on the picture. "
      "Samples of more than 8 bits are shown from the least to the\ngreatest "
      "one. " CSV_NAME " names level, step (pixels), phases so far, nodes and "
      "the criterion J\n(nats), which falls within a level, for each. Pictures "
      "of the same name are replaced.");
  g_option_context_add_main_entries (context, entries, NULL);
  ok = g_option_context_parse (context, argc, argv, &s->error);
  g_option_context_free (context);

  if (ok && *argc != 2)
    ok = refuse (s, "One PICTURE is wanted; --help tells more");
  ok = ok && parse_rectangle (s, rectangle)
       && parse_name (s, "model", model, models, &m)
       && parse_name (s, "target", target, targets, &t);
  if (ok && (s->scale < 1 || s->scale > SCALE_MAX))
    ok =
        refuse (s, "--scale must be from 1 to %d, not %d", SCALE_MAX, s->scale);
  if (ok) {
    p->model = m;
    p->target = t;
    if (!s->folder)
      s->folder = default_folder ((*argv)[1]);
    ok = cf_snake_params_validate (p, &s->error);
  }
  g_free (rectangle);
  g_free (model);
  g_free (target);
  return ok;
}

int
main (int argc, char **argv)
{
  Stages s = { .params = CF_SNAKE_PARAMS_DEFAULT, .scale = 1 };
  gboolean ok;

  setlocale (LC_CTYPE, ""); /* of messages; numbers have points */
  ok = parse_options (&s, &argc, &argv)
       && grey_picture_load (&s.picture, argv[1], &s.error) && segment (&s);
  if (!ok)
    g_printerr ("snake-stages: %s\n", s.error->message);
  g_clear_error (&s.error);
  grey_picture_clear (&s.picture);
  g_free (s.folder);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
