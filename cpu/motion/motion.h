/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for motion on backend "cpu" (engine/motion/cfmotion.h):
 * its pictures, and the field from frame to frame. */
#pragma once

#include "cpu/core/cpubackend.h"
#include "engine/motion/cfmotion.h"

G_BEGIN_DECLS

typedef struct _CfCpuMotion CfCpuMotion;

/* Takes pictures of this size, 8 bits a sample. Errors: OUT_OF_MEMORY. */
CfCpuMotion *cf_cpu_motion_new (
    CfCpuDevice *device, gint width, gint height, GError **error);
void cf_cpu_motion_free (CfCpuMotion *self);

/* The frame and the last result, to be filled before cf_cpu_motion_search ():
 * rows of `stride` bytes. The caller writes width x height samples alone, and
 * again before each search only what has changed. */
guint8 *cf_cpu_motion_get_frame (CfCpuMotion *self, gsize *stride);
guint8 *cf_cpu_motion_get_result (CfCpuMotion *self, gsize *stride);

/* Finds the field between the two, and the dominant vector for the next search.
 * sigma in 1/256 of a step of 8 bits. Returns what the frame is
 * (CF_SCENE_CHANGE, ...), where the last one was no flash. */
gint cf_cpu_motion_search (CfCpuMotion *self, guint sigma);

/* Returns each block's vector of the last search, row by row. */
const CfMotionVector *cf_cpu_motion_get_field (
    const CfCpuMotion *self, gint *width, gint *height);
CfMotionVector cf_cpu_motion_get_dominant (const CfCpuMotion *self);
/* Says which are trusted (cf_motion_is_trusted ()). */
const guint8 *cf_cpu_motion_get_trusted (const CfCpuMotion *self);

/* Prepares a frame that is `now` intervals after the last one, which was
 * `before` after its own. */
void cf_cpu_motion_scale (CfCpuMotion *self, gint now, gint before);

/* The field and the dominant vector are 0, as at first. */
void cf_cpu_motion_reset (CfCpuMotion *self);

G_END_DECLS
