/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the pictures of a benchmark of filters show. */
#pragma once

#include "kernelbench.h"

G_BEGIN_DECLS

/* RANDOM:   all samples
 * SMOOTH:   a ramp along each row, with some noise
 * GRADIENT: one along the diagonal, with less; of the SMOOTH name in figures
 * MOVING:   waves along rows and columns that move by 3 1/4 and 1 3/4 samples a
 *           picture, each with noise of its own, of about 10 steps of 8 bits */
typedef enum {
  KERNEL_RANDOM,
  KERNEL_SMOOTH,
  KERNEL_GRADIENT,
  KERNEL_MOVING
} KernelPicture;

/* Makes the pictures where there are none yet. */
void kernel_pictures_fill (KernelBench *b, KernelPicture picture);

void kernel_pictures_free (KernelBench *b);

G_END_DECLS
