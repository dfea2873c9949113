/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Speed of global inpainting on the CPU beside the plain loop around FFTW that
 * anybody would write: two-dimensional transforms, planned with FFTW_MEASURE,
 * one thread. Runs are taken in turns; figures are medians, as JSON.
 *   bench_inpaint_global [WIDTH HEIGHT] */
#include "cpu/inpaint/inpaint_global.h"
#include "random.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITERATIONS 10
#define REPEATS 11
#define START 2000.0

/* FFTW's */
#define MEASURE 0u
#define DCT 5
#define INVERSE 4

typedef struct {
  void *(*malloc) (size_t size);
  void (*free) (void *memory);
  void *(*plan) (
      int height, int width, float *in, float *out, int, int, unsigned int);
  void (*execute) (void *plan);
  void (*destroy) (void *plan);
} Fftw;

typedef struct {
  gint width, height;
  gsize n;
  gfloat *samples, *result;
  guint32 *holes;
  guint8 *is_hole; /* the plain loop's */
} Plane;

static void
die (const gchar *what)
{
  fprintf (stderr, "bench_inpaint_global: %s\n", what);
  exit (EXIT_FAILURE);
}

static void *
symbol (void *library, const gchar *name)
{
  void *found = dlsym (library, name);

  if (!found)
    die (name);
  return found;
}

static void
fftw_load (Fftw *f)
{
  void *library = dlopen ("libfftw3f.so.3", RTLD_NOW | RTLD_LOCAL);

  if (!library)
    die (dlerror ());
  *(void **)&f->malloc = symbol (library, "fftwf_malloc");
  *(void **)&f->free = symbol (library, "fftwf_free");
  *(void **)&f->plan = symbol (library, "fftwf_plan_r2r_2d");
  *(void **)&f->execute = symbol (library, "fftwf_execute");
  *(void **)&f->destroy = symbol (library, "fftwf_destroy_plan");
}

static void
plane_init (Plane *p, gint width, gint height, gint every)
{
  Random random;
  gsize i;

  random_init (&random, 1, "inpaint");
  *p = (Plane){ .width = width, .height = height, .n = (gsize)width * height };
  p->samples = g_new (gfloat, p->n);
  p->result = g_new (gfloat, p->n);
  p->holes = g_new0 (guint32, CF_INPAINT_WORDS (width) * (gsize)height);
  p->is_hole = g_new (guint8, p->n);
  for (i = 0; i < p->n; i++) {
    const gint x = i % width, y = i / width;

    p->samples[i] = 128 + 60 * sin (x / 5.0) * cos (y / 9.0)
                    + random_range (&random, -20, 20);
    p->is_hole[i] = random_range (&random, 1, every) == 1;
    if (p->is_hole[i])
      p->holes[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] |= 1u << x % 32;
  }
}

static void
plane_clear (Plane *p)
{
  g_free (p->samples);
  g_free (p->result);
  g_free (p->holes);
  g_free (p->is_hole);
}

typedef struct {
  const Fftw *fftw;
  gfloat *x;
  void *forward, *back;
} Plain;

static void
plain_init (Plain *l, const Fftw *fftw, gint width, gint height)
{
  l->fftw = fftw;
  l->x = fftw->malloc ((gsize)width * height * sizeof *l->x);
  l->forward = fftw->plan (height, width, l->x, l->x, DCT, DCT, MEASURE);
  l->back = fftw->plan (height, width, l->x, l->x, INVERSE, INVERSE, MEASURE);
}

static void
plain_clear (Plain *l)
{
  l->fftw->destroy (l->forward);
  l->fftw->destroy (l->back);
  l->fftw->free (l->x);
}

/* FFTW's coefficients but for the edges' sqrt (2), which costs no time. */
static void
plain_run (const Plain *l, Plane *p)
{
  const gfloat scale = 0.25 / p->n;
  gfloat *x = l->x;
  gsize k;
  gint i;

  for (k = 0; k < p->n; k++)
    x[k] = p->is_hole[k] ? 0 : p->samples[k];
  for (i = 0; i < ITERATIONS; i++) {
    const gfloat threshold = START * (ITERATIONS - 1 - i) / (ITERATIONS - 1);
    const gfloat limit = threshold * 2 * sqrt (p->n), dc = x[0];

    l->fftw->execute (l->forward);
    for (k = 0; k < p->n; k++)
      x[k] = fabsf (x[k]) < limit ? 0 : x[k];
    x[0] = dc;
    l->fftw->execute (l->back);
    for (k = 0; k < p->n; k++)
      x[k] = p->is_hole[k] ? x[k] * scale : p->samples[k];
  }
  memcpy (p->result, x, p->n * sizeof *x);
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  const gdouble d = *(const gdouble *)a - *(const gdouble *)b;

  return (d > 0) - (d < 0);
}

static gdouble
median (gdouble *ms)
{
  qsort (ms, REPEATS, sizeof *ms, compare_doubles);
  return ms[REPEATS / 2];
}

static gdouble
run_ours (CfCpuInpaintGlobal *global, Plane *p)
{
  const gint64 begin = g_get_monotonic_time ();

  memcpy (p->result, p->samples, p->n * sizeof *p->result);
  cf_cpu_inpaint_global_run (global, p->result, p->holes);
  return (g_get_monotonic_time () - begin) / 1e3 / ITERATIONS;
}

static gdouble
run_plain (const Plain *l, Plane *p)
{
  const gint64 begin = g_get_monotonic_time ();

  plain_run (l, p);
  return (g_get_monotonic_time () - begin) / 1e3 / ITERATIONS;
}

static CfCpuInpaintGlobal *
ours_new (const Plane *p, CfCpuPool *pool)
{
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  GError *error = NULL;
  CfCpuInpaintGlobal *global;

  params.method = CF_INPAINT_GLOBAL;
  params.iterations = ITERATIONS;
  params.threshold_start = START;
  params.threshold_end = 0;
  global =
      cf_cpu_inpaint_global_new (&params, p->width, p->height, pool, &error);
  if (!global)
    die (error->message);
  return global;
}

static void
measure (
    const Fftw *fftw, gint width, gint height, gint every, gboolean is_first)
{
  const guint n_threads = g_get_num_processors ();
  gdouble ours[REPEATS], threaded[REPEATS], plain[REPEATS];
  CfCpuPool *one = cf_cpu_pool_new (1, NULL);
  CfCpuPool *all = cf_cpu_pool_new (n_threads, NULL);
  CfCpuInpaintGlobal *alone, *together;
  Plain loop;
  Plane p;
  gint i;

  plane_init (&p, width, height, every);
  alone = ours_new (&p, one);
  together = ours_new (&p, all);
  plain_init (&loop, fftw, width, height);
  for (i = 0; i < REPEATS; i++) {
    ours[i] = run_ours (alone, &p);
    plain[i] = run_plain (&loop, &p);
    threaded[i] = run_ours (together, &p);
  }
  printf ("%s\n  {\"name\": \"inpaint global\", \"width\": %d, \"height\": %d, "
          "\"holes\": %.3f,\n   \"iteration_ms\": %.3f, "
          "\"plain_fftw_iteration_ms\": %.3f, \"times_plain_fftw\": %.2f,\n"
          "   \"threads\": %u, \"threaded_iteration_ms\": %.3f, "
          "\"threaded_times_plain_fftw\": %.2f}",
      is_first ? "" : ",", width, height, 1.0 / every, median (ours),
      median (plain), median (plain) / median (ours), n_threads,
      median (threaded), median (plain) / median (threaded));
  fflush (stdout);
  plain_clear (&loop);
  cf_cpu_inpaint_global_free (alone);
  cf_cpu_inpaint_global_free (together);
  cf_cpu_pool_free (one);
  cf_cpu_pool_free (all);
  plane_clear (&p);
}

int
main (int argc, char **argv)
{
  static const gint sides[][2] = { { 512, 512 }, { 1920, 1080 },
    { 1021, 1021 } };
  Fftw fftw;
  guint i;

  fftw_load (&fftw);
  printf ("[");
  if (argc > 2) {
    measure (&fftw, MAX (atoi (argv[1]), 1), MAX (atoi (argv[2]), 1), 2, TRUE);
  } else {
    for (i = 0; i < G_N_ELEMENTS (sides); i++)
      measure (&fftw, sides[i][0], sides[i][1], 2, i == 0);
    measure (&fftw, 1920, 1080, 100, FALSE);
  }
  printf ("\n]\n");
  return 0;
}
