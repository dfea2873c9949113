/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps earlier frames on a GPU for filters: memory, estimates that kernels
 * tell the host, and the order of runs, which may come on several streams. */
#pragma once

#include "cuda/core/launch.h"

G_BEGIN_DECLS

typedef struct {
  CfCuEvent done; /* all enqueued work is */
} CfCudaHistory;

/* Call it in the device's context. */
gboolean cf_cuda_history_init (CfCudaHistory *self, GError **error);
/* Call it in any context; does nothing where nothing was initialized. */
void cf_cuda_history_clear (CfCudaHistory *self, CfDevice *device);

/* Work on this stream now waits for all that was enqueued before: on the same
 * stream too, as a new one may have the handle of one that is gone. */
gboolean cf_cuda_history_begin (
    const CfCudaHistory *self, CfStream *stream, GError **error);
/* `ok`: all was launched; otherwise the error is set, and what was launched
 * before it is waited for all the same. Returns whether all is well. */
gboolean cf_cuda_history_end (
    const CfCudaHistory *self, CfStream *stream, gboolean ok, GError **error);

/* Takes so many bytes of device memory, 0 from byte `from` on; in the device's
 * context. cf_cuda_filter_memory_give() takes them back. */
guint8 *cf_cuda_history_take_memory (
    CfDevice *device, gsize size, gsize from, GError **error);

G_END_DECLS
