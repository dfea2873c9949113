/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of filters, which a device keeps for the next. */
#include "cuda/core/filtermemory.h"

typedef struct {
  guint8 *data;
  gsize size;
  gboolean on_host;
} Block;

typedef struct {
  GMutex lock;   /* of what follows */
  GQueue blocks; /* of Block, the last given first */
  gsize size;    /* of all */
} Store;

static gpointer
store_new (void)
{
  Store *self = g_new0 (Store, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->blocks);
  return self;
}

/* The lock is held. */
static void
take_surplus (Store *self, guint n, gsize size, GQueue *surplus)
{
  while (self->blocks.length > n || self->size > size) {
    Block *oldest = g_queue_pop_tail (&self->blocks);

    self->size -= oldest->size;
    g_queue_push_tail (surplus, oldest);
  }
}

/* Waits for the GPU: without the lock. TRUE where there were any. */
static gboolean
free_all (GQueue *blocks, CfDevice *device)
{
  const gboolean any = blocks->length > 0;
  Block *block;

  while ((block = g_queue_pop_head (blocks))) {
    if (block->on_host)
      cf_cuda_host_free (device, block->data);
    else
      cf_cuda_device_free (device, block->data);
    g_free (block);
  }
  return any;
}

static gboolean
store_shrink (gpointer store, CfDevice *device)
{
  Store *self = store;
  GQueue surplus = G_QUEUE_INIT;

  g_mutex_lock (&self->lock);
  take_surplus (self, 0, 0, &surplus);
  g_mutex_unlock (&self->lock);
  return free_all (&surplus, device);
}

static void
store_end (gpointer store, CfDevice *device)
{
  Store *self = store;

  store_shrink (self, device);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static Store *
store_of (CfDevice *device)
{
  static const CfCudaPoolClass keeper = { store_new, store_end, store_shrink };

  return cf_cuda_device_get_pool (device, &keeper);
}

/* NULL where there is none of this size. */
static guint8 *
take (CfDevice *device, gsize size, gboolean on_host)
{
  Store *self = store_of (device);
  guint8 *data = NULL;
  GList *link;

  g_mutex_lock (&self->lock);
  for (link = self->blocks.head; link; link = link->next) {
    Block *block = link->data;

    if (block->size == size && block->on_host == on_host) {
      data = block->data;
      self->size -= size;
      g_queue_delete_link (&self->blocks, link);
      g_free (block);
      break;
    }
  }
  g_mutex_unlock (&self->lock);
  return data;
}

static void
give (CfDevice *device, guint8 *data, gsize size, gboolean on_host)
{
  Store *self = store_of (device);
  GQueue surplus = G_QUEUE_INIT;
  Block *block;

  if (!data)
    return;
  block = g_new (Block, 1);
  *block = (Block){ data, size, on_host };
  g_mutex_lock (&self->lock);
  g_queue_push_head (&self->blocks, block);
  self->size += size;
  take_surplus (
      self, CF_CUDA_FILTER_MEMORY_BLOCKS, CF_CUDA_FILTER_MEMORY_SIZE, &surplus);
  g_mutex_unlock (&self->lock);
  free_all (&surplus, device);
}

guint8 *
cf_cuda_filter_memory_take (CfDevice *device, gsize size, GError **error)
{
  guint8 *data = take (device, size, FALSE);

  return data ? data : cf_cuda_device_alloc (device, size, error);
}

void
cf_cuda_filter_memory_give (CfDevice *device, guint8 *data, gsize size)
{
  give (device, data, size, FALSE);
}

guint8 *
cf_cuda_filter_memory_take_host (CfDevice *device, gsize size, GError **error)
{
  guint8 *data = take (device, size, TRUE);

  return data ? data : cf_cuda_host_alloc (device, size, error);
}

void
cf_cuda_filter_memory_give_host (CfDevice *device, guint8 *data, gsize size)
{
  give (device, data, size, TRUE);
}
