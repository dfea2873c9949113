/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans what temporal repair keeps on the GPU, and its kernels' arguments, one
 * launch after the other: without CUDA, for tests too. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/motion/motionplan.h"
#include "cuda/inpaint/temporalkernels.h"

G_BEGIN_DECLS

enum {
  CF_TEMPORAL_LAUNCH_STATES,
  CF_TEMPORAL_LAUNCH_GUIDE,
  CF_TEMPORAL_LAUNCH_SEARCH, /* `pass` says which of CF_MOTION_PASSES */
  CF_TEMPORAL_LAUNCH_CHOOSE,
  CF_TEMPORAL_LAUNCH_REPAIR
};

typedef struct {
  gint guide; /* whose motion the plane has, or -1: it takes no part */
  gint halved_x, halved_y;
  gsize bits_at, data_at, states_at; /* of slots the last two */
  gint alpha;
  gboolean is_empty; /* of holes, from the next frame that comes on */
  /* of a guide plane, by reference: */
  CfMotionPlan motion[CF_TEMPORAL_REFERENCES];
  gsize motion_at[CF_TEMPORAL_REFERENCES], choices_at[CF_TEMPORAL_REFERENCES];
  gsize last_at;
} CfTemporalPlanPlane;

typedef struct {
  const CfFilter *filter;
  CfTemporalPlanPlane planes[CF_MAX_PLANES];
  gsize bits_size;  /* of memory the first bytes: all planes' holes */
  gsize cleared_at; /* memory has to be 0 from here on */
  gsize slots_at, slot_size, scene_changes_at;
  gsize size;
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's */
  guint n_slots;
  gboolean has_holes[CF_INPAINT_FUTURE_MAX + 2]; /* of slots */
  guint64 next; /* the number of the frame that is next to get its result */
  guint n_pushed;
  gboolean has_last;
  guint turn[CF_TEMPORAL_REFERENCES]; /* which of two is the last one's */
} CfTemporalPlan;

/* `filter` must outlive it. */
void cf_temporal_plan_init (CfTemporalPlan *self, const CfFilter *filter);

/* Holes from the next frame that comes on; writes bits_size bytes to `bits`,
 * for the beginning of the memory. */
void cf_temporal_plan_set_holes (
    CfTemporalPlan *self, const CfInpaintHoles *holes, guint8 *bits);

/* A frame that is kept, by its distance from the next result's: n_pushed is
 * where the next one that comes goes, filled from space. */
void cf_temporal_plan_place (
    const CfTemporalPlan *self, guint distance, CfPlane *planes);

typedef struct {
  gint kernel, pass; /* CF_TEMPORAL_LAUNCH_… */
  guint n_blocks;    /* 0: nothing is to be launched */
  union {
    CfKernelTemporal samples; /* STATES, REPAIR */
    CfKernelTemporalLead lead;
    CfKernelTemporalBlocks blocks;
    CfMotionLaunch search; /* with its own threads */
  };
} CfTemporalLaunch;

/* Describes the launch that makes states of a frame that came and is filled. */
void cf_temporal_plan_states (
    const CfTemporalPlan *self, CfTemporalLaunch *launch);
void cf_temporal_plan_pushed (CfTemporalPlan *self);

/* The repair's launches, one a call from *step = 0 on; FALSE after the last. */
gboolean cf_temporal_plan_next (
    CfTemporalPlan *self, guint *step, CfTemporalLaunch *launch);
/* The frame of distance 0 has its result, or gets none. */
void cf_temporal_plan_done (CfTemporalPlan *self);
void cf_temporal_plan_reset (CfTemporalPlan *self);

G_END_DECLS
