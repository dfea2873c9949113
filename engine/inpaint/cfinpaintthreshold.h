/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The schedule of inpainting's thresholds, for both backends: see cfinpaint.h.
 */
#pragma once

#include "engine/core/cfshared.h"

#include <math.h>

/* The least threshold of an exponential schedule. */
#define CF_INPAINT_THRESHOLD_FLOOR 0.1

/* GLOBAL's start for a largest coefficient: so little below that rounding does
 * not drop it. */
CF_SHARED double
cf_inpaint_start (double maximum)
{
  return maximum * (1 - 1e-5);
}

/* Number i of n. */
CF_SHARED float
cf_inpaint_threshold (
    double start, double end, int is_exponential, int i, int n)
{
  const double way = n > 1 ? (double)i / (n - 1) : 0;

  if (!is_exponential)
    return (float)(start + (end - start) * way);
  start = fmax (start, CF_INPAINT_THRESHOLD_FLOOR);
  end = fmax (end, CF_INPAINT_THRESHOLD_FLOOR);
  return (float)(start * pow (end / start, way));
}
