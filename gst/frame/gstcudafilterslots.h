/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are in work on the device: how many there can be, and what memory
 * each has. */
#pragma once

#include "gst/frame/gstcudafilterstaging.h"
#include "gst/memory/gstcudafilterfence.h"

G_BEGIN_DECLS

#define GST_CUDA_FILTER_N_SLOTS 8

typedef struct {
  GstCudaFilterFence *done;    /* NULL: no frame is in it */
  GstCudaFilterBlock src, dst; /* device memory, as needed */
  GstMemory *staging;          /* a GstCudaFilterMemory, likewise */
} GstCudaFilterSlot;

typedef struct _GstCudaFilterSlots GstCudaFilterSlots;

GstCudaFilterSlots *gst_cuda_filter_slots_new (GstCudaFilterDevice *device);
/* Waits for what is in work. */
void gst_cuda_filter_slots_free (GstCudaFilterSlots *self);

/* The next frame's slot, after the frame before has left it. NULL where the
 * device failed since: DEVICE_LOST. */
GstCudaFilterSlot *gst_cuda_filter_slots_next (
    GstCudaFilterSlots *self, GError **error);
/* The same slot each time, for frames that are waited for. */
GstCudaFilterSlot *gst_cuda_filter_slots_only (GstCudaFilterSlots *self);
/* The slot's frame is done after this fence. */
void gst_cuda_filter_slot_finish (
    GstCudaFilterSlot *slot, GstCudaFilterFence *fence);
/* Waits for this slot's frame, or for all. Errors: DEVICE_LOST. */
gboolean gst_cuda_filter_slot_wait (GstCudaFilterSlot *slot, GError **error);
gboolean gst_cuda_filter_slots_drain (GstCudaFilterSlots *self, GError **error);

G_END_DECLS
