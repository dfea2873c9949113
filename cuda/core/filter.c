/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters on CUDA: which method makes them. */
#include "cuda/core/choices.h"
#include "cuda/core/method.h"

static gboolean
prefers_network (const CfFilter *description)
{
  gint bytes = 1;
  guint i;

  for (i = 0; i < description->n_planes; i++)
    if (description->filtered >> i & 1)
      bytes = MAX (bytes, description->planes[i].bytes);
  return cf_cuda_prefers_network (
      description->device, description->params.median.width, bytes);
}

/* Medians take the network wherever there is one that the GPU has room for, and
 * that is chosen. */
static CfCudaFilterNew
choose_method (const CfFilter *description)
{
  if (description->params.op == CF_OP_INPAINT)
    return cf_filter_params_have_history (&description->params)
               ? cf_cuda_temporal_new
               : cf_cuda_inpaint_new;
  if (description->params.op == CF_OP_DENOISE
      && (description->params.denoise.method == CF_DENOISE_RECURSIVE
          || description->params.denoise.method == CF_DENOISE_COMPENSATED))
    return cf_cuda_recursive_new;
  if (description->params.op == CF_OP_DENOISE)
    return cf_cuda_denoise_new;
  if (description->params.op == CF_OP_COPY || !description->filtered)
    return cf_cuda_copy_new;
  if (description->params.op == CF_OP_CONVOLVE)
    return cf_cuda_convolve_new;
  if (description->params.op == CF_OP_EPSILON)
    return cf_cuda_epsilon_new;
  if (cf_cuda_network_supports (description) && prefers_network (description))
    return cf_cuda_network_new;
  return cf_cuda_rank_new;
}

CfFilter *
cf_cuda_filter_new (const CfFilter *description, GError **error)
{
  return choose_method (description) (description, error);
}
