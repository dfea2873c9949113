/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter: the mean of those neighbours that differ little. */
#pragma once

#include "engine/core/cfborder.h"
#include "engine/core/cfoperation.h"

G_BEGIN_DECLS

#define CF_EPSILON_SIZE_MIN 3
#define CF_EPSILON_SIZE_MAX 31
#define CF_EPSILON_STEP 256 /* of 8 bits, as a threshold */
#define CF_EPSILON_THRESHOLD_MAX (256 * CF_EPSILON_STEP) /* everything */
#define CF_EPSILON_THRESHOLD_ESTIMATED (-1) /* by each frame's noise */

/* v(q) are the samples of the window around p, and T the threshold of the
 * depth, cf_epsilon_threshold():
 * AVERAGE: the mean of the v(q) for which |v(q) - v(p)| < T, and of v(p):
 *          floor ((2 S + n) / (2 n)), S the sum and n the number of those
 * CLAMP:   v(p) + floor ((2 D + n) / (2 n)), D the sum of the differences
 *          v(q) - v(p), limited to -T...T, and n = size^2: Harashima and
 *          others, epsilon-separating nonlinear digital filter, 1982
 * in integers. Both lie between the smallest and the largest of the window. */
typedef enum { CF_EPSILON_AVERAGE, CF_EPSILON_CLAMP } CfEpsilonMode;

typedef struct {
  gint size;      /* of the square window: odd, 3...31 samples */
  gint threshold; /* 0...MAX, in 1/256 of a step of 8 bits; or ESTIMATED, plane
                   * by plane and frame by frame: see cfepsilonestimate.h */
  CfEpsilonMode mode;
  gint iterations; /* 1...16; the border applies anew each time */
  CfBorder border;
  gint border_value;   /* 0...255, times 2^(bits - 8) */
  CfPlaneKinds planes; /* which estimates go by */
} CfEpsilonParams;

extern const CfOperation cf_operation_epsilon;

/* CF_ERROR_INVALID says which, and the range; not of iterations and border. */
gboolean cf_epsilon_params_validate (
    const CfEpsilonParams *params, GError **error);
/* The threshold for values of so many bits (1...16), 0...2^bits:
 * threshold * 2^(bits - 16), rounded up, so that in AVERAGE the same values are
 * within it as if they were scaled to 8 bits and fractions. Not where it is
 * estimated. */
gint cf_epsilon_threshold (const CfEpsilonParams *params, gint bits);

G_END_DECLS
