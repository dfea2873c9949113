/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers for video frames in a GcfAllocator's memory. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

#define GCF_TYPE_BUFFER_POOL (gcf_buffer_pool_get_type ())
G_DECLARE_FINAL_TYPE (
    GcfBufferPool, gcf_buffer_pool, GCF, BUFFER_POOL, GstVideoBufferPool)

/* The pool allocates with this allocator whatever its configuration says, and
 * follows all options of GstVideoBufferPool. It has that of alignment, which
 * decoders ask for, for widths that are a multiple of 16. */
GstBufferPool *gcf_buffer_pool_new (GstAllocator *allocator);

G_END_DECLS
