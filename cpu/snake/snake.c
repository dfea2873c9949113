/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepared contours of backend "cpu": sums of the rows that any window needs,
 * then a thread a start. */
#include "cpu/snake/snake.h"
#include "engine/snake/cfsnakesearch.h"
#include "cpu/core/cpubackend.h"
#include "cpu/snake/snake_contour.h"
#include "cpu/snake/snake_search.h"

typedef struct {
  CfSnake snake;
  CfCpuSnakeRows rows;
  CfCpuSnakeSearch *search;
  CfCpuContour **contours; /* one a thread */
  guint n_threads;
  CfSnakePoint *points; /* max_nodes a start */
} CpuSnake;

typedef struct {
  CpuSnake *s;
  const CfSnakeTask *tasks;
  CfSnakeOutcome *outcomes;
} Run;

CfSnake *
cf_cpu_snake_new (const CfSnake *description, GError **error)
{
  CpuSnake *s = g_new0 (CpuSnake, 1);
  const gint max_nodes = description->params.max_nodes;
  guint i;

  s->snake = *description;
  s->n_threads =
      cf_cpu_pool_get_n_threads (((CfCpuDevice *)description->device)->pool);
  s->contours = g_new (CfCpuContour *, s->n_threads);
  for (i = 0; i < s->n_threads; i++)
    s->contours[i] = cf_cpu_contour_new (max_nodes);
  s->points = g_new (CfSnakePoint, (gsize)max_nodes * CF_SNAKE_STARTS_MAX);
  s->search = cf_cpu_snake_search_new (&description->plane, error);
  if (s->search
      && cf_cpu_snake_rows_init (&s->rows, &description->plane, error))
    return &s->snake;
  cf_cpu_snake_free (&s->snake);
  return NULL;
}

void
cf_cpu_snake_free (CfSnake *snake)
{
  CpuSnake *s = (CpuSnake *)snake;
  guint i;

  for (i = 0; i < s->n_threads; i++)
    cf_cpu_contour_free (s->contours[i]);
  g_free (s->contours);
  g_free (s->points);
  cf_cpu_snake_search_free (s->search);
  cf_cpu_snake_rows_clear (&s->rows);
  g_free (s);
}

/* The rectangle that is found, as a task with points; FALSE: none is. */
static gboolean
search (CpuSnake *s, CfSnakeTask *task)
{
  const CfSnakeParams *p = &s->snake.params;
  CfCpuBox b;

  if (!cf_cpu_snake_search_run (s->search,
          ((CfCpuDevice *)s->snake.device)->pool, &s->rows.rows, p->model,
          p->target, &b))
    return FALSE;
  task->corners[0] = (CfSnakePoint){ b.left, b.top };
  task->corners[1] = (CfSnakePoint){ b.left, b.bottom };
  task->corners[2] = (CfSnakePoint){ b.right, b.bottom };
  task->corners[3] = (CfSnakePoint){ b.right, b.top };
  task->points = task->corners;
  task->n_points = 4;
  if (task->step == 0)
    task->step = cf_snake_search_step (b.right - b.left, b.bottom - b.top);
  return TRUE;
}

static void
run_task (gpointer data, guint slice, guint thread)
{
  const Run *run = data;
  CpuSnake *s = run->s;
  CfSnakeTask task = run->tasks[slice];

  if (task.n_points == 0 && !search (s, &task)) {
    run->outcomes[slice].n_points = 0;
    return;
  }
  cf_cpu_contour_run (s->contours[thread], &s->snake, &s->rows.rows, &task,
      slice, s->points + (gsize)slice * s->snake.params.max_nodes,
      &run->outcomes[slice]);
}

gboolean
cf_cpu_snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  CpuSnake *s = (CpuSnake *)snake;
  CfCpuPool *pool = ((CfCpuDevice *)snake->device)->pool;
  CfCpuBox box = { G_MAXINT, G_MAXINT, 0, 0 };
  Run run = { s, tasks, outcomes };
  guint i;

  for (i = 0; i < n_tasks; i++) {
    box.left = MIN (box.left, tasks[i].left);
    box.top = MIN (box.top, tasks[i].top);
    box.right = MAX (box.right, tasks[i].right);
    box.bottom = MAX (box.bottom, tasks[i].bottom);
  }
  cf_cpu_snake_rows_fill (&s->rows, pool, plane, &box);

  if (snake->observer) { /* which is called by one thread at a time */
    for (i = 0; i < n_tasks; i++)
      run_task (&run, i, 0);
  } else {
    cf_cpu_pool_run (pool, run_task, &run, n_tasks);
  }
  return TRUE;
}
