/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A thread that waits for the device, so that no streaming thread has to. */
#include "gst/memory/gstcudafilterwatcher.h"

typedef struct {
  GstCudaFilterFence *fence;
  GstCudaFilterWatcherFunc func; /* NULL: the thread ends */
  gpointer data;
} Watch;

struct _GstCudaFilterWatcher {
  GAsyncQueue *watches; /* of Watch */
  GThread *thread;      /* NULL until there is something to watch */

  GMutex lock; /* of what follows */
  GCond idle;
  guint n_pending;
};

static gpointer
watch (gpointer data)
{
  GstCudaFilterWatcher *self = data;

  while (TRUE) {
    Watch *w = g_async_queue_pop (self->watches);

    if (!w->func) {
      g_free (w);
      return NULL;
    }
    w->func (gst_cuda_filter_fence_wait (w->fence, NULL), w->data);
    gst_cuda_filter_fence_unref (w->fence);
    g_free (w);

    g_mutex_lock (&self->lock);
    if (--self->n_pending == 0)
      g_cond_broadcast (&self->idle);
    g_mutex_unlock (&self->lock);
  }
}

GstCudaFilterWatcher *
gst_cuda_filter_watcher_new (void)
{
  GstCudaFilterWatcher *self = g_new0 (GstCudaFilterWatcher, 1);

  self->watches = g_async_queue_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  return self;
}

void
gst_cuda_filter_watcher_free (GstCudaFilterWatcher *self)
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
gst_cuda_filter_watcher_drain (GstCudaFilterWatcher *self)
{
  g_mutex_lock (&self->lock);
  while (self->n_pending > 0)
    g_cond_wait (&self->idle, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_watcher_add (GstCudaFilterWatcher *self,
    GstCudaFilterFence *fence, GstCudaFilterWatcherFunc func, gpointer data)
{
  Watch *w = g_new (Watch, 1);

  if (!self->thread)
    self->thread = g_thread_new ("cudafilters-watch", watch, self);
  w->fence = gst_cuda_filter_fence_ref (fence);
  w->func = func;
  w->data = data;
  g_mutex_lock (&self->lock);
  self->n_pending++;
  g_mutex_unlock (&self->lock);
  g_async_queue_push (self->watches, w);
}
