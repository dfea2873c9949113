/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage behind the recursive mean: what is kept, where, and what its
 * kernel gets. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"
#include "cuda/denoise/wienerkernels.h"

G_BEGIN_DECLS

#define CF_WIENER_KERNELS 4 /* cf_kernel_wiener_4, 2, and their pilots' */

/* Memory has the pictures of each plane's channels (CF_WIENER_PILOTS...), its
 * map, and which pictures are the last frame's, of this frame and of the next
 * one in turns. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], map_at[CF_MAX_PLANES], last_at;
  gsize size;
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's, 0 */
  guint n_resident[CF_WIENER_KERNELS]; /* blocks that the GPU runs at a time;
                                        * the caller's */
  guint slot;                          /* of the frame: 0 or 1 */
  gboolean has_last; /* the last frame went through this stage */
} CfWienerPlan;

typedef struct {
  CfKernelWiener argument;
  CfCudaLaunch planes;
  guint n_blocks;
} CfWienerLaunch;

/* `filter` must outlive this. */
void cf_wiener_plan_init (CfWienerPlan *self, const CfFilter *filter);
/* Which of CF_WIENER_KERNELS makes pilots, or the picture. */
guint cf_wiener_plan_kernel (const CfWienerPlan *self, gboolean is_pilot);

/* Returns where a plane's pilot goes, which is the one that is not the last
 * frame's. */
CfKernelWienerKept cf_wiener_plan_kept (const CfWienerPlan *self, guint plane);

/* Begins a launch for these of the filter's planes, which are added one after
 * the other; then it is ended. */
void cf_wiener_plan_begin (const CfWienerPlan *self, guint32 planes,
    gboolean is_pilot, CfWienerLaunch *launch);
/* `luma`: the plane with the brightness of colour, or -1. The caller sets the
 * noise, the mean, `differs`, and the field with what belongs to it. */
CfKernelWienerPlane *cf_wiener_plan_add (const CfWienerPlan *self, guint plane,
    gint luma, const CfPlane *src, const CfPlane *dst, CfWienerLaunch *launch);
void cf_wiener_plan_end (CfWienerLaunch *launch);

/* A frame has its result, with this stage or without it. */
void cf_wiener_plan_done (CfWienerPlan *self, gboolean is_with);

G_END_DECLS
