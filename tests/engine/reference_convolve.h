/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolutions as naively as possible. */
#pragma once

#include "engine/core/cffilter.h"

/* EXACT: in 128-bit integers from the parameters alone, which must be multiples
 *        of 2^-10 or decimals of up to 4 digits
 * PLAN:  the plan's integers, as its formula has it
 * REAL:  in long double from the parameters alone */
typedef enum {
  REFERENCE_EXACT,
  REFERENCE_PLAN,
  REFERENCE_REAL
} ReferenceArithmetic;

/* What a backend must equal: EXACT where the plan claims to be, else PLAN. */
ReferenceArithmetic reference_arithmetic (
    const CfConvolveParams *params, gint bits);

/* Results of width x height windows: the first begins at wide[0], with `stride`
 * values a row. */
void reference_convolve (const CfConvolveParams *params,
    ReferenceArithmetic arithmetic, gint bits, const guint16 *wide,
    gsize stride, gint width, gint height, guint16 *results);
