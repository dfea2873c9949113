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
#define CF_SCENE_CHANGE_PLAN_SIZE \
  ((CF_SCENE_CHANGE_GUIDES * CF_SCENE_CHANGE_COUNTS + 1) * sizeof (guint32))

typedef struct {
  const CfFilter *filter;
  guint n_guides;
  guint guide[CF_SCENE_CHANGE_GUIDES]; /* their planes */
} CfSceneChangePlan;

typedef struct {
  CfKernelSceneChange argument;
  guint n_blocks;
} CfSceneChangeLaunch;

/* `filter` must outlive this. */
void cf_scene_change_plan_init (
    CfSceneChangePlan *self, const CfFilter *filter);

/* A launch of nothing yet, in that memory, whose answer goes there. */
void cf_scene_change_plan_begin (
    guint8 *memory, guint32 *scene_change, CfSceneChangeLaunch *launch);

/* Adds the next guide plane: its picture, and what that is compared with,
 * another frame or, where `is_result`, results of 16 bits. The noise's sigma is
 * what is given, or `estimate` where that is nothing and this not NULL. */
void cf_scene_change_plan_add (const CfSceneChangePlan *self,
    CfCudaSurface frame, CfCudaSurface other, gboolean is_result,
    const guint32 *estimate, CfSceneChangeLaunch *launch);

G_END_DECLS
