/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution: the mask as it is given, and the integers that backends sum. */
#pragma once

#include "engine/core/cfborder.h"
#include "engine/core/cfoperation.h"

G_BEGIN_DECLS

#define CF_CONVOLVE_SIDE_MAX 31  /* of a mask */
#define CF_CONVOLVE_TAPS_MAX 255 /* of a factor */
#define CF_CONVOLVE_BIAS_MAX 65536
#define CF_CONVOLVE_VALUES (CF_CONVOLVE_SIDE_MAX * CF_CONVOLVE_SIDE_MAX)

/* The divisor d and the bias b, s being the sum of the mask:
 * AUTO:   s > 0: d = s, b = 0; s = 0: d = 1, b = 2^(bits - 1);
 *         s < 0: d = 1, b = 2^bits - 1
 * NONE:   d = 1, b = 0
 * MANUAL: as given
 * (G. Perrot's thesis, chapter 6; there the divisor of s < 0 is 1 too) */
typedef enum {
  CF_NORMALIZE_AUTO,
  CF_NORMALIZE_NONE,
  CF_NORMALIZE_MANUAL
} CfNormalize;

/* Says whether a mask is run as a row and a column:
 * AUTO:   where it is their product within rounding and it pays
 * NEVER:  always one sum over the mask
 * ALWAYS: where it is their product, else it is refused; in one pass after all
 *         where only that is exact */
typedef enum {
  CF_SEPARABLE_AUTO,
  CF_SEPARABLE_NEVER,
  CF_SEPARABLE_ALWAYS
} CfSeparable;

/* out (x, y) = saturate (floor (S / d + b + 1/2)),
 *   S = sum of mask (i, j) v (x + i - width / 2, y + j - height / 2),
 * over 0 <= i < width and 0 <= j < height: correlation order, as OpenCV's
 * filter2D has it.
 * Exactly so where the values (of a product those of the row, and those of the
 * column), and a MANUAL divisor, are integers over a denominator up to 4096, or
 * decimals of up to 4 digits (0.1 counts as 1/10), and sums of those integers
 * keep below 2^60.
 * Otherwise never more than a step off, and of random samples of 8 or more bits
 * fewer than 1 in 1000 are, with more than 12 bits 1 in 100. The mask may
 * amplify (its absolute values' sum over |d|) less than 2^30 times; where it is
 * not exact 2^18 times, in two passes 2^8. */
typedef struct {
  gint width, height; /* odd; 1...31, of a product 1...255 */
  /* A product: mask (i, j) = value[i] value[width + j], a row and then a
   * column. Else mask (i, j) = value[j width + i]. All finite. */
  gboolean is_product;
  gdouble value[CF_CONVOLVE_VALUES];
  gboolean flip; /* rotate the mask by 180 degrees */
  CfSeparable separable;
  CfNormalize normalize;
  gdouble divisor; /* MANUAL: finite and not 0 */
  gdouble bias;    /* MANUAL: within CF_CONVOLVE_BIAS_MAX, in 8-bit steps:
                    * times 2^(bits - 8) */
  CfBorder border;
  gint border_value; /* 0...255, times 2^(bits - 8) */
} CfConvolveParams;

extern const CfOperation cf_operation_convolve;

/* CF_ERROR_INVALID says what is wrong; columns and rows are counted from 1. */
gboolean cf_convolve_params_validate (
    const CfConvolveParams *params, GError **error);

/* TRUE where the result is the picture, whatever the samples. */
gboolean cf_convolve_params_is_identity (const CfConvolveParams *params);

/* TRUE where it is run as a row and a column, at most depths. */
gboolean cf_convolve_params_has_two_passes (const CfConvolveParams *params);

/* Both backends compute this for planes of one depth, in integers:
 *   n = sum of mask[j width + i] v (x + i - width / 2, y + j - height / 2),
 * or in two passes, the column over the row's results,
 *   t (x, y) = floor (sum of row[i] v (x + i - width / 2, y) / 2^shift + 1/2)
 *   n = sum of column[j] t (x, y + j - height / 2), and then
 *   out = clamp (floor ((n + offset) / divisor), 0, 2^bits - 1).
 * An exact mask's taps are itself, as integers that have no divisor in common
 * with the divisor. A real one's are fixed-point numbers, rounded so that their
 * sum is the nearest, to as few signed digits of base 256 as do; the divisor is
 * a power of two, but in one pass where another saves a digit. Rows of t above
 * and below the picture are those of the border's samples. */
typedef struct {
  gint bits;
  gboolean two_passes;
  gboolean exact; /* no tap was rounded */
  gint width, height;
  gint64 taps[CF_CONVOLVE_VALUES]; /* the mask; or row, then column */
  gint shift;                      /* 0 where `exact` */
  gint64 offset, divisor;          /* divisor > 0 */
  gint64 t_min, t_max; /* two passes: all t are in between; |t| < 2^31, but
                          where `exact` 2^60 */
  gint64 n_min, n_max; /* all n are in between, |n + offset| < 2^62 */
} CfConvolvePlan;

/* `params` are valid; bits is 1...16. */
void cf_convolve_plan_init (
    CfConvolvePlan *plan, const CfConvolveParams *params, gint bits);
/* Makes the plan of these parameters, which takes two passes, one of one pass
 * with the same results. FALSE, and as it was, where they might differ, the
 * mask is too large or two passes are asked for. */
gboolean cf_convolve_plan_join (
    CfConvolvePlan *plan, const CfConvolveParams *params);

/* The same division by a multiplication, where n fits 32 bits and there is one:
 *   out = clamp ((n multiplier + addend) >> (32 + shift), 0, 2^bits - 1)
 * with a product of 64 bits that does not overflow; where the divisor is 1,
 *   out = clamp (n + addend, 0, 2^bits - 1)
 * in 32 bits. */
typedef struct {
  gint32 multiplier; /* > 0; 0 where the divisor is 1 */
  gint64 addend;
  gint shift; /* 0...30 */
} CfConvolveScale;

gboolean cf_convolve_plan_scale (
    const CfConvolvePlan *plan, CfConvolveScale *scale);
/* The same of a sum that begins with the offset, in 32 bits, which n + offset
 * and the offset fit: out = clamp (((n + offset) multiplier) >> (32 + shift),
 * 0, 2^bits - 1), or where the multiplier is 0, clamp ((n + offset) >> shift).
 * The addend is 0. */
gboolean cf_convolve_plan_scale_32 (
    const CfConvolvePlan *plan, CfConvolveScale *scale);

/* Taps as signed digits of base 256, from -128 to 127: digit i of a tap, and
 * how many n taps take at most, 1 or more. */
gint cf_convolve_digit (gint64 tap, gint i);
gint cf_convolve_count_digits (const gint64 *tap, gint n);

G_END_DECLS
