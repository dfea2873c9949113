/* Results that are held back for some frames. */
#include "gstcudafilterdeferred.h"

/* It grows where many events come. */
#define CAPACITY 16

void
gst_cuda_filter_deferred_init (GstCudaFilterDeferred *self)
{
  self->items =
      gst_queue_array_new_for_struct (sizeof (GstCudaFilterItem), CAPACITY);
  self->n_buffers = 0;
}

void
gst_cuda_filter_deferred_finish (GstCudaFilterDeferred *self)
{
  g_clear_pointer (&self->items, gst_queue_array_free);
}

void
gst_cuda_filter_deferred_clear (GstCudaFilterDeferred *self)
{
  GstCudaFilterItem item;

  while (gst_cuda_filter_deferred_pop (self, &item))
    gst_mini_object_unref (item.object);
}

void
gst_cuda_filter_deferred_push (
    GstCudaFilterDeferred *self, GstCudaFilterItem item)
{
  gst_queue_array_push_tail_struct (self->items, &item);
  if (GST_IS_BUFFER (item.object))
    self->n_buffers++;
}

gboolean
gst_cuda_filter_deferred_pop (
    GstCudaFilterDeferred *self, GstCudaFilterItem *item)
{
  GstCudaFilterItem *first = gst_queue_array_pop_head_struct (self->items);

  if (!first)
    return FALSE;
  *item = *first;
  if (GST_IS_BUFFER (item->object))
    self->n_buffers--;
  return TRUE;
}

gboolean
gst_cuda_filter_deferred_begins_with_event (GstCudaFilterDeferred *self)
{
  GstCudaFilterItem *first = gst_queue_array_peek_head_struct (self->items);

  return first && GST_IS_EVENT (first->object);
}
