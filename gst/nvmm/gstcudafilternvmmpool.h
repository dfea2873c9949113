/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of memory:NVMM, each with an NvBufSurface of one frame. */
#pragma once

#include "gst/nvmm/gstcudafilternvmm.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_FILTER_NVMM_POOL (gst_cuda_filter_nvmm_pool_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaFilterNvmmPool, gst_cuda_filter_nvmm_pool, GST,
    CUDA_FILTER_NVMM_POOL, GstBufferPool)

/* Makes a pool for these caps. It has no buffers until follow() says what they
 * are like, and no limit. */
GstBufferPool *gst_cuda_filter_nvmm_pool_new (GstCaps *caps);

/* Bytes that a buffer's size is. */
guint gst_cuda_filter_nvmm_pool_get_size (void);

/* Makes frames like this one: of the same GPU, kind of memory, colours and
 * size. Errors: INVALID, where it is none, or others are there. */
gboolean gst_cuda_filter_nvmm_pool_follow (
    GstCudaFilterNvmmPool *self, GstBuffer *frame, GError **error);

G_END_DECLS
