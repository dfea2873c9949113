/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans how much brighter frames are: where sums of the last frames are kept,
 * and the argument of the kernel that finds them. Needs no GPU. */
#pragma once

#include "cuda/core/picture.h"
#include "cuda/noise/offsetkernels.h"

G_BEGIN_DECLS

/* This frame and those before it take turns, and 0 is for the next. */
#define CF_OFFSET_SLOTS (CF_NOISE_OFFSET_FRAMES + 1)
#define CF_OFFSET_SLOT_SIZE \
  (CF_OFFSET_AT (CF_KERNEL_PLANES, 0) * sizeof (CfNoiseOffset))
#define CF_OFFSET_SIZE (CF_OFFSET_SLOTS * CF_OFFSET_SLOT_SIZE)

typedef struct {
  CfKernelOffset argument;
  CfCudaLaunch planes;
  guint n_blocks;
} CfOffsetLaunch;

/* Returns the slot in `memory` of CF_OFFSET_SIZE bytes, 0 at first, of the
 * frame that came `ago` frames before this number; -1 is one that comes. */
CfNoiseOffset *cf_offset_plan_slot (guint8 *memory, guint frame, gint ago);

/* Planes are added one after the other, then it is ended. The caller sets all
 * of a plane but these; NULL where there is nothing to look at. */
CfKernelOffsetPlane *cf_offset_plan_add (guint plane, const CfPlane *src,
    gboolean is_colour, CfOffsetLaunch *launch);
void cf_offset_plan_end (CfOffsetLaunch *launch);

G_END_DECLS
