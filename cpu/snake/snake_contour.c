/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A contour on its way from a start to where it stays: levels of phases of
 * moves, and the removal and insertion of nodes between them. Decisions go by
 * parity, so that neighbours never change at once and each change can be judged
 * alone. */
#include "cpu/snake/snake_contour.h"
#include "engine/snake/cfsnakemove.h"

#include <string.h>

/* Another place for a node, or its removal. */
typedef struct {
  guint node;
  CfSnakePoint from, to;
  CfSnakeSums delta; /* of the region */
  CfSnakeSums segment_before, segment_after;
  gdouble j; /* of this change alone */
} Change;

struct _CfCpuContour {
  const CfSnake *snake;
  const CfSnakeRows *rows;
  const CfSnakeTask *task;
  CfSnakeScene scene;
  guint start;

  guint n;
  CfSnakePoint *points;
  CfSnakeSums *segments; /* from point i to the next */
  CfSnakeSums inside;
  gdouble j;
  guint phases, levels;
  gboolean limited; /* by max_nodes or max_iterations */

  guint8 *active; /* nodes that may have a move */
  guint n_active;
  Change *changes;
  guint n_changes;
  /* a polygon being made of this one */
  CfSnakePoint *next;
  guint n_next;
  guint8 *marks;  /* points: to be followed by a new one */
  guint8 *is_new; /* next: whether it is one */
  guint *origin;  /* next: after which point */
};

CfCpuContour *
cf_cpu_contour_new (gint max_nodes)
{
  CfCpuContour *c = g_new0 (CfCpuContour, 1);

  c->points = g_new (CfSnakePoint, max_nodes);
  c->next = g_new (CfSnakePoint, max_nodes);
  c->segments = g_new (CfSnakeSums, max_nodes);
  c->changes = g_new (Change, max_nodes);
  c->active = g_new (guint8, max_nodes);
  c->marks = g_new (guint8, max_nodes);
  c->is_new = g_new (guint8, max_nodes);
  c->origin = g_new (guint, max_nodes);
  return c;
}

void
cf_cpu_contour_free (CfCpuContour *c)
{
  if (!c)
    return;
  g_free (c->points);
  g_free (c->next);
  g_free (c->segments);
  g_free (c->changes);
  g_free (c->active);
  g_free (c->marks);
  g_free (c->is_new);
  g_free (c->origin);
  g_free (c);
}

static guint
before (const CfCpuContour *c, guint i)
{
  return i == 0 ? c->n - 1 : i - 1;
}

static guint
after (const CfCpuContour *c, guint i)
{
  return i + 1 == c->n ? 0 : i + 1;
}

static void
sum_up (CfCpuContour *c)
{
  guint i;

  c->inside = (CfSnakeSums){ 0, 0, 0 };
  for (i = 0; i < c->n; i++) {
    c->segments[i] =
        cf_snake_segment_sums (c->rows, c->points[i], c->points[after (c, i)]);
    c->inside = cf_snake_sums_add (c->inside, c->segments[i]);
  }
  c->j = cf_snake_criterion (&c->scene, c->inside);
}

static CfSnakeSums
without_node (const CfCpuContour *c, guint i)
{
  return cf_snake_sums_subtract (
      cf_snake_sums_subtract (c->inside, c->segments[before (c, i)]),
      c->segments[i]);
}

static void
observe (const CfCpuContour *c, gint stage, gint step)
{
  CfSnakeStage s = { c->start, stage, c->levels, c->phases, step, c->j,
    c->points, c->n };

  if (c->snake->observer)
    c->snake->observer (&s, c->snake->observer_data);
}

/* The changes that are left, as one. */
static CfSnakeSums
changed (const CfCpuContour *c)
{
  CfSnakeSums sums = c->inside;
  guint i;

  for (i = 0; i < c->n_changes; i++)
    sums = cf_snake_sums_add (sums, c->changes[i].delta);
  return sums;
}

static void
forget_change (CfCpuContour *c, guint i)
{
  c->n_changes--;
  memmove (
      &c->changes[i], &c->changes[i + 1], sizeof (Change) * (c->n_changes - i));
}

static Change
best_change (const CfCpuContour *c)
{
  guint best = 0, i;

  for (i = 1; i < c->n_changes; i++)
    if (c->changes[i].j < c->changes[best].j)
      best = i;
  return c->changes[best];
}

static void
keep_one_change (CfCpuContour *c, const Change *change)
{
  c->changes[0] = *change;
  c->n_changes = 1;
}

/* The best move of a node that touches nothing. */
static gboolean
find_move (const CfCpuContour *c, guint i, gint step, Change *change)
{
  const CfSnakeTask *w = c->task;
  const CfSnakePoint a = c->points[before (c, i)];
  const CfSnakePoint b = c->points[after (c, i)];
  const CfSnakeSums rest = without_node (c, i);
  CfSnakeSums one[CF_SNAKE_DIRECTIONS], other[CF_SNAKE_DIRECTIONS];
  gdouble j[CF_SNAKE_DIRECTIONS];
  guint tried = 0;
  gint k;

  for (k = 0; k < CF_SNAKE_DIRECTIONS; k++) {
    const CfSnakePoint q = cf_snake_neighbour (c->points[i], k, step);

    if (q.x < w->left || q.x > w->right || q.y < w->top || q.y > w->bottom) {
      tried |= 1u << k;
      continue;
    }
    one[k] = cf_snake_segment_sums (c->rows, a, q);
    other[k] = cf_snake_segment_sums (c->rows, q, b);
    j[k] = cf_snake_criterion (&c->scene,
        cf_snake_sums_add (rest, cf_snake_sums_add (one[k], other[k])));
  }
  while ((k = cf_snake_best_direction (j, tried, c->j - CF_SNAKE_MOVE_GAIN))
         >= 0) {
    const CfSnakePoint q = cf_snake_neighbour (c->points[i], k, step);

    if (!cf_snake_place_touches (c->points, c->n, i, q, 0, 1)) {
      *change = (Change){ .node = i,
        .from = c->points[i],
        .to = q,
        .delta = cf_snake_sums_subtract (
            cf_snake_sums_add (rest, cf_snake_sums_add (one[k], other[k])),
            c->inside),
        .segment_before = one[k],
        .segment_after = other[k],
        .j = j[k] };
      return TRUE;
    }
    tried |= 1u << k;
  }
  return FALSE;
}

static void
move_nodes (CfCpuContour *c, gboolean back)
{
  guint i;

  for (i = 0; i < c->n_changes; i++)
    c->points[c->changes[i].node] =
        back ? c->changes[i].from : c->changes[i].to;
}

/* Each move touches nothing alone; several may touch each other. */
static void
restore_touching_moves (CfCpuContour *c)
{
  guint i = 0;

  while (i < c->n_changes) {
    const Change *m = &c->changes[i++];

    if (cf_snake_place_touches (c->points, c->n, m->node, m->to, 0, 1)) {
      c->points[m->node] = m->from;
      forget_change (c, i - 1);
      i = 0;
    }
  }
}

static void
activate (CfCpuContour *c, guint i)
{
  c->n_active += !c->active[i];
  c->active[i] = TRUE;
}

/* Makes the moves that were found, or where these together do not lower J, the
 * best alone. */
static void
make_moves (CfCpuContour *c)
{
  const Change best = best_change (c);
  CfSnakeSums inside;
  gdouble j;
  guint i;

  move_nodes (c, FALSE);
  restore_touching_moves (c);
  inside = changed (c);
  j = cf_snake_criterion (&c->scene, inside);
  if (!(j < c->j)) {
    move_nodes (c, TRUE);
    keep_one_change (c, &best);
    move_nodes (c, FALSE);
    inside = changed (c);
    j = best.j;
  }
  c->inside = inside;
  c->j = j;
  for (i = 0; i < c->n_changes; i++) {
    const Change *m = &c->changes[i];

    c->segments[before (c, m->node)] = m->segment_before;
    c->segments[m->node] = m->segment_after;
    activate (c, before (c, m->node));
    activate (c, m->node);
    activate (c, after (c, m->node));
  }
}

/* FALSE where no node of the phase was active. */
static gboolean
run_phase (CfCpuContour *c, guint phase, gint step)
{
  gboolean any = FALSE;
  guint i;

  c->n_changes = 0;
  for (i = 0; i < c->n; i++) {
    if (!c->active[i] || !cf_snake_in_phase (i, c->n, phase))
      continue;
    any = TRUE;
    if (find_move (c, i, step, &c->changes[c->n_changes])) {
      c->n_changes++;
    } else {
      c->active[i] = FALSE;
      c->n_active--;
    }
  }
  if (c->n_changes > 0)
    make_moves (c);
  return any;
}

static void
run_phases (CfCpuContour *c, gint step)
{
  guint phase;

  memset (c->active, TRUE, c->n);
  c->n_active = c->n;
  for (phase = 0; c->n_active > 0; phase++) {
    if (c->phases == (guint)c->snake->params.max_iterations) {
      c->limited = TRUE;
      return;
    }
    if (!run_phase (c, phase, step))
      continue;
    c->phases++;
    observe (c, CF_SNAKE_PHASE, step);
  }
}

/* Makes `next` with a node in the middle of each marked segment. */
static void
build_with_middles (CfCpuContour *c)
{
  guint i;

  c->n_next = 0;
  for (i = 0; i < c->n; i++) {
    c->is_new[c->n_next] = FALSE;
    c->next[c->n_next++] = c->points[i];
    if (!c->marks[i])
      continue;
    c->is_new[c->n_next] = TRUE;
    c->origin[c->n_next] = i;
    c->next[c->n_next++] =
        cf_snake_middle (c->points[i], c->points[after (c, i)]);
  }
}

static void
take_next (CfCpuContour *c)
{
  CfSnakePoint *points = c->points;

  c->points = c->next;
  c->n = c->n_next;
  c->next = points;
  sum_up (c);
}

/* Nodes of a phase whose removal is cheap and touches nothing. */
static void
find_removals (CfCpuContour *c, guint phase)
{
  guint i;

  c->n_changes = 0;
  for (i = 0; i < c->n && c->n - c->n_changes > CF_SNAKE_NODES_MIN; i++) {
    CfSnakeSums inside;
    gdouble j;

    if (!cf_snake_in_phase (i, c->n, phase))
      continue;
    inside = cf_snake_sums_add (without_node (c, i),
        cf_snake_segment_sums (
            c->rows, c->points[before (c, i)], c->points[after (c, i)]));
    j = cf_snake_criterion (&c->scene, inside);
    if (j < c->j + CF_SNAKE_NODE_COST
        && !cf_snake_bridge_touches (c->points, c->n, i, 0, 1))
      c->changes[c->n_changes++] = (Change){
        .node = i, .delta = cf_snake_sums_subtract (inside, c->inside), .j = j
      };
  }
}

/* Makes `next` of the nodes that are not among the changes. */
static void
build_without_changes (CfCpuContour *c)
{
  guint i, k = 0;

  c->n_next = 0;
  for (i = 0; i < c->n; i++) {
    if (k < c->n_changes && c->changes[k].node == i)
      k++;
    else
      c->next[c->n_next++] = c->points[i];
  }
}

/* Removes what can be removed together at less than its cost, else the node
 * that is worth least. FALSE where there was none. The segments that take the
 * nodes' place cannot touch each other: a segment that touches nothing cuts a
 * corner off that is empty of the polygon. */
static gboolean
remove_nodes (CfCpuContour *c, guint phase)
{
  find_removals (c, phase);
  if (c->n_changes == 0)
    return FALSE;
  if (!(cf_snake_criterion (&c->scene, changed (c))
          < c->j + CF_SNAKE_NODE_COST * c->n_changes)) {
    const Change best = best_change (c);

    keep_one_change (c, &best);
  }
  build_without_changes (c);
  take_next (c);
  return TRUE;
}

static void
prune (CfCpuContour *c)
{
  guint phase, idle = 0;

  for (phase = 0; idle < (c->n % 2 == 0 ? 2 : 4); phase++)
    idle = remove_nodes (c, phase) ? 0 : idle + 1;
}

/* Splits long segments, except where the rounded middle would make thin parts
 * touch. */
static void
split (CfCpuContour *c, gint step)
{
  guint n = c->n, i, k = 0;

  for (i = 0; i < c->n; i++) {
    c->marks[i] = cf_snake_is_long (c->points[i], c->points[after (c, i)], step,
        c->snake->params.min_segment);
    if (c->marks[i] && n == (guint)c->snake->params.max_nodes) {
      c->marks[i] = FALSE;
      c->limited = TRUE;
    }
    n += c->marks[i];
  }
  build_with_middles (c);
  while (k < c->n_next) {
    if (!c->is_new[k]
        || !cf_snake_place_touches (c->next, c->n_next, k, c->next[k], 0, 1)) {
      k++;
      continue;
    }
    c->marks[c->origin[k]] = FALSE;
    build_with_middles (c);
    k = 0;
  }
  take_next (c);
}

static void
run_level (CfCpuContour *c, gint step)
{
  if (c->limited && c->phases == (guint)c->snake->params.max_iterations)
    return;
  c->levels++;
  run_phases (c, step);
  prune (c);
  observe (c, CF_SNAKE_LEVEL, step);
}

static void
run_levels (CfCpuContour *c, gint step)
{
  for (; step > 1; step /= 2) {
    run_level (c, step);
    split (c, step / 2);
  }
  run_level (c, 1);
  if (!cf_snake_settles (c->inside, c->task->is_tracked))
    return;
  for (step = CF_SNAKE_SETTLE_STEP; step >= 1; step /= 2)
    run_level (c, step);
}

static void
begin (CfCpuContour *c)
{
  const CfSnakeTask *t = c->task;
  const CfCpuBox window = { t->left, t->top, t->right, t->bottom };
  const CfSnakeParams *params = &c->snake->params;
  guint i;

  c->scene = cf_snake_scene (
      cf_cpu_snake_rows_box (c->rows, &window), params->model, params->target);
  c->n = t->n_points;
  for (i = 0; i < c->n; i++)
    c->points[i] = t->points[t->reverse ? c->n - 1 - i : i];
  c->phases = c->levels = 0;
  c->limited = FALSE;
  sum_up (c);
}

void
cf_cpu_contour_run (CfCpuContour *c, const CfSnake *snake,
    const CfSnakeRows *rows, const CfSnakeTask *task, guint start,
    CfSnakePoint *points, CfSnakeOutcome *outcome)
{
  c->snake = snake;
  c->rows = rows;
  c->task = task;
  c->start = start;
  begin (c);
  if (task->is_tracked)
    prune (c);
  observe (c, CF_SNAKE_START, task->step);
  run_levels (c, task->step);

  memcpy (points, c->points, sizeof (CfSnakePoint) * c->n);
  *outcome = (CfSnakeOutcome){ .points = points,
    .n_points = c->n,
    .scene = c->scene,
    .inside = c->inside,
    .criterion = c->j,
    .phases = c->phases,
    .levels = c->levels,
    .converged = !c->limited };
}
