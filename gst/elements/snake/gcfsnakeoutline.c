/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pixels of a polygon's outline: those whose middle is within half the
 * line's width of it. Each segment's are convex, so a row has one span. */
#include "gst/elements/snake/gcfsnakeoutline.h"

#include <math.h>

typedef struct {
  gdouble x, y;
} Point;

/* The part of the row in the shape. */
typedef struct {
  gdouble y, low, high;
} Row;

static void
widen (Row *row, gdouble low, gdouble high)
{
  row->low = MIN (row->low, low);
  row->high = MAX (row->high, high);
}

static void
add_disc (Row *row, Point middle, gdouble radius)
{
  const gdouble dy = row->y - middle.y;
  const gdouble square = radius * radius - dy * dy;

  if (square >= 0)
    widen (row, middle.x - sqrt (square), middle.x + sqrt (square));
}

static void
add_edge (Row *row, Point a, Point b)
{
  gdouble x;

  if ((a.y > row->y) == (b.y > row->y))
    return;
  x = a.x + (row->y - a.y) * (b.x - a.x) / (b.y - a.y);
  widen (row, x, x);
}

static void
add_bar (Row *row, Point a, Point b, gdouble radius)
{
  const gdouble length = hypot (b.x - a.x, b.y - a.y);
  const gdouble nx = (b.y - a.y) / length * radius;
  const gdouble ny = (a.x - b.x) / length * radius;
  const Point corners[4] = { { a.x + nx, a.y + ny }, { b.x + nx, b.y + ny },
    { b.x - nx, b.y - ny }, { a.x - nx, a.y - ny } };
  guint i;

  if (length > 0)
    for (i = 0; i < 4; i++)
      add_edge (row, corners[i], corners[(i + 1) % 4]);
}

static void
add_segment (
    GArray *spans, Point a, Point b, gdouble radius, gint width, gint height)
{
  const gint first = MAX (floor (MIN (a.y, b.y) - radius), 0);
  const gint last = MIN (ceil (MAX (a.y, b.y) + radius), height - 1);
  gint y;

  for (y = first; y <= last; y++) {
    Row row = { y + 0.5, G_MAXDOUBLE, -G_MAXDOUBLE };
    gint x, end;

    add_disc (&row, a, radius);
    add_disc (&row, b, radius);
    add_bar (&row, a, b, radius);
    if (row.low > row.high)
      continue;
    x = MAX (ceil (row.low - 0.5), 0);
    end = MIN (floor (row.high - 0.5) + 1, width);
    if (x < end) {
      const CfSpan span = { x, y, end - x };

      g_array_append_val (spans, span);
    }
  }
}

/* Lines of odd widths run through the middles of pixels, those at the right and
 * lower border through the last ones. */
static Point
place (CfSnakePoint p, gint line_width, gint width, gint height)
{
  const gdouble shift = line_width % 2 / 2.0;

  return (Point){ MIN (p.x + shift, width - shift),
    MIN (p.y + shift, height - shift) };
}

void
gcf_snake_outline_add (GArray *spans, const CfSnakePoint *points,
    guint n_points, gint line_width, gint width, gint height)
{
  guint i;

  for (i = 0; i < n_points; i++)
    add_segment (spans, place (points[i], line_width, width, height),
        place (points[(i + 1) % n_points], line_width, width, height),
        line_width / 2.0, width, height);
}

static gint
compare (gconstpointer first, gconstpointer second)
{
  const CfSpan *a = first, *b = second;

  return a->y != b->y ? a->y - b->y : a->x - b->x;
}

void
gcf_snake_outline_merge (GArray *spans)
{
  guint n = 0, i;

  g_array_sort (spans, compare);
  for (i = 0; i < spans->len; i++) {
    const CfSpan s = g_array_index (spans, CfSpan, i);
    CfSpan *last = n > 0 ? &g_array_index (spans, CfSpan, n - 1) : NULL;

    if (last && last->y == s.y && s.x <= last->x + last->length)
      last->length = MAX (last->length, s.x + s.length - last->x);
    else
      g_array_index (spans, CfSpan, n++) = s;
  }
  g_array_set_size (spans, n);
}
