/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDAMemory, the GstMemory of gstreamer-cuda. Without either there is none. */
#pragma once

#include <gst/video/video.h>

#include "engine/core/cfdevice.h"

G_BEGIN_DECLS

#define GCF_CUDA_FEATURE "memory:CUDAMemory"

/* Its allocator takes these of GCF_FORMATS, in every release since
 * 1.22: no GRAY, for one. */
#define GCF_CUDA_FORMATS \
  "{ NV12, NV21, I420, YV12, Y42B, Y444, I420_10LE, I422_10LE, P010_10LE, " \
  "P016_LE, YUY2, UYVY, RGB, BGR, RGBA, BGRA, ARGB, ABGR, RGBx, BGRx, GBR }"

/* TRUE where these caps ask for CUDAMemory. */
gboolean gcf_caps_are_cuda (GstCaps *caps);

/* The GstCudaContext of the buffer's only memory, NULL where that is none of
 * CUDAMemory. Not a reference. */
GstObject *gcf_cuda_get_context (GstBuffer *buffer);

/* The GstCudaStream of the same, or NULL. Not a reference. */
GstMiniObject *gcf_cuda_get_stream (GstBuffer *buffer);

/* Maps the buffer's only memory, CUDAMemory, for the device. Where the memory
 * has a GstCudaStream, work on it must be ordered after what that stream holds
 * now, and what is put there later after the work; *stream is a reference to
 * it, or NULL: then the memory can be worked on at once, and the work must be
 * over when it is let go of. FALSE where it cannot be mapped. */
gboolean gcf_cuda_map (GstBuffer *buffer, GstMapFlags flags, GstMapInfo *map,
    GstMiniObject **stream);
/* Its CUstream. */
gpointer gcf_cuda_stream_get_handle (GstMiniObject *stream);

/* Waits until a gst_memory_copy() of a memory of any kind is over.
 * gstreamer-cuda does not always wait for its copies. */
void gcf_cuda_wait (GstMemory *memory);

/* A stream for the frames of an element, NULL where the driver makes none. */
GstMiniObject *gcf_cuda_stream_new (GstObject *context);

/* A pool of such frames; *size becomes its buffers'. `stream` may be NULL. */
GstBufferPool *gcf_cuda_pool_new (GstObject *context, GstMiniObject *stream,
    GstCaps *caps, guint *size, guint min);
/* TRUE where the pool's memory is the context's. */
gboolean gcf_cuda_is_pool (GstBufferPool *pool, GstObject *context);

G_END_DECLS
