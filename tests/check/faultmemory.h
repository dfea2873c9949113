/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory and a pool of nobody's that can fail (faults.h): to be made, to be
 * mapped, to be had from the pool. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Its memory can be read and written as ordinary memory. */
GstAllocator *fault_allocator_new (void);

/* A pool of such memory, of a kind that elements do not replace by their own.
 */
GstBufferPool *fault_pool_new (const GstVideoInfo *info);

G_END_DECLS
