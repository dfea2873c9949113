/* The search for a rectangle to start a contour from: see cfsnakesearch.h. */
#include "snake_search.h"
#include "cfsnakesearch.h"
#include "cpubackend.h"

#define SLICES 32     /* of a search for a pair */
#define SMALL_PAIRS 8 /* edges whose pairs are not worth a second thread */

typedef struct {
  gdouble j;
  gint first, second; /* edges */
} Pair;

struct _CfCpuSnakeSearch {
  gint width, height, bits;
  gint nx, ny; /* cells */
  /* sums of cells above and left of corner (i, k): [k * (nx + 1) + i] */
  CfSnakeSums *corners;
  CfSnakeSums *profile; /* of the cells before edge i, of an axis */
  CfSnakeScene scene;
  const CfSnakeRows *rows;
  gint n_edges;
  guint n_slices;
  Pair best[SLICES];
};

CfCpuSnakeSearch *
cf_cpu_snake_search_new (const CfPlane *p, GError **error)
{
  CfCpuSnakeSearch *s = g_new0 (CfCpuSnakeSearch, 1);

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
  s->profile = g_new (CfSnakeSums, MAX (s->nx, s->ny) + 1);
  return s;
}

void
cf_cpu_snake_search_free (CfCpuSnakeSearch *s)
{
  if (!s)
    return;
  cf_cpu_free ((guint8 *)s->corners);
  g_free (s->profile);
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
  CfCpuSnakeSearch *s = data;
  Pair best = { CF_SNAKE_IMPOSSIBLE, 0, 0 };
  gint i, k;

  for (i = slice; i < s->n_edges; i += s->n_slices) {
    const CfSnakeSums before = s->profile[i];

    for (k = i + 1; k <= s->n_edges; k++) {
      const gdouble j = cf_snake_criterion (
          &s->scene, cf_snake_sums_subtract (s->profile[k], before));

      if (j < best.j)
        best = (Pair){ j, i, k };
    }
  }
  s->best[slice] = best;
}

/* The best pair of edges along an axis (0: columns), between two edges of the
 * other. */
static Pair
best_pair (CfCpuSnakeSearch *s, CfCpuPool *pool, gint axis, const Pair *other)
{
  const gsize along = axis == 0 ? 1 : s->nx + 1;
  const gsize across = axis == 0 ? s->nx + 1 : 1;
  Pair best;
  guint slice;
  gint i;

  s->n_edges = axis == 0 ? s->nx : s->ny;
  for (i = 0; i <= s->n_edges; i++)
    s->profile[i] =
        cf_snake_sums_subtract (s->corners[i * along + other->second * across],
            s->corners[i * along + other->first * across]);

  s->n_slices = s->n_edges < SMALL_PAIRS ? 1 : MIN (s->n_edges, SLICES);
  cf_cpu_pool_run (pool, search_pairs, s, s->n_slices);
  best = s->best[0];
  for (slice = 1; slice < s->n_slices; slice++) {
    const Pair *p = &s->best[slice];

    if (p->j < best.j || (p->j == best.j && p->first < best.first))
      best = *p;
  }
  return best;
}

gboolean
cf_cpu_snake_search_run (CfCpuSnakeSearch *s, CfCpuPool *pool,
    const CfSnakeRows *rows, CfSnakeModel model, CfSnakeTarget target,
    CfCpuBox *box)
{
  gdouble lowest = CF_SNAKE_IMPOSSIBLE;
  gint first_axis, axis = 0, turn, i, k;

  s->rows = rows;
  for (i = 0; i <= s->nx; i++)
    s->corners[i] = (CfSnakeSums){ 0, 0, 0 };
  cf_cpu_pool_run (pool, sum_cells, s, s->ny);
  for (k = 2; k <= s->ny; k++)
    for (i = 1; i <= s->nx; i++) {
      CfSnakeSums *c = &s->corners[(gsize)k * (s->nx + 1) + i];

      *c = cf_snake_sums_add (*c, c[-(s->nx + 1)]);
    }
  s->scene = cf_snake_scene (
      s->corners[(gsize)(s->nx + 1) * (s->ny + 1) - 1], model, target);

  for (first_axis = 0; first_axis < 2; first_axis++) {
    Pair pairs[2] = { { 0, 0, s->nx }, { 0, 0, s->ny } };
    Pair before;

    for (turn = 0; turn < 2 * CF_SNAKE_SEARCH_ROUNDS; turn++) {
      axis = (turn ^ first_axis) & 1;
      before = pairs[axis];
      pairs[axis] = best_pair (s, pool, axis, &pairs[!axis]);
      /* then the other axis would not change either */
      if (turn >= 2 && pairs[axis].first == before.first
          && pairs[axis].second == before.second)
        break;
    }
    if (pairs[axis].j < lowest) {
      lowest = pairs[axis].j;
      box->left = cf_snake_edge (pairs[0].first, s->width);
      box->right = cf_snake_edge (pairs[0].second, s->width);
      box->top = cf_snake_edge (pairs[1].first, s->height);
      box->bottom = cf_snake_edge (pairs[1].second, s->height);
    }
  }
  return lowest < CF_SNAKE_IMPOSSIBLE;
}
