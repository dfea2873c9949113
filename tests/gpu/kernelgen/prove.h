/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether generated kernels give what the engine gives on the CPU. */
#pragma once

#include "cases.h"
#include "table.h"

G_BEGIN_DECLS

/* Runs those kernels on pictures of several sizes and fills, in device 0, and
 * prints a line a filter; launches[i] is of cases[i]. Results must be the same
 * bit for bit, and what is around a picture untouched. FALSE where a kernel
 * failed. */
gboolean kernels_prove (
    const KernelCase *const *cases, KernelLaunch *const *launches, guint n);

G_END_DECLS
