/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans the search for scene changes: which planes lead, what is kept, and the
 * kernel's argument. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"
#include "cuda/motion/scenechangekernels.h"

G_BEGIN_DECLS

/* Bytes of device memory, 0 at first. */
#define CF_CUT_PLAN_SIZE \
  ((CF_CUT_LEADERS * CF_CUT_COUNTS + 1) * sizeof (guint32))

typedef struct {
  const CfFilter *filter;
  guint n_leaders;
  guint leader[CF_CUT_LEADERS]; /* their planes */
} CfCutPlan;

typedef struct {
  CfKernelCut argument;
  guint n_blocks;
} CfCutLaunch;

/* `filter` must outlive this. */
void cf_cut_plan_init (CfCutPlan *self, const CfFilter *filter);

/* A launch of nothing yet, in that memory, whose answer goes there. */
void cf_cut_plan_begin (guint8 *memory, guint32 *cut, CfCutLaunch *launch);

/* Adds the next leader: its picture, and what that is compared with, another
 * frame or, where `is_result`, results of 16 bits. The noise's sigma is what is
 * given, or `estimate` where that is nothing and this not NULL. */
void cf_cut_plan_add (const CfCutPlan *self, CfCudaSurface frame,
    CfCudaSurface other, gboolean is_result, const guint32 *estimate,
    CfCutLaunch *launch);

G_END_DECLS
