/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of masks: the integers that they are, and the row and the column
 * that they are the product of. */
#include "engine/convolve/cfconvolvefactors.h"

#include <math.h>
#include <string.h>

/* Rational masks keep to these denominators, up to a double's roundings. */
#define DENOMINATOR_MAX 4096
#define DENOMINATOR_DECIMAL 10000
#define INTEGER_TOLERANCE 1e-15
#define SMALL_INTEGER_BITS 24
#define INTEGER_BITS 50
/* A real mask is a product within this of the sum of its absolute values. */
#define PRODUCT_TOLERANCE (1.0 / (1 << 24))

gint
cf_convolve_mask_count (const CfConvolveMask *m)
{
  return m->is_product ? m->width + m->height : m->width * m->height;
}

gdouble
cf_convolve_mask_value (const CfConvolveMask *m, gint x, gint y)
{
  if (m->is_product)
    return m->real[x] * m->real[m->width + y];
  return m->real[y * m->width + x];
}

gdouble
cf_convolve_magnitude (const gdouble *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += fabs (value[i]);
  return sum;
}

gdouble
cf_convolve_sum (const gdouble *value, gint n)
{
  gdouble sum = 0;
  gint i;

  for (i = 0; i < n; i++)
    sum += value[i];
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

/* Returns the sum of the mask's absolute values. */
gdouble
cf_convolve_mask_magnitude (const CfConvolveMask *m)
{
  if (m->is_product)
    return cf_convolve_magnitude (m->real, m->width)
           * cf_convolve_magnitude (m->real + m->width, m->height);
  return cf_convolve_magnitude (m->real, cf_convolve_mask_count (m));
}

/* Times the denominator */
gint64
cf_convolve_mask_integer_sum (const CfConvolveMask *m)
{
  if (m->is_product)
    return integer_sum_of (m->integer, m->width)
           * integer_sum_of (m->integer + m->width, m->height);
  return integer_sum_of (m->integer, cf_convolve_mask_count (m));
}

static gdouble
mask_sum (const CfConvolveMask *m)
{
  gdouble sum;

  if (m->denominator > 0)
    return cf_convolve_mask_integer_sum (m) / (gdouble)m->denominator;
  if (m->is_product)
    sum = cf_convolve_sum (m->real, m->width)
          * cf_convolve_sum (m->real + m->width, m->height);
  else
    sum = cf_convolve_sum (m->real, cf_convolve_mask_count (m));
  return fabs (sum)
                 <= CF_CONVOLVE_ZERO_TOLERANCE * cf_convolve_mask_magnitude (m)
             ? 0
             : sum;
}

/* TRUE if a value is this integer over a denominator: small ones within a
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
gint
cf_convolve_find_denominator (const gdouble *value, gint n, gint64 *integer)
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

/* Takes the mask as it is given */
void
cf_convolve_mask_init (CfConvolveMask *m, const CfConvolveParams *p)
{
  gint n;

  m->is_product = p->is_product;
  m->width = p->width;
  m->height = p->height;
  n = cf_convolve_mask_count (m);
  memcpy (m->real, p->value, n * sizeof (gdouble));
  if (p->is_product)
    m->denominator =
        (gint64)cf_convolve_find_denominator (m->real, m->width, m->integer)
        * cf_convolve_find_denominator (
            m->real + m->width, m->height, m->integer + m->width);
  else
    m->denominator = cf_convolve_find_denominator (m->real, n, m->integer);
  if (cf_convolve_mask_magnitude (m) == 0) {
    memset (m->integer, 0, n * sizeof (gint64));
    memset (m->real, 0, n * sizeof (gdouble));
    m->denominator = 1;
  }
  if (cf_convolve_mask_magnitude (m) * m->denominator
      >= ldexp (1, CF_CONVOLVE_SUM_BITS))
    m->denominator = 0;
}

/* The mask that factors are the product of. */
void
cf_convolve_mask_multiply (const CfConvolveMask *factors, CfConvolveMask *m)
{
  gint x, y;

  m->is_product = FALSE;
  m->width = factors->width;
  m->height = factors->height;
  m->denominator = factors->denominator;
  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++) {
      m->real[y * m->width + x] = cf_convolve_mask_value (factors, x, y);
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
gint64
cf_convolve_reduce (gint64 *value, gint n, gint64 also)
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

/* Finds the largest value. */
static void
find_pivot (const CfConvolveMask *m, gint *column, gint *row)
{
  gdouble largest = -1;
  gint x, y;

  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++)
      if (fabs (cf_convolve_mask_value (m, x, y)) > largest) {
        largest = fabs (cf_convolve_mask_value (m, x, y));
        *column = x;
        *row = y;
      }
}

/* Factors of integers are integers: a row without a common divisor has whole
 * multiples in the other rows. */
static gboolean
factor_integers (const CfConvolveMask *m, CfConvolveMask *factors)
{
  gint64 *row = factors->integer, *column = row + m->width, product;
  gint px = 0, py = 0, x, y;

  find_pivot (m, &px, &py);
  memcpy (row, m->integer + py * m->width, m->width * sizeof (gint64));
  cf_convolve_reduce (row, m->width, 0);
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
 * spread. Results may not lose more than the tolerance either. */
static gboolean
factor_reals (const CfConvolveMask *m, gdouble divisor, CfConvolveMask *factors)
{
  gdouble *row = factors->real, *column = row + m->width;
  gdouble away = 0, magnitude = cf_convolve_mask_magnitude (m), largest, norm;
  gint px = 0, py = 0, x, y, i;

  find_pivot (m, &px, &py);
  largest = cf_convolve_mask_value (m, px, py);
  for (x = 0; x < m->width; x++)
    row[x] = cf_convolve_mask_value (m, x, py) / largest;
  for (i = 0; i < 2; i++) {
    norm = 0;
    for (x = 0; x < m->width; x++)
      norm += row[x] * row[x];
    for (y = 0; y < m->height; y++) {
      column[y] = 0;
      for (x = 0; x < m->width; x++)
        column[y] += cf_convolve_mask_value (m, x, y) / largest * row[x] / norm;
    }
    norm = 0;
    for (y = 0; y < m->height; y++)
      norm += column[y] * column[y];
    for (x = 0; x < m->width; x++) {
      row[x] = 0;
      for (y = 0; y < m->height; y++)
        row[x] += cf_convolve_mask_value (m, x, y) / largest * column[y] / norm;
    }
  }
  for (y = 0; y < m->height; y++)
    column[y] *= largest;
  for (y = 0; y < m->height; y++)
    for (x = 0; x < m->width; x++)
      away += fabs (cf_convolve_mask_value (m, x, y) - row[x] * column[y]);
  return away <= PRODUCT_TOLERANCE * MIN (magnitude, fabs (divisor));
}

/* FALSE where the mask is no product. */
gboolean
cf_convolve_mask_factor (
    const CfConvolveMask *m, gdouble divisor, CfConvolveMask *factors)
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

/* d and b, the bias in steps of the depth. */
void
cf_convolve_mask_normalize (const CfConvolveParams *p, const CfConvolveMask *m,
    gint bits, gdouble *divisor, gdouble *bias)
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

gdouble
cf_convolve_mask_gain (const CfConvolveMask *m, gdouble divisor)
{
  return cf_convolve_mask_magnitude (m) / fabs (divisor);
}
