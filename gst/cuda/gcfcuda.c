/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDAMemory, the GstMemory of gstreamer-cuda. */
#include "gst/cuda/gcfcuda.h"

#ifdef HAVE_GST_CUDA

#include <gst/cuda/cuda-gst.h>

#include "gst/cuda/gcfstream.h"

gboolean
gcf_caps_are_cuda (GstCaps *caps)
{
  return !gst_caps_is_empty (caps) && !gst_caps_is_any (caps)
         && gst_caps_features_contains (
             gst_caps_get_features (caps, 0), GCF_CUDA_FEATURE);
}

GstObject *
gcf_cuda_get_context (GstBuffer *buffer)
{
  GstMemory *memory;

  if (gst_buffer_n_memory (buffer) != 1)
    return NULL;
  memory = gst_buffer_peek_memory (buffer, 0);
  if (!gst_is_cuda_memory (memory))
    return NULL;
  return GST_OBJECT (GST_CUDA_MEMORY_CAST (memory)->context);
}

GstMiniObject *
gcf_cuda_get_stream (GstBuffer *buffer)
{
  if (!gcf_cuda_get_context (buffer))
    return NULL;
  return gcf_stream_of (gst_buffer_peek_memory (buffer, 0));
}

gboolean
gcf_cuda_map (GstBuffer *buffer, GstMapFlags flags, GstMapInfo *map,
    GstMiniObject **stream)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);

  if (!gst_memory_map (memory, map, flags | GST_MAP_CUDA | GCF_MAP_ON_STREAM))
    return FALSE;
  *stream = gcf_stream_of (memory);
  if (*stream)
    gst_mini_object_ref (*stream);
  return TRUE;
}

gpointer
gcf_cuda_stream_get_handle (GstMiniObject *stream)
{
  return gcf_stream_get_handle (stream);
}

void
gcf_cuda_wait (GstMemory *memory)
{
  GstMiniObject *stream;

  if (!gst_is_cuda_memory (memory))
    return;
  stream = gcf_stream_of (memory);
  gst_cuda_context_push (GST_CUDA_MEMORY_CAST (memory)->context);
  CuStreamSynchronize (stream ? gcf_stream_get_handle (stream) : NULL);
  gst_cuda_context_pop (NULL);
}

GstMiniObject *
gcf_cuda_stream_new (GstObject *context)
{
  return gcf_stream_new (GST_CUDA_CONTEXT (context));
}

GstBufferPool *
gcf_cuda_pool_new (GstObject *context, GstMiniObject *stream, GstCaps *caps,
    guint *size, guint min)
{
  GstBufferPool *pool =
      gcf_stream_pool_new (GST_CUDA_CONTEXT (context), stream);
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (config, caps, *size, min, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (stream)
    gst_buffer_pool_config_set_cuda_stream (config, (GstCudaStream *)stream);
  if (!gst_buffer_pool_set_config (pool, config)) {
    gst_object_unref (pool);
    return NULL;
  }
  /* Rows are longer than in the caps' layout. */
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_params (config, NULL, size, NULL, NULL);
  gst_structure_free (config);
  return pool;
}

gboolean
gcf_cuda_is_pool (GstBufferPool *pool, GstObject *context)
{
  return GST_IS_CUDA_BUFFER_POOL (pool)
         && GST_OBJECT (GST_CUDA_BUFFER_POOL (pool)->context) == context;
}

#else

void
gcf_cuda_wait (GstMemory *memory)
{
}

gboolean
gcf_caps_are_cuda (GstCaps *caps)
{
  return FALSE;
}

GstObject *
gcf_cuda_get_context (GstBuffer *buffer)
{
  return NULL;
}

GstMiniObject *
gcf_cuda_get_stream (GstBuffer *buffer)
{
  return NULL;
}

gboolean
gcf_cuda_map (GstBuffer *buffer, GstMapFlags flags, GstMapInfo *map,
    GstMiniObject **stream)
{
  return FALSE;
}

gpointer
gcf_cuda_stream_get_handle (GstMiniObject *stream)
{
  return NULL;
}

GstMiniObject *
gcf_cuda_stream_new (GstObject *context)
{
  return NULL;
}

GstBufferPool *
gcf_cuda_pool_new (GstObject *context, GstMiniObject *stream, GstCaps *caps,
    guint *size, guint min)
{
  return NULL;
}

gboolean
gcf_cuda_is_pool (GstBufferPool *pool, GstObject *context)
{
  return FALSE;
}

#endif
