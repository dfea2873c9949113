/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams of CUDAMemory before GStreamer 1.24. */
#include "gst/cuda/gcfstream.h"

#if !GST_CHECK_VERSION(1, 24, 0)

#include <gst/cuda/cuda-gst.h>
#include <gst/video/video.h>

/* A stream */

typedef struct {
  GstMiniObject parent;
  GstCudaContext *context;
  CUstream handle;
} GcfStream;

static GType gcf_stream_get_type (void);
GST_DEFINE_MINI_OBJECT_TYPE (GcfStream, gcf_stream)

static void
stream_free (GstMiniObject *object)
{
  GcfStream *self = (GcfStream *)object;

  gst_cuda_context_push (self->context);
  CuStreamDestroy (self->handle);
  gst_cuda_context_pop (NULL);
  gst_object_unref (self->context);
  g_free (self);
}

GstMiniObject *
gcf_stream_new (GstCudaContext *context)
{
  CUstream handle = NULL;
  CUresult result;
  GcfStream *self;

  gst_cuda_context_push (context);
  result = CuStreamCreate (&handle, CU_STREAM_DEFAULT);
  gst_cuda_context_pop (NULL);
  if (result != CUDA_SUCCESS)
    return NULL;

  self = g_new0 (GcfStream, 1);
  gst_mini_object_init (
      &self->parent, 0, gcf_stream_get_type (), NULL, NULL, stream_free);
  self->context = gst_object_ref (context);
  self->handle = handle;
  return &self->parent;
}

CUstream
gcf_stream_get_handle (GstMiniObject *self)
{
  return ((GcfStream *)self)->handle;
}

static gboolean
stream_wait (GstMiniObject *object)
{
  GcfStream *self = (GcfStream *)object;
  CUresult result;

  gst_cuda_context_push (self->context);
  result = CuStreamSynchronize (self->handle);
  gst_cuda_context_pop (NULL);
  return result == CUDA_SUCCESS;
}

/* Memory with a stream */

static GQuark
stream_quark (void)
{
  return g_quark_from_static_string ("gst-cuda-filter-stream");
}

/* Called before the memory is freed, which its last work must not outlast. */
static void
leave_stream (gpointer stream)
{
  stream_wait (stream);
  gst_mini_object_unref (stream);
}

GstMiniObject *
gcf_stream_of (GstMemory *memory)
{
  return gst_mini_object_get_qdata (
      GST_MINI_OBJECT_CAST (memory), stream_quark ());
}

typedef struct {
  GstCudaAllocator parent;
  GstMemoryMapFunction map; /* gstreamer-cuda's */
} GcfStreamAllocator;

typedef GstCudaAllocatorClass GcfStreamAllocatorClass;

static GType gcf_stream_allocator_get_type (void);
G_DEFINE_TYPE (
    GcfStreamAllocator, gcf_stream_allocator, gst_cuda_allocator_get_type ())

static gpointer
gcf_stream_allocator_map (GstMemory *memory, gsize max_size, GstMapFlags flags)
{
  GcfStreamAllocator *self = (GcfStreamAllocator *)memory->allocator;
  GstMiniObject *stream = gcf_stream_of (memory);

  if (stream && !(flags & GCF_MAP_ON_STREAM) && !stream_wait (stream))
    return NULL;
  return self->map (memory, max_size, flags);
}

static void
gcf_stream_allocator_class_init (GcfStreamAllocatorClass *class)
{
}

static void
gcf_stream_allocator_init (GcfStreamAllocator *self)
{
  GstAllocator *allocator = GST_ALLOCATOR_CAST (self);

  self->map = allocator->mem_map;
  allocator->mem_map = gcf_stream_allocator_map;
}

/* A pool of it */

typedef struct {
  GstCudaBufferPool parent;
  GstCudaAllocator *allocator;
  GstMiniObject *stream;
  GstVideoInfo info;
} GcfStreamPool;

typedef GstCudaBufferPoolClass GcfStreamPoolClass;

static GType gcf_stream_pool_get_type (void);
G_DEFINE_TYPE (GcfStreamPool, gcf_stream_pool, gst_cuda_buffer_pool_get_type ())

static gboolean
gcf_stream_pool_set_config (GstBufferPool *pool, GstStructure *config)
{
  GcfStreamPool *self = (GcfStreamPool *)pool;
  GstCaps *caps = NULL;

  return gst_buffer_pool_config_get_params (config, &caps, NULL, NULL, NULL)
         && caps && gst_video_info_from_caps (&self->info, caps)
         && GST_BUFFER_POOL_CLASS (gcf_stream_pool_parent_class)
                ->set_config (pool, config);
}

static GstFlowReturn
gcf_stream_pool_alloc_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  GcfStreamPool *self = (GcfStreamPool *)pool;
  GstMemory *memory = gst_cuda_allocator_alloc (
      self->allocator, self->parent.context, &self->info);
  GstVideoInfo *info;

  if (!memory)
    return GST_FLOW_ERROR;
  if (self->stream)
    gst_mini_object_set_qdata (GST_MINI_OBJECT_CAST (memory), stream_quark (),
        gst_mini_object_ref (self->stream), leave_stream);
  info = &GST_CUDA_MEMORY_CAST (memory)->info;
  *buffer = gst_buffer_new ();
  gst_buffer_append_memory (*buffer, memory);
  gst_buffer_add_video_meta_full (*buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_INFO_FORMAT (info), GST_VIDEO_INFO_WIDTH (info),
      GST_VIDEO_INFO_HEIGHT (info), GST_VIDEO_INFO_N_PLANES (info),
      info->offset, info->stride);
  return GST_FLOW_OK;
}

static void
gcf_stream_pool_finalize (GObject *object)
{
  GcfStreamPool *self = (GcfStreamPool *)object;

  gst_clear_object (&self->allocator);
  g_clear_pointer (&self->stream, gst_mini_object_unref);
  G_OBJECT_CLASS (gcf_stream_pool_parent_class)->finalize (object);
}

static void
gcf_stream_pool_class_init (GcfStreamPoolClass *class)
{
  GstBufferPoolClass *pool_class = GST_BUFFER_POOL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = gcf_stream_pool_finalize;
  pool_class->set_config = gcf_stream_pool_set_config;
  pool_class->alloc_buffer = gcf_stream_pool_alloc_buffer;
}

static void
gcf_stream_pool_init (GcfStreamPool *self)
{
}

GstBufferPool *
gcf_stream_pool_new (GstCudaContext *context, GstMiniObject *stream)
{
  GcfStreamPool *self = g_object_new (gcf_stream_pool_get_type (), NULL);

  gst_object_ref_sink (self);
  self->parent.context = gst_object_ref (context);
  self->allocator = g_object_new (gcf_stream_allocator_get_type (), NULL);
  gst_object_ref_sink (self->allocator);
  self->stream = stream ? gst_mini_object_ref (stream) : NULL;
  return GST_BUFFER_POOL_CAST (self);
}

#endif
