/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of convolution share this. */
#pragma once

#include "cuda/core/picturekernels.h"

/* Convolution: a warp makes CF_CONVOLVE_ROWS rows of CF_CONVOLVE_WIDTH pixels
 * (of two passes CF_TWO_PASS_WIDTH, and rows in steps of CF_CONVOLVE_ROWS). A
 * block is CF_KERNEL_THREADS threads, its warps one below another; of two
 * passes CF_KERNEL_WARPS or fewer warps, side by side. */
#define CF_CONVOLVE_ROWS 16
#define CF_CONVOLVE_WIDTH 64
#define CF_TWO_PASS_WIDTH 32
/* Two passes: bytes of a row of samples in shared memory, whose windows reach
 * 144 columns beyond the first and last pixel's at most, and of two groups of
 * 16 rows */
#define CF_TWO_PASS_PITCH(bytes) \
  (((CF_TWO_PASS_WIDTH * CF_KERNEL_WARPS + 272) * (bytes) + 15) / 32 * 32 + 16)
#define CF_TWO_PASS_TILE_BYTES(bytes) (2 * 16 * CF_TWO_PASS_PITCH (bytes))
/* Shared memory of a warp for so many groups of 16 rows of first results, of
 * so many bytes each */
#define CF_TWO_PASS_RING_BYTES(groups, bytes) \
  ((groups) * (bytes)*CF_TWO_PASS_WIDTH * CF_CONVOLVE_ROWS)
#define CF_CONVOLVE_HEIGHT_MAX 31 /* CF_CONVOLVE_SIDE_MAX */
#define CF_CONVOLVE_DIGITS_MAX 4
/* Small masks by dot products, for bytes of a sample. A thread makes 8 pixels
 * in each of CF_DOT_ROWS rows. Taps are four bytes a word, of one digit and
 * then of the next. For samples of one byte up to 5x5: the first four taps of
 * each row, then of the fifth ones the first row's, and those of the others;
 * else a row's first four taps and then its others, row by row. */
#define CF_DOT_DIGITS_MAX 3
#define CF_DOT_WIDTH 256
#define CF_DOT_ROWS(bytes) ((bytes) == 1 ? 4 : 2)
#define CF_DOT_HEIGHT(bytes) \
  (CF_KERNEL_THREADS * 8 / CF_DOT_WIDTH * CF_DOT_ROWS (bytes))
#define CF_DOT_WORDS(bytes, size) \
  ((bytes) == 1 && (size) <= 5 ? (size) + ((size) > 4 ? 2 : 0) \
                               : (size) * (((size) + 3) / 4))
#define CF_DOT_TAPS_MAX (CF_DOT_DIGITS_MAX * CF_DOT_WORDS (2, 5))

/* Sums become results so: see CfConvolveScale and CfConvolvePlan. */
enum {
  CF_SCALE_HIGH,     /* (sum multiplier + addend) >> 32 */
  CF_SCALE_MULTIPLY, /* (sum multiplier + addend) >> (32 + shift) */
  CF_SCALE_ADD,      /* sum + addend */
  CF_SCALE_SHIFT,    /* (sum + addend) >> shift, of 64 bits, which fits 32 */
  CF_SCALE_DIVIDE    /* ((sum + addend) factor >> 64) >> shift, of 64 bits, or
                        without the factor where that is 0 */
};

typedef struct {
  int32_t kind;
  int32_t multiplier;
  int32_t shift;
  int32_t maximum;
  int64_t addend;
  uint64_t factor;
} CfKernelScale;

/* Taps are in the order in which lanes need them, see convolvetaps.c. */
typedef struct {
  CfKernelPicture picture;
  CfKernelScale scale;
  const uint8_t *taps;   /* 16 bytes a lane */
  const uint8_t *column; /* the second pass's */
  int32_t width, height; /* of the mask */
  int32_t lead;          /* samples from a window's first to its output's */
  int32_t chunks;        /* of 32 samples, in a row of a window */
  /* two passes */
  int32_t warps;         /* of a block */
  int32_t strip_rows;    /* that a warp makes */
  int32_t groups;        /* of 16 rows, that 16 results are made from */
  int32_t between_shift; /* the first result is (sum + start) >> shift */
  int64_t between_start;
  /* cf_kernel_convolve_any, whose taps are CfConvolvePlan's */
  int32_t two_passes;
  uint32_t dot[CF_DOT_TAPS_MAX]; /* cf_kernel_convolve_dot_… */
} CfKernelConvolve;

CF_DECLARE_KERNEL (convolve_any, CfKernelConvolve)
#define CF_DECLARE(digits) \
  CF_DECLARE_KERNEL (convolve_1_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve_2_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve2_1_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve2_2_##digits, CfKernelConvolve)
CF_DECLARE (1)
CF_DECLARE (2)
CF_DECLARE (3)
CF_DECLARE (4)
#undef CF_DECLARE
#define CF_DECLARE(digits) \
  CF_DECLARE_KERNEL (convolve_dot_3_1_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve_dot_5_1_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve_dot_3_2_##digits, CfKernelConvolve) \
  CF_DECLARE_KERNEL (convolve_dot_5_2_##digits, CfKernelConvolve)
CF_DECLARE (1)
CF_DECLARE (2)
CF_DECLARE (3)
CF_DECLARE_KERNEL (convolve_dot_7_1_1, CfKernelConvolve)
CF_DECLARE_KERNEL (convolve_dot_7_2_1, CfKernelConvolve)
#undef CF_DECLARE
