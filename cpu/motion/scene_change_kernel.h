/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compares a row of blocks for scene changes, on one instruction set
 * (engine/motion/cfscenechange.h). */
#pragma once

#include "cpu/core/kernel.h"
#include "cpu/motion/results.h"
#include "engine/motion/cfscenechange.h"
#include "engine/motion/cfmotionscale.h"

G_BEGIN_DECLS

/* Sums of some blocks. */
typedef struct {
  gint unmatched, telling;
  gint changed[CF_SCENE_CHANGE_BINS]; /* the frame's samples less the other's */
} CfCpuSceneChangeCounts;

typedef struct {
  CfCpuJob job; /* whose src and channel */
  /* what it is compared with: the last result, or another frame of src's sample
   * width, whose channel is the same */
  CfCpuResults last;
  const CfPlane *other;
  gint row; /* of blocks */
  CfDenoiseScale scale;
  gint sigma; /* in 1/256 of a step of the scale */
} CfCpuSceneChangeJob;

/* Adds a row's blocks. */
struct _CfCpuSceneChangeKernel {
  void (*run) (const CfCpuSceneChangeJob *job, guint8 *scratch,
      CfCpuSceneChangeCounts *counts);
};

/* Blocks side by side that are made at once. */
#define CF_CPU_SCENE_CHANGE_BLOCKS 16
/* Bytes. */
#define CF_CPU_SCENE_CHANGE_SCRATCH 8192

G_END_DECLS
