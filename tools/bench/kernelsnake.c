/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole segmentations: from a picture in the device's memory to contours on the
 * host, launches and waits included; beside a GPU one core of the CPU, which
 * must find the same.
 *
 * Noise is normal, its ratio of contrast 1. "cold" searches a start; "tracked"
 * begins with the contour of the frame before, from which the target has moved
 * by 4 pixels. A figure is the median of many runs over four pictures of
 * different shapes (large ones: one). */
#include "kernels.h"

#include "engine/snake/cfsnake.h"
#include "jsontext.h"
#include "snakescene.h"

#include <string.h>

#define PICTURES_MAX 4
#define LARGE 2048 /* columns, from which on one picture is enough */
#define SECONDS 0.3
#define RUNS_MAX 400

typedef struct {
  CfDevice *device;
  CfStream *stream;
  CfSnake *snake;
  CfPlane planes[PICTURES_MAX];
} Side;

typedef struct {
  gsize size;
  guint n;
  guint8 *samples[PICTURES_MAX]; /* on the host */
  CfSnakeStart starts[PICTURES_MAX];
  CfSnakePoint *points[PICTURES_MAX]; /* of starts, or NULL */
} Snakes;

static void
side_open (Side *self, const KernelBench *b, const Snakes *s, gboolean is_peer)
{
  const CfSnakeParams params = CF_SNAKE_PARAMS_DEFAULT;
  const CfDeviceConfig config = { .type = CF_BACKEND_CPU, .threads = 1 };
  GError *error = NULL;
  guint i;

  self->device =
      is_peer ? cf_device_open (&config, &error) : cf_device_ref (b->device);
  if (self->device)
    self->stream = cf_stream_new (self->device, &error);
  for (i = 0; self->stream && i < s->n; i++) {
    CfPlane *p = &self->planes[i];

    *p = kernel_picture_plane (b, NULL, 0);
    p->stride = (gssize)b->width * b->bytes;
    p->data = cf_device_alloc (self->device, s->size, &error);
    if (!p->data
        || !cf_stream_upload (self->stream, p->data, s->size, s->samples[i],
            s->size, s->size, 1, &error)
        || !cf_stream_synchronize (self->stream, &error))
      kernel_die ("no picture", error);
  }
  if (self->stream)
    self->snake =
        cf_snake_new (self->device, &params, &self->planes[0], &error);
  if (!self->snake)
    kernel_die ("no segmentation", error);
}

static void
side_close (Side *self, const Snakes *s)
{
  guint i;

  cf_snake_free (self->snake);
  for (i = 0; i < s->n; i++)
    cf_device_free (self->device, self->planes[i].data);
  cf_stream_free (self->stream);
  cf_device_unref (self->device);
}

static const CfSnakeContour *
side_run (Side *self, const Snakes *s, guint i)
{
  GError *error = NULL;
  CfSnakeResult result;

  if (!cf_snake_run (self->snake, self->stream, &self->planes[i], &s->starts[i],
          1, &result, &error))
    kernel_die ("a segmentation failed", error);
  if (result.n_contours != 1)
    kernel_die ("a target was not found", NULL);
  return result.contours;
}

/* The picture; 16 bits are 8 with others below. */
static void
render (
    const KernelBench *b, const Scene *scene, Random *random, guint8 *samples)
{
  const gsize n = (gsize)scene->width * scene->height;
  guint8 *truth = g_malloc (n), *eight = b->bytes == 1 ? samples : g_malloc (n);
  gsize i;

  scene_render (scene, random, eight, truth);
  if (b->bytes == 2) {
    for (i = 0; i < n; i++)
      ((guint16 *)samples)[i] = eight[i] << 8 | (random_next (random) >> 56);
    g_free (eight);
  }
  g_free (truth);
}

/* Starts where targets were in the frames before these. */
static void
track (const KernelBench *b, Snakes *s, Scene *scenes, Random *random)
{
  Side before;
  guint i;

  side_open (&before, b, s, TRUE);
  for (i = 0; i < s->n; i++) {
    const CfSnakeContour *c = side_run (&before, s, i);

    s->points[i] = g_memdup2 (c->points, c->n_points * sizeof *c->points);
    s->starts[i] = (CfSnakeStart){ .init = CF_SNAKE_POLYGON,
      .points = s->points[i],
      .n_points = c->n_points,
      .window_width = c->window_width,
      .window_height = c->window_height };
    scenes[i].x += 4;
    render (b, &scenes[i], random, s->samples[i]);
  }
  side_close (&before, s);
}

static void
snakes_init (Snakes *s, const KernelBench *b, gboolean tracked)
{
  static const Shape shapes[PICTURES_MAX] = { SHAPE_DISC, SHAPE_STAR,
    SHAPE_ELLIPSE, SHAPE_DISCS };
  Scene scenes[PICTURES_MAX];
  Random random;
  guint i;

  *s = (Snakes){ .size = (gsize)b->width * b->height * b->bytes,
    .n = b->width > LARGE ? 1 : PICTURES_MAX };
  random_init (&random, 1, tracked ? "tracked" : "cold");
  for (i = 0; i < s->n; i++) {
    scenes[i] = scene_draw (b->width, b->height, shapes[i], NOISE_1, &random);
    s->samples[i] = g_malloc (s->size);
    render (b, &scenes[i], &random, s->samples[i]);
    s->starts[i] = (CfSnakeStart){ .init = CF_SNAKE_SEARCH };
  }
  if (tracked)
    track (b, s, scenes, &random);
}

/* Median of a run's microseconds; each picture in turn. */
static gdouble
measure (const Snakes *s, Side *side, gint runs_min)
{
  const gint64 end =
      g_get_monotonic_time () + (gint64)(SECONDS * G_USEC_PER_SEC);
  gdouble us[RUNS_MAX];
  gint n;

  side_run (side, s, 0); /* warms up */
  for (n = 0; n < RUNS_MAX && (n < runs_min || g_get_monotonic_time () < end);
       n++) {
    const gint64 begin = g_get_monotonic_time ();

    side_run (side, s, (n + 1) % s->n);
    us[n] = g_get_monotonic_time () - begin;
  }
  return kernel_median_of (us, n);
}

/* Counts what was done, and compares with the peer where there is one. */
static void
add_counts (KernelBench *b, const Snakes *s, Side *ours, Side *peer)
{
  gdouble phases = 0, levels = 0, nodes = 0;
  guint i;

  for (i = 0; i < s->n; i++) {
    const CfSnakeContour *c = side_run (ours, s, i);
    const CfSnakeContour *other = peer ? side_run (peer, s, i) : c;

    if (c->n_points != other->n_points
        || memcmp (c->points, other->points, c->n_points * sizeof *c->points)
               != 0)
      kernel_die ("contours of the GPU and the CPU differ", NULL);
    phases += c->iterations;
    levels += c->levels;
    nodes += c->n_points;
  }
  json_add_named_number (b->json, "phases", phases / s->n);
  json_add_named_number (b->json, "levels", levels / s->n);
  json_add_named_number (b->json, "nodes", nodes / s->n);
}

static void
bench (KernelBench *b, gboolean tracked)
{
  const gchar *name = tracked ? "snake tracked" : "snake cold";
  Side ours, peer;
  gdouble us;
  Snakes s;
  guint i;

  snakes_init (&s, b, tracked);
  side_open (&ours, b, &s, FALSE);
  if (b->options->once) {
    side_run (&ours, &s, 0);
  } else {
    kernel_bench_begin (b, name, 0);
    if (b->is_gpu)
      side_open (&peer, b, &s, TRUE);
    add_counts (b, &s, &ours, b->is_gpu ? &peer : NULL);
    us = measure (&s, &ours, 7);
    json_add_named_number (b->json, "us", us);
    if (b->is_gpu) {
      json_add_named_number (
          b->json, "cpu_one_core_us", measure (&s, &peer, 3));
      side_close (&peer, &s);
    }
    kernel_bench_end (b, name, 0, "%8.3f ms%s", us / 1e3,
        b->is_gpu ? ", contours as the CPU's" : "");
  }
  side_close (&ours, &s);
  for (i = 0; i < s.n; i++) {
    g_free (s.samples[i]);
    g_free (s.points[i]);
  }
}

void
kernels_snake (KernelBench *b)
{
  bench (b, FALSE);
  if (b->bits == 8 && b->width <= LARGE)
    bench (b, TRUE);
}
