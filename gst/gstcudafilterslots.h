/* Frames that are in work on the device: how many there can be, and what memory
 * each has. */
#pragma once

#include "gstcudafilterstaging.h"
#include "gstcudafilterdevice.h"

G_BEGIN_DECLS

#define GST_CUDA_FILTER_N_SLOTS 8

typedef struct {
  CfEvent *done;
  gboolean busy;
  GstCudaFilterBlock src, dst; /* device memory, as needed */
  GstMemory *staging;          /* a GstCudaFilterMemory, likewise */
} GstCudaFilterSlot;

typedef struct _GstCudaFilterSlots GstCudaFilterSlots;

/* For frames of so many bytes. Errors: OUT_OF_MEMORY, DEVICE_LOST. */
GstCudaFilterSlots *gst_cuda_filter_slots_new (
    GstCudaFilterDevice *device, gsize frame_bytes, GError **error);
/* Waits for what is in work. */
void gst_cuda_filter_slots_free (GstCudaFilterSlots *self);

/* The next frame's slot, after the frame before has left it. NULL where the
 * device failed since: DEVICE_LOST. */
GstCudaFilterSlot *gst_cuda_filter_slots_next (
    GstCudaFilterSlots *self, GError **error);
/* The slot's frame ends with what `stream` holds now. */
gboolean gst_cuda_filter_slot_finish (
    GstCudaFilterSlot *slot, CfStream *stream, GError **error);
/* Waits for this slot's frame, or for all. Errors: DEVICE_LOST. */
gboolean gst_cuda_filter_slot_wait (GstCudaFilterSlot *slot, GError **error);
gboolean gst_cuda_filter_slots_drain (GstCudaFilterSlots *self, GError **error);

G_END_DECLS
