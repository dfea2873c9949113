/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The choices of the CUDA backend on a device. */
#pragma once

#include "cuda/core/choices.h"

G_BEGIN_DECLS

extern const CfChoices cf_cuda_choices;

G_END_DECLS
