/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers for video frames in a GstCudaFilterAllocator's memory. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

#define GST_TYPE_CUDA_FILTER_BUFFER_POOL \
  (gst_cuda_filter_buffer_pool_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaFilterBufferPool, gst_cuda_filter_buffer_pool, GST,
    CUDA_FILTER_BUFFER_POOL, GstVideoBufferPool)

/* The pool allocates with this allocator whatever its configuration says, and
 * knows all options of GstVideoBufferPool. */
GstBufferPool *gst_cuda_filter_buffer_pool_new (GstAllocator *allocator);

G_END_DECLS
