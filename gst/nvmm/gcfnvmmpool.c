/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of memory:NVMM. Their kind is known from the first frame that comes:
 * caps do not say which memory an NvBufSurface has. */
#include "gst/nvmm/gcfnvmmpool.h"

#include "engine/core/cferror.h"

struct _GcfNvmmPool {
  GstBufferPool parent;

  NvSurfaceParams params; /* of the streaming thread; width 0: not known */
};

G_DEFINE_TYPE (GcfNvmmPool, gcf_nvmm_pool, GST_TYPE_BUFFER_POOL)

static void
destroy (gpointer surface)
{
  gcf_nvmm_get_library ()->destroy (surface);
}

static GstFlowReturn
gcf_nvmm_pool_alloc_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *unused)
{
  GcfNvmmPool *self = GCF_NVMM_POOL (pool);
  NvSurface *surface = NULL;

  if (self->params.width == 0
      || gcf_nvmm_get_library ()->create (&surface, 1, &self->params) != 0) {
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
gcf_nvmm_pool_class_init (GcfNvmmPoolClass *klass)
{
  GST_BUFFER_POOL_CLASS (klass)->alloc_buffer = gcf_nvmm_pool_alloc_buffer;
}

static void
gcf_nvmm_pool_init (GcfNvmmPool *self)
{
}

guint
gcf_nvmm_pool_get_size (void)
{
  return NV_SURFACE_SIZE_MIN;
}

GstBufferPool *
gcf_nvmm_pool_new (GstCaps *caps)
{
  GstBufferPool *pool = g_object_new (GCF_TYPE_NVMM_POOL, NULL);
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_object_ref_sink (pool);
  gst_buffer_pool_config_set_params (
      config, caps, gcf_nvmm_pool_get_size (), 0, 0);
  gst_buffer_pool_set_config (pool, config);
  return pool;
}

gboolean
gcf_nvmm_pool_follow (GcfNvmmPool *self, GstBuffer *frame, GError **error)
{
  NvSurfaceParams params;

  if (!gcf_nvmm_get_params (frame, &params, error))
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
