/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noisy pictures of a shape, and what part of them is the shape. */
#include "snakescene.h"

#include <math.h>
#include <string.h>

const gchar *
shape_name (Shape shape)
{
  static const gchar *names[N_SHAPES] = { "disc", "star", "ellipse", "discs",
    "small" };

  return names[shape];
}

const gchar *
noise_name (Noise noise)
{
  static const gchar *names[N_NOISES] = { "cnr-1", "cnr-0.5", "cnr-2",
    "rayleigh", "four-looks" };

  return names[noise];
}

/* 0 < u < 1 */
static gdouble
uniform (Random *random)
{
  return ((random_next (random) >> 12) + 0.5) / 4503599627370496.0;
}

Scene
scene_draw (gint width, gint height, Shape shape, Noise noise, Random *random)
{
  Scene s = {
    .width = width, .height = height, .shape = shape, .noise = noise
  };
  const gboolean small = shape == SHAPE_SMALL;

  s.scale =
      small ? 0.95 + 0.1 * uniform (random) : 0.7 + 0.5 * uniform (random);
  s.angle = 2 * G_PI * uniform (random);
  s.x = width * (small ? 0.7 : 0.53) + height * 0.15 * (uniform (random) - 0.5);
  s.y =
      height * (small ? 0.3 : 0.47) + height * 0.15 * (uniform (random) - 0.5);
  s.dark = random_range (random, 0, 1);
  return s;
}

static gboolean
in_star (gdouble x, gdouble y, gdouble outer, gdouble inner)
{
  /* fold into half a point: the side from its tip to the next notch */
  const gdouble tenth = G_PI / 5;
  gdouble angle = fabs (remainder (atan2 (y, x), 2 * tenth));
  gdouble r = hypot (x, y);
  gdouble nx = inner * cos (tenth), ny = inner * sin (tenth);
  gdouble px = r * cos (angle), py = r * sin (angle);

  /* on the middle's side of the line from (outer, 0) to the notch */
  return (nx - outer) * py - ny * (px - outer) >= 0;
}

static gboolean
is_inside (const Scene *s, gdouble x, gdouble y)
{
  const gdouble side = MIN (s->width, s->height);
  const gdouble c = cos (s->angle), d = sin (s->angle);
  const gdouble dx = (x - s->x) / s->scale, dy = (y - s->y) / s->scale;
  const gdouble u = c * dx + d * dy, v = c * dy - d * dx;
  const gdouble r = hypot (u, v);

  if (r > 0.4 * side)
    return FALSE;
  switch (s->shape) {
    case SHAPE_DISC:
      return r < 0.25 * side;
    case SHAPE_STAR:
      return in_star (u, v, 0.34 * side, 0.15 * side);
    case SHAPE_ELLIPSE:
      return hypot (u / 0.36, v / 0.06) < side;
    case SHAPE_DISCS:
      return hypot (fabs (u) - 0.155 * side, v) < 0.16 * side;
    default:
      return r < s->width * 0.0246;
  }
}

static guint8
draw_sample (const Scene *s, gboolean bright, Random *random)
{
  static const gdouble contrast[] = { 40, 20, 60 },
                       deviation[] = { 40, 40, 30 };
  gdouble v = 0;

  switch (s->noise) {
    case NOISE_RAYLEIGH:
      v = (bright ? 80 : 40) * sqrt (-log (uniform (random)));
      break;
    case NOISE_FOUR_LOOKS:
      for (gint i = 0; i < 4; i++)
        v -= log (uniform (random)) / 4;
      v *= bright ? 80 : 40;
      break;
    default:
      v = sqrt (-2 * log (uniform (random)))
          * cos (2 * G_PI * uniform (random));
      v = 100 + (bright ? contrast[s->noise] : 0) + deviation[s->noise] * v;
  }
  return (guint8)CLAMP (v + 0.5, 0, 255);
}

void
scene_render (const Scene *s, Random *random, guint8 *samples, guint8 *truth)
{
  for (gint y = 0; y < s->height; y++) {
    for (gint x = 0; x < s->width; x++) {
      const gboolean inside = is_inside (s, x + 0.5, y + 0.5);

      *truth++ = inside;
      *samples++ = draw_sample (s, inside != s->dark, random);
    }
  }
}

void
scene_render_empty (const Scene *s, Random *random, guint8 *samples)
{
  for (gsize i = 0; i < (gsize)s->width * s->height; i++)
    samples[i] = draw_sample (s, s->dark, random);
}

void
polygon_fill (
    const CfSnakePoint *p, guint n, gint width, gint height, guint8 *inside)
{
  g_autofree gint *steps = g_new (gint, width + 1);
  gint x, y;

  for (y = 0; y < height; y++) {
    const gdouble middle = y + 0.5;
    gint winding = 0;

    memset (steps, 0, sizeof (gint) * (width + 1));
    for (guint i = 0; i < n; i++) {
      const CfSnakePoint a = p[i], b = p[(i + 1) % n];
      gdouble at;

      if ((a.y < middle) == (b.y < middle))
        continue;
      at = a.x + (gdouble)(b.x - a.x) * (middle - a.y) / (b.y - a.y);
      x = (gint)CLAMP (ceil (at - 0.5), 0, width); /* first middle from there */
      steps[x] += a.y < b.y ? 1 : -1;
    }
    for (x = 0; x < width; x++) {
      winding += steps[x];
      *inside++ = winding != 0;
    }
  }
}

gdouble
overlap (const guint8 *a, const guint8 *b, gsize n)
{
  gsize both = 0, any = 0, i;

  for (i = 0; i < n; i++) {
    both += a[i] && b[i];
    any += a[i] || b[i];
  }
  return any == 0 ? 1 : (gdouble)both / any;
}

/* Whether segment ab has a point in common with cd: the common point of their
 * lines as fractions of both, by Cramer's rule. */
static gboolean
have_common_point (
    CfSnakePoint a, CfSnakePoint b, CfSnakePoint c, CfSnakePoint d)
{
  const gint64 ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y;
  const gint64 wx = c.x - a.x, wy = c.y - a.y;
  gint64 det = ux * vy - uy * vx, t = wx * vy - wy * vx, s = wx * uy - wy * ux;

  if (det == 0) {
    gint64 from, to, length = ux * ux + uy * uy;

    if (s != 0 || t != 0)
      return FALSE; /* parallel, or c not on ab's line */
    if (length == 0)
      return have_common_point (c, d, a, b);
    from = wx * ux + wy * uy;
    to = from + vx * ux + vy * uy;
    return MAX (from, to) >= 0 && MIN (from, to) <= length;
  }
  if (det < 0) {
    det = -det;
    t = -t;
    s = -s;
  }
  return t >= 0 && t <= det && s >= 0 && s <= det;
}

gboolean
polygon_is_simple (const CfSnakePoint *p, guint n)
{
  for (guint i = 0; i < n; i++) {
    const CfSnakePoint a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];

    if (a.x == b.x && a.y == b.y)
      return FALSE;
    /* neighbours: on a line in opposite directions */
    if ((gint64)(b.x - a.x) * (c.y - b.y) == (gint64)(b.y - a.y) * (c.x - b.x)
        && (gint64)(b.x - a.x) * (c.x - b.x) + (gint64)(b.y - a.y) * (c.y - b.y)
               <= 0)
      return FALSE;
    for (guint k = i + 2; k < n; k++)
      if ((k + 1) % n != i && have_common_point (a, b, p[k], p[(k + 1) % n]))
        return FALSE;
  }
  return n >= 3;
}
