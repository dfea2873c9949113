/* Where everything of a contour's search lies, and what kernels get. */
#include "snakeplan.h"
#include "cfsnakesearch.h"

#include <string.h>

#define ALIGNMENT 256
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
  self->shared = CF_SNAKE_BLOCK_BYTES (self->params.max_nodes);
  self->has_block_memory = self->shared > shared;

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
  const gsize nodes = (gsize)n_tasks * plan->params.max_nodes;

  self->n_tasks = n_tasks;
  self->points_at = align (sizeof (CfKernelSnakeTask) * n_tasks);
  self->slots_at = self->points_at + align (sizeof (CfSnakePoint) * nodes);
  self->upload_size =
      self->slots_at + align (sizeof (guint32) * CF_SNAKE_SLOTS * n_tasks);
  self->outcomes_at = self->upload_size;
  self->outcome_size = align (sizeof (CfKernelSnakeOutcome)
                              + sizeof (CfSnakePoint) * plan->params.max_nodes);
  self->records_at = self->outcomes_at + self->outcome_size * n_tasks;
  self->blocks_at = self->records_at + align (sizeof (CfSnakeRecord) * nodes);
  self->size = self->blocks_at;
  if (plan->has_block_memory)
    self->size += align (plan->shared) * plan->blocks * n_tasks;
}

gboolean
cf_snake_tasks_write (const CfSnakeTasks *self, const CfSnakePlan *plan,
    const CfSnakeTask *tasks, guint8 *to)
{
  CfSnakePoint *points = (CfSnakePoint *)(to + self->points_at);
  gboolean is_search = FALSE;
  guint i;

  for (i = 0; i < self->n_tasks; i++) {
    const CfSnakeTask *t = &tasks[i];
    CfKernelSnakeTask *k = (CfKernelSnakeTask *)to + i;

    *k = (CfKernelSnakeTask){ .left = t->left,
      .top = t->top,
      .right = t->right,
      .bottom = t->bottom,
      .n_points = t->n_points,
      .step = t->step,
      .reverse = t->reverse,
      .prune = t->prune,
      .points_at = i * plan->params.max_nodes };
    memcpy (
        points + k->points_at, t->points, sizeof (CfSnakePoint) * t->n_points);
    is_search |= t->n_points == 0;
  }
  memset (to + self->slots_at, 0xff, self->upload_size - self->slots_at);
  return is_search;
}

void
cf_snake_tasks_read (
    const CfSnakeTasks *self, const guint8 *from, CfSnakeOutcome *outcomes)
{
  guint i;

  for (i = 0; i < self->n_tasks; i++, from += self->outcome_size) {
    const CfKernelSnakeOutcome *k = (const CfKernelSnakeOutcome *)from;

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
      *n_blocks = divide_up (self->nx + 1, CF_SNAKE_PAIRS_THREADS);
      return i;
    default:
      search->first_axis = pair / (2 * CF_SNAKE_SEARCH_ROUNDS);
      search->turn = pair % (2 * CF_SNAKE_SEARCH_ROUNDS);
      *n_blocks = self->pairs_blocks;
      return CF_SNAKE_LAUNCH_PAIRS;
  }
}

void
cf_snake_plan_contours (const CfSnakePlan *self, const CfSnakeTasks *tasks,
    const CfKernelSnakeRows *rows, guint8 *memory, guint8 *task_memory,
    CfKernelSnake *contours)
{
  *contours = (CfKernelSnake){ .rows = rows_of (rows),
    .width = self->plane.width,
    .height = self->plane.height,
    .model = self->params.model,
    .target = self->params.target,
    .min_segment = self->params.min_segment,
    .max_nodes = self->params.max_nodes,
    .max_iterations = self->params.max_iterations,
    .tasks = (const CfKernelSnakeTask *)task_memory,
    .points = (const CfSnakePoint *)(task_memory + tasks->points_at),
    .search = (const CfSnakeSearchState *)(memory + self->state_at),
    .scratch = { (CfSnakeRecord *)(task_memory + tasks->records_at),
        (guint32 *)(task_memory + tasks->slots_at),
        self->has_block_memory ? task_memory + tasks->blocks_at : NULL,
        align (self->shared) },
    .outcomes = task_memory + tasks->outcomes_at,
    .outcome_size = tasks->outcome_size };
}
