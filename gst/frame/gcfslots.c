/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are in work on the device. */
#include "gst/frame/gcfslots.h"

struct _GcfSlots {
  GcfDevice *device;
  GcfSlot slots[GCF_N_SLOTS];
  guint next;
};

GcfSlots *
gcf_slots_new (GcfDevice *device)
{
  GcfSlots *self = g_new0 (GcfSlots, 1);

  self->device = gcf_device_ref (device);
  return self;
}

void
gcf_slots_free (GcfSlots *self)
{
  CfDevice *device = self->device->device;
  guint i;

  gcf_slots_drain (self, NULL);
  for (i = 0; i < GCF_N_SLOTS; i++) {
    GcfSlot *slot = &self->slots[i];

    g_clear_pointer (&slot->done, gcf_fence_unref);
    gcf_block_clear (&slot->src, device);
    gcf_block_clear (&slot->dst, device);
    g_clear_pointer (&slot->staging, gst_memory_unref);
  }
  gcf_device_unref (self->device);
  g_free (self);
}

gboolean
gcf_slot_wait (GcfSlot *slot, GError **error)
{
  if (slot->done && !gcf_fence_wait (slot->done, error))
    return FALSE;
  g_clear_pointer (&slot->done, gcf_fence_unref);
  return TRUE;
}

GcfSlot *
gcf_slots_next (GcfSlots *self, GError **error)
{
  GcfSlot *slot = &self->slots[self->next];

  if (!gcf_slot_wait (slot, error))
    return NULL;
  self->next = (self->next + 1) % GCF_N_SLOTS;
  return slot;
}

GcfSlot *
gcf_slots_only (GcfSlots *self)
{
  return &self->slots[0];
}

void
gcf_slot_finish (GcfSlot *slot, GcfFence *fence)
{
  slot->done = gcf_fence_ref (fence);
}

gboolean
gcf_slots_drain (GcfSlots *self, GError **error)
{
  guint i;

  for (i = 0; i < GCF_N_SLOTS; i++)
    if (!gcf_slot_wait (&self->slots[i], error))
      return FALSE;
  return TRUE;
}
