/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A thread that waits for the device, so that no streaming thread has to. */
#pragma once

#include "gst/memory/gcffence.h"

G_BEGIN_DECLS

typedef struct _GcfCompletionQueue GcfCompletionQueue;

/* Called from the completion queue's thread; `reached` is FALSE where the
 * device failed.
 */
typedef void (*GcfCompletionQueueFunc) (gboolean reached, gpointer data);

GcfCompletionQueue *gcf_completion_queue_new (void);
/* Returns when all calls have been made. */
void gcf_completion_queue_free (GcfCompletionQueue *self);
/* The same, and goes on. */
void gcf_completion_queue_drain (GcfCompletionQueue *self);

/* Calls `func` once the fence is reached. */
void gcf_completion_queue_add (GcfCompletionQueue *self, GcfFence *fence,
    GcfCompletionQueueFunc func, gpointer data);

G_END_DECLS
