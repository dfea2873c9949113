/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean, COMPENSATED too: what is kept of the last frame, where,
 * and what kernels get. Needs no GPU. */
#pragma once

#include "cuda/motion/scenechangeplan.h"
#include "cuda/motion/motionplan.h"
#include "cuda/denoise/recursivekernels.h"
#include "cuda/denoise/repeatkernels.h"
#include "cuda/denoise/wienerplan.h"
#include "cuda/noise/noiseplan.h"
#include "cuda/noise/offsetplan.h"

G_BEGIN_DECLS

/* What the recursive mean does: without the filter in space, with it, or with
 * it for the stage behind. */
enum {
  CF_RECURSIVE_PLAIN,
  CF_RECURSIVE_SPACE,
  CF_RECURSIVE_PILOT,
  CF_RECURSIVE_KINDS
};

/* Memory has two sets of all planes' results and counts, the last frame's and
 * the next one's, which change places, and a third where the last one is moved;
 * after them two of the frames' rows, likewise, what measuring noise needs, and
 * searches for repeats, scene changes or motion. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], set_size, noise_at, scene_changes_at, look_at;
  gsize rows_of[CF_MAX_PLANES], rows_at, rows_size, differs_at, offsets_at;
  gsize size;
  CfSceneChangePlan scene_change; /* and which planes lead the others */
  CfMotionPlan motion[CF_SCENE_CHANGE_GUIDES];
  gsize motion_at[CF_SCENE_CHANGE_GUIDES];
  struct {
    gint guide; /* which one's motion the plane has, or -1 */
    gint halved_x, halved_y;
  } follows[CF_MAX_PLANES];
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's, 0 */
  CfNoisePlan noise;
  CfWienerPlan wiener; /* of quality HIGH, with memory of its own */
  guint n_resident[CF_RECURSIVE_KINDS]; /* blocks that the GPU runs at a time;
                                         * the caller's */
  guint last;                           /* which of the first two */
  guint frame;       /* which of those that sums of offsets are kept of */
  gboolean is_first; /* the next frame is, in its history */
  gint elapsed;      /* to the last frame: cf_motion_intervals () */
} CfRecursivePlan;

/* A launch of the recursive mean. */
typedef struct {
  CfKernelRecursive argument;
  guint n_blocks;
} CfRecursiveLaunch;

typedef struct {
  CfKernelMove argument;
  guint n_blocks;
} CfMoveLaunch;

typedef struct {
  CfKernelRepeat argument;
  guint n_blocks;
} CfRepeatLaunch;

typedef struct {
  CfKernelPicture argument;
  guint n_blocks;
} CfKeepLaunch;

/* `filter` must outlive this. */
void cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter);

/* The first launch of a frame: finds whether it is the last one. */
void cf_recursive_plan_compare (
    const CfRecursivePlan *self, const CfPlane *src, CfRepeatLaunch *launch);
/* Keeps the frame, at any time after that. */
void cf_recursive_plan_keep (
    const CfRecursivePlan *self, const CfPlane *src, CfKeepLaunch *launch);

/* TRUE where a scene change is to be looked for first, without motion. */
gboolean cf_recursive_plan_looks (const CfRecursivePlan *self);
void cf_recursive_plan_look (const CfRecursivePlan *self, const CfPlane *src,
    CfSceneChangeLaunch *launch);

/* TRUE where what is known of motion is for another time than has passed to the
 * frame: with each guide plane, before all else. */
gboolean cf_recursive_plan_is_gap (const CfRecursivePlan *self);
void cf_recursive_plan_gap (
    const CfRecursivePlan *self, guint guide, CfMotionGapLaunch *launch);

/* TRUE where motion is to be searched for, with each guide plane and pass; then
 * the last result is moved. */
gboolean cf_recursive_plan_searches (const CfRecursivePlan *self);
void cf_recursive_plan_search (const CfRecursivePlan *self, guint guide,
    gint pass, const CfPlane *src, CfMotionLaunch *launch);
void cf_recursive_plan_move (const CfRecursivePlan *self, CfMoveLaunch *launch);

/* Describes the launch after those, which finds how much brighter the frame's
 * planes of this sample width are; there may be nothing to do: 0 blocks. */
void cf_recursive_plan_offset (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfOffsetLaunch *launch);

/* Describes likewise the launch that measures their noise. At first the filter
 * waits for it, later it knows that of the frame before. */
gboolean cf_recursive_plan_is_early (const CfRecursivePlan *self);
void cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfNoiseLaunch *launch);

/* One of CF_RECURSIVE_PLAIN... */
guint cf_recursive_plan_kind (const CfRecursivePlan *self);
/* The launch for the filtered planes of this sample width; the first of all
 * copies the other planes too. */
void cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch);
/* The launches of CF_RECURSIVE_PILOT's stage behind it, which make pilots, and
 * then the picture: first for planes that have their own brightness, then,
 * `by_luma`, for those of colour. With a frame ahead CF_WIENER_KEEP is for all
 * planes, after the noise that the mean goes by, and before the mean;
 * CF_WIENER_AHEAD reads neither `src` nor `dst`. */
void cf_recursive_plan_wiener (const CfRecursivePlan *self, CfWienerPass pass,
    gboolean by_luma, const CfPlane *src, const CfPlane *dst,
    CfWienerLaunch *launch);
/* They are made: to the next frame. */
void cf_recursive_plan_done (CfRecursivePlan *self);

void cf_recursive_plan_reset (CfRecursivePlan *self);

G_END_DECLS
