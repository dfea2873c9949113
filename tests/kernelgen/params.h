/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a generated kernel is held against: the engine's filter. */
#pragma once

#include "engine/core/cffilter.h"
#include "kernelgen.h"

G_BEGIN_DECLS

/* The same filter for the engine: of a convolution the sum over the mask. */
CfFilterParams kernel_params (const KgOptions *options);

G_END_DECLS
