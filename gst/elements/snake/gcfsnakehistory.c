/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Remembers what a target has been like.
 *
 * Each number of a contour is compared with what the history leads to expect: a
 * median, or the last frame's, and for the place what the target's own speed
 * makes of it. A deviation counts in units of what is ordinary: a floor, and
 * several times how much the number varies in this very target. A contour is
 * another thing's if the squares of the four together pass 1. The floors were
 * chosen by lab/snake/targets. */
#include "gst/elements/snake/gcfsnakehistory.h"

#include <math.h>
#include <string.h>

/* Limits the contrast: where a target has gone, what is found instead has
 * nearly the background's grey. */
#define MEAN_FLOOR 0.5
/* Likewise; the background is another where a camera or the target moves. */
#define CONTRAST_FLOOR 0.75
/* Logarithm of 2.5, from one frame to the next */
#define SIZE_FLOOR 0.916
/* Part of the target's side, from one frame to the next */
#define PLACE_FLOOR 0.75
/* So many times what is usual for the target is still ordinary. */
#define USUAL 3.0
/* Contrasts below this many standard deviations do not tell it apart. */
#define CONTRAST_LEAST 0.5
/* Frames in a row that need not converge */
#define UNSETTLED_MAX 50

#define N_LOOKS GST_CUDA_SNAKE_MEMORY

static GcfSnakeLook
look_at (const CfSnakeContour *c)
{
  const gdouble least = CF_SNAKE_VARIANCE_MIN;
  CfSnakePoint low = c->points[0], high = low;
  guint i;

  for (i = 1; i < c->n_points; i++) {
    low.x = MIN (low.x, c->points[i].x);
    low.y = MIN (low.y, c->points[i].y);
    high.x = MAX (high.x, c->points[i].x);
    high.y = MAX (high.y, c->points[i].y);
  }
  return (GcfSnakeLook){ .mean = c->mean_in,
    .contrast = c->mean_in - c->mean_out,
    .noise = (sqrt (MAX (c->variance_in, least))
                 + sqrt (MAX (c->variance_out, least)))
             / 2,
    .size = cf_snake_ln ((gdouble)MAX (c->area, 1)),
    .side = sqrt ((gdouble)(high.x - low.x) * (high.y - low.y)),
    .x = (low.x + high.x) / 2.0,
    .y = (low.y + high.y) / 2.0 };
}

static gdouble
median (const gdouble *values, guint n)
{
  gdouble sorted[N_LOOKS];
  guint i, j;

  for (i = 0; i < n; i++) {
    for (j = i; j > 0 && sorted[j - 1] > values[i]; j--)
      sorted[j] = sorted[j - 1];
    sorted[j] = values[i];
  }
  return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

/* The median distance from it */
static gdouble
scatter (const gdouble *values, guint n, gdouble middle)
{
  gdouble distances[N_LOOKS];
  guint i;

  for (i = 0; i < n; i++)
    distances[i] = fabs (values[i] - middle);
  return median (distances, n);
}

/* Returns how far a value is from all remembered ones, in what is ordinary. */
static gdouble
deviation (gdouble value, const gdouble *values, guint n, gdouble floor)
{
  const gdouble middle = median (values, n);

  return fabs (value - middle) / (floor + USUAL * scatter (values, n, middle));
}

static gdouble
grey_deviation (const GcfSnakeHistory *self, const GcfSnakeLook *next)
{
  const guint n = self->n_looks;
  gdouble means[N_LOOKS], contrasts[N_LOOKS], noises[N_LOOKS];
  gdouble contrast, mean_part, contrast_part;
  guint i;

  for (i = 0; i < n; i++) {
    means[i] = self->looks[i].mean;
    contrasts[i] = self->looks[i].contrast;
    noises[i] = self->looks[i].noise;
  }
  contrast =
      MAX (fabs (median (contrasts, n)), CONTRAST_LEAST * median (noises, n));
  mean_part = deviation (next->mean, means, n, MEAN_FLOOR * contrast);
  contrast_part =
      deviation (next->contrast, contrasts, n, CONTRAST_FLOOR * contrast);
  return mean_part * mean_part + contrast_part * contrast_part;
}

static gdouble
size_deviation (const GcfSnakeHistory *self, const GcfSnakeLook *next)
{
  const guint n = self->n_looks;
  gdouble changes = 0, part;
  guint i;

  for (i = 1; i < n; i++)
    changes += fabs (self->looks[i].size - self->looks[i - 1].size);
  if (n > 1)
    changes /= n - 1;
  part = fabs (next->size - self->looks[n - 1].size)
         / (SIZE_FLOOR + USUAL * changes);
  return part * part;
}

/* Its speed, and what single frames differ from it by */
static void
measure_speed (
    const GcfSnakeHistory *self, gdouble *x, gdouble *y, gdouble *unsteady)
{
  const guint n = self->n_looks;
  gdouble dx[N_LOOKS], dy[N_LOOKS];
  guint i;

  *x = *y = *unsteady = 0;
  if (n < 2)
    return;
  for (i = 0; i + 1 < n; i++) {
    dx[i] = self->looks[i + 1].x - self->looks[i].x;
    dy[i] = self->looks[i + 1].y - self->looks[i].y;
  }
  *x = median (dx, n - 1);
  *y = median (dy, n - 1);
  for (i = 0; i + 1 < n; i++)
    *unsteady += hypot (dx[i] - *x, dy[i] - *y) / (n - 1);
}

static gdouble
place_deviation (
    const GcfSnakeHistory *self, const GcfSnakeLook *next, guint n_frames)
{
  const GcfSnakeLook *last = &self->looks[self->n_looks - 1];
  gdouble x, y, unsteady, part;

  measure_speed (self, &x, &y, &unsteady);
  part =
      hypot (next->x - last->x - n_frames * x, next->y - last->y - n_frames * y)
      / (PLACE_FLOOR * MAX (last->side, next->side)
          + USUAL * n_frames * unsteady);
  return part * part;
}

void
gcf_snake_history_get_speed (
    const GcfSnakeHistory *self, gdouble *x, gdouble *y)
{
  gdouble unsteady;

  measure_speed (self, x, y, &unsteady);
}

void
gcf_snake_history_add (GcfSnakeHistory *self, const CfSnakeContour *contour)
{
  if (self->n_looks == N_LOOKS)
    memmove (self->looks, self->looks + 1,
        sizeof (self->looks[0]) * --self->n_looks);
  self->looks[self->n_looks++] = look_at (contour);
  self->n_unsettled = contour->converged ? 0 : self->n_unsettled + 1;
}

gboolean
gcf_snake_history_explains (
    const GcfSnakeHistory *self, const CfSnakeContour *contour, guint n_frames)
{
  const GcfSnakeLook next = look_at (contour);

  return self->n_looks == 0
         || grey_deviation (self, &next) + size_deviation (self, &next)
                    + place_deviation (self, &next, n_frames)
                <= 1;
}

gboolean
gcf_snake_history_is_unsettled (const GcfSnakeHistory *self)
{
  return self->n_unsettled >= UNSETTLED_MAX;
}
