/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A thread that waits for the device, so that no streaming thread has to. */
#pragma once

#include "gst/memory/gstcudafilterfence.h"

G_BEGIN_DECLS

typedef struct _GstCudaFilterWatcher GstCudaFilterWatcher;

/* Called from the watcher's thread; `reached` is FALSE where the device failed.
 */
typedef void (*GstCudaFilterWatcherFunc) (gboolean reached, gpointer data);

GstCudaFilterWatcher *gst_cuda_filter_watcher_new (void);
/* Returns when all calls have been made. */
void gst_cuda_filter_watcher_free (GstCudaFilterWatcher *self);
/* The same, and goes on. */
void gst_cuda_filter_watcher_drain (GstCudaFilterWatcher *self);

/* Calls `func` once the fence is reached. */
void gst_cuda_filter_watcher_add (GstCudaFilterWatcher *self,
    GstCudaFilterFence *fence, GstCudaFilterWatcherFunc func, gpointer data);

G_END_DECLS
