/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion in a plane that leads: what is kept, where, and what
 * its passes get. Needs no GPU. */
#pragma once

#include "engine/core/cffilter.h"
#include "cuda/motion/motionkernels.h"

G_BEGIN_DECLS

/* Memory's parts, in bytes from its beginning. */
typedef struct {
  gint width, height;
  gsize frame[CF_MOTION_LEVELS], result[CF_MOTION_LEVELS];
  gsize fields[CF_MOTION_LEVELS], other, former;
  gsize blocks, bins, counts, dominant, trusted, scale;
  gsize size;
  gboolean is_fresh; /* no field is of this history */
} CfMotionPlan;

typedef struct {
  CfKernelMotion argument;
  gint bytes; /* of a sample, of the pyramid */
  guint n_blocks, n_threads;
} CfMotionLaunch;

typedef struct {
  CfKernelMotionGap argument;
  guint n_blocks;
} CfMotionGapLaunch;

/* Takes pictures of this size: `size` bytes are needed. */
void cf_motion_plan_init (CfMotionPlan *self, gint width, gint height);

/* Call it before a search; `now` intervals between frames have passed to this
 * frame and `before` to the last one. */
void cf_motion_plan_gap (const CfMotionPlan *self, guint8 *memory, gint now,
    gint before, CfMotionGapLaunch *launch);

/* Describes what all passes get; `memory` was 0 at first. */
void cf_motion_plan_begin (const CfMotionPlan *self, guint8 *memory,
    const CfPlane *src, CfMotionLaunch *launch);
/* Adds one of CF_MOTION_PASSES. */
void cf_motion_plan_pass (const CfMotionPlan *self, guint8 *memory, gint pass,
    CfMotionLaunch *launch);

/* A search leaves the field, and which blocks are trusted. */
CfKernelMotionField cf_motion_plan_field (
    const CfMotionPlan *self, guint8 *memory);
guint8 *cf_motion_plan_trusted (const CfMotionPlan *self, guint8 *memory);

G_END_DECLS
