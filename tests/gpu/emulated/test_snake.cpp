/* Contours of the CUDA kernels, run on the CPU, beside those of the CPU
 * backend: the same polygons. A device of its own runs the kernels, as
 * cuda/snake/snake.c does on a GPU. */
#include "block.h"
#include "cuda/snake/snakeplan.h"
#include "engine/snake/cfsnakesearch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

struct EmulatedSnake {
  CfSnake snake;
  CfSnakePlan plan;
  guint8 *memory;
  guint8 *task_memory, *blocks_memory;
};

/* Of the next device's GPU. */
guint cluster, multiprocessors;
gsize shared_of_block;

CfKernelSnakeRows rows;
CfKernelSnakeSearch searching;
CfKernelSnake contours;
gint search_kernel;

void
run_rows ()
{
  cf_kernel_snake_rows (rows);
}

void
run_search ()
{
  static void (*const kernels[]) (const CfKernelSnakeSearch) = {
    cf_kernel_snake_cells, cf_kernel_snake_cell_rows,
    cf_kernel_snake_cell_columns, cf_kernel_snake_pairs
  };

  kernels[search_kernel](searching);
}

void
run_contours ()
{
  cf_kernel_snake_contour (contours);
}

void
run_large_contours ()
{
  cf_kernel_snake_large_contour (contours);
}

CfSnake *
snake_new (const CfSnake *description, GError **)
{
  EmulatedSnake *self = g_new0 (EmulatedSnake, 1);

  self->snake = *description;
  cf_snake_plan_init (
      &self->plan, description, multiprocessors, shared_of_block, cluster);
  self->memory = (guint8 *)g_malloc (self->plan.size);
  memset (self->memory, 0xa5, self->plan.size);
  memset (self->memory + self->plan.state_at, 0,
      self->plan.size - self->plan.state_at);
  return &self->snake;
}

void
snake_free (CfSnake *snake)
{
  EmulatedSnake *self = (EmulatedSnake *)snake;

  g_free (self->memory);
  g_free (self->task_memory);
  g_free (self->blocks_memory);
  g_free (self);
}

gboolean
snake_run (CfSnake *snake, CfStream *, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **)
{
  EmulatedSnake *self = (EmulatedSnake *)snake;
  CfSnakeTasks layout;
  guint n_blocks;
  gboolean is_search;

  cf_snake_tasks_init (&layout, &self->plan, n_tasks);
  g_free (self->task_memory);
  self->task_memory = (guint8 *)g_malloc (layout.size);
  memset (self->task_memory, 0xa5, layout.size);
  g_free (self->blocks_memory);
  self->blocks_memory = (guint8 *)g_malloc (layout.blocks_size);
  is_search = cf_snake_tasks_search (tasks, n_tasks);
  n_blocks = cf_snake_plan_rows (
      &self->plan, plane, tasks, n_tasks, self->memory, &rows);
  emulated_run (n_blocks, CF_SNAKE_ROWS_THREADS, 0, run_rows);
  for (gint i = 0; i < (is_search ? CF_SNAKE_SEARCH_LAUNCHES : 0); i++) {
    search_kernel = cf_snake_plan_search (
        &self->plan, &rows, i, self->memory, &searching, &n_blocks);
    emulated_run (n_blocks, CF_SNAKE_PAIRS_THREADS, 0, run_search);
  }
  cf_snake_plan_contours (&self->plan, &layout, tasks, &rows, self->memory,
      self->task_memory, self->blocks_memory, &contours);
  emulated_run (n_tasks * cluster, CF_SNAKE_THREADS, self->plan.shared,
      self->plan.is_large ? run_large_contours : run_contours, cluster);
  cf_snake_tasks_read (&layout, self->task_memory, outcomes);
  return TRUE;
}

gint
draw (GRand *random, gint first, gint last)
{
  return g_rand_int_range (random, first, last + 1);
}

/* Ellipses, brighter or darker, in noise. */
void
fill (GRand *random, guint8 *data, const CfPlane *p)
{
  const gint most = (1 << p->bits) - 1;
  const gdouble cx = draw (random, p->width / 4, p->width * 3 / 4);
  const gdouble cy = draw (random, p->height / 4, p->height * 3 / 4);
  const gdouble rx = draw (random, p->width / 12 + 2, p->width / 4 + 2);
  const gdouble ry = draw (random, p->height / 12 + 2, p->height / 4 + 2);
  const gdouble contrast = draw (random, -100, 100) / 100.0;
  const gdouble noise = draw (random, 2, 12) / 100.0;
  const bool is_flat = draw (random, 0, 9) == 0;

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++) {
      const gdouble dx = (x - cx) / rx, dy = (y - cy) / ry;
      gdouble v = 0.5 + (dx * dx + dy * dy < 1 ? contrast / 2 : 0);
      guint8 *at = data + y * p->stride + (gssize)x * p->step * p->bytes;
      guint value;

      for (gint i = 0; i < 4; i++)
        v += noise * (g_rand_double (random) - 0.5);
      value = is_flat ? most / 3 : CLAMP ((gint)(v * most), 0, most);
      value <<= p->shift;
      if (p->bytes == 1)
        *at = value;
      else
        *(guint16 *)at = value;
    }
}

/* What differs, or NULL. */
const gchar *
differ (const CfSnakeResult *a, const CfSnakeResult *b)
{
  if (a->n_contours != b->n_contours)
    return "numbers of contours";
  for (guint i = 0; i < a->n_contours; i++) {
    const CfSnakeContour *p = &a->contours[i], *q = &b->contours[i];

    if (p->start != q->start || p->n_points != q->n_points)
      return "numbers of points";
    if (memcmp (p->points, q->points, sizeof (CfSnakePoint) * p->n_points))
      return "points";
    if (p->area != q->area || p->criterion != q->criterion
        || p->iterations != q->iterations || p->levels != q->levels
        || p->converged != q->converged || p->cut != q->cut
        || p->mean_in != q->mean_in || p->variance_out != q->variance_out)
      return "numbers";
  }
  return NULL;
}

void
set_start (GRand *random, CfSnakeStart *start, const CfPlane *p,
    const CfSnakeResult *last)
{
  *start = CfSnakeStart{};
  start->init = CF_SNAKE_RECTANGLE;
  start->x = draw (random, 0, p->width - 2);
  start->y = draw (random, 0, p->height - 2);
  start->width = draw (random, 1, p->width - start->x);
  start->height = draw (random, 1, p->height - start->y);
  if (last && last->n_contours > 0 && draw (random, 0, 1)) {
    start->init = CF_SNAKE_POLYGON;
    start->points = last->contours[0].points;
    start->n_points = last->contours[0].n_points;
  }
}

/* Two pictures by both backends. */
gboolean
run_case (GRand *random, CfDevice *cpu, CfDevice *emulated, guint *n_found)
{
  CfSnakeParams params = {};
  CfPlane plane = {};
  CfStream *stream = cf_stream_new (cpu, NULL);
  CfSnake *snakes[2];
  CfSnakeResult results[2] = {};
  const gchar *why = NULL;
  GError *error = NULL;

  plane.width = draw (random, 3, 48);
  plane.height = draw (random, 3, 48);
  plane.bits = draw (random, 0, 1) ? 8 : draw (random, 9, 16);
  plane.bytes = plane.bits > 8 ? 2 : 1;
  plane.shift = plane.bits > 8 && draw (random, 0, 1) ? 16 - plane.bits : 0;
  plane.step = draw (random, 1, 3);
  plane.channels = 1;
  plane.stride =
      plane.width * plane.step * plane.bytes + 2 * draw (random, 0, 9);
  plane.data = (guint8 *)g_malloc0 (plane.stride * plane.height);

  params.model = (CfSnakeModel)draw (random, 0, 1);
  params.target = (CfSnakeTarget)draw (random, 0, 2);
  params.min_segment = draw (random, 1, 12);
  params.max_nodes = params.max_iterations = 512;
  params.window = 2.4;
  if (draw (random, 0, 3) == 0)
    params.max_nodes = draw (random, 4, 20);
  if (draw (random, 0, 3) == 0)
    params.max_iterations = draw (random, 1, 30);
  if (draw (random, 0, 2) == 0)
    params.window = draw (random, 0, 1) ? 0 : draw (random, 1, 6);

  cluster = 1 << draw (random, 0, 2);
  multiprocessors = draw (random, 1, 3);
  shared_of_block = draw (random, 0, 1) ? 100 << 10 : 0;
  snakes[0] = cf_snake_new (cpu, &params, &plane, &error);
  snakes[1] =
      snakes[0] ? cf_snake_new (emulated, &params, &plane, &error) : NULL;
  for (gint picture = 0; picture < 2 && snakes[1] && !why; picture++) {
    CfSnakeStart starts[3];
    CfSnakePoint points[32];
    const guint n_starts = draw (random, 1, 3);

    fill (random, plane.data, &plane);
    for (guint i = 0; i < n_starts; i++)
      set_start (random, &starts[i], &plane, picture ? &results[0] : NULL);
    if (draw (random, 0, 1))
      starts[draw (random, 0, n_starts - 1)].init = CF_SNAKE_SEARCH;
    for (guint i = 0; i < n_starts; i++)
      if (starts[i].init == CF_SNAKE_POLYGON) { /* which a run takes away */
        if (starts[i].n_points > G_N_ELEMENTS (points))
          starts[i].init = CF_SNAKE_RECTANGLE;
        else
          starts[i].points = (CfSnakePoint *)memcpy (points, starts[i].points,
              sizeof (CfSnakePoint) * starts[i].n_points);
      }
    if (!cf_snake_run (
            snakes[0], stream, &plane, starts, n_starts, &results[0], &error)
        || !cf_snake_run (
            snakes[1], stream, &plane, starts, n_starts, &results[1], &error))
      why = "a run failed";
    else
      why = differ (&results[0], &results[1]);
    *n_found += results[0].n_contours;
  }
  if (!snakes[1])
    why = "no snake";
  if (why)
    printf ("%dx%d, %d bits, cluster of %u, model %d, target %d, %d nodes, %d "
            "phases, window %g: %s (%u and %u contours) %s\n",
        plane.width, plane.height, plane.bits, cluster, params.model,
        params.target, params.max_nodes, params.max_iterations, params.window,
        why, results[0].n_contours, results[1].n_contours,
        error ? error->message : "");
  g_clear_error (&error);
  cf_snake_free (snakes[0]);
  cf_snake_free (snakes[1]);
  cf_stream_free (stream);
  g_free (plane.data);
  return why == NULL;
}

} // namespace

int
main (int argc, char **argv)
{
  const gint n = argc > 1 ? atoi (argv[1]) : 100;
  const guint seed = argc > 2 ? atoi (argv[2]) : 1;
  CfDeviceConfig config = {};
  CfBackend backend = {};
  CfDevice emulated = {};
  GError *error = NULL;
  CfDevice *cpu;
  guint passed = 0, n_found = 0;

  config.type = CF_BACKEND_CPU;
  config.threads = 1;
  cpu = cf_device_open (&config, &error);
  if (!cpu) {
    fprintf (stderr, "%s\n", error->message);
    return 1;
  }
  backend.name = "emulated";
  backend.snake_new = snake_new;
  backend.snake_free = snake_free;
  backend.snake_run = snake_run;
  emulated.backend = &backend;
  emulated.ref_count = 1;

  for (gint i = 0; i < n; i++) {
    GRand *random = g_rand_new_with_seed (seed * 100003 + i);

    if (run_case (random, cpu, &emulated, &n_found))
      passed++;
    else
      printf ("FAILED case %d of seed %u\n", i, seed);
    g_rand_free (random);
  }
  cf_device_unref (cpu);
  if (n_found < (guint)n / 4) {
    printf ("FAILED: %u contours alone were found\n", n_found);
    return 1;
  }
  printf ("%u passed, %u failed, 0 skipped (%u contours)\n", passed, n - passed,
      n_found);
  return passed < (guint)n;
}
