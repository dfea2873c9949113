/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A point in a stream, shared by all that wait for it. */
#pragma once

#include "gst/memory/gcfdevice.h"

G_BEGIN_DECLS

/* Reference counted and thread-safe. */
typedef struct _GcfFence GcfFence;

/* Comes after all that the stream holds now. CF_EVENT_BLOCKING is heeded.
 * Errors: those of cf_event_new() and cf_event_record(). */
GcfFence *gcf_fence_new (
    GcfDevice *device, CfStream *stream, CfEventFlags flags, GError **error);
GcfFence *gcf_fence_ref (GcfFence *self);
void gcf_fence_unref (GcfFence *self);

/* Returns its stream, only to be compared: that may be gone. */
CfStream *gcf_fence_get_stream (GcfFence *self);
/* TRUE where somebody has waited for it. */
gboolean gcf_fence_is_reached (GcfFence *self);

/* The caller waits. Errors: DEVICE_LOST. */
gboolean gcf_fence_wait (GcfFence *self, GError **error);
/* The stream waits. Errors: DEVICE_LOST. */
gboolean gcf_fence_order (GcfFence *self, CfStream *stream, GError **error);

G_END_DECLS
