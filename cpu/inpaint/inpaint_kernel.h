/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's inner loops, of one instruction set. Masks have -1 for samples
 * to be repaired, 0 for known ones. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define CF_CPU_INPAINT_SIZES 3 /* blocks of 16, 32, 64 */

typedef struct {
  /* A block of size x size floats, packed and aligned to 64 bytes, becomes what
   * is left of it without the coefficients of less than `threshold`, times
   * (size / 2)^2. */
  void (*shrink[CF_CPU_INPAINT_SIZES]) (gfloat *block, gfloat threshold);
  /* n samples of a row in the next estimate, from those of four blocks; `x` is
   * the result, `y` what the blocks read. */
  void (*combine) (const gfloat *const blocks[4], gfloat scale, gfloat momentum,
      const gint32 *mask, gint n, gfloat *x, gfloat *y);
  /* A sweep of the harmonic fill over a row of n; `rows` are the one above it,
   * itself, and the one below. */
  void (*sweep) (const gfloat *const rows[3], const gint32 *mask, gint n,
      gfloat weight, gfloat *to);
} CfCpuInpaintKernel;

G_END_DECLS
