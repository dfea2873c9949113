/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results moved as engine/motion/cfmoved.h says, as naively as possible. */
#pragma once

#include "reference_noise.h"

#include <math.h>

/* A vector's component in a plane whose side was halved so often. */
static inline gint
reference_moved_component (gint v, gint halved)
{
  return floor ((v + (1 << halved >> 1)) / (gdouble)(1 << halved));
}

/* A row's sample at a quarter behind x. */
static inline gint
reference_moved_across (const ReferenceChannel *r, gint x, gint y, gint quarter)
{
  gint sum = 0, i;

  if (quarter == 0)
    return reference_channel_get (r, x, y);
  for (i = 0; i < 8; i++)
    sum += cf_motion_taps[quarter][i] * reference_channel_get (r, x + i - 3, y);
  return CLAMP ((gint)floor ((sum + 32) / 64.0), 0, 65535);
}

/* x, y: in quarters of a sample */
static inline gint
reference_moved_sample (const ReferenceChannel *r, gint x, gint y)
{
  const gint whole_x = floor (x / 4.0), whole_y = floor (y / 4.0);
  gint sum = 0, i;

  if (y - 4 * whole_y == 0)
    return reference_moved_across (r, whole_x, whole_y, x - 4 * whole_x);
  for (i = 0; i < 8; i++)
    sum +=
        cf_motion_taps[y - 4 * whole_y][i]
        * reference_moved_across (r, whole_x, whole_y + i - 3, x - 4 * whole_x);
  return CLAMP ((gint)floor ((sum + 32) / 64.0), 0, 65535);
}
