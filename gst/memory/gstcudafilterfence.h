/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A point in a stream, shared by all that wait for it. */
#pragma once

#include "gst/memory/gstcudafilterdevice.h"

G_BEGIN_DECLS

/* Reference counted and thread-safe. */
typedef struct _GstCudaFilterFence GstCudaFilterFence;

/* Comes after all that the stream holds now. CF_EVENT_BLOCKING is heeded.
 * Errors: those of cf_event_new() and cf_event_record(). */
GstCudaFilterFence *gst_cuda_filter_fence_new (GstCudaFilterDevice *device,
    CfStream *stream, CfEventFlags flags, GError **error);
GstCudaFilterFence *gst_cuda_filter_fence_ref (GstCudaFilterFence *self);
void gst_cuda_filter_fence_unref (GstCudaFilterFence *self);

/* Returns its stream, only to be compared: that may be gone. */
CfStream *gst_cuda_filter_fence_get_stream (GstCudaFilterFence *self);
/* TRUE where somebody has waited for it. */
gboolean gst_cuda_filter_fence_is_reached (GstCudaFilterFence *self);

/* The caller waits. Errors: DEVICE_LOST. */
gboolean gst_cuda_filter_fence_wait (GstCudaFilterFence *self, GError **error);
/* The stream waits. Errors: DEVICE_LOST. */
gboolean gst_cuda_filter_fence_order (
    GstCudaFilterFence *self, CfStream *stream, GError **error);

G_END_DECLS
