/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are in work on the device. */
#include "gst/frame/gstcudafilterslots.h"

struct _GstCudaFilterSlots {
  GstCudaFilterDevice *device;
  GstCudaFilterSlot slots[GST_CUDA_FILTER_N_SLOTS];
  guint next;
};

GstCudaFilterSlots *
gst_cuda_filter_slots_new (GstCudaFilterDevice *device)
{
  GstCudaFilterSlots *self = g_new0 (GstCudaFilterSlots, 1);

  self->device = gst_cuda_filter_device_ref (device);
  return self;
}

void
gst_cuda_filter_slots_free (GstCudaFilterSlots *self)
{
  CfDevice *device = self->device->device;
  guint i;

  gst_cuda_filter_slots_drain (self, NULL);
  for (i = 0; i < GST_CUDA_FILTER_N_SLOTS; i++) {
    GstCudaFilterSlot *slot = &self->slots[i];

    g_clear_pointer (&slot->done, gst_cuda_filter_fence_unref);
    gst_cuda_filter_block_clear (&slot->src, device);
    gst_cuda_filter_block_clear (&slot->dst, device);
    g_clear_pointer (&slot->staging, gst_memory_unref);
  }
  gst_cuda_filter_device_unref (self->device);
  g_free (self);
}

gboolean
gst_cuda_filter_slot_wait (GstCudaFilterSlot *slot, GError **error)
{
  if (slot->done && !gst_cuda_filter_fence_wait (slot->done, error))
    return FALSE;
  g_clear_pointer (&slot->done, gst_cuda_filter_fence_unref);
  return TRUE;
}

GstCudaFilterSlot *
gst_cuda_filter_slots_next (GstCudaFilterSlots *self, GError **error)
{
  GstCudaFilterSlot *slot = &self->slots[self->next];

  if (!gst_cuda_filter_slot_wait (slot, error))
    return NULL;
  self->next = (self->next + 1) % GST_CUDA_FILTER_N_SLOTS;
  return slot;
}

GstCudaFilterSlot *
gst_cuda_filter_slots_only (GstCudaFilterSlots *self)
{
  return &self->slots[0];
}

void
gst_cuda_filter_slot_finish (GstCudaFilterSlot *slot, GstCudaFilterFence *fence)
{
  slot->done = gst_cuda_filter_fence_ref (fence);
}

gboolean
gst_cuda_filter_slots_drain (GstCudaFilterSlots *self, GError **error)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_SLOTS; i++)
    if (!gst_cuda_filter_slot_wait (&self->slots[i], error))
      return FALSE;
  return TRUE;
}
