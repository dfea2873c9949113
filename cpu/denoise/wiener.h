/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Wiener stage behind the recursive mean (engine/denoise/cfwiener.h): what
 * it keeps from frame to frame, and how threads share its work. */
#pragma once

#include "cpu/denoise/recursive_state.h"

G_BEGIN_DECLS

/* Errors: OUT_OF_MEMORY. The filter must outlive this. */
CfCpuWiener *cf_cpu_wiener_new (CfCpuRecursive *filter, GError **error);
void cf_cpu_wiener_free (CfCpuWiener *self);

/* Forgets all; a frame goes without this stage, or another history begins. */
void cf_cpu_wiener_reset (CfCpuWiener *self);

/* A plane of a frame comes: takes over its noise, and how much lighter it is.
 */
void cf_cpu_wiener_begin (
    CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane);

/* FALSE where the stage makes the plane's pilots, or uses none. */
gboolean cf_cpu_wiener_needs_pilot (const CfCpuWiener *self, guint plane);

/* Where the frame's pilot of a channel goes: a plane of 16 bits. */
CfPlane cf_cpu_wiener_pilot (
    const CfCpuWiener *self, guint plane, gint channel);

/* Makes the picture; all means, or pilots, are there. */
void cf_cpu_wiener_run (CfCpuWiener *self, const CfCpuRecursiveRun *run);

/* The same with a frame ahead: keeps the frame, and makes the picture of the
 * one before; then writes that of the oldest that was pushed. */
void cf_cpu_wiener_push (CfCpuWiener *self, const CfCpuRecursiveRun *run);
void cf_cpu_wiener_finish (CfCpuWiener *self, const CfPlane *dst);

G_END_DECLS
