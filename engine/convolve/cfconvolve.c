/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parameters of convolutions: whether they are valid, and what they come to. */
#include <math.h>
#include <string.h>

#include "engine/convolve/cfconvolvefactors.h"
#include "engine/core/cferror.h"

/* These powers of 2 limit what a mask, or rounded taps, may amplify, so that a
 * result is never more than one step off. */
#define GAIN_BITS 30
#define GAIN_BITS_REAL 18
/* The magnitudes of a mask and of each factor keep to this range, so that no
 * product or quotient of two overflows. */
#define MAGNITUDE_MIN 1e-100
#define MAGNITUDE_MAX 1e100
#define IDENTITY_TOLERANCE 1e-9

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

/* Checks n values of the mask's `part`. */
static gboolean
magnitude_validate (
    const gchar *part, const gdouble *value, gint n, GError **error)
{
  const gdouble magnitude = cf_convolve_magnitude (value, n);

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
  CfConvolveMask mask, factors;

  if (!side_validate (p, "width", p->width, error)
      || !side_validate (p, "height", p->height, error)
      || !values_validate (p, error))
    return FALSE;
  if ((guint)p->separable > CF_SEPARABLE_ALWAYS)
    return cf_refuse (error, "There is no separable %d", p->separable);
  if ((guint)p->normalize > CF_NORMALIZE_MANUAL)
    return cf_refuse (error, "There is no normalization %d", p->normalize);
  if (!cf_border_validate (p->border, p->border_value, error))
    return FALSE;
  if (p->normalize == CF_NORMALIZE_MANUAL) {
    if (!isfinite (p->divisor) || p->divisor == 0)
      return cf_refuse (error,
          "divisor must be a number other than 0, but is %g", p->divisor);
    if (!(fabs (p->bias) <= CF_CONVOLVE_BIAS_MAX))
      return cf_refuse (error, "bias must be from %d to %d, but is %g",
          -CF_CONVOLVE_BIAS_MAX, CF_CONVOLVE_BIAS_MAX, p->bias);
  }
  if (p->separable == CF_SEPARABLE_NEVER
      && !cf_convolve_params_fit_one_pass (p))
    return cf_refuse (error,
        "A mask of %dx%d values can only be run as a row and a column: "
        "without that, its sides are limited to %d",
        p->width, p->height, CF_CONVOLVE_SIDE_MAX);
  cf_convolve_mask_init (&mask, p);
  cf_convolve_mask_normalize (p, &mask, 8, &divisor, &bias);
  gain = cf_convolve_mask_gain (&mask, divisor);
  if (!gain_validate (gain, GAIN_BITS, error))
    return FALSE;
  if (p->separable == CF_SEPARABLE_ALWAYS
      && !cf_convolve_mask_factor (&mask, divisor, &factors))
    return cf_refuse (error,
        "The mask is not the product of a row and a column, so it cannot be "
        "run as two passes");
  cf_convolve_plan_init (&plan, p, 16);
  return plan.exact
         || gain_validate (gain,
             plan.two_passes ? CF_CONVOLVE_GAIN_BITS_TWO_PASSES
                             : GAIN_BITS_REAL,
             error);
}

gboolean
cf_convolve_params_is_identity (const CfConvolveParams *p)
{
  gdouble divisor, bias;
  CfConvolveMask mask;
  gint x, y;

  cf_convolve_mask_init (&mask, p);
  cf_convolve_mask_normalize (p, &mask, 8, &divisor, &bias);
  if (bias != 0)
    return FALSE;
  for (y = 0; y < p->height; y++)
    for (x = 0; x < p->width; x++) {
      gdouble tap = cf_convolve_mask_value (&mask, x, y) / divisor;
      gboolean centre = x == p->width / 2 && y == p->height / 2;

      if (centre ? fabs (tap - 1) > IDENTITY_TOLERANCE : tap != 0)
        return FALSE;
    }
  return TRUE;
}

/* The operation */

static gboolean
validate (gconstpointer params, GError **error)
{
  return cf_convolve_params_validate (params, error);
}

static gboolean
is_identity (gconstpointer params)
{
  return cf_convolve_params_is_identity (params);
}

static gboolean
equal (gconstpointer first, gconstpointer second)
{
  const CfConvolveParams *a = first, *b = second;
  const gint n = a->is_product ? a->width + a->height : a->width * a->height;

  return a->width == b->width && a->height == b->height
         && a->is_product == b->is_product && a->flip == b->flip
         && a->separable == b->separable && a->normalize == b->normalize
         && a->divisor == b->divisor && a->bias == b->bias
         && a->border == b->border && a->border_value == b->border_value
         && memcmp (a->value, b->value, n * sizeof (gdouble)) == 0;
}

static gboolean
reach (gconstpointer params, gint *across, gint *down)
{
  const CfConvolveParams *p = params;

  *across = p->width / 2;
  *down = p->height / 2;
  return TRUE;
}

const CfOperation cf_operation_convolve = {
  .size = sizeof (CfConvolveParams),
  .validate = validate,
  .is_identity = is_identity,
  .equal = equal,
  .reach = reach,
};
