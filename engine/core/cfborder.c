/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/core/cfborder.h"

#include "engine/core/cferror.h"

gboolean
cf_border_validate (CfBorder border, gint border_value, GError **error)
{
  if ((guint)border > CF_BORDER_CONSTANT)
    return cf_refuse (error, "There is no border %d", border);
  if (border_value < 0 || border_value > 255)
    return cf_refuse (
        error, "border-value must be from 0 to 255, but is %d", border_value);
  return TRUE;
}

gboolean
cf_iterations_validate (gint iterations, GError **error)
{
  if (iterations >= 1 && iterations <= CF_ITERATIONS_MAX)
    return TRUE;
  return cf_refuse (error, "iterations must be from 1 to %d, but is %d",
      CF_ITERATIONS_MAX, iterations);
}

guint
cf_border_sample (gint border_value, gint bits, gint shift)
{
  guint value = bits >= 8 ? (guint)border_value << (bits - 8)
                          : (guint)border_value >> (8 - bits);

  return value << shift;
}
