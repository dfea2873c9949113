/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A point in a stream, shared by all that wait for it. */
#include "gst/memory/gcffence.h"

struct _GcfFence {
  gint ref_count; /* atomic */
  GcfDevice *device;
  CfEvent *event;
  CfEventFlags flags;
  CfStream *stream;
  gint reached; /* atomic */
};

/* Events are kept by the device for their next use. */
static CfEvent *
take_event (GcfDevice *device, CfEventFlags flags, GError **error)
{
  gboolean blocking = (flags & CF_EVENT_BLOCKING) != 0;
  CfEvent *event;

  g_mutex_lock (&device->lock);
  event = g_queue_pop_tail (&device->events[blocking]);
  g_mutex_unlock (&device->lock);
  return event ? event : cf_event_new (device->device, flags, error);
}

static void
give_event (GcfDevice *device, CfEventFlags flags, CfEvent *event)
{
  gboolean blocking = (flags & CF_EVENT_BLOCKING) != 0;

  g_mutex_lock (&device->lock);
  g_queue_push_tail (&device->events[blocking], event);
  g_mutex_unlock (&device->lock);
}

GcfFence *
gcf_fence_new (
    GcfDevice *device, CfStream *stream, CfEventFlags flags, GError **error)
{
  GcfFence *self;
  CfEvent *event;

  flags &= CF_EVENT_BLOCKING;
  event = take_event (device, flags, error);
  if (!event)
    return NULL;
  if (!cf_event_record (event, stream, error)) {
    give_event (device, flags, event);
    return NULL;
  }
  self = g_new0 (GcfFence, 1);
  self->ref_count = 1;
  self->device = gcf_device_ref (device);
  self->event = event;
  self->flags = flags;
  self->stream = stream;
  return self;
}

GcfFence *
gcf_fence_ref (GcfFence *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
gcf_fence_unref (GcfFence *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  give_event (self->device, self->flags, self->event);
  gcf_device_unref (self->device);
  g_free (self);
}

CfStream *
gcf_fence_get_stream (GcfFence *self)
{
  return self->stream;
}

gboolean
gcf_fence_is_reached (GcfFence *self)
{
  return g_atomic_int_get (&self->reached);
}

gboolean
gcf_fence_wait (GcfFence *self, GError **error)
{
  if (g_atomic_int_get (&self->reached))
    return TRUE;
  if (!cf_event_synchronize (self->event, error))
    return FALSE;
  g_atomic_int_set (&self->reached, TRUE);
  return TRUE;
}

gboolean
gcf_fence_order (GcfFence *self, CfStream *stream, GError **error)
{
  return self->stream == stream || g_atomic_int_get (&self->reached)
         || cf_stream_wait_event (stream, self->event, error);
}
