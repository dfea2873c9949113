/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a rectangle to start a contour from: see cfsnakesearch.h. */
#include "cpu/snake/snake_search.h"
#include "engine/snake/cfsnakesearch.h"
#include "cpu/core/cpubackend.h"

#define SLICES 32 /* of a search for a pair */
/* Edges whose pairs are not worth waking a thread, which may take 50 us. */
#define SMALL_PAIRS 128
/* Nor are so few cells. */
#define SMALL_CELLS 16384

typedef struct {
  gdouble j;
  gint first, second; /* edges */
} Pair;

/* A search that begins with one of the axes; both share the rest. */
typedef struct {
  CfCpuSnakeSearch *search;
  CfSnakeSums *profile; /* of the cells before edge i, of an axis */
  gint n_edges;
  guint n_slices;
  Pair best[SLICES];
  Pair pairs[2]; /* of columns, of rows */
  gdouble j;
} Order;

struct _CfCpuSnakeSearch {
  gint width, height, bits;
  gint nx, ny; /* cells */
  /* sums of cells above and left of corner (i, k): [k * (nx + 1) + i] */
  CfSnakeSums *corners;
  CfSnakeScene scene;
  const CfSnakeRows *rows;
  CfCpuPool *pool;
  Order orders[2]; /* columns first, rows first */
};

CfCpuSnakeSearch *
cf_cpu_snake_search_new (const CfPlane *p, GError **error)
{
  CfCpuSnakeSearch *s = g_new0 (CfCpuSnakeSearch, 1);
  gint i;

  s->width = p->width;
  s->height = p->height;
  s->bits = p->bits;
  s->nx = cf_snake_cells (p->width);
  s->ny = cf_snake_cells (p->height);
  s->corners = (CfSnakeSums *)cf_cpu_alloc (
      sizeof (CfSnakeSums) * (s->nx + 1) * (s->ny + 1), error);
  if (!s->corners) {
    g_free (s);
    return NULL;
  }
  for (i = 0; i < 2; i++) {
    s->orders[i].search = s;
    s->orders[i].profile = g_new (CfSnakeSums, MAX (s->nx, s->ny) + 1);
  }
  return s;
}

void
cf_cpu_snake_search_free (CfCpuSnakeSearch *s)
{
  gint i;

  if (!s)
    return;
  cf_cpu_free ((guint8 *)s->corners);
  for (i = 0; i < 2; i++)
    g_free (s->orders[i].profile);
  g_free (s);
}

/* A row of cells, each the sum of those up to it. */
static void
sum_cells (gpointer data, guint slice, guint thread)
{
  CfCpuSnakeSearch *s = data;
  const gint top = cf_snake_edge (slice, s->height);
  const gint bottom = cf_snake_edge (slice + 1, s->height);
  CfSnakeSums *to = s->corners + (gsize)(slice + 1) * (s->nx + 1);
  CfSnakeSums sum = { 0, 0, 0 };
  gint i, y;

  for (i = 1; i <= s->nx; i++)
    to[i].s = 0;
  for (y = top; y < bottom; y++) {
    gint64 before = cf_snake_rows_at (s->rows, 0, y).s;

    for (i = 1; i <= s->nx; i++) {
      const gint64 up_to =
          cf_snake_rows_at (s->rows, cf_snake_edge (i, s->width), y).s;

      to[i].s += up_to - before;
      before = up_to;
    }
  }
  to[0] = sum;
  for (i = 1; i <= s->nx; i++) {
    const gint64 pixels =
        (gint64)(bottom - top)
        * (cf_snake_edge (i, s->width) - cf_snake_edge (i - 1, s->width));

    sum = cf_snake_sums_add (sum, cf_snake_cell (to[i].s, pixels, s->bits));
    to[i] = sum;
  }
}

/* Pairs of every n_slices-th first edge. */
static void
search_pairs (gpointer data, guint slice, guint thread)
{
  Order *o = data;
  Pair best = { CF_SNAKE_IMPOSSIBLE, 0, 0 };
  gint i, k;

  for (i = slice; i < o->n_edges; i += o->n_slices) {
    const CfSnakeSums before = o->profile[i];

    for (k = i + 1; k <= o->n_edges; k++) {
      const gdouble j = cf_snake_criterion (
          &o->search->scene, cf_snake_sums_subtract (o->profile[k], before));

      if (j < best.j)
        best = (Pair){ j, i, k };
    }
  }
  o->best[slice] = best;
}

/* The best pair of edges along an axis (0: columns), between two edges of the
 * other. */
static Pair
best_pair (Order *o, gint axis)
{
  const CfCpuSnakeSearch *s = o->search;
  const Pair *other = &o->pairs[!axis];
  const gsize along = axis == 0 ? 1 : s->nx + 1;
  const gsize across = axis == 0 ? s->nx + 1 : 1;
  Pair best;
  guint slice;
  gint i;

  o->n_edges = axis == 0 ? s->nx : s->ny;
  for (i = 0; i <= o->n_edges; i++)
    o->profile[i] =
        cf_snake_sums_subtract (s->corners[i * along + other->second * across],
            s->corners[i * along + other->first * across]);

  o->n_slices = o->n_edges < SMALL_PAIRS ? 1 : SLICES;
  cf_cpu_pool_run (s->pool, search_pairs, o, o->n_slices);
  best = o->best[0];
  for (slice = 1; slice < o->n_slices; slice++) {
    const Pair *p = &o->best[slice];

    if (p->j < best.j || (p->j == best.j && p->first < best.first))
      best = *p;
  }
  return best;
}

static void
search_order (gpointer data, guint first_axis, guint thread)
{
  CfCpuSnakeSearch *s = data;
  Order *o = &s->orders[first_axis];
  gint axis = first_axis, turn;

  o->pairs[0] = (Pair){ 0, 0, s->nx };
  o->pairs[1] = (Pair){ 0, 0, s->ny };
  for (turn = 0; turn < 2 * CF_SNAKE_SEARCH_ROUNDS; turn++) {
    Pair before;

    axis = (turn ^ first_axis) & 1;
    before = o->pairs[axis];
    o->pairs[axis] = best_pair (o, axis);
    /* then the other axis would not change either */
    if (turn >= 2 && o->pairs[axis].first == before.first
        && o->pairs[axis].second == before.second)
      break;
  }
  o->j = o->pairs[axis].j;
}

/* Rows of cells, a share each. */
static void
sum_rows (CfCpuSnakeSearch *s)
{
  gint k;

  if ((gint64)s->nx * s->ny >= SMALL_CELLS) {
    cf_cpu_pool_run (s->pool, sum_cells, s, s->ny);
    return;
  }
  for (k = 0; k < s->ny; k++)
    sum_cells (s, k, 0);
}

gboolean
cf_cpu_snake_search_run (CfCpuSnakeSearch *s, CfCpuPool *pool,
    const CfSnakeRows *rows, CfSnakeModel model, CfSnakeTarget target,
    CfCpuBox *box)
{
  const Order *best;
  gint i, k;

  s->rows = rows;
  s->pool = pool;
  for (i = 0; i <= s->nx; i++)
    s->corners[i] = (CfSnakeSums){ 0, 0, 0 };
  sum_rows (s);
  for (k = 2; k <= s->ny; k++)
    for (i = 1; i <= s->nx; i++) {
      CfSnakeSums *c = &s->corners[(gsize)k * (s->nx + 1) + i];

      *c = cf_snake_sums_add (*c, c[-(s->nx + 1)]);
    }
  s->scene = cf_snake_scene (
      s->corners[(gsize)(s->nx + 1) * (s->ny + 1) - 1], model, target);

  cf_cpu_pool_run (pool, search_order, s, 2);
  best = &s->orders[s->orders[1].j < s->orders[0].j];
  box->left = cf_snake_edge (best->pairs[0].first, s->width);
  box->right = cf_snake_edge (best->pairs[0].second, s->width);
  box->top = cf_snake_edge (best->pairs[1].first, s->height);
  box->bottom = cf_snake_edge (best->pairs[1].second, s->height);
  return best->j < CF_SNAKE_IMPOSSIBLE;
}
