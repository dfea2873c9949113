/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of memory:NVMM. Their kind is known from the first frame that comes:
 * caps do not say which memory an NvBufSurface has. */
#include "gst/nvmm/gstcudafilternvmmpool.h"

#include "engine/core/cferror.h"

struct _GstCudaFilterNvmmPool {
  GstBufferPool parent;

  NvSurfaceParams params; /* of the streaming thread; width 0: not known */
};

G_DEFINE_TYPE (
    GstCudaFilterNvmmPool, gst_cuda_filter_nvmm_pool, GST_TYPE_BUFFER_POOL)

static void
destroy (gpointer surface)
{
  gst_cuda_filter_nvmm_get_library ()->destroy (surface);
}

static GstFlowReturn
gst_cuda_filter_nvmm_pool_alloc_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *unused)
{
  GstCudaFilterNvmmPool *self = GST_CUDA_FILTER_NVMM_POOL (pool);
  NvSurface *surface = NULL;

  if (self->params.width == 0
      || gst_cuda_filter_nvmm_get_library ()->create (
             &surface, 1, &self->params)
             != 0) {
    GST_ERROR_OBJECT (self, "NvBufSurfaceCreate() made no frame of %ux%u",
        self->params.width, self->params.height);
    return GST_FLOW_ERROR;
  }
  surface->n_filled = 1;
  *buffer = gst_buffer_new_wrapped_full (0, surface, NV_SURFACE_SIZE_MIN, 0,
      NV_SURFACE_SIZE_MIN, surface, destroy);
  return GST_FLOW_OK;
}

static void
gst_cuda_filter_nvmm_pool_class_init (GstCudaFilterNvmmPoolClass *klass)
{
  GST_BUFFER_POOL_CLASS (klass)->alloc_buffer =
      gst_cuda_filter_nvmm_pool_alloc_buffer;
}

static void
gst_cuda_filter_nvmm_pool_init (GstCudaFilterNvmmPool *self)
{
}

guint
gst_cuda_filter_nvmm_pool_get_size (void)
{
  return NV_SURFACE_SIZE_MIN;
}

GstBufferPool *
gst_cuda_filter_nvmm_pool_new (GstCaps *caps)
{
  GstBufferPool *pool = g_object_new (GST_TYPE_CUDA_FILTER_NVMM_POOL, NULL);
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_object_ref_sink (pool);
  gst_buffer_pool_config_set_params (
      config, caps, gst_cuda_filter_nvmm_pool_get_size (), 0, 0);
  gst_buffer_pool_set_config (pool, config);
  return pool;
}

gboolean
gst_cuda_filter_nvmm_pool_follow (
    GstCudaFilterNvmmPool *self, GstBuffer *frame, GError **error)
{
  NvSurfaceParams params;

  if (!gst_cuda_filter_nvmm_get_params (frame, &params, error))
    return FALSE;
  if (self->params.width != 0
      && (params.gpu != self->params.gpu || params.width != self->params.width
          || params.height != self->params.height
          || params.colour != self->params.colour
          || params.memory != self->params.memory)) {
    g_set_error (error, CF_ERROR, CF_ERROR_INVALID,
        "Frames in NVMM memory change within a stream (%ux%u, colours %d, type "
        "%d, GPU %u, after %ux%u, colours %d, type %d, GPU %u): put nvvidconv "
        "(nvvideoconvert) in front of this element",
        params.width, params.height, params.colour, params.memory, params.gpu,
        self->params.width, self->params.height, self->params.colour,
        self->params.memory, self->params.gpu);
    return FALSE;
  }
  self->params = params;
  return TRUE;
}
