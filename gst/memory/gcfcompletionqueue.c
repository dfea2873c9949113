/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A thread that waits for the device, so that no streaming thread has to. */
#include "gst/memory/gcfcompletionqueue.h"

typedef struct {
  GcfFence *fence;
  GcfCompletionQueueFunc func; /* NULL: the thread ends */
  gpointer data;
} Watch;

struct _GcfCompletionQueue {
  GAsyncQueue *watches; /* of Watch */
  GThread *thread;      /* NULL until there is something to watch */

  GMutex lock; /* of what follows */
  GCond idle;
  guint n_pending;
};

static gpointer
watch (gpointer data)
{
  GcfCompletionQueue *self = data;

  while (TRUE) {
    Watch *w = g_async_queue_pop (self->watches);

    if (!w->func) {
      g_free (w);
      return NULL;
    }
    w->func (gcf_fence_wait (w->fence, NULL), w->data);
    gcf_fence_unref (w->fence);
    g_free (w);

    g_mutex_lock (&self->lock);
    if (--self->n_pending == 0)
      g_cond_broadcast (&self->idle);
    g_mutex_unlock (&self->lock);
  }
}

GcfCompletionQueue *
gcf_completion_queue_new (void)
{
  GcfCompletionQueue *self = g_new0 (GcfCompletionQueue, 1);

  self->watches = g_async_queue_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  return self;
}

void
gcf_completion_queue_free (GcfCompletionQueue *self)
{
  if (self->thread) {
    g_async_queue_push (self->watches, g_new0 (Watch, 1));
    g_thread_join (self->thread);
  }
  g_async_queue_unref (self->watches);
  g_cond_clear (&self->idle);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
gcf_completion_queue_drain (GcfCompletionQueue *self)
{
  g_mutex_lock (&self->lock);
  while (self->n_pending > 0)
    g_cond_wait (&self->idle, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
gcf_completion_queue_add (GcfCompletionQueue *self, GcfFence *fence,
    GcfCompletionQueueFunc func, gpointer data)
{
  Watch *w = g_new (Watch, 1);

  if (!self->thread)
    self->thread = g_thread_new ("cudafilters-watch", watch, self);
  w->fence = gcf_fence_ref (fence);
  w->func = func;
  w->data = data;
  g_mutex_lock (&self->lock);
  self->n_pending++;
  g_mutex_unlock (&self->lock);
  g_async_queue_push (self->watches, w);
}
