/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians, and other percentiles of windows. */
#pragma once

#include "engine/core/cfborder.h"
#include "engine/core/cfoperation.h"

G_BEGIN_DECLS

#define CF_MEDIAN_SIZE_MIN 3
#define CF_MEDIAN_SIZE_MAX 101
#define CF_PERCENTILE_MEDIAN 50

/* Percentile of a width x height window: the sample of cf_median_rank() of the
 * sorted window. 50 is the median, as OpenCV's medianBlur and FFmpeg's median
 * give it under the replicate border; 0 is the minimum, 100 the maximum. */
typedef struct {
  gint width, height; /* odd, 3...101 samples */
  gint percentile;    /* 0...100 */
  gint iterations;    /* 1...16; the border applies anew each time */
  CfBorder border;
  gint border_value; /* 0...255, times 2^(bits - 8) */
} CfMedianParams;

extern const CfOperation cf_operation_median;

/* The rank that is looked for, from 0, among n = width * height sorted samples:
 * floor ((2 percentile (n - 1) + 100) / 200). */
gint cf_median_rank (const CfMedianParams *params);

G_END_DECLS
