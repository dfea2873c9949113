/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The median's parameters. */
#include "engine/median/cfmedian.h"

#include "engine/core/cferror.h"

static gboolean
side_validate (const gchar *name, gint side, GError **error)
{
  if (side >= CF_MEDIAN_SIZE_MIN && side <= CF_MEDIAN_SIZE_MAX && side % 2 == 1)
    return TRUE;
  return cf_refuse (error,
      "The %s of the median's window must be odd, from %d to %d samples, but "
      "is %d",
      name, CF_MEDIAN_SIZE_MIN, CF_MEDIAN_SIZE_MAX, side);
}

static gboolean
validate (gconstpointer params, GError **error)
{
  const CfMedianParams *p = params;

  if (!side_validate ("width", p->width, error)
      || !side_validate ("height", p->height, error))
    return FALSE;
  if (p->percentile < 0 || p->percentile > 100)
    return cf_refuse (
        error, "percentile must be from 0 to 100, but is %d", p->percentile);
  return cf_iterations_validate (p->iterations, error)
         && cf_border_validate (p->border, p->border_value, error);
}

static gint
iterations (gconstpointer params)
{
  return ((const CfMedianParams *)params)->iterations;
}

static gboolean
reach (gconstpointer params, gint *across, gint *down)
{
  const CfMedianParams *p = params;

  *across = p->width / 2;
  *down = p->height / 2;
  return TRUE;
}

const CfOperation cf_operation_median = {
  .size = sizeof (CfMedianParams),
  .validate = validate,
  .iterations = iterations,
  .reach = reach,
};

gint
cf_median_rank (const CfMedianParams *params)
{
  gint n = params->width * params->height;

  return (2 * params->percentile * (n - 1) + 100) / 200;
}
