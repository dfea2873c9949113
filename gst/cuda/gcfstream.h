/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams of CUDAMemory. From GStreamer 1.24 on they are its own. Before that
 * they are ours, on memory of a pool of ours: our elements order their work by
 * them, and whoever else maps that memory waits for its stream in the map. */
#pragma once

#include "gst/cuda/gstcudacompat.h"

G_BEGIN_DECLS

#if GST_CHECK_VERSION(1, 24, 0)

#define GCF_MAP_ON_STREAM ((GstMapFlags)0)

static inline GstMiniObject *
gcf_stream_new (GstCudaContext *context)
{
  return (GstMiniObject *)gst_cuda_stream_new (context);
}

static inline CUstream
gcf_stream_get_handle (GstMiniObject *self)
{
  return gst_cuda_stream_get_handle ((GstCudaStream *)self);
}

static inline GstMiniObject *
gcf_stream_of (GstMemory *memory)
{
  return (GstMiniObject *)gst_cuda_memory_get_stream (
      GST_CUDA_MEMORY_CAST (memory));
}

static inline GstBufferPool *
gcf_stream_pool_new (GstCudaContext *context, GstMiniObject *stream)
{
  return gst_cuda_buffer_pool_new (context);
}

#else

/* A map with this and GST_MAP_CUDA does not wait, as what follows is ordered by
 * the memory's stream. */
#define GCF_MAP_ON_STREAM ((GstMapFlags)(GST_MAP_FLAG_LAST << 8))

/* NULL where the driver makes none. */
GstMiniObject *gcf_stream_new (GstCudaContext *context);
CUstream gcf_stream_get_handle (GstMiniObject *self);
/* Returns CUDAMemory's stream, NULL where it has none. Not a reference. */
GstMiniObject *gcf_stream_of (GstMemory *memory);
/* A GstCudaBufferPool whose memory has the stream, which may be NULL. */
GstBufferPool *gcf_stream_pool_new (
    GstCudaContext *context, GstMiniObject *stream);

#endif

G_END_DECLS
