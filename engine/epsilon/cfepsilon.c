/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter's parameters. */
#include "engine/epsilon/cfepsilon.h"

#include "engine/core/cferror.h"

gboolean
cf_epsilon_params_validate (const CfEpsilonParams *p, GError **error)
{
  if (p->size < CF_EPSILON_SIZE_MIN || p->size > CF_EPSILON_SIZE_MAX
      || p->size % 2 == 0)
    return cf_refuse (error,
        "The size of the epsilon filter's window must be odd, from %d to %d "
        "samples, but is %d",
        CF_EPSILON_SIZE_MIN, CF_EPSILON_SIZE_MAX, p->size);
  if (p->threshold < CF_EPSILON_THRESHOLD_ESTIMATED
      || p->threshold > CF_EPSILON_THRESHOLD_MAX)
    return cf_refuse (error,
        "threshold must be from 0 to %d 256ths, or %d, but is %d",
        CF_EPSILON_THRESHOLD_MAX, CF_EPSILON_THRESHOLD_ESTIMATED, p->threshold);
  if ((guint)p->mode > CF_EPSILON_CLAMP)
    return cf_refuse (error, "There is no mode %d", p->mode);
  return TRUE;
}

gint
cf_epsilon_threshold (const CfEpsilonParams *params, gint bits)
{
  return (params->threshold + (1 << (16 - bits)) - 1) >> (16 - bits);
}

/* The operation */

static gboolean
validate (gconstpointer params, GError **error)
{
  const CfEpsilonParams *p = params;

  return cf_epsilon_params_validate (p, error)
         && cf_iterations_validate (p->iterations, error)
         && cf_border_validate (p->border, p->border_value, error);
}

/* No neighbour counts, or differs. A threshold of 1 step of 8 bits is 1 of
 * theirs alone: of deeper samples it is more. */
static gboolean
is_identity (gconstpointer params)
{
  return ((const CfEpsilonParams *)params)->threshold == 0;
}

static gint
iterations (gconstpointer params)
{
  return ((const CfEpsilonParams *)params)->iterations;
}

/* Noise is estimated of whole pictures. */
static gboolean
reach (gconstpointer params, gint *across, gint *down)
{
  const CfEpsilonParams *p = params;

  *across = *down = p->size / 2;
  return p->threshold >= 0;
}

static void
set_kinds (gpointer params, const CfPlaneKinds *kinds)
{
  ((CfEpsilonParams *)params)->planes = *kinds;
}

const CfOperation cf_operation_epsilon = {
  .size = sizeof (CfEpsilonParams),
  .validate = validate,
  .is_identity = is_identity,
  .iterations = iterations,
  .reach = reach,
  .set_kinds = set_kinds,
};
