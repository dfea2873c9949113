/* Results that are held back for some frames. */
#include "gstcudafilterdeferred.h"

void
gst_cuda_filter_deferred_init (GstCudaFilterDeferred *self)
{
  g_queue_init (&self->items);
  self->n_buffers = 0;
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
  g_queue_push_tail (&self->items, g_memdup2 (&item, sizeof (item)));
  if (GST_IS_BUFFER (item.object))
    self->n_buffers++;
}

gboolean
gst_cuda_filter_deferred_pop (
    GstCudaFilterDeferred *self, GstCudaFilterItem *item)
{
  GstCudaFilterItem *first = g_queue_pop_head (&self->items);

  if (!first)
    return FALSE;
  *item = *first;
  g_free (first);
  if (GST_IS_BUFFER (item->object))
    self->n_buffers--;
  return TRUE;
}

gboolean
gst_cuda_filter_deferred_begins_with_event (GstCudaFilterDeferred *self)
{
  GstCudaFilterItem *first = g_queue_peek_head (&self->items);

  return first && GST_IS_EVENT (first->object);
}
