/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting: from the frames around, or from space alone. */
#include "cuda/core/method.h"
#include "cuda/inpaint/inpaint.h"

CfFilter *
cf_cuda_inpaint_new (const CfFilter *description, GError **error)
{
  return cf_filter_params_have_history (&description->params)
             ? cf_cuda_temporal_new (description, error)
             : cf_cuda_inpaint_spatial_new (description, error);
}
