/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours timed, for Python programs that measure them. */
#include "measure.h"
#include "engine/snake/cfsnake.h"
#include "counter.h"
#include "snakescene.h"

struct _SnakeMeasure {
  CfDevice *device;
  CfStream *stream;
  CfSnake *snake;
  CfPlane plane;
};

#ifdef SNAKE_COUNTING
_Thread_local int64_t counter_entries;
#else
static const int64_t counter_entries = -1;
#endif

G_STATIC_ASSERT (sizeof (CfSnakePoint) == 2 * sizeof (int32_t));

static void
tell (char *message, GError *error)
{
  g_strlcpy (message, error->message, 256);
  g_error_free (error);
}

void
snake_measure_free (SnakeMeasure *m)
{
  cf_snake_free (m->snake);
  if (m->stream)
    cf_stream_free (m->stream);
  if (m->device)
    cf_device_unref (m->device);
  g_free (m);
}

SnakeMeasure *
snake_measure_new (int32_t width, int32_t height, int32_t threads,
    const SnakeMeasureParams *p, char *message)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CPU, .threads = threads };
  const CfSnakeParams params = { .model = p->model,
    .target = p->target,
    .initial_step = p->initial_step,
    .min_segment = p->min_segment,
    .max_nodes = p->max_nodes,
    .max_iterations = p->max_iterations,
    .window = p->window };
  SnakeMeasure *m = g_new0 (SnakeMeasure, 1);
  GError *error = NULL;

  m->plane = (CfPlane){ .stride = width,
    .width = width,
    .height = height,
    .step = 1,
    .channels = 1,
    .bits = 8,
    .bytes = 1 };
  m->device = cf_device_open (&config, &error);
  if (m->device)
    m->stream = cf_stream_new (m->device, &error);
  if (m->stream)
    m->snake = cf_snake_new (m->device, &params, &m->plane, &error);
  if (m->snake)
    return m;
  tell (message, error);
  snake_measure_free (m);
  return NULL;
}

int32_t
snake_measure_run (SnakeMeasure *m, const uint8_t *samples,
    const SnakeMeasureStart *s, SnakeMeasureResult *result, char *message)
{
  const CfSnakeStart start = { .init = s->init,
    .x = s->x,
    .y = s->y,
    .width = s->width,
    .height = s->height,
    .points = (const CfSnakePoint *)s->points,
    .n_points = s->n_points,
    .window_width = s->window_width,
    .window_height = s->window_height };
  const CfSnakeContour *c;
  CfSnakeResult found;
  GError *error = NULL;
  gint64 began;

  m->plane.data = (guint8 *)samples;
#ifdef SNAKE_COUNTING
  counter_entries = 0;
#endif
  began = g_get_monotonic_time ();
  if (!cf_snake_run (
          m->snake, m->stream, &m->plane, &start, 1, &found, &error)) {
    tell (message, error);
    return 0;
  }
  *result = (SnakeMeasureResult){
    .seconds = (g_get_monotonic_time () - began) / 1e6,
    .entries = counter_entries,
  };
  if (found.n_contours == 0)
    return 1;
  c = &found.contours[0];
  result->n_points = c->n_points;
  result->points = (const int32_t *)c->points;
  result->phases = c->iterations;
  result->levels = c->levels;
  result->converged = c->converged;
  result->window_width = c->window_width;
  result->window_height = c->window_height;
  result->area = c->area;
  return 1;
}

void
snake_measure_fill (const int32_t *points, int32_t n, int32_t width,
    int32_t height, uint8_t *inside)
{
  polygon_fill ((const CfSnakePoint *)points, n, width, height, inside);
}

void
snake_measure_draw (int32_t width, int32_t height, int32_t shape, int32_t noise,
    double scale, double angle, double x, double y, int32_t dark, uint64_t seed,
    uint8_t *samples, uint8_t *truth)
{
  const Scene scene = { .width = width,
    .height = height,
    .shape = shape,
    .noise = noise,
    .scale = scale,
    .angle = angle,
    .x = x,
    .y = y,
    .dark = dark };
  Random random;

  random_init (&random, seed, "measure");
  scene_render (&scene, &random, samples, truth);
}
