/* Masks: whether they are valid, whether they are a product, and the integers
 * that backends sum. */
#include "cfconvolve.h"

#include <math.h>
#include <string.h>

#include "cferror.h"

/* What fixed-point taps add to uniformly random samples, in steps of the depth,
 * root mean square: 0.8 of it, the mean of a normal distribution's magnitude,
 * is the share of results that differ. At most 1 in 1000 may, and 1 in 100 with
 * more than 12 bits. */
#define TAPS_ERROR 1e-3
#define TAPS_ERROR_DEEP 6e-3
/* One or two taps give few values: a near tie is then 1 of 2^bits samples, so
 * that no mask of 1000 should have one. Nor should those of two values, like
 * a, 1 - 2 a, a, whose near ties are many samples, with multiples of each. */
#define FEW_TAPS_BITS 6
#define TWO_VALUES_BITS 4
/* What of it each pass may add, and the rounding between them */
#define PASS_SHARE 0.6
#define BETWEEN_SHARE 0.5
/* Less fraction than there is room for, but sometimes a smaller error */
#define FRACTIONS_TRIED 4
#define SCALES_TRIED 32
#define FRACTION_MAX 50
/* Of the first pass: its sums are below 2^46. */
#define ROW_FRACTION_MAX 30
/* Bits of the first pass's results, where that is enough, and at most */
#define BETWEEN_BITS 24
#define BETWEEN_BITS_MAX 30
/* Limits of a sum, of a divisor and of an integer, as powers of 2, which keep
 * 64 bits from overflowing */
#define SUM_BITS 60
#define DIVISOR_BITS 40
#define INTEGER_BITS 50
/* What values are integers over, and how nearly: some roundings of a double */
#define DENOMINATOR_MAX 4096
#define DENOMINATOR_DECIMAL 10000
#define INTEGER_TOLERANCE 1e-15
#define SMALL_INTEGER_BITS 24
/* The same of what a mask amplifies, and of what rounded taps may, so that a
 * result is never more than one step off */
#define GAIN_BITS 30
#define GAIN_BITS_REAL 18
#define GAIN_BITS_TWO_PASSES 8
/* Of the absolute values of a mask or of each factor, so that no product or
 * quotient of two such overflows */
#define MAGNITUDE_MIN 1e-100
#define MAGNITUDE_MAX 1e100
/* Smaller masks lose all to the depth. */
#define SPREAD_MIN 1e-6
#define NORM_MIN 1e-9
/* A real mask is a product, and its sum is 0, within this of the sum of its
 * absolute values. */
#define PRODUCT_TOLERANCE (1.0 / (1 << 24))
#define ZERO_TOLERANCE 1e-9
#define IDENTITY_TOLERANCE 1e-9
/* A product of fewer values is summed at once: 5x5 reals are 2.5 times as fast
 * so on a GPU, and 0.7 to 0.8 times on a CPU. */
#define PRODUCT_VALUES_MIN 36

/* A mask, or its factors: a row, then a column. `integer` is `real` times the
 * denominator, which is 0 where these are no integers. */
typedef struct {
  gboolean is_product;
  gint width, height;
  gdouble real[CF_CONVOLVE_VALUES];
  gint64 integer[CF_CONVOLVE_VALUES];
  gint64 denominator;
} Mask;

static gint
n_values (const Mask *m)
{
  return m->is_product ? m->width + m->height : m->width * m->height;
}

static gdouble
mask_value (const Mask *m, gint x, gint y)
{
  if (m->is_product)
    return m->real[x] * m->real[m->width + y];
  return m->real[y * m->width + x];
}

static gdouble
magnitude_of (const gdouble *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += fabs (value[i]);
  return sum;
}

static gdouble
sum_of (const gdouble *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += value[i];
  return sum;
}

static gdouble
integer_magnitude_of (const gint64 *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += ABS (value[i]);
  return sum;
}

static gint64
integer_sum_of (const gint64 *value, gint n)
{
  gint64 sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += value[i];
  return sum;
}

/* Of the mask's absolute values */
static gdouble
mask_magnitude (const Mask *m)
{
  if (m->is_product)
    return magnitude_of (m->real, m->width)
           * magnitude_of (m->real + m->width, m->height);
  return magnitude_of (m->real, n_values (m));
}

/* Times the denominator */
static gint64
mask_integer_sum (const Mask *m)
{
  if (m->is_product)
    return integer_sum_of (m->integer, m->width)
           * integer_sum_of (m->integer + m->width, m->height);
  return integer_sum_of (m->integer, n_values (m));
}

static gdouble
mask_sum (const Mask *m)
{
  gdouble sum;

  if (m->denominator > 0)
    return mask_integer_sum (m) / (gdouble)m->denominator;
  if (m->is_product)
    sum = sum_of (m->real, m->width) * sum_of (m->real + m->width, m->height);
  else
    sum = sum_of (m->real, n_values (m));
  return fabs (sum) <= ZERO_TOLERANCE * mask_magnitude (m) ? 0 : sum;
}

/* Whether a value is this integer over a denominator: small ones within a
 * double's rounding, large ones, which chance may hit, exactly and over a power
 * of two or of ten. */
static gboolean
is_fraction (gdouble value, gdouble whole, gint denominator)
{
  if (fabs (whole) <= ldexp (1, SMALL_INTEGER_BITS))
    return fabs (whole / denominator - value)
           <= INTEGER_TOLERANCE * fabs (value);
  return fabs (whole) <= ldexp (1, INTEGER_BITS) && whole / denominator == value
         && ((denominator & (denominator - 1)) == 0
             || 10000 % denominator == 0);
}

/* The denominator over which n values are integers: up to 4096, or 10^4 for
 * decimals. 0 where there is none. */
static gint
find_denominator (const gdouble *value, gint n, gint64 *integer)
{
  gint denominator, i;

  for (denominator = 1; denominator <= DENOMINATOR_DECIMAL; denominator++) {
    if (denominator > DENOMINATOR_MAX)
      denominator = DENOMINATOR_DECIMAL;
    for (i = 0; i < n; i++) {
      gdouble whole = rint (value[i] * denominator);

      if (!is_fraction (value[i], whole, denominator))
        break;
      integer[i] = whole;
    }
    if (i == n)
      return denominator;
  }
  return 0;
}

/* As it is given */
static void
mask_init (Mask *m, const CfConvolveParams *p)
{
  gint n;

  m->is_product = p->is_product;
  m->width = p->width;
  m->height = p->height;
  n = n_values (m);
  memcpy (m->real, p->value, n * sizeof (gdouble));
  if (p->is_product)
    m->denominator = (gint64)find_denominator (m->real, m->width, m->integer)
                     * find_denominator (
                         m->real + m->width, m->height, m->integer + m->width);
  else
    m->denominator = find_denominator (m->real, n, m->integer);
  if (mask_magnitude (m) == 0) {
    memset (m->integer, 0, n * sizeof (gint64));
    memset (m->real, 0, n * sizeof (gdouble));
    m->denominator = 1;
  }
  if (mask_magnitude (m) * m->denominator >= ldexp (1, SUM_BITS))
    m->denominator = 0;
}

/* The mask that factors are the product of. */
static void
mask_multiply (const Mask *factors, Mask *m)
{
  gint x, y;

  m->is_product = FALSE;
  m->width = factors->width;
  m->height = factors->height;
  m->denominator = factors->denominator;
  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++) {
      m->real[y * m->width + x] = mask_value (factors, x, y);
      if (m->denominator > 0)
        m->integer[y * m->width + x] =
            factors->integer[x] * factors->integer[m->width + y];
    }
}

static gint64
greatest_common_divisor (gint64 a, gint64 b)
{
  while (b != 0) {
    gint64 rest = a % b;

    a = b;
    b = rest;
  }
  return ABS (a);
}

/* Divides n integers by what all and `also` have in common, which is
 * returned. */
static gint64
reduce (gint64 *value, gint n, gint64 also)
{
  gint64 common = also;
  gint i;

  for (i = 0; i < n; i++)
    common = greatest_common_divisor (common, value[i]);
  if (common == 0)
    return 1;
  for (i = 0; i < n; i++)
    value[i] /= common;
  return common;
}

/* Where the largest value is. */
static void
find_pivot (const Mask *m, gint *column, gint *row)
{
  gdouble largest = -1;
  gint x, y;

  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++)
      if (fabs (mask_value (m, x, y)) > largest) {
        largest = fabs (mask_value (m, x, y));
        *column = x;
        *row = y;
      }
}

/* Factors of integers are integers: a row without a common divisor has whole
 * multiples in the other rows. */
static gboolean
factor_integers (const Mask *m, Mask *factors)
{
  gint64 *row = factors->integer, *column = row + m->width, product;
  gint px = 0, py = 0, x, y;

  find_pivot (m, &px, &py);
  memcpy (row, m->integer + py * m->width, m->width * sizeof (gint64));
  reduce (row, m->width, 0);
  for (y = 0; y < m->height; y++)
    column[y] = row[px] == 0 ? 0 : m->integer[y * m->width + px] / row[px];
  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++)
      if (__builtin_mul_overflow (row[x], column[y], &product)
          || product != m->integer[y * m->width + x])
        return FALSE;
  for (x = 0; x < m->width; x++)
    factors->real[x] = row[x];
  for (y = 0; y < m->height; y++)
    factors->real[m->width + y] = column[y] / (gdouble)m->denominator;
  return TRUE;
}

/* The product that is nearest in least squares, from the largest value's row:
 * exact for a product but for rounding, which two steps of the power method
 * spread. What is lost may not exceed the tolerance in results either. */
static gboolean
factor_reals (const Mask *m, gdouble divisor, Mask *factors)
{
  gdouble *row = factors->real, *column = row + m->width;
  gdouble away = 0, magnitude = mask_magnitude (m), largest, norm;
  gint px = 0, py = 0, x, y, i;

  find_pivot (m, &px, &py);
  largest = mask_value (m, px, py);
  for (x = 0; x < m->width; x++)
    row[x] = mask_value (m, x, py) / largest;
  for (i = 0; i < 2; i++) {
    norm = 0;
    for (x = 0; x < m->width; x++)
      norm += row[x] * row[x];
    for (y = 0; y < m->height; y++) {
      column[y] = 0;
      for (x = 0; x < m->width; x++)
        column[y] += mask_value (m, x, y) / largest * row[x] / norm;
    }
    norm = 0;
    for (y = 0; y < m->height; y++)
      norm += column[y] * column[y];
    for (x = 0; x < m->width; x++) {
      row[x] = 0;
      for (y = 0; y < m->height; y++)
        row[x] += mask_value (m, x, y) / largest * column[y] / norm;
    }
  }
  for (y = 0; y < m->height; y++)
    column[y] *= largest;
  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++)
      away += fabs (mask_value (m, x, y) - row[x] * column[y]);
  return away <= PRODUCT_TOLERANCE * MIN (magnitude, fabs (divisor));
}

/* FALSE where the mask is no product. */
static gboolean
mask_factor (const Mask *m, gdouble divisor, Mask *factors)
{
  if (m->is_product) {
    *factors = *m;
    return TRUE;
  }
  factors->is_product = TRUE;
  factors->width = m->width;
  factors->height = m->height;
  factors->denominator = m->denominator;
  return m->denominator > 0 ? factor_integers (m, factors)
                            : factor_reals (m, divisor, factors);
}

/* Sides are at most 31 unless the mask is given as a product. */
static gboolean
fits_one_pass (const CfConvolveParams *p)
{
  return p->width <= CF_CONVOLVE_SIDE_MAX && p->height <= CF_CONVOLVE_SIDE_MAX;
}

static gboolean
must_take_two_passes (const CfConvolveParams *p)
{
  return p->separable == CF_SEPARABLE_ALWAYS || !fits_one_pass (p);
}

/* Whether two passes are fewer operations. */
static gboolean
may_take_two_passes (const CfConvolveParams *p)
{
  return p->separable == CF_SEPARABLE_AUTO && p->width > 1 && p->height > 1
         && p->width * p->height >= PRODUCT_VALUES_MIN;
}

/* d and b, the bias in steps of the depth. */
static void
normalization (const CfConvolveParams *p, const Mask *m, gint bits,
    gdouble *divisor, gdouble *bias)
{
  gdouble sum;

  *divisor = 1;
  *bias = 0;
  switch (p->normalize) {
    case CF_NORMALIZE_AUTO:
      sum = mask_sum (m);
      if (sum == 0)
        *bias = 1 << (bits - 1);
      else if (sum < 0)
        *bias = (1 << bits) - 1;
      else
        *divisor = sum;
      break;
    case CF_NORMALIZE_NONE:
      break;
    case CF_NORMALIZE_MANUAL:
      *divisor = p->divisor;
      *bias = ldexp (p->bias, bits - 8);
      break;
  }
}

/* The same divisor of the mask's integers times `factor`; FALSE where it is no
 * integer. */
static gboolean
integer_divisor (
    const CfConvolveParams *p, const Mask *m, gint64 *divisor, gint64 *factor)
{
  gint64 sum;

  *factor = 1;
  *divisor = m->denominator;
  switch (p->normalize) {
    case CF_NORMALIZE_AUTO:
      sum = mask_integer_sum (m);
      if (sum > 0)
        *divisor = sum;
      break;
    case CF_NORMALIZE_NONE:
      break;
    case CF_NORMALIZE_MANUAL:
      if (mask_magnitude (m) == 0)
        break;
      *factor = find_denominator (&p->divisor, 1, divisor);
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
plan_integers (CfConvolvePlan *plan, const CfConvolveParams *p, const Mask *m,
    gdouble bias)
{
  const gint64 high = (1 << plan->bits) - 1;
  const gint row = m->is_product ? m->width : 0; /* values of a first pass */
  const gint n = n_values (m) - row;             /* and of the last */
  gint64 tap[CF_CONVOLVE_VALUES], *last = tap + row, divisor, factor, common;
  gint64 t_min, t_max;
  gdouble magnitude;
  gint i;

  if (m->denominator == 0 || !integer_divisor (p, m, &divisor, &factor))
    return FALSE;
  memcpy (tap, m->integer, n_values (m) * sizeof (gint64));
  common = reduce (tap, row, 0);
  for (i = 0; i < n; i++)
    last[i] *= common;
  divisor /= reduce (last, n, divisor);
  magnitude = integer_magnitude_of (last, n) * factor * high;
  if (row > 0)
    magnitude *= integer_magnitude_of (tap, row);
  if (magnitude >= ldexp (1, SUM_BITS))
    return FALSE;
  sum_range (tap, row, 0, high, &t_min, &t_max);
  if (divisor < 0) {
    factor = -factor;
    divisor = -divisor;
  }
  for (i = 0; i < n; i++)
    last[i] *= factor;
  divisor /= reduce (last, n, divisor);
  if (divisor > G_GINT64_CONSTANT (1) << DIVISOR_BITS)
    return FALSE;

  memcpy (plan->taps, tap, n_values (m) * sizeof (gint64));
  plan->two_passes = m->is_product;
  plan->exact = TRUE;
  plan->divisor = divisor;
  /* floor ((n + e) / d) of integers n and d needs e's integer part alone */
  plan->offset = limited ((bias + 0.5) * divisor, SUM_BITS + 1);
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
  const gdouble exact = sum_of (tap, n) * scale;
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
  return sqrt (3) * fabs (sum_of (tap, n)) / MAX (norm_of (tap, n), NORM_MIN);
}

/* What a row is divided by so that it does not amplify and its results keep to
 * the depth. Its sum becomes a power of two, which needs no rounding. */
static gdouble
row_scale (const gdouble *row, gint n)
{
  const gdouble magnitude = magnitude_of (row, n), sum = fabs (sum_of (row, n));

  if (sum < magnitude / 256)
    return magnitude;
  /* rounding errors of a sum of positive values are no reason to halve them */
  return ldexp (sum, ceil (log2 (magnitude / sum) - ZERO_TOLERANCE));
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

/* How many values taps have, 0 apart, or 3 where they are more than 2. */
static gint
count_values (const gdouble *tap, gint n)
{
  gdouble value[2];
  gint n_values = 0, i, k;

  for (i = 0; i < n && n_values < 3; i++) {
    for (k = 0; k < n_values && tap[i] != value[k]; k++)
      ;
    if (tap[i] == 0 || k < n_values)
      continue;
    if (n_values < 2)
      value[n_values] = tap[i];
    n_values++;
  }
  return n_values;
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
      other.offset = limited ((bias + 0.5) * scale, SUM_BITS + 1);
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
plan_reals (CfConvolvePlan *plan, const Mask *m, gdouble divisor, gdouble bias)
{
  const gint64 high = (1 << plan->bits) - 1;
  const gint row = m->is_product ? m->width : 0; /* values of a first pass */
  const gint n = n_values (m) - row;             /* and of the last */
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
  whole = between + whole_bits (magnitude_of (last, n) * high + fabs (bias));
  f = fix_taps (last, n, mean, allowed / deviation, 30 - whole,
      MIN (SUM_BITS - whole, FRACTION_MAX), plan->taps + row);
  if (row > 0)
    sum_range (plan->taps + row, n, plan->t_min, plan->t_max, &plan->n_min,
        &plan->n_max);
  else
    sum_range (plan->taps, n, 0, high, &plan->n_min, &plan->n_max);
  f += between;
  plan->two_passes = m->is_product;
  plan->exact = FALSE;
  plan->divisor = G_GINT64_CONSTANT (1) << f;
  plan->offset = limited (ldexp (bias + 0.5, f), SUM_BITS + 1);
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

/* What the mask amplifies at most */
static gdouble
gain_of (const Mask *m, gdouble divisor)
{
  return mask_magnitude (m) / fabs (divisor);
}

/* Integers stay exact, in one pass if need be: that is the faster too where
 * results of a row take more than 31 bits. */
static void
choose_plan (CfConvolvePlan *plan, const CfConvolveParams *p)
{
  const gboolean must = must_take_two_passes (p);
  gdouble divisor, bias;
  gboolean may;
  Mask mask, factors;

  mask_init (&mask, p);
  normalization (p, &mask, plan->bits, &divisor, &bias);
  may = (must || may_take_two_passes (p))
        && mask_factor (&mask, divisor, &factors);
  if (may && plan_integers (plan, p, &factors, bias)
      && (!fits_one_pass (p) || MAX (-plan->t_min, plan->t_max) <= G_MAXINT32))
    return;
  if (fits_one_pass (p)) {
    if (mask.is_product) {
      const Mask given = mask;

      mask_multiply (&given, &mask);
    }
    if (plan_integers (plan, p, &mask, bias))
      return;
  }
  may = may && gain_of (&mask, divisor) <= ldexp (1, GAIN_BITS_TWO_PASSES);
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

  if (!plan->two_passes || !plan->exact || !fits_one_pass (params)
      || params->separable == CF_SEPARABLE_ALWAYS)
    return FALSE;
  p.separable = CF_SEPARABLE_NEVER;
  cf_convolve_plan_init (&joined, &p, plan->bits);
  if (!joined.exact)
    return FALSE;
  *plan = joined;
  return TRUE;
}

gboolean
cf_convolve_params_has_two_passes (const CfConvolveParams *params)
{
  CfConvolvePlan plan;

  cf_convolve_plan_init (&plan, params, 8);
  return plan.two_passes;
}

static gboolean
side_validate (
    const CfConvolveParams *p, const gchar *name, gint side, GError **error)
{
  gint limit = p->is_product ? CF_CONVOLVE_TAPS_MAX : CF_CONVOLVE_SIDE_MAX;

  if (side >= 1 && side <= limit && side % 2 == 1)
    return TRUE;
  return cf_refuse (error,
      "The %s of the mask must be odd, from 1 to %d values, but is %d", name,
      limit, side);
}

/* Of n values of that part of the mask */
static gboolean
magnitude_validate (
    const gchar *part, const gdouble *value, gint n, GError **error)
{
  const gdouble magnitude = magnitude_of (value, n);

  if (magnitude == 0
      || (magnitude >= MAGNITUDE_MIN && magnitude <= MAGNITUDE_MAX))
    return TRUE;
  return cf_refuse (error,
      "The values of the mask%s are too %s: the sum of their magnitudes must "
      "be from %g to %g, but is %g",
      part, magnitude < 1 ? "small" : "large", MAGNITUDE_MIN, MAGNITUDE_MAX,
      magnitude);
}

static gboolean
values_validate (const CfConvolveParams *p, GError **error)
{
  const gint n = p->is_product ? p->width + p->height : p->width * p->height;
  gint i;

  for (i = 0; i < n; i++) {
    if (isfinite (p->value[i]))
      continue;
    if (p->is_product)
      return cf_refuse (error,
          "Value %d of the mask's %s is not a finite number",
          i < p->width ? i + 1 : i - p->width + 1,
          i < p->width ? "row" : "column");
    return cf_refuse (error,
        "The mask's value in row %d, column %d is not a finite number",
        i / p->width + 1, i % p->width + 1);
  }
  if (p->is_product)
    return magnitude_validate ("'s row", p->value, p->width, error)
           && magnitude_validate (
               "'s column", p->value + p->width, p->height, error);
  return magnitude_validate ("", p->value, n, error);
}

static gboolean
gain_validate (gdouble gain, gint limit, GError **error)
{
  if (gain < ldexp (1, limit))
    return TRUE;
  return cf_refuse (error,
      "The mask amplifies %g times, which is more than 2^%d: its values are "
      "too large, or its divisor is too small",
      isnan (gain) ? INFINITY : gain, limit);
}

gboolean
cf_convolve_params_validate (const CfConvolveParams *p, GError **error)
{
  gdouble divisor, bias, gain;
  CfConvolvePlan plan;
  Mask mask, factors;

  if (!side_validate (p, "width", p->width, error)
      || !side_validate (p, "height", p->height, error)
      || !values_validate (p, error))
    return FALSE;
  if ((guint)p->separable > CF_SEPARABLE_ALWAYS)
    return cf_refuse (error, "There is no separable %d", p->separable);
  if ((guint)p->normalize > CF_NORMALIZE_MANUAL)
    return cf_refuse (error, "There is no normalization %d", p->normalize);
  if ((guint)p->border > CF_BORDER_CONSTANT)
    return cf_refuse (error, "There is no border %d", p->border);
  if (p->border_value < 0 || p->border_value > 255)
    return cf_refuse (error, "border-value must be from 0 to 255, but is %d",
        p->border_value);
  if (p->normalize == CF_NORMALIZE_MANUAL) {
    if (!isfinite (p->divisor) || p->divisor == 0)
      return cf_refuse (error,
          "divisor must be a number other than 0, but is %g", p->divisor);
    if (!(fabs (p->bias) <= CF_CONVOLVE_BIAS_MAX))
      return cf_refuse (error, "bias must be from %d to %d, but is %g",
          -CF_CONVOLVE_BIAS_MAX, CF_CONVOLVE_BIAS_MAX, p->bias);
  }
  if (p->separable == CF_SEPARABLE_NEVER && !fits_one_pass (p))
    return cf_refuse (error,
        "A mask of %dx%d values can only be run as a row and a column: "
        "without that, its sides are limited to %d",
        p->width, p->height, CF_CONVOLVE_SIDE_MAX);
  mask_init (&mask, p);
  normalization (p, &mask, 8, &divisor, &bias);
  gain = gain_of (&mask, divisor);
  if (!gain_validate (gain, GAIN_BITS, error))
    return FALSE;
  if (p->separable == CF_SEPARABLE_ALWAYS
      && !mask_factor (&mask, divisor, &factors))
    return cf_refuse (error,
        "The mask is not the product of a row and a column, so it cannot be "
        "run as two passes");
  cf_convolve_plan_init (&plan, p, 16);
  return plan.exact
         || gain_validate (gain,
             plan.two_passes ? GAIN_BITS_TWO_PASSES : GAIN_BITS_REAL, error);
}

gboolean
cf_convolve_params_is_identity (const CfConvolveParams *p)
{
  gdouble divisor, bias;
  Mask mask;
  gint x, y;

  mask_init (&mask, p);
  normalization (p, &mask, 8, &divisor, &bias);
  if (bias != 0)
    return FALSE;
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++) {
      gdouble tap = mask_value (&mask, x, y) / divisor;
      gboolean centre = x == p->width / 2 && y == p->height / 2;

      if (centre ? fabs (tap - 1) > IDENTITY_TOLERANCE : tap != 0)
        return FALSE;
    }
  return TRUE;
}

/* Whether (v multiplier + addend) >> (32 + shift) is floor (v / divisor) for
 * 0 <= v < divisor 2^bits, the multiplier being the ceiling of 2^(32 + shift)
 * / divisor: that is off by less than 1 / divisor. */
static gboolean
scale_is_exact (const CfConvolvePlan *plan, guint64 multiplier, gint shift)
{
  guint64 power = G_GUINT64_CONSTANT (1) << (32 + shift);
  guint64 excess = multiplier * plan->divisor - power;

  return (gdouble)plan->divisor * ldexp (excess, plan->bits) < power;
}

gboolean
cf_convolve_plan_scale (const CfConvolvePlan *plan, CfConvolveScale *scale)
{
  gint64 low = plan->n_min, high = plan->n_max;
  gint shift;

  if (low < G_MININT32 || high > G_MAXINT32)
    return FALSE;
  memset (scale, 0, sizeof (*scale));
  if (plan->divisor == 1) {
    if (low + plan->offset < G_MININT32 || high + plan->offset > G_MAXINT32)
      return FALSE;
    scale->addend = plan->offset;
    return TRUE;
  }
  if (plan->divisor == 2) {
    /* 2^32 / 2 takes 32 bits; one less, and what that lacks at most */
    scale->multiplier = G_MAXINT32;
    scale->addend = plan->offset * G_MAXINT32 + (2 << plan->bits);
    return ABS (plan->offset) <= G_MAXINT32;
  }
  for (shift = 0; shift <= 30; shift++) {
    guint64 power = G_GUINT64_CONSTANT (1) << (32 + shift);
    guint64 multiplier = (power + plan->divisor - 1) / plan->divisor;

    if (multiplier > G_MAXINT32)
      return FALSE;
    if (!scale_is_exact (plan, multiplier, shift))
      continue;
    if (((gdouble)MAX (-low, high) + ABS (plan->offset)) * multiplier
        > ldexp (1, 62))
      return FALSE;
    scale->multiplier = multiplier;
    scale->addend = plan->offset * (gint64)multiplier;
    scale->shift = shift;
    return TRUE;
  }
  return FALSE;
}

gboolean
cf_convolve_plan_scale_32 (const CfConvolvePlan *plan, CfConvolveScale *scale)
{
  const gint shift = g_bit_storage (plan->divisor) - 1;

  if (plan->n_min + plan->offset < G_MININT32
      || plan->n_max + plan->offset > G_MAXINT32
      || ABS (plan->offset) > G_MAXINT32)
    return FALSE;
  if (plan->divisor == G_GINT64_CONSTANT (1) << shift) {
    *scale = (CfConvolveScale){ .shift = shift };
    return TRUE;
  }
  if (!cf_convolve_plan_scale (plan, scale)
      || scale->addend != plan->offset * scale->multiplier)
    return FALSE;
  scale->addend = 0;
  return TRUE;
}

gint
cf_convolve_digit (gint64 tap, gint i)
{
  gint value = 0;

  for (; i >= 0; i--) {
    value = ((tap + 128) & 255) - 128;
    tap = (tap - value) / 256;
  }
  return value;
}

gint
cf_convolve_count_digits (const gint64 *tap, gint n)
{
  gint most = 1, i;

  for (i = 0; i < n; i++) {
    gint64 rest = tap[i];
    gint digits = 0;

    do {
      rest = (rest - cf_convolve_digit (rest, 0)) / 256;
      digits++;
    } while (rest != 0);
    most = MAX (most, digits);
  }
  return most;
}
