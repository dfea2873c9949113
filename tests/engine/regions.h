/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions of pictures: drawn, and what is expected of them. */
#pragma once

#include "picture.h"

#include "engine/core/cfregions.h"

#define REGIONS_MAX 6

/* 0...REGIONS_MAX of them, of any planes, small and large, often at an edge,
 * over each other, or without a sample. */
guint regions_draw (const PictureSpec *spec, CfRegion *regions, Random *random);

/* Samples outside of the regions, and those of planes that are not filtered,
 * become the source's. */
void regions_restore (const CfRegion *regions, guint n_regions,
    guint32 filtered, const CfPlane *src, const CfPlane *dst, guint n_planes);
