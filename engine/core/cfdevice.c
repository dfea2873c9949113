/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Devices, memory, streams and events: argument checks, references, and the
 * way to the backend. */
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"

static const CfBackend *overrides[2];

const CfBackend *
cf_backend_override (CfBackendType type, const CfBackend *backend)
{
  const CfBackend *former = overrides[type];

  overrides[type] = backend;
  return former;
}

/* A machine without a GPU lacks nothing in this build: that comes first. The
 * driver is looked for and not started, which can take seconds, and after which
 * no forked process could use it. */
static void
no_cuda_backend (GError **error)
{
  gchar *missing;
  gpointer driver = cf_library_open_driver (&missing);

  if (driver) {
    cf_library_close (driver);
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE,
        "An NVIDIA driver is installed, but this build has no CUDA backend: if "
        "nvidia-smi finds a GPU, rebuild with the CUDA Toolkit installed "
        "(-Dcuda=enabled)");
  } else {
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE,
        "%s, nor a CUDA backend in this build: to use a GPU, install its "
        "driver, and rebuild with the CUDA Toolkit installed (-Dcuda=enabled)",
        missing);
  }
  g_free (missing);
}

static void
heed_environment (CfDevice *device)
{
  const gchar *maps = g_getenv ("CUDAFILTERS_MAP_HOST");

  if (maps && *maps && device->backend->host_map)
    device->maps_host = g_strcmp0 (maps, "0") != 0;
}

CfDevice *
cf_device_open (const CfDeviceConfig *config, GError **error)
{
  const CfBackend *backend = overrides[config->type];
  CfDevice *device;

  if (!backend) {
    switch (config->type) {
      case CF_BACKEND_CPU:
        backend = &cf_backend_cpu;
        break;
      case CF_BACKEND_CUDA:
#ifdef HAVE_CUDA
        backend = &cf_backend_cuda;
#endif
        break;
    }
  }
  if (!backend) {
    no_cuda_backend (error);
    return NULL;
  }

  device = backend->device_open (config, error);
  if (device) {
    device->backend = backend;
    device->ref_count = 1;
    heed_environment (device);
    cf_tuning_init (device);
  }
  return device;
}

CfDevice *
cf_device_ref (CfDevice *device)
{
  g_atomic_int_inc (&device->ref_count);
  return device;
}

void
cf_device_unref (CfDevice *device)
{
  if (!g_atomic_int_dec_and_test (&device->ref_count))
    return;
  g_free (device->description);
  g_free (device->chosen);
  device->backend->device_close (device);
}

CfBackendType
cf_device_get_backend_type (CfDevice *device)
{
  return device->backend->type;
}

const gchar *
cf_device_get_backend_name (CfDevice *device)
{
  return device->backend->name;
}

const gchar *
cf_device_get_description (CfDevice *device)
{
  return device->description;
}

gboolean
cf_device_is_unified (CfDevice *device)
{
  return device->backend->unified;
}

gboolean
cf_device_maps_host (CfDevice *device)
{
  return device->maps_host;
}

gboolean
cf_device_shares (CfDevice *a, CfDevice *b)
{
  return a == b || (a->backend == b->backend && a->context == b->context);
}

gpointer
cf_device_get_context (CfDevice *device)
{
  return device->context;
}

gboolean
cf_device_enter (CfDevice *device, GError **error)
{
  return !device->backend->device_enter
         || device->backend->device_enter (device, error);
}

void
cf_device_leave (CfDevice *device)
{
  if (device->backend->device_leave)
    device->backend->device_leave ();
}

guint8 *
cf_device_alloc (CfDevice *device, gsize size, GError **error)
{
  return device->backend->device_alloc (device, MAX (size, 1), error);
}

void
cf_device_free (CfDevice *device, guint8 *data)
{
  if (data)
    device->backend->device_free (device, data);
}

guint8 *
cf_host_alloc (CfDevice *device, gsize size, GError **error)
{
  return device->backend->host_alloc (device, MAX (size, 1), error);
}

void
cf_host_free (CfDevice *device, guint8 *data)
{
  if (data)
    device->backend->host_free (device, data);
}

gboolean
cf_host_register (CfDevice *device, guint8 *data, gsize size, GError **error)
{
  return device->backend->host_register (device, data, size, error);
}

void
cf_host_unregister (CfDevice *device, guint8 *data)
{
  device->backend->host_unregister (device, data);
}

guint8 *
cf_host_map (CfDevice *device, guint8 *data)
{
  return device->maps_host ? device->backend->host_map (device, data) : NULL;
}

CfStream *
cf_stream_new (CfDevice *device, GError **error)
{
  CfStream *stream = device->backend->stream_new (device, error);

  if (stream)
    stream->device = cf_device_ref (device);
  return stream;
}

CfStream *
cf_stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  CfStream *stream =
      device->backend->stream_new_wrapped (device, handle, error);

  if (stream)
    stream->device = cf_device_ref (device);
  return stream;
}

void
cf_stream_free (CfStream *stream)
{
  CfDevice *device;

  if (!stream)
    return;
  device = stream->device;
  device->backend->stream_free (stream);
  cf_device_unref (device);
}

CfDevice *
cf_stream_get_device (CfStream *stream)
{
  return stream->device;
}

gboolean
cf_stream_synchronize (CfStream *stream, GError **error)
{
  return stream->device->backend->stream_synchronize (stream, error);
}

static gboolean
transfer (CfStream *stream, gboolean to_device, guint8 *dst, gssize dst_stride,
    const guint8 *src, gssize src_stride, gsize row_bytes, gsize rows,
    GError **error)
{
  if (rows > 1
      && (dst_stride < (gssize)row_bytes || src_stride < (gssize)row_bytes)) {
    g_set_error (error, CF_ERROR, CF_ERROR_INVALID,
        "Strides of %" G_GSSIZE_FORMAT " and %" G_GSSIZE_FORMAT " bytes are "
        "too small for rows of %" G_GSIZE_FORMAT,
        dst_stride, src_stride, row_bytes);
    return FALSE;
  }
  if (rows == 0 || row_bytes == 0)
    return TRUE;
  return stream->device->backend->stream_transfer (stream, to_device, dst,
      dst_stride, src, src_stride, row_bytes, rows, error);
}

gboolean
cf_stream_upload (CfStream *stream, guint8 *device_data, gssize device_stride,
    const guint8 *host_data, gssize host_stride, gsize row_bytes, gsize rows,
    GError **error)
{
  return transfer (stream, TRUE, device_data, device_stride, host_data,
      host_stride, row_bytes, rows, error);
}

gboolean
cf_stream_download (CfStream *stream, guint8 *host_data, gssize host_stride,
    const guint8 *device_data, gssize device_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  return transfer (stream, FALSE, host_data, host_stride, device_data,
      device_stride, row_bytes, rows, error);
}

CfEvent *
cf_event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  CfEvent *event = device->backend->event_new (device, flags, error);

  if (event)
    event->device = cf_device_ref (device);
  return event;
}

void
cf_event_free (CfEvent *event)
{
  CfDevice *device;

  if (!event)
    return;
  device = event->device;
  device->backend->event_free (event);
  cf_device_unref (device);
}

gboolean
cf_event_record (CfEvent *event, CfStream *stream, GError **error)
{
  return event->device->backend->event_record (event, stream, error);
}

gboolean
cf_stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  return stream->device->backend->stream_wait_event (stream, event, error);
}

gboolean
cf_event_synchronize (CfEvent *event, GError **error)
{
  return event->device->backend->event_synchronize (event, error);
}

gboolean
cf_event_elapsed (
    CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  return from->device->backend->event_elapsed (from, to, nanoseconds, error);
}

void
cf_range_push (CfDevice *device, const gchar *name, guint64 number)
{
  if (device->backend->range_push)
    device->backend->range_push (name, number);
}

void
cf_range_pop (CfDevice *device)
{
  if (device->backend->range_pop)
    device->backend->range_pop ();
}
