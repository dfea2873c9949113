/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstreamer-cuda of 1.22, of 1.24 and of later releases under one API, that of
 * the latest. */
#pragma once

#define GST_USE_UNSTABLE_API
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>

#if GST_CHECK_VERSION(1, 24, 0)

#include <gst/cuda/gstcudastream.h>

#else

/* CUDAMemory without streams is complete when it is handed on. */
typedef GstMiniObject GstCudaStream;

static inline GstCudaStream *
gst_cuda_stream_new (GstCudaContext *context)
{
  return NULL;
}

static inline CUstream
gst_cuda_stream_get_handle (GstCudaStream *stream)
{
  return NULL;
}

static inline GstCudaStream *
gst_cuda_memory_get_stream (GstCudaMemory *memory)
{
  return NULL;
}

static inline void
gst_buffer_pool_config_set_cuda_stream (
    GstStructure *config, GstCudaStream *stream)
{
}

#endif
