/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours on their way and at their end: what holds for every one, whatever
 * the picture, its layout, the start, and the limits. */
#include "engine/core/cferror.h"
#include "snakecase.h"
#include "tests.h"
#ifdef HAVE_CUDA
#include "cuda/snake/snake.h"
#endif

#include <math.h>
#include <string.h>

/* --- J falls, and every polygon on the way is simple --- */

typedef struct {
  gint wrong_j, wrong_polygons, wrong_counts;
  guint level, phase, n_levels, n_starts;
  guint n; /* nodes after the level's last phase */
  gint step;
  gdouble j; /* of the level's last phase */
  gboolean first;
} Watch;

static void
watch (const CfSnakeStage *s, gpointer data)
{
  Watch *w = data;

  w->wrong_polygons += !polygon_is_simple (s->points, s->n_points);
  if (s->stage == CF_SNAKE_START) {
    w->wrong_counts += w->n_starts++ || w->phase || s->level || s->phase;
    return;
  }
  if (s->stage == CF_SNAKE_LEVEL) {
    w->wrong_counts += s->level != ++w->n_levels || s->step < 1;
    /* nodes that were removed cost less than 8 each */
    if (s->level == w->level)
      w->wrong_j += s->criterion > w->j + 8.0 * (w->n - s->n_points);
    return;
  }
  w->wrong_counts += s->phase != ++w->phase || s->level != w->n_levels + 1;
  /* a phase without a move leaves J as it is */
  if (s->level == w->level)
    w->wrong_j += s->criterion > w->j;
  w->level = s->level;
  w->j = s->criterion;
  w->n = s->n_points;
}

static void
check_falls (Tester *t, SnakeCase *sc, const guint8 *samples,
    const CfSnakeStart *start, const gchar *picture)
{
  GString *why = g_string_new (NULL);
  Watch w = { 0 };
  CfSnakeResult result;
  GError *error = NULL;
  gboolean ok;
  gchar *what = g_strdup_printf ("%dx%d of %s, start %d", sc->plane.width,
      sc->plane.height, picture, start->init);

  if (tester_begin (t, what)) {
    ok = cf_snake_observe (sc->snake, watch, &w, &error)
         && snake_case_run (sc, samples, start, 1, &result, why)
         && cf_snake_observe (sc->snake, NULL, NULL, &error);
    g_clear_error (&error);
    if (ok && result.n_contours == 1)
      w.wrong_counts += result.contours[0].iterations != w.phase
                        || result.contours[0].levels != w.n_levels
                        || !result.contours[0].converged;
    ok = ok && w.wrong_j == 0 && w.wrong_polygons == 0 && w.wrong_counts == 0
         && w.phase > 0 && w.n_starts == 1;
    g_string_append_printf (why,
        "J rises %d times, %d polygons touch themselves, %d counts are wrong, "
        "%u phases",
        w.wrong_j, w.wrong_polygons, w.wrong_counts, w.phase);
    tester_end (t, ok, why->str);
  }
  g_string_free (why, TRUE);
  g_free (what);
}

static CfSnakeStart
draw_rectangle (gint width, gint height, Random *random)
{
  CfSnakeStart start = { .init = CF_SNAKE_RECTANGLE };

  start.width = random_range (random, 1, width);
  start.height = random_range (random, 1, height);
  start.x = random_range (random, 0, width - start.width);
  start.y = random_range (random, 0, height - start.height);
  return start;
}

static CfSnakeParams
draw_params (gint i, Random *random)
{
  CfSnakeParams params = snake_defaults;

  params.model = i % 3 == 2;
  params.target = i % 5 == 4 ? random_range (random, 1, 2) : 0;
  params.window = i % 2 ? 0 : 2.4;
  params.min_segment = i % 7 == 6 ? 1 : 8;
  params.initial_step = i % 11 == 10 ? random_range (random, 1, 99) : 0;
  return params;
}

/* On the host alone: other backends refuse observers. */
TEST (snake_falls, TEST_CPU)
{
  const CfPlane geometry = snake_plane (257, 199);

  for (gint i = 0; i < 200; i++) {
    const Scene scene = scene_draw (geometry.width, geometry.height,
        i % N_SHAPES, i / 2 % N_NOISES, &t->random);
    const CfSnakeStart rectangle = draw_rectangle (200, 150, &t->random);
    const CfSnakeParams params = draw_params (i, &t->random);
    guint8 *samples, *truth;
    SnakeCase sc;

    if (!snake_case_open (&sc, t, &params, &geometry))
      return;
    samples = g_malloc (sc.size);
    truth = g_malloc (sc.size);
    scene_render (&scene, &t->random, samples, truth);
    check_falls (t, &sc, samples, i % 3 ? &rectangle : &snake_search,
        shape_name (scene.shape));
    g_free (samples);
    g_free (truth);
    snake_case_close (&sc);
  }
}

/* A simple polygon of 4 to 10 nodes, in few places: corners that nearly touch,
 * and nodes that can be removed alone and not together. */
static CfSnakeStart
draw_simple (gint width, gint height, CfSnakePoint *points, Random *random)
{
  const gint columns = MIN (width, 6), rows = MIN (height, 6);
  guint n, i;

  do {
    n = random_range (random, 4, 10);
    for (i = 0; i < n; i++)
      points[i] =
          (CfSnakePoint){ random_range (random, 0, columns) * (width / columns),
            random_range (random, 0, rows) * (height / rows) };
  } while (!polygon_is_simple (points, n));
  return (CfSnakeStart){
    .init = CF_SNAKE_POLYGON, .points = points, .n_points = n
  };
}

/* Few values in large areas, and starts across them: changes that are good
 * alone are bad together, and their new segments cross. */
TEST (snake_hostile, TEST_CPU)
{
  for (gint i = 0; i < 6000; i++) {
    const gint width = random_range (&t->random, 8, 60);
    const gint height = random_range (&t->random, 8, 60);
    const gint cut_x = random_range (&t->random, 1, width);
    const gint cut_y = random_range (&t->random, 1, height);
    const gint noise = i % 5 == 0 ? 30 : 2, kind = i % 4;
    const CfPlane geometry = snake_plane (width, height);
    CfSnakePoint points[10];
    const CfSnakeStart start =
        i % 3 ? draw_rectangle (width, height, &t->random)
              : draw_simple (width, height, points, &t->random);
    const CfSnakeParams params = draw_params (i, &t->random);
    guint8 *samples;
    SnakeCase sc;

    if (!snake_case_open (&sc, t, &params, &geometry))
      return;
    samples = g_malloc (sc.size);
    for (gint y = 0; y < height; y++)
      for (gint x = 0; x < width; x++) {
        const gboolean right = x >= cut_x, low = y >= cut_y;
        const gint area = kind == 0   ? right
                          : kind == 1 ? right ^ low
                          : kind == 2 ? right + 2 * low
                                      : 0;

        samples[y * width + x] =
            40 + 60 * area + random_range (&t->random, 0, noise);
      }
    check_falls (t, &sc, samples, &start, "areas");
    g_free (samples);
    snake_case_close (&sc);
  }
}

/* --- the numbers of a contour are those of its pixels --- */

typedef struct {
  SnakeCase sc;
  Scene scene;
  guint8 *samples, *truth, *inside;
} Fixture;

static gboolean
fixture_open (
    Fixture *f, Tester *t, const CfSnakeParams *params, const Scene *scene)
{
  const CfPlane geometry = snake_plane (scene->width, scene->height);

  if (!snake_case_open (&f->sc, t, params, &geometry))
    return FALSE;
  f->scene = *scene;
  f->samples = g_malloc (f->sc.size);
  f->truth = g_malloc (f->sc.size);
  f->inside = g_malloc (f->sc.size);
  scene_render (scene, &t->random, f->samples, f->truth);
  return TRUE;
}

static void
fixture_close (Fixture *f)
{
  g_free (f->samples);
  g_free (f->truth);
  g_free (f->inside);
  snake_case_close (&f->sc);
}

static gdouble
fixture_overlap (Fixture *f, const CfSnakeContour *c)
{
  polygon_fill (
      c->points, c->n_points, f->scene.width, f->scene.height, f->inside);
  return overlap (f->inside, f->truth, f->sc.size);
}

static void
check_numbers (Tester *t, Fixture *f, const CfSnakeContour *c)
{
  gdouble n[2] = { 0 }, s[2] = { 0 }, q[2] = { 0 }, j;

  fixture_overlap (f, c);
  for (gsize i = 0; i < f->sc.size; i++) {
    const guint side = f->inside[i];

    n[side]++;
    s[side] += f->samples[i];
    q[side] += f->samples[i] * f->samples[i];
  }
  for (gsize i = 0; i < 2; i++) {
    s[i] /= n[i];
    q[i] = q[i] / n[i] - s[i] * s[i];
  }
  j = n[1] * log (q[1]) + n[0] * log (q[0]);
  tester_check (t,
      c->area == n[1] && fabs (c->mean_in - s[1]) < 1e-9
          && fabs (c->mean_out - s[0]) < 1e-9
          && fabs (c->variance_in - q[1]) < 1e-6
          && fabs (c->variance_out - q[0]) < 1e-6
          && fabs (c->criterion - j) < 1e-6 * fabs (j),
      "%" G_GINT64_FORMAT " pixels, mean %g and %g, variance %g and %g, J %g "
      "are those of the polygon's pixels: %g, %g, %g, %g, %g, %g",
      c->area, c->mean_in, c->mean_out, c->variance_in, c->variance_out,
      c->criterion, n[1], s[1], s[0], q[1], q[0], j);
}

TEST (snake_numbers, TEST_ALWAYS)
{
  for (gint shape = 0; shape < N_SHAPES - 1; shape++) {
    const Scene scene = scene_draw (301, 233, shape, NOISE_2, &t->random);
    GString *why = g_string_new (NULL);
    CfSnakeResult result;
    Fixture f;

    if (!fixture_open (&f, t, &snake_defaults, &scene))
      return;
    tester_check (t,
        snake_case_run (&f.sc, f.samples, &snake_search, 1, &result, why)
            && result.n_contours == 1 && result.contours[0].start == 0,
        "one contour: %s", why->str);
    if (result.n_contours == 1)
      check_numbers (t, &f, &result.contours[0]);
    g_string_free (why, TRUE);
    fixture_close (&f);
  }
}

/* --- the same polygon from the same values, however they lie --- */

typedef struct {
  CfSnakePoint points[1024];
  guint n;
} Polygon;

static void
polygon_keep (Polygon *p, const CfSnakeResult *result)
{
  const CfSnakeContour *c = &result->contours[0];

  p->n = result->n_contours > 0 ? c->n_points : 0;
  memcpy (p->points, c->points, p->n * sizeof (CfSnakePoint));
}

static gboolean
polygon_equals (const Polygon *p, const CfSnakeResult *result)
{
  const CfSnakeContour *c = &result->contours[0];

  return result->n_contours == 1 && p->n == c->n_points
         && memcmp (p->points, c->points, p->n * sizeof (CfSnakePoint)) == 0;
}

static void
check_layout (
    Tester *t, const Fixture *f, const CfPlane *layout, const Polygon *expected)
{
  const gsize row = (gsize)layout->width * layout->step * layout->bytes;
  guint8 *samples = g_malloc (row * layout->height);
  GString *why = g_string_new (NULL);
  CfSnakeResult result;
  SnakeCase sc;

  if (!snake_case_open (&sc, t, &snake_defaults, layout))
    return;
  random_bytes (&t->random, samples, row * layout->height);
  for (gint y = 0; y < layout->height; y++) {
    for (gint x = 0; x < layout->width; x++) {
      const guint v = f->samples[(gsize)y * layout->width + x];
      guint8 *to = samples + y * row + (gsize)x * layout->step * layout->bytes;

      if (layout->bytes == 1)
        *to = v;
      else
        *(guint16 *)to = v << layout->shift;
    }
  }
  tester_check (t,
      snake_case_run (&sc, samples, &snake_search, 1, &result, why)
          && polygon_equals (expected, &result),
      "step %d, %d bytes, %d bits << %d: the same polygon %s", layout->step,
      layout->bytes, layout->bits, layout->shift, why->str);
  g_string_free (why, TRUE);
  g_free (samples);
  snake_case_close (&sc);
}

TEST (snake_layouts, TEST_ALWAYS)
{
  const Scene scene = scene_draw (320, 240, SHAPE_STAR, NOISE_1, &t->random);
  GString *why = g_string_new (NULL);
  CfSnakeResult result;
  Polygon expected;
  CfPlane p;
  Fixture f;

  if (!fixture_open (&f, t, &snake_defaults, &scene))
    return;
  tester_check (t,
      snake_case_run (&f.sc, f.samples, &snake_search, 1, &result, why)
          && result.n_contours == 1,
      "a contour: %s", why->str);
  polygon_keep (&expected, &result);
  tester_check (t,
      snake_case_run (&f.sc, f.samples, &snake_search, 1, &result, why)
          && polygon_equals (&expected, &result),
      "the same once more: %s", why->str);
  for (p = f.sc.plane; p.step <= 4; p.step++) {
    p.bytes = 1;
    check_layout (t, &f, &p, &expected);
    p.bytes = 2; /* 8 bits in two bytes, as they are and shifted up */
    check_layout (t, &f, &p, &expected);
    p.shift = 8;
    check_layout (t, &f, &p, &expected);
    p.shift = 0;
  }
  g_string_free (why, TRUE);
  fixture_close (&f);
}

/* The sums of 16-bit samples are wide ones: 256 v is as v, but for the least
 * variance, and cells of 6 bits more. */
TEST (snake_deep, TEST_ALWAYS)
{
  const Scene scene = scene_draw (320, 240, SHAPE_DISC, NOISE_1, &t->random);
  CfPlane deep = snake_plane (320, 240);
  guint16 *samples;
  CfSnakeResult result;
  GString *why = g_string_new (NULL);
  SnakeCase sc;
  Fixture f;

  if (!fixture_open (&f, t, &snake_defaults, &scene))
    return;
  deep.bits = 16;
  deep.bytes = 2;
  samples = g_new (guint16, f.sc.size);
  for (gsize i = 0; i < f.sc.size; i++)
    samples[i] = 257 * f.samples[i];
  if (snake_case_open (&sc, t, &snake_defaults, &deep)) {
    gboolean ok = snake_case_run (&sc, samples, &snake_search, 1, &result, why)
                  && result.n_contours == 1;
    gdouble o = ok ? fixture_overlap (&f, &result.contours[0]) : 0;

    tester_check (t, ok && o > 0.96, "16 bits: overlap %.4f %s", o, why->str);
    snake_case_close (&sc);
  }
  g_free (samples);
  g_string_free (why, TRUE);
  fixture_close (&f);
}

/* --- several targets at once, and threads --- */

#define COLUMNS 4
#define ROWS 3
#define CELL 160

/* A disc in each cell, some bright, some dark, some missing. */
static void
render_cells (Tester *t, guint8 *samples, gboolean *missing)
{
  for (gint i = 0; i < COLUMNS * ROWS; i++) {
    const gint left = i % COLUMNS * CELL, top = i / COLUMNS * CELL;
    guint8 cell[CELL * CELL], truth[CELL * CELL];
    Scene scene = scene_draw (CELL, CELL, SHAPE_DISC, NOISE_1, &t->random);

    scene.x = scene.y = CELL / 2;
    scene.scale = 1;
    scene.dark = i % 3 == 0;
    missing[i] = i % 5 == 4;
    scene_render (&scene, &t->random, cell, truth);
    if (missing[i])
      scene_render_empty (&scene, &t->random, cell);
    for (gint y = 0; y < CELL; y++)
      for (gint x = 0; x < CELL; x++)
        samples[(gsize)(top + y) * COLUMNS * CELL + left + x] =
            cell[y * CELL + x];
  }
}

TEST (snake_several, TEST_ALWAYS)
{
  const CfPlane geometry = snake_plane (COLUMNS * CELL, ROWS * CELL);
  CfSnakeStart starts[COLUMNS * ROWS] = { 0 };
  gboolean missing[COLUMNS * ROWS];
  GString *why = g_string_new (NULL);
  CfSnakeResult result, alone;
  guint8 *samples;
  guint i, k = 0;
  SnakeCase sc;

  if (!snake_case_open (&sc, t, &snake_defaults, &geometry))
    return;
  samples = g_malloc (sc.size);
  render_cells (t, samples, missing);
  for (i = 0; i < COLUMNS * ROWS; i++)
    starts[i] = (CfSnakeStart){ .init = CF_SNAKE_RECTANGLE,
      .x = i % COLUMNS * CELL + 55,
      .y = i / COLUMNS * CELL + 55,
      .width = 50,
      .height = 50 };
  tester_check (t,
      snake_case_run (&sc, samples, starts, COLUMNS * ROWS, &result, why),
      "%d starts: %s", COLUMNS * ROWS, why->str);
  for (i = 0; i < COLUMNS * ROWS; i++) {
    const CfSnakeContour *c = &result.contours[k];
    const gdouble area = G_PI * 40 * 40;

    if (missing[i]) {
      tester_check (t, k == result.n_contours || c->start != i,
          "start %u has no target", i);
      continue;
    }
    tester_check (t,
        k < result.n_contours && c->start == i
            && fabs (c->area - area) < 0.05 * area
            && (c->mean_in > c->mean_out) == (i % 3 != 0),
        "start %u has the target of %u: area %" G_GINT64_FORMAT, i, c->start,
        c->area);
    k++;
  }
  /* each as if it were alone */
  for (i = 0; i < COLUMNS * ROWS; i++) {
    Polygon among = { .n = 0 };

    snake_case_run (&sc, samples, starts, COLUMNS * ROWS, &result, why);
    for (k = 0; k < result.n_contours; k++)
      if (result.contours[k].start == i) {
        const CfSnakeResult one = { &result.contours[k], 1 };

        polygon_keep (&among, &one);
      }
    snake_case_run (&sc, samples, &starts[i], 1, &alone, why);
    tester_check (t,
        missing[i] ? alone.n_contours == 0 && among.n == 0
                   : polygon_equals (&among, &alone),
        "start %u has the same contour alone: %s", i, why->str);
  }
  g_free (samples);
  g_string_free (why, TRUE);
  snake_case_close (&sc);
}

/* Devices of 1 to 5 threads. */
TEST (snake_threads, TEST_CPU)
{
  const Scene scene = scene_draw (400, 300, SHAPE_DISCS, NOISE_1, &t->random);
  GString *why = g_string_new (NULL);
  Polygon expected = { .n = 0 };
  CfSnakeResult result;
  Tester other = *t;
  Fixture f;

  for (guint threads = 1; threads <= 5; threads++) {
    GError *error = NULL;
    gboolean ok;

    if (!target_open (&other.target, CF_BACKEND_CPU, threads, &error)) {
      tester_no_error (t, FALSE, error, "opening a device");
      return;
    }
    other.random = t->random; /* the same picture */
    if (!fixture_open (&f, &other, &snake_defaults, &scene))
      return;
    ok = snake_case_run (&f.sc, f.samples, &snake_search, 1, &result, why);
    if (threads == 1)
      polygon_keep (&expected, &result);
    tester_check (t, ok && polygon_equals (&expected, &result),
        "the same polygon with %u threads: %s", threads, why->str);
    fixture_close (&f);
    target_close (&other.target);
  }
  g_string_free (why, TRUE);
}

/* --- from frame to frame --- */

TEST (snake_track, TEST_ALWAYS)
{
  Scene scene = scene_draw (480, 360, SHAPE_DISC, NOISE_1, &t->random);
  GString *why = g_string_new (NULL);
  CfSnakeStart start = snake_search;
  Polygon last = { .n = 0 }, reversed;
  CfSnakeResult result;
  const gint n_frames = tester_leaves_out (t) ? 5 : 30;
  Fixture f;

  scene.scale = 0.6;
  scene.x = 150;
  scene.y = 130;
  if (!fixture_open (&f, t, &snake_defaults, &scene))
    return;
  for (gint frame = 0; frame < n_frames; frame++) {
    gdouble o = 0;

    f.scene.x += 5;
    f.scene.y += 3;
    f.scene.scale = 0.6 + 0.08 * sin (0.4 * frame);
    scene_render (&f.scene, &t->random, f.samples, f.truth);
    if (!snake_case_run (&f.sc, f.samples, &start, 1, &result, why)
        || result.n_contours != 1)
      g_string_append (why, "no contour");
    else
      o = fixture_overlap (&f, &result.contours[0]);
    tester_check (t, o > 0.95, "frame %d: overlap %.4f %s", frame, o, why->str);
    if (result.n_contours != 1)
      break;
    polygon_keep (&last, &result);
    start = (CfSnakeStart){
      .init = CF_SNAKE_POLYGON, .points = last.points, .n_points = last.n
    };
  }
  /* the other way round */
  snake_case_run (&f.sc, f.samples, &start, 1, &result, why);
  reversed.n = last.n;
  for (guint i = 0; i < last.n; i++)
    reversed.points[i] = last.points[last.n - 1 - i];
  polygon_keep (&last, &result);
  start.points = reversed.points;
  tester_check (t,
      snake_case_run (&f.sc, f.samples, &start, 1, &result, why)
          && polygon_equals (&last, &result),
      "the same from the polygon the other way round: %s", why->str);
  /* a target that is gone */
  scene_render_empty (&f.scene, &t->random, f.samples);
  tester_check (t,
      snake_case_run (&f.sc, f.samples, &start, 1, &result, why)
          && result.n_contours == 0,
      "no contour where the target is gone: %s", why->str);
  g_string_free (why, TRUE);
  fixture_close (&f);
}

/* --- what is asked for --- */

/* A bright and a dark disc in grey: each is found where it is asked for. */
TEST (snake_target, TEST_ALWAYS)
{
  const CfPlane geometry = snake_plane (320, 200);
  GString *why = g_string_new (NULL);
  CfSnakeParams params = snake_defaults;
  guint8 *samples = g_malloc (320 * 200);

  for (gint y = 0; y < 200; y++)
    for (gint x = 0; x < 320; x++)
      samples[y * 320 + x] = random_range (&t->random, 85, 115)
                             + (hypot (x - 90, y - 100) < 50 ? 25 : 0)
                             - (hypot (x - 230, y - 100) < 50 ? 25 : 0);
  for (params.model = 0; params.model <= CF_SNAKE_POOLED; params.model++) {
    for (params.target = CF_SNAKE_TARGET_BRIGHT;
         params.target <= CF_SNAKE_TARGET_DARK; params.target++) {
      /* searched, and from a rectangle over half of both */
      for (gint start = 0; start < 2; start++) {
        const CfSnakeStart rectangle = { .init = CF_SNAKE_RECTANGLE,
          .x = 100,
          .y = 60,
          .width = 120,
          .height = 80 };
        CfSnakeResult result;
        SnakeCase sc;
        gboolean ok;

        if (!snake_case_open (&sc, t, &params, &geometry))
          return;
        ok = snake_case_run (&sc, samples,
            start == 0 ? &snake_search : &rectangle, 1, &result, why);
        tester_check (t,
            ok && result.n_contours == 1
                && (result.contours[0].mean_in > result.contours[0].mean_out)
                       == (params.target == CF_SNAKE_TARGET_BRIGHT),
            "model %d, target %d, start %d: %u contours, mean %g in %g %s",
            params.model, params.target, start, result.n_contours,
            result.n_contours ? result.contours[0].mean_in : 0,
            result.n_contours ? result.contours[0].mean_out : 0, why->str);
        snake_case_close (&sc);
      }
    }
  }
  g_free (samples);
  g_string_free (why, TRUE);
}

static void
check_limit (Tester *t, const Scene *scene, const CfSnakeParams *params,
    gboolean converged)
{
  GString *why = g_string_new (NULL);
  CfSnakeResult result;
  Fixture f;
  gboolean ok;

  if (!fixture_open (&f, t, params, scene))
    return;
  ok = snake_case_run (&f.sc, f.samples, &snake_search, 1, &result, why);
  tester_check (t,
      ok && result.n_contours == 1 && result.contours[0].converged == converged
          && result.contours[0].n_points <= (guint)params->max_nodes
          && result.contours[0].iterations <= (guint)params->max_iterations,
      "max-nodes %d, max-iterations %d: %u contours, %u nodes, %u iterations, "
      "converged %d %s",
      params->max_nodes, params->max_iterations, result.n_contours,
      result.n_contours ? result.contours[0].n_points : 0,
      result.n_contours ? result.contours[0].iterations : 0,
      result.n_contours ? result.contours[0].converged : -1, why->str);
  g_string_free (why, TRUE);
  fixture_close (&f);
}

TEST (snake_limits, TEST_ALWAYS)
{
  static const gint nodes[] = { 4, 5, 8, 9 }, iterations[] = { 1, 2, 3, 7, 20 };
  const Scene scene = scene_draw (300, 300, SHAPE_STAR, NOISE_2, &t->random);
  CfSnakeParams params = snake_defaults;

  check_limit (t, &scene, &params, TRUE);
  /* more than a GPU's shared memory has room for */
  params.max_nodes = CF_SNAKE_NODES_MAX;
  check_limit (t, &scene, &params, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++) {
    params.max_nodes = nodes[i];
    check_limit (t, &scene, &params, FALSE);
  }
  params = snake_defaults;
  for (guint i = 0; i < G_N_ELEMENTS (iterations); i++) {
    params.max_iterations = iterations[i];
    check_limit (t, &scene, &params, FALSE);
  }
}

/* --- clusters of any size, on a GPU --- */

#ifdef HAVE_CUDA
static guint most_blocks;

static CfSnake *
new_of_most (const CfSnake *description, GError **error)
{
  return cf_cuda_snake_new_of (description, most_blocks, error);
}
#endif

/* A GPU that has no place for the largest makes the same contours. */
TEST (snake_clusters, TEST_NOT_CPU)
{
#ifdef HAVE_CUDA
  CfDevice *device = t->target.device;
  const CfBackend *own = device->backend;
  CfBackend backend = *own;

  backend.snake_new = new_of_most;
  device->backend = &backend;
  for (most_blocks = 8; most_blocks >= 1; most_blocks /= 2) {
    test_snake_numbers (t, 0);
    test_snake_several (t, 0);
    test_snake_limits (t, 0);
  }
  device->backend = own;
#endif
}

/* Pictures of any size and hostile contents: every contour that comes out is a
 * proper one. */
TEST (snake_pictures, TEST_ALWAYS)
{
  static const gint sides[] = { 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 64, 100 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    for (guint k = 0; k < G_N_ELEMENTS (sides); k++) {
      const gint width = sides[i], height = sides[k];
      const CfPlane geometry = snake_plane (width, height);
      GString *why = g_string_new (NULL);
      CfSnakeParams params = snake_defaults;
      CfSnakeStart starts[3] = { { .init = CF_SNAKE_SEARCH },
        { .init = CF_SNAKE_RECTANGLE, .width = width, .height = height },
        { .init = CF_SNAKE_RECTANGLE,
            .x = width / 2,
            .y = height / 2,
            .width = 1,
            .height = 1 } };
      CfSnakeResult result;
      guint8 *samples;
      gboolean ok = TRUE;
      SnakeCase sc;

      params.window = (i + k) % 2 ? 0 : 2.4;
      params.model = (i + k) % 3 == 0;
      if (!snake_case_open (&sc, t, &params, &geometry))
        return;
      samples = g_malloc (sc.size);
      for (gint fill = 0; fill < 5 && ok; fill++) {
        for (gsize n = 0; n < sc.size; n++) {
          const gint x = n % width, y = n / width;

          switch (fill) {
            case 0:
              samples[n] = 255;
              break;
            case 1:
              samples[n] = (x + y) % 2 * 255;
              break;
            case 2:
              samples[n] = random_next (&t->random) & 1 ? 255 : 0;
              break;
            case 3:
              samples[n] = x >= width / 3 && y >= height / 3 ? 255 : 0;
              break;
            default:
              samples[n] = 255 * x / width;
          }
        }
        ok = snake_case_run (&sc, samples, starts, 3, &result, why);
        if (fill == 0 && result.n_contours > 0) {
          ok = FALSE;
          g_string_append (why, "a target in one value");
        }
      }
      tester_check (t, ok, "%dx%d: %s", width, height, why->str);
      g_free (samples);
      g_string_free (why, TRUE);
      snake_case_close (&sc);
    }
  }
}

/* --- what is refused --- */

static void
refuse_params (Tester *t, const CfSnakeParams *params, const gchar *part)
{
  const CfPlane geometry = snake_plane (64, 64);
  GError *error = NULL;
  gboolean ok = cf_snake_params_validate (params, &error);
  CfSnake *snake;

  tester_check (t, error && strstr (error->message, part), "\"%s\" says \"%s\"",
      error ? error->message : "nothing", part);
  tester_error (t, ok, error, CF_ERROR_INVALID, part);
  error = NULL;
  snake = cf_snake_new (t->target.device, params, &geometry, &error);
  tester_error (t, snake != NULL, error, CF_ERROR_INVALID, part);
}

static void
refuse_starts (Tester *t, SnakeCase *sc, const CfSnakeStart *starts, guint n,
    const gchar *part)
{
  CfSnakeResult result = { NULL, 7 };
  GError *error = NULL;
  gboolean ok = cf_snake_run (
      sc->snake, t->target.stream, &sc->plane, starts, n, &result, &error);

  tester_check (t,
      error && strstr (error->message, part) && result.n_contours == 0,
      "\"%s\" says \"%s\"", error ? error->message : "nothing", part);
  tester_error (t, ok, error, CF_ERROR_INVALID, part);
}

static void
refuse_plane (Tester *t, const CfPlane *plane, gint code, const gchar *what)
{
  GError *error = NULL;
  CfSnake *snake =
      cf_snake_new (t->target.device, &snake_defaults, plane, &error);

  tester_error (t, snake != NULL, error, code, what);
}

static void
check_params (Tester *t)
{
  CfSnakeParams p;

#define REFUSE(change, part) \
  p = snake_defaults; \
  change; \
  refuse_params (t, &p, part)

  REFUSE (p.model = 2, "model");
  REFUSE (p.model = -1, "model");
  REFUSE (p.target = 3, "target");
  REFUSE (p.initial_step = -1, "initial-step");
  REFUSE (p.initial_step = 32769, "initial-step");
  REFUSE (p.min_segment = 0, "min-segment");
  REFUSE (p.min_segment = G_MAXINT, "min-segment");
  REFUSE (p.max_nodes = 3, "max-nodes");
  REFUSE (p.max_nodes = 8193, "max-nodes");
  REFUSE (p.max_iterations = 0, "max-iterations");
  REFUSE (p.max_iterations = 65537, "max-iterations");
  REFUSE (p.window = NAN, "window");
  REFUSE (p.window = -1, "window");
  REFUSE (p.window = 0.99, "window");
  REFUSE (p.window = 100.5, "window");
  REFUSE (p.window = INFINITY, "window");
#undef REFUSE
}

static void
check_starts (Tester *t, SnakeCase *sc)
{
  const CfSnakeStart good = {
    .init = CF_SNAKE_RECTANGLE, .x = 10, .y = 20, .width = 30, .height = 40
  };
  CfSnakePoint points[] = { { 0, 0 }, { 0, 48 }, { 64, 48 }, { 64, 0 } };
  CfSnakeStart s[CF_SNAKE_STARTS_MAX + 1] = { { 0 } };

#define REFUSE(change, part) \
  s[0] = good; \
  change; \
  refuse_starts (t, sc, s, 1, part)

  REFUSE (s[0].width = 0, "area");
  REFUSE (s[0].height = -3, "area");
  REFUSE (s[0].x = -1, "within the picture");
  REFUSE (s[0].y = -1, "within the picture");
  REFUSE (s[0].x = 35, "within the picture");
  REFUSE (s[0].y = 9, "within the picture");
  REFUSE (s[0].width = G_MAXINT, "within the picture");
  REFUSE (s[0].x = G_MAXINT, "within the picture");
  REFUSE (s[0].init = 3, "start");
  REFUSE (s[0].init = -1, "start");
  REFUSE (s[0].window_width = 50, "window");
  REFUSE (s[0].window_width = s[0].window_height = -1, "window");
  REFUSE (s[0].window_width = s[0].window_height = 32769, "window");
#undef REFUSE
  refuse_starts (t, sc, s, 0, "starts");
  refuse_starts (t, sc, s, CF_SNAKE_STARTS_MAX + 1, "starts");
  s[0] = s[1] = snake_search;
  refuse_starts (t, sc, s, 2, "searched");

#define REFUSE(change, n, part) \
  s[0] = (CfSnakeStart){ \
    .init = CF_SNAKE_POLYGON, .points = points, .n_points = n \
  }; \
  change; \
  refuse_starts (t, sc, s, 1, part)

  REFUSE ((void)0, 2, "nodes");
  REFUSE (s[0].n_points = 513, 4, "nodes");
  REFUSE (points[1].x = -1, 4, "within the picture");
  REFUSE (points[1].x = 65, 4, "within the picture");
  points[1].x = 0;
  REFUSE (points[2].y = 49, 4, "within the picture");
  points[2] = (CfSnakePoint){ 0, 0 };
  REFUSE ((void)0, 4, "touches itself");
  points[1] = (CfSnakePoint){ 64, 48 };
  points[2] = (CfSnakePoint){ 0, 48 };
  REFUSE ((void)0, 4, "touches itself");
#undef REFUSE
}

TEST (snake_invalid, TEST_ALWAYS)
{
  CfPlane plane = snake_plane (64, 48);
  const CfPlane good = plane;
  CfSnakeResult result;
  GError *error = NULL;
  gboolean ok;
  SnakeCase sc;

  check_params (t);
  plane.channels = plane.step = 3;
  refuse_plane (t, &plane, CF_ERROR_INVALID, "three channels");
  plane = snake_plane (0, 48);
  refuse_plane (t, &plane, CF_ERROR_INVALID, "no width");
  plane = snake_plane (32769, 1);
  refuse_plane (t, &plane, CF_ERROR_UNSUPPORTED, "too wide");
  plane = snake_plane (1, 32769);
  refuse_plane (t, &plane, CF_ERROR_UNSUPPORTED, "too high");

  if (!snake_case_open (&sc, t, &snake_defaults, &good))
    return;
  ok = cf_stream_upload (t->target.stream, sc.plane.data, 64,
      (guint8[64 * 48]){ 0 }, 64, 64, 48, &error);
  tester_no_error (t, ok, error, "an upload");
  check_starts (t, &sc);

#define REFUSE(change) \
  error = NULL; \
  plane = sc.plane; \
  change; \
  ok = cf_snake_run ( \
      sc.snake, t->target.stream, &plane, &snake_search, 1, &result, &error); \
  tester_error (t, ok, error, CF_ERROR_INVALID, #change)

  REFUSE (plane.data = NULL);
  REFUSE (plane.width--);
  REFUSE (plane.height--);
  REFUSE (plane.stride = 63);
  REFUSE (plane.stride = -64);
  REFUSE (plane.bits = 7);
  REFUSE (plane.step = 2);
#undef REFUSE
  error = NULL;
  ok = cf_snake_run (
      sc.snake, t->target.stream, &sc.plane, &snake_search, 1, &result, &error);
  tester_no_error (t, ok && result.n_contours == 0, error, "it still runs");
  snake_case_close (&sc);
}
