/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One case: a filter, a picture, and the check of every byte afterwards. */
#pragma once

#include "fill.h"
#include "regions.h"

typedef struct {
  PictureSpec spec;
  CfFilterParams params;
  guint32 filtered;
  Fill fill;
  gboolean dirty;      /* bits below a shift are random */
  guint64 seed;        /* of samples, strides and offsets */
  gboolean by_regions; /* these alone are filtered */
  const CfRegion *regions;
  guint n_regions;
} FilterCase;

/* A case of this operation with a picture of the layout, what fills it drawn;
 * its parameters are still to be set. */
FilterCase filter_case_draw (CfOp op, const Layout *layout, const Depth *depth,
    gint width, gint height, Random *random);
/* A border-value, those at the ends of its range often. */
gint border_value_draw (Random *random);

/* The median of a square window. */
void median_params_set_size (CfMedianParams *params, gint size);
/* Any percentile (often 0, 50 or 100) of a window of random sides, each of
 * 3...largest. */
void median_params_draw_window (
    CfMedianParams *params, gint largest, Random *random);

/* Any epsilon filter of a window of 3...largest, with thresholds at the ends of
 * their range often; once, with the replicate border. */
void epsilon_params_draw (
    CfEpsilonParams *params, gint largest, Random *random);

/* Gives the right result for host planes; FALSE with a reason in `why`. */
typedef gboolean (*Oracle) (const FilterCase *fc, const CfPlane *src,
    const CfPlane *dst, gpointer data, GString *why);

/* Oracles: the naive reference, and another device, which reads host memory
 * (data: its Target). */
gboolean oracle_naive (const FilterCase *fc, const CfPlane *src,
    const CfPlane *dst, gpointer data, GString *why);
gboolean oracle_target (const FilterCase *fc, const CfPlane *src,
    const CfPlane *dst, gpointer data, GString *why);

/* All parameters, in one line. */
gchar *filter_case_describe (const FilterCase *fc);

/* A filter for the case's picture. */
CfFilter *filter_case_new_filter (
    const FilterCase *fc, CfDevice *device, GError **error);

/* Runs `filter` on fresh memory; FALSE with the first difference in `why`. */
gboolean filter_case_run (const FilterCase *fc, CfFilter *filter,
    Target *target, Oracle oracle, gpointer data, GString *why);

/* Prepares the filter, runs it once and frees it. */
gboolean filter_case_check (const FilterCase *fc, Target *target, Oracle oracle,
    gpointer data, GString *why);

/* What those are made of. The same planes in a copy of the picture's bytes. */
void planes_in_copy (const Picture *picture, guint8 *copy, CfPlane *planes);
/* No byte of a sample is what it has to become: whatever is right afterwards
 * was written. */
void poison (const CfPlane *dst, const CfPlane *expected);
/* Every byte of both pictures; FALSE with the first difference in `why`. */
gboolean compare_pictures (const Picture *src, const guint8 *src_before,
    const Picture *dst, const guint8 *expected, const CfPlane *expected_planes,
    GString *why);
