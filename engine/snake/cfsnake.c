/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours: parameters and starts judged, and the way to the backend. */
#include "engine/snake/cfsnake.h"
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "engine/snake/cfsnakemove.h"

#include <math.h>

#define POLYGON_STEP 8
/* Pixels to both sides of a window's edge: noise bends outlines by so much. */
#define EDGE_WIDTH 1

static gboolean
check_range (
    const gchar *name, gint value, gint least, gint most, GError **error)
{
  if (value >= least && value <= most)
    return TRUE;
  return cf_refuse (
      error, "%s must be from %d to %d, but is %d", name, least, most, value);
}

gboolean
cf_snake_params_validate (const CfSnakeParams *p, GError **error)
{
  if ((guint)p->model > CF_SNAKE_POOLED)
    return cf_refuse (error, "There is no model %d", p->model);
  if ((guint)p->target > CF_SNAKE_TARGET_DARK)
    return cf_refuse (error, "There is no target %d", p->target);
  if (!check_range (
          "initial-step", p->initial_step, 0, CF_SNAKE_SIDE_MAX, error)
      || !check_range (
          "min-segment", p->min_segment, 1, CF_SNAKE_SIDE_MAX, error)
      || !check_range ("max-nodes", p->max_nodes, 4, CF_SNAKE_NODES_MAX, error)
      || !check_range ("max-iterations", p->max_iterations, 1,
          CF_SNAKE_ITERATIONS_MAX, error))
    return FALSE;
  if (p->window == 0 || (p->window >= 1 && p->window <= CF_SNAKE_WINDOW_MAX))
    return TRUE;
  return cf_refuse (error,
      "window must be 0 (the whole picture) or from 1 to %d, but is %g",
      CF_SNAKE_WINDOW_MAX, p->window);
}

static gboolean
check_rectangle (const CfSnakeStart *s, gint width, gint height, GError **error)
{
  if (s->width < 1 || s->height < 1)
    return cf_refuse (error,
        "A start rectangle must have an area, but is %dx%d pixels", s->width,
        s->height);
  if (s->x >= 0 && s->y >= 0 && s->x < width && s->y < height
      && s->width <= width - s->x && s->height <= height - s->y)
    return TRUE;
  return cf_refuse (error,
      "The start rectangle %d,%d,%d,%d is not within the picture of %dx%d "
      "pixels",
      s->x, s->y, s->width, s->height, width, height);
}

static gboolean
check_polygon (const CfSnakeStart *s, const CfSnakeParams *params, gint width,
    gint height, GError **error)
{
  guint i;

  if (s->n_points < CF_SNAKE_NODES_MIN
      || s->n_points > (guint)params->max_nodes)
    return cf_refuse (error,
        "A start polygon must have from %d to max-nodes = %d nodes, but has %u",
        CF_SNAKE_NODES_MIN, params->max_nodes, s->n_points);
  for (i = 0; i < s->n_points; i++)
    if (s->points[i].x < 0 || s->points[i].x > width || s->points[i].y < 0
        || s->points[i].y > height)
      return cf_refuse (error,
          "Node %u of the start polygon, %d,%d, is not within the picture of "
          "%dx%d pixels",
          i, s->points[i].x, s->points[i].y, width, height);
  for (i = 0; i < s->n_points; i++)
    if (cf_snake_segment_touches (s->points, s->n_points, i, 0, 1))
      return cf_refuse (
          error, "The start polygon touches itself at its segment %u", i);
  return TRUE;
}

gboolean
cf_snake_start_validate (const CfSnakeStart *start, const CfSnakeParams *params,
    gint width, gint height, GError **error)
{
  if (start->init != CF_SNAKE_SEARCH
      && (start->window_width < 0 || start->window_width > CF_SNAKE_SIDE_MAX
          || start->window_height < 0
          || start->window_height > CF_SNAKE_SIDE_MAX
          || (start->window_width == 0) != (start->window_height == 0)))
    return cf_refuse (error,
        "A start's window must have both sides from 1 to %d pixels, or both 0, "
        "but is %dx%d",
        CF_SNAKE_SIDE_MAX, start->window_width, start->window_height);
  switch (start->init) {
    case CF_SNAKE_SEARCH:
      return TRUE;
    case CF_SNAKE_RECTANGLE:
      return check_rectangle (start, width, height, error);
    case CF_SNAKE_POLYGON:
      return check_polygon (start, params, width, height, error);
  }
  return cf_refuse (error, "There is no start %d", start->init);
}

CfSnake *
cf_snake_new (CfDevice *device, const CfSnakeParams *params,
    const CfPlane *plane, GError **error)
{
  CfSnake description = { .device = device, .params = *params };
  CfSnake *snake;

  if (!cf_snake_params_validate (params, error)
      || !cf_plane_validate (plane, error))
    return NULL;
  if (plane->channels != 1) {
    cf_refuse (
        error, "A contour is found in one channel, not in %d", plane->channels);
    return NULL;
  }
  if (MAX (plane->width, plane->height) > CF_SNAKE_SIDE_MAX) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "Contours are found in pictures of at most %d pixels a side, not %dx%d",
        CF_SNAKE_SIDE_MAX, plane->width, plane->height);
    return NULL;
  }
  if (!device->backend->snake_new) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The %s backend finds no contours yet", device->backend->name);
    return NULL;
  }
  description.plane = *plane;
  description.plane.data = NULL;
  description.plane.stride = 0;

  snake = device->backend->snake_new (&description, error);
  if (snake)
    cf_device_ref (device);
  return snake;
}

void
cf_snake_free (CfSnake *snake)
{
  CfDevice *device;

  if (!snake)
    return;
  device = snake->device;
  device->backend->snake_free (snake);
  cf_device_unref (device);
}

static gint
window_side (gint side, gint given, gdouble factor)
{
  if (given > 0)
    return MAX (given, side);
  return MAX ((gint)ceil (factor * side), side + 2 * CF_SNAKE_MARGIN);
}

/* Around the box of the start's points, within the picture. */
static void
set_window (CfSnakeTask *task, const CfSnakeStart *start,
    const CfSnakeParams *params, const CfPlane *plane)
{
  CfSnakePoint low = { G_MAXINT, G_MAXINT }, high = { 0, 0 };
  gint width, height;
  guint i;

  task->right = plane->width;
  task->bottom = plane->height;
  if (task->n_points == 0 || (params->window == 0 && start->window_width == 0))
    return;
  for (i = 0; i < task->n_points; i++) {
    low.x = MIN (low.x, task->points[i].x);
    low.y = MIN (low.y, task->points[i].y);
    high.x = MAX (high.x, task->points[i].x);
    high.y = MAX (high.y, task->points[i].y);
  }
  width = window_side (high.x - low.x, start->window_width, params->window);
  height = window_side (high.y - low.y, start->window_height, params->window);
  task->window_width = width;
  task->window_height = height;
  task->left = low.x - (width - (high.x - low.x)) / 2;
  task->top = low.y - (height - (high.y - low.y)) / 2;
  task->right = MIN (task->left + width, plane->width);
  task->bottom = MIN (task->top + height, plane->height);
  task->left = MAX (task->left, 0);
  task->top = MAX (task->top, 0);
}

static gboolean
runs_clockwise (const CfSnakePoint *p, guint n)
{
  gint64 twice_area = 0;
  guint i;

  for (i = 0; i < n; i++) {
    const CfSnakePoint a = p[i], b = p[(i + 1) % n];

    twice_area += (gint64)a.x * b.y - (gint64)b.x * a.y;
  }
  return twice_area > 0; /* y grows downwards */
}

static void
set_task (CfSnakeTask *task, const CfSnakeStart *start,
    const CfSnakeParams *params, const CfPlane *plane)
{
  const CfSnakePoint corners[4] = { { start->x, start->y },
    { start->x, start->y + start->height },
    { start->x + start->width, start->y + start->height },
    { start->x + start->width, start->y } };
  guint i;

  *task = (CfSnakeTask){ .step = params->initial_step };
  if (start->init == CF_SNAKE_RECTANGLE) {
    for (i = 0; i < 4; i++)
      task->corners[i] = corners[i];
    task->points = task->corners;
    task->n_points = 4;
  } else if (start->init == CF_SNAKE_POLYGON) {
    task->points = start->points;
    task->n_points = start->n_points;
    task->is_tracked = TRUE;
    task->reverse = runs_clockwise (start->points, start->n_points);
  }
  set_window (task, start, params, plane);

  if (task->step == 0 && start->init == CF_SNAKE_POLYGON)
    task->step = POLYGON_STEP;
  if (task->step == 0 && start->init == CF_SNAKE_RECTANGLE)
    for (task->step = 1; 2 * task->step < MAX (task->right - task->left,
                             task->bottom - task->top);)
      task->step *= 2;
}

static gdouble
variance (CfSnakeSums r)
{
  return cf_snake_scatter (r) / ((gdouble)r.n * r.n);
}

/* TRUE if a segment with these coordinates, of x or of y, runs along one of the
 * window's edges, low and high, that lies within the picture. */
static gboolean
runs_along_edge (gint a, gint b, gint low, gint high, gint side)
{
  return (low > 0 && MAX (a, b) <= low + EDGE_WIDTH)
         || (high < side && MIN (a, b) >= high - EDGE_WIDTH);
}

static gdouble
share_at_window (
    const CfSnakeTask *task, const CfSnakeOutcome *o, const CfPlane *plane)
{
  gdouble length = 0, along = 0;
  guint i;

  for (i = 0; i < o->n_points; i++) {
    const CfSnakePoint a = o->points[i];
    const CfSnakePoint b = o->points[i + 1 < o->n_points ? i + 1 : 0];
    const gint64 dx = b.x - a.x, dy = b.y - a.y;
    const gdouble segment = sqrt ((gdouble)(dx * dx + dy * dy));

    length += segment;
    if (runs_along_edge (a.x, b.x, task->left, task->right, plane->width)
        || runs_along_edge (a.y, b.y, task->top, task->bottom, plane->height))
      along += segment;
  }
  return along / length;
}

static void
set_contour (CfSnakeContour *contour, const CfSnakeTask *task,
    const CfSnakeOutcome *o, const CfPlane *plane, guint start)
{
  const CfSnakeSums in = o->inside;
  const CfSnakeSums out = cf_snake_sums_subtract (o->scene.all, in);

  *contour = (CfSnakeContour){ .start = start,
    .points = o->points,
    .n_points = o->n_points,
    .window_width = task->window_width,
    .window_height = task->window_height,
    .area = in.n,
    .mean_in = (gdouble)in.s / in.n,
    .mean_out = (gdouble)out.s / out.n,
    .variance_in = variance (in),
    .variance_out = variance (out),
    .criterion = o->criterion,
    .iterations = o->phases,
    .levels = o->levels,
    .converged = o->converged,
    .cut = share_at_window (task, o, plane) };
}

gboolean
cf_snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeStart *starts, guint n_starts, CfSnakeResult *result,
    GError **error)
{
  const CfPlane *p = &snake->plane;
  const gssize row = ((gssize)(p->width - 1) * p->step + 1) * p->bytes;
  guint n_searches = 0, i;

  *result = (CfSnakeResult){ snake->contours, 0 };
  if (!plane->data || !cf_plane_same_geometry (p, plane)
      || (p->height > 1 && plane->stride < row)
      || (p->bytes == 2 && (((gsize)plane->data | plane->stride) & 1)))
    return cf_refuse (error, "The plane is not of the prepared geometry, or "
                             "its memory or stride does not fit it");
  if (n_starts < 1 || n_starts > CF_SNAKE_STARTS_MAX)
    return cf_refuse (error,
        "Contours have from 1 to " G_STRINGIFY (
            CF_SNAKE_STARTS_MAX) " starts, not %u",
        n_starts);
  for (i = 0; i < n_starts; i++) {
    n_searches += starts[i].init == CF_SNAKE_SEARCH;
    if (n_searches > 1)
      return cf_refuse (error, "A picture is searched for one start, not more");
    if (!cf_snake_start_validate (
            &starts[i], &snake->params, p->width, p->height, error))
      return FALSE;
    set_task (&snake->tasks[i], &starts[i], &snake->params, p);
  }

  if (!snake->device->backend->snake_run (
          snake, stream, plane, snake->tasks, n_starts, snake->outcomes, error))
    return FALSE;
  for (i = 0; i < n_starts; i++) {
    const CfSnakeOutcome *o = &snake->outcomes[i];

    if (o->n_points > 0
        && cf_snake_is_target (&o->scene, o->inside, o->n_points))
      set_contour (
          &snake->contours[result->n_contours++], &snake->tasks[i], o, p, i);
  }
  return TRUE;
}

gboolean
cf_snake_observe (
    CfSnake *snake, CfSnakeObserver observer, gpointer data, GError **error)
{
  if (!snake->device->backend->snake_observable) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The %s backend shows no contours on their way",
        snake->device->backend->name);
    return FALSE;
  }
  snake->observer = observer;
  snake->observer_data = data;
  return TRUE;
}
