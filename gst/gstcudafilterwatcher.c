/* A thread that waits for the device, so that no streaming thread has to. */
#include "gstcudafilterwatcher.h"

typedef struct {
  CfEvent *event;
  GstCudaFilterWatcherFunc func; /* NULL: the thread ends */
  gpointer data;
} Watch;

struct _GstCudaFilterWatcher {
  GstCudaFilterDevice *device;
  GAsyncQueue *watches; /* of Watch */
  GThread *thread;      /* NULL until there is something to watch */

  GMutex lock; /* of what follows */
  GCond idle;
  guint n_pending;
  GQueue events; /* that wait for their next use */
};

static gpointer
watch (gpointer data)
{
  GstCudaFilterWatcher *self = data;

  while (TRUE) {
    Watch *w = g_async_queue_pop (self->watches);
    gboolean reached;

    if (!w->func) {
      g_free (w);
      return NULL;
    }
    reached = cf_event_synchronize (w->event, NULL);
    w->func (reached, w->data);

    g_mutex_lock (&self->lock);
    g_queue_push_tail (&self->events, w->event);
    if (--self->n_pending == 0)
      g_cond_broadcast (&self->idle);
    g_mutex_unlock (&self->lock);
    g_free (w);
  }
}

GstCudaFilterWatcher *
gst_cuda_filter_watcher_new (GstCudaFilterDevice *device)
{
  GstCudaFilterWatcher *self = g_new0 (GstCudaFilterWatcher, 1);

  self->device = gst_cuda_filter_device_ref (device);
  self->watches = g_async_queue_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  g_queue_init (&self->events);
  return self;
}

void
gst_cuda_filter_watcher_free (GstCudaFilterWatcher *self)
{
  CfEvent *event;

  if (self->thread) {
    g_async_queue_push (self->watches, g_new0 (Watch, 1));
    g_thread_join (self->thread);
  }
  while ((event = g_queue_pop_head (&self->events)))
    cf_event_free (event);
  g_async_queue_unref (self->watches);
  g_cond_clear (&self->idle);
  g_mutex_clear (&self->lock);
  gst_cuda_filter_device_unref (self->device);
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

gboolean
gst_cuda_filter_watcher_add (GstCudaFilterWatcher *self, CfStream *stream,
    GstCudaFilterWatcherFunc func, gpointer data, GError **error)
{
  CfEvent *event;
  Watch *w;

  g_mutex_lock (&self->lock);
  event = g_queue_pop_head (&self->events);
  g_mutex_unlock (&self->lock);
  if (!event)
    event = cf_event_new (self->device->device, CF_EVENT_BLOCKING, error);
  if (!event)
    return FALSE;
  if (!cf_event_record (event, stream, error)) {
    cf_event_free (event);
    return FALSE;
  }
  if (!self->thread)
    self->thread = g_thread_new ("cudafilters-watch", watch, self);

  w = g_new (Watch, 1);
  w->event = event;
  w->func = func;
  w->data = data;
  g_mutex_lock (&self->lock);
  self->n_pending++;
  g_mutex_unlock (&self->lock);
  g_async_queue_push (self->watches, w);
  return TRUE;
}
