/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting from what is near, by the formulas, in double, a sample at a time.
 * Samples are in steps of 8 bits. */
#pragma once

#include "engine/inpaint/cfinpaint.h"

/* A plane of one channel. Its holes must be in the box. */
typedef struct {
  gint width, height;
  gdouble *samples;
  gboolean *is_hole;
  CfInpaintBox box;
} ReferencePlane;

/* CF_INPAINT_HARMONIC or _LOCAL. `last`, or NULL, is the last picture's result,
 * from which a tracked one starts. */
void reference_inpaint_near (const CfInpaintParams *params,
    const ReferencePlane *last, const ReferencePlane *plane);

/* A threshold for LOCAL's first iteration that is far from every coefficient,
 * so that rounding changes none of its choices, and drops many; -1: there is
 * none. Fills the plane harmonically. params.block_size is not 0. */
gdouble reference_inpaint_gap (
    const CfInpaintParams *params, const ReferencePlane *plane);
