/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backend "cpu": the same operations on vectors and threads. Work is done when
 * the call that enqueues it returns, so a stream is no more than a handle, and
 * an event no more than a time. */
#include "cpu/core/cpubackend.h"
#include "engine/core/cferror.h"
#include "engine/core/os/cfos.h"
#include "cpu/fill/fill.h"
#include "cpu/core/method.h"
#include "cpu/core/processor.h"
#include "cpu/core/tuning.h"
#include "cpu/snake/snake.h"

#include <string.h>

typedef struct {
  CfEvent event;
  gint64 recorded; /* microseconds */
} CfCpuEvent;

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  CfCpuDevice *d = g_new0 (CfCpuDevice, 1);
  guint n = config->threads > 0 ? config->threads : cf_os_count_processors ();
  GError *reason = NULL;

  d->pool = cf_cpu_pool_new (n, &reason);
  if (!d->pool) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "%u threads could not be started: %s", n, reason->message);
    g_error_free (reason);
    g_free (d);
    return NULL;
  }
  d->device.description =
      g_strdup_printf ("%u %s, %s", n, n == 1 ? "thread" : "threads",
          cf_cpu_isa_text (cf_cpu_choose_kernels (&d->kernels, CF_CPU_WIDEST)));
  return &d->device;
}

static void
device_close (CfDevice *device)
{
  cf_cpu_pool_free (((CfCpuDevice *)device)->pool);
  g_free (device);
}

static guint8 *
memory_alloc (CfDevice *device, gsize size, GError **error)
{
  return cf_cpu_alloc (size, error);
}

static void
memory_free (CfDevice *device, guint8 *data)
{
  cf_cpu_free (data);
}

/* Ordinary memory is as fast as any. */
static gboolean
host_register (CfDevice *device, guint8 *data, gsize size, GError **error)
{
  return TRUE;
}

static void
host_unregister (CfDevice *device, guint8 *data)
{
}

static CfStream *
stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
      "The CPU has no streams of others");
  return NULL;
}

static CfStream *
stream_new (CfDevice *device, GError **error)
{
  return g_new0 (CfStream, 1);
}

static void
stream_free (CfStream *stream)
{
  g_free (stream);
}

static gboolean
stream_synchronize (CfStream *stream, GError **error)
{
  return TRUE;
}

static gboolean
stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  gsize i;

  if (dst_stride == src_stride && dst_stride == (gssize)row_bytes) {
    memcpy (dst, src, row_bytes * rows);
    return TRUE;
  }
  for (i = 0; i < rows; i++)
    memcpy (dst + i * dst_stride, src + i * src_stride, row_bytes);
  return TRUE;
}

static CfEvent *
event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  return &(g_new0 (CfCpuEvent, 1))->event;
}

static void
event_free (CfEvent *event)
{
  g_free (event);
}

static gboolean
event_record (CfEvent *event, CfStream *stream, GError **error)
{
  ((CfCpuEvent *)event)->recorded = g_get_monotonic_time ();
  return TRUE;
}

static gboolean
stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  return TRUE;
}

static gboolean
event_synchronize (CfEvent *event, GError **error)
{
  return TRUE;
}

static gboolean
event_elapsed (CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  *nanoseconds =
      1000 * (((CfCpuEvent *)to)->recorded - ((CfCpuEvent *)from)->recorded);
  return TRUE;
}

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  return cf_filter_params_have_history (&description->params)
             ? cf_cpu_method (description->params.op)
                   ->history_new (description, error)
             : cf_cpu_filter_new (description, error);
}

const CfBackend cf_backend_cpu = { .type = CF_BACKEND_CPU,
  .name = "cpu",
  .unified = TRUE,
  .device_open = device_open,
  .device_close = device_close,
  .autotune = &cf_cpu_autotune,
  .device_alloc = memory_alloc,
  .device_free = memory_free,
  .host_alloc = memory_alloc,
  .host_free = memory_free,
  .host_register = host_register,
  .host_unregister = host_unregister,
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
  .snake_new = cf_cpu_snake_new,
  .snake_free = cf_cpu_snake_free,
  .snake_run = cf_cpu_snake_run,
  .snake_observable = TRUE,
  .fill_run = cf_cpu_fill_run };
