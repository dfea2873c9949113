/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pixels of a polygon's outline. */
#pragma once

#include "engine/fill/cffill.h"
#include "engine/snake/cfsnakesums.h"

G_BEGIN_DECLS

/* Adds (to an array of CfSpan) the outline of a polygon, line_width pixels
 * wide, as far as it is in a picture of width x height pixels. Where the width
 * is odd, lines run through the pixels to the lower right of the corners. */
void gcf_snake_outline_add (GArray *spans, const CfSnakePoint *points,
    guint n_points, gint line_width, gint width, gint height);

/* No two spans have a pixel in common afterwards, or touch. */
void gcf_snake_outline_merge (GArray *spans);

G_END_DECLS
