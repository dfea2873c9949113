/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out a contour's search in the GPU's memory, and makes its kernels'
 * arguments: without CUDA, for tests too. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/snake/snakekernels.h"

G_BEGIN_DECLS

typedef struct {
  CfSnakeParams params;
  CfPlane plane;
  gboolean is_narrow;
  gint64 pitch; /* entries of a row of sums */
  gint nx, ny;  /* cells */
  guint pairs_blocks;
  guint processors;
  guint blocks;      /* of a contour's cluster, at most */
  gsize shared;      /* bytes of each one's shared memory */
  gboolean is_large; /* which has no room for nodes */
  /* offsets in the memory of all pictures */
  gsize corners_at, best_at, state_at, size;
} CfSnakePlan;

/* Offsets in page-locked memory, of so many tasks; their points come first. */
typedef struct {
  guint n_tasks;
  guint blocks; /* of the cluster of each */
  gsize outcomes_at, outcome_size, size;
  gsize blocks_size; /* bytes of the GPU's memory, where nodes are in it */
} CfSnakeTasks;

/* The GPU has so many multiprocessors, shared memory for a block, and blocks of
 * a cluster. */
void cf_snake_plan_init (CfSnakePlan *self, const CfSnake *snake,
    guint processors, gsize shared, guint blocks);
void cf_snake_tasks_init (
    CfSnakeTasks *self, const CfSnakePlan *plan, guint n_tasks);

gboolean cf_snake_tasks_search (const CfSnakeTask *tasks, guint n_tasks);
void cf_snake_tasks_read (
    const CfSnakeTasks *self, const guint8 *memory, CfSnakeOutcome *outcomes);

/* Sums of all rows that windows of the tasks reach; the launch's blocks. */
guint cf_snake_plan_rows (const CfSnakePlan *self, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, guint8 *memory,
    CfKernelSnakeRows *rows);

enum {
  CF_SNAKE_LAUNCH_CELLS,
  CF_SNAKE_LAUNCH_CELL_ROWS,
  CF_SNAKE_LAUNCH_CELL_COLUMNS,
  CF_SNAKE_LAUNCH_PAIRS
};
#define CF_SNAKE_SEARCH_LAUNCHES (3 + 2 * 2 * CF_SNAKE_SEARCH_ROUNDS)
/* Launch i of a search: its kernel, CF_SNAKE_LAUNCH_...; threads are
 * CF_SNAKE_PAIRS_THREADS. */
gint cf_snake_plan_search (const CfSnakePlan *self,
    const CfKernelSnakeRows *rows, gint i, guint8 *memory,
    CfKernelSnakeSearch *search, guint *n_blocks);

/* All contours: layout->blocks a task, of CF_SNAKE_THREADS. */
void cf_snake_plan_contours (const CfSnakePlan *self,
    const CfSnakeTasks *layout, const CfSnakeTask *tasks,
    const CfKernelSnakeRows *rows, guint8 *memory, guint8 *task_memory,
    guint8 *blocks_memory, CfKernelSnake *contours);

G_END_DECLS
