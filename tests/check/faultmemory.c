/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory and a pool of nobody's that can fail. */
#include "faultmemory.h"

#include <gst/check/gstcheck.h>

#include "faults.h"

static FaultSite *alloc_site, *read_site, *write_site, *acquire_site;

static void
make_sites (void)
{
  const guint memory = FAULT_MASK (FAULT_MEMORY);

  if (alloc_site)
    return;
  alloc_site = fault_site_new ("memory_alloc", memory);
  read_site = fault_site_new ("memory_map_read", memory);
  write_site = fault_site_new ("memory_map_write", memory);
  acquire_site = fault_site_new ("pool_acquire", memory);
}

static gboolean
strikes (FaultSite *site)
{
  FaultKind kind;

  return fault_strikes (site, &kind);
}

/* Memory */

typedef struct {
  GstMemory memory;
  guint8 *data; /* the parent's, where this is a part */
} FaultMemory;

typedef struct {
  GstAllocator parent;
} FaultAllocator;

typedef struct {
  GstAllocatorClass parent;
} FaultAllocatorClass;

static GType fault_allocator_get_type (void);
G_DEFINE_TYPE (FaultAllocator, fault_allocator, GST_TYPE_ALLOCATOR)

static GstMemory *
allocator_alloc (
    GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  gsize maxsize = size + params->prefix + params->padding;
  FaultMemory *self;

  if (strikes (alloc_site))
    return NULL;
  self = g_new0 (FaultMemory, 1);
  self->data = g_malloc (maxsize);
  gst_memory_init (&self->memory, params->flags, allocator, NULL, maxsize,
      params->align, params->prefix, size);
  return &self->memory;
}

static void
allocator_free (GstAllocator *allocator, GstMemory *memory)
{
  FaultMemory *self = (FaultMemory *)memory;

  if (!memory->parent)
    g_free (self->data);
  g_free (self);
}

static gpointer
memory_map (GstMemory *memory, gsize maxsize, GstMapFlags flags)
{
  if (strikes (flags & GST_MAP_WRITE ? write_site : read_site))
    return NULL;
  return ((FaultMemory *)memory)->data;
}

static void
memory_unmap (GstMemory *memory)
{
}

static GstMemory *
memory_share (GstMemory *memory, gssize offset, gssize size)
{
  GstMemory *parent = memory->parent ? memory->parent : memory;
  FaultMemory *part = g_new0 (FaultMemory, 1);

  part->data = ((FaultMemory *)memory)->data;
  gst_memory_init (&part->memory,
      GST_MINI_OBJECT_FLAGS (parent) | GST_MINI_OBJECT_FLAG_LOCK_READONLY,
      memory->allocator, parent, memory->maxsize, memory->align,
      memory->offset + offset,
      size == -1 ? (gssize)memory->size - offset : size);
  return &part->memory;
}

static void
fault_allocator_class_init (FaultAllocatorClass *klass)
{
  GstAllocatorClass *allocator_class = GST_ALLOCATOR_CLASS (klass);

  allocator_class->alloc = allocator_alloc;
  allocator_class->free = allocator_free;
}

static void
fault_allocator_init (FaultAllocator *self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = "FaultMemory";
  allocator->mem_map = memory_map;
  allocator->mem_unmap = memory_unmap;
  allocator->mem_share = memory_share;
  GST_OBJECT_FLAG_SET (self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

GstAllocator *
fault_allocator_new (void)
{
  make_sites ();
  return gst_object_ref_sink (g_object_new (fault_allocator_get_type (), NULL));
}

/* The pool */

typedef struct {
  GstVideoBufferPool parent;
} FaultPool;

typedef struct {
  GstVideoBufferPoolClass parent;
} FaultPoolClass;

static GType fault_pool_get_type (void);
G_DEFINE_TYPE (FaultPool, fault_pool, GST_TYPE_VIDEO_BUFFER_POOL)

static GstFlowReturn
pool_acquire (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  if (strikes (acquire_site))
    return GST_FLOW_ERROR;
  return GST_BUFFER_POOL_CLASS (fault_pool_parent_class)
      ->acquire_buffer (pool, buffer, params);
}

static void
fault_pool_class_init (FaultPoolClass *klass)
{
  GST_BUFFER_POOL_CLASS (klass)->acquire_buffer = pool_acquire;
}

static void
fault_pool_init (FaultPool *self)
{
}

GstBufferPool *
fault_pool_new (const GstVideoInfo *info)
{
  GstBufferPool *pool = g_object_new (fault_pool_get_type (), NULL);
  GstStructure *config = gst_buffer_pool_get_config (pool);
  GstAllocator *allocator = fault_allocator_new ();
  GstCaps *caps = gst_video_info_to_caps (info);

  gst_object_ref_sink (pool);
  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (info), 0, 0);
  gst_buffer_pool_config_set_allocator (config, allocator, NULL);
  fail_unless (gst_buffer_pool_set_config (pool, config));
  gst_object_unref (allocator);
  gst_caps_unref (caps);
  return pool;
}
