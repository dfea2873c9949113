/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers for video frames in a GcfAllocator's memory. */
#include "gst/memory/gcfbufferpool.h"

#include "gst/memory/gcfmemory.h"

/* A cache line, which is also a vector register of AVX-512. */
#define ALIGN_MASK 63

struct _GcfBufferPool {
  GstVideoBufferPool parent;

  GstAllocator *allocator;
  gsize prefix;          /* before each frame, in bytes */
  gboolean whole_blocks; /* of codecs, in a line */
};

G_DEFINE_TYPE (GcfBufferPool, gcf_buffer_pool, GST_TYPE_VIDEO_BUFFER_POOL)

/* Of whole macroblocks of H.264, MPEG-2 and MPEG-4. */
static gboolean
has_whole_blocks (GstStructure *config)
{
  GstVideoInfo info;
  GstCaps *caps;

  return !gst_buffer_pool_config_get_params (config, &caps, NULL, NULL, NULL)
         || !caps || !gst_video_info_from_caps (&info, caps)
         || GST_VIDEO_INFO_WIDTH (&info) % 16 == 0;
}

/* GStreamer's libav decoders take a pool with alignment for one that they may
 * decode into. Where lines end within a block, they leave it again for each
 * frame, negotiate anew, and in 1.26 abort at times ("video meta uses 416x720
 * instead of 406x720"). Without it they copy, once. */
static const gchar **
gcf_buffer_pool_get_options (GstBufferPool *pool)
{
  static const gchar *options[] = { GST_BUFFER_POOL_OPTION_VIDEO_META, NULL };

  return GCF_BUFFER_POOL (pool)->whole_blocks
             ? GST_BUFFER_POOL_CLASS (gcf_buffer_pool_parent_class)
                   ->get_options (pool)
             : options;
}

/* An element that takes our pool may well ask it for its own allocator's
 * memory, which is what the pool is there to avoid. */
static gboolean
gcf_buffer_pool_set_config (GstBufferPool *pool, GstStructure *config)
{
  GcfBufferPool *self = GCF_BUFFER_POOL (pool);
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  gst_buffer_pool_config_get_allocator (config, NULL, &params);
  params.align |= ALIGN_MASK;
  self->prefix = params.prefix;
  self->whole_blocks = has_whole_blocks (config);
  gst_buffer_pool_config_set_allocator (config, self->allocator, &params);

  return GST_BUFFER_POOL_CLASS (gcf_buffer_pool_parent_class)
      ->set_config (pool, config);
}

/* The next user of a buffer gets nothing of what it held. GstBufferPool takes
 * the prefix for a part of the frame. */
static void
gcf_buffer_pool_reset_buffer (GstBufferPool *pool, GstBuffer *buffer)
{
  const gsize prefix = GCF_BUFFER_POOL (pool)->prefix;
  gsize offset;
  guint i;

  if (gst_buffer_is_all_memory_writable (buffer)) {
    for (i = 0; i < gst_buffer_n_memory (buffer); i++) {
      GstMemory *memory = gst_buffer_peek_memory (buffer, i);

      if (gst_is_cuda_filter_memory (memory))
        gcf_memory_discard (memory);
    }
  }
  GST_BUFFER_POOL_CLASS (gcf_buffer_pool_parent_class)
      ->reset_buffer (pool, buffer);
  if (prefix > 0) {
    gsize size = gst_buffer_get_sizes (buffer, &offset, NULL);

    if (offset == 0)
      gst_buffer_resize (buffer, prefix, size);
  }
}

static void
gcf_buffer_pool_finalize (GObject *object)
{
  GcfBufferPool *self = GCF_BUFFER_POOL (object);

  gst_clear_object (&self->allocator);
  G_OBJECT_CLASS (gcf_buffer_pool_parent_class)->finalize (object);
}

static void
gcf_buffer_pool_class_init (GcfBufferPoolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gcf_buffer_pool_finalize;
  GST_BUFFER_POOL_CLASS (klass)->set_config = gcf_buffer_pool_set_config;
  GST_BUFFER_POOL_CLASS (klass)->get_options = gcf_buffer_pool_get_options;
  GST_BUFFER_POOL_CLASS (klass)->reset_buffer = gcf_buffer_pool_reset_buffer;
}

static void
gcf_buffer_pool_init (GcfBufferPool *self)
{
  self->whole_blocks = TRUE;
}

GstBufferPool *
gcf_buffer_pool_new (GstAllocator *allocator)
{
  GcfBufferPool *self = g_object_new (GCF_TYPE_BUFFER_POOL, NULL);

  gst_object_ref_sink (self);
  self->allocator = gst_object_ref (allocator);
  return GST_BUFFER_POOL (self);
}
