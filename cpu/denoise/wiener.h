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

/* TRUE where there are results of the last frame, for those that repeat. */
gboolean cf_cpu_wiener_has_results (const CfCpuWiener *self);

/* Where the frame's pilot of a channel goes: a plane of 16 bits, which are the
 * caller's unless the stage makes them. */
CfPlane cf_cpu_wiener_pilot (
    const CfCpuWiener *self, guint plane, gint channel);

/* TRUE where there is no history, but noise enough. The plane's terms are
 * there. */
gboolean cf_cpu_wiener_makes_pilot (
    const CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane);

/* Takes over a plane's noise and how much lighter it is. */
void cf_cpu_wiener_find_terms (
    CfCpuWiener *self, const CfCpuRecursiveRun *run, guint plane);

/* Makes the picture; all means, or pilots, are there. */
void cf_cpu_wiener_run (CfCpuWiener *self, const CfCpuRecursiveRun *run);

G_END_DECLS
