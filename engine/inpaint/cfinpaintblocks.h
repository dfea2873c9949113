/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Places the blocks of local inpainting, for all backends.
 *
 * A block of size B begins at columns shift + (i - 2) B / 2, i = 0, 1, ... and
 * at rows in the same way, so that each sample is in four of them. Samples
 * beyond a plane's sides are reflected, the edge's repeated. */
#pragma once

#include "engine/core/cfshared.h"

/* i-th of a sequence that fills the step's square evenly (a Kronecker sequence
 * of the plastic number's powers, which M. Roberts calls R2), the same for
 * every picture, or a still scene would flicker. */
CF_SHARED int
cf_inpaint_shift (int i, int step, int is_row)
{
  const uint32_t fraction =
      (uint32_t)i * (is_row ? 0x91e10da5u : 0xc13fa9a9u) + 0x80000000u;

  return (int)((fraction >> 16) * (uint32_t)step >> 16);
}

/* Returns the second of the two blocks in a row that hold column x. */
CF_SHARED int
cf_inpaint_block (int x, int shift, int step)
{
  return (x - shift) / step + 2 - (x < shift);
}

/* Its first column. */
CF_SHARED int
cf_inpaint_origin (int block, int shift, int step)
{
  return shift + (block - 2) * step;
}

/* Index of the sample that stands for i, from -n ... to 2 n - 1 and further. */
CF_SHARED int
cf_inpaint_reflect (int i, int n)
{
  const int period = 2 * n;

  if (i >= 0 && i < n)
    return i;
  i %= period;
  if (i < 0)
    i += period;
  return i < n ? i : period - 1 - i;
}
