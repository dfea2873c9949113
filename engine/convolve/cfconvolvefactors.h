/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of a mask, for the engine's own plans of convolutions. */
#pragma once

#include "engine/convolve/cfconvolve.h"

G_BEGIN_DECLS

/* Limits, as powers of 2: of a sum, so that 64 bits do not overflow; and of
 * what a real mask of two passes may amplify, so that a result is never more
 * than one step off. */
#define CF_CONVOLVE_SUM_BITS 60
#define CF_CONVOLVE_GAIN_BITS_TWO_PASSES 8
/* A real mask's sum is 0 within this of the sum of its absolute values. */
#define CF_CONVOLVE_ZERO_TOLERANCE 1e-9

/* A mask, or its factors: a row, then a column. `integer` is `real` times the
 * denominator, which is 0 where these are no integers. */
typedef struct {
  gboolean is_product;
  gint width, height;
  gdouble real[CF_CONVOLVE_VALUES];
  gint64 integer[CF_CONVOLVE_VALUES];
  gint64 denominator;
} CfConvolveMask;

/* Takes the mask as it is given */
void cf_convolve_mask_init (CfConvolveMask *m, const CfConvolveParams *p);
/* The factors of a mask that is a product for results over this divisor; FALSE
 * where it is none. */
gboolean cf_convolve_mask_factor (
    const CfConvolveMask *m, gdouble divisor, CfConvolveMask *factors);
/* The mask that factors are the product of */
void cf_convolve_mask_multiply (
    const CfConvolveMask *factors, CfConvolveMask *m);

/* Returns how many values it has: of factors both */
gint cf_convolve_mask_count (const CfConvolveMask *m);
gdouble cf_convolve_mask_value (const CfConvolveMask *m, gint x, gint y);
/* The sum of its absolute values */
gdouble cf_convolve_mask_magnitude (const CfConvolveMask *m);
/* Its sum, times the denominator */
gint64 cf_convolve_mask_integer_sum (const CfConvolveMask *m);
/* Returns how much the mask amplifies at most. */
gdouble cf_convolve_mask_gain (const CfConvolveMask *m, gdouble divisor);
/* d and b of CfNormalize, the bias in steps of the depth */
void cf_convolve_mask_normalize (const CfConvolveParams *p,
    const CfConvolveMask *m, gint bits, gdouble *divisor, gdouble *bias);

/* Sums the absolute values, or the values themselves. */
gdouble cf_convolve_magnitude (const gdouble *value, gint n);
gdouble cf_convolve_sum (const gdouble *value, gint n);
/* The denominator over which n values are integers: up to 4096, or 10^4 for
 * decimals. 0 where there is none. */
gint cf_convolve_find_denominator (
    const gdouble *value, gint n, gint64 *integer);
/* Divides n integers by what all and `also` have in common, which is
 * returned. */
gint64 cf_convolve_reduce (gint64 *value, gint n, gint64 also);

/* Sides are at most 31 unless the mask is given as a product. */
static inline gboolean
cf_convolve_params_fit_one_pass (const CfConvolveParams *p)
{
  return p->width <= CF_CONVOLVE_SIDE_MAX && p->height <= CF_CONVOLVE_SIDE_MAX;
}

G_END_DECLS
