/* An engine device together with the GStreamer context that it works in. */
#include "gstcudafilterdevice.h"

static GMutex mutex;
static GList *shared_devices; /* of GstCudaFilterDevice, with a context */

static void
close_device (GstCudaFilterDevice *self)
{
  CfEvent *event;
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_STREAMS; i++)
    cf_stream_free (self->streams[i]);
  for (i = 0; i < G_N_ELEMENTS (self->events); i++)
    while ((event = g_queue_pop_tail (&self->events[i])))
      cf_event_free (event);
  g_mutex_clear (&self->lock);
  cf_device_unref (self->device);
  gst_clear_object (&self->context);
  g_free (self);
}

static GstCudaFilterDevice *
find_shared (GstObject *context)
{
  GList *l;

  for (l = shared_devices; l; l = l->next) {
    GstCudaFilterDevice *self = l->data;

    if (self->context == context)
      return gst_cuda_filter_device_ref (self);
  }
  return NULL;
}

static GstCudaFilterDevice *
open_new (const CfDeviceConfig *config, GstObject *context, GError **error)
{
  CfDevice *device = cf_device_open (config, error);
  GstCudaFilterDevice *self;
  guint i;

  if (!device)
    return NULL;
  self = g_new0 (GstCudaFilterDevice, 1);
  self->ref_count = 1;
  g_mutex_init (&self->lock);
  self->device = device;
  self->context = context ? gst_object_ref (context) : NULL;
  for (i = 0; i < GST_CUDA_FILTER_N_STREAMS; i++) {
    self->streams[i] = cf_stream_new (device, error);
    if (!self->streams[i]) {
      close_device (self);
      return NULL;
    }
  }
  return self;
}

GstCudaFilterDevice *
gst_cuda_filter_device_open (CfBackendType type, GstCudaFilterContext *shared,
    GstElement *element, gint device_id, GError **error)
{
  CfDeviceConfig config = { .type = type, .id = device_id };
  GstObject *context = NULL;
  GstCudaFilterDevice *self;

  /* Where there is no context the engine has the better reason to tell. */
  if (type == CF_BACKEND_CUDA) {
    context =
        gst_cuda_filter_context_ensure (shared, element, device_id, &config.id);
    if (context)
      config.context = gst_cuda_filter_context_get_handle (context);
  }

  g_mutex_lock (&mutex);
  self = context ? find_shared (context) : NULL;
  if (!self) {
    self = open_new (&config, context, error);
    if (self && context)
      shared_devices = g_list_prepend (shared_devices, self);
  }
  g_mutex_unlock (&mutex);
  gst_clear_object (&context);
  return self;
}

GstCudaFilterDevice *
gst_cuda_filter_device_ref (GstCudaFilterDevice *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
gst_cuda_filter_device_unref (GstCudaFilterDevice *self)
{
  gboolean last;

  g_mutex_lock (&mutex);
  last = g_atomic_int_dec_and_test (&self->ref_count);
  if (last)
    shared_devices = g_list_remove (shared_devices, self);
  g_mutex_unlock (&mutex);
  if (last)
    close_device (self);
}
