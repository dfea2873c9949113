/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of filters: what one gives back is kept on the device for the next.
 * CUDA's functions that free wait for all that the GPU does, and would with
 * every change of a property. */
#pragma once

#include "cuda/core/cudabackend.h"

G_BEGIN_DECLS

/* So many wait for a filter, at most. */
#define CF_CUDA_FILTER_MEMORY_BLOCKS 32
#define CF_CUDA_FILTER_MEMORY_SIZE ((gsize)256 << 20)

/* The GPU's memory. Contents undefined, as of an allocation. Errors:
 * OUT_OF_MEMORY, DEVICE_LOST. */
guint8 *cf_cuda_filter_memory_take (
    CfDevice *device, gsize size, GError **error);
/* Takes back that size; no work uses it any more. NULL is nothing. */
void cf_cuda_filter_memory_give (CfDevice *device, guint8 *data, gsize size);

/* The same of page-locked memory. */
guint8 *cf_cuda_filter_memory_take_host (
    CfDevice *device, gsize size, GError **error);
void cf_cuda_filter_memory_give_host (
    CfDevice *device, guint8 *data, gsize size);

G_END_DECLS
