/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting with a transform of the whole plane: one iteration, which is the
 * transform and its inverse, and all of them, beside the formulas in double. */
#include "engine/core/cferror.h"
#include "reference_inpaint.h"
#include "tests.h"

#include "cpu/inpaint/inpaint_global.h"
#ifdef HAVE_CUDA
#include "cuda/core/cudabackend.h"
#include "cuda/inpaint/inpaint_global.h"
#endif

#include <malloc.h>
#include <math.h>
#include <string.h>

typedef struct {
  gint width, height;
  gsize n;
  gfloat *samples, *result;
  guint32 *holes;
  gdouble *expected;
} Plane;

static void
plane_init (Plane *p, gint width, gint height)
{
  *p = (Plane){ .width = width, .height = height, .n = (gsize)width * height };
  p->samples = g_new0 (gfloat, p->n);
  p->result = g_new0 (gfloat, p->n);
  p->expected = g_new0 (gdouble, p->n);
  p->holes = g_new0 (guint32, CF_INPAINT_WORDS (width) * (gsize)height);
}

static void
plane_clear (Plane *p)
{
  g_free (p->samples);
  g_free (p->result);
  g_free (p->expected);
  g_free (p->holes);
}

static void
make_hole (Plane *p, gint x, gint y)
{
  p->holes[(gsize)y * CF_INPAINT_WORDS (p->width) + x / 32] |= 1u << x % 32;
}

/* Some samples, one in `every`. */
static void
make_holes (Plane *p, Random *random, gint every)
{
  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      if (random_range (random, 1, every) == 1)
        make_hole (p, x, y);
}

static void
make_box (Plane *p, gint left, gint top, gint right, gint bottom)
{
  for (gint y = top; y < bottom; y++)
    for (gint x = left; x < right; x++)
      make_hole (p, x, y);
}

/* Edges, waves and noise. */
static void
draw_picture (Plane *p, Random *random)
{
  const gdouble angle = random_range (random, 0, 628) / 100.0;

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++) {
      const gdouble u = x * cos (angle) + y * sin (angle);
      const gdouble v = 128 + 50 * sin (u / 3) + 30 * sin (y / 11.0)
                        + (u > p->width / 3.0 ? 30 : 0)
                        + random_range (random, -8, 8);

      p->samples[(gsize)y * p->width + x] = rint (CLAMP (v, 0, 255));
    }
}

static gboolean
run_cpu (const CfInpaintParams *params, Plane *p, guint threads, GError **error)
{
  CfCpuPool *pool = cf_cpu_pool_new (threads, error);
  CfCpuInpaintGlobal *global =
      cf_cpu_inpaint_global_new (params, p->width, p->height, pool, error);

  if (global) {
    /* the second time nothing may be left of the first */
    cf_cpu_inpaint_global_run (global, p->result, p->holes);
    memcpy (p->result, p->samples, p->n * sizeof (gfloat));
    cf_cpu_inpaint_global_run (global, p->result, p->holes);
    cf_cpu_inpaint_global_free (global);
  }
  cf_cpu_pool_free (pool);
  return global != NULL;
}

#ifdef HAVE_CUDA
static gboolean
run_cuda_twice (CfCudaInpaintGlobal *global, Target *target, Plane *p,
    guint8 *samples, guint8 *holes, GError **error)
{
  const gsize row = p->width * sizeof (gfloat);
  const gsize words = CF_INPAINT_WORDS (p->width) * sizeof (guint32);

  if (!cf_stream_upload (target->stream, holes, words, (const guint8 *)p->holes,
          words, words, p->height, error))
    return FALSE;
  for (gint i = 0; i < 2; i++)
    if (!cf_stream_upload (target->stream, samples, row,
            (const guint8 *)p->samples, row, row, p->height, error)
        || !cf_cuda_inpaint_global_run (global, target->stream,
            (gfloat *)samples, (const guint32 *)holes, error))
      return FALSE;
  return cf_stream_download (target->stream, (guint8 *)p->result, row, samples,
             row, row, p->height, error)
         && cf_stream_synchronize (target->stream, error);
}

static gboolean
run_cuda (
    const CfInpaintParams *params, Plane *p, Target *target, GError **error)
{
  CfCudaInpaintGlobal *global = cf_cuda_inpaint_global_new (
      target->device, params, p->width, p->height, error);
  guint8 *samples, *holes;
  gboolean ok;

  if (!global)
    return FALSE;
  samples = cf_device_alloc (target->device, p->n * sizeof (gfloat), error);
  holes = cf_device_alloc (target->device,
      (gsize)CF_INPAINT_WORDS (p->width) * p->height * sizeof (guint32), NULL);
  ok = samples && holes
       && run_cuda_twice (global, target, p, samples, holes, error);
  cf_device_free (target->device, samples);
  cf_device_free (target->device, holes);
  cf_cuda_inpaint_global_free (global);
  return ok;
}
#endif

/* FALSE where the library with the transforms is not here, which skips the
 * test, or where it fails. */
static gboolean
run (Tester *t, const CfInpaintParams *params, Plane *p)
{
  GError *error = NULL;
  gboolean ok;

  memcpy (p->result, p->samples, p->n * sizeof (gfloat));
#ifdef HAVE_CUDA
  if (cf_device_get_backend_type (t->target.device) == CF_BACKEND_CUDA)
    ok = run_cuda (params, p, &t->target, &error);
  else
#endif
    ok = run_cpu (params, p, 3, &error);
  if (g_error_matches (error, CF_ERROR, CF_ERROR_UNSUPPORTED)) {
    tester_skip (t, error->message);
    g_error_free (error);
    return FALSE;
  }
  tester_no_error (t, ok, error, "inpainting");
  return ok;
}

/* Known samples bit for bit. */
static gboolean
known_stay (const Plane *p)
{
  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++) {
      const gsize i = (gsize)y * p->width + x;

      if (!reference_is_hole (p->holes, p->width, x, y)
          && memcmp (&p->result[i], &p->samples[i], sizeof (gfloat)) != 0)
        return FALSE;
    }
  return TRUE;
}

static gdouble
relative_error (const Plane *p)
{
  gdouble error = 0, all = 0;

  for (gsize i = 0; i < p->n; i++) {
    const gdouble d = p->result[i] - p->expected[i];

    error += d * d;
    all += p->expected[i] * p->expected[i];
  }
  return all > 0 ? sqrt (error / all) : sqrt (error);
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  const gdouble d = *(const gdouble *)a - *(const gdouble *)b;

  return (d > 0) - (d < 0);
}

/* A threshold that drops most coefficients, in the middle of a gap, so that
 * rounding changes nothing. */
static gdouble
draw_threshold (const Plane *p)
{
  gdouble *c = g_new0 (gdouble, p->n), result = 0, widest = 0;

  for (gsize i = 0; i < p->n; i++)
    c[i] = reference_is_hole (p->holes, p->width, i % p->width, i / p->width)
               ? 0
               : p->samples[i];
  reference_dct (c, p->width, p->height, FALSE);
  for (gsize i = 0; i < p->n; i++)
    c[i] = fabs (c[i]);
  qsort (c, p->n, sizeof *c, compare_doubles);
  for (gsize i = p->n * 8 / 10; i + 1 < p->n * 95 / 100; i++)
    if (c[i + 1] - c[i] > widest) {
      widest = c[i + 1] - c[i];
      result = (c[i + 1] + c[i]) / 2;
    }
  g_free (c);
  return result;
}

/* One iteration at the start of `threshold`: the coefficients of known samples,
 * those that are kept, and back. */
static gboolean
check_transform (Tester *t, gint width, gint height, gint every)
{
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  gdouble error;
  gboolean ok;
  Plane p;

  plane_init (&p, width, height);
  make_holes (&p, &t->random, every);
  for (gsize i = 0; i < p.n; i++)
    p.samples[i] = random_range (&t->random, 0, 255);
  params.method = CF_INPAINT_GLOBAL;
  params.iterations = 1;
  params.threshold_start = draw_threshold (&p);
  for (gsize i = 0; i < p.n; i++)
    p.expected[i] = p.samples[i];
  reference_inpaint_global (&params, p.expected, width, height, p.holes);
  ok = run (t, &params, &p);
  if (ok) {
    error = relative_error (&p);
    tester_check (t, error <= 1e-4 && known_stay (&p),
        "%dx%d, threshold %g, relative error %g", width, height,
        params.threshold_start, error);
  }
  plane_clear (&p);
  return ok;
}

TEST (inpaint_global_transform, TEST_ALWAYS)
{
  static const gint sides[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 2, 2 },
    { 3, 3 }, { 16, 1 }, { 1, 16 }, { 1, 1000 }, { 1001, 1 }, { 33, 1 },
    { 1, 31 }, { 16, 16 }, { 17, 17 }, { 16, 17 }, { 17, 16 }, { 31, 33 },
    { 64, 48 }, { 127, 2 }, { 2, 127 }, { 129, 65 }, { 320, 240 }, { 512, 512 },
    { 257, 255 }, { 4096, 16 }, { 16, 4096 }, { 4095, 17 }, { 17, 4095 },
    { 4093, 16 }, { 1021, 33 } };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    const gint width = sides[i][0], height = sides[i][1];
    /* the naive transform of the others takes a second */
    const gboolean is_quick = MAX (width, height) < 1000;

    if ((is_quick || i % 2) && !check_transform (t, width, height, 2))
      return;
    if ((is_quick || !(i % 2)) && !check_transform (t, width, height, 20))
      return;
  }
  for (guint i = 0; i < 8; i++) {
    const gint width = random_range (&t->random, 1, 130);
    const gint height = random_range (&t->random, 1, 130);

    if (!check_transform (t, width, height, 1 << i % 8))
      return;
  }
}

/* The share of samples of holes that are more than a step from expected. */
static gdouble
share_of_others (const Plane *p)
{
  gsize n = 0, others = 0, i;

  for (i = 0; i < p->n; i++)
    if (reference_is_hole (p->holes, p->width, i % p->width, i / p->width)) {
      n++;
      others += !(fabs (p->result[i] - p->expected[i]) <= 1);
    }
  return n > 0 ? (gdouble)others / n : 0;
}

static gboolean
check_loop (Tester *t, const CfInpaintParams *params, Plane *p)
{
  gdouble others;
  gboolean ok;

  for (gsize i = 0; i < p->n; i++)
    p->expected[i] = p->samples[i];
  reference_inpaint_global (params, p->expected, p->width, p->height, p->holes);
  ok = run (t, params, p);
  if (ok) {
    others = share_of_others (p);
    tester_check (t, others <= 0.001 && known_stay (p),
        "%dx%d, schedule %d, %d iterations from %g to %g: %.2f %% of the "
        "holes' samples are others",
        p->width, p->height, params->schedule, params->iterations,
        params->threshold_start, params->threshold_end, 100 * others);
  }
  return ok;
}

/* Half the samples missing, and a box: the linear schedule's 100 iterations.
 * Exponential ones pass most coefficients at small thresholds, where rounding
 * decides which are kept and later iterations enlarge that: after 100 the
 * quality is the same, but not the samples, so these are few. */
TEST (inpaint_global_loop, TEST_ALWAYS)
{
  static const gint sides[][2] = { { 96, 64 }, { 81, 63 }, { 64, 97 },
    { 45, 128 } };
  static const CfInpaintParams kinds[] = { { .threshold_start = -1,
                                               .threshold_end = -1 },
    { .threshold_start = -1,
        .threshold_end = -1,
        .schedule = CF_INPAINT_SCHEDULE_EXPONENTIAL,
        .iterations = 6 },
    { .threshold_start = 500,
        .threshold_end = 3,
        .schedule = CF_INPAINT_SCHEDULE_EXPONENTIAL,
        .iterations = 7 },
    { .threshold_start = 300, .threshold_end = 0, .iterations = 2 },
    { .threshold_start = 0,
        .threshold_end = 0,
        .schedule = CF_INPAINT_SCHEDULE_EXPONENTIAL,
        .iterations = 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
      CfInpaintParams params = kinds[k];
      gboolean ok;
      Plane p;

      plane_init (&p, sides[i][0], sides[i][1]);
      draw_picture (&p, &t->random);
      if ((i + k) % 2 == 0)
        make_holes (&p, &t->random, 2);
      else
        make_box (&p, 10, 12, 10 + p.width / 3, 12 + p.height / 3);
      params.method = CF_INPAINT_GLOBAL;
      params.block_size = 32;
      ok = check_loop (t, &params, &p);
      plane_clear (&p);
      if (!ok)
        return;
    }
}

/* Numbers of iterations that a GPU does not launch as one. */
TEST (inpaint_global_long, TEST_ALWAYS)
{
  static const gint numbers[] = { 20, 21, 22, 39, 41, 100, 238, 1000 };
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  gboolean ok = TRUE;

  params.method = CF_INPAINT_GLOBAL;
  for (guint i = 0; i < G_N_ELEMENTS (numbers) && ok; i++) {
    Plane p;

    plane_init (&p, 61, 47 + i % 2);
    draw_picture (&p, &t->random);
    make_box (&p, 20, 12, 41, 30);
    params.iterations = numbers[i];
    params.threshold_start = i % 2 ? -1 : 700;
    ok = check_loop (t, &params, &p);
    plane_clear (&p);
  }
}

#ifdef HAVE_CUDA
/* One of them, with samples of its own. */
static gboolean
run_one (CfCudaInpaintGlobal *global, Tester *t, Plane *p)
{
  const gsize words =
      CF_INPAINT_WORDS (p->width) * (gsize)p->height * sizeof (guint32);
  guint8 *samples =
      cf_device_alloc (t->target.device, p->n * sizeof (gfloat), NULL);
  guint8 *holes = cf_device_alloc (t->target.device, words, NULL);
  GError *error = NULL;
  gboolean ok =
      samples && holes
      && run_cuda_twice (global, &t->target, p, samples, holes, &error);

  tester_no_error (t, ok, error, "inpainting");
  cf_device_free (t->target.device, samples);
  cf_device_free (t->target.device, holes);
  return ok;
}

/* FALSE where there is no cuFFT, or nothing works. */
static gboolean
make_and_run (Tester *t, const CfInpaintParams *params, Plane *p,
    CfCudaInpaintGlobal **global)
{
  GError *error = NULL;

  *global = cf_cuda_inpaint_global_new (
      t->target.device, params, p->width, p->height, &error);
  if (g_error_matches (error, CF_ERROR, CF_ERROR_UNSUPPORTED)) {
    tester_skip (t, error->message);
    g_error_free (error);
    return FALSE;
  }
  tester_no_error (t, *global != NULL, error, "inpainting");
  return *global && run_one (*global, t, p);
}

/* Some that are kept by now get other parameters, and end. */
static gboolean
use_otherwise (Tester *t, Plane *p, guint number)
{
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  CfCudaInpaintGlobal *global = NULL;
  gboolean ok;

  params.method = CF_INPAINT_GLOBAL;
  params.iterations = 8 + number % 3;
  params.threshold_start = number % 2 ? 40 : -1;
  ok = make_and_run (t, &params, p, &global);
  g_clear_pointer (&global, cf_cuda_inpaint_global_free);
  return ok;
}

/* What is kept goes where memory is wanted that is not there. */
static void
check_kept (Tester *t)
{
  GError *error = NULL;
  gsize size;
  guint n = cf_cuda_inpaint_global_count_kept (t->target.device, &size);

  tester_check (t,
      n > 2 && n <= CF_CUDA_INPAINT_LOOPS_KEPT
          && size <= CF_CUDA_INPAINT_LOOPS_SIZE,
      "%u are kept", n);
  tester_check (t, !cf_device_alloc (t->target.device, 1ull << 44, &error),
      "16 TiB of memory");
  tester_check (t, g_error_matches (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY),
      "error %s", error ? error->message : "none");
  g_clear_error (&error);
  n = cf_cuda_inpaint_global_count_kept (t->target.device, &size);
  tester_check (t, n == 0 && size == 0, "%u are kept still", n);
}
#endif

/* Several of one size at once, more sizes than are kept, sizes again, and what
 * had other parameters: the same bits. */
TEST (inpaint_global_again, TEST_NOT_CPU)
{
#ifdef HAVE_CUDA
  CfCudaInpaintGlobal *globals[24] = { NULL };
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  gfloat *first[12] = { NULL };
  Plane p[12];

  params.method = CF_INPAINT_GLOBAL;
  params.iterations = 9;
  for (guint i = 0; i < 12; i++) {
    plane_init (&p[i], 20 + i % 10, 16);
    draw_picture (&p[i], &t->random);
    make_holes (&p[i], &t->random, 3);
  }
  for (guint i = 0; i < 60; i++) {
    CfCudaInpaintGlobal **global = &globals[i % 24];
    Plane *plane = &p[i % 12];

    g_clear_pointer (global, cf_cuda_inpaint_global_free);
    if (!use_otherwise (t, plane, i)
        || !make_and_run (t, &params, plane, global))
      break;
    if (i < 12)
      first[i] = g_memdup2 (plane->result, plane->n * sizeof (gfloat));
    tester_check (t,
        memcmp (plane->result, first[i % 12], plane->n * sizeof (gfloat)) == 0,
        "%dx%d, number %u", plane->width, plane->height, i);
  }
  for (guint i = 0; i < 24; i++)
    g_clear_pointer (&globals[i], cf_cuda_inpaint_global_free);
  if (first[0])
    check_kept (t);
  for (guint i = 0; i < 12; i++) {
    plane_clear (&p[i]);
    g_free (first[i]);
  }
#endif
}

#ifdef HAVE_CUDA
#define HEAP_ROUNDS 24
/* A sixth of the rounds, in which the heap has its least. */
#define HEAP_LOW (HEAP_ROUNDS / 6)
/* Over some 200 filters, of which each has transforms and graphs of more. */
#define HEAP_GROWTH (128 << 10)

static gsize
heap_in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* Sizes and numbers of iterations, more than are kept. */
static gboolean
make_and_free_all (Tester *t, Plane *planes, guint n_planes)
{
  static const gint iterations[] = { 7, 20, 45 };
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;

  params.method = CF_INPAINT_GLOBAL;
  for (guint i = 0; i < n_planes; i++)
    for (guint k = 0; k < G_N_ELEMENTS (iterations); k++) {
      CfCudaInpaintGlobal *global = NULL;
      gboolean ok;

      params.iterations = iterations[k];
      ok = make_and_run (t, &params, &planes[i], &global);
      g_clear_pointer (&global, cf_cuda_inpaint_global_free);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}
#endif

/* Filters that are made and freed again and again leave nothing in the heap. */
TEST (inpaint_global_heap, TEST_NOT_CPU)
{
#ifdef HAVE_CUDA
  gsize before = G_MAXSIZE, after = G_MAXSIZE;
  gboolean ok = TRUE;
  Plane p[4];

  for (guint i = 0; i < G_N_ELEMENTS (p); i++) {
    plane_init (&p[i], 47 + 20 * i, 43);
    draw_picture (&p[i], &t->random);
    make_holes (&p[i], &t->random, 3);
  }
  for (guint i = 0; i < HEAP_ROUNDS && ok; i++) {
    ok = make_and_free_all (t, p, G_N_ELEMENTS (p));
    if (i >= HEAP_LOW && i < 2 * HEAP_LOW)
      before = MIN (before, heap_in_use ());
    if (i >= HEAP_ROUNDS - HEAP_LOW)
      after = MIN (after, heap_in_use ());
  }
  if (ok)
    tester_check (t, after <= before + HEAP_GROWTH,
        "the heap has %" G_GSIZE_FORMAT " bytes more than %" G_GSIZE_FORMAT,
        after - before, before);
  for (guint i = 0; i < G_N_ELEMENTS (p); i++)
    plane_clear (&p[i]);
#endif
}

#ifdef HAVE_CUDA
#define N_STREAMS 3
#define N_AT_ONCE 6

/* A plane that is inpainted beside others. */
typedef struct {
  CfInpaintParams params;
  Plane plane;
  gfloat *alone;
  CfCudaInpaintGlobal *global;
  guint8 *samples, *holes;
} AtOnce;

static gboolean
at_once_open (AtOnce *self, Tester *t, guint number)
{
  const gsize words = CF_INPAINT_WORDS (self->plane.width) * sizeof (guint32);
  const gsize row = self->plane.width * sizeof (gfloat);
  CfDevice *device = t->target.device;
  Plane *p = &self->plane;
  GError *error = NULL;
  gboolean ok;

  self->params = (CfInpaintParams)CF_INPAINT_PARAMS_DEFAULT;
  self->params.method = CF_INPAINT_GLOBAL;
  self->params.iterations = number % 3 == 2 ? 23 : 17;
  self->params.threshold_start = number % 2 ? 50 + 10.0 * number : -1;
  draw_picture (p, &t->random);
  make_holes (p, &t->random, 3);
  if (!run (t, &self->params, p))
    return FALSE;
  self->alone = g_memdup2 (p->result, p->n * sizeof (gfloat));
  self->global = cf_cuda_inpaint_global_new (
      device, &self->params, p->width, p->height, &error);
  self->samples = cf_device_alloc (device, row * p->height, NULL);
  self->holes = cf_device_alloc (device, words * p->height, NULL);
  ok = self->global && self->samples && self->holes
       && cf_stream_upload (t->target.stream, self->samples, row,
           (const guint8 *)p->samples, row, row, p->height, &error)
       && cf_stream_upload (t->target.stream, self->holes, words,
           (const guint8 *)p->holes, words, words, p->height, &error)
       && cf_stream_synchronize (t->target.stream, &error);
  tester_no_error (t, ok, error, "a plane");
  return ok;
}

static void
at_once_check (AtOnce *self, Tester *t, guint number)
{
  const gsize row = self->plane.width * sizeof (gfloat);
  Plane *p = &self->plane;
  GError *error = NULL;
  gboolean ok = cf_stream_download (t->target.stream, (guint8 *)p->result, row,
                    self->samples, row, row, p->height, &error)
                && cf_stream_synchronize (t->target.stream, &error);

  tester_no_error (t, ok, error, "a download");
  tester_check (t, memcmp (p->result, self->alone, p->n * sizeof (gfloat)) == 0,
      "plane %u: as alone", number);
}

static void
at_once_close (AtOnce *self, Tester *t)
{
  g_clear_pointer (&self->global, cf_cuda_inpaint_global_free);
  cf_device_free (t->target.device, self->samples);
  cf_device_free (t->target.device, self->holes);
  g_free (self->alone);
  plane_clear (&self->plane);
}

/* A run replaces holes, whatever is in them: as often as one likes. */
static gboolean
run_at_once (AtOnce *all, CfStream *const *streams, GError **error)
{
  for (guint i = 0; i < 20 * N_AT_ONCE; i++) {
    AtOnce *self = &all[i % N_AT_ONCE];

    if (!cf_cuda_inpaint_global_run (self->global, streams[i % N_STREAMS],
            (gfloat *)self->samples, (const guint32 *)self->holes, error))
      return FALSE;
  }
  for (guint i = 0; i < N_STREAMS; i++)
    if (!cf_stream_synchronize (streams[i], error))
      return FALSE;
  return TRUE;
}
#endif

/* Runs on several streams at once, with other thresholds and iterations, which
 * borrow from each other: the same bits as alone. */
TEST (inpaint_global_streams, TEST_NOT_CPU)
{
#ifdef HAVE_CUDA
  CfStream *streams[N_STREAMS] = { NULL };
  AtOnce all[N_AT_ONCE] = { 0 };
  GError *error = NULL;
  gboolean ok = TRUE;

  for (guint i = 0; i < N_AT_ONCE; i++)
    plane_init (&all[i].plane, 301, 203);
  for (guint i = 0; i < N_AT_ONCE && ok; i++)
    ok = at_once_open (&all[i], t, i);
  for (guint i = 0; i < N_STREAMS && ok; i++) {
    streams[i] = cf_stream_new (t->target.device, &error);
    ok = streams[i] != NULL;
  }
  if (ok) {
    ok = run_at_once (all, streams, &error);
    tester_no_error (t, ok, error, "runs");
  }
  for (guint i = 0; i < N_AT_ONCE && ok; i++)
    at_once_check (&all[i], t, i);
  for (guint i = 0; i < N_STREAMS; i++)
    cf_stream_free (streams[i]);
  for (guint i = 0; i < N_AT_ONCE; i++)
    at_once_close (&all[i], t);
#endif
}

static const CfInpaintParams few = { .method = CF_INPAINT_GLOBAL,
  .iterations = 5,
  .threshold_start = -1,
  .threshold_end = -1,
  .block_size = 32 };

static gpointer
run_in_thread (gpointer plane)
{
  return GINT_TO_POINTER (run_cpu (&few, plane, 2, NULL));
}

static void
check_threads (Tester *t, Plane *p, guint n_threads, const gfloat *expected)
{
  run_cpu (&few, p, n_threads, NULL);
  tester_check (t, memcmp (expected, p->result, p->n * sizeof (gfloat)) == 0,
      "%dx%d, %u threads", p->width, p->height, n_threads);
}

/* The same bits whatever the number of threads, and planned and run beside
 * others or alone. */
TEST (inpaint_global_threads, TEST_CPU)
{
  GThread *threads[6];
  Plane p[6];
  guint i, n_run = 0;

  for (i = 0; i < 6; i++) {
    plane_init (&p[i], 203 + i % 3, 111 + i);
    draw_picture (&p[i], &t->random);
    make_holes (&p[i], &t->random, 3);
    memcpy (p[i].result, p[i].samples, p[i].n * sizeof (gfloat));
  }
  for (i = 0; i < 6; i++)
    threads[i] = g_thread_new ("inpaint", run_in_thread, &p[i]);
  for (i = 0; i < 6; i++)
    n_run += g_thread_join (threads[i]) != NULL;
  if (n_run == 0)
    tester_skip (t, "there is no FFTW");
  for (i = 0; i < 6 && n_run > 0; i++) {
    g_autofree gfloat *expected =
        g_memdup2 (p[i].result, p[i].n * sizeof (gfloat));

    check_threads (t, &p[i], 1, expected);
    check_threads (t, &p[i], 7, expected);
  }
  for (i = 0; i < 6; i++)
    plane_clear (&p[i]);
}

static void
check_schedule (Tester *t, CfInpaintSchedule schedule, CfInpaintMethod method,
    gdouble start, gdouble end, guint n, guint i, gdouble expected)
{
  CfInpaintParams params = { .method = method, .schedule = schedule };
  g_autofree gfloat *thresholds = g_new (gfloat, n);

  cf_inpaint_schedule (&params, start, end, n, thresholds);
  tester_check (t, fabs (thresholds[i] - expected) <= 1e-6 * expected,
      "number %u of %u from %g to %g: %g", i, n, start, end, thresholds[i]);
}

TEST (inpaint_schedule, TEST_CPU)
{
  const CfInpaintSchedule linear = CF_INPAINT_SCHEDULE_LINEAR;
  const CfInpaintSchedule exponential = CF_INPAINT_SCHEDULE_EXPONENTIAL;
  const CfInpaintSchedule automatic = CF_INPAINT_SCHEDULE_AUTO;

  check_schedule (t, linear, CF_INPAINT_GLOBAL, 100, 0, 5, 1, 75);
  check_schedule (t, linear, CF_INPAINT_GLOBAL, 100, 0, 5, 4, 0);
  check_schedule (t, linear, CF_INPAINT_GLOBAL, 3, 9, 4, 2, 7);
  check_schedule (t, linear, CF_INPAINT_GLOBAL, 100, 0, 1, 0, 100);
  check_schedule (t, exponential, CF_INPAINT_LOCAL, 200, 2, 3, 1, 20);
  check_schedule (t, exponential, CF_INPAINT_LOCAL, 200, 2, 3, 2, 2);
  check_schedule (t, exponential, CF_INPAINT_LOCAL, 200, 2, 1, 0, 200);
  check_schedule (t, exponential, CF_INPAINT_LOCAL, 10, 0, 3, 1, 1);
  check_schedule (t, exponential, CF_INPAINT_LOCAL, 0, 0, 3, 2, 0.1);
  check_schedule (t, automatic, CF_INPAINT_LOCAL, 200, 2, 3, 1, 20);
  check_schedule (t, automatic, CF_INPAINT_GLOBAL, 200, 2, 3, 1, 101);
}
