/* GstMemory that transfers fastest, with two points in the device's work: where
 * it was last written and where it was last read. */
#include "gstcudafiltermemory.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cuda_filter_debug);
#define GST_CAT_DEFAULT gst_cuda_filter_debug

/* cf_host_alloc() aligns at least to this. */
#define BLOCK_ALIGNMENT 64

/* What the cache keeps at most. */
#define CACHE_BLOCKS 32
#define CACHE_BYTES ((gsize)1 << 30)

typedef struct {
  CfEvent *event;
  gboolean pending; /* recorded, and not waited for since */
} Point;

typedef struct {
  guint8 *data;
  gsize size;
  GMutex lock; /* of the points: an event has one user */
  Point written, read;
} Block;

typedef struct {
  GstMemory memory;
  Block *block; /* the parent's, where this is a part */
  guint8 *data;
} GstCudaFilterMemory;

struct _GstCudaFilterAllocator {
  GstAllocator parent;

  GstCudaFilterDevice *device;
  GWeakRef owner;
  GstCudaFilterAllocatorFallback fallback;

  GMutex lock;  /* of what follows */
  GQueue cache; /* of Block, the oldest first */
  gsize cache_bytes;
};

G_DEFINE_TYPE (
    GstCudaFilterAllocator, gst_cuda_filter_allocator, GST_TYPE_ALLOCATOR)

static void
block_free (GstCudaFilterAllocator *self, Block *block)
{
  cf_event_free (block->written.event);
  cf_event_free (block->read.event);
  cf_host_free (self->device->device, block->data);
  g_mutex_clear (&block->lock);
  g_free (block);
}

static Block *
block_new (GstCudaFilterAllocator *self, gsize size, GError **error)
{
  CfDevice *device = self->device->device;
  Block *block = g_new0 (Block, 1);

  g_mutex_init (&block->lock);
  block->size = size;
  block->data = cf_host_alloc (device, size, error);
  if (block->data)
    block->written.event = cf_event_new (device, error);
  if (block->written.event)
    block->read.event = cf_event_new (device, error);
  if (!block->read.event) {
    block_free (self, block);
    return NULL;
  }
  return block;
}

static Block *
block_from_cache (GstCudaFilterAllocator *self, gsize size)
{
  Block *block = NULL;
  GList *l;

  g_mutex_lock (&self->lock);
  for (l = self->cache.tail; l && !block; l = l->prev) {
    if (((Block *)l->data)->size == size) {
      block = l->data;
      self->cache_bytes -= size;
      g_queue_delete_link (&self->cache, l);
      break;
    }
  }
  g_mutex_unlock (&self->lock);
  return block;
}

static void
block_to_cache (GstCudaFilterAllocator *self, Block *block)
{
  GQueue surplus = G_QUEUE_INIT;

  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->cache, block);
  self->cache_bytes += block->size;
  while (self->cache.length > CACHE_BLOCKS || self->cache_bytes > CACHE_BYTES) {
    Block *oldest = g_queue_pop_head (&self->cache);

    self->cache_bytes -= oldest->size;
    g_queue_push_tail (&surplus, oldest);
  }
  g_mutex_unlock (&self->lock);

  /* Outside the lock, because it may wait for the device. */
  while ((block = g_queue_pop_head (&surplus)))
    block_free (self, block);
}

static gboolean
point_wait (Point *point)
{
  GError *error = NULL;

  if (!point->pending)
    return TRUE;
  if (!cf_event_synchronize (point->event, &error)) {
    GST_ERROR ("Waiting for the device failed: %s", error->message);
    g_error_free (error);
    return FALSE;
  }
  point->pending = FALSE;
  return TRUE;
}

static gpointer
gst_cuda_filter_memory_map (GstMemory *memory, gsize maxsize, GstMapFlags flags)
{
  GstCudaFilterMemory *self = (GstCudaFilterMemory *)memory;
  gboolean ready;

  g_mutex_lock (&self->block->lock);
  ready = point_wait (&self->block->written)
          && (!(flags & GST_MAP_WRITE) || point_wait (&self->block->read));
  g_mutex_unlock (&self->block->lock);
  return ready ? self->data : NULL;
}

static void
gst_cuda_filter_memory_unmap (GstMemory *memory)
{
}

static GstMemory *
gst_cuda_filter_memory_share (GstMemory *memory, gssize offset, gssize size)
{
  GstCudaFilterMemory *self = (GstCudaFilterMemory *)memory;
  GstMemory *parent = memory->parent ? memory->parent : memory;
  GstCudaFilterMemory *part = g_new0 (GstCudaFilterMemory, 1);

  if (size == -1)
    size = memory->size - offset;
  part->block = self->block;
  part->data = self->data;
  gst_memory_init (&part->memory,
      GST_MINI_OBJECT_FLAGS (parent) | GST_MINI_OBJECT_FLAG_LOCK_READONLY,
      memory->allocator, parent, memory->maxsize, memory->align,
      memory->offset + offset, size);
  return &part->memory;
}

static gboolean
gst_cuda_filter_memory_is_span (
    GstMemory *first, GstMemory *second, gsize *offset)
{
  GstCudaFilterMemory *a = (GstCudaFilterMemory *)first;
  GstCudaFilterMemory *b = (GstCudaFilterMemory *)second;

  if (offset)
    *offset = first->offset - first->parent->offset;
  return a->block == b->block
         && a->data + first->offset + first->size == b->data + second->offset;
}

static GstMemory *
ordinary_memory (GstCudaFilterAllocator *self, gsize size,
    GstAllocationParams *params, GError *error)
{
  GstAllocator *system = gst_allocator_find (GST_ALLOCATOR_SYSMEM);
  GstMemory *memory = gst_allocator_alloc (system, size, params);
  GstObject *owner = g_weak_ref_get (&self->owner);

  GST_INFO_OBJECT (self, "ordinary memory for %" G_GSIZE_FORMAT " bytes: %s",
      size, error->message);
  if (owner) {
    self->fallback (owner, error);
    gst_object_unref (owner);
  }
  g_error_free (error);
  gst_object_unref (system);
  return memory;
}

static GstMemory *
gst_cuda_filter_allocator_alloc (
    GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  GstCudaFilterAllocator *self = GST_CUDA_FILTER_ALLOCATOR (allocator);
  gsize maxsize = params->prefix + size + params->padding;
  gsize slack = params->align >= BLOCK_ALIGNMENT ? params->align : 0;
  GstCudaFilterMemory *memory;
  GError *error = NULL;
  Block *block;

  block = block_from_cache (self, maxsize + slack);
  if (!block)
    block = block_new (self, maxsize + slack, &error);
  if (!block)
    return ordinary_memory (self, size, params, error);

  memory = g_new0 (GstCudaFilterMemory, 1);
  memory->block = block;
  memory->data = (guint8 *)(((gsize)block->data + slack) & ~slack);
  gst_memory_init (&memory->memory, params->flags, allocator, NULL, maxsize,
      params->align, params->prefix, size);

  if (params->prefix && (params->flags & GST_MEMORY_FLAG_ZERO_PREFIXED))
    memset (memory->data, 0, params->prefix);
  if (params->padding && (params->flags & GST_MEMORY_FLAG_ZERO_PADDED))
    memset (memory->data + params->prefix + size, 0, params->padding);
  return &memory->memory;
}

static void
gst_cuda_filter_allocator_free (GstAllocator *allocator, GstMemory *memory)
{
  GstCudaFilterMemory *self = (GstCudaFilterMemory *)memory;

  if (!memory->parent)
    block_to_cache (GST_CUDA_FILTER_ALLOCATOR (allocator), self->block);
  g_free (self);
}

static void
gst_cuda_filter_allocator_finalize (GObject *object)
{
  GstCudaFilterAllocator *self = GST_CUDA_FILTER_ALLOCATOR (object);
  Block *block;

  while ((block = g_queue_pop_head (&self->cache)))
    block_free (self, block);
  gst_cuda_filter_device_unref (self->device);
  g_weak_ref_clear (&self->owner);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (gst_cuda_filter_allocator_parent_class)->finalize (object);
}

static void
gst_cuda_filter_allocator_class_init (GstCudaFilterAllocatorClass *klass)
{
  GstAllocatorClass *allocator_class = GST_ALLOCATOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gst_cuda_filter_allocator_finalize;
  allocator_class->alloc = gst_cuda_filter_allocator_alloc;
  allocator_class->free = gst_cuda_filter_allocator_free;
}

static void
gst_cuda_filter_allocator_init (GstCudaFilterAllocator *self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = GST_CUDA_FILTER_MEMORY_NAME;
  allocator->mem_map = gst_cuda_filter_memory_map;
  allocator->mem_unmap = gst_cuda_filter_memory_unmap;
  allocator->mem_share = gst_cuda_filter_memory_share;
  allocator->mem_is_span = gst_cuda_filter_memory_is_span;

  g_mutex_init (&self->lock);
  g_weak_ref_init (&self->owner, NULL);
  g_queue_init (&self->cache);
}

GstAllocator *
gst_cuda_filter_allocator_new (GstCudaFilterDevice *device, GstObject *owner,
    GstCudaFilterAllocatorFallback fallback)
{
  GstCudaFilterAllocator *self =
      g_object_new (GST_TYPE_CUDA_FILTER_ALLOCATOR, NULL);

  gst_object_ref_sink (self);
  self->device = gst_cuda_filter_device_ref (device);
  self->fallback = fallback;
  g_weak_ref_set (&self->owner, owner);
  return GST_ALLOCATOR (self);
}

gboolean
gst_is_cuda_filter_memory (GstMemory *memory)
{
  return GST_IS_CUDA_FILTER_ALLOCATOR (memory->allocator);
}

static gboolean
mark (GstMemory *memory, gboolean written, CfStream *stream, GError **error)
{
  Block *block = ((GstCudaFilterMemory *)memory)->block;
  Point *point = written ? &block->written : &block->read;
  gboolean recorded;

  g_mutex_lock (&block->lock);
  recorded = cf_event_record (point->event, stream, error);
  if (recorded)
    point->pending = TRUE;
  g_mutex_unlock (&block->lock);
  return recorded;
}

gboolean
gst_cuda_filter_memory_mark_read (
    GstMemory *memory, CfStream *stream, GError **error)
{
  return mark (memory, FALSE, stream, error);
}

gboolean
gst_cuda_filter_memory_mark_written (
    GstMemory *memory, CfStream *stream, GError **error)
{
  return mark (memory, TRUE, stream, error);
}
