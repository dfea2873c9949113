/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of CF_INPAINT_GLOBAL get this, beside cuFFT's: see
 * inpaint_global.cu. */
#pragma once

#include "cuda/core/kernel.h"

#include <stdint.h>

/* Threads of a block; a block of cf_kernel_inpaint_threshold makes so many
 * columns of pairs of rows of the spectrum, and as many pairs; a warp of
 * cf_kernel_inpaint_merge makes so many words of holes of a row. */
#define CF_INPAINT_GLOBAL_THREADS 128
#define CF_INPAINT_THRESHOLD_PAIRS 2
#define CF_INPAINT_MERGE_WORDS 4
/* of cf_kernel_inpaint_maximum, which goes round, at most */
#define CF_INPAINT_MAXIMUM_BLOCKS 1024

typedef struct __attribute__ ((aligned (8))) {
  float re, im;
} CfInpaintComplex;

/* The GPU counts these. */
typedef struct {
  uint32_t maximum; /* the bits of a float that is not negative */
  int32_t iteration;
  float threshold; /* the iteration's */
} CfInpaintGlobalState;

/* The transform's: M = height, N = width. */
typedef struct {
  float *samples;              /* the caller's */
  const uint32_t *given_holes; /* CfInpaintHoles.bits */
  int32_t width, height;
  int32_t is_column;   /* the plane is one column, the transform one row */
  float *picture;      /* permuted: known samples, and estimates in holes */
  uint32_t *holes;     /* permuted */
  const float *result; /* of the inverse; where the spectrum was */
  int64_t result_pitch;
  CfInpaintComplex *spectrum; /* M rows of N / 2 + 1 */
  /* e^(-i pi k / 2M) for k to M / 2, e^(-i pi l / 2N) for l to N / 2 */
  const CfInpaintComplex *row_twiddles, *column_twiddles;
  float gain;  /* sqrt (MN) */
  float scale; /* 1 / 2MN */
  CfInpaintGlobalState *state;
  float *thresholds;
  /* the schedule: number of thresholds, which a loop is made for; start -1: the
   * maximum */
  double start, end;
  int32_t is_exponential, n;
} CfKernelInpaintGlobal;

CF_DECLARE_KERNEL (inpaint_take, CfKernelInpaintGlobal)
CF_DECLARE_KERNEL (inpaint_maximum, CfKernelInpaintGlobal)
CF_DECLARE_KERNEL (inpaint_schedule, CfKernelInpaintGlobal)
CF_DECLARE_KERNEL (inpaint_threshold, CfKernelInpaintGlobal)
CF_DECLARE_KERNEL (inpaint_merge, CfKernelInpaintGlobal)
CF_DECLARE_KERNEL (inpaint_give, CfKernelInpaintGlobal)
