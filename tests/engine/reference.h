/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The operations as naively as possible: what every backend must equal. */
#pragma once

#include "reference_convolve.h"

/* The sample (x, y, c) that the filter's first iteration gives, as stored. */
guint reference_sample (
    const CfFilterParams *params, const CfPlane *src, gint x, gint y, gint c);

/* Medians of windows of at most so many samples are selected naively. The
 * histogram, which the test "reference" holds against that, is for larger ones.
 */
#define REFERENCE_NAIVE_MAX (31 * 31)

typedef enum { REFERENCE_NAIVE, REFERENCE_HISTOGRAM } ReferenceMethod;

ReferenceMethod reference_method (const CfFilterParams *params);

/* One whole plane, by a median, a convolution or an epsilon filter. The samples
 * must fit the plane's bits. */
void reference_plane (const CfFilterParams *params, ReferenceMethod method,
    const CfPlane *src, const CfPlane *dst);
/* One that is not filtered. */
void reference_plane_copied (const CfPlane *src, const CfPlane *dst);

/* One plane, by an epsilon filter whose threshold is `range` 65536ths of a step
 * of the samples. */
void reference_plane_epsilon (const CfFilterParams *params, gint64 range,
    const CfPlane *src, const CfPlane *dst);

/* One plane, convolved with this arithmetic. */
void reference_plane_convolved (const CfFilterParams *params,
    ReferenceArithmetic arithmetic, const CfPlane *src, const CfPlane *dst);
