/* An engine device together with the GStreamer context that it works in. */
#pragma once

#include "cfdevice.h"
#include "gstcudafiltercontext.h"

G_BEGIN_DECLS

/* Reference counted. Whatever holds an engine object of the device (memory,
 * event, stream, filter) holds this too and lets go of it last, so that the
 * context outlives the device. */
typedef struct {
  CfDevice *device;
  GstObject *context; /* or NULL */
} GstCudaFilterDevice;

/* Errors: those of cf_device_open(). */
GstCudaFilterDevice *gst_cuda_filter_device_open (CfBackendType type,
    GstCudaFilterContext *shared, GstElement *element, gint device_id,
    GError **error);
GstCudaFilterDevice *gst_cuda_filter_device_ref (GstCudaFilterDevice *self);
void gst_cuda_filter_device_unref (GstCudaFilterDevice *self);

G_END_DECLS
