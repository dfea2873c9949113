/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out a contour's search, and makes its kernels' arguments. */
#include "cuda/snake/snakeplan.h"
#include "engine/snake/cfsnakesearch.h"

#include <string.h>

G_STATIC_ASSERT (CF_SNAKE_TASKS_MAX == CF_SNAKE_STARTS_MAX);

#define ALIGNMENT 256
/* Columns of a box begin at a multiple, where samples can be read at once. */
#define COLUMNS_ALIGNMENT 16
#define ROWS_A_BLOCK (CF_SNAKE_ROWS_THREADS / 32)
/* Blocks for each multiprocessor that look for pairs */
#define PAIRS_BLOCKS 4

static gsize
align (gsize size)
{
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static gsize
entry_size (const CfSnakePlan *self)
{
  return self->is_narrow ? sizeof (guint64) : sizeof (CfSnakeWideEntry);
}

/* of a block */
static gsize
node_bytes (const CfSnakePlan *self)
{
  return align (
      (gsize)CF_SNAKE_NODE_BYTES (self->blocks) * self->params.max_nodes);
}

void
cf_snake_plan_init (CfSnakePlan *self, const CfSnake *snake, guint processors,
    gsize shared, guint blocks)
{
  const CfPlane *p = &snake->plane;

  memset (self, 0, sizeof (*self));
  self->params = snake->params;
  self->plane = *p;
  self->is_narrow = cf_snake_rows_are_narrow (p->width, p->bits);
  self->pitch = (p->width + 1 + 15) / 16 * 16;
  self->nx = cf_snake_cells (p->width);
  self->ny = cf_snake_cells (p->height);
  self->pairs_blocks =
      MIN ((guint)MAX (self->nx, self->ny), processors * PAIRS_BLOCKS);
  self->blocks = blocks;
  self->processors = processors;
  self->shared = CF_SNAKE_COMMON_BYTES + node_bytes (self);
  self->is_large = self->shared > shared;
  if (self->is_large)
    self->shared = CF_SNAKE_COMMON_BYTES;

  self->corners_at = align (self->pitch * p->height * entry_size (self));
  self->best_at =
      self->corners_at
      + align (sizeof (CfSnakeSums) * (self->nx + 1) * (self->ny + 1));
  self->state_at =
      self->best_at + align (sizeof (CfSnakePair) * self->pairs_blocks);
  self->size = self->state_at + align (sizeof (CfSnakeSearchState));
}

void
cf_snake_tasks_init (CfSnakeTasks *self, const CfSnakePlan *plan, guint n_tasks)
{
  const gsize points = sizeof (CfSnakePoint) * plan->params.max_nodes;

  self->n_tasks = n_tasks;
  self->blocks = plan->blocks;
  /* wide clusters leave gaps, so they are for few contours */
  if (n_tasks * plan->blocks > plan->processors / 2)
    self->blocks = MIN (plan->blocks, CF_SNAKE_CLUSTER);
  self->outcomes_at = align (points * n_tasks);
  self->outcome_size = align (sizeof (CfKernelSnakeOutcome) + points);
  self->size = self->outcomes_at + self->outcome_size * n_tasks;
  self->blocks_size =
      plan->is_large ? node_bytes (plan) * self->blocks * n_tasks : 0;
}

gboolean
cf_snake_tasks_search (const CfSnakeTask *tasks, guint n_tasks)
{
  guint i;

  for (i = 0; i < n_tasks; i++)
    if (tasks[i].n_points == 0)
      return TRUE;
  return FALSE;
}

void
cf_snake_tasks_read (
    const CfSnakeTasks *self, const guint8 *memory, CfSnakeOutcome *outcomes)
{
  guint i;

  memory += self->outcomes_at;
  for (i = 0; i < self->n_tasks; i++, memory += self->outcome_size) {
    const CfKernelSnakeOutcome *k = (const CfKernelSnakeOutcome *)memory;

    outcomes[i] = (CfSnakeOutcome){ .points = (const CfSnakePoint *)(k + 1),
      .n_points = k->n_points,
      .scene = k->scene,
      .inside = k->inside,
      .criterion = k->criterion,
      .phases = k->phases,
      .levels = k->levels,
      .converged = k->converged };
  }
}

guint
cf_snake_plan_rows (const CfSnakePlan *self, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, guint8 *memory,
    CfKernelSnakeRows *rows)
{
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0;
  guint i;

  for (i = 0; i < n_tasks; i++) {
    left = MIN (left, tasks[i].left);
    top = MIN (top, tasks[i].top);
    right = MAX (right, tasks[i].right);
    bottom = MAX (bottom, tasks[i].bottom);
  }
  left -= left % COLUMNS_ALIGNMENT;
  *rows = (CfKernelSnakeRows){
    .src = plane->data + (gssize)top * plane->stride
           + (gssize)left * plane->step * plane->bytes,
    .stride = plane->stride,
    .step = plane->step,
    .bytes = plane->bytes,
    .shift = plane->shift,
    .left = left,
    .top = top,
    .width = right - left,
    .height = bottom - top,
    .pitch = self->pitch,
    .narrow = self->is_narrow ? (guint64 *)memory : NULL,
    .wide = (CfSnakeWideEntry *)memory,
  };
  return (rows->height + ROWS_A_BLOCK - 1) / ROWS_A_BLOCK;
}

static CfSnakeRows
rows_of (const CfKernelSnakeRows *rows)
{
  return (CfSnakeRows){ rows->narrow, rows->wide, rows->pitch,
    -rows->top * rows->pitch - rows->left };
}

static guint
divide_up (guint64 n, guint d)
{
  return (n + d - 1) / d;
}

gint
cf_snake_plan_search (const CfSnakePlan *self, const CfKernelSnakeRows *rows,
    gint i, guint8 *memory, CfKernelSnakeSearch *search, guint *n_blocks)
{
  const gint pair = i - CF_SNAKE_LAUNCH_PAIRS;

  *search = (CfKernelSnakeSearch){ .rows = rows_of (rows),
    .width = self->plane.width,
    .height = self->plane.height,
    .bits = self->plane.bits,
    .nx = self->nx,
    .ny = self->ny,
    .model = self->params.model,
    .target = self->params.target,
    .corners = (CfSnakeSums *)(memory + self->corners_at),
    .state = (CfSnakeSearchState *)(memory + self->state_at),
    .best = (CfSnakePair *)(memory + self->best_at) };
  switch (i) {
    case CF_SNAKE_LAUNCH_CELLS:
      *n_blocks = divide_up (
          (guint64)(self->nx + 1) * (self->ny + 1), CF_SNAKE_PAIRS_THREADS);
      return i;
    case CF_SNAKE_LAUNCH_CELL_ROWS:
      *n_blocks = divide_up (self->ny + 1, CF_SNAKE_PAIRS_THREADS / 32);
      return i;
    case CF_SNAKE_LAUNCH_CELL_COLUMNS:
      *n_blocks = divide_up (self->nx + 1, 32);
      return i;
    default:
      search->first_axis = pair / (2 * CF_SNAKE_SEARCH_ROUNDS);
      search->turn = pair % (2 * CF_SNAKE_SEARCH_ROUNDS);
      *n_blocks = self->pairs_blocks;
      return CF_SNAKE_LAUNCH_PAIRS;
  }
}

void
cf_snake_plan_contours (const CfSnakePlan *self, const CfSnakeTasks *layout,
    const CfSnakeTask *tasks, const CfKernelSnakeRows *rows, guint8 *memory,
    guint8 *task_memory, guint8 *blocks_memory, CfKernelSnake *contours)
{
  CfSnakePoint *points = (CfSnakePoint *)task_memory;
  guint i;

  *contours = (CfKernelSnake){ .rows = rows_of (rows),
    .width = self->plane.width,
    .height = self->plane.height,
    .model = self->params.model,
    .target = self->params.target,
    .min_segment = self->params.min_segment,
    .max_nodes = self->params.max_nodes,
    .max_iterations = self->params.max_iterations,
    .points = points,
    .search = (const CfSnakeSearchState *)(memory + self->state_at),
    .blocks = blocks_memory,
    .block_size = node_bytes (self),
    .outcomes = task_memory + layout->outcomes_at,
    .outcome_size = layout->outcome_size };
  for (i = 0; i < layout->n_tasks; i++) {
    const CfSnakeTask *t = &tasks[i];
    CfKernelSnakeTask *k = &contours->tasks[i];

    *k = (CfKernelSnakeTask){ .left = t->left,
      .top = t->top,
      .right = t->right,
      .bottom = t->bottom,
      .n_points = t->n_points,
      .step = t->step,
      .reverse = t->reverse,
      .is_tracked = t->is_tracked,
      .points_at = i * self->params.max_nodes };
    memcpy (
        points + k->points_at, t->points, sizeof (CfSnakePoint) * t->n_points);
  }
}
