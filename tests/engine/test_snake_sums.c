/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums over polygons by their contours against sums over their pixels, and what
 * they are made of. */
#include "snakecase.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define MAX_SIDE 40
#define MAX_NODES 24

/* A picture with its prefix sums, made here. */
typedef struct {
  gint width, height, bits;
  guint16 samples[MAX_SIDE][MAX_SIDE];
  guint64 narrow[MAX_SIDE][MAX_SIDE + 1];
  CfSnakeWideEntry wide[MAX_SIDE][MAX_SIDE + 1];
} SmallPicture;

static void
draw_picture (SmallPicture *p, Random *random)
{
  const gboolean deep = random_range (random, 0, 1);

  p->bits = deep ? 16 : 8;
  p->width = random_range (random, 1, MAX_SIDE);
  p->height = random_range (random, 1, MAX_SIDE);
  for (gint y = 0; y < p->height; y++) {
    p->narrow[y][0] = 0;
    p->wide[y][0] = (CfSnakeWideEntry){ 0, 0 };
    for (gint x = 0; x < p->width; x++) {
      const guint v = random_range (random, 0, deep ? 65535 : 255);

      p->samples[y][x] = v;
      p->narrow[y][x + 1] = cf_snake_narrow_add (p->narrow[y][x], v);
      p->wide[y][x + 1].s = p->wide[y][x].s + v;
      p->wide[y][x + 1].q = p->wide[y][x].q + (guint64)v * v;
    }
  }
}

/* Any nodes; such that repeat, lie on a line, or on the border; stars. */
static guint
draw_polygon (const SmallPicture *p, CfSnakePoint *points, Random *random)
{
  const gint kind = random_range (random, 0, 4);
  const guint n = random_range (random, 1, kind == 0 ? 4 : MAX_NODES);

  for (guint i = 0; i < n; i++) {
    gint x = random_range (random, 0, p->width);
    gint y = random_range (random, 0, p->height);

    switch (kind) {
      case 1: /* few places */
        x = MIN (x, 2);
        y = MIN (y, 2);
        break;
      case 2: /* on a line */
        x = MIN (y, p->width);
        break;
      case 3: /* corners and sides */
        x = random_range (random, 0, 1) ? 0 : p->width;
        y = i % 3 == 0 ? y : random_range (random, 0, 1) ? 0 : p->height;
        break;
      case 4: /* around the middle */
        x = p->width / 2.0 * (1 + sin (2 * G_PI * i / n) * x / p->width);
        y = p->height / 2.0 * (1 + cos (2 * G_PI * i / n) * y / p->height);
        break;
    }
    points[i] = (CfSnakePoint){ x, y };
  }
  return n;
}

/* How often the polygon runs around a pixel's middle, counter-clockwise on a
 * screen: crossings with the ray to the right, in integers of half pixels. An
 * edge through the middle is to the left of it. */
static gint
winding (const CfSnakePoint *points, guint n, gint x, gint y)
{
  const gint64 px = 2 * x + 1, py = 2 * y + 1;
  gint turns = 0;

  for (guint i = 0; i < n; i++) {
    const CfSnakePoint a = points[i], b = points[(i + 1) % n];
    const gint64 ax = 2 * a.x, ay = 2 * a.y, bx = 2 * b.x, by = 2 * b.y;
    gint64 side;

    if ((ay < py) == (by < py))
      continue;
    side = (bx - ax) * (py - ay) - (px - ax) * (by - ay);
    /* > 0 where the edge is right of the middle, for an edge downwards */
    if (ay < by ? side > 0 : side < 0)
      turns += ay < by ? -1 : 1;
  }
  return turns;
}

static CfSnakeSums
sums_of_pixels (const SmallPicture *p, const CfSnakePoint *points, guint n)
{
  CfSnakeSums sums = { 0, 0, 0 };

  for (gint y = 0; y < p->height; y++) {
    for (gint x = 0; x < p->width; x++) {
      const gint w = winding (points, n, x, y);
      const gint64 v = p->samples[y][x];

      sums.n += w;
      sums.s += w * v;
      sums.q += w * v * v;
    }
  }
  return sums;
}

static gboolean
sums_equal (CfSnakeSums a, CfSnakeSums b)
{
  return a.n == b.n && a.s == b.s && a.q == b.q;
}

/* By segments, each in `lanes` parts, backwards or not. */
static CfSnakeSums
sums_of_contour (const CfSnakeRows *rows, const CfSnakePoint *points, guint n,
    gboolean backwards, gint lanes)
{
  CfSnakeSums sums = { 0, 0, 0 };

  for (guint i = 0; i < n; i++) {
    const CfSnakePoint a = points[i], b = points[(i + 1) % n];
    const CfSnakeWalk walk =
        backwards ? cf_snake_walk (b, a) : cf_snake_walk (a, b);

    for (gint lane = 0; lane < lanes; lane++)
      sums = cf_snake_sums_add (
          sums, cf_snake_walk_sums (rows, walk, lane, lanes));
  }
  return sums;
}

static gboolean
polygon_sums_agree (
    const SmallPicture *p, const CfSnakePoint *points, guint n, gint lanes)
{
  const CfSnakeSums expected = sums_of_pixels (p, points, n);
  const CfSnakeRows wide = { NULL, p->wide[0], MAX_SIDE + 1, 0 };
  const CfSnakeRows narrow = { p->narrow[0], NULL, MAX_SIDE + 1, 0 };
  CfSnakeSums minus = cf_snake_sums_subtract (
      (CfSnakeSums){ 0, 0, 0 }, sums_of_contour (&wide, points, n, TRUE, 1));

  return sums_equal (sums_of_contour (&wide, points, n, FALSE, 1), expected)
         && sums_equal (
             sums_of_contour (&wide, points, n, FALSE, lanes), expected)
         && sums_equal (minus, expected)
         && (p->bits == 16
             || sums_equal (
                 sums_of_contour (&narrow, points, n, FALSE, lanes), expected));
}

#define N_POLYGONS 120000

/* Random polygons, those that cross themselves and degenerate ones included:
 * pixels count as often as the polygon winds around them. */
TEST (snake_polygons, TEST_CPU)
{
  SmallPicture *p = g_new (SmallPicture, 1);
  CfSnakePoint points[MAX_NODES];
  gint i, wrong = 0, first = -1;

  for (i = 0; i < N_POLYGONS; i++) {
    guint n;

    if (i % 20 == 0)
      draw_picture (p, &t->random);
    n = draw_polygon (p, points, &t->random);
    if (!polygon_sums_agree (p, points, n, random_range (&t->random, 2, 33))) {
      wrong++;
      first = first < 0 ? i : first;
    }
  }
  tester_check (t, wrong == 0,
      "sums of %d of %d polygons differ from those of their pixels, first of "
      "number %d",
      wrong, N_POLYGONS, first);
  g_free (p);
}

/* Columns of segments as long as can be, by exact division. */
TEST (snake_segments, TEST_CPU)
{
  gint i, k, wrong = 0;
  const gint n = 4000;

  for (i = 0; i < n; i++) {
    const gint most = i % 4 == 0 ? 40 : CF_SNAKE_SIDE_MAX;
    CfSnakePoint a = { random_range (&t->random, 0, most),
      random_range (&t->random, 0, most) };
    CfSnakePoint b = { random_range (&t->random, 0, most),
      random_range (&t->random, 0, most) };
    CfSnakeWalk walk, back;
    gint64 dx, dy;

    if (i % 4 == 1) { /* the longest */
      a.y = 0;
      b.y = CF_SNAKE_SIDE_MAX - random_range (&t->random, 0, 9);
    }
    walk = cf_snake_walk (a, b);
    back = cf_snake_walk (b, a);
    if (a.y > b.y) {
      const CfSnakePoint c = a;

      a = b;
      b = c;
    }
    dx = b.x - a.x;
    dy = b.y - a.y;
    wrong += walk.rows != dy || (dy > 0 && walk.sign != -back.sign)
             || (dy > 0 && walk.top != a.y);
    for (k = 0; k < dy;
         k += 1 + (most > 40 ? random_range (&t->random, 0, 99) : 0)) {
      const gint64 numerator = (2 * (gint64)k + 1) * dx + dy - 1;
      const gint64 floored = numerator >= 0
                                 ? numerator / (2 * dy)
                                 : -((-numerator + 2 * dy - 1) / (2 * dy));

      wrong += cf_snake_walk_column (walk, k) != a.x + floored
               || cf_snake_walk_column (back, k) != a.x + floored;
    }
  }
  tester_check (t, wrong == 0, "%d columns of %d segments are wrong", wrong, n);
}

/* A bright picture, dark at its right side, and a rectangle as a start that is
 * not moved: exact sums beyond 32 bits. */
static void
check_maximum (Tester *t, const CfPlane *geometry)
{
  const guint64 most = ((guint64)1 << geometry->bits) - 1;
  const gint left = geometry->width / 10, height = geometry->height;
  const gsize row = (gsize)geometry->width * geometry->bytes;
  const gint64 area = (gint64)(geometry->width - left) * height;
  CfSnakeParams params = snake_defaults;
  GString *why = g_string_new (NULL);
  CfSnakeResult result;
  SnakeCase sc;
  guint8 *samples;
  gboolean ok;
  gchar *what = g_strdup_printf (
      "%dx%d of %d bits at most", geometry->width, height, geometry->bits);

  if (tester_begin (t, what) && snake_case_open (&sc, t, &params, geometry)) {
    const CfSnakeStart start = { .init = CF_SNAKE_RECTANGLE,
      .x = left,
      .width = geometry->width - left,
      .height = height };

    params.window = 0;
    samples = g_malloc (sc.size);
    for (gint y = 0; y < height; y++) {
      for (gint x = 0; x < geometry->width; x++) {
        const guint v = x < left ? 0 : most;

        if (geometry->bytes == 1)
          samples[y * row + x] = v;
        else
          ((guint16 *)(samples + y * row))[x] = v;
      }
    }
    ok = snake_case_run (&sc, samples, &start, 1, &result, why);
    if (ok && result.n_contours != 1) {
      ok = FALSE;
      g_string_append (why, "no target");
    } else if (ok) {
      const CfSnakeContour *c = &result.contours[0];

      ok = c->area == area && c->mean_in == most && c->variance_in == 0
           && c->mean_out == 0 && c->variance_out == 0;
      g_string_append_printf (why,
          "area %" G_GINT64_FORMAT ", mean %.17g and %.17g, variance %g and "
          "%g",
          c->area, c->mean_in, c->mean_out, c->variance_in, c->variance_out);
    }
    tester_end (t, ok, why->str);
    g_free (samples);
    snake_case_close (&sc);
  }
  g_free (what);
  g_string_free (why, TRUE);
}

TEST (snake_maximum, TEST_ALWAYS)
{
  CfPlane p = snake_plane (4000, 90);

  check_maximum (t, &p); /* sums of squares of 2^32 and more in the picture */
  p = snake_plane (32768, 12); /* a row's of 2^30.99 */
  check_maximum (t, &p);
  p.bits = 10; /* a row's of 2^35 */
  p.bytes = 2;
  check_maximum (t, &p);
  p.bits = 16; /* a row's of 2^47, and of 2^31 of values */
  check_maximum (t, &p);
  p.height = 800; /* 2^40 of values */
  check_maximum (t, &p);
}

TEST (huge_snake, TEST_LARGE)
{
  CfPlane p = snake_plane (12000, 12500);

  p.bits = 16;
  p.bytes = 2;
  check_maximum (t, &p);
}
