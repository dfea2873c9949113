/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ways to filter on CUDA: each makes filters of a class of its own. */
#pragma once

#include "cuda/core/cudabackend.h"

G_BEGIN_DECLS

/* As in CfBackend. */
typedef CfFilter *(*CfCudaFilterNew) (
    const CfFilter *description, GError **error);

CfFilter *cf_cuda_copy_new (const CfFilter *description, GError **error);
#define CF_DECLARE(NAME, name, Params) \
  CfFilter *cf_cuda_##name##_new (const CfFilter *description, GError **error);
CF_OPERATIONS (CF_DECLARE)
#undef CF_DECLARE

/* Of medians: selection networks, of squares of 3...15, where the GPU has room
 * for them. FALSE too where the device fails, as every method will say. */
CfFilter *cf_cuda_network_new (const CfFilter *description, GError **error);
gboolean cf_cuda_network_supports (const CfFilter *description);
/* The same of a square and samples of so many bytes. */
gboolean cf_cuda_network_fits (CfDevice *device, gint size, gint bytes);
/* Thresholds and counts: any window and percentile. */
CfFilter *cf_cuda_rank_new (const CfFilter *description, GError **error);

/* Of noise reduction: the recursive mean over time. */
CfFilter *cf_cuda_recursive_new (const CfFilter *description, GError **error);
/* Of inpainting: what has a history. */
CfFilter *cf_cuda_temporal_new (const CfFilter *description, GError **error);

G_END_DECLS
