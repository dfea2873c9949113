/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are in work on the device: how many there can be, and what memory
 * each has. */
#pragma once

#include "gst/frame/gcfstaging.h"
#include "gst/memory/gcffence.h"

G_BEGIN_DECLS

#define GCF_N_SLOTS 8

typedef struct {
  GcfFence *done;     /* NULL: no frame is in it */
  GcfBlock src, dst;  /* device memory, as needed */
  GstMemory *staging; /* a GcfMemory, likewise */
} GcfSlot;

typedef struct _GcfSlots GcfSlots;

GcfSlots *gcf_slots_new (GcfDevice *device);
/* Waits for what is in work. */
void gcf_slots_free (GcfSlots *self);

/* The next frame's slot, after the frame before has left it. NULL where the
 * device failed since: DEVICE_LOST. */
GcfSlot *gcf_slots_next (GcfSlots *self, GError **error);
/* The same slot each time, for frames that are waited for. */
GcfSlot *gcf_slots_only (GcfSlots *self);
/* The slot's frame is done after this fence. */
void gcf_slot_finish (GcfSlot *slot, GcfFence *fence);
/* Waits for this slot's frame, or for all. Errors: DEVICE_LOST. */
gboolean gcf_slot_wait (GcfSlot *slot, GError **error);
gboolean gcf_slots_drain (GcfSlots *self, GError **error);

G_END_DECLS
