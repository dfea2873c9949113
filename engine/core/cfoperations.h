/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which operations there are: all that is one of each is made of this list. */
#pragma once

#include "engine/convolve/cfconvolve.h"
#include "engine/denoise/cfdenoise.h"
#include "engine/epsilon/cfepsilon.h"
#include "engine/inpaint/cfinpaint.h"
#include "engine/median/cfmedian.h"

/* X (NAME, name, parameters) for each has
 *   CF_OP_NAME and a member `name` of CfFilterParams (engine/core/cffilter.h)
 *   cf_operation_name, its row (engine/name/cfname.h)
 *   cf_cpu_name, how the CPU does it (cpu/core/method.h)
 *   cf_cuda_name_new(), which makes filters on CUDA (cuda/core/method.h) */
#define CF_OPERATIONS(X) \
  X (MEDIAN, median, CfMedianParams) \
  X (CONVOLVE, convolve, CfConvolveParams) \
  X (EPSILON, epsilon, CfEpsilonParams) \
  X (INPAINT, inpaint, CfInpaintParams) \
  X (DENOISE, denoise, CfDenoiseParams)
