/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An engine device together with the GStreamer context that it works in. */
#include "gst/memory/gcfdevice.h"

/* Held for moments: no element waits for what another does with a device. */
static GMutex mutex;
static GList *shared_devices; /* of GcfDevice, on GPUs */

static void
close_device (GcfDevice *self)
{
  CfEvent *event;
  guint i;

  for (i = 0; i < GCF_N_STREAMS; i++)
    cf_stream_free (self->streams[i]);
  for (i = 0; i < G_N_ELEMENTS (self->events); i++)
    while ((event = g_queue_pop_tail (&self->events[i])))
      cf_event_free (event);
  g_mutex_clear (&self->lock);
  cf_device_unref (self->device);
  gst_clear_object (&self->context);
  g_free (self);
}

/* The lock is held. */
static GcfDevice *
find_shared (GstObject *context, gint id)
{
  GList *l;

  for (l = shared_devices; l; l = l->next) {
    GcfDevice *self = l->data;

    if (self->context == context && self->id == id)
      return gcf_device_ref (self);
  }
  return NULL;
}

static GcfDevice *
open_new (const CfDeviceConfig *config, GstObject *context, GError **error)
{
  CfDevice *device = cf_device_open (config, error);
  GcfDevice *self;
  guint i;

  if (!device)
    return NULL;
  self = g_new0 (GcfDevice, 1);
  self->ref_count = 1;
  g_mutex_init (&self->lock);
  self->device = device;
  self->context = context ? gst_object_ref (context) : NULL;
  self->id = config->id;
  for (i = 0; i < GCF_N_STREAMS; i++) {
    self->streams[i] = cf_stream_new (device, error);
    if (!self->streams[i]) {
      close_device (self);
      return NULL;
    }
  }
  return self;
}

/* Two elements that start at once may both open one: the first is the
 * context's, and the other one goes. */
static GcfDevice *
open_shared (const CfDeviceConfig *config, GstObject *context, GError **error)
{
  GcfDevice *self, *opened = NULL;

  g_mutex_lock (&mutex);
  self = find_shared (context, config->id);
  g_mutex_unlock (&mutex);
  if (self)
    return self;

  opened = open_new (config, context, error);
  if (!opened)
    return NULL;
  g_mutex_lock (&mutex);
  self = find_shared (context, config->id);
  if (!self) {
    self = g_steal_pointer (&opened);
    shared_devices = g_list_prepend (shared_devices, self);
  }
  g_mutex_unlock (&mutex);
  g_clear_pointer (&opened, close_device);
  return self;
}

GcfDevice *
gcf_device_open (CfBackendType type, GcfContext *shared, GstElement *element,
    gint device_id, GError **error)
{
  CfDeviceConfig config = { .type = type, .id = MAX (device_id, 0) };
  GstObject *context = NULL;
  GcfDevice *self;

  if (type != CF_BACKEND_CUDA)
    return open_new (&config, NULL, error);
  /* The engine has the better reason to tell if there is none. */
  if (shared)
    context = gcf_context_ensure (shared, element, device_id, &config.id);
  if (context)
    config.context = gcf_context_get_handle (context);
  self = open_shared (&config, context, error);
  gst_clear_object (&context);
  return self;
}

GcfDevice *
gcf_device_ref (GcfDevice *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

/* The last one is let go of with the lock held, under which others find the
 * device; fences, of which each frame has some, are seldom that. */
static gboolean
unref_other (GcfDevice *self)
{
  gint n = g_atomic_int_get (&self->ref_count);

  while (n > 1) {
    if (g_atomic_int_compare_and_exchange (&self->ref_count, n, n - 1))
      return TRUE;
    n = g_atomic_int_get (&self->ref_count);
  }
  return FALSE;
}

void
gcf_device_unref (GcfDevice *self)
{
  gboolean last;

  if (unref_other (self))
    return;
  g_mutex_lock (&mutex);
  last = g_atomic_int_dec_and_test (&self->ref_count);
  if (last)
    shared_devices = g_list_remove (shared_devices, self);
  g_mutex_unlock (&mutex);
  if (last)
    close_device (self);
}
