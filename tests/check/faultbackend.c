/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A backend's table with sites for faults in front of it. */
#include "faultbackend.h"

#include "engine/core/cferror.h"
#include "faults.h"
#include "tests/engine/filterclass.h"

#define LOST FAULT_MASK (FAULT_LOST)
#define BRIEF (FAULT_MASK (FAULT_BRIEF) | LOST)
#define MEMORY (FAULT_MASK (FAULT_MEMORY) | LOST)
#define REFUSED FAULT_MASK (FAULT_REFUSED)

/* Functions that can fail, and how. */
#define FUNCTIONS \
  X (device_open, FAULT_MASK (FAULT_MEMORY) | REFUSED) \
  X (device_enter, BRIEF) \
  X (device_alloc, MEMORY) \
  X (host_alloc, MEMORY) \
  X (host_register, MEMORY | REFUSED) \
  X (stream_new, MEMORY) \
  X (stream_new_wrapped, MEMORY | REFUSED) \
  X (stream_synchronize, BRIEF) \
  X (stream_transfer, BRIEF) \
  X (event_new, MEMORY) \
  X (event_record, BRIEF) \
  X (stream_wait_event, BRIEF) \
  X (event_synchronize, BRIEF) \
  X (event_elapsed, BRIEF) \
  X (filter_new, MEMORY | REFUSED) \
  X (snake_new, MEMORY | REFUSED) \
  X (snake_run, MEMORY | BRIEF) \
  X (fill_run, MEMORY | BRIEF)

/* Those of filters. */
#define FILTER_FUNCTIONS \
  X (filter_run, MEMORY | BRIEF) \
  X (filter_set_holes, MEMORY | REFUSED) \
  X (filter_push, MEMORY | BRIEF)

#define X(name, kinds) static FaultSite *name##_site;
FUNCTIONS
FILTER_FUNCTIONS
#undef X

static const CfBackend *base;
static CfBackend table;

static GMutex lock; /* of the list */
static GList *streams;

/* All that the device was told is over: what it would do to memory later, when
 * its owner has given that up, is the fake's doing and no device's. */
static void
finish_work (void)
{
  GList *l;

  g_mutex_lock (&lock);
  for (l = streams; l; l = l->next)
    if (((CfStream *)l->data)->device)
      base->stream_synchronize (l->data, NULL);
  g_mutex_unlock (&lock);
}

static gboolean
strikes (FaultSite *site, GError **error)
{
  static const CfError codes[] = { CF_ERROR_OUT_OF_MEMORY, CF_ERROR_UNSUPPORTED,
    CF_ERROR_DEVICE_LOST, CF_ERROR_DEVICE_LOST };
  FaultKind kind;

  if (!fault_strikes (site, &kind))
    return FALSE;
  if (kind == FAULT_BRIEF || kind == FAULT_LOST)
    finish_work ();
  g_set_error (error, CF_ERROR, codes[kind], "An injected fault (%s) of %s",
      fault_kind_name (kind), site->name);
  return TRUE;
}

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  FaultKind kind;

  if (fault_strikes (device_open_site, &kind)) {
    g_set_error (error, CF_ERROR,
        kind == FAULT_MEMORY ? CF_ERROR_OUT_OF_MEMORY : CF_ERROR_NO_DEVICE,
        "An injected fault of device_open");
    return NULL;
  }
  fault_heal ();
  return base->device_open (config, error);
}

static gboolean
device_enter (CfDevice *device, GError **error)
{
  return !strikes (device_enter_site, error)
         && (!base->device_enter || base->device_enter (device, error));
}

static guint8 *
device_alloc (CfDevice *device, gsize size, GError **error)
{
  return strikes (device_alloc_site, error)
             ? NULL
             : base->device_alloc (device, size, error);
}

static guint8 *
host_alloc (CfDevice *device, gsize size, GError **error)
{
  return strikes (host_alloc_site, error)
             ? NULL
             : base->host_alloc (device, size, error);
}

static gboolean
host_register (CfDevice *device, guint8 *data, gsize size, GError **error)
{
  return !strikes (host_register_site, error)
         && base->host_register (device, data, size, error);
}

static CfStream *
add_stream (CfStream *stream)
{
  if (!stream)
    return NULL;
  g_mutex_lock (&lock);
  streams = g_list_prepend (streams, stream);
  g_mutex_unlock (&lock);
  return stream;
}

static CfStream *
stream_new (CfDevice *device, GError **error)
{
  return strikes (stream_new_site, error)
             ? NULL
             : add_stream (base->stream_new (device, error));
}

static CfStream *
stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  return strikes (stream_new_wrapped_site, error)
             ? NULL
             : add_stream (base->stream_new_wrapped (device, handle, error));
}

static void
stream_free (CfStream *stream)
{
  g_mutex_lock (&lock);
  streams = g_list_remove (streams, stream);
  g_mutex_unlock (&lock);
  base->stream_free (stream);
}

static gboolean
stream_synchronize (CfStream *stream, GError **error)
{
  return !strikes (stream_synchronize_site, error)
         && base->stream_synchronize (stream, error);
}

static gboolean
stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  return !strikes (stream_transfer_site, error)
         && base->stream_transfer (stream, to_device, dst, dst_stride, src,
             src_stride, row_bytes, rows, error);
}

static CfEvent *
event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  return strikes (event_new_site, error)
             ? NULL
             : base->event_new (device, flags, error);
}

static gboolean
event_record (CfEvent *event, CfStream *stream, GError **error)
{
  return !strikes (event_record_site, error)
         && base->event_record (event, stream, error);
}

static gboolean
stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  return !strikes (stream_wait_event_site, error)
         && base->stream_wait_event (stream, event, error);
}

static gboolean
event_synchronize (CfEvent *event, GError **error)
{
  return !strikes (event_synchronize_site, error)
         && base->event_synchronize (event, error);
}

static gboolean
event_elapsed (CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  return !strikes (event_elapsed_site, error)
         && base->event_elapsed (from, to, nanoseconds, error);
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  return !strikes (filter_run_site, error)
         && filter_class_base (filter)->run (filter, stream, src, dst, error);
}

/* Fails when it is half done: what holes there are is anybody's guess. */
static gboolean
filter_set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  return filter_class_base (filter)->set_holes (filter, holes, error)
         && !strikes (filter_set_holes_site, error);
}

static gboolean
filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  return !strikes (filter_push_site, error)
         && filter_class_base (filter)->push (filter, stream, src, error);
}

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  CfFilter *filter = NULL;
  CfFilterClass *klass;

  if (!strikes (filter_new_site, error))
    filter = base->filter_new (description, error);
  klass = filter_class_wrap (filter);
  if (!filter)
    return NULL;
  klass->run = filter_run;
  if (klass->set_holes)
    klass->set_holes = filter_set_holes;
  if (klass->push)
    klass->push = filter_push;
  return filter;
}

static CfSnake *
snake_new (const CfSnake *description, GError **error)
{
  return strikes (snake_new_site, error) ? NULL
                                         : base->snake_new (description, error);
}

static gboolean
snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  return !strikes (snake_run_site, error)
         && base->snake_run (
             snake, stream, plane, tasks, n_tasks, outcomes, error);
}

static gboolean
fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  return !strikes (fill_run_site, error)
         && base->fill_run (stream, plane, spans, n_spans, values, error);
}

void
fault_backend_install (void)
{
  base = cf_backend_override (CF_BACKEND_CUDA, NULL);
  table = *base;
  table.stream_free = stream_free;
#define X(name, kinds) \
  if (!name##_site) \
    name##_site = fault_site_new (#name, kinds);
  FUNCTIONS
  FILTER_FUNCTIONS
#undef X
#define X(name, kinds) table.name = name;
  FUNCTIONS
#undef X
  cf_backend_override (CF_BACKEND_CUDA, &table);
}

void
fault_backend_uninstall (void)
{
  cf_backend_override (CF_BACKEND_CUDA, base);
  g_clear_pointer (&streams, g_list_free); /* of a test that failed */
}
