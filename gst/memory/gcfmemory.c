/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstMemory that transfers fastest and can lie on the device. */
#include "gst/memory/gcfmemory.h"

GST_DEBUG_CATEGORY_EXTERN (gcf_debug);
#define GST_CAT_DEFAULT gcf_debug

/* cf_host_alloc() aligns at least to this. */
#define BLOCK_ALIGNMENT 64

/* The cache keeps so much at most. */
#define CACHE_BLOCKS 32
#define CACHE_BYTES ((gsize)1 << 30)

/* A further one waits for another. */
#define MAX_READERS GCF_N_STREAMS

typedef struct {
  gsize size;
  GMutex lock;                 /* of all that follows */
  guint8 *host, *device;       /* NULL until needed */
  gboolean mapped;             /* `device` is the same memory as `host` */
  gboolean ordinary;           /* page-locked memory ran out */
  gboolean on_host, on_device; /* who has the newest contents; none: neither */
  GError *failure;             /* why the last map failed, or NULL */
  GError *shortage;            /* of page-locked memory, to post; or NULL */
  /* by the device, at either place; NULL: over. A stream has one reader. */
  GcfFence *written;
  GcfFence *readers[MAX_READERS];
} Block;

typedef struct {
  GstMemory memory;
  Block *block; /* the parent's, where this is a part */
  gsize start;  /* of the memory in the block */
} GcfMemory;

struct _GcfAllocator {
  GstAllocator parent;

  GcfDevice *device;
  GcfStats *stats;
  GWeakRef owner;
  GcfAllocatorFallback fallback;

  GMutex lock;  /* of what follows */
  GQueue cache; /* of Block, the oldest first */
  gsize cache_bytes;

  GMutex stream_lock; /* of what follows, while work is put on it */
  CfStream *stream;   /* of downloads at a map, NULL until there is one */
};

G_DEFINE_TYPE (GcfAllocator, gcf_allocator, GST_TYPE_ALLOCATOR)

static gboolean
wait (GcfFence **fence, GError **error)
{
  if (*fence && !gcf_fence_wait (*fence, error))
    return FALSE;
  g_clear_pointer (fence, gcf_fence_unref);
  return TRUE;
}

static gboolean
wait_for_readers (Block *block, GError **error)
{
  guint i;

  for (i = 0; i < MAX_READERS; i++)
    if (!wait (&block->readers[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
order (GcfFence *fence, CfStream *stream, GError **error)
{
  return !fence || gcf_fence_order (fence, stream, error);
}

static gboolean
order_readers (Block *block, CfStream *stream, GError **error)
{
  guint i;

  for (i = 0; i < MAX_READERS; i++)
    if (!order (block->readers[i], stream, error))
      return FALSE;
  return TRUE;
}

static void
set_fence (GcfFence **fence, GcfFence *to)
{
  g_clear_pointer (fence, gcf_fence_unref);
  *fence = gcf_fence_ref (to);
}

/* Waits for what the device still does with it. */
static void
block_free (GcfAllocator *self, Block *block)
{
  CfDevice *device = self->device->device;
  guint i;

  wait (&block->written, NULL);
  wait_for_readers (block, NULL);
  if (block->ordinary)
    g_aligned_free (block->host);
  else
    cf_host_free (device, block->host);
  if (!block->mapped)
    cf_device_free (device, block->device);
  g_clear_pointer (&block->written, gcf_fence_unref);
  for (i = 0; i < MAX_READERS; i++)
    g_clear_pointer (&block->readers[i], gcf_fence_unref);
  g_clear_error (&block->failure);
  g_mutex_clear (&block->lock);
  g_free (block);
}

static Block *
block_new (gsize size)
{
  Block *block = g_new0 (Block, 1);

  g_mutex_init (&block->lock);
  block->size = size;
  return block;
}

/* Memory that device and host share holds for both what either wrote. */
static void
set_place (Block *block, GcfPlace place)
{
  block->on_device = place == GCF_ON_DEVICE || block->mapped;
  block->on_host = place == GCF_ON_HOST || block->mapped;
}

/* A block that was just allocated. */
static void
map_host (GcfAllocator *self, Block *block)
{
  if (block->device)
    return;
  block->device = cf_host_map (self->device->device, block->host);
  block->mapped = block->device != NULL;
}

/* Never fails: ordinary memory is slower, and has the same use. */
static void
ensure_host (GcfAllocator *self, Block *block)
{
  if (block->host)
    return;
  block->host =
      cf_host_alloc (self->device->device, block->size, &block->shortage);
  if (block->host) {
    map_host (self, block);
    return;
  }

  GST_INFO_OBJECT (self, "ordinary memory for %" G_GSIZE_FORMAT " bytes: %s",
      block->size, block->shortage->message);
  block->host = g_aligned_alloc (1, block->size, BLOCK_ALIGNMENT);
  block->ordinary = TRUE;
}

/* Calls back without the lock, so that the callee may use the memory. */
static void
unlock (GcfAllocator *self, Block *block)
{
  GError *shortage = g_steal_pointer (&block->shortage);
  GstObject *owner;

  g_mutex_unlock (&block->lock);
  if (!shortage)
    return;
  owner = g_weak_ref_get (&self->owner);
  if (owner) {
    self->fallback (owner, shortage);
    gst_object_unref (owner);
  }
  g_error_free (shortage);
}

static gboolean
ensure_device (GcfAllocator *self, Block *block, GError **error)
{
  if (cf_device_maps_host (self->device->device))
    ensure_host (self, block);
  if (!block->device)
    block->device = cf_device_alloc (self->device->device, block->size, error);
  return block->device != NULL;
}

static GcfFence *
enqueue_download (GcfAllocator *self, Block *block, GError **error)
{
  GcfFence *fence = NULL;

  g_mutex_lock (&self->stream_lock);
  if (!self->stream)
    self->stream = cf_stream_new (self->device->device, error);
  if (self->stream && order (block->written, self->stream, error)
      && cf_stream_download (self->stream, block->host, block->size,
          block->device, block->size, block->size, 1, error)) {
    fence = gcf_fence_new (self->device, self->stream, CF_EVENT_NONE, error);
    if (!fence) /* the copy may be on its way all the same */
      cf_stream_synchronize (self->stream, NULL);
  }
  g_mutex_unlock (&self->stream_lock);
  return fence;
}

/* Makes the host hold the contents as well, now. */
static gboolean
download (GcfAllocator *self, Block *block, GError **error)
{
  GcfFence *fence;

  ensure_host (self, block);
  fence = enqueue_download (self, block, error);
  if (!fence || !wait (&fence, error)) {
    g_clear_pointer (&fence, gcf_fence_unref);
    return FALSE;
  }
  gcf_stats_add_download (self->stats, block->size);
  g_clear_pointer (&block->written, gcf_fence_unref);
  block->on_host = TRUE;
  return TRUE;
}

static Block *
block_from_cache (GcfAllocator *self, gsize size)
{
  Block *block = NULL;
  GList *l;

  g_mutex_lock (&self->lock);
  for (l = self->cache.head; l; l = l->next) {
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
block_to_cache (GcfAllocator *self, Block *block)
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
map_for_cpu (
    GcfAllocator *self, Block *block, GstMapFlags flags, GError **error)
{
  if (block->on_device && !block->on_host) {
    if (!download (self, block, error))
      return FALSE;
  } else if (!wait (&block->written, error)) {
    return FALSE;
  }
  ensure_host (self, block);

  if (flags & GST_MAP_WRITE) {
    if (!wait_for_readers (block, error))
      return FALSE;
    set_place (block, GCF_ON_HOST);
  }
  return TRUE;
}

static gpointer
gcf_memory_map (GstMemory *memory, gsize maxsize, GstMapFlags flags)
{
  GcfMemory *self = (GcfMemory *)memory;
  GcfAllocator *allocator = GCF_ALLOCATOR (memory->allocator);
  Block *block = self->block;
  gpointer data = NULL;

  g_mutex_lock (&block->lock);
  g_clear_error (&block->failure);
  if (map_for_cpu (allocator, block, flags, &block->failure))
    data = block->host + self->start;
  else
    GST_ERROR_OBJECT (allocator, "Waiting for the device failed: %s",
        block->failure->message);
  unlock (allocator, block);
  return data;
}

static void
gcf_memory_unmap (GstMemory *memory)
{
}

static GstMemory *
gcf_memory_share (GstMemory *memory, gssize offset, gssize size)
{
  GcfMemory *self = (GcfMemory *)memory;
  GstMemory *parent = memory->parent ? memory->parent : memory;
  GcfMemory *part = g_new0 (GcfMemory, 1);

  if (size == -1)
    size = memory->size - offset;
  part->block = self->block;
  part->start = self->start;
  gst_memory_init (&part->memory,
      GST_MINI_OBJECT_FLAGS (parent) | GST_MINI_OBJECT_FLAG_LOCK_READONLY,
      memory->allocator, parent, memory->maxsize, memory->align,
      memory->offset + offset, size);
  return &part->memory;
}

static gboolean
gcf_memory_is_span (GstMemory *first, GstMemory *second, gsize *offset)
{
  GcfMemory *a = (GcfMemory *)first;
  GcfMemory *b = (GcfMemory *)second;

  if (offset)
    *offset = first->offset - first->parent->offset;
  return a->block == b->block
         && a->start + first->offset + first->size == b->start + second->offset;
}

static GstMemory *
gcf_allocator_alloc (
    GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  GcfAllocator *self = GCF_ALLOCATOR (allocator);
  gsize maxsize = params->prefix + size + params->padding;
  gsize slack = params->align >= BLOCK_ALIGNMENT ? params->align : 0;
  GcfMemory *memory;
  Block *block;

  block = block_from_cache (self, maxsize + slack);
  if (!block)
    block = block_new (maxsize + slack);
  block->on_host = block->on_device = FALSE;

  memory = g_new0 (GcfMemory, 1);
  memory->block = block;
  g_mutex_lock (&block->lock);
  if (slack || (params->prefix && params->flags & GST_MEMORY_FLAG_ZERO_PREFIXED)
      || (params->padding && params->flags & GST_MEMORY_FLAG_ZERO_PADDED))
    ensure_host (self, block);
  unlock (self, block);
  memory->start =
      ((((gsize)block->host + slack) & ~slack) - (gsize)block->host);
  gst_memory_init (&memory->memory, params->flags, allocator, NULL, maxsize,
      params->align, params->prefix, size);

  if (params->prefix && (params->flags & GST_MEMORY_FLAG_ZERO_PREFIXED))
    memset (block->host + memory->start, 0, params->prefix);
  if (params->padding && (params->flags & GST_MEMORY_FLAG_ZERO_PADDED))
    memset (block->host + memory->start + params->prefix + size, 0,
        params->padding);
  return &memory->memory;
}

static void
gcf_allocator_free (GstAllocator *allocator, GstMemory *memory)
{
  GcfMemory *self = (GcfMemory *)memory;

  if (!memory->parent)
    block_to_cache (GCF_ALLOCATOR (allocator), self->block);
  g_free (self);
}

static void
gcf_allocator_finalize (GObject *object)
{
  GcfAllocator *self = GCF_ALLOCATOR (object);
  Block *block;

  while ((block = g_queue_pop_head (&self->cache)))
    block_free (self, block);
  cf_stream_free (self->stream);
  gcf_stats_unref (self->stats);
  gcf_device_unref (self->device);
  g_weak_ref_clear (&self->owner);
  g_mutex_clear (&self->stream_lock);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (gcf_allocator_parent_class)->finalize (object);
}

static void
gcf_allocator_class_init (GcfAllocatorClass *klass)
{
  GstAllocatorClass *allocator_class = GST_ALLOCATOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gcf_allocator_finalize;
  allocator_class->alloc = gcf_allocator_alloc;
  allocator_class->free = gcf_allocator_free;
}

static void
gcf_allocator_init (GcfAllocator *self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = GCF_MEMORY_NAME;
  allocator->mem_map = gcf_memory_map;
  allocator->mem_unmap = gcf_memory_unmap;
  allocator->mem_share = gcf_memory_share;
  allocator->mem_is_span = gcf_memory_is_span;

  g_mutex_init (&self->lock);
  g_mutex_init (&self->stream_lock);
  g_weak_ref_init (&self->owner, NULL);
  g_queue_init (&self->cache);
}

GstAllocator *
gcf_allocator_new (GcfDevice *device, GcfStats *stats, GstObject *owner,
    GcfAllocatorFallback fallback)
{
  GcfAllocator *self = g_object_new (GCF_TYPE_ALLOCATOR, NULL);

  gst_object_ref_sink (self);
  self->device = gcf_device_ref (device);
  self->stats = gcf_stats_ref (stats);
  self->fallback = fallback;
  g_weak_ref_set (&self->owner, owner);
  return GST_ALLOCATOR (self);
}

gboolean
gst_is_cuda_filter_memory (GstMemory *memory)
{
  return GCF_IS_ALLOCATOR (memory->allocator);
}

gboolean
gcf_memory_is_for (GstMemory *memory, CfDevice *device)
{
  return gst_is_cuda_filter_memory (memory)
         && cf_device_shares (
             GCF_ALLOCATOR (memory->allocator)->device->device, device);
}

void
gcf_memory_discard (GstMemory *memory)
{
  Block *block = ((GcfMemory *)memory)->block;

  g_mutex_lock (&block->lock);
  block->on_host = block->on_device = FALSE;
  g_mutex_unlock (&block->lock);
}

gboolean
gcf_memory_take_failure (GstMemory *memory, GError **error)
{
  Block *block = ((GcfMemory *)memory)->block;
  GError *failure;

  g_mutex_lock (&block->lock);
  failure = g_steal_pointer (&block->failure);
  g_mutex_unlock (&block->lock);
  if (failure)
    g_propagate_error (error, failure);
  return failure != NULL;
}

GcfPlace
gcf_memory_get_place (GstMemory *memory)
{
  Block *block = ((GcfMemory *)memory)->block;
  GcfPlace place;

  g_mutex_lock (&block->lock);
  place = block->on_device || block->mapped ? GCF_ON_DEVICE : GCF_ON_HOST;
  g_mutex_unlock (&block->lock);
  return place;
}

CfStream *
gcf_memory_get_writer (GstMemory *memory)
{
  Block *block = ((GcfMemory *)memory)->block;
  CfStream *writer;

  g_mutex_lock (&block->lock);
  writer = block->written ? gcf_fence_get_stream (block->written) : NULL;
  g_mutex_unlock (&block->lock);
  return writer;
}

static guint8 *
address (GstMemory *memory, GcfPlace place)
{
  GcfMemory *self = (GcfMemory *)memory;
  guint8 *base =
      place == GCF_ON_DEVICE ? self->block->device : self->block->host;

  return base + self->start + memory->offset;
}

guint8 *
gcf_memory_begin_read (
    GstMemory *memory, CfStream *stream, GcfPlace place, GError **error)
{
  GcfAllocator *allocator = GCF_ALLOCATOR (memory->allocator);
  Block *block = ((GcfMemory *)memory)->block;
  gboolean ready;

  g_mutex_lock (&block->lock);
  if (place == GCF_ON_HOST)
    ensure_host (allocator, block);
  ready = order (block->written, stream, error);
  unlock (allocator, block);
  return ready ? address (memory, place) : NULL;
}

void
gcf_memory_end_read (GstMemory *memory, GcfFence *fence)
{
  Block *block = ((GcfMemory *)memory)->block;
  CfStream *stream = gcf_fence_get_stream (fence);
  GcfFence **readers = block->readers;
  guint i;

  g_mutex_lock (&block->lock);
  for (i = 0; i < MAX_READERS; i++)
    if (!readers[i] || gcf_fence_is_reached (readers[i])
        || gcf_fence_get_stream (readers[i]) == stream)
      break;
  if (i == MAX_READERS) {
    i = 0;
    gcf_fence_wait (readers[i], NULL);
  }
  set_fence (&readers[i], fence);
  g_mutex_unlock (&block->lock);
}

guint8 *
gcf_memory_begin_write (
    GstMemory *memory, CfStream *stream, GcfPlace place, GError **error)
{
  GcfAllocator *allocator = GCF_ALLOCATOR (memory->allocator);
  Block *block = ((GcfMemory *)memory)->block;
  gboolean ready = TRUE;

  g_mutex_lock (&block->lock);
  if (place == GCF_ON_DEVICE)
    ready = ensure_device (allocator, block, error);
  else
    ensure_host (allocator, block);
  ready = ready && order (block->written, stream, error)
          && order_readers (block, stream, error);
  if (ready)
    set_place (block, place);
  unlock (allocator, block);
  return ready ? address (memory, place) : NULL;
}

void
gcf_memory_end_write (GstMemory *memory, GcfFence *fence)
{
  Block *block = ((GcfMemory *)memory)->block;

  g_mutex_lock (&block->lock);
  set_fence (&block->written, fence);
  g_mutex_unlock (&block->lock);
}
