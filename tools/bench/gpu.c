/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A GPU: the one CUDA context of it that everything is measured in, and frames
 * in its memory. */
#include "gpu.h"

#ifdef HAVE_GST_CUDA

#include "gst/cuda/gstcudacompat.h"

#include <gmodule.h>
#include <gst/cuda/cuda-gst.h>
#include <gst/video/video.h>

#include <string.h>

struct _Gpu {
  GstCudaContext *context;
  CfDevice *device; /* in it */
  gchar *name;
  GstCudaStream *stream; /* the source frames', NULL before GStreamer 1.24 */
};

/* gst_cuda_load_library() warns where there is no driver: look first. */
static gboolean
load_driver (GError **error)
{
  GModule *driver = g_module_open ("libcuda.so.1", G_MODULE_BIND_LAZY);

  if (!driver) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "this machine has no NVIDIA driver (%s)", g_module_error ());
    return FALSE;
  }
  g_module_close (driver);
  if (!gst_cuda_load_library ()) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "gstreamer-cuda cannot use the NVIDIA driver "
        "(GST_DEBUG=cuda*:4 says why)");
    return FALSE;
  }
  return TRUE;
}

Gpu *
gpu_new (guint device, GError **error)
{
  Gpu *self;
  CfDeviceConfig config = { .type = CF_BACKEND_CUDA };
  const gchar *description;

  if (!load_driver (error))
    return NULL;

  self = g_new0 (Gpu, 1);
  self->context = gst_cuda_context_new (device);
  if (!self->context) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "GPU %u cannot be opened (see whether nvidia-smi finds it)", device);
    gpu_free (self);
    return NULL;
  }
  config.context = gst_cuda_context_get_handle (self->context);
  self->device = cf_device_open (&config, error);
  if (!self->device) {
    gpu_free (self);
    return NULL;
  }
  /* without its compute capability */
  description = cf_device_get_description (self->device);
  self->name = g_strndup (description, strcspn (description, ","));
  gst_cuda_memory_init_once ();
  self->stream = gst_cuda_stream_new (self->context);
  return self;
}

void
gpu_free (Gpu *self)
{
  if (self->stream)
    gst_mini_object_unref (GST_MINI_OBJECT_CAST (self->stream));
  g_free (self->name);
  g_clear_pointer (&self->device, cf_device_unref);
  gst_clear_object (&self->context);
  g_free (self);
}

const gchar *
gpu_get_name (Gpu *self)
{
  return self->name;
}

CfDevice *
gpu_get_device (Gpu *self)
{
  return self->device;
}

void
gpu_share_context (Gpu *self, GstElement *pipeline)
{
  GstContext *context = gst_context_new_cuda_context (self->context);

  gst_element_set_context (pipeline, context);
  gst_context_unref (context);
}

void
gpu_enter (Gpu *self)
{
  gst_cuda_context_push (self->context);
}

void
gpu_leave (Gpu *self)
{
  gst_cuda_context_pop (NULL);
}

GstBufferPool *
gpu_pool_new (Gpu *self, GstCaps *caps, guint n)
{
  GstBufferPool *pool = gst_cuda_buffer_pool_new (self->context);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, caps))
    g_return_val_if_reached (NULL);
  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (&info), n, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (self->stream)
    gst_buffer_pool_config_set_cuda_stream (config, self->stream);
  if (!gst_buffer_pool_set_config (pool, config))
    gst_clear_object (&pool);
  return pool;
}

gboolean
gpu_has_frame (Gpu *self, GstBuffer *frame)
{
  return gst_buffer_n_memory (frame) > 0
         && gst_is_cuda_memory (gst_buffer_peek_memory (frame, 0));
}

void
gpu_settle (Gpu *self, GstBuffer *frame)
{
  guint i;

  gpu_enter (self);
  for (i = 0; i < gst_buffer_n_memory (frame); i++) {
    GstMemory *memory = gst_buffer_peek_memory (frame, i);
    GstCudaStream *stream =
        gst_cuda_memory_get_stream (GST_CUDA_MEMORY_CAST (memory));
    GstMapInfo map;

    if (gst_memory_map (memory, &map, GST_MAP_READ | GST_MAP_CUDA))
      gst_memory_unmap (memory, &map);
    CuStreamSynchronize (stream ? gst_cuda_stream_get_handle (stream) : NULL);
  }
  gpu_leave (self);
}

#else

Gpu *
gpu_new (guint device, GError **error)
{
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
      "this program was built without gstreamer-cuda (configure with "
      "-Dcuda=enabled -Dcuda-memory=enabled)");
  return NULL;
}

#endif
