/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours as what GStreamer's own elements read: GstAnalyticsRelationMeta, of
 * GStreamer 1.24 and later. Compiled where gstreamer-analytics is found. */
#pragma once

#include "gstcudasnakemeta.h"

G_BEGIN_DECLS

/* Type of the objects, as a quark's text */
#define GCF_SNAKE_ANALYTICS_TYPE "cudasnake"

/* Adds contours to the relation meta of a writable buffer, which keeps what is
 * in it, or to a new one. For each, in their order:
 *
 * - an object: the bounding box in pixels, confidence 1 - cut;
 * - where `since` is not NULL, a track that the object relates to: number
 *   contour.id, first seen at since[i], last seen at the buffer's PTS.
 *
 * From GStreamer 1.26 on also, for all of them, an instance segmentation that
 * contains the objects: a GRAY8 mask of the rectangle of all bounding boxes, 0
 * where no contour is and i + 1 in contour i; its regions are these values, 0
 * included, so that a region's index is its value.
 *
 * Without contours nothing is added. At most 255 of them. */
void gcf_snake_analytics_add (GstBuffer *buffer,
    const GstCudaSnakeContours *contours, const GstClockTime *since);

G_END_DECLS
