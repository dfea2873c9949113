/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A backend of the CUDA type over the fake driver. */
#include "driverbackend.h"

#include <gst/check/gstcheck.h>

#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "fakedriver.h"
#include "latefilter.h"

typedef struct {
  CfStream parent;
  CUstream stream;
  gboolean wrapped;
} Stream;

typedef struct {
  CfEvent parent;
  CUevent event;
} Event;

/* A run, or a push, that a stream holds. */
typedef struct {
  CfFilter *filter;
  CfFilterParams params; /* its, at the time */
  guint elapsed;         /* likewise */
  CfStream *stream;
  gboolean has_src, has_dst;
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
} Run;

/* A fill that a stream holds. */
typedef struct {
  CfPlane plane;
  CfSpan *spans;
  guint n_spans;
  guint16 values[4];
} Fill;

void (*driver_backend_before_open) (void);
gboolean driver_backend_has_primary;

static GMutex lock; /* of the counts */
static struct {
  gint devices, filters, snakes; /* that exist */
  gint violations; /* memory that was not the device's, or not freed; a filter
                    * that was freed before its runs were done */
} counts;
static GHashTable *runs;  /* filters to the number that are not done */
static GSList *primaries; /* contexts, once for each device opened in one */
static GHashTable *uses;  /* filters with a history to the event of the last */

static void
count (gint *what, gint change)
{
  g_mutex_lock (&lock);
  *what += change;
  g_mutex_unlock (&lock);
}

static gint
count_runs (CfFilter *filter, gint change)
{
  gint n;

  g_mutex_lock (&lock);
  n = GPOINTER_TO_INT (g_hash_table_lookup (runs, filter)) + change;
  if (n > 0)
    g_hash_table_insert (runs, filter, GINT_TO_POINTER (n));
  else
    g_hash_table_remove (runs, filter);
  g_mutex_unlock (&lock);
  return n;
}

static gboolean
check (CUresult result, const gchar *what, GError **error)
{
  const gchar *text = NULL;

  if (result == CUDA_SUCCESS)
    return TRUE;
  cuGetErrorString (result, &text);
  g_set_error (error, CF_ERROR,
      result == CUDA_ERROR_OUT_OF_MEMORY ? CF_ERROR_OUT_OF_MEMORY
                                         : CF_ERROR_DEVICE_LOST,
      "The fake driver does not %s: %s", what, text);
  return FALSE;
}

static gboolean
device_enter (CfDevice *device, GError **error)
{
  return check (
      cuCtxPushCurrent (device->context), "make a context current", error);
}

static void
device_leave (void)
{
  CUcontext context;

  cuCtxPopCurrent (&context);
}

/* What a call in the device's context returned. */
static gboolean
leave (CUresult result, const gchar *what, GError **error)
{
  device_leave ();
  return check (result, what, error);
}

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  CfDeviceConfig cpu = { .type = CF_BACKEND_CPU, .threads = 1 };
  CUcontext context = config->context;
  CfDevice *device;

  if (driver_backend_before_open)
    driver_backend_before_open ();
  if (!context && driver_backend_has_primary
      && cuDevicePrimaryCtxRetain (&context, MAX (config->id, 0))
             == CUDA_SUCCESS) {
    g_mutex_lock (&lock);
    primaries = g_slist_prepend (primaries, context);
    g_mutex_unlock (&lock);
  }
  if (!context) {
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE,
        "gstreamer-cuda has no context of device %d on the fake driver",
        config->id);
    return NULL;
  }
  device = cf_backend_cpu.device_open (&cpu, error);
  device->context = context;
  count (&counts.devices, 1);
  return device;
}

/* Of devices that were opened in a primary context, which nobody else is. */
static void
release_primary (gpointer context)
{
  gboolean is_primary;
  CUdevice device;

  g_mutex_lock (&lock);
  is_primary = g_slist_find (primaries, context) != NULL;
  primaries = g_slist_remove (primaries, context);
  g_mutex_unlock (&lock);
  if (!is_primary)
    return;
  cuCtxPushCurrent (context);
  cuCtxGetDevice (&device);
  cuCtxPopCurrent (NULL);
  cuDevicePrimaryCtxRelease (device);
}

static void
device_close (CfDevice *device)
{
  count (&counts.devices, -1);
  release_primary (device->context);
  cf_backend_cpu.device_close (device);
}

static guint8 *
device_alloc (CfDevice *device, gsize size, GError **error)
{
  CUdeviceptr data;

  if (!device_enter (device, error)
      || !leave (cuMemAlloc (&data, size), "allocate device memory", error))
    return NULL;
  return (guint8 *)data;
}

static void
device_free (CfDevice *device, guint8 *data)
{
  if (!device_enter (device, NULL)
      || !leave (cuMemFree ((CUdeviceptr)data), "free device memory", NULL))
    count (&counts.violations, 1);
}

static guint8 *
host_alloc (CfDevice *device, gsize size, GError **error)
{
  void *data;

  if (!device_enter (device, error)
      || !leave (
          cuMemAllocHost (&data, size), "allocate page-locked memory", error))
    return NULL;
  return data;
}

static void
host_free (CfDevice *device, guint8 *data)
{
  if (!device_enter (device, NULL)
      || !leave (cuMemFreeHost (data), "free page-locked memory", NULL))
    count (&counts.violations, 1);
}

static gboolean
host_register (CfDevice *device, guint8 *data, gsize size, GError **error)
{
  CUresult result;

  if (!device_enter (device, error))
    return FALSE;
  result = cuMemHostRegister (data, size, CU_MEMHOSTREGISTER_PORTABLE);
  if (result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) {
    device_leave ();
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The fake driver has locked this memory already");
    return FALSE;
  }
  return leave (result, "page-lock memory", error);
}

static void
host_unregister (CfDevice *device, guint8 *data)
{
  if (!device_enter (device, NULL)
      || !leave (cuMemHostUnregister (data), "unlock memory", NULL))
    count (&counts.violations, 1);
}

static guint8 *
host_map (CfDevice *device, guint8 *data)
{
  CUdeviceptr mapped = 0;

  if (!device_enter (device, NULL)
      || !leave (cuMemHostGetDevicePointer (&mapped, data, 0),
          "map page-locked memory", NULL))
    count (&counts.violations, 1);
  return (guint8 *)mapped;
}

static CfStream *
stream_new (CfDevice *device, GError **error)
{
  CUstream stream;
  Stream *self;

  if (!device_enter (device, error)
      || !leave (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING),
          "create a stream", error))
    return NULL;
  self = g_new0 (Stream, 1);
  self->stream = stream;
  return &self->parent;
}

static CfStream *
stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  Stream *self = g_new0 (Stream, 1);

  self->stream = handle;
  self->wrapped = TRUE;
  return &self->parent;
}

static gboolean
stream_synchronize (CfStream *stream, GError **error)
{
  return device_enter (stream->device, error)
         && leave (cuStreamSynchronize (((Stream *)stream)->stream),
             "finish a stream's work", error);
}

static void
stream_free (CfStream *stream)
{
  Stream *self = (Stream *)stream;

  stream_synchronize (stream, NULL);
  if (!self->wrapped && device_enter (stream->device, NULL))
    leave (cuStreamDestroy (self->stream), "free a stream", NULL);
  g_free (self);
}

static gboolean
stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  CUDA_MEMCPY2D copy = {
    .srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
    .srcHost = src,
    .srcDevice = (CUdeviceptr)src,
    .srcPitch = src_stride,
    .dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
    .dstHost = dst,
    .dstDevice = (CUdeviceptr)dst,
    .dstPitch = dst_stride,
    .WidthInBytes = row_bytes,
    .Height = rows,
  };

  return device_enter (stream->device, error)
         && leave (cuMemcpy2DAsync (&copy, ((Stream *)stream)->stream),
             to_device ? "upload" : "download", error);
}

static CfEvent *
event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  guint how =
      (flags & CF_EVENT_TIMING ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING)
      | (flags & CF_EVENT_BLOCKING ? CU_EVENT_BLOCKING_SYNC : 0);
  CUevent event;
  Event *self;

  if (!device_enter (device, error)
      || !leave (cuEventCreate (&event, how), "create an event", error))
    return NULL;
  self = g_new0 (Event, 1);
  self->event = event;
  return &self->parent;
}

static void
event_free (CfEvent *event)
{
  if (device_enter (event->device, NULL))
    leave (cuEventDestroy (((Event *)event)->event), "free an event", NULL);
  g_free (event);
}

static gboolean
event_record (CfEvent *event, CfStream *stream, GError **error)
{
  return device_enter (stream->device, error)
         && leave (cuEventRecord (
                       ((Event *)event)->event, ((Stream *)stream)->stream),
             "record an event", error);
}

static gboolean
stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  return device_enter (stream->device, error)
         && leave (cuStreamWaitEvent (
                       ((Stream *)stream)->stream, ((Event *)event)->event, 0),
             "wait for an event", error);
}

static gboolean
event_synchronize (CfEvent *event, GError **error)
{
  return device_enter (event->device, error)
         && leave (cuEventSynchronize (((Event *)event)->event),
             "reach an event", error);
}

static gboolean
event_elapsed (CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  gfloat milliseconds = 0;

  if (!device_enter (from->device, error)
      || !leave (cuEventElapsedTime (&milliseconds, ((Event *)from)->event,
                     ((Event *)to)->event),
          "take the time", error))
    return FALSE;
  *nanoseconds = milliseconds * 1e6;
  return TRUE;
}

static CUevent
get_use (CfFilter *filter)
{
  CUevent event;

  g_mutex_lock (&lock);
  event = g_hash_table_lookup (uses, filter);
  g_mutex_unlock (&lock);
  return event;
}

static void
filter_free (CfFilter *filter)
{
  if (count_runs (filter, 0) > 0) {
    count (&counts.violations, 1);
    if (device_enter (filter->device, NULL))
      leave (cuCtxSynchronize (), "finish its work", NULL);
  }
  if (get_use (filter) && device_enter (filter->device, NULL))
    leave (cuEventDestroy (get_use (filter)), "free an event", NULL);
  g_mutex_lock (&lock);
  g_hash_table_remove (uses, filter);
  g_mutex_unlock (&lock);
  count (&counts.filters, -1);
  late_filter_free (filter);
}

static void
run (void *data)
{
  Run *r = data;

  late_filter_do (r->filter, &r->params, r->elapsed, r->stream,
      r->has_src ? r->src : NULL, r->has_dst ? r->dst : NULL);
  count_runs (r->filter, -1);
  g_free (r);
}

/* What kernels use is all of the device's and of its context, or page-locked
 * where it maps that. */
static void
check_plane (const CfDevice *device, const CfPlane *p)
{
  gsize row = ((p->width - 1) * p->step + p->channels) * p->bytes;
  gsize size = (p->height - 1) * p->stride + row;
  CUcontext context = NULL;

  cuPointerGetAttribute (
      &context, CU_POINTER_ATTRIBUTE_CONTEXT, (CUdeviceptr)p->data);
  if (!(fake_driver_owns (p->data, size) && context == device->context)
      && !(device->maps_host && fake_driver_locked (p->data, size)))
    count (&counts.violations, 1);
}

static void
take_planes (const CfDevice *device, CfPlane *to, const CfPlane *from, guint n)
{
  for (guint i = 0; i < n; i++) {
    to[i] = from[i];
    if (from[i].height > 0)
      check_plane (device, &from[i]);
  }
}

/* Where the filter has a history, behind its last work. */
static CUresult
add_in_order (CUstream stream, Run *r)
{
  CUevent use = get_use (r->filter);
  CUresult result = use ? cuStreamWaitEvent (stream, use, 0) : CUDA_SUCCESS;

  if (result == CUDA_SUCCESS)
    result = fake_driver_stream_add (stream, run, r);
  if (result == CUDA_SUCCESS && use)
    cuEventRecord (use, stream);
  return result;
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  Run *r = g_new0 (Run, 1);

  r->filter = filter;
  r->params = filter->params;
  r->elapsed = filter->elapsed;
  r->stream = stream;
  r->has_src = src != NULL;
  r->has_dst = dst != NULL;
  if (src)
    take_planes (filter->device, r->src, src, filter->n_planes);
  if (dst)
    take_planes (filter->device, r->dst, dst, filter->n_planes);
  count_runs (filter, 1);
  if (!device_enter (stream->device, error)
      || !leave (add_in_order (((Stream *)stream)->stream, r), "run a filter",
          error)) {
    count_runs (filter, -1);
    g_free (r);
    return FALSE;
  }
  return TRUE;
}

static gboolean
filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  return filter_run (filter, stream, src, NULL, error);
}

/* For frames from now on: what they had before has to be done. */
static void
filter_reset (CfFilter *filter)
{
  if (device_enter (filter->device, NULL))
    leave (cuCtxSynchronize (), "finish its work", NULL);
  late_filter_reset (filter);
}

/* The frame's push has to be done. */
static void
filter_skip (CfFilter *filter)
{
  if (device_enter (filter->device, NULL))
    leave (cuCtxSynchronize (), "finish its work", NULL);
  late_filter_skip (filter);
}

/* For runs from now on: those before have to be done. */
static gboolean
filter_set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  return device_enter (filter->device, error)
         && leave (cuCtxSynchronize (), "finish its work", error)
         && late_filter_set_holes (filter, holes, error);
}

static const CfFilterClass filter_class = {
  .free = filter_free,
  .run = filter_run,
  .push = filter_push,
  .skip = filter_skip,
  .reset = filter_reset,
  .set_holes = filter_set_holes,
};

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  CfFilter *filter = late_filter_new (description, &filter_class, error);
  CUevent event;

  if (!filter)
    return NULL;
  if (cf_filter_params_have_history (&filter->params)) {
    if (!device_enter (filter->device, error)
        || !leave (cuEventCreate (&event, CU_EVENT_DISABLE_TIMING),
            "create an event", error)) {
      late_filter_free (filter);
      return NULL;
    }
    g_mutex_lock (&lock);
    g_hash_table_insert (uses, filter, event);
    g_mutex_unlock (&lock);
  }
  count (&counts.filters, 1);
  return filter;
}

static CfSnake *
snake_new (const CfSnake *description, GError **error)
{
  CfSnake *snake = cf_backend_cpu.snake_new (description, error);

  if (snake)
    count (&counts.snakes, 1);
  return snake;
}

static void
snake_free (CfSnake *snake)
{
  count (&counts.snakes, -1);
  cf_backend_cpu.snake_free (snake);
}

/* A run waits. */
static gboolean
snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  check_plane (stream->device, plane);
  return stream_synchronize (stream, error)
         && cf_backend_cpu.snake_run (
             snake, stream, plane, tasks, n_tasks, outcomes, error);
}

static void
fill (void *data)
{
  Fill *f = data;

  cf_backend_cpu.fill_run (
      NULL, &f->plane, f->spans, f->n_spans, f->values, NULL);
  g_free (f->spans);
  g_free (f);
}

static gboolean
fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  Fill *f = g_new0 (Fill, 1);

  check_plane (stream->device, plane);
  f->plane = *plane;
  f->spans = g_memdup2 (spans, sizeof (CfSpan) * n_spans);
  f->n_spans = n_spans;
  memcpy (f->values, values, sizeof (guint16) * plane->channels);
  if (device_enter (stream->device, error)
      && leave (fake_driver_stream_add (((Stream *)stream)->stream, fill, f),
          "fill a plane", error))
    return TRUE;
  g_free (f->spans);
  g_free (f);
  return FALSE;
}

static const CfBackend driver_backend = {
  .type = CF_BACKEND_CUDA,
  .name = "cuda",
  .unified = FALSE,
  .device_open = device_open,
  .device_close = device_close,
  .device_enter = device_enter,
  .device_leave = device_leave,
  .device_alloc = device_alloc,
  .device_free = device_free,
  .host_alloc = host_alloc,
  .host_free = host_free,
  .host_register = host_register,
  .host_unregister = host_unregister,
  .host_map = host_map,
  .stream_new = stream_new,
  .stream_new_wrapped = stream_new_wrapped,
  .stream_free = stream_free,
  .stream_synchronize = stream_synchronize,
  .stream_transfer = stream_transfer,
  .event_new = event_new,
  .event_free = event_free,
  .event_record = event_record,
  .stream_wait_event = stream_wait_event,
  .event_synchronize = event_synchronize,
  .event_elapsed = event_elapsed,
  .filter_new = filter_new,
  .snake_new = snake_new,
  .snake_free = snake_free,
  .snake_run = snake_run,
  .fill_run = fill_run,
};

void
driver_backend_install (void)
{
  memset (&counts, 0, sizeof (counts));
  runs = g_hash_table_new (NULL, NULL);
  uses = g_hash_table_new (NULL, NULL);
  cf_backend_override (CF_BACKEND_CUDA, &driver_backend);
}

void
driver_backend_uninstall (void)
{
  cf_backend_override (CF_BACKEND_CUDA, NULL);
  g_clear_pointer (&runs, g_hash_table_unref);
  assert_equals_int (counts.violations, 0);
  assert_equals_int (counts.filters, 0);
  assert_equals_int (counts.snakes, 0);
  assert_equals_int (counts.devices, 0);
}
