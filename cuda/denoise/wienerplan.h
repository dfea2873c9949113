/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage behind the recursive mean: what is kept, where, and what its
 * kernel gets. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"
#include "cuda/denoise/wienerkernels.h"

G_BEGIN_DECLS

/* Memory has the pictures of each plane's channels (CF_WIENER_PILOTS...), its
 * map, and which pictures are the last frame's, of this frame and of the next
 * one in turns. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], map_at[CF_MAX_PLANES], last_at;
  gsize size;
  guint8 *memory;      /* `size` bytes at a multiple of 128, the caller's, 0 */
  guint n_resident[2]; /* blocks that the GPU runs at a time, of the kernel for
                        * BEST the second; the caller's */
  guint slot;          /* of the frame: 0 or 1 */
  gboolean has_last;   /* the last frame went through this stage */
} CfWienerPlan;

typedef struct {
  CfKernelWiener argument;
  CfCudaLaunch planes;
  guint n_blocks;
} CfWienerLaunch;

/* `filter` must outlive this. */
void cf_wiener_plan_init (CfWienerPlan *self, const CfFilter *filter);
/* TRUE for BEST's kernel. */
gboolean cf_wiener_plan_is_best (const CfWienerPlan *self);

/* Returns where a plane's pilot goes, which is the one that is not the last
 * frame's. */
CfKernelWienerKept cf_wiener_plan_kept (const CfWienerPlan *self, guint plane);

/* Begins a launch for these of the filter's planes, which are added one after
 * the other; then it is ended. */
void cf_wiener_plan_begin (
    const CfWienerPlan *self, guint32 planes, CfWienerLaunch *launch);
/* `luma`: the plane with the brightness of colour, or -1. The caller sets the
 * noise, `differs`, and the field with what belongs to it. */
CfKernelWienerPlane *cf_wiener_plan_add (const CfWienerPlan *self, guint plane,
    gint luma, const CfPlane *src, const CfPlane *dst, CfWienerLaunch *launch);
void cf_wiener_plan_end (CfWienerLaunch *launch);

/* A frame has its result, with this stage or without it. */
void cf_wiener_plan_done (CfWienerPlan *self, gboolean is_with);

G_END_DECLS
