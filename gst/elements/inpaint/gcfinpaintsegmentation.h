/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads what segmenters mark: GstAnalyticsSegmentationMtd, of GStreamer 1.26
 * and later. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* FALSE where this build cannot read them. */
gboolean gcf_inpaint_segmentation_is_built (void);

gboolean gcf_inpaint_segmentation_is_any (GstBuffer *frame);
/* Adds to an array of GcfInpaintMask what each segmentation of the buffer
 * marks in a frame of this size: all of its samples but 0, scaled to where it
 * is. Such whose picture cannot be read are left out. */
void gcf_inpaint_segmentation_find (
    GstBuffer *frame, gint width, gint height, GPtrArray *found);

G_END_DECLS
