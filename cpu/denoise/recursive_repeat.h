/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that repeat the previous one. */
#pragma once

#include "cpu/denoise/recursive_state.h"

G_BEGIN_DECLS

/* A bit for each plane that is the previous frame's, bit by bit: all planes of
 * a field are, or none. */
guint32 cf_cpu_recursive_find_repeats (
    const CfCpuRecursive *self, const CfPlane *src);

G_END_DECLS
