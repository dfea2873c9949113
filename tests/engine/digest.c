/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hashes results between the engine and the CPU backend. */
#include "digest.h"
#include "engine/core/cfbackend.h"
#include "filterclass.h"
#include "picture.h"

static GMutex lock;
static guint64 sum;
static guint runs;

/* FNV-1a; of numbers, not of bytes: processors may order these in two ways. */
static void
add (guint64 *hash, guint64 number)
{
  *hash = (*hash ^ number) * 0x100000001b3;
}

static void
finish (guint64 hash)
{
  g_mutex_lock (&lock);
  sum += hash;
  runs++;
  g_mutex_unlock (&lock);
}

static guint64
start (void)
{
  return 0xcbf29ce484222325;
}

static void
add_plane (guint64 *hash, const CfPlane *p)
{
  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      for (gint c = 0; c < p->channels; c++) {
        const guint8 *from = sample_address (p, x, y, c);
        guint16 wide;

        if (p->bytes == 1) {
          add (hash, *from);
        } else {
          memcpy (&wide, from, sizeof wide); /* odd addresses may be filled */
          add (hash, wide);
        }
      }
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  guint64 hash = start ();

  if (!filter_class_base (filter)->run (filter, stream, src, dst, error))
    return FALSE;
  for (guint i = 0; i < filter->n_planes; i++)
    add_plane (&hash, &dst[i]);
  finish (hash);
  return TRUE;
}

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  CfFilter *filter = cf_backend_cpu.filter_new (description, error);
  CfFilterClass *klass = filter_class_wrap (filter);

  if (klass)
    klass->run = filter_run;
  return filter;
}

static gboolean
snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  guint64 hash = start ();

  if (!cf_backend_cpu.snake_run (
          snake, stream, plane, tasks, n_tasks, outcomes, error))
    return FALSE;
  for (guint i = 0; i < n_tasks; i++) {
    const CfSnakeOutcome *o = &outcomes[i];
    guint64 criterion;

    for (guint j = 0; j < o->n_points; j++) {
      add (&hash, o->points[j].x);
      add (&hash, o->points[j].y);
    }
    add (&hash, o->n_points);
    if (o->n_points == 0)
      continue; /* the rest says nothing */
    memcpy (&criterion, &o->criterion, sizeof criterion);
    add (&hash, criterion);
    add (&hash, o->phases);
    add (&hash, o->converged);
  }
  finish (hash);
  return TRUE;
}

static gboolean
fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  guint64 hash = start ();

  if (!cf_backend_cpu.fill_run (stream, plane, spans, n_spans, values, error))
    return FALSE;
  add_plane (&hash, plane);
  finish (hash);
  return TRUE;
}

void
digest_install (void)
{
  static CfBackend table;

  table = cf_backend_cpu;
  table.filter_new = filter_new;
  table.snake_run = snake_run;
  table.fill_run = fill_run;
  cf_backend_override (CF_BACKEND_CPU, &table);
}

guint64
digest_take (guint *n_runs)
{
  guint64 taken = sum;

  *n_runs = runs;
  sum = 0;
  runs = 0;
  return taken;
}
