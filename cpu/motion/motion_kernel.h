/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion, a row of blocks at a time, on one instruction set
 * (engine/motion/cfmotion.h). */
#pragma once

#include "cpu/motion/scene_change_kernel.h"
#include "engine/motion/cfmotion.h"

G_BEGIN_DECLS

/* Samples around a picture, all replicas; vectors that lead farther cost more.
 */
#define CF_CPU_MOTION_MARGIN 64

typedef struct {
  gint width, height;
  gsize stride;
  guint8 *samples; /* sample 0 of row 0 */
} CfCpuMotionPicture;

/* Each row has a replica before and after it. */
typedef struct {
  gint width, height; /* in blocks */
  gsize stride;
  CfMotionVector *vectors; /* of block 0 of row 0 */
} CfCpuMotionField;

/* Level 0 knows this of a block. */
typedef struct {
  guint16 sad; /* of its vector */
  guint8 is_still, is_textured;
} CfCpuMotionBlock;

#define CF_CPU_MOTION_SIDE (2 * CF_MOTION_REACH + 1)

typedef struct {
  gint level, sigma, lambda;
  const CfCpuMotionPicture *frame, *result; /* of this level */
  CfMotionVector dominant;                  /* at this level */
  gboolean keeps_still;                     /* blocks that match at 0 */
  const CfMotionVector *former;             /* level 0's, row by row */
  gint former_width, former_height;
  const CfCpuMotionField *from; /* the last pass's; NULL: level 2 */
  const CfCpuMotionField *to;
  const CfCpuMotionField *medians; /* scratch, as large as any field */
  CfCpuMotionBlock *blocks;        /* of level 0, row by row */
  guint8 *trusted;                 /* of level 0, likewise */
  CfCpuSceneChangeCounts *counts;  /* level 2: of each row */
  /* level 2: what vectors around 0 cost, and a row's cheapest one */
  gint penalties[CF_CPU_MOTION_SIDE][CF_CPU_MOTION_SIDE];
  gint least_penalties[CF_CPU_MOTION_SIDE];
} CfCpuMotionPass;

struct _CfCpuMotionKernel {
  /* n samples of a level from two rows of the finer one */
  void (*halve) (const guint8 *upper, const guint8 *lower, guint8 *out, gint n);
  /* passes: row `row` of `to` */
  void (*coarsest) (const CfCpuMotionPass *pass, gint row);
  void (*finer) (const CfCpuMotionPass *pass, gint row);
  void (*quarters) (const CfCpuMotionPass *pass, gint row);
  void (*smooth) (const CfCpuMotionPass *pass, gint row);
  /* of the field as it is returned, which `from` is, and its own dominant */
  void (*trust) (const CfCpuMotionPass *pass, gint row);
};

G_END_DECLS
