/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums to results: the divisor as a multiplication, and taps as digits. */
#include <math.h>
#include <string.h>

#include "engine/convolve/cfconvolve.h"

/* TRUE if (v multiplier + addend) >> (32 + shift) is floor (v / divisor) for
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
