/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Says which samples of a picture's planes are to be repaired. */
#pragma once

#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

typedef struct {
  CfInpaintHoles planes[CF_MAX_PLANES];
  guint32 *bits[CF_MAX_PLANES]; /* which they point to, from g_new() */
} GcfHoles;

/* Makes them of what the element has as a mask of a frame's pixels, NULL where
 * nothing is to be repaired. `picture` is of the format `info`; where buffers
 * are single fields (alternate), `field` is which, 0 for that with the top row,
 * 1 for the other. */
typedef void (*GcfHolesInit) (GcfHoles *self, const GcfPicture *picture,
    const GstVideoInfo *info, gint field, gconstpointer mask);

G_END_DECLS
