/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether polygons touch themselves, and the choices of moves. */
#include "snakecase.h"
#include "engine/snake/cfsnakemove.h"
#include "engine/snake/cfsnakesearch.h"
#include "tests.h"

#include <math.h>

/* Few places, so that many polygons touch themselves in many ways. */
static guint
draw_polygon (CfSnakePoint *points, Random *random)
{
  const gint most = random_range (random, 2, 12);
  const guint n = random_range (random, 3, 9);

  for (guint i = 0; i < n; i++)
    points[i] = (CfSnakePoint){ random_range (random, 0, most),
      random_range (random, 0, most) };
  return n;
}

static gboolean
is_simple (const CfSnakePoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    if (cf_snake_segment_touches (points, n, i, 0, 1))
      return FALSE;
  return TRUE;
}

/* What lanes of work say together. */
static gboolean
any_lane_touches (const CfSnakePoint *p, guint n, guint i, CfSnakePoint q,
    gboolean bridge, gint lanes)
{
  gboolean any = FALSE;

  for (gint lane = 0; lane < lanes; lane++)
    any |= bridge ? cf_snake_bridge_touches (p, n, i, lane, lanes)
                  : cf_snake_place_touches (p, n, i, q, lane, lanes);
  return any;
}

/* A corner of less than 7.125 degrees at one of `count` nodes from `first` on.
 */
static gboolean
has_needle (const CfSnakePoint *p, guint n, guint first, guint count)
{
  for (guint k = first; k < first + count; k++) {
    const CfSnakePoint a = p[(k + n - 1) % n], b = p[k % n], c = p[(k + 1) % n];
    const gdouble angle =
        atan2 (a.y - b.y, a.x - b.x) - atan2 (c.y - b.y, c.x - b.x);

    if (fabs (remainder (angle, 2 * G_PI)) < atan (1.0 / 8) - 1e-9)
      return TRUE;
  }
  return FALSE;
}

TEST (snake_touch, TEST_CPU)
{
  gint i, wrong = 0, wrong_places = 0, wrong_bridges = 0, n_simple = 0;
  gint n_touching = 0, n_needles = 0;

  for (i = 0; i < 400000; i++) {
    CfSnakePoint p[10], q[10];
    const guint n = draw_polygon (p, &t->random);
    const gboolean simple = polygon_is_simple (p, n);
    gboolean good;
    guint node, k;

    wrong += is_simple (p, n) != simple;
    if (!simple)
      continue;
    n_simple++;
    node = random_range (&t->random, 0, n - 1);
    for (k = 0; k < n; k++)
      q[k] = p[k];
    q[node].x = random_range (&t->random, 0, 12);
    q[node].y = random_range (&t->random, 0, 12);
    n_touching += !polygon_is_simple (q, n);
    good = polygon_is_simple (q, n);
    n_needles += good && has_needle (q, n, node + n - 1, 3);
    good = good && !has_needle (q, n, node + n - 1, 3);
    wrong_places +=
        any_lane_touches (p, n, node, q[node], FALSE, 1 + i % 4) == good;
    if (n == 3)
      continue;
    for (k = node; k + 1 < n; k++)
      q[k] = p[k + 1];
    for (k = 0; k < node; k++)
      q[k] = p[k];
    good = polygon_is_simple (q, n - 1)
           && !has_needle (q, n - 1, (node + n - 2) % (n - 1), 2);
    wrong_bridges +=
        any_lane_touches (p, n, node, q[0], TRUE, 1 + i % 4) == good;
  }
  tester_check (t, wrong == 0, "%d polygons judged wrongly", wrong);
  tester_check (t, wrong_places == 0, "%d moves judged wrongly", wrong_places);
  tester_check (
      t, wrong_bridges == 0, "%d removals judged wrongly", wrong_bridges);
  tester_check (t,
      n_simple > 20000 && n_touching > 5000 && n_touching < n_simple - 5000,
      "%d simple polygons, %d of which touch themselves after a move: enough",
      n_simple, n_touching);
  tester_check (t, n_needles > 500, "%d moves make needles: enough", n_needles);
}

/* The same far from 0, where 32 bits do not do. */
static void
check_far (Tester *t)
{
  const gint m = CF_SNAKE_SIDE_MAX;
  const CfSnakePoint thin[] = { { 0, 0 }, { m - 1, m }, { m, m } };
  const CfSnakePoint near_line[] = { { 0, 0 }, { m - 1, m - 2 }, { m, m },
    { 0, 1 } };

  tester_check (t, is_simple (thin, 3), "a thin triangle is simple");
  tester_check (t, is_simple (near_line, 4) == polygon_is_simple (near_line, 4),
      "four nodes near a line");
}

static void
check_directions (Tester *t)
{
  static const gint dx[] = { 1, 1, 0, -1, -1, -1, 0, 1 };
  static const gint dy[] = { 0, -1, -1, -1, 0, 1, 1, 1 };
  const gdouble j[] = { 5, 3, 4, 3, 9, CF_SNAKE_IMPOSSIBLE, 3, 7 };

  for (gint k = 0; k < CF_SNAKE_DIRECTIONS; k++) {
    const CfSnakePoint q =
        cf_snake_neighbour ((CfSnakePoint){ 100, 200 }, k, 16);

    tester_check (t, q.x == 100 + 16 * dx[k] && q.y == 200 + 16 * dy[k],
        "direction %d leads to %d,%d", k, q.x, q.y);
  }
  tester_check (t, cf_snake_best_direction (j, 0, 8) == 1,
      "the lowest of equal directions wins");
  tester_check (
      t, cf_snake_best_direction (j, 1 << 1, 8) == 3, "then the next one");
  tester_check (
      t, cf_snake_best_direction (j, 0x4a, 8) == 2, "then the next best");
  tester_check (
      t, cf_snake_best_direction (j, 0, 3) < 0, "none is below the limit");
}

/* No two neighbours in a phase, and nobody is left out for ever. */
static void
check_phases (Tester *t)
{
  gint n, phase, i, wrong = 0;

  for (n = 3; n < 40; n++) {
    for (i = 0; i < n; i++) {
      gint turns = 0;

      for (phase = 8; phase < 12; phase++) {
        const gboolean in = cf_snake_in_phase (i, n, phase);

        turns += in;
        wrong += in && cf_snake_in_phase ((i + 1) % n, n, phase);
      }
      wrong += turns == 0;
    }
  }
  tester_check (t, wrong == 0, "%d nodes in wrong phases", wrong);
}

static void
check_search_numbers (Tester *t)
{
  tester_check (t,
      cf_snake_search_step (100, 30) == 8 && cf_snake_search_step (32, 64) == 16
          && cf_snake_search_step (1, 9) == 1
          && cf_snake_search_step (3, 9) == 1,
      "the first step is the largest power of two within half the shorter "
      "side, at least 1");
  tester_check (t,
      cf_snake_cells (1) == 1 && cf_snake_cells (8) == 1
          && cf_snake_cells (9) == 2 && cf_snake_edge (1, 9) == 8
          && cf_snake_edge (2, 9) == 9,
      "cells of a side");
  tester_check (t,
      cf_snake_cell (64 * 255, 64, 8).s == 64 * 255
          && cf_snake_cell (7 * 255, 7, 8).s == 64 * 255
          && cf_snake_cell (64 * 65535, 64, 16).s == 65535
          && cf_snake_cell (64 * 65535, 64, 16).q == 65535ll * 65535,
      "cells fit 16 bits");
}

TEST (snake_choices, TEST_CPU)
{
  check_far (t);
  check_directions (t);
  check_phases (t);
  check_search_numbers (t);
}

/* The logarithm against the C library's, and J against long doubles. */
TEST (snake_criterion, TEST_CPU)
{
  gdouble worst = 0, worst_j = 0;
  gint i, impossible = 0;

  for (i = 0; i < 1000000; i++) {
    const gdouble v =
        exp ((random_next (&t->random) >> 11) / 9007199254740992.0 * 80 - 3);
    const gdouble expected = log (v);

    worst = MAX (
        worst, fabs (cf_snake_ln (v) - expected) / MAX (fabs (expected), 0.1));
  }
  tester_check (t, worst < 1e-15, "the logarithm's worst error: %g", worst);
  tester_check (
      t, fabs (cf_snake_ln (1)) < 1e-16, "ln 1 = %g", cf_snake_ln (1));

  for (i = 0; i < 100000; i++) {
    const gint bits = random_range (&t->random, 1, 16);
    const gint most = (1 << bits) - 1;
    const gint64 n_in = random_range (&t->random, 1, 1 << 29);
    const gint64 n_out = random_range (&t->random, 1, 1 << 29);
    CfSnakeSums in = { n_in,
      n_in * (gint64)random_range (&t->random, 0, most) };
    CfSnakeSums out = { n_out,
      n_out * (gint64)random_range (&t->random, 0, most) };
    CfSnakeModel model = i % 2;
    CfSnakeScene scene;
    long double var_in, var_out, expected;
    gdouble j;

    /* as spread as two values at the ends of the range, or less */
    in.q = in.s * (in.s / in.n)
           + (most * in.s - in.s * (in.s / in.n)) / (1 + i % 1000);
    out.q = out.s * (out.s / out.n)
            + (most * out.s - out.s * (out.s / out.n)) / (1 + i % 999);
    scene = cf_snake_scene (
        cf_snake_sums_add (in, out), model, CF_SNAKE_TARGET_AUTO);
    j = cf_snake_criterion (&scene, in);
    var_in = (long double)in.q / in.n
             - (long double)in.s / in.n * ((long double)in.s / in.n);
    var_out = (long double)out.q / out.n
              - (long double)out.s / out.n * ((long double)out.s / out.n);
    if (model == CF_SNAKE_POOLED)
      expected =
          (n_in + n_out)
          * logl (MAX (
              (n_in * var_in + n_out * var_out) / (n_in + n_out), 1.0L / 12));
    else
      expected = n_in * logl (MAX (var_in, 1.0L / 12))
                 + n_out * logl (MAX (var_out, 1.0L / 12));
    worst_j = MAX (worst_j, fabsl (j - expected) / (n_in + (long double)n_out));
  }
  tester_check (t, worst_j < 1e-6, "J's worst error a pixel: %g", worst_j);

  for (i = 0; i < 4; i++) {
    const CfSnakeSums all = { 100, 5000, 400000 };
    const CfSnakeSums parts[] = { { 0, 0, 0 }, { 100, 5000, 400000 },
      { -5, 0, 0 }, { 50, 4000, 100 } };
    const CfSnakeScene scene =
        cf_snake_scene (all, CF_SNAKE_GAUSSIAN, CF_SNAKE_TARGET_AUTO);

    impossible += cf_snake_criterion (&scene, parts[i]) == CF_SNAKE_IMPOSSIBLE;
  }
  tester_check (t, impossible == 4,
      "empty regions, all of the picture, and what is no region's sums are "
      "impossible: %d of 4",
      impossible);
}
