/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests of contours share: pictures on the device, and runs. */
#include "snakecase.h"
#include "engine/core/cferror.h"

#include <math.h>
#include <string.h>

const CfSnakeParams snake_defaults = CF_SNAKE_PARAMS_DEFAULT;
const CfSnakeStart snake_search = { .init = CF_SNAKE_SEARCH };

CfPlane
snake_plane (gint width, gint height)
{
  return (CfPlane){ .width = width,
    .height = height,
    .step = 1,
    .channels = 1,
    .bits = 8,
    .bytes = 1 };
}

static gboolean
open_cpu (SnakeCase *sc, const CfSnakeParams *params, GError **error)
{
  if (!target_open (&sc->cpu, CF_BACKEND_CPU, 0, error))
    return FALSE;
  sc->on_cpu = cf_snake_new (sc->cpu.device, params, &sc->plane, error);
  return sc->on_cpu != NULL;
}

gboolean
snake_case_open (SnakeCase *sc, Tester *t, const CfSnakeParams *params,
    const CfPlane *geometry)
{
  const gsize row = (gsize)geometry->width * geometry->step * geometry->bytes;
  GError *error = NULL;

  *sc = (SnakeCase){ .t = t, .plane = *geometry };
  sc->size = row * geometry->height;
  sc->plane.stride = row;
  sc->snake = cf_snake_new (t->target.device, params, geometry, &error);
  if (sc->snake)
    sc->plane.data = cf_device_alloc (t->target.device, sc->size, &error);
  if (sc->plane.data
      && (cf_device_is_unified (t->target.device)
          || open_cpu (sc, params, &error)))
    return TRUE;
  if (g_error_matches (error, CF_ERROR, CF_ERROR_UNSUPPORTED)) {
    tester_skip (t, error->message);
    g_error_free (error);
  } else {
    tester_no_error (t, FALSE, error, "preparing contours");
  }
  snake_case_close (sc);
  return FALSE;
}

void
snake_case_close (SnakeCase *sc)
{
  cf_snake_free (sc->snake);
  cf_device_free (sc->t->target.device, sc->plane.data);
  cf_snake_free (sc->on_cpu);
  if (sc->cpu.device)
    target_close (&sc->cpu);
}

static gboolean
check_contour (const CfPlane *p, const CfSnakeContour *c, GString *why)
{
  gint64 twice_area = 0;

  if (!polygon_is_simple (c->points, c->n_points)) {
    g_string_append (why, "the polygon touches itself");
    return FALSE;
  }
  for (guint i = 0; i < c->n_points; i++) {
    const CfSnakePoint a = c->points[i], b = c->points[(i + 1) % c->n_points];

    if (a.x < 0 || a.y < 0 || a.x > p->width || a.y > p->height) {
      g_string_append_printf (why, "%d,%d is outside", a.x, a.y);
      return FALSE;
    }
    twice_area += (gint64)a.y * b.x - (gint64)a.x * b.y;
  }
  if (twice_area <= 0 || c->area < 1 || !isfinite (c->criterion)
      || c->variance_in < 0 || c->variance_out < 0) {
    g_string_append_printf (why,
        "twice the area %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
        " pixels, J %g, variances %g and %g",
        twice_area, c->area, c->criterion, c->variance_in, c->variance_out);
    return FALSE;
  }
  return TRUE;
}

static gboolean
is_same (const CfSnakeContour *a, const CfSnakeContour *b)
{
  return a->start == b->start && a->n_points == b->n_points
         && memcmp (a->points, b->points, a->n_points * sizeof *a->points) == 0
         && a->window_width == b->window_width
         && a->window_height == b->window_height && a->area == b->area
         && a->mean_in == b->mean_in && a->mean_out == b->mean_out
         && a->variance_in == b->variance_in
         && a->variance_out == b->variance_out && a->criterion == b->criterion
         && a->iterations == b->iterations && a->levels == b->levels
         && a->converged == b->converged && a->cut == b->cut;
}

static gboolean
cpu_agrees (SnakeCase *sc, gconstpointer samples, const CfSnakeStart *starts,
    guint n_starts, const CfSnakeResult *result, GString *why)
{
  CfPlane plane = sc->plane;
  CfSnakeResult expected;
  GError *error = NULL;
  gboolean same;

  plane.data = (guint8 *)samples;
  if (!cf_snake_run (sc->on_cpu, sc->cpu.stream, &plane, starts, n_starts,
          &expected, &error)) {
    g_string_append_printf (why, "on the CPU: %s", error->message);
    g_error_free (error);
    return FALSE;
  }
  same = result->n_contours == expected.n_contours;
  for (guint i = 0; same && i < expected.n_contours; i++)
    same = is_same (&result->contours[i], &expected.contours[i]);
  if (!same)
    g_string_append (why, "the CPU finds another contour");
  return same;
}

gboolean
snake_case_run (SnakeCase *sc, gconstpointer samples,
    const CfSnakeStart *starts, guint n_starts, CfSnakeResult *result,
    GString *why)
{
  GError *error = NULL;
  gboolean ok = cf_stream_upload (sc->t->target.stream, sc->plane.data,
                    sc->size, samples, sc->size, sc->size, 1, &error)
                && cf_snake_run (sc->snake, sc->t->target.stream, &sc->plane,
                    starts, n_starts, result, &error);

  if (error)
    g_string_append (why, error->message);
  g_clear_error (&error);
  for (guint i = 0; ok && i < result->n_contours; i++)
    ok = check_contour (&sc->plane, &result->contours[i], why);
  if (ok && sc->on_cpu)
    ok = cpu_agrees (sc, samples, starts, n_starts, result, why);
  return ok;
}
