/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams, the copies on them, and events. */
#include "cuda/core/cudabackend.h"

typedef struct {
  CfEvent parent;
  CfCuEvent event;
} CfCudaEvent;

static CfCuStream
stream_of (CfStream *stream)
{
  return ((CfCudaStream *)stream)->stream;
}

static CfCuEvent
event_of (CfEvent *event)
{
  return ((CfCudaEvent *)event)->event;
}

CfStream *
cf_cuda_stream_new (CfDevice *device, GError **error)
{
  CfCudaStream *self;
  CfCuStream stream;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  ok = cf_cuda_check (cf_cu.StreamCreate (&stream, CF_CU_STREAM_NON_BLOCKING),
      "create a stream", error);
  cf_cuda_leave ();
  if (!ok)
    return NULL;

  self = g_new0 (CfCudaStream, 1);
  self->stream = stream;
  return &self->parent;
}

CfStream *
cf_cuda_stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  CfCudaStream *self = g_new0 (CfCudaStream, 1);

  self->stream = handle;
  self->wrapped = TRUE;
  return &self->parent;
}

void
cf_cuda_stream_free (CfStream *stream)
{
  if (cf_cuda_enter (stream->device, NULL)) {
    cf_cuda_check (cf_cu.StreamSynchronize (stream_of (stream)),
        "wait for a stream", NULL);
    if (!((CfCudaStream *)stream)->wrapped)
      cf_cuda_check (
          cf_cu.StreamDestroy (stream_of (stream)), "free a stream", NULL);
    cf_cuda_leave ();
  }
  g_free (stream);
}

gboolean
cf_cuda_stream_synchronize (CfStream *stream, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (stream->device, error))
    return FALSE;
  ok = cf_cuda_check (cf_cu.StreamSynchronize (stream_of (stream)),
      "finish the work of a stream", error);
  cf_cuda_leave ();
  return ok;
}

static CfCuResult
transfer_rows (gboolean to_device, guint8 *dst, gssize dst_stride,
    const guint8 *src, gssize src_stride, gsize row_bytes, gsize rows,
    CfCuStream stream)
{
  CfCuMemcpy2D copy = { .src_pitch = src_stride,
    .dst_pitch = dst_stride,
    .width = row_bytes,
    .height = rows };

  if (to_device) {
    copy.src_type = CF_CU_MEMORYTYPE_HOST;
    copy.src_host = src;
    copy.dst_type = CF_CU_MEMORYTYPE_DEVICE;
    copy.dst_device = dst;
  } else {
    copy.src_type = CF_CU_MEMORYTYPE_DEVICE;
    copy.src_device = src;
    copy.dst_type = CF_CU_MEMORYTYPE_HOST;
    copy.dst_host = dst;
  }
  return cf_cu.Memcpy2DAsync (&copy, stream);
}

/* A 2-D copy costs more even where it copies the same bytes. */
gboolean
cf_cuda_stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  const CfCuStream on = stream_of (stream);
  gboolean dense =
      rows == 1
      || (dst_stride == (gssize)row_bytes && src_stride == (gssize)row_bytes);
  CfCuResult result;
  gboolean ok;

  if (!cf_cuda_enter (stream->device, error))
    return FALSE;
  if (!dense)
    result = transfer_rows (
        to_device, dst, dst_stride, src, src_stride, row_bytes, rows, on);
  else if (to_device)
    result = cf_cu.MemcpyHtoDAsync (dst, src, row_bytes * rows, on);
  else
    result = cf_cu.MemcpyDtoHAsync (dst, src, row_bytes * rows, on);
  ok = cf_cuda_check (result, to_device ? "upload" : "download", error);
  cf_cuda_leave ();
  return ok;
}

CfEvent *
cf_cuda_event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  guint how = (flags & CF_EVENT_TIMING ? 0 : CF_CU_EVENT_DISABLE_TIMING)
              | (flags & CF_EVENT_BLOCKING ? CF_CU_EVENT_BLOCKING_SYNC : 0);
  CfCudaEvent *self;
  CfCuEvent event;
  gboolean ok;

  if (!cf_cuda_enter (device, error))
    return NULL;
  ok =
      cf_cuda_check (cf_cu.EventCreate (&event, how), "create an event", error);
  cf_cuda_leave ();
  if (!ok)
    return NULL;

  self = g_new0 (CfCudaEvent, 1);
  self->event = event;
  return &self->parent;
}

void
cf_cuda_event_free (CfEvent *event)
{
  if (cf_cuda_enter (event->device, NULL)) {
    cf_cuda_check (
        cf_cu.EventDestroy (event_of (event)), "free an event", NULL);
    cf_cuda_leave ();
  }
  g_free (event);
}

gboolean
cf_cuda_event_record (CfEvent *event, CfStream *stream, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (event->device, error))
    return FALSE;
  ok = cf_cuda_check (cf_cu.EventRecord (event_of (event), stream_of (stream)),
      "record an event", error);
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (stream->device, error))
    return FALSE;
  ok = cf_cuda_check (
      cf_cu.StreamWaitEvent (stream_of (stream), event_of (event), 0),
      "wait for an event", error);
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_event_synchronize (CfEvent *event, GError **error)
{
  gboolean ok;

  if (!cf_cuda_enter (event->device, error))
    return FALSE;
  ok = cf_cuda_check (
      cf_cu.EventSynchronize (event_of (event)), "reach an event", error);
  cf_cuda_leave ();
  return ok;
}

gboolean
cf_cuda_event_elapsed (
    CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  gfloat milliseconds = 0;
  gboolean ok;

  if (!cf_cuda_enter (from->device, error))
    return FALSE;
  ok = cf_cuda_check (
      cf_cu.EventElapsedTime (&milliseconds, event_of (from), event_of (to)),
      "take the time", error);
  cf_cuda_leave ();
  *nanoseconds = milliseconds * 1e6;
  return ok;
}
