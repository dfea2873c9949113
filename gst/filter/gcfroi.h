/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's regions of interest: what GstVideoRegionOfInterestMeta marks. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* The type that every region of interest is of */
#define GCF_ROI_ANY_TYPE "all"

/* Returns those of a type, 0 for none, less what is outside of frames of this
 * size: an array of GstVideoRectangle, without empty ones. */
GArray *gcf_roi_find (GstBuffer *buffer, GQuark type, gint width, gint height);

G_END_DECLS
