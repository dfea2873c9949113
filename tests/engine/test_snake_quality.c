/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How well contours fit noisy shapes, and that noise alone has none. */
#include "snakecase.h"
#include "tests.h"

#include <math.h>

#define SIDE 512

typedef struct {
  SnakeCase *sc;
  guint8 *samples, *truth, *inside;
} Pictures;

static Pictures
pictures_new (SnakeCase *sc)
{
  return (Pictures){ sc, g_malloc (sc->size), g_malloc (sc->size),
    g_malloc (sc->size) };
}

static void
pictures_free (Pictures *p)
{
  g_free (p->samples);
  g_free (p->truth);
  g_free (p->inside);
}

/* Overlap of the one contour with the shape, 0 where there is none; -1 and a
 * reason where the run fails. */
static gdouble
segment (
    Pictures *p, const Scene *scene, const CfSnakeStart *start, GString *why)
{
  CfSnakeResult result;

  if (!snake_case_run (p->sc, p->samples, start, 1, &result, why))
    return -1;
  if (result.n_contours == 0)
    return 0;
  polygon_fill (result.contours[0].points, result.contours[0].n_points,
      scene->width, scene->height, p->inside);
  return overlap (p->inside, p->truth, p->sc->size);
}

/* A case of `draws` scenes, of which the worst has to overlap by `least`. */
static void
check_scenes (Tester *t, Pictures *p, gint width, gint height, Shape shape,
    Noise noise, gint draws, gdouble least)
{
  gchar *description =
      g_strdup_printf ("%dx%d, %d times %s, %s: overlap of at least %g", width,
          height, draws, shape_name (shape), noise_name (noise), least);
  GString *why = g_string_new (NULL);
  gdouble worst = 1, sum = 0;

  if (tester_begin (t, description)) {
    for (gint i = 0; i < draws && worst >= 0; i++) {
      Scene scene = scene_draw (width, height, shape, noise, &t->random);
      gdouble o;

      scene_render (&scene, &t->random, p->samples, p->truth);
      o = segment (p, &scene, &snake_search, why);
      worst = MIN (worst, o);
      sum += o;
    }
    g_string_append_printf (why, "worst %.4f, mean %.4f", worst, sum / draws);
    tester_end (t, worst >= least, why->str);
    if (t->options->verbose)
      g_print ("       %s\n", why->str);
  }
  g_string_free (why, TRUE);
  g_free (description);
}

/* The lowest overlaps that contours must have. */
TEST (snake_shapes, TEST_ALWAYS)
{
  static const gdouble bars[N_NOISES] = { 0.96, 0.92, 0.98, 0.96, 0.96 };
  const CfPlane geometry = snake_plane (SIDE, SIDE);
  const gint draws = t->options->large ? 400 : 40;
  SnakeCase sc;
  Pictures p;

  if (!snake_case_open (&sc, t, &snake_defaults, &geometry))
    return;
  p = pictures_new (&sc);
  for (gint noise = 0; noise < N_NOISES; noise++)
    for (gint shape = SHAPE_DISC; shape <= SHAPE_DISCS; shape++)
      check_scenes (t, &p, SIDE, SIDE, shape, noise, draws, bars[noise]);
  check_scenes (t, &p, SIDE, SIDE, SHAPE_SMALL, NOISE_1, draws, 0.75);
  pictures_free (&p);
  snake_case_close (&sc);
}

/* The small target's equal in a larger picture. */
TEST (snake_small_1080p, TEST_ALWAYS)
{
  const CfPlane geometry = snake_plane (1920, 1080);
  SnakeCase sc;
  Pictures p;

  if (!snake_case_open (&sc, t, &snake_defaults, &geometry))
    return;
  p = pictures_new (&sc);
  check_scenes (t, &p, 1920, 1080, SHAPE_SMALL, NOISE_1, 40, 0.95);
  pictures_free (&p);
  snake_case_close (&sc);
}

/* A rectangle of at least 16x16 pixels with none of the shape's. */
static CfSnakeStart
draw_disjoint (const Scene *s, const guint8 *truth, Random *random)
{
  for (;;) {
    CfSnakeStart start = { .init = CF_SNAKE_RECTANGLE };
    gboolean meets = FALSE;

    start.width = random_range (random, 16, s->width / 3);
    start.height = random_range (random, 16, s->height / 3);
    start.x = random_range (random, 0, s->width - start.width);
    start.y = random_range (random, 0, s->height - start.height);
    for (gint y = start.y; y < start.y + start.height && !meets; y++)
      for (gint x = start.x; x < start.x + start.width && !meets; x++)
        meets = truth[(gsize)y * s->width + x];
    if (!meets)
      return start;
  }
}

/* From rectangles beside the shape; 9 of 10 must reach 0.95. */
TEST (snake_disjoint, TEST_ALWAYS)
{
  const CfPlane geometry = snake_plane (SIDE, SIDE);
  CfSnakeParams params = snake_defaults;
  gint shape, i, reached = 0, failed = 0;
  const gint draws = 50;
  GString *why = g_string_new (NULL);
  SnakeCase sc;
  Pictures p;

  params.window = 0;
  if (!snake_case_open (&sc, t, &params, &geometry))
    return;
  p = pictures_new (&sc);
  for (shape = SHAPE_DISC; shape <= SHAPE_DISCS; shape++) {
    gint of_shape = 0;

    for (i = 0; i < draws; i++) {
      Scene scene = scene_draw (SIDE, SIDE, shape, NOISE_1, &t->random);
      CfSnakeStart start;
      gdouble o;

      scene_render (&scene, &t->random, p.samples, p.truth);
      start = draw_disjoint (&scene, p.truth, &t->random);
      o = segment (&p, &scene, &start, why);
      of_shape += o >= 0.95;
      failed += o < 0;
    }
    if (t->options->verbose)
      g_print ("       %s: %d of %d reach 0.95\n", shape_name (shape), of_shape,
          draws);
    reached += of_shape;
  }
  tester_check (t, failed == 0, "%d runs failed: %s", failed, why->str);
  tester_check (t, reached >= 180,
      "%d of 200 starts beside the target reach an overlap of 0.95, at least "
      "180 must",
      reached);
  g_string_free (why, TRUE);
  pictures_free (&p);
  snake_case_close (&sc);
}

/* Noise has no target: by search, and from a rectangle. */
static void
check_noise (Tester *t, CfSnakeModel model)
{
  const CfPlane geometry = snake_plane (SIDE, SIDE);
  const CfSnakeStart rectangle = {
    .init = CF_SNAKE_RECTANGLE, .x = 200, .y = 150, .width = 90, .height = 120
  };
  const gint frames = t->options->large ? 1000 : 200;
  CfSnakeParams params = snake_defaults;
  gint i, found = 0, failed = 0;
  GString *why = g_string_new (NULL);
  SnakeCase sc;
  Pictures p;

  params.model = model;
  if (!snake_case_open (&sc, t, &params, &geometry))
    return;
  p = pictures_new (&sc);
  for (i = 0; i < frames; i++) {
    Scene scene = scene_draw (SIDE, SIDE, SHAPE_DISC, i % N_NOISES, &t->random);
    CfSnakeResult result;

    scene_render_empty (&scene, &t->random, p.samples);
    failed += !snake_case_run (&sc, p.samples, &snake_search, 1, &result, why);
    found += result.n_contours;
    failed += !snake_case_run (&sc, p.samples, &rectangle, 1, &result, why);
    found += result.n_contours;
  }
  tester_check (t, failed == 0, "%d runs failed: %s", failed, why->str);
  tester_check (
      t, found == 0, "%d targets found in %d frames of noise", found, frames);
  g_string_free (why, TRUE);
  pictures_free (&p);
  snake_case_close (&sc);
}

TEST (snake_noise, TEST_ALWAYS) { check_noise (t, CF_SNAKE_GAUSSIAN); }

TEST (snake_noise_pooled, TEST_ALWAYS) { check_noise (t, CF_SNAKE_POOLED); }
