/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion as engine/motion/cfmotion.h says it, a sample
 * at a time. */
#pragma once

#include "engine/motion/cfmotion.h"

#include <glib.h>

typedef struct {
  CfMotionVector *field; /* of each block, row by row; zeroed at first */
  CfMotionVector dominant;
} ReferenceMotion;

typedef struct {
  gint unmatched, telling, blocks, changed, samples; /* of level 2 */
  gboolean is_scene_change, is_other_luma;
} ReferenceMotionSceneChange;

/* Both pictures have rows of `width` bytes; sigma in 1/256 of a step. `motion`
 * is the former field and becomes that of this frame. */
ReferenceMotionSceneChange reference_denoise_motion (const guint8 *frame,
    const guint8 *result, gint width, gint height, gint sigma,
    ReferenceMotion *motion);

/* Before a frame to which `now` intervals have passed, and `before` to the last
 * one. Whether that makes another field. */
gboolean reference_denoise_motion_scale (
    ReferenceMotion *motion, gint width, gint height, gint now, gint before);

/* Whether the history that block (x, y) is moved from counts. */
gboolean reference_denoise_motion_is_trusted (
    const ReferenceMotion *motion, gint width, gint height, gint x, gint y);
