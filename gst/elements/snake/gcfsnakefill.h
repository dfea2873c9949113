/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pixels in a polygon. */
#pragma once

#include "engine/fill/cffill.h"
#include "engine/snake/cfsnakesums.h"

G_BEGIN_DECLS

/* Adds (to an array of CfSpan) the pixels in a simple polygon, either way
 * round: those that the engine sums up (cfsnakesums.h), so that there are as
 * many as the contour's area. No two of the spans have a pixel in common; they
 * come from the top down, in a row from left to right. */
void gcf_snake_fill_add (
    GArray *spans, const CfSnakePoint *points, guint n_points);

G_END_DECLS
