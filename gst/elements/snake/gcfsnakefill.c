/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pixels in a polygon, by the columns in which the engine lets its segments
 * step from row to row: between the first and the second of a row it is
 * inside. */
#include "gst/elements/snake/gcfsnakefill.h"

typedef struct {
  gint x, y;
} Step;

static gint
compare (gconstpointer first, gconstpointer second)
{
  const Step *a = first, *b = second;

  return a->y != b->y ? a->y - b->y : a->x - b->x;
}

void
gcf_snake_fill_add (GArray *spans, const CfSnakePoint *points, guint n_points)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  const Step *step;
  guint i;

  for (i = 0; i < n_points; i++) {
    const CfSnakeWalk walk =
        cf_snake_walk (points[i], points[(i + 1) % n_points]);
    gint k;

    for (k = 0; k < walk.rows; k++) {
      const Step new = { cf_snake_walk_column (walk, k), walk.top + k };

      g_array_append_val (steps, new);
    }
  }
  g_array_sort (steps, compare);
  step = (const Step *)steps->data;
  /* a closed line crosses a row an even number of times */
  for (i = 0; i < steps->len; i += 2) {
    const CfSpan span = { step[i].x, step[i].y, step[i + 1].x - step[i].x };

    if (span.length > 0)
      g_array_append_val (spans, span);
  }
  g_array_unref (steps);
}
