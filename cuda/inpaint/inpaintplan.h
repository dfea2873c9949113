/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out inpainting in the GPU's memory, and makes its kernels' arguments,
 * one launch after the other: without CUDA, for tests too. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/inpaint/inpaintkernels.h"

G_BEGIN_DECLS

enum {
  CF_INPAINT_LAUNCH_MARK,
  CF_INPAINT_LAUNCH_LOAD,
  CF_INPAINT_LAUNCH_DOWN,
  CF_INPAINT_LAUNCH_COARSE,
  CF_INPAINT_LAUNCH_SWEEP,
  CF_INPAINT_LAUNCH_START,
  CF_INPAINT_LAUNCH_SHRINK_16,
  CF_INPAINT_LAUNCH_SHRINK_32,
  CF_INPAINT_LAUNCH_SHRINK_64,
  CF_INPAINT_LAUNCH_COMBINE_16,
  CF_INPAINT_LAUNCH_COMBINE_32,
  CF_INPAINT_LAUNCH_COMBINE_64,
  CF_INPAINT_LAUNCH_STORE,
  CF_INPAINT_LAUNCH_TRANSFORM, /* no kernel: GLOBAL's own */
  CF_INPAINT_LAUNCHES
};

/* A plane that has holes. */
typedef struct {
  guint plane;
  gint alpha;         /* number of the plane that marks more, or -1 */
  gboolean knows_any; /* whatever alpha marks */
  CfInpaintBox holes, region;
  gsize bits_at, marked_at, last_mask_at, last_at; /* in kept memory */
} CfInpaintPlanPlane;

/* A channel of it. */
typedef struct {
  guint of; /* in `planes` */
  gint channel;
  gsize samples_at, result_at, fill_at, levels_at, blocks_at; /* in scratch */
  gsize state_at;
} CfInpaintPlanPart;

#define CF_INPAINT_PLAN_PARTS (CF_MAX_PLANES * 4)

typedef struct {
  const CfFilter *filter;
  guint processors; /* of the GPU; the caller's to say */
  CfInpaintPlanPlane planes[CF_MAX_PLANES];
  CfInpaintPlanPart parts[CF_INPAINT_PLAN_PARTS];
  guint n_planes, n_parts;
  /* Parts that are done together, first ones of each batch, and the end. */
  guint batches[CF_INPAINT_PLAN_PARTS + 1];
  guint n_batches;
  gsize bits_size; /* of kept memory the first bytes: all planes' bits */
  gsize kept_size, scratch_size, state_size;
  guint32 tracked;  /* planes of the picture with a last result */
  CfInpaintWay way; /* of LOCAL, by the holes, */
  gint block_size;  /* and its blocks */
} CfInpaintPlan;

typedef struct {
  guint8 *kept, *scratch, *state;
  const gfloat *thresholds[CF_INPAINT_WAYS];
} CfInpaintMemory;

/* `filter` must outlive it. */
void cf_inpaint_plan_init (CfInpaintPlan *self, const CfFilter *filter);
/* Lays out kept memory, where a plane's last result stays at its place, and
 * scratch; all planes' bits are at bits_at from then on. */
void cf_inpaint_plan_set_holes (
    CfInpaintPlan *self, const CfInpaintHoles *holes);

/* TRUE if launches of this kernel, CF_INPAINT_LAUNCH_…, may come. */
gboolean cf_inpaint_plan_uses (const CfInpaintPlan *self, gint kernel);

/* A batch's launches, one a call from *step = 0 on: which kernel, of how many
 * blocks of how many threads and bytes of dynamic shared memory. FALSE after
 * the last. CF_INPAINT_LAUNCH_TRANSFORM has batches of one part. */
typedef struct {
  gint kernel;
  guint n_blocks, n_threads;
  gsize shared;
  CfKernelInpaint argument;
} CfInpaintLaunch;

gboolean cf_inpaint_plan_next (const CfInpaintPlan *self, guint batch,
    const CfInpaintMemory *memory, const CfPlane *src, const CfPlane *dst,
    guint *step, CfInpaintLaunch *launch);

/* A picture was done: where params.track, the next one starts from it. */
void cf_inpaint_plan_done (CfInpaintPlan *self);

/* CF_INPAINT_ENDS schedules of cf_inpaint_local_iterations() thresholds. */
gsize cf_inpaint_plan_thresholds_size (
    const CfInpaintPlan *self, CfInpaintWay way);
void cf_inpaint_plan_thresholds (
    const CfInpaintPlan *self, CfInpaintWay way, gfloat *thresholds);

G_END_DECLS
