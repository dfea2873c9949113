/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting: what must not matter (threads, instruction sets, depths, the time
 * at which holes change), what must be refused, and how tracking settles. */
#include "engine/core/cferror.h"
#include "inpaintscene.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* --- threads and instruction sets --- */

static gboolean
run_as (InpaintScene *s, const gchar *isa, guint threads, GError **error)
{
  CfFilter *filter;
  Target target;
  gboolean ok;

  if (!target_open_isa (&target, isa, threads, error))
    return FALSE;
  filter = inpaint_scene_filter_new (s, target.device, error);
  ok = filter && inpaint_scene_run_with (s, filter, &target, error);
  cf_filter_free (filter);
  target_close (&target);
  return ok;
}

/* The same bits from every number of threads and set of instructions. */
static void
check_ways (Tester *t, InpaintScene *s, const gchar *what)
{
  static const gchar *isas[] = { "baseline", "avx2", "avx512" };
  static const guint threads[] = { 1, 2, 5 };
  const gsize bytes = inpaint_scene_samples (s) * sizeof (guint16);
  g_autofree guint16 *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (isas); i++)
    for (guint k = 0; k < G_N_ELEMENTS (threads); k++) {
      GError *error = NULL;
      gboolean ok;

      memset (s->dst, 0xa5, bytes);
      ok = run_as (s, isas[i], threads[k], &error);
      if (!ok) {
        tester_no_error (t, FALSE, error, "inpainting");
        continue;
      }
      if (!first)
        first = g_memdup2 (s->dst, bytes);
      tester_check (t, memcmp (first, s->dst, bytes) == 0,
          "%s, %s, %u threads: the bits of one thread", what, isas[i],
          threads[k]);
    }
}

/* So wide that not all rows of blocks are kept, and by more threads more. */
static void
check_wide (Tester *t)
{
  InpaintScene s;

  inpaint_scene_init (&s, 2001, 310, 8, HOLES_HALF, 10, &t->random);
  s.params.inpaint.block_size = 64;
  s.params.inpaint.iterations = 3;
  check_ways (t, &s, "wide");
  inpaint_scene_clear (&s);
}

TEST (inpaint_threads, TEST_CPU)
{
  static const HoleKind kinds[] = { HOLES_HALF, HOLES_BOX };
  gint block, bits;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (block = 8; block <= 64; block *= 2) {
      InpaintScene s;
      g_autofree gchar *what = NULL;

      bits = block == 16 ? 16 : 8;
      inpaint_scene_init (&s, 301, 203, bits, kinds[i], 10, &t->random);
      if (block == 8)
        s.params.inpaint.method = CF_INPAINT_HARMONIC;
      else
        s.params.inpaint.block_size = block;
      what = g_strdup_printf ("method %d, blocks of %d, holes %s",
          s.params.inpaint.method, s.params.inpaint.block_size,
          hole_kind_name (kinds[i]));
      check_ways (t, &s, what);
      inpaint_scene_clear (&s);
    }
  check_wide (t);
}

/* --- depths --- */

static void
deepen (InpaintScene *to, const InpaintScene *from)
{
  for (gsize i = 0; i < inpaint_scene_samples (from); i++)
    to->src[i] = from->src[i] << 8;
  to->params = from->params;
  holes_clear (&to->holes);
  to->holes = from->holes;
}

/* 256 times the values in 16 bits: the result, within a step. */
TEST (inpaint_scaled, TEST_ALWAYS)
{
  for (gint method = CF_INPAINT_LOCAL; method <= CF_INPAINT_HARMONIC;
       method += 2)
    for (gint kind = HOLES_FEW; kind < HOLES_ALL; kind++) {
      InpaintScene s, deep;
      gdouble worst = 0;

      inpaint_scene_init (&s, 71, 43, 8, kind, 20, &t->random);
      inpaint_scene_init (&deep, 71, 43, 16, HOLES_NONE, 0, &t->random);
      s.params.inpaint.method = method;
      deepen (&deep, &s);
      if (inpaint_scene_run (t, &s) && inpaint_scene_run (t, &deep)) {
        for (gsize i = 0; i < inpaint_scene_samples (&s); i++)
          worst = MAX (worst, fabs (deep.dst[i] / 256.0 - s.dst[i]));
        tester_check (t, worst <= 1, "method %d, holes %s: up to %g apart",
            method, hole_kind_name (kind), worst);
      }
      deep.holes = (Holes){ 0 };
      inpaint_scene_clear (&deep);
      inpaint_scene_clear (&s);
    }
}

/* --- many iterations --- */

/* They end, at what is in range, as the known samples do. */
TEST (inpaint_long, TEST_ALWAYS)
{
  for (gint block = 16; block <= 64; block *= 2) {
    InpaintScene s;
    gdouble sum = 0, truth = 0;
    gsize i, n = 0;

    inpaint_scene_init (&s, 23, 19, 8, HOLES_HALF, 2, &t->random);
    s.params.inpaint.iterations = CF_INPAINT_ITERATIONS_MAX;
    s.params.inpaint.block_size = block;
    if (inpaint_scene_run (t, &s)) {
      for (i = 0; i < inpaint_scene_samples (&s); i++)
        if (inpaint_scene_is_hole (&s, i)) {
          n++;
          sum += pow (s.dst[i] - s.truth[i], 2);
          truth += pow (s.src[i] - s.truth[i], 2);
        }
      tester_check (t, sum < truth / 20,
          "1000 iterations, blocks of %d: %g is off, root mean square", block,
          sqrt (sum / n));
    }
    inpaint_scene_clear (&s);
  }
}

/* --- tracking --- */

static gdouble
mean_change (const InpaintScene *s, const guint16 *before)
{
  gdouble sum = 0;
  gsize i, n = 0;

  for (i = 0; i < inpaint_scene_samples (s); i++)
    if (inpaint_scene_is_hole (s, i)) {
      n++;
      sum += abs (s->dst[i] - before[i]);
    }
  return sum / n;
}

#define TURNS 12

/* Of the later half. */
static gdouble
last_change (const gdouble *change)
{
  gdouble sum = 0;

  for (gint i = TURNS / 2; i < TURNS; i++)
    sum += change[i];
  return sum / (TURNS - TURNS / 2);
}

/* A still scene: the first picture is as untracked, and changes get smaller. */
static void
check_still (Tester *t, HoleKind kind, gdouble noise)
{
  gdouble change[TURNS] = { 0 };
  InpaintScene s;
  GError *error = NULL;
  CfFilter *filter;
  g_autofree guint16 *before = NULL;
  gsize bytes;
  gboolean ok, is_same;

  inpaint_scene_init (&s, 96, 80, 8, kind, noise, &t->random);
  bytes = inpaint_scene_samples (&s) * sizeof (guint16);
  ok = inpaint_scene_run (t, &s);
  before = g_memdup2 (s.dst, bytes);
  s.params.inpaint.track = TRUE;
  filter = inpaint_scene_filter_new (&s, t->target.device, &error);
  ok = ok && filter && inpaint_scene_run_with (&s, filter, &t->target, &error);
  is_same = ok && memcmp (before, s.dst, bytes) == 0;
  for (gint i = 0; ok && i < TURNS; i++) {
    memcpy (before, s.dst, bytes);
    ok = inpaint_scene_run_with (&s, filter, &t->target, &error);
    change[i] = mean_change (&s, before);
  }
  tester_no_error (t, ok, error, "tracking");
  tester_check (t, is_same, "the first picture is as untracked");
  tester_check (t, last_change (change) < MIN (change[0] / 2, 1),
      "holes %s, noise %g: mean change %g, %g, %g ... %g steps",
      hole_kind_name (kind), noise, change[0], change[1], change[2],
      last_change (change));
  cf_filter_free (filter);
  inpaint_scene_clear (&s);
}

TEST (inpaint_still, TEST_ALWAYS)
{
  check_still (t, HOLES_HALF, 4);
  check_still (t, HOLES_HALF, 40);
  check_still (t, HOLES_BOX, 4);
  check_still (t, HOLES_CORNERS, 4);
}

/* --- holes that change while runs are on their way --- */

static gboolean
enqueue (InpaintScene *s, CfFilter *filter, Target *target, guint8 *from,
    guint8 *to, GError **error)
{
  CfPlane src = s->spec.planes[0].geometry, dst = src;

  src.stride = dst.stride = src.width * sizeof (guint16);
  src.data = from;
  dst.data = to;
  return cf_filter_run (filter, target->stream, &src, &dst, error);
}

#define PENDING 6

/* Each run has the holes that were set before it. */
static gboolean
run_pending (InpaintScene *s, CfFilter *filter, Target *target,
    const Holes *holes, guint8 **memory, guint16 **results, GError **error)
{
  const CfPlane *p = &s->spec.planes[0].geometry;
  const gsize row = p->width * sizeof (guint16);
  gboolean ok = cf_stream_upload (target->stream, memory[PENDING], row,
      (const guint8 *)s->src, row, row, p->height, error);

  for (gint i = 0; ok && i < PENDING; i++)
    ok = cf_filter_set_holes (filter, holes[i].planes, error)
         && enqueue (s, filter, target, memory[PENDING], memory[i], error);
  for (gint i = 0; ok && i < PENDING; i++)
    ok = cf_stream_download (target->stream, (guint8 *)results[i], row,
        memory[i], row, row, p->height, error);
  return ok && cf_stream_synchronize (target->stream, error);
}

TEST (inpaint_pending, TEST_ALWAYS)
{
  guint8 *memory[PENDING + 1];
  guint16 *results[PENDING];
  Holes holes[PENDING];
  InpaintScene s;
  GError *error = NULL;
  CfFilter *filter;
  gboolean ok;
  gsize bytes;

  inpaint_scene_init (&s, 400, 300, 8, HOLES_NONE, 5, &t->random);
  bytes = inpaint_scene_samples (&s) * sizeof (guint16);
  for (gint i = 0; i <= PENDING; i++)
    memory[i] = cf_device_alloc (t->target.device, bytes, NULL);
  for (gint i = 0; i < PENDING; i++) {
    results[i] = g_malloc0 (bytes);
    /* boxes of all sizes, so that memory has to grow meanwhile */
    holes_init (&holes[i], &s.spec, i % 2 ? HOLES_HALF : HOLES_BOX, &t->random);
  }
  filter = inpaint_scene_filter_new (&s, t->target.device, &error);
  ok = filter
       && run_pending (&s, filter, &t->target, holes, memory, results, &error);
  tester_no_error (t, ok, error, "holes that change at once");
  cf_filter_free (filter);
  holes_clear (&s.holes);
  for (gint i = 0; ok && i < PENDING; i++) {
    s.holes = holes[i];
    if (inpaint_scene_run (t, &s))
      tester_check (t, memcmp (s.dst, results[i], bytes) == 0,
          "run %d has the holes that were set before it", i);
  }
  s.holes = (Holes){ 0 };
  for (gint i = 0; i <= PENDING; i++)
    cf_device_free (t->target.device, memory[i]);
  for (gint i = 0; i < PENDING; i++) {
    g_free (results[i]);
    holes_clear (&holes[i]);
  }
  inpaint_scene_clear (&s);
}

/* --- what must be refused --- */

static void
check_params (Tester *t, CfInpaintParams p, const gchar *name)
{
  const CfFilterParams params = { .op = CF_OP_INPAINT, .inpaint = p };
  GError *error = NULL;
  const gboolean ok = cf_filter_params_validate (&params, &error);

  tester_check (t, !ok && error && strstr (error->message, name), "%s: %s",
      name, error ? error->message : "accepted");
  tester_error (t, ok, error, CF_ERROR_INVALID, name);
}

static void
check_all_params (Tester *t)
{
  static const gdouble thresholds[] = { -2, -0.5, 1.001e6, INFINITY, -INFINITY,
    NAN };
  static const gint blocks[] = { -32, 1, 8, 24, 33, 128 };
  static const gint iterations[] = { -1, 1001, G_MAXINT, G_MININT };
  static const gint kinds[] = { -1, 3, 1000 };
  static const gint futures[] = { -1, 5, G_MAXINT };
  const CfInpaintParams fine = CF_INPAINT_PARAMS_DEFAULT;
  CfInpaintParams p;

#define REFUSE(values, member, name) \
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) { \
    p = fine; \
    p.member = values[i]; \
    check_params (t, p, name); \
  }
  REFUSE (thresholds, threshold_start, "threshold-start")
  REFUSE (thresholds, threshold_end, "threshold-end")
  REFUSE (blocks, block_size, "block-size")
  REFUSE (iterations, iterations, "iterations")
  REFUSE (futures, future, "future")
  REFUSE (kinds, method, "method")
  REFUSE (kinds, schedule, "schedule")
#undef REFUSE
}

/* A picture of three planes: 40x30, half that, and 40x30 with two channels;
 * the second is not filtered. */
static CfFilter *
small_filter_new (CfDevice *device, CfOp op, GError **error)
{
  const CfPlane planes[] = {
    { .width = 40,
        .height = 30,
        .step = 1,
        .channels = 1,
        .bits = 8,
        .bytes = 1 },
    { .width = 20,
        .height = 15,
        .step = 1,
        .channels = 1,
        .bits = 8,
        .bytes = 1 },
    { .width = 40,
        .height = 30,
        .step = 2,
        .channels = 2,
        .bits = 8,
        .bytes = 1 },
  };
  const CfFilterParams params = { .op = op,
    .inpaint = CF_INPAINT_PARAMS_DEFAULT };

  return cf_filter_new (device, &params, planes, 3, 5, error);
}

static void
check_holes (
    Tester *t, CfFilter *filter, CfInpaintHoles holes, const gchar *what)
{
  /* that of the second is not to be looked at */
  const CfInpaintHoles all[] = { holes, { NULL, -9, -9, 99, 99, 77 },
    { NULL, 0, 0, 0, 0, -1 } };
  GError *error = NULL;
  const gboolean ok = cf_filter_set_holes (filter, all, &error);

  tester_error (t, ok, error, CF_ERROR_INVALID, what);
}

static void
check_all_holes (Tester *t, CfFilter *filter)
{
  g_autofree guint32 *bits = g_new0 (guint32, 2 * 30);
  const CfInpaintHoles nothing = { NULL, 0, 0, 0, 0, -1 };
  const CfInpaintHoles all[] = { { bits, 0, 0, 40, 30, 0 },
    { NULL, -9, -9, 99, 99, 77 }, { bits, 39, 29, 40, 30, 0 } };
  const CfInpaintHoles none[] = { nothing, nothing, nothing };
  GError *error = NULL;

#define BOX(...) ((CfInpaintHoles){ bits, __VA_ARGS__, -1 })
  check_holes (t, filter, BOX (-1, 0, 5, 5), "beyond the left side");
  check_holes (t, filter, BOX (0, -1, 5, 5), "beyond the top");
  check_holes (t, filter, BOX (0, 0, 41, 30), "beyond the right side");
  check_holes (t, filter, BOX (0, 0, 40, 31), "beyond the bottom");
  check_holes (t, filter, BOX (3, 5, 9, 5), "no height");
  check_holes (t, filter, BOX (3, 9, 9, 5), "less than no height");
  check_holes (t, filter, BOX (40, 0, 41, 1), "all beyond the right side");
  check_holes (t, filter, BOX (0, 30, 1, 31), "all below the bottom");
  check_holes (
      t, filter, BOX (G_MININT, 0, G_MAXINT, 30), "as wide as numbers are");
  check_holes (
      t, filter, BOX (0, G_MININT, 40, G_MAXINT), "as high as numbers are");
#undef BOX
  check_holes (t, filter, (CfInpaintHoles){ bits, 0, 0, 1, 1, 3 },
      "an alpha plane that is not there");
  check_holes (t, filter, (CfInpaintHoles){ bits, 0, 0, 1, 1, G_MAXINT },
      "an alpha plane that cannot be");
  check_holes (t, filter, (CfInpaintHoles){ bits, 0, 0, 1, 1, 1 },
      "an alpha plane of another size");
  check_holes (t, filter, (CfInpaintHoles){ bits, 0, 0, 1, 1, 2 },
      "an alpha plane of two channels");
  tester_no_error (t, cf_filter_set_holes (filter, all, &error), error,
      "holes everywhere, and a plane's own zeros");
  error = NULL;
  tester_no_error (
      t, cf_filter_set_holes (filter, none, &error), error, "no holes");
}

/* What is refused changes nothing: the last holes stay. */
static void
check_last_holes_stay (Tester *t)
{
  InpaintScene s;
  GError *error = NULL;
  CfFilter *filter;
  CfInpaintHoles bad;
  g_autofree guint16 *before = NULL;
  gboolean ok;

  inpaint_scene_init (&s, 50, 40, 8, HOLES_HALF, 5, &t->random);
  ok = inpaint_scene_run (t, &s);
  before = g_memdup2 (s.dst, inpaint_scene_samples (&s) * sizeof (guint16));
  filter = inpaint_scene_filter_new (&s, t->target.device, &error);
  bad = s.holes.planes[0];
  bad.bottom = 41;
  ok = ok && filter && !cf_filter_set_holes (filter, &bad, NULL)
       && inpaint_scene_run_with (&s, filter, &t->target, &error);
  tester_no_error (t, ok, error, "after a refusal");
  tester_check (t,
      memcmp (before, s.dst, inpaint_scene_samples (&s) * sizeof (guint16))
          == 0,
      "the last holes stay");
  cf_filter_free (filter);
  inpaint_scene_clear (&s);
}

TEST (inpaint_invalid, TEST_ALWAYS)
{
  const CfInpaintHoles none[3] = { { NULL, 0, 0, 0, 0, -1 } };
  GError *error = NULL;
  CfFilter *filter;

  check_all_params (t);
  filter = small_filter_new (t->target.device, CF_OP_INPAINT, &error);
  tester_no_error (t, filter != NULL, error, "a filter");
  if (filter)
    check_all_holes (t, filter);
  cf_filter_free (filter);
  error = NULL;
  filter = small_filter_new (t->target.device, CF_OP_COPY, &error);
  tester_no_error (t, filter != NULL, error, "a copy");
  error = NULL;
  if (filter) {
    const gboolean ok = cf_filter_set_holes (filter, none, &error);

    tester_error (t, ok, error, CF_ERROR_INVALID, "holes of a copy");
  }
  cf_filter_free (filter);
  check_last_holes_stay (t);
}
