/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks of 8x8 samples: loaded, between samples, and compared. */
#pragma once

#include "cpu/motion/motion_vector.h"

/* Row l STEP + 2 i and the one below it are in lane l of vector i. */
#define BLOCK_VECTORS (STEP / 2)

typedef struct {
  V v[BLOCK_VECTORS];
} Block;

CF_INLINE Block
block_load (const guint8 *p, gsize stride)
{
  Block b;

  for (gint i = 0; i < BLOCK_VECTORS; i++)
    b.v[i] = v_rows (row_two, p + 2 * i * stride, STEP * stride, stride);
  return b;
}

CF_INLINE Block
block_splat (guint8 sample)
{
  Block b;

  for (gint i = 0; i < BLOCK_VECTORS; i++)
    b.v[i] = v_splat (sample);
  return b;
}

CF_INLINE gint
block_sad (Block a, Block b)
{
  Total total = v_distance (a.v[0], b.v[0]);

  for (gint i = 1; i < BLOCK_VECTORS; i++)
    total += v_distance (a.v[i], b.v[i]);
  return v_total (total);
}

/* `down` quarters below row 0; rows -1...9 are of 8 samples. */
CF_INLINE Block
block_down (const V *rows, gint down)
{
  const Taps taps = taps_of (down);
  V pairs[STEP + 2];
  Block b;

  for (gint k = 0; k < STEP + 2; k++)
    pairs[k] = v_zip (rows[k], rows[k + 1]);
  for (gint k = 0; k < STEP; k += 2)
    b.v[k / 2] = v_pack (v_down (pairs[k], pairs[k + 2], taps),
        v_down (pairs[k + 1], pairs[k + 3], taps));
  return b;
}

/* The block `across` and `down` quarters from p. Rows -1...9 from p are read,
 * of samples -1...14. */
CF_INLINE Block
block_between (const guint8 *p, gsize stride, gint across, gint down)
{
  const Taps taps = taps_of (across);
  V rows[STEP + 3];
  Block b;

  if (across == 0 && down == 0)
    return block_load (p, stride);
  if (down == 0) {
    for (gint k = 0; k < STEP; k += 2) {
      const guint8 *row = p + k * stride - 1;

      b.v[k / 2] = v_pack (v_across (v_rows (row_16, row, STEP * stride), taps),
          v_across (v_rows (row_16, row + stride, STEP * stride), taps));
    }
    return b;
  }
  p -= stride;
  if (across == 0) {
    for (gint k = 0; k < STEP + 3; k++)
      rows[k] = v_rows (row_8, p + k * stride, STEP * stride);
  } else {
    for (gint k = 0; k < STEP + 3; k++) {
      const Sums s =
          v_across (v_rows (row_16, p + k * stride - 1, STEP * stride), taps);

      rows[k] = v_pack (s, s);
    }
  }
  return block_down (rows, down);
}
