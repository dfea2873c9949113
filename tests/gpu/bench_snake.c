/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times whole segmentations: from a picture in the GPU's memory to contours on
 * the host, launches and waits included; one core of the CPU beside them, which
 * must find the same.
 *
 *   bench_snake > figures.json
 *   bench_snake --once             each segmentation once, for a profiler
 *   bench_snake --short            512x512 and 1920x1080, no CPU
 *
 * Noise is normal, its ratio of contrast 1. "cold" searches a start; "tracked"
 * begins with the contour of the frame before, from which the target has moved
 * by 4 pixels. A figure is the median of many runs over four pictures of
 * different shapes (large ones: one). */
#include "kernelbench.h"

#include "engine/snake/cfsnake.h"
#include "snakescene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PICTURES_MAX 4
#define SECONDS 0.3
#define RUNS_MIN 7
#define RUNS_MAX 400

typedef struct {
  const gchar *name;
  gint width, height, bits;
  gboolean tracked;
  guint n_pictures;
} Kind;

static const Kind kinds[] = {
  { "cold", 512, 512, 8, FALSE, 4 },
  { "tracked", 512, 512, 8, TRUE, 4 },
  { "cold", 1920, 1080, 8, FALSE, 4 },
  { "tracked", 1920, 1080, 8, TRUE, 4 },
  { "cold", 1920, 1080, 16, FALSE, 4 },
  { "cold", 5000, 3000, 8, FALSE, 1 },
  { "cold", 10000, 10000, 8, FALSE, 1 },
  { "cold", 12500, 12000, 8, FALSE, 1 },
};

#define N_SHORT 4

typedef struct {
  CfDevice *device;
  CfStream *stream;
  CfSnake *snake;
  CfPlane planes[PICTURES_MAX];
} Side;

typedef struct {
  const Kind *kind;
  gsize size;
  guint8 *samples[PICTURES_MAX]; /* on the host */
  CfSnakeStart starts[PICTURES_MAX];
  CfSnakePoint *points[PICTURES_MAX]; /* of starts */
  Side gpu, cpu;
} Snakes;

static void
side_open (Side *self, const Snakes *s, CfBackendType type)
{
  const CfSnakeParams params = CF_SNAKE_PARAMS_DEFAULT;
  const CfDeviceConfig config = { .type = type, .id = -1, .threads = 1 };
  const gint bytes = (s->kind->bits + 7) / 8;
  GError *error = NULL;
  guint i;

  self->device = cf_device_open (&config, &error);
  if (self->device)
    self->stream = cf_stream_new (self->device, &error);
  for (i = 0; self->stream && i < s->kind->n_pictures; i++) {
    CfPlane *p = &self->planes[i];

    *p = (CfPlane){ .stride = s->kind->width * bytes,
      .width = s->kind->width,
      .height = s->kind->height,
      .step = 1,
      .channels = 1,
      .bits = s->kind->bits,
      .bytes = bytes };
    if (type == CF_BACKEND_CPU) {
      p->data = s->samples[i];
      continue;
    }
    p->data = cf_device_alloc (self->device, s->size, &error);
    if (!p->data
        || !cf_stream_upload (self->stream, p->data, s->size, s->samples[i],
            s->size, s->size, 1, &error))
      die ("no picture", error);
  }
  if (self->stream)
    self->snake =
        cf_snake_new (self->device, &params, &self->planes[0], &error);
  if (!self->snake)
    die ("no segmentation", error);
}

static void
side_close (Side *self, const Snakes *s)
{
  guint i;

  cf_snake_free (self->snake);
  if (!cf_device_is_unified (self->device))
    for (i = 0; i < s->kind->n_pictures; i++)
      cf_device_free (self->device, self->planes[i].data);
  cf_stream_free (self->stream);
  cf_device_unref (self->device);
}

static void
side_run (Side *self, const Snakes *s, guint i, CfSnakeResult *result)
{
  GError *error = NULL;

  if (!cf_snake_run (self->snake, self->stream, &self->planes[i], &s->starts[i],
          1, result, &error))
    die ("a segmentation failed", error);
}

/* The picture; 16 bits are 8 with others below. */
static void
render (const Scene *scene, Random *random, gint bits, guint8 *samples)
{
  const gsize n = (gsize)scene->width * scene->height;
  guint8 *truth = g_malloc (n), *eight = bits == 8 ? samples : g_malloc (n);
  gsize i;

  scene_render (scene, random, eight, truth);
  if (bits == 16) {
    for (i = 0; i < n; i++)
      ((guint16 *)samples)[i] = eight[i] << 8 | (random_next (random) >> 56);
    g_free (eight);
  }
  g_free (truth);
}

static void
snakes_open (Snakes *s, const Kind *kind)
{
  static const Shape shapes[PICTURES_MAX] = { SHAPE_DISC, SHAPE_STAR,
    SHAPE_ELLIPSE, SHAPE_DISCS };
  Scene scenes[PICTURES_MAX];
  CfSnakeResult result;
  Random random;
  guint i;

  *s = (Snakes){ .kind = kind };
  s->size = (gsize)kind->width * kind->height * ((kind->bits + 7) / 8);
  random_init (&random, 1, kind->name);
  for (i = 0; i < kind->n_pictures; i++) {
    scenes[i] =
        scene_draw (kind->width, kind->height, shapes[i], NOISE_1, &random);
    s->samples[i] = g_malloc (s->size);
    render (&scenes[i], &random, kind->bits, s->samples[i]);
    s->starts[i] = (CfSnakeStart){ .init = CF_SNAKE_SEARCH };
  }
  if (kind->tracked) {
    /* the frames before */
    side_open (&s->cpu, s, CF_BACKEND_CPU);
    for (i = 0; i < kind->n_pictures; i++) {
      const CfSnakeContour *c;

      side_run (&s->cpu, s, i, &result);
      if (result.n_contours != 1)
        die ("a target was not found", NULL);
      c = result.contours;
      s->points[i] = g_memdup2 (c->points, c->n_points * sizeof *c->points);
      s->starts[i] = (CfSnakeStart){ .init = CF_SNAKE_POLYGON,
        .points = s->points[i],
        .n_points = c->n_points,
        .window_width = c->window_width,
        .window_height = c->window_height };
      scenes[i].x += 4;
      render (&scenes[i], &random, kind->bits, s->samples[i]);
    }
    side_close (&s->cpu, s);
  }
  side_open (&s->gpu, s, CF_BACKEND_CUDA);
  side_open (&s->cpu, s, CF_BACKEND_CPU);
}

static void
snakes_close (Snakes *s)
{
  guint i;

  side_close (&s->gpu, s);
  side_close (&s->cpu, s);
  for (i = 0; i < s->kind->n_pictures; i++) {
    g_free (s->samples[i]);
    g_free (s->points[i]);
  }
}

/* Median of a run's microseconds; each picture in turn. */
static gdouble
measure (const Snakes *s, Side *side, gint runs_min)
{
  gdouble us[RUNS_MAX];
  gint64 end = 0;
  gint n = 0, i;

  for (i = 0; n < RUNS_MAX; i++) {
    CfSnakeResult result;
    const gint64 begin = g_get_monotonic_time ();

    side_run (side, s, i % s->kind->n_pictures, &result);
    if (i == 0) /* warms up */
      end = begin + (gint64)(SECONDS * G_USEC_PER_SEC);
    else
      us[n++] = g_get_monotonic_time () - begin;
    if (n >= runs_min && g_get_monotonic_time () > end)
      break;
  }
  return median_of (us, n);
}

static void
expect_same (const CfSnakeContour *a, const CfSnakeContour *b)
{
  if (a->n_points != b->n_points
      || memcmp (a->points, b->points, a->n_points * sizeof *a->points) != 0)
    die ("contours of the GPU and the CPU differ", NULL);
}

static void
bench_kind (const Kind *kind, gboolean once, gboolean with_cpu, gboolean first)
{
  guint phases = 0, levels = 0, nodes = 0, i;
  gdouble gpu, cpu;
  Snakes s;

  snakes_open (&s, kind);
  for (i = 0; i < kind->n_pictures; i++) {
    CfSnakeResult on_gpu, on_cpu;

    side_run (&s.gpu, &s, i, &on_gpu);
    side_run (&s.cpu, &s, i, &on_cpu);
    if (on_cpu.n_contours != 1 || on_gpu.n_contours != 1)
      die ("a target was not found", NULL);
    expect_same (on_gpu.contours, on_cpu.contours);
    phases += on_gpu.contours->iterations;
    levels += on_gpu.contours->levels;
    nodes += on_gpu.contours->n_points;
  }
  if (!once) {
    gpu = measure (&s, &s.gpu, RUNS_MIN);
    cpu = with_cpu ? measure (&s, &s.cpu, 3) : 0;
    printf ("%s\n  {\"name\": \"snake %s\", \"bits\": %d, \"width\": %d, "
            "\"height\": %d,\n   \"us\": %.1f, \"cpu_one_core_us\": %.1f, "
            "\"phases\": %.1f, \"levels\": %.1f, \"nodes\": %.1f}",
        first ? "" : ",", kind->name, kind->bits, kind->width, kind->height,
        gpu, cpu, (gdouble)phases / kind->n_pictures,
        (gdouble)levels / kind->n_pictures, (gdouble)nodes / kind->n_pictures);
    fflush (stdout);
  }
  snakes_close (&s);
}

int
main (int argc, char **argv)
{
  gboolean once = argc > 1 && strcmp (argv[1], "--once") == 0;
  gboolean is_short = argc > 1 && strcmp (argv[1], "--short") == 0;
  guint n = once || is_short ? N_SHORT : G_N_ELEMENTS (kinds), i;

  printf ("[");
  for (i = 0; i < n; i++)
    bench_kind (&kinds[i], once, !is_short, i == 0);
  printf ("\n]\n");
  return 0;
}
