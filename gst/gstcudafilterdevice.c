/* An engine device together with the GStreamer context that it works in. */
#include "gstcudafilterdevice.h"

GstCudaFilterDevice *
gst_cuda_filter_device_open (CfBackendType type, GstCudaFilterContext *shared,
    GstElement *element, gint device_id, GError **error)
{
  CfDeviceConfig config = { .type = type, .id = device_id };
  GstObject *context = NULL;
  GstCudaFilterDevice *self;
  CfDevice *device;

  /* Where there is no context the engine has the better reason to tell. */
  if (type == CF_BACKEND_CUDA) {
    context =
        gst_cuda_filter_context_ensure (shared, element, device_id, &config.id);
    if (context)
      config.context = gst_cuda_filter_context_get_handle (context);
  }

  device = cf_device_open (&config, error);
  if (!device) {
    gst_clear_object (&context);
    return NULL;
  }

  self = g_atomic_rc_box_new (GstCudaFilterDevice);
  self->device = device;
  self->context = context;
  return self;
}

GstCudaFilterDevice *
gst_cuda_filter_device_ref (GstCudaFilterDevice *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
close_device (gpointer data)
{
  GstCudaFilterDevice *self = data;

  cf_device_unref (self->device);
  gst_clear_object (&self->context);
}

void
gst_cuda_filter_device_unref (GstCudaFilterDevice *self)
{
  g_atomic_rc_box_release_full (self, close_device);
}
