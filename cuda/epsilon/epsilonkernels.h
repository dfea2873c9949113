/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of the epsilon filter share this. */
#pragma once

#include "cuda/core/picturekernels.h"

/* The epsilon filter: a thread makes 4 pixels in each of so many rows; a tile
 * is a block's. */
#define CF_EPSILON_ROWS 4
/* 3, 5... and all others */
#define CF_EPSILON_N_SIZES 5
#define CF_EPSILON_SIZES(X, mode) \
  X (mode, 3) \
  X (mode, 5) \
  X (mode, 7) \
  X (mode, 9) \
  X (mode, any)
#define CF_EPSILON_WIDTH 128
#define CF_EPSILON_HEIGHT (CF_KERNEL_THREADS / 32 * CF_EPSILON_ROWS)

typedef struct {
  CfKernelPicture picture;
  int32_t size;                        /* of the window */
  int32_t threshold[CF_KERNEL_PLANES]; /* for the values of each plane; or */
  const uint32_t *estimates; /* the noise's sigma, by number, or NULL */
  uint8_t estimate[CF_KERNEL_PLANES];
  uint8_t iterations; /* which share an estimated threshold */
} CfKernelEpsilon;

#define CF_DECLARE(mode, size) \
  CF_DECLARE_KERNEL (epsilon_##mode##_##size##_1, CfKernelEpsilon) \
  CF_DECLARE_KERNEL (epsilon_##mode##_##size##_2, CfKernelEpsilon)
CF_EPSILON_SIZES (CF_DECLARE, average)
CF_EPSILON_SIZES (CF_DECLARE, clamp)
#undef CF_DECLARE
