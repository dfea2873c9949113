/* Contours: memory, launches one behind the other, and one wait at the end. */
#include "snakeplan.h"
#include "cfsnakesearch.h"
#include "cudalimits.h"
#include "method.h"

typedef struct {
  CfSnake snake;
  CfSnakePlan plan;
  guint8 *memory;
  /* of as many tasks as there have been at once */
  CfSnakeTasks capacity;
  guint8 *task_memory;
  guint8 *staging; /* page-locked: what is uploaded, then what comes back */
} CudaSnake;

static const gconstpointer search_kernels[] = {
  (gconstpointer)cf_kernel_snake_cells,
  (gconstpointer)cf_kernel_snake_cell_rows,
  (gconstpointer)cf_kernel_snake_cell_columns,
  (gconstpointer)cf_kernel_snake_pairs
};

/* Clusters are compiled for compute capability 9.0 and above alone. */
static gboolean
find_blocks (guint *blocks, GError **error)
{
  struct cudaFuncAttributes attributes;

  if (!cf_cuda_check (cudaFuncGetAttributes (
                          &attributes, (gconstpointer)cf_kernel_snake_contour),
          "load a kernel", error))
    return FALSE;
  *blocks = attributes.ptxVersion >= 90 ? CF_SNAKE_CLUSTER : 1;
  return TRUE;
}

/* Everything that needs the device's context. */
static gboolean
prepare (CudaSnake *self, const CfSnake *description, GError **error)
{
  CfCudaLimits limits;
  guint blocks;
  gsize i;

  if (!cf_cuda_get_limits (&limits, error) || !find_blocks (&blocks, error))
    return FALSE;
  cf_snake_plan_init (
      &self->plan, description, limits.processors, limits.shared_block, blocks);
  if (!self->plan.has_block_memory
      && !cf_cuda_check (
          cudaFuncSetAttribute ((gconstpointer)cf_kernel_snake_contour,
              cudaFuncAttributeMaxDynamicSharedMemorySize, limits.shared_block),
          "load a kernel", error))
    return FALSE;
  if (!cf_cuda_load_kernel (
          description->device, (gconstpointer)cf_kernel_snake_rows, error))
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (search_kernels); i++)
    if (!cf_cuda_load_kernel (description->device, search_kernels[i], error))
      return FALSE;

  self->memory =
      cf_cuda_device_alloc (description->device, self->plan.size, error);
  return self->memory
         && cf_cuda_check (cudaMemset (self->memory + self->plan.state_at, 0,
                               self->plan.size - self->plan.state_at),
             "clear memory", error);
}

CfSnake *
cf_cuda_snake_new (const CfSnake *description, GError **error)
{
  CudaSnake *self = g_new0 (CudaSnake, 1);
  gboolean ok;

  self->snake = *description;
  ok = cf_cuda_enter (description->device, error);
  if (ok) {
    ok = prepare (self, description, error);
    cf_cuda_leave ();
  }
  if (ok)
    return &self->snake;
  cf_cuda_snake_free (&self->snake);
  return NULL;
}

static void
free_task_memory (CudaSnake *self)
{
  if (self->task_memory)
    cf_cuda_device_free (self->snake.device, self->task_memory);
  if (self->staging)
    cf_cuda_host_free (self->snake.device, self->staging);
  self->task_memory = self->staging = NULL;
  self->capacity.n_tasks = 0;
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
  if (tasks->n_tasks <= self->capacity.n_tasks)
    return TRUE;
  free_task_memory (self);
  self->task_memory =
      cf_cuda_device_alloc (self->snake.device, tasks->size, error);
  self->staging =
      self->task_memory ? cf_cuda_host_alloc (self->snake.device,
          tasks->outcomes_at + tasks->outcome_size * tasks->n_tasks, error)
                        : NULL;
  if (!self->staging)
    return FALSE;
  self->capacity = *tasks;
  return TRUE;
}

static gboolean
launch_contours (CudaSnake *self, cudaStream_t stream, guint n_tasks,
    CfKernelSnake *argument, GError **error)
{
  cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeClusterDimension,
    .val.clusterDim = { self->plan.blocks, 1, 1 } };
  cudaLaunchConfig_t config = {
    .gridDim = { n_tasks * self->plan.blocks, 1, 1 },
    .blockDim = { CF_SNAKE_THREADS, 1, 1 },
    .dynamicSmemBytes = self->plan.has_block_memory ? 0 : self->plan.shared,
    .stream = stream,
    .attrs = &attribute,
    .numAttrs = self->plan.blocks > 1,
  };
  gpointer arguments[] = { argument };

  return cf_cuda_check (cudaLaunchKernelExC (&config,
                            (gconstpointer)cf_kernel_snake_contour, arguments),
      "launch a kernel", error);
}

static gboolean
launch_all (CudaSnake *self, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, const CfSnakeTasks *layout, gboolean is_search,
    GError **error)
{
  cudaStream_t on = ((CfCudaStream *)stream)->stream;
  const gsize outcomes_size = layout->outcome_size * layout->n_tasks;
  CfKernelSnakeRows rows;
  CfKernelSnake contours;
  guint n_blocks;
  gint i;

  if (!cf_cuda_check (cudaMemcpyAsync (self->task_memory, self->staging,
                          layout->upload_size, cudaMemcpyHostToDevice, on),
          "upload", error))
    return FALSE;
  n_blocks = cf_snake_plan_rows (
      &self->plan, plane, tasks, layout->n_tasks, self->memory, &rows);
  if (!cf_cuda_launch (stream, (gconstpointer)cf_kernel_snake_rows, n_blocks,
          CF_SNAKE_ROWS_THREADS, 0, &rows, error))
    return FALSE;
  for (i = 0; i < (is_search ? CF_SNAKE_SEARCH_LAUNCHES : 0); i++) {
    CfKernelSnakeSearch search;
    const gint kernel = cf_snake_plan_search (
        &self->plan, &rows, i, self->memory, &search, &n_blocks);

    if (!cf_cuda_launch (stream, search_kernels[kernel], n_blocks,
            CF_SNAKE_PAIRS_THREADS, 0, &search, error))
      return FALSE;
  }
  cf_snake_plan_contours (
      &self->plan, layout, &rows, self->memory, self->task_memory, &contours);
  return launch_contours (self, on, layout->n_tasks, &contours, error)
         && cf_cuda_check (cudaMemcpyAsync (self->staging + layout->outcomes_at,
                               self->task_memory + layout->outcomes_at,
                               outcomes_size, cudaMemcpyDeviceToHost, on),
             "download", error)
         && cf_cuda_check (
             cudaStreamSynchronize (on), "finish the work of a stream", error);
}

gboolean
cf_cuda_snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  CudaSnake *self = (CudaSnake *)snake;
  CfSnakeTasks layout;
  gboolean is_search, ok;

  cf_snake_tasks_init (&layout, &self->plan, n_tasks);
  if (!make_room (self, &layout, error))
    return FALSE;
  is_search = cf_snake_tasks_write (&layout, &self->plan, tasks, self->staging);
  if (!cf_cuda_enter (snake->device, error))
    return FALSE;
  ok = launch_all (self, stream, plane, tasks, &layout, is_search, error);
  cf_cuda_leave ();
  if (ok)
    cf_snake_tasks_read (&layout, self->staging + layout.outcomes_at, outcomes);
  return ok;
}
