/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A convolution prepared for planes of one depth.
 *
 * Vectors multiply signed 16-bit numbers and add two neighbouring products to
 * a 32-bit sum. So taps are split into digits of `base` bits (but for the
 * highest one), and where they need it the results of the row pass likewise;
 * sums of different weight are kept apart, and joined when they are complete:
 *   n = sum of sum[w] 2^(w base)
 * Where there are dot products of bytes, masks on samples of 8 bits may take
 * four products of 8-bit numbers to a sum instead. */
#pragma once

#include "cpu/core/kernel.h"

G_BEGIN_DECLS

#define CF_CPU_SUMS_MAX 4
/* Neighbouring taps in an int32: 16-bit numbers, or bytes of dot products */
#define CF_CPU_PAIR 2
#define CF_CPU_QUAD 4
/* Dot products subtract this from samples of 8 bits: ARM's are signed. */
#ifdef __aarch64__
#define CF_CPU_DOT_BIAS 128
#else
#define CF_CPU_DOT_BIAS 0
#endif
#define CF_CPU_PAIRS_MAX ((CF_CONVOLVE_TAPS_MAX + 1) / 2)
#define CF_CPU_MASK_PAIRS \
  (CF_CONVOLVE_SIDE_MAX * (CF_CONVOLVE_SIDE_MAX + 1) / 2)

/* Sums, which start from offset[], become results so. */
typedef enum {
  /* n >> shift, in 32 bits */
  CF_CPU_SCALE_SHIFT,
  /* (n multiplier + addend) >> (32 + shift), n unsigned, in 32 bits */
  CF_CPU_SCALE_MULTIPLY,
  /* as SHIFT where n is larger: every sum takes what the one below carries,
   * ... ((sum[0] >> base) + sum[1] >> base) ... >> shift */
  CF_CPU_SCALE_CARRY,
  /* (n + addend) / divisor, by the inverse in single precision, and mended */
  CF_CPU_SCALE_DIVIDE,
  /* the same in 64 bits: slow */
  CF_CPU_SCALE_DIVIDE_64
} CfCpuScaleKind;

typedef struct {
  CfCpuScaleKind kind;
  gint n_sums, base;
  gint32 offset[CF_CPU_SUMS_MAX];
  gint shift;
  gint32 multiplier; /* > 0 */
  gint64 addend, divisor;
  gfloat inverse; /* 1 / divisor */
} CfCpuScale;

/* Two or four taps that meet neighbouring samples, in an int32: in memory, the
 * first one comes first. A row that has fewer has 0 there. */
struct _CfCpuConvolve {
  CfConvolvePlan plan;
  gboolean vectors;  /* FALSE: what follows is not set */
  gint sample_bias;  /* subtracted from samples, that they fit 16 bits */
  gint group;        /* CF_CPU_PAIR, or CF_CPU_QUAD */
  gint groups;       /* of a row of the mask, or of the row pass */
  gint digits;       /* of its taps */
  CfCpuScale result; /* from sums to the result, before it is clamped */
  /* the mask's, [row][group][digit], or the row pass's, [group][digit] */
  gint32 taps[CF_CPU_MASK_PAIRS * CF_CPU_SUMS_MAX];

  /* two passes; their rows come in pairs too */
  CfCpuScale row;    /* from sums to t, less what lets it fit 16 bits */
  gint parts;        /* 16-bit numbers that t is split into */
  gint column_pairs; /* of rows that two results have to do with */
  gint column_digits;
  /* [pair][upper, lower result][digit] */
  gint32 column[CF_CPU_PAIRS_MAX * 2 * 2];
};

/* Fills in all but the plan, with quads where they are there and take no more
 * products; FALSE where it has numbers that vectors cannot sum. */
gboolean cf_cpu_convolve_split (CfCpuConvolve *convolve, gboolean has_quads);

/* Any plan, slowly. */
extern const CfCpuKernel cf_cpu_convolve_scalar;

G_END_DECLS
