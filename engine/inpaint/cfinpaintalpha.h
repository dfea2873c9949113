/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the samples of an alpha plane that mark a sample of another plane, for
 * both backends: those of the same pixels. The other plane is as large, or
 * halved once or twice in each direction, upwards or (colour of a field)
 * downwards: its last sample is for all that is left. */
#pragma once

#include "engine/core/cfshared.h"

/* Returns how often a side is halved to that of the plane; -1 where it is not
 * 0, 1 or 2 times. */
CF_SHARED int32_t
cf_inpaint_alpha_halved (int32_t alpha, int32_t plane)
{
  int32_t s;

  for (s = 0; s <= 2; s++)
    if (alpha >> s <= plane)
      return (plane - 1) << s < alpha ? s : -1;
  return -1;
}

/* The samples of a row or column of alpha that are for sample i of the plane:
 * from i << halved to below this. */
CF_SHARED int32_t
cf_inpaint_alpha_end (int32_t i, int32_t alpha, int32_t plane, int32_t halved)
{
  return i == plane - 1 ? alpha : (i + 1) << halved;
}
