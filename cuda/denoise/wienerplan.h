/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage behind the recursive mean: what is kept, where, and what its
 * kernel gets. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"
#include "cuda/denoise/wienerkernels.h"

G_BEGIN_DECLS

/* cf_kernel_wiener_4, 2, their pilots', and those with a frame ahead */
#define CF_WIENER_KERNELS 6

/* What a launch makes. */
typedef enum {
  CF_WIENER_PICTURE,
  CF_WIENER_PILOT,
  CF_WIENER_AHEAD, /* the picture of a frame that was kept */
  CF_WIENER_KEEP   /* what is kept of a frame */
} CfWienerPass;

/* Memory has the pictures of each plane's channels (CF_WIENER_PILOTS..., with a
 * frame ahead CF_WIENER_AHEAD_STATES...), its map, and which pictures are the
 * last frame's, of this frame and of the next one in turns. With a frame ahead
 * also the fields of guide planes, records, and frames of planes that are
 * copied, in turns by frames' numbers. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], map_at[CF_MAX_PLANES], last_at;
  gsize fields_at[CF_MAX_PLANES], records_at[CF_MAX_PLANES];
  gsize copies_at[CF_MAX_PLANES];
  gsize size;
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's, 0 */
  guint n_resident[CF_WIENER_KERNELS]; /* blocks that the GPU runs at a time;
                                        * the caller's */
  guint slot;                          /* of the frame: 0 or 1 */
  gboolean has_last; /* the last frame went through this stage */
  /* with a frame ahead: the number of the frame that comes, that of the oldest
   * that was pushed and has no result, and whether the last one has no picture
   */
  guint64 number, oldest;
  gboolean waits;
} CfWienerPlan;

typedef struct {
  CfKernelWiener argument;
  CfCudaLaunch planes;
  guint n_blocks;
} CfWienerLaunch;

/* `filter` must outlive this. */
void cf_wiener_plan_init (CfWienerPlan *self, const CfFilter *filter);
/* Which of CF_WIENER_KERNELS makes pilots, or a picture. */
guint cf_wiener_plan_kernel (const CfWienerPlan *self, CfWienerPass pass);

/* Returns where a plane's pilot goes, which is the one that is not the last
 * frame's. */
CfKernelWienerKept cf_wiener_plan_kept (const CfWienerPlan *self, guint plane);

/* Begins a launch for these of the filter's planes, which are added one after
 * the other; then it is ended. */
void cf_wiener_plan_begin (const CfWienerPlan *self, guint32 planes,
    CfWienerPass pass, CfWienerLaunch *launch);
/* `luma`: the plane with the brightness of colour, or -1. The caller sets the
 * noise, the mean, `differs`, and the field with what belongs to it. */
CfKernelWienerPlane *cf_wiener_plan_add (const CfWienerPlan *self, guint plane,
    gint luma, CfWienerPass pass, const CfPlane *src, const CfPlane *dst,
    CfWienerLaunch *launch);
void cf_wiener_plan_end (CfWienerLaunch *launch);

/* A frame has its result, with this stage or without it. */
void cf_wiener_plan_done (CfWienerPlan *self, gboolean is_with);

/* --- with a frame ahead --- */

/* Returns where a field of the guide plane of a plane is kept; `frame`: its
 * number. */
CfMotionVector *cf_wiener_plan_field (
    const CfWienerPlan *self, guint guide, guint64 frame);
/* Describes the launch that writes the oldest frame's result. */
void cf_wiener_plan_store (
    const CfWienerPlan *self, const CfPlane *dst, CfCudaLaunch *launch);
/* Where a frame's planes that are copied lie until then; of the others there is
 * a place that nobody writes to. */
void cf_wiener_plan_copies (
    const CfWienerPlan *self, guint64 frame, CfPlane *planes);

G_END_DECLS
