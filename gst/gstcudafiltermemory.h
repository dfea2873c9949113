/* GstMemory that transfers fastest: page-locked on CUDA, aligned on the CPU. */
#pragma once

#include <gst/gst.h>

#include "gstcudafilterdevice.h"

G_BEGIN_DECLS

#define GST_CUDA_FILTER_MEMORY_NAME "CudaFilterMemory"

#define GST_TYPE_CUDA_FILTER_ALLOCATOR (gst_cuda_filter_allocator_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaFilterAllocator, gst_cuda_filter_allocator, GST,
    CUDA_FILTER_ALLOCATOR, GstAllocator)

/* Called from the allocating thread when such memory ran out and ordinary
 * memory was handed out instead. */
typedef void (*GstCudaFilterAllocatorFallback) (
    GstObject *owner, const GError *error);

/* `owner` is not kept alive; without it `fallback` is no longer called. Blocks
 * that come back are kept, a bounded number, for the next allocation of their
 * size, and freed with the allocator. */
GstAllocator *gst_cuda_filter_allocator_new (GstCudaFilterDevice *device,
    GstObject *owner, GstCudaFilterAllocatorFallback fallback);

gboolean gst_is_cuda_filter_memory (GstMemory *memory);

/* Records on the memory what the stream was just told to do: read it (upload)
 * or write it (download). A CPU map for reading waits for the last write, one
 * for writing for the last read as well. Errors: those of cf_event_record(). */
gboolean gst_cuda_filter_memory_mark_read (
    GstMemory *memory, CfStream *stream, GError **error);
gboolean gst_cuda_filter_memory_mark_written (
    GstMemory *memory, CfStream *stream, GError **error);

G_END_DECLS
