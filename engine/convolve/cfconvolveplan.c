/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The integers that backends sum: a mask's own, or fixed-point numbers near it.
 */
#include <math.h>
#include <string.h>

#include "engine/convolve/cfconvolvefactors.h"

/* Limits the root mean square of the error that fixed-point taps add to
 * uniformly random samples, in steps of the depth. 0.8 of it, the mean of a
 * normal distribution's magnitude, is the share of results that differ: at most
 * 1 in 1000, and 1 in 100 with more than 12 bits. */
#define TAPS_ERROR 1e-3
#define TAPS_ERROR_DEEP 6e-3
/* One or two taps give few values: a near tie is then 1 of 2^bits samples, so
 * that no mask of 1000 should have one. Nor should those of two values, like
 * a, 1 - 2 a, a, whose near ties are many samples, with multiples of each. */
#define FEW_TAPS_BITS 6
#define TWO_VALUES_BITS 4
/* Each pass may add this share of it, and so may the rounding between them. */
#define PASS_SHARE 0.6
#define BETWEEN_SHARE 0.5
/* Fractions may be smaller than there is room for, with a smaller error */
#define FRACTIONS_TRIED 4
#define SCALES_TRIED 32
#define FRACTION_MAX 50
/* Keeps the first pass's sums below 2^46. */
#define ROW_FRACTION_MAX 30
/* Bits of the first pass's results, where that is enough, and at most */
#define BETWEEN_BITS 24
#define BETWEEN_BITS_MAX 30
/* Limit of a divisor, as a power of 2, which keeps 64 bits from overflowing */
#define DIVISOR_BITS 40
/* Smaller masks lose all to the depth. */
#define SPREAD_MIN 1e-6
#define NORM_MIN 1e-9
/* A product of fewer values is summed at once: 5x5 reals are 2.5 times as fast
 * so on a GPU, and 0.7 to 0.8 times on a CPU. */
#define PRODUCT_VALUES_MIN 36

static gdouble
integer_magnitude_of (const gint64 *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += ABS (value[i]);
  return sum;
}

static gboolean
must_take_two_passes (const CfConvolveParams *p)
{
  return p->separable == CF_SEPARABLE_ALWAYS
         || !cf_convolve_params_fit_one_pass (p);
}

/* TRUE if two passes are fewer operations. */
static gboolean
may_take_two_passes (const CfConvolveParams *p)
{
  return p->separable == CF_SEPARABLE_AUTO && p->width > 1 && p->height > 1
         && p->width * p->height >= PRODUCT_VALUES_MIN;
}

/* The same divisor of the mask's integers times `factor`; FALSE where it is no
 * integer. */
static gboolean
integer_divisor (const CfConvolveParams *p, const CfConvolveMask *m,
    gint64 *divisor, gint64 *factor)
{
  gint64 sum;

  *factor = 1;
  *divisor = m->denominator;
  switch (p->normalize) {
    case CF_NORMALIZE_AUTO:
      sum = cf_convolve_mask_integer_sum (m);
      if (sum > 0)
        *divisor = sum;
      break;
    case CF_NORMALIZE_NONE:
      break;
    case CF_NORMALIZE_MANUAL:
      if (cf_convolve_mask_magnitude (m) == 0)
        break;
      *factor = cf_convolve_find_denominator (&p->divisor, 1, divisor);
      if (*factor == 0
          || __builtin_mul_overflow (*divisor, m->denominator, divisor))
        return FALSE;
      break;
  }
  return TRUE;
}

/* Sums of n taps times samples between low and high. */
static void
sum_range (const gint64 *tap, gint n, gint64 low, gint64 high, gint64 *min,
    gint64 *max)
{
  gint i;

  *min = *max = 0;
  for (i = 0; i < n; i++) {
    *min += tap[i] * (tap[i] < 0 ? high : low);
    *max += tap[i] * (tap[i] < 0 ? low : high);
  }
}

static gint64
limited (gdouble value, gint bits)
{
  return CLAMP (floor (value), -ldexp (1, bits), ldexp (1, bits));
}

/* A mask of integers over an integer, or FALSE. */
static gboolean
plan_integers (CfConvolvePlan *plan, const CfConvolveParams *p,
    const CfConvolveMask *m, gdouble bias)
{
  const gint64 high = (1 << plan->bits) - 1;
  const gint row = m->is_product ? m->width : 0;   /* values of a first pass */
  const gint n = cf_convolve_mask_count (m) - row; /* and of the last */
  gint64 tap[CF_CONVOLVE_VALUES], *last = tap + row, divisor, factor, common;
  gint64 t_min, t_max;
  gdouble magnitude;
  gint i;

  if (m->denominator == 0 || !integer_divisor (p, m, &divisor, &factor))
    return FALSE;
  memcpy (tap, m->integer, cf_convolve_mask_count (m) * sizeof (gint64));
  common = cf_convolve_reduce (tap, row, 0);
  for (i = 0; i < n; i++)
    last[i] *= common;
  divisor /= cf_convolve_reduce (last, n, divisor);
  magnitude = integer_magnitude_of (last, n) * factor * high;
  if (row > 0)
    magnitude *= integer_magnitude_of (tap, row);
  if (magnitude >= ldexp (1, CF_CONVOLVE_SUM_BITS))
    return FALSE;
  sum_range (tap, row, 0, high, &t_min, &t_max);
  if (divisor < 0) {
    factor = -factor;
    divisor = -divisor;
  }
  for (i = 0; i < n; i++)
    last[i] *= factor;
  divisor /= cf_convolve_reduce (last, n, divisor);
  if (divisor > G_GINT64_CONSTANT (1) << DIVISOR_BITS)
    return FALSE;

  memcpy (plan->taps, tap, cf_convolve_mask_count (m) * sizeof (gint64));
  plan->two_passes = m->is_product;
  plan->exact = TRUE;
  plan->divisor = divisor;
  /* floor ((n + e) / d) of integers n and d needs e's integer part alone */
  plan->offset = limited ((bias + 0.5) * divisor, CF_CONVOLVE_SUM_BITS + 1);
  plan->t_min = t_min;
  plan->t_max = t_max;
  sum_range (last, n, row > 0 ? t_min : 0, row > 0 ? t_max : high, &plan->n_min,
      &plan->n_max);
  return TRUE;
}

/* The largest of signed numbers of so many bytes, whose digits are from -128 to
 * 127. */
static gdouble
largest_of_bytes (gint bytes)
{
  return 127 * ((ldexp (1, 8 * bytes) - 1) / 255);
}

static gdouble
largest_of (const gdouble *tap, gint n)
{
  gdouble largest = 0;
  gint i;

  for (i = 0; i < n; i++)
    largest = MAX (largest, fabs (tap[i]));
  return largest;
}

/* The largest fraction with which taps of this magnitude are numbers of so many
 * bytes. */
static gint
fraction_of_bytes (gdouble magnitude, gint bytes)
{
  gdouble limit = largest_of_bytes (bytes);
  gint f = 0;

  if (magnitude > 0)
    f = floor (CLAMP (log2 (limit / magnitude), -FRACTION_MAX, FRACTION_MAX));
  /* rounding may carry */
  return ldexp (magnitude, f) + 1 > limit ? f - 1 : f;
}

/* Rounds n taps times `scale` so that their sum is the nearest to the true one:
 * even areas then keep their level. Returns the error of results, root mean
 * square, of values of deviation 1 and this mean. */
static gdouble
round_taps (
    const gdouble *tap, gint n, gdouble mean, gdouble scale, gint64 *rounded)
{
  const gdouble exact = cf_convolve_sum (tap, n) * scale;
  gdouble squares = 0;
  gint64 sum = 0;
  gint i, k;

  for (i = 0; i < n; i++) {
    rounded[i] = rint (tap[i] * scale);
    sum += rounded[i];
  }
  for (k = 0; k < n && sum != (gint64)rint (exact); k++) {
    gint direction = sum < exact ? 1 : -1, worst = 0;
    gdouble most = -1;

    for (i = 0; i < n; i++) {
      gdouble missing = (tap[i] * scale - rounded[i]) * direction;

      if (tap[i] != 0 && missing > most) {
        most = missing;
        worst = i;
      }
    }
    rounded[worst] += direction;
    sum += direction;
  }
  for (i = 0; i < n; i++)
    squares += pow (tap[i] * scale - rounded[i], 2);
  return sqrt (squares + pow (mean * (exact - sum), 2)) / scale;
}

/* Rounds taps to as few bytes as keep their error small enough, and returns
 * their fraction. Sums fit 32 bits up to the fraction narrow, 64 up to wide. */
static gint
fix_taps (const gdouble *tap, gint n, gdouble mean, gdouble allowed,
    gint narrow, gint wide, gint64 *fixed)
{
  const gdouble magnitude = largest_of (tap, n);
  gint bytes, i, f = 0, least;

  for (bytes = 1; bytes < 8; bytes++) {
    const gint room = fraction_of_bytes (magnitude, bytes);

    for (i = 0; i < 2; i++) {
      f = MAX (MIN (room, i == 0 ? narrow : wide), 0);
      least = MAX (f - FRACTIONS_TRIED + 1, 0);
      for (; f >= least; f--)
        if (round_taps (tap, n, mean, ldexp (1, f), fixed) <= allowed)
          return f;
    }
  }
  round_taps (tap, n, mean, ldexp (1, wide), fixed);
  return wide;
}

static gdouble
norm_of (const gdouble *value, gint n)
{
  gdouble squares = 0;
  gint i;

  for (i = 0; i < n; i++)
    squares += value[i] * value[i];
  return sqrt (squares);
}

/* Bits for the whole part of a sum of this magnitude. */
static gint
whole_bits (gdouble magnitude)
{
  return ceil (log2 (magnitude + 1));
}

/* The mean of sums over the taps, by their deviation, where values are uniform
 * from 0 on. */
static gdouble
mean_over (const gdouble *tap, gint n)
{
  return sqrt (3) * fabs (cf_convolve_sum (tap, n))
         / MAX (norm_of (tap, n), NORM_MIN);
}

/* A row is divided by this, so that it does not amplify and its results keep to
 * the depth. Its sum becomes a power of two, which needs no rounding. */
static gdouble
row_scale (const gdouble *row, gint n)
{
  const gdouble magnitude = cf_convolve_magnitude (row, n),
                sum = fabs (cf_convolve_sum (row, n));

  if (sum < magnitude / 256)
    return magnitude;
  /* rounding errors of a sum of positive values are no reason to halve them */
  return ldexp (
      sum, ceil (log2 (magnitude / sum) - CF_CONVOLVE_ZERO_TOLERANCE));
}

/* The first pass of a real mask, before a column of n_column values. Returns
 * the fraction of its results. */
static gint
plan_row (CfConvolvePlan *plan, const gdouble *row, gint n,
    const gdouble *column, gint n_column, gdouble allowed)
{
  const gint64 high = (1 << plan->bits) - 1;
  const gdouble deviation = ldexp (1, plan->bits) / sqrt (12);
  const gdouble column_norm = MAX (norm_of (column, n_column), NORM_MIN);
  /* rounding is uniform within a step */
  const gint needed =
      ceil (log2 (column_norm / sqrt (12) / (BETWEEN_SHARE * allowed)));
  gint f, between = BETWEEN_BITS - plan->bits;
  gint64 min, max;

  f = fix_taps (row, n, mean_over (column, n_column),
      PASS_SHARE * allowed / (deviation * column_norm), 30 - plan->bits,
      ROW_FRACTION_MAX, plan->taps);
  between = MIN (between, f);
  sum_range (plan->taps, n, 0, high, &min, &max);
  if ((max - min) >> (f - between) >= 1 << BETWEEN_BITS)
    between--;
  if (between < needed)
    between = MIN (BETWEEN_BITS_MAX - plan->bits, f);
  plan->shift = f - between;
  plan->t_min =
      (min + (G_GINT64_CONSTANT (1) << plan->shift >> 1)) >> plan->shift;
  plan->t_max =
      (max + (G_GINT64_CONSTANT (1) << plan->shift >> 1)) >> plan->shift;
  return between;
}

/* Counts the values of taps, 0 apart, or 3 where they are more than 2. */
static gint
count_values (const gdouble *tap, gint n)
{
  gdouble value[2];
  gint cf_convolve_mask_count = 0, i, k;

  for (i = 0; i < n && cf_convolve_mask_count < 3; i++) {
    for (k = 0; k < cf_convolve_mask_count && tap[i] != value[k]; k++)
      ;
    if (tap[i] == 0 || k < cf_convolve_mask_count)
      continue;
    if (cf_convolve_mask_count < 2)
      value[cf_convolve_mask_count] = tap[i];
    cf_convolve_mask_count++;
  }
  return cf_convolve_mask_count;
}

/* The error of results that is small enough, root mean square, for taps (or a
 * row and a column) and samples of these deviations. Where results spread over
 * less than a step, or one or two taps give their fractions few values, many
 * may be near a tie. */
static gdouble
allowed_error (
    gint bits, const gdouble *tap, gint row, gint n, gdouble deviation)
{
  gdouble allowed = bits > 12 ? TAPS_ERROR_DEEP : TAPS_ERROR;
  gdouble spread = deviation * norm_of (tap + row, n);
  gint n_taps = 0, i;

  if (row > 0)
    spread *= norm_of (tap, row);
  for (i = 0; i < row + n; i++)
    n_taps += tap[i] != 0;
  if (n_taps <= (row > 0 ? 3 : 2))
    allowed = ldexp (allowed, -bits - FEW_TAPS_BITS);
  else if (row == 0 && count_values (tap, n) <= 2)
    allowed = ldexp (allowed, -TWO_VALUES_BITS);
  return allowed * CLAMP (2 * spread, SPREAD_MIN, 1);
}

/* The taps over a divisor that is no power of two, where they are then numbers
 * of fewer bytes: it can be as large as these allow. Sums have to fit 31 bits,
 * with whole parts of `whole` bits. */
static void
save_byte (CfConvolvePlan *plan, const gdouble *tap, gint n, gdouble mean,
    gdouble allowed, gint whole, gdouble bias)
{
  const gdouble magnitude = largest_of (tap, n);
  gdouble largest = 0;
  gint bytes, i;

  for (i = 0; i < n; i++)
    largest = MAX (largest, ABS (plan->taps[i]));
  for (bytes = 1; largest > largest_of_bytes (bytes); bytes++) {
    gdouble scale = floor (MIN (
        (largest_of_bytes (bytes) - 1) / magnitude, ldexp (1, 30 - whole)));
    const gdouble last = MAX (scale - SCALES_TRIED, 1);

    /* far from what rounding leaves? */
    if (sqrt (n / 12.0) > 2 * allowed * scale)
      continue;
    for (; scale > last; scale--) {
      CfConvolvePlan other = *plan;
      CfConvolveScale unused;

      if (round_taps (tap, n, mean, scale, other.taps) > allowed)
        continue;
      other.divisor = scale;
      other.offset = limited ((bias + 0.5) * scale, CF_CONVOLVE_SUM_BITS + 1);
      sum_range (
          other.taps, n, 0, (1 << plan->bits) - 1, &other.n_min, &other.n_max);
      if (!cf_convolve_plan_scale (&other, &unused))
        continue;
      *plan = other;
      return;
    }
  }
}

/* A mask of reals, the divisor within, as fixed-point numbers. */
static void
plan_reals (CfConvolvePlan *plan, const CfConvolveMask *m, gdouble divisor,
    gdouble bias)
{
  const gint64 high = (1 << plan->bits) - 1;
  const gint row = m->is_product ? m->width : 0;   /* values of a first pass */
  const gint n = cf_convolve_mask_count (m) - row; /* and of the last */
  const gdouble scale = row > 0 ? row_scale (m->real, row) : 1;
  gdouble tap[CF_CONVOLVE_VALUES], *last = tap + row;
  gdouble deviation = ldexp (1, plan->bits) / sqrt (12);
  gdouble allowed, mean = sqrt (3); /* of samples */
  gint f, between = 0, whole, i;

  for (i = 0; i < row; i++)
    tap[i] = m->real[i] / scale;
  for (i = 0; i < n; i++)
    last[i] = m->real[row + i] * (scale / divisor);
  allowed = allowed_error (plan->bits, tap, row, n, deviation);
  if (row > 0) {
    between = plan_row (plan, tap, row, last, n, allowed);
    mean = mean_over (tap, row);
    deviation *= norm_of (tap, row);
    allowed *= PASS_SHARE;
  }
  whole = between
          + whole_bits (cf_convolve_magnitude (last, n) * high + fabs (bias));
  f = fix_taps (last, n, mean, allowed / deviation, 30 - whole,
      MIN (CF_CONVOLVE_SUM_BITS - whole, FRACTION_MAX), plan->taps + row);
  if (row > 0)
    sum_range (plan->taps + row, n, plan->t_min, plan->t_max, &plan->n_min,
        &plan->n_max);
  else
    sum_range (plan->taps, n, 0, high, &plan->n_min, &plan->n_max);
  f += between;
  plan->two_passes = m->is_product;
  plan->exact = FALSE;
  plan->divisor = G_GINT64_CONSTANT (1) << f;
  plan->offset = limited (ldexp (bias + 0.5, f), CF_CONVOLVE_SUM_BITS + 1);
  if (row == 0)
    save_byte (plan, last, n, mean, allowed / deviation, whole, bias);
}

static void
reverse (gint64 *value, gint n)
{
  gint i;

  for (i = 0; i < n / 2; i++) {
    gint64 other = value[n - 1 - i];

    value[n - 1 - i] = value[i];
    value[i] = other;
  }
}

/* Integers stay exact, in one pass if need be: that is the faster too where
 * results of a row take more than 31 bits. */
static void
choose_plan (CfConvolvePlan *plan, const CfConvolveParams *p)
{
  const gboolean must = must_take_two_passes (p);
  gdouble divisor, bias;
  gboolean may;
  CfConvolveMask mask, factors;

  cf_convolve_mask_init (&mask, p);
  cf_convolve_mask_normalize (p, &mask, plan->bits, &divisor, &bias);
  may = (must || may_take_two_passes (p))
        && cf_convolve_mask_factor (&mask, divisor, &factors);
  if (may && plan_integers (plan, p, &factors, bias)
      && (!cf_convolve_params_fit_one_pass (p)
          || MAX (-plan->t_min, plan->t_max) <= G_MAXINT32))
    return;
  if (cf_convolve_params_fit_one_pass (p)) {
    if (mask.is_product) {
      const CfConvolveMask given = mask;

      cf_convolve_mask_multiply (&given, &mask);
    }
    if (plan_integers (plan, p, &mask, bias))
      return;
  }
  may = may
        && cf_convolve_mask_gain (&mask, divisor)
               <= ldexp (1, CF_CONVOLVE_GAIN_BITS_TWO_PASSES);
  plan_reals (plan, must || may ? &factors : &mask, divisor, bias);
}

void
cf_convolve_plan_init (
    CfConvolvePlan *plan, const CfConvolveParams *p, gint bits)
{
  memset (plan, 0, sizeof (*plan));
  plan->bits = bits;
  plan->width = p->width;
  plan->height = p->height;
  choose_plan (plan, p);
  if (p->flip && plan->two_passes) {
    reverse (plan->taps, p->width);
    reverse (plan->taps + p->width, p->height);
  } else if (p->flip) {
    reverse (plan->taps, p->width * p->height);
  }
}

gboolean
cf_convolve_plan_join (CfConvolvePlan *plan, const CfConvolveParams *params)
{
  CfConvolveParams p = *params;
  CfConvolvePlan joined;

  if (!plan->two_passes || !plan->exact
      || !cf_convolve_params_fit_one_pass (params)
      || params->separable == CF_SEPARABLE_ALWAYS)
    return FALSE;
  p.separable = CF_SEPARABLE_NEVER;
  cf_convolve_plan_init (&joined, &p, plan->bits);
  if (!joined.exact)
    return FALSE;
  *plan = joined;
  return TRUE;
}
