/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a rectangle of a frame's pixels to samples of the engine's planes. */
#pragma once

#include "engine/core/cfregions.h"
#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

/* The rows of the frame that a plane is for: first, first + step, ... */
typedef struct {
  gint first, step;
  gint n; /* how many */
} GcfRows;

/* `field` says which one a buffer is if buffers are single fields (alternate),
 * 0 for that with the top row, 1 for the other; frames are of both. */
GcfRows gcf_plane_rows (
    const GcfPlane *plane, const GstVideoInfo *info, gint field);

/* All samples that are for any of the rectangle's pixels, which are within the
 * frame; of chroma those of its edge too. Padding has none. */
void gcf_region_init (CfRegion *region, const GcfPicture *picture,
    const GstVideoInfo *info, gint field, const GstVideoRectangle *rectangle);

G_END_DECLS
