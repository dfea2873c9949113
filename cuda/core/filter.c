/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters on CUDA: what makes them. */
#include "cuda/core/method.h"

#define METHOD(NAME, name, Params) [CF_OP_##NAME] = cf_cuda_##name##_new,

static const CfCudaFilterNew methods[CF_N_OPS] = {
  [CF_OP_COPY] = cf_cuda_copy_new, CF_OPERATIONS (METHOD)
};

/* Where nothing is filtered a copy does, but of those that are told of holes or
 * of frames that come. */
CfFilter *
cf_cuda_filter_new (const CfFilter *description, GError **error)
{
  const CfFilterParams *params = &description->params;
  const gboolean is_copy = !description->filtered
                           && !cf_filter_params_have_holes (params)
                           && !cf_filter_params_have_history (params);

  return methods[is_copy ? CF_OP_COPY : params->op](description, error);
}
