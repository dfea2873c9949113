/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the sample that stands for one outside the picture. */
#pragma once

#include "engine/core/cfshared.h"

/* Samples outside the picture, for indices i < 0 or i >= n of a row of n:
 * REPLICATE: the nearest sample                            aaa|abcd|ddd
 * MIRROR:    reflected, the edge sample not repeated, folded again where the
 *            window is larger than the picture             dcb|abcd|cba
 * CONSTANT:  border_value, scaled to the sample's depth */
typedef enum {
  CF_BORDER_REPLICATE,
  CF_BORDER_MIRROR,
  CF_BORDER_CONSTANT
} CfBorder;

/* Index of the sample that stands for index i of n (n >= 1), or -1 for the
 * constant. `border`: a CfBorder. */
CF_SHARED int
cf_border_index (int i, int n, int border)
{
  if (i >= 0 && i < n)
    return i;
  if (border == CF_BORDER_REPLICATE)
    return i < 0 ? 0 : n - 1;
  if (border == CF_BORDER_MIRROR) {
    int period = 2 * (n - 1);

    if (period == 0)
      return 0;
    i %= period;
    if (i < 0)
      i += period;
    return i < n ? i : period - i;
  }
  return -1;
}
