/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times of one frame in 16, or in 128: timing every frame costs 10 % at
 * 1920x1080. */
#pragma once

#include "gst/memory/gcfstats.h"
#include "gst/memory/gcfcompletionqueue.h"

G_BEGIN_DECLS

typedef struct _GcfTimer GcfTimer;

typedef enum {
  GCF_TIMER_BEGIN,
  GCF_TIMER_UPLOADED,
  GCF_TIMER_FILTERED,
  GCF_TIMER_DOWNLOADED,
  GCF_TIMER_N_STEPS
} GcfTimerStep;

/* Errors: those of cf_event_new(). */
GcfTimer *gcf_timer_new (GcfDevice *device, GcfStats *stats, GError **error);
/* When no completion queue holds it any more. */
void gcf_timer_free (GcfTimer *self);

/* TRUE where this frame (of a stream of frames, counted from 0) is timed; then
 * all steps are to be marked as they are enqueued, and end called. brief: it
 * stays on the device. */
gboolean gcf_timer_begin (GcfTimer *self, guint64 frame, gboolean brief);
gboolean gcf_timer_mark (
    GcfTimer *self, GcfTimerStep step, CfStream *stream, GError **error);
void gcf_timer_end (
    GcfTimer *self, GcfCompletionQueue *completions, GcfFence *fence);
/* The frame was not enqueued after all. */
void gcf_timer_cancel (GcfTimer *self);
/* The frame is on its way downstream. */
void gcf_timer_pushed (GcfTimer *self, guint64 frame);

G_END_DECLS
