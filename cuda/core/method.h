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
/* Selection networks: medians of squares, 3...15, where the GPU has room for
 * them. FALSE too where the device fails, as every method will say. */
CfFilter *cf_cuda_network_new (const CfFilter *description, GError **error);
gboolean cf_cuda_network_supports (const CfFilter *description);
/* The same of a square and samples of so many bytes. */
gboolean cf_cuda_network_fits (CfDevice *device, gint size, gint bytes);
/* Thresholds and counts: any window and percentile. */
CfFilter *cf_cuda_rank_new (const CfFilter *description, GError **error);

/* Products of matrices: all convolutions. */
CfFilter *cf_cuda_convolve_new (const CfFilter *description, GError **error);

/* All epsilon filters. */
CfFilter *cf_cuda_epsilon_new (const CfFilter *description, GError **error);

/* The recursive mean over time. */
CfFilter *cf_cuda_recursive_new (const CfFilter *description, GError **error);
/* Frames of a stream beside each other: their means and medians. */
CfFilter *cf_cuda_denoise_new (const CfFilter *description, GError **error);

/* All inpainting of single pictures, and what has a history. */
CfFilter *cf_cuda_inpaint_new (const CfFilter *description, GError **error);
CfFilter *cf_cuda_temporal_new (const CfFilter *description, GError **error);

G_END_DECLS
