/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel that sets spans gets all that it needs in its argument, so that
 * nothing is uploaded, or kept until it is through. */
#pragma once

#include "cuda/core/kernel.h"

#include <stdint.h>

/* Spans of a launch: a kernel's argument has 4 KiB. */
#define CF_FILL_SPANS 320
/* A warp sets a span. */
#define CF_FILL_THREADS 128

typedef struct {
  int32_t x, y, length;
} CfKernelSpan;

typedef struct {
  uint8_t *data;
  int64_t stride;                /* bytes */
  int32_t step, channels, bytes; /* as in CfPlane */
  int32_t n_spans;
  uint16_t samples[4]; /* of the channels, as they lie in memory */
  CfKernelSpan spans[CF_FILL_SPANS];
} CfKernelFill;

CF_DECLARE_KERNEL (fill, CfKernelFill)
