/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting beside the formulas in double. */
#include "engine/core/cferror.h"
#include "inpaintscene.h"
#include "reference_inpaint.h"
#include "reference_inpaint_local.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define CF_DCT_VALUE gfloat
#include "engine/inpaint/cfinpaintdct.h"
#include "engine/inpaint/cfinpaintfill.h"

/* --- tables --- */

static void
transform (gfloat *x, gint n, gboolean transposed)
{
  switch (n) {
    case 16:
      (transposed ? cf_dct_transposed_16 : cf_dct_16) (x);
      break;
    case 32:
      (transposed ? cf_dct_transposed_32 : cf_dct_32) (x);
      break;
    default:
      (transposed ? cf_dct_transposed_64 : cf_dct_64) (x);
      break;
  }
}

/* The sum that the headers' comments name. */
static gdouble
cosine_sum (const gfloat *x, gint n, gint at, gboolean transposed)
{
  gdouble sum = 0;
  gint j;

  for (j = 0; j < n; j++) {
    const gint i = transposed ? at : j, k = transposed ? j : at;

    sum += x[j] * cos ((2 * i + 1) * k * G_PI / (2 * n));
  }
  return sum;
}

/* Of many random vectors together, by root mean squares. */
static gdouble
transform_error (Random *random, gint n, gboolean transposed)
{
  gfloat x[64], y[64];
  gdouble error = 0, all = 0;
  gint i, k;

  for (k = 0; k < 1000; k++) {
    for (i = 0; i < n; i++)
      x[i] = y[i] = random_range (random, 0, 255);
    transform (y, n, transposed);
    for (i = 0; i < n; i++) {
      const gdouble expected = cosine_sum (x, n, i, transposed);

      error += (y[i] - expected) * (y[i] - expected);
      all += expected * expected;
    }
  }
  return sqrt (error / all);
}

TEST (inpaint_transforms, TEST_CPU)
{
  gint n, transposed;

  for (n = 16; n <= 64; n *= 2)
    for (transposed = FALSE; transposed <= TRUE; transposed++) {
      const gdouble error = transform_error (&t->random, n, transposed);

      /* the factors of 64 go up to 20 */
      tester_check (t, error <= (n < 64 ? 1e-6 : 2e-6),
          "%d values%s: relative error %g", n, transposed ? ", transposed" : "",
          error);
    }
}

/* Each weight of Chebyshev's polynomial on 0.06...2 once. */
TEST (inpaint_sweeps, TEST_CPU)
{
  gint i, k;

  for (k = 0; k < CF_INPAINT_SWEEPS; k++) {
    const gdouble weight =
        1 / (1.03 + 0.97 * cos ((2 * k + 1) * G_PI / (2 * CF_INPAINT_SWEEPS)));
    gint n = 0;

    for (i = 0; i < CF_INPAINT_SWEEPS; i++)
      n += fabs (cf_inpaint_sweeps[i] - weight) < 1e-6 * weight;
    tester_check (t, n == 1, "%g is there %d times", weight, n);
  }
}

/* --- planes --- */

static ReferencePlane
scene_reference (const InpaintScene *s)
{
  const CfPlane p = s->spec.planes[0].geometry;
  const CfInpaintHoles *h = &s->holes.planes[0];
  ReferencePlane r = { p.width, p.height,
    g_new0 (gdouble, (gsize)p.width * p.height),
    g_new0 (gboolean, (gsize)p.width * p.height),
    { h->left, h->top, h->right, h->bottom } };
  gint x, y;

  for (y = 0; y < p.height; y++)
    for (x = 0; x < p.width; x++) {
      const gint i = y * p.width + x;

      r.is_hole[i] = holes_has (h, p.width, x, y);
      r.samples[i] = r.is_hole[i] ? 0 : ldexp (s->src[i], 8 - p.bits);
    }
  return r;
}

static void
reference_clear (ReferencePlane *r)
{
  g_free (r->samples);
  g_free (r->is_hole);
}

static gboolean
knows_any (const ReferencePlane *r)
{
  gint i;

  for (i = 0; i < r->width * r->height; i++)
    if (!r->is_hole[i])
      return TRUE;
  return FALSE;
}

typedef struct {
  guint n, beyond_1, beyond_2; /* samples of holes, and how far off they are */
  gdouble worst;
  gdouble psnr, psnr_reference;
} Comparison;

static gdouble
psnr_of (gdouble squares, guint n)
{
  return 10 * log10 (255 * 255 / MAX (squares / n, 1e-9));
}

/* Distances in steps of the plane's own depth for `worst` and `beyond_1`, of 8
 * bits for `beyond_2`. */
static Comparison
scene_compare (const InpaintScene *s, const ReferencePlane *r)
{
  const CfPlane p = s->spec.planes[0].geometry;
  const gdouble most = (1 << p.bits) - 1;
  gdouble ours = 0, theirs = 0;
  Comparison c = { 0 };
  gint i;

  for (i = 0; i < p.width * p.height; i++) {
    const gdouble exact = ldexp (r->samples[i], p.bits - 8);
    const gdouble expected = floor (CLAMP (exact, 0, most) + 0.5);
    const gdouble off = fabs (s->dst[i] - MIN (expected, most));
    const gdouble unit = ldexp (1, 8 - p.bits);

    if (!r->is_hole[i])
      continue;
    c.n++;
    c.beyond_1 += off > 1;
    c.beyond_2 += off * unit > 2;
    c.worst = MAX (c.worst, off);
    ours += pow (s->dst[i] * unit - s->truth[i], 2);
    theirs += pow (MIN (expected, most) * unit - s->truth[i], 2);
  }
  c.psnr = psnr_of (ours, c.n);
  c.psnr_reference = psnr_of (theirs, c.n);
  return c;
}

static const gint sides[][2] = { { 1, 1 }, { 1, 9 }, { 12, 1 }, { 5, 7 },
  { 37, 53 }, { 64, 48 }, { 97, 41 }, { 130, 90 } };

/* Everywhere within a step. */
TEST (inpaint_harmonic, TEST_ALWAYS)
{
  static const gint bits[] = { 8, 10, 12 };
  guint i;
  gint kind;

  for (i = 0; i < G_N_ELEMENTS (sides); i++)
    for (kind = HOLES_FEW; kind < HOLES_ALL; kind++) {
      ReferencePlane r;
      Comparison c;
      InpaintScene s;

      inpaint_scene_init (&s, sides[i][0], sides[i][1],
          bits[random_range (&t->random, 0, 2)], kind, 10, &t->random);
      s.params.inpaint.method = CF_INPAINT_HARMONIC;
      s.params.inpaint.block_size = 16 << kind % 3;
      r = scene_reference (&s);
      if (knows_any (&r) && inpaint_scene_run (t, &s)) {
        reference_inpaint_near (&s.params.inpaint, NULL, &r);
        c = scene_compare (&s, &r);
        tester_check (t, c.beyond_1 == 0,
            "%dx%d, holes %s: %u of %u samples are more than a step off, up to "
            "%g",
            sides[i][0], sides[i][1], hole_kind_name (kind), c.beyond_1, c.n,
            c.worst);
      }
      reference_clear (&r);
      inpaint_scene_clear (&s);
    }
}

/* One iteration with a threshold in a gap: within a step. */
TEST (inpaint_block_choices, TEST_ALWAYS)
{
  gint kind, block, n = 0;

  for (block = 16; block <= 64; block *= 2)
    for (kind = HOLES_FEW; kind < HOLES_ALL; kind++) {
      ReferencePlane r, filled;
      Comparison c;
      InpaintScene s;
      CfInpaintParams *p = &s.params.inpaint;

      inpaint_scene_init (&s, 37 + 9 * (kind % 4), 20 + 11 * (kind % 3), 8,
          kind, 8, &t->random);
      p->iterations = 1;
      p->block_size = block;
      p->threshold_end = 5;
      r = scene_reference (&s);
      filled = scene_reference (&s);
      p->threshold_start = reference_inpaint_gap (p, &filled);
      if (p->threshold_start > 0 && inpaint_scene_run (t, &s)) {
        n++;
        reference_inpaint_near (p, NULL, &r);
        c = scene_compare (&s, &r);
        tester_check (t, c.beyond_1 == 0,
            "blocks of %d, threshold %g, holes %s: %u of %u samples are more "
            "than a step off, up to %g",
            block, p->threshold_start, hole_kind_name (kind), c.beyond_1, c.n,
            c.worst);
      }
      reference_clear (&filled);
      reference_clear (&r);
      inpaint_scene_clear (&s);
    }
  tester_check (t, n >= 12, "%d pictures have a threshold in a gap", n);
}

/* All iterations: within two steps on 99 % of the samples, and 0.05 dB. */
static void
check_local (Tester *t, InpaintScene *s, const gchar *what)
{
  ReferencePlane r = scene_reference (s);

  if (inpaint_scene_run (t, s)) {
    Comparison c;

    reference_inpaint_near (&s->params.inpaint, NULL, &r);
    c = scene_compare (s, &r);
    tester_check (t,
        c.beyond_2 * 100 <= c.n && fabs (c.psnr - c.psnr_reference) <= 0.05,
        "%s, blocks of %d, iterations %d: %u of %u samples are more than two "
        "steps off, up to %g; %.3f dB, the reference %.3f",
        what, s->params.inpaint.block_size, s->params.inpaint.iterations,
        c.beyond_2, c.n, c.worst, c.psnr, c.psnr_reference);
  }
  reference_clear (&r);
}

TEST (inpaint_local, TEST_ALWAYS)
{
  static const HoleKind kinds[] = { HOLES_HALF, HOLES_BOX, HOLES_FEW,
    HOLES_CORNERS, HOLES_SIDE };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (k = 0; k < 3; k++) {
      InpaintScene s;

      inpaint_scene_init (&s, 97 - 16 * k, 64 + 5 * k, 8, kinds[i],
          k == 1 ? 40 : 4, &t->random);
      s.params.inpaint.block_size = k == 0 ? 0 : 16 << (i + k) % 3;
      if (k == 2) {
        s.params.inpaint.schedule = CF_INPAINT_SCHEDULE_LINEAR;
        s.params.inpaint.iterations = 9;
      }
      check_local (t, &s, hole_kind_name (kinds[i]));
      inpaint_scene_clear (&s);
    }
}

/* Nothing dropped leaves the harmonic fill; all but the means; a start below
 * the end. */
TEST (inpaint_thresholds, TEST_ALWAYS)
{
  static const gdouble thresholds[][2] = { { 0, 0 }, { 1e6, 1e6 }, { 1e6, 0 },
    { 0, 1e6 }, { 10, 60 }, { 0.05, 0.05 }, { 3, -1 } };
  guint i;
  gint schedule;

  for (i = 0; i < G_N_ELEMENTS (thresholds); i++)
    for (schedule = 0; schedule <= CF_INPAINT_SCHEDULE_LINEAR; schedule++) {
      InpaintScene s;
      CfInpaintParams *p = &s.params.inpaint;
      gchar *what = g_strdup_printf ("thresholds %g to %g, schedule %d",
          thresholds[i][0], thresholds[i][1], schedule);

      inpaint_scene_init (&s, 61, 47, 8, HOLES_HALF, 6, &t->random);
      p->threshold_start = thresholds[i][0];
      p->threshold_end = thresholds[i][1];
      p->schedule = schedule;
      p->iterations = 1 + i;
      p->block_size = 16 << i % 3;
      check_local (t, &s, what);
      inpaint_scene_clear (&s);
      g_free (what);
    }
}

/* Tracked pictures, each from the last one's result, with holes that move. */
static void
check_turns (Tester *t, gint turns, gint block)
{
  InpaintScene s;
  ReferencePlane last = { 0 };
  GError *error = NULL;
  CfFilter *filter;
  gboolean ok;
  gint i;

  inpaint_scene_init (&s, 70, 50, 8, HOLES_CORNERS, 8, &t->random);
  s.params.inpaint.track = TRUE;
  s.params.inpaint.block_size = block;
  filter = inpaint_scene_filter_new (&s, t->target.device, &error);
  ok = filter != NULL;
  for (i = 0; ok && i < turns; i++) {
    ReferencePlane r;
    Comparison c;

    holes_clear (&s.holes);
    holes_init (&s.holes, &s.spec, HOLES_CORNERS + i % 3, &t->random);
    r = scene_reference (&s);
    ok = cf_filter_set_holes (filter, s.holes.planes, &error)
         && inpaint_scene_run_with (&s, filter, &t->target, &error);
    reference_inpaint_near (&s.params.inpaint, i > 0 ? &last : NULL, &r);
    c = scene_compare (&s, &r);
    tester_check (t,
        c.beyond_2 * 100 <= c.n && fabs (c.psnr - c.psnr_reference) <= 0.05,
        "turn %d, blocks of %d: %u of %u samples are more than two steps off, "
        "up to %g; %.3f dB, the reference %.3f",
        i, block, c.beyond_2, c.n, c.worst, c.psnr, c.psnr_reference);
    reference_clear (&last);
    last = r;
  }
  tester_no_error (t, ok, error, "tracking");
  reference_clear (&last);
  cf_filter_free (filter);
  inpaint_scene_clear (&s);
}

TEST (inpaint_tracked, TEST_ALWAYS)
{
  check_turns (t, 6, 16);
  check_turns (t, 5, 32);
  check_turns (t, 4, 64);
}

/* CF_INPAINT_GLOBAL as filters have it; the loop itself is tested elsewhere. */
static gboolean
check_global (Tester *t, gint width, gint height, HoleKind kind)
{
  InpaintScene s;
  ReferencePlane r;
  GError *error = NULL;
  CfFilter *filter;
  gboolean ok, skip;
  Comparison c;

  inpaint_scene_init (&s, width, height, 8, kind, 8, &t->random);
  s.params.inpaint.method = CF_INPAINT_GLOBAL;
  s.params.inpaint.iterations = 12;
  /* the largest coefficient is its own threshold, so rounding would choose */
  s.params.inpaint.threshold_start = 900;
  r = scene_reference (&s);
  filter = inpaint_scene_filter_new (&s, t->target.device, &error);
  skip = g_error_matches (error, CF_ERROR, CF_ERROR_UNSUPPORTED);
  if (skip)
    tester_skip (t, error->message);
  ok = filter && inpaint_scene_run_with (&s, filter, &t->target, &error);
  if (ok && knows_any (&r)) {
    reference_inpaint_global (
        &s.params.inpaint, r.samples, width, height, s.holes.planes[0].bits);
    c = scene_compare (&s, &r);
    tester_check (t, c.beyond_1 * 1000 <= c.n,
        "%dx%d, holes %s: %u of %u samples are more than a step off, up to %g",
        width, height, hole_kind_name (kind), c.beyond_1, c.n, c.worst);
  } else if (!skip) {
    tester_no_error (t, ok, error, "inpainting");
    error = NULL;
  }
  g_clear_error (&error);
  cf_filter_free (filter);
  reference_clear (&r);
  inpaint_scene_clear (&s);
  return !skip;
}

TEST (inpaint_global_filter, TEST_ALWAYS)
{
  guint i;
  gint kind;

  for (i = 0; i < G_N_ELEMENTS (sides); i++)
    for (kind = HOLES_FEW; kind < HOLES_ALL; kind++)
      if (!check_global (t, sides[i][0], sides[i][1], kind))
        return;
}
