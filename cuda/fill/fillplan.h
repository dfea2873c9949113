/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes cf_kernel_fill's argument: without CUDA, for tests too. */
#pragma once

#include "engine/fill/cffill.h"
#include "cuda/fill/fillkernel.h"

G_BEGIN_DECLS

/* Fills in a launch for as many of the spans as it takes: their number. */
guint cf_fill_plan (CfKernelFill *launch, const CfPlane *plane,
    const CfSpan *spans, guint n_spans, const guint16 *values);

G_END_DECLS
