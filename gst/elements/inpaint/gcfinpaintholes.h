/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a mask of a frame's pixels to the samples of the engine's planes. */
#pragma once

#include "gst/frame/gcfholes.h"

G_BEGIN_DECLS

/* A GcfHolesInit. A sample is to be repaired where any pixel that it
 * is for is. `mask` is a GcfInpaintMask of the frame's size. */
void gcf_inpaint_holes_init (GcfHoles *holes, const GcfPicture *picture,
    const GstVideoInfo *info, gint field, gconstpointer mask);

G_END_DECLS
