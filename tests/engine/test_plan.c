/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans of convolutions, without any backend: against integers and long doubles
 * computed from the parameters alone. */
#include "tests.h"
#include "mask.h"
#include "reference.h"

#include <math.h>
#include <string.h>

/* Results compared for each mask */
#define WIDTH 61
#define HEIGHT 20
#define N_RESULTS (WIDTH * HEIGHT)

static gchar *
describe (const CfConvolveParams *p, gint bits)
{
  gchar *mask = mask_describe (p);
  gchar *description = g_strdup_printf ("%d bits, %s", bits, mask);

  g_free (mask);
  return description;
}

static gint64
largest_of (gint64 low, gint64 high, gint64 tap)
{
  return MAX (tap * low, tap * high);
}

/* Whether the plan's limits are those of its taps, and keep what is promised:
 * results between two passes are checked at both ends. */
static gboolean
limits_hold (const CfConvolvePlan *p)
{
  const gint64 half = G_GINT64_CONSTANT (1) << p->shift >> 1;
  gint64 low = 0, high = (1 << p->bits) - 1, n_min = 0, n_max = 0;
  const gint64 *last = p->taps;
  gint n = p->width * p->height, i;

  if (p->two_passes) {
    gint64 min = 0, max = 0;

    for (i = 0; i < p->width; i++) {
      max += largest_of (low, high, p->taps[i]);
      min -= largest_of (low, high, -p->taps[i]);
    }
    low = (min + half) >> p->shift;
    high = (max + half) >> p->shift;
    if (low < p->t_min || high > p->t_max
        || MAX (-p->t_min, p->t_max) >= G_GINT64_CONSTANT (1)
                                            << (p->exact ? 60 : 31))
      return FALSE;
    last += p->width;
    n = p->height;
  }
  for (i = 0; i < n; i++) {
    n_max += largest_of (low, high, last[i]);
    n_min -= largest_of (low, high, -last[i]);
  }
  return n_min >= p->n_min && n_max <= p->n_max && p->divisor > 0
         && (__int128)n_max + p->offset < (__int128)1 << 62
         && (__int128)n_min + p->offset > -((__int128)1 << 62)
         && (p->exact ? p->shift == 0
                      : !p->two_passes || (p->divisor & (p->divisor - 1)) == 0);
}

/* Random samples for all windows, of two values where they are extreme. */
static guint16 *
draw_samples (Tester *t, const CfConvolveParams *p, gint bits, gboolean extreme,
    gsize *stride)
{
  gsize n, i;
  guint16 *samples;

  *stride = WIDTH + p->width - 1;
  n = *stride * (HEIGHT + p->height - 1);
  samples = g_new (guint16, n);
  for (i = 0; i < n; i++) {
    guint64 next = random_next (&t->random);

    samples[i] = (extreme ? next >> 63 ? G_MAXUINT16 : 0 : next >> 48)
                 & ((1 << bits) - 1);
  }
  return samples;
}

static void
check_integers (Tester *t, const CfConvolveParams *p, gint bits)
{
  guint16 expected[N_RESULTS], got[N_RESULTS];
  CfConvolveParams other = *p;
  CfConvolvePlan plan;
  gsize stride;
  guint16 *samples =
      draw_samples (t, p, bits, random_range (&t->random, 0, 1), &stride);
  g_autofree gchar *what = describe (p, bits);

  reference_convolve (
      p, REFERENCE_EXACT, bits, samples, stride, WIDTH, HEIGHT, expected);
  for (gint separable = 0; separable <= CF_SEPARABLE_ALWAYS; separable++) {
    other.separable = separable;
    if (!cf_convolve_params_validate (&other, NULL))
      continue;
    cf_convolve_plan_init (&plan, &other, bits);
    tester_check (t, plan.exact && limits_hold (&plan),
        "the plan is exact and within its limits: %s", what);
    reference_convolve (
        &other, REFERENCE_PLAN, bits, samples, stride, WIDTH, HEIGHT, got);
    tester_check (t, memcmp (expected, got, sizeof (got)) == 0,
        "separable=%d gives what 128 bits give: %s", separable, what);
  }
  g_free (samples);
}

/* Integers over a denominator, as doubles, are those integers. */
static void
check_fractions (Tester *t, gint denominator)
{
  guint16 expected[N_RESULTS], got[N_RESULTS];
  CfConvolveParams p, fractions;
  CfConvolvePlan plan;
  g_autofree guint16 *samples = NULL;
  g_autofree gchar *what = NULL;
  gsize stride;

  do {
    mask_draw (&p, MASK_INTEGER, MASK_MATRIX, 5, &t->random);
    for (gint i = 0; i < p.width * p.height; i++)
      p.value[i] = random_range (&t->random, -9, 20);
    p.normalize = CF_NORMALIZE_MANUAL;
    p.divisor = denominator;
    p.bias = 0;
  } while (!cf_convolve_params_validate (&p, NULL));
  fractions = p;
  fractions.normalize = CF_NORMALIZE_NONE;
  for (gint i = 0; i < p.width * p.height; i++)
    fractions.value[i] /= denominator;
  what = describe (&fractions, 8);
  samples = draw_samples (t, &p, 8, FALSE, &stride);
  reference_convolve (
      &p, REFERENCE_EXACT, 8, samples, stride, WIDTH, HEIGHT, expected);
  cf_convolve_plan_init (&plan, &fractions, 8);
  reference_convolve (
      &fractions, REFERENCE_PLAN, 8, samples, stride, WIDTH, HEIGHT, got);
  tester_check (t, plan.exact && memcmp (expected, got, sizeof (got)) == 0,
      "over %d as integers: %s", denominator, what);
}

/* Integers, dyadic fractions and decimals: exact, in one pass or two. */
TEST (plan_integers, TEST_CPU)
{
  CfConvolveParams p;

  for (gint i = 0; i < 1500; i++) {
    mask_draw (&p, i % 3 == 0 ? MASK_DECIMAL : MASK_INTEGER, i % N_MASK_FORMS,
        i % 4 == 0 ? CF_CONVOLVE_SIDE_MAX : 9, &t->random);
    check_integers (t, &p, 1 + i % 16);
  }
  for (gint i = 2; i < 200; i++)
    check_fractions (t, i < 50 ? i : random_range (&t->random, 50, 4096));
  for (gint i = 0; i < 64; i++) {
    mask_draw (
        &p, MASK_INTEGER, MASK_PRODUCT, CF_CONVOLVE_TAPS_MAX, &t->random);
    check_integers (t, &p, 1 + i % 16);
  }
}

/* Results that differ from long doubles, and from how many masks. */
typedef struct {
  gint n_results, n_different, n_worst; /* worst: by more than one step */
} Differences;

static void
compare_reals (Tester *t, const CfConvolveParams *p, gint bits,
    gboolean extreme, Differences *differences)
{
  guint16 expected[N_RESULTS], got[N_RESULTS];
  gsize stride;
  g_autofree guint16 *samples = draw_samples (t, p, bits, extreme, &stride);

  reference_convolve (
      p, REFERENCE_REAL, bits, samples, stride, WIDTH, HEIGHT, expected);
  reference_convolve (
      p, REFERENCE_PLAN, bits, samples, stride, WIDTH, HEIGHT, got);
  for (gint i = 0; i < N_RESULTS; i++) {
    differences->n_different += got[i] != expected[i];
    differences->n_worst += ABS (got[i] - expected[i]) > 1;
  }
  differences->n_results += N_RESULTS;
}

/* All masks of one depth and form, each and together. Few values of samples
 * make few results, of which one may be a near tie: the quota is for random
 * ones of at least 8 bits. */
static void
check_reals (Tester *t, gint bits, MaskForm form, gint largest, gint n_masks)
{
  const gdouble quota = bits > 12 ? 0.01 : 0.001;
  Differences all = { 0 };
  CfConvolveParams p;
  CfConvolvePlan plan;

  for (gint i = 0; i < n_masks; i++) {
    Differences one = { 0 }, extreme = { 0 };
    gdouble limit = quota * N_RESULTS;
    g_autofree gchar *what = NULL;

    mask_draw (&p, MASK_REAL, form, largest, &t->random);
    what = describe (&p, bits);
    cf_convolve_plan_init (&plan, &p, bits);
    tester_check (
        t, limits_hold (&plan), "the plan is within its limits: %s", what);
    compare_reals (t, &p, bits, FALSE, &one);
    compare_reals (t, &p, bits, TRUE, &extreme);
    tester_check (t, one.n_worst + extreme.n_worst == 0,
        "at most one step from long doubles, but %d of %d are not: %s",
        one.n_worst + extreme.n_worst, 2 * N_RESULTS, what);
    /* few results: chance may add five deviations */
    limit += 5 * sqrt (limit) + 1;
    tester_check (t, bits < 8 || one.n_different <= limit,
        "%d of %d results differ: %s", one.n_different, N_RESULTS, what);
    all.n_results += one.n_results;
    all.n_different += one.n_different;
  }
  tester_check (t, bits < 8 || all.n_different <= quota * all.n_results,
      "%d of %d results differ: %d bits, form %d", all.n_different,
      all.n_results, bits, form);
}

/* Real masks: within one step everywhere, equal but for 1 in 1000 up to 12 bits
 * and 1 in 100 beyond. */
TEST (plan_reals, TEST_CPU)
{
  for (gint bits = 1; bits <= 16; bits++) {
    for (gint form = 0; form < N_MASK_FORMS; form++) {
      check_reals (t, bits, form, 9, 60);
      check_reals (t, bits, form, CF_CONVOLVE_SIDE_MAX, 8);
    }
    check_reals (t, bits, MASK_PRODUCT, CF_CONVOLVE_TAPS_MAX, 8);
  }
}

/* The division that the scale stands for. */
static gint64
divide (const CfConvolvePlan *p, gint64 n)
{
  gint64 v = n + p->offset;

  return CLAMP (v / p->divisor - (v % p->divisor < 0), 0, (1 << p->bits) - 1);
}

/* The scale's, as a backend computes it; -1 where a backend's would overflow */
static gint64
scaled (const CfConvolvePlan *p, const CfConvolveScale *s, gint64 n)
{
  __int128 product = (__int128)n * s->multiplier + s->addend;
  gint64 result = product >> (32 + s->shift);

  if (s->multiplier == 0) {
    result = n + s->addend;
    if (result != (gint32)result || s->addend != (gint32)s->addend)
      return -1;
  } else if (product != (gint64)product || n != (gint32)n) {
    return -1;
  }
  return CLAMP (result, 0, (1 << p->bits) - 1);
}

static void
check_scale (Tester *t, const CfConvolveParams *params, gint bits,
    gboolean must_be, gint *n_scales)
{
  CfConvolvePlan p;
  CfConvolveScale s;
  gchar *what = describe (params, bits);
  gint64 wrong = 0;

  cf_convolve_plan_init (&p, params, bits);
  if (!cf_convolve_plan_scale (&p, &s)) {
    tester_check (t, !must_be, "there is a multiplication: %s", what);
    g_free (what);
    return;
  }
  ++*n_scales;
  wrong += scaled (&p, &s, p.n_min) != divide (&p, p.n_min);
  wrong += scaled (&p, &s, p.n_max) != divide (&p, p.n_max);
  for (gint i = 0; i < 200; i++) {
    const gint64 q = i < 4   ? i - 1
                     : i < 8 ? (1 << bits) + 6 - i
                             : random_range (&t->random, 0, 1 << bits);

    for (gint k = -1; k <= 1; k++) {
      gint64 n = q * p.divisor - p.offset + k;

      if (n >= p.n_min && n <= p.n_max)
        wrong += scaled (&p, &s, n) != divide (&p, n);
    }
  }
  tester_check (t, wrong == 0 && s.shift >= 0 && s.shift <= 30,
      "the multiplication is the division: %s", what);
  g_free (what);
}

/* One value over every kind of divisor. */
static void
check_divisors (Tester *t, gint *n_scales)
{
  for (gint i = 0; i < 4000; i++) {
    CfConvolveParams p = { .width = 1,
      .height = 1,
      .normalize = CF_NORMALIZE_MANUAL,
      .value = { random_range (&t->random, 1, 1 << (i % 30)) } };
    gint bits = 1 + i % 16;

    p.divisor = i < 1000 ? i + 1 : random_range (&t->random, 1, 1 << (i % 31));
    p.bias = random_range (&t->random, -300, 300);
    if (cf_convolve_params_validate (&p, NULL))
      check_scale (t, &p, bits,
          p.value[0] <= 1 << 10 && p.divisor <= 1 << 10 && bits <= 12,
          n_scales);
  }
}

TEST (plan_scale, TEST_CPU)
{
  CfConvolveParams p;
  gint i, n_scales = 0;

  check_divisors (t, &n_scales);
  for (i = 0; i < 2000; i++) {
    mask_draw_any (&p, 15, &t->random);
    check_scale (t, &p, 1 + i % 16, FALSE, &n_scales);
  }
  tester_check (t, n_scales > 2000, "%d plans have multiplications", n_scales);
}

/* Rows of a mask: `n` values, `height` rows. */
typedef struct {
  const gchar *what;
  gint width, height;
  gboolean is_product;
  gdouble value[25];
} Factorable;

/* clang-format off */
static const Factorable factorables[] = {
  {"ones", 3, 3, TRUE, {1, 1, 1, 1, 1, 1, 1, 1, 1}},
  {"common divisors", 3, 3, TRUE, {6, 12, 6, 12, 24, 12, 6, 12, 6}},
  {"other common divisors", 3, 3, TRUE, {6, 9, 15, 10, 15, 25, 14, 21, 35}},
  {"zero row", 3, 3, TRUE, {1, 2, 3, 0, 0, 0, -2, -4, -6}},
  {"zero first row", 3, 3, TRUE, {0, 0, 0, 1, 2, 3, 4, 8, 12}},
  {"zero column", 3, 3, TRUE, {0, 2, 3, 0, 4, 6, 0, 8, 12}},
  {"sobel", 3, 3, TRUE, {-1, 0, 1, -2, 0, 2, -1, 0, 1}},
  {"zero", 3, 3, TRUE, {0}},
  {"one row", 5, 1, TRUE, {3, -1, 4, 1, 5}},
  {"one column", 1, 5, TRUE, {3, -1, 4, 1, 5}},
  {"one value", 1, 1, TRUE, {-7}},
  {"dyadic", 3, 3, TRUE, {.0625, .125, .0625, .125, .25, .125, .0625, .125,
    .0625}},
  {"decimals", 3, 3, TRUE, {.01, .03, .01, .03, .09, .03, .01, .03, .01}},
  {"large", 3, 3, TRUE, {1e9, 2e9, 1e9, 2e9, 4e9, 2e9, 1e9, 2e9, 1e9}},
  {"laplacian", 3, 3, FALSE, {0, -1, 0, -1, 4, -1, 0, -1, 0}},
  {"one off", 3, 3, FALSE, {1, 1, 1, 1, 1, 1, 1, 1, 2}},
  {"zero off", 3, 3, FALSE, {1, 2, 3, 0, 0, 1, 2, 4, 6}},
  {"one of many off", 3, 3, FALSE, {1e6, 2e6, 1e6, 2e6, 4e6 + 1, 2e6, 1e6, 2e6,
    1e6}},
  {"decimal off", 3, 3, FALSE, {.01, .03, .01, .03, .0901, .03, .01, .03, .01}},
  {"diagonal", 3, 3, FALSE, {1, 0, 0, 0, 1, 0, 0, 0, 1}}
};
/* clang-format on */

static void
check_factors (Tester *t, const CfConvolveParams *given, gboolean is_product,
    const gchar *what)
{
  CfConvolveParams p = *given;
  GError *error = NULL;
  CfConvolvePlan plan;
  gboolean valid;

  p.separable = CF_SEPARABLE_ALWAYS;
  valid = cf_convolve_params_validate (&p, &error);
  tester_check (t, valid == is_product && valid == !error,
      "two passes are possible: %d (%s)", is_product, what);
  if (valid) {
    cf_convolve_plan_init (&plan, &p, 8);
    tester_check (t, plan.two_passes, "two passes are taken (%s)", what);
  }
  g_clear_error (&error);
  p.separable = CF_SEPARABLE_AUTO;
  tester_check (t,
      cf_convolve_params_has_two_passes (&p)
          == (is_product && p.width * p.height >= 36 && p.width > 1
              && p.height > 1),
      "two passes are chosen where they pay (%s)", what);
  p.separable = CF_SEPARABLE_NEVER;
  tester_check (t, !cf_convolve_params_has_two_passes (&p),
      "two passes are not taken (%s)", what);
}

/* A gaussian, its middle times 1 + off. */
static void
check_gaussian (Tester *t, gdouble off, gboolean is_product)
{
  CfConvolveParams p = { .width = 7, .height = 9 };

  for (gint y = 0; y < p.height; y++)
    for (gint x = 0; x < p.width; x++)
      p.value[y * p.width + x] =
          exp (-((x - 3) * (x - 3) + (y - 4) * (y - 4)) / 4.5);
  p.value[4 * 7 + 3] *= 1 + off;
  check_factors (t, &p, is_product, is_product ? "gaussian" : "no gaussian");
  for (gint x = 0; x < 63; x++)
    p.value[x] *= 1e-90;
  check_factors (
      t, &p, is_product, is_product ? "faint gaussian" : "no faint gaussian");
}

/* What is a product of a row and a column, and what only nearly. */
TEST (plan_factors, TEST_CPU)
{
  for (guint i = 0; i < G_N_ELEMENTS (factorables); i++) {
    const Factorable *f = &factorables[i];
    CfConvolveParams p = { .width = f->width, .height = f->height };

    memcpy (p.value, f->value, sizeof (f->value));
    check_factors (t, &p, f->is_product, f->what);
    if (f->is_product)
      check_integers (t, &p, 8);
  }
  check_gaussian (t, 0, TRUE);
  check_gaussian (t, 1e-12, TRUE);
  check_gaussian (t, 1e-5, FALSE);
  check_gaussian (t, -0.01, FALSE);
}
