/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions: parts of a picture that are filtered, while the rest is copied. */
#pragma once

#include "engine/core/cffilter.h"

G_BEGIN_DECLS

/* Samples of a plane: columns left...right - 1 of rows top...bottom - 1, all
 * within it; none where right is not above left or bottom not above top. */
typedef struct {
  gint left, top, right, bottom;
} CfRectangle;

/* A region's rectangle in each plane of a picture. */
typedef struct {
  CfRectangle planes[CF_MAX_PLANES];
} CfRegion;

/* The memory for it, of one stream and one geometry of pictures. */
typedef struct _CfRegions CfRegions;

/* `planes` as cf_filter_new() has them. Errors: the same. Takes the device's
 * memory for a picture. */
CfRegions *cf_regions_new (
    CfDevice *device, const CfPlane *planes, guint n_planes, GError **error);
/* All work of the regions must be done. */
void cf_regions_free (CfRegions *self);

/* Enqueues a copy of `src` in which the samples of the regions that `filter`
 * filters are what cf_filter_run() would have made of them. Regions may
 * overlap. The filter is of the same geometry, and all runs are on one stream.
 *
 * A region is filtered with what its samples' windows reach around it, so that
 * it costs by its size; where regions are more than about half of the picture
 * the whole is filtered. It always is by operations that are not local, such as
 * CF_OP_DENOISE, which remembers frames; with `future` frames `src` is the
 * frame whose turn it is, to be copied. Not for CF_OP_INPAINT. Errors: those of
 * cf_filter_run(); INVALID where a region is not within the picture. */
gboolean cf_regions_run (CfRegions *self, CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, const CfRegion *regions,
    guint n_regions, GError **error);

G_END_DECLS
