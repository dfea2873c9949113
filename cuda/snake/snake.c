/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours: memory, launches one after the other, and one wait at the end. */
#include "cuda/snake/snake.h"
#include "engine/snake/cfsnakesearch.h"
#include "cuda/core/autotune.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"
#include "cuda/snake/snakeplan.h"

typedef struct {
  CfSnake snake;
  CfSnakePlan plan;
  guint8 *memory;
  /* for as many tasks as there have been at once */
  CfSnakeTasks capacity;
  guint8 *task_memory; /* page-locked; kernels read and write it where it is */
  guint8 *blocks_memory; /* or NULL */
} CudaSnake;

static CfCudaKernel *const search_kernels[] = { &cf_kernel_snake_cells,
  &cf_kernel_snake_cell_rows, &cf_kernel_snake_cell_columns,
  &cf_kernel_snake_pairs };

static CfCudaKernel *
contour_kernel (const CudaSnake *self)
{
  return self->plan.is_large ? &cf_kernel_snake_large_contour
                             : &cf_kernel_snake_contour;
}

/* Contours with a cluster each. */
static CfCudaShape
shape_of (const CudaSnake *self, guint n_tasks, guint blocks)
{
  return (CfCudaShape){ .n_blocks = n_tasks * blocks,
    .n_threads = CF_SNAKE_THREADS,
    .shared = self->plan.shared,
    .cluster = blocks };
}

/* Clusters are compiled for compute capability 9.0 and above alone. */
static gboolean
limit_blocks (guint *blocks, GError **error)
{
  CfCudaCode code;

  if (!cf_cuda_check (cf_cuda_kernel_get_code (&cf_kernel_snake_contour, &code),
          "load a kernel", error))
    return FALSE;
  if (code.arch < 90)
    *blocks = 1;
  return TRUE;
}

/* A GPU has not always the place for a cluster, nor a part of one (MIG). */
static gboolean
has_place (const CudaSnake *self)
{
  const CfCudaShape shape = shape_of (self, 1, self->plan.blocks);

  return cf_cuda_kernel_has_place (contour_kernel (self), &shape);
}

/* Makes the kernel ready, for the largest cluster up to `blocks` that can run.
 */
static gboolean
prepare_contours (CudaSnake *self, const CfSnake *description, guint blocks,
    const CfCudaLimits *limits, GError **error)
{
  if (!limit_blocks (&blocks, error))
    return FALSE;
  for (;; blocks /= 2) {
    cf_snake_plan_init (&self->plan, description, limits->processors,
        limits->shared_block, blocks);
    if (!cf_cuda_load_kernel (description->device, contour_kernel (self), error)
        || !cf_cuda_kernel_allow_shared (
            contour_kernel (self), limits->shared_block, error))
      return FALSE;
    if (has_place (self))
      return TRUE;
  }
}

/* Everything that needs the device's context. */
static gboolean
prepare (CudaSnake *self, const CfSnake *description, guint most_blocks,
    GError **error)
{
  CfCudaLimits limits;
  gsize i;

  if (!cf_cuda_get_limits (&limits, error)
      || !prepare_contours (self, description, most_blocks, &limits, error))
    return FALSE;
  if (!cf_cuda_load_kernel (description->device, &cf_kernel_snake_rows, error))
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (search_kernels); i++)
    if (!cf_cuda_load_kernel (description->device, search_kernels[i], error))
      return FALSE;

  self->memory =
      cf_cuda_device_alloc (description->device, self->plan.size, error);
  return self->memory
         && cf_cuda_clear (description->device,
             self->memory + self->plan.state_at,
             self->plan.size - self->plan.state_at, "clear memory", error);
}

CfSnake *
cf_cuda_snake_new_of (
    const CfSnake *description, guint most_blocks, GError **error)
{
  CudaSnake *self = g_new0 (CudaSnake, 1);
  gboolean ok;

  self->snake = *description;
  ok = cf_cuda_enter (description->device, error);
  if (ok) {
    ok = prepare (self, description, most_blocks, error);
    cf_cuda_leave ();
  }
  if (ok)
    return &self->snake;
  cf_cuda_snake_free (&self->snake);
  return NULL;
}

CfSnake *
cf_cuda_snake_new (const CfSnake *description, GError **error)
{
  return cf_cuda_snake_new_of (
      description, cf_cuda_snake_blocks (description->device), error);
}

static void
free_task_memory (CudaSnake *self)
{
  if (self->task_memory)
    cf_cuda_host_free (self->snake.device, self->task_memory);
  if (self->blocks_memory)
    cf_cuda_device_free (self->snake.device, self->blocks_memory);
  self->task_memory = self->blocks_memory = NULL;
  self->capacity.size = self->capacity.blocks_size = 0;
}

void
cf_cuda_snake_free (CfSnake *snake)
{
  CudaSnake *self = (CudaSnake *)snake;

  free_task_memory (self);
  if (self->memory)
    cf_cuda_device_free (snake->device, self->memory);
  g_free (self);
}

static gboolean
make_room (CudaSnake *self, const CfSnakeTasks *tasks, GError **error)
{
  const gsize size = MAX (self->capacity.size, tasks->size);
  const gsize blocks_size =
      MAX (self->capacity.blocks_size, tasks->blocks_size);

  if (size <= self->capacity.size && blocks_size <= self->capacity.blocks_size)
    return TRUE;
  free_task_memory (self);
  self->task_memory = cf_cuda_host_alloc (self->snake.device, size, error);
  if (self->task_memory && blocks_size > 0)
    self->blocks_memory =
        cf_cuda_device_alloc (self->snake.device, blocks_size, error);
  if (!self->task_memory || (blocks_size > 0 && !self->blocks_memory))
    return FALSE;
  self->capacity.size = size;
  self->capacity.blocks_size = blocks_size;
  return TRUE;
}

static gboolean
launch_contours (CudaSnake *self, CfStream *stream, const CfSnakeTasks *layout,
    CfKernelSnake *argument, GError **error)
{
  const CfCudaShape shape = shape_of (self, layout->n_tasks, layout->blocks);

  return cf_cuda_launch_shape (
      stream, contour_kernel (self), &shape, argument, error);
}

static gboolean
launch_all (CudaSnake *self, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, const CfSnakeTasks *layout, GError **error)
{
  const gint n_searches = cf_snake_tasks_search (tasks, layout->n_tasks)
                              ? CF_SNAKE_SEARCH_LAUNCHES
                              : 0;
  CfCuStream on = ((CfCudaStream *)stream)->stream;
  CfKernelSnakeRows rows;
  CfKernelSnake contours;
  guint n_blocks;
  gint i;

  n_blocks = cf_snake_plan_rows (
      &self->plan, plane, tasks, layout->n_tasks, self->memory, &rows);
  if (!cf_cuda_launch (stream, &cf_kernel_snake_rows, n_blocks,
          CF_SNAKE_ROWS_THREADS, 0, &rows, error))
    return FALSE;
  for (i = 0; i < n_searches; i++) {
    CfKernelSnakeSearch search;
    const gint kernel = cf_snake_plan_search (
        &self->plan, &rows, i, self->memory, &search, &n_blocks);

    if (!cf_cuda_launch (stream, search_kernels[kernel], n_blocks,
            CF_SNAKE_PAIRS_THREADS, 0, &search, error))
      return FALSE;
  }
  cf_snake_plan_contours (&self->plan, layout, tasks, &rows, self->memory,
      self->task_memory, self->blocks_memory, &contours);
  return launch_contours (self, stream, layout, &contours, error)
         && cf_cuda_check (cf_cu.StreamSynchronize (on),
             "finish the work of a stream", error);
}

gboolean
cf_cuda_snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  CudaSnake *self = (CudaSnake *)snake;
  CfSnakeTasks layout;
  gboolean ok;

  cf_snake_tasks_init (&layout, &self->plan, n_tasks);
  if (!make_room (self, &layout, error)
      || !cf_cuda_enter (snake->device, error))
    return FALSE;
  ok = launch_all (self, stream, plane, tasks, &layout, error);
  cf_cuda_leave ();
  if (ok)
    cf_snake_tasks_read (&layout, self->task_memory, outcomes);
  return ok;
}
