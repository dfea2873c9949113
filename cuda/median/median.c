/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians and percentiles: by a network or by ranks. */
#include "cuda/core/autotune.h"
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

/* The network wherever there is one that the GPU has room for, and that is
 * chosen. */
CfFilter *
cf_cuda_median_new (const CfFilter *description, GError **error)
{
  return cf_cuda_network_supports (description) && prefers_network (description)
             ? cf_cuda_network_new (description, error)
             : cf_cuda_rank_new (description, error);
}
