/* A device of the CUDA type on any machine, over the CPU backend's table. */
#include "fakecuda.h"

#include <gst/check/gstcheck.h>
#include <string.h>

#include "cfbackend.h"
#include "cferror.h"

FakeCuda fake_cuda;

static gboolean lost;
static GHashTable *device_sizes; /* of gsize, by address */
static GList *streams;

typedef struct {
  CfStream stream;
  GQueue work; /* of Work */
} FakeStream;

typedef struct {
  CfEvent event;
  FakeStream *stream; /* recorded in, and not reached */
} FakeEvent;

typedef struct {
  CfFilter *filter; /* a run, else a transfer */
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  gboolean to_device;
  guint8 *to;
  const guint8 *from;
  gssize to_stride, from_stride;
  gsize row_bytes, rows;
} Work;

static gboolean
is_lost (GError **error)
{
  if (lost)
    g_set_error (
        error, CF_ERROR, CF_ERROR_DEVICE_LOST, "The fake device is lost");
  return lost;
}

/* Counts down to the fault. */
static gboolean
loses (guint *count, GError **error)
{
  if (*count > 0 && --*count == 0)
    lost = TRUE;
  return is_lost (error);
}

static void
do_work (FakeStream *stream)
{
  Work *w;

  while ((w = g_queue_pop_head (&stream->work))) {
    if (lost) {
      /* nothing happens any more */
    } else if (w->filter) {
      cf_backend_cpu.filter_run (
          w->filter, &stream->stream, w->src, w->dst, NULL);
    } else {
      cf_backend_cpu.stream_transfer (&stream->stream, w->to_device, w->to,
          w->to_stride, w->from, w->from_stride, w->row_bytes, w->rows, NULL);
    }
    g_free (w);
  }
}

/* TRUE where the bytes are in one block of the device. */
static gboolean
on_device (const guint8 *data, gsize size)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, device_sizes);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const guint8 *begin = key;

    if (data >= begin && data + size <= begin + GPOINTER_TO_SIZE (value))
      return TRUE;
  }
  return FALSE;
}

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  CfDeviceConfig cpu = { .type = CF_BACKEND_CPU, .threads = 1 };
  CfDevice *device;

  if (fake_cuda.no_device) {
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE, "No fake device");
    return NULL;
  }
  lost = FALSE;
  device = cf_backend_cpu.device_open (&cpu, error);
  fake_cuda.devices++;
  fake_cuda.opened++;
  return device;
}

static void
device_close (CfDevice *device)
{
  fake_cuda.devices--;
  cf_backend_cpu.device_close (device);
}

static guint8 *
device_alloc (CfDevice *device, gsize size, GError **error)
{
  guint8 *data;

  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_device_memory) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no memory");
    return NULL;
  }
  data = cf_backend_cpu.device_alloc (device, size, error);
  memset (data, 0xa5, size);
  g_hash_table_insert (device_sizes, data, GSIZE_TO_POINTER (size));
  fake_cuda.device_blocks++;
  return data;
}

static void
device_free (CfDevice *device, guint8 *data)
{
  g_hash_table_remove (device_sizes, data);
  fake_cuda.device_blocks--;
  cf_backend_cpu.device_free (device, data);
}

static guint8 *
host_alloc (CfDevice *device, gsize size, GError **error)
{
  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_host_memory) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no page-locked memory");
    return NULL;
  }
  fake_cuda.host_blocks++;
  fake_cuda.host_allocations++;
  return cf_backend_cpu.host_alloc (device, size, error);
}

static void
host_free (CfDevice *device, guint8 *data)
{
  fake_cuda.host_blocks--;
  cf_backend_cpu.host_free (device, data);
}

static CfStream *
stream_new (CfDevice *device, GError **error)
{
  FakeStream *stream;

  if (is_lost (error))
    return NULL;
  stream = g_new0 (FakeStream, 1);
  streams = g_list_prepend (streams, stream);
  fake_cuda.streams++;
  return &stream->stream;
}

static void
stream_free (CfStream *stream)
{
  do_work ((FakeStream *)stream);
  streams = g_list_remove (streams, stream);
  fake_cuda.streams--;
  g_free (stream);
}

static gboolean
stream_synchronize (CfStream *stream, GError **error)
{
  if (loses (&fake_cuda.lose_at_synchronize, error))
    return FALSE;
  do_work ((FakeStream *)stream);
  return TRUE;
}

static gboolean
stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  guint *count =
      to_device ? &fake_cuda.lose_at_upload : &fake_cuda.lose_at_download;
  gsize dst_size = (rows - 1) * dst_stride + row_bytes;
  gsize src_size = (rows - 1) * src_stride + row_bytes;
  Work *w;

  if (loses (count, error))
    return FALSE;
  fake_cuda.transfers++;
  if (on_device (dst, dst_size) != to_device
      || on_device (src, src_size) == to_device)
    fake_cuda.violations++;

  w = g_new0 (Work, 1);
  w->to_device = to_device;
  w->to = dst;
  w->to_stride = dst_stride;
  w->from = src;
  w->from_stride = src_stride;
  w->row_bytes = row_bytes;
  w->rows = rows;
  g_queue_push_tail (&((FakeStream *)stream)->work, w);
  return TRUE;
}

static CfEvent *
event_new (CfDevice *device, GError **error)
{
  FakeEvent *event;

  if (is_lost (error))
    return NULL;
  event = g_new0 (FakeEvent, 1);
  fake_cuda.events++;
  return &event->event;
}

static void
event_free (CfEvent *event)
{
  fake_cuda.events--;
  g_free (event);
}

static gboolean
event_record (CfEvent *event, CfStream *stream, GError **error)
{
  if (loses (&fake_cuda.lose_at_event, error))
    return FALSE;
  ((FakeEvent *)event)->stream = (FakeStream *)stream;
  return TRUE;
}

static gboolean
event_synchronize (CfEvent *event, GError **error)
{
  FakeEvent *fake = (FakeEvent *)event;

  if (is_lost (error))
    return FALSE;
  /* A stream that is gone has done its work. */
  if (g_list_find (streams, fake->stream))
    do_work (fake->stream);
  fake->stream = NULL;
  return TRUE;
}

static gboolean
stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  return event_synchronize (event, error);
}

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  CfFilter *filter;

  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_filter) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no memory for a filter");
    return NULL;
  }
  filter = cf_backend_cpu.filter_new (description, error);
  if (filter) {
    fake_cuda.filters++;
    fake_cuda.prepared++;
  }
  return filter;
}

static void
filter_free (CfFilter *filter)
{
  GList *l;

  for (l = streams; l; l = l->next)
    do_work (l->data);
  fake_cuda.filters--;
  cf_backend_cpu.filter_free (filter);
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  Work *w;
  guint i;

  if (loses (&fake_cuda.lose_at_run, error))
    return FALSE;
  fake_cuda.runs++;
  w = g_new0 (Work, 1);
  w->filter = filter;
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];
    gsize row = ((p->width - 1) * p->step + p->channels) * p->bytes;

    w->src[i] = src[i];
    w->dst[i] = dst[i];
    if (!on_device (src[i].data, (p->height - 1) * src[i].stride + row)
        || !on_device (dst[i].data, (p->height - 1) * dst[i].stride + row))
      fake_cuda.violations++;
  }
  g_queue_push_tail (&((FakeStream *)stream)->work, w);
  return TRUE;
}

static const CfBackend fake_backend = {
  .type = CF_BACKEND_CUDA,
  .name = "cuda",
  .unified = FALSE,
  .device_open = device_open,
  .device_close = device_close,
  .device_alloc = device_alloc,
  .device_free = device_free,
  .host_alloc = host_alloc,
  .host_free = host_free,
  .stream_new = stream_new,
  .stream_free = stream_free,
  .stream_synchronize = stream_synchronize,
  .stream_transfer = stream_transfer,
  .event_new = event_new,
  .event_free = event_free,
  .event_record = event_record,
  .stream_wait_event = stream_wait_event,
  .event_synchronize = event_synchronize,
  .filter_new = filter_new,
  .filter_free = filter_free,
  .filter_run = filter_run,
};

void
fake_cuda_install (void)
{
  memset (&fake_cuda, 0, sizeof (fake_cuda));
  lost = FALSE;
  device_sizes = g_hash_table_new (NULL, NULL);
  cf_backend_override (CF_BACKEND_CUDA, &fake_backend);
}

void
fake_cuda_uninstall (void)
{
  cf_backend_override (CF_BACKEND_CUDA, NULL);
  g_clear_pointer (&device_sizes, g_hash_table_unref);

  assert_equals_int (fake_cuda.violations, 0);
  assert_equals_int (fake_cuda.filters, 0);
  assert_equals_int (fake_cuda.streams, 0);
  assert_equals_int (fake_cuda.device_blocks, 0);
  assert_equals_int (fake_cuda.events, 0);
  assert_equals_int (fake_cuda.host_blocks, 0);
  assert_equals_int (fake_cuda.devices, 0);
}
