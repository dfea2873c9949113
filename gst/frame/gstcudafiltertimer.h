/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times of one frame in 16, or in 128: timing every frame costs 10 % at
 * 1920x1080. */
#pragma once

#include "gst/memory/gstcudafilterstats.h"
#include "gst/memory/gstcudafilterwatcher.h"

G_BEGIN_DECLS

typedef struct _GstCudaFilterTimer GstCudaFilterTimer;

typedef enum {
  GST_CUDA_FILTER_TIMER_BEGIN,
  GST_CUDA_FILTER_TIMER_UPLOADED,
  GST_CUDA_FILTER_TIMER_FILTERED,
  GST_CUDA_FILTER_TIMER_DOWNLOADED,
  GST_CUDA_FILTER_TIMER_N_STEPS
} GstCudaFilterTimerStep;

/* Errors: those of cf_event_new(). */
GstCudaFilterTimer *gst_cuda_filter_timer_new (
    GstCudaFilterDevice *device, GstCudaFilterStats *stats, GError **error);
/* When no watcher holds it any more. */
void gst_cuda_filter_timer_free (GstCudaFilterTimer *self);

/* TRUE where this frame (of a stream of frames, counted from 0) is timed; then
 * all steps are to be marked as they are enqueued, and end called. brief: it
 * stays on the device. */
gboolean gst_cuda_filter_timer_begin (
    GstCudaFilterTimer *self, guint64 frame, gboolean brief);
gboolean gst_cuda_filter_timer_mark (GstCudaFilterTimer *self,
    GstCudaFilterTimerStep step, CfStream *stream, GError **error);
void gst_cuda_filter_timer_end (GstCudaFilterTimer *self,
    GstCudaFilterWatcher *watcher, GstCudaFilterFence *fence);
/* The frame was not enqueued after all. */
void gst_cuda_filter_timer_cancel (GstCudaFilterTimer *self);
/* The frame is on its way downstream. */
void gst_cuda_filter_timer_pushed (GstCudaFilterTimer *self, guint64 frame);

G_END_DECLS
