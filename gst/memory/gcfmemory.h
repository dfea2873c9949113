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

#include "gst/memory/gcffence.h"
#include "gst/memory/gcfstats.h"

G_BEGIN_DECLS

#define GCF_MEMORY_NAME "CudaFilterMemory"

#define GCF_TYPE_ALLOCATOR (gcf_allocator_get_type ())
G_DECLARE_FINAL_TYPE (GcfAllocator, gcf_allocator, GCF, ALLOCATOR, GstAllocator)

/* Called from the allocating or mapping thread when page-locked memory ran out
 * and ordinary memory took its place. */
typedef void (*GcfAllocatorFallback) (GstObject *owner, const GError *error);

/* Downloads at a CPU map are counted in `stats`. `owner` is not kept alive;
 * without it `fallback` is no longer called. Blocks that come back are kept, a
 * bounded number, for the next allocation of their size (the oldest
 * first, with which the device is through soonest), and freed with the
 * allocator. */
GstAllocator *gcf_allocator_new (GcfDevice *device, GcfStats *stats,
    GstObject *owner, GcfAllocatorFallback fallback);

gboolean gst_is_cuda_filter_memory (GstMemory *memory);
/* TRUE where streams of the device can work on the memory. */
gboolean gcf_memory_is_for (GstMemory *memory, CfDevice *device);

/* Sets the error of the last map, if it failed, and is then TRUE. */
gboolean gcf_memory_take_failure (GstMemory *memory, GError **error);
/* The contents are of no use any more: the next CPU map for writing has
 * nothing to download. For memory that nobody else holds. */
void gcf_memory_discard (GstMemory *memory);

typedef enum { GCF_ON_HOST, GCF_ON_DEVICE } GcfPlace;

/* Returns where the newest contents are, ON_DEVICE where both hold them, or
 * will hold them when something is written. */
GcfPlace gcf_memory_get_place (GstMemory *memory);

/* The stream that wrote it last, NULL where that may be over. Only to be
 * compared. */
CfStream *gcf_memory_get_writer (GstMemory *memory);

/* Makes a stream wait until its work can read the memory (written), and returns
 * the address of its first byte at `place`. ON_HOST can be read only where the
 * newest contents are; writing makes `place` the one with the newest contents.
 * After the work has been enqueued, end gets the fence after it. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST; then end is not to be called. */
guint8 *gcf_memory_begin_read (
    GstMemory *memory, CfStream *stream, GcfPlace place, GError **error);
void gcf_memory_end_read (GstMemory *memory, GcfFence *fence);
guint8 *gcf_memory_begin_write (
    GstMemory *memory, CfStream *stream, GcfPlace place, GError **error);
void gcf_memory_end_write (GstMemory *memory, GcfFence *fence);

G_END_DECLS
