/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstMemory that transfers fastest and can lie on the device: a page-locked
 * host block, a device block, or both, allocated when first needed. On a device
 * that maps host memory (cf_device_maps_host()) the host block is both, and
 * nothing is ever downloaded.
 *
 * A CPU map waits until the device has written (and, for writing, has read)
 * the memory; where the newest contents are on the device it downloads them
 * first. Nothing else waits. */
#pragma once

#include <gst/gst.h>

#include "gst/memory/gstcudafilterfence.h"
#include "gst/memory/gstcudafilterstats.h"

G_BEGIN_DECLS

#define GST_CUDA_FILTER_MEMORY_NAME "CudaFilterMemory"

#define GST_TYPE_CUDA_FILTER_ALLOCATOR (gst_cuda_filter_allocator_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaFilterAllocator, gst_cuda_filter_allocator, GST,
    CUDA_FILTER_ALLOCATOR, GstAllocator)

/* Called from the allocating or mapping thread when page-locked memory ran out
 * and ordinary memory took its place. */
typedef void (*GstCudaFilterAllocatorFallback) (
    GstObject *owner, const GError *error);

/* Downloads at a CPU map are counted in `stats`. `owner` is not kept alive;
 * without it `fallback` is no longer called. Blocks that come back are kept, a
 * bounded number, for the next allocation of their size (the oldest
 * first, with which the device is through soonest), and freed with the
 * allocator. */
GstAllocator *gst_cuda_filter_allocator_new (GstCudaFilterDevice *device,
    GstCudaFilterStats *stats, GstObject *owner,
    GstCudaFilterAllocatorFallback fallback);

gboolean gst_is_cuda_filter_memory (GstMemory *memory);
/* TRUE where streams of the device can work on the memory. */
gboolean gst_cuda_filter_memory_is_for (GstMemory *memory, CfDevice *device);

/* Sets the error of the last map, if it failed, and is then TRUE. */
gboolean gst_cuda_filter_memory_take_failure (
    GstMemory *memory, GError **error);
/* The contents are of no use any more: the next CPU map for writing has
 * nothing to download. For memory that nobody else holds. */
void gst_cuda_filter_memory_discard (GstMemory *memory);

typedef enum {
  GST_CUDA_FILTER_ON_HOST,
  GST_CUDA_FILTER_ON_DEVICE
} GstCudaFilterPlace;

/* Returns where the newest contents are, ON_DEVICE where both hold them, or
 * will hold them when something is written. */
GstCudaFilterPlace gst_cuda_filter_memory_get_place (GstMemory *memory);

/* The stream that wrote it last, NULL where that may be over. Only to be
 * compared. */
CfStream *gst_cuda_filter_memory_get_writer (GstMemory *memory);

/* Makes a stream wait until its work can read the memory (written), and returns
 * the address of its first byte at `place`. ON_HOST can be read only where the
 * newest contents are; writing makes `place` the one with the newest contents.
 * After the work has been enqueued, end gets the fence after it. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST; then end is not to be called. */
guint8 *gst_cuda_filter_memory_begin_read (GstMemory *memory, CfStream *stream,
    GstCudaFilterPlace place, GError **error);
void gst_cuda_filter_memory_end_read (
    GstMemory *memory, GstCudaFilterFence *fence);
guint8 *gst_cuda_filter_memory_begin_write (GstMemory *memory, CfStream *stream,
    GstCudaFilterPlace place, GError **error);
void gst_cuda_filter_memory_end_write (
    GstMemory *memory, GstCudaFilterFence *fence);

G_END_DECLS
