/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The choices of the CUDA backend on a device. */
#pragma once

#include "cuda/core/autotune.h"

G_BEGIN_DECLS

extern const CfAutotune cf_cuda_autotune;

G_END_DECLS
