/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of memory:NVMM, each with an NvBufSurface of one frame. */
#pragma once

#include "gst/nvmm/gcfnvmm.h"

G_BEGIN_DECLS

#define GCF_TYPE_NVMM_POOL (gcf_nvmm_pool_get_type ())
G_DECLARE_FINAL_TYPE (GcfNvmmPool, gcf_nvmm_pool, GCF, NVMM_POOL, GstBufferPool)

/* Makes a pool for these caps. It has no buffers until follow() says what they
 * are like, and no limit. */
GstBufferPool *gcf_nvmm_pool_new (GstCaps *caps);

/* Bytes that a buffer's size is. */
guint gcf_nvmm_pool_get_size (void);

/* Makes frames like this one: of the same GPU, kind of memory, colours and
 * size. Errors: INVALID, where it is none, or others are there. */
gboolean gcf_nvmm_pool_follow (
    GcfNvmmPool *self, GstBuffer *frame, GError **error);

G_END_DECLS
