/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The last result of COMPENSATED, moved. */
#pragma once

#include "cpu/denoise/recursive_state.h"

G_BEGIN_DECLS

/* Errors: OUT_OF_MEMORY. */
gboolean cf_cpu_recursive_motion_init (CfCpuRecursive *self, GError **error);
void cf_cpu_recursive_motion_clear (CfCpuRecursive *self);
void cf_cpu_recursive_motion_reset (CfCpuRecursive *self);
/* Precedes all that a frame's run does. */
void cf_cpu_recursive_motion_begin (CfCpuRecursive *self);
/* Moves the last result, unless the scene changed; returns all bits of what
 * guide planes' frames are (CF_SCENE_CHANGE, ...). */
gint cf_cpu_recursive_motion_run (CfCpuRecursiveRun *run);

G_END_DECLS
