/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A device of the CUDA type on any machine, over the CPU backend's table. */
#include "fakecuda.h"

#include <gst/check/gstcheck.h>
#include <string.h>

#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "latefilter.h"

FakeCuda fake_cuda;

/* Of everything here: elements use a device from several threads. */
static GRecMutex fake_mutex;

#define LOCKED \
  g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = \
      g_rec_mutex_locker_new (&fake_mutex)

static gboolean lost;
static gchar primary[8];         /* whose addresses are contexts */
static GHashTable *device_sizes; /* of gsize, by address */
static GHashTable *locked_sizes; /* of page-locked memory, likewise */
static GList *streams;
static guint64 serials;

typedef struct {
  CfStream stream;
  guint64 serial; /* addresses are used again, this is not */
  GQueue work;    /* of Work */
  guint64 enqueued, done;
} FakeStream;

typedef struct {
  CfEvent event;
  gboolean timing;
  guint64 stream; /* recorded in, at this position; 0 before */
  guint64 position;
} FakeEvent;

typedef enum { RUN, PUSH, TRANSFER, WAIT, FILL } WorkType;

typedef struct {
  WorkType type;
  CfFilter *filter;      /* RUN, PUSH */
  CfFilterParams params; /* its, at the time */
  guint elapsed;         /* likewise */
  gboolean was_pushed;   /* RUN without a source */
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  gboolean to_device; /* TRANSFER */
  guint8 *to;
  const guint8 *from;
  gssize to_stride, from_stride;
  gsize row_bytes, rows;
  CfPlane plane; /* FILL */
  CfSpan *spans;
  guint n_spans;
  guint16 values[4];
  guint64 other; /* WAIT until this stream has done so much */
  guint64 position;
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
enqueue (CfStream *stream, const Work *w)
{
  FakeStream *self = (FakeStream *)stream;

  g_queue_push_tail (&self->work, g_memdup2 (w, sizeof (*w)));
  self->enqueued++;
}

/* Where a filter with a history was last used: its next use waits for that. */
typedef struct {
  guint64 stream, position;
} Use;

static GHashTable *uses; /* of Use, by filter */

static void
enqueue_in_order (CfStream *stream, const Work *w)
{
  FakeStream *self = (FakeStream *)stream;
  Use *use = g_hash_table_lookup (uses, w->filter);

  if (!use) {
    use = g_new0 (Use, 1);
    g_hash_table_insert (uses, w->filter, use);
  } else if (use->stream != self->serial) {
    Work wait = {
      .type = WAIT, .other = use->stream, .position = use->position
    };

    enqueue (stream, &wait);
  }
  enqueue (stream, w);
  use->stream = self->serial;
  use->position = self->enqueued;
}

/* As late as can be: only what somebody waits for. */
static void do_work (guint64 serial, guint64 position);

static void
do_stream (FakeStream *stream, guint64 position)
{
  while (stream->done < position) {
    Work *w = g_queue_pop_head (&stream->work);

    stream->done++;
    if (lost) {
      /* nothing happens any more */
    } else if (w->type == RUN || w->type == PUSH) {
      late_filter_do (w->filter, &w->params, w->elapsed, &stream->stream,
          w->was_pushed ? NULL : w->src, w->type == RUN ? w->dst : NULL);
    } else if (w->type == TRANSFER) {
      cf_backend_cpu.stream_transfer (&stream->stream, w->to_device, w->to,
          w->to_stride, w->from, w->from_stride, w->row_bytes, w->rows, NULL);
    } else if (w->type == FILL) {
      cf_backend_cpu.fill_run (
          &stream->stream, &w->plane, w->spans, w->n_spans, w->values, NULL);
    } else {
      do_work (w->other, w->position);
    }
    g_free (w->spans);
    g_free (w);
  }
}

/* A stream that is gone has done its work. */
static void
do_work (guint64 serial, guint64 position)
{
  GList *l;

  for (l = streams; l; l = l->next) {
    if (((FakeStream *)l->data)->serial == serial) {
      do_stream (l->data, position);
      return;
    }
  }
}

static void
do_all_work (void)
{
  GList *l;

  for (l = streams; l; l = l->next)
    do_stream (l->data, ((FakeStream *)l->data)->enqueued);
}

/* TRUE where the bytes are in one of the blocks. */
static gboolean
is_inside (GHashTable *sizes, const guint8 *data, gsize size)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, sizes);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const guint8 *begin = key;

    if (data >= begin && data + size <= begin + GPOINTER_TO_SIZE (value))
      return TRUE;
  }
  return FALSE;
}

/* Of two ranges of memory. */
static gboolean
overlap (const guint8 *a, gsize a_size, const guint8 *b, gsize b_size)
{
  return a < b + b_size && b < a + a_size;
}

static gboolean
is_in_plane (const CfPlane *p, const guint8 *data, gsize size)
{
  const gsize row = ((p->width - 1) * p->step + p->channels) * p->bytes;

  return p->data
         && overlap (p->data, (p->height - 1) * p->stride + row, data, size);
}

static gboolean
uses_memory (const Work *w, const guint8 *data, gsize size)
{
  switch (w->type) {
    case RUN:
    case PUSH:
      for (guint i = 0; i < w->filter->n_planes; i++)
        if (is_in_plane (&w->src[i], data, size)
            || is_in_plane (&w->dst[i], data, size))
          return TRUE;
      return FALSE;
    case TRANSFER:
      return overlap (
                 w->to, (w->rows - 1) * w->to_stride + w->row_bytes, data, size)
             || overlap (w->from, (w->rows - 1) * w->from_stride + w->row_bytes,
                 data, size);
    case FILL:
      return is_in_plane (&w->plane, data, size);
    default:
      return FALSE;
  }
}

/* Whoever frees something has waited for all work with it: of a filter, or of
 * memory. */
static void
check_free (const CfFilter *filter, const guint8 *data, gsize size)
{
  GList *l, *k;

  for (l = streams; l && !lost; l = l->next)
    for (k = ((FakeStream *)l->data)->work.head; k; k = k->next) {
      const Work *w = k->data;

      if (filter ? (w->type == RUN || w->type == PUSH) && w->filter == filter
                 : uses_memory (w, data, size)) {
        fake_cuda.violations++;
        do_all_work ();
        return;
      }
    }
  if (lost)
    do_all_work ();
}

static gsize
size_of (GHashTable *sizes, const guint8 *data)
{
  return GPOINTER_TO_SIZE (g_hash_table_lookup (sizes, data));
}

static void
call (void (**hook) (void))
{
  void (*func) (void) = g_atomic_pointer_get (hook);

  if (func)
    func ();
}

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  call (&fake_cuda.before_open);
  LOCKED;
  CfDeviceConfig cpu = { .type = CF_BACKEND_CPU, .threads = 1 };
  CfDevice *device;

  if (fake_cuda.no_device) {
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE, "No fake device");
    return NULL;
  }
  lost = FALSE;
  device = cf_backend_cpu.device_open (&cpu, error);
  device->context = config->context
                        ? config->context
                        : &primary[config->id % G_N_ELEMENTS (primary)];
  fake_cuda.devices++;
  fake_cuda.opened++;
  return device;
}

static void
device_close (CfDevice *device)
{
  LOCKED;
  fake_cuda.devices--;
  cf_backend_cpu.device_close (device);
}

static guint8 *
device_alloc (CfDevice *device, gsize size, GError **error)
{
  LOCKED;
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
  LOCKED;
  check_free (NULL, data, size_of (device_sizes, data));
  g_hash_table_remove (device_sizes, data);
  fake_cuda.device_blocks--;
  cf_backend_cpu.device_free (device, data);
}

static guint8 *
host_alloc (CfDevice *device, gsize size, GError **error)
{
  LOCKED;
  guint8 *data;

  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_host_memory) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no page-locked memory");
    return NULL;
  }
  data = cf_backend_cpu.host_alloc (device, size, error);
  memset (data, 0x5a, size);
  g_hash_table_insert (locked_sizes, data, GSIZE_TO_POINTER (size));
  fake_cuda.host_blocks++;
  fake_cuda.host_allocations++;
  return data;
}

static void
host_free (CfDevice *device, guint8 *data)
{
  LOCKED;
  check_free (NULL, data, size_of (locked_sizes, data));
  g_hash_table_remove (locked_sizes, data);
  fake_cuda.host_blocks--;
  cf_backend_cpu.host_free (device, data);
}

static gboolean
host_register (CfDevice *device, guint8 *data, gsize size, GError **error)
{
  call (&fake_cuda.before_register);
  LOCKED;

  if (is_lost (error))
    return FALSE;
  if (fake_cuda.no_register || is_inside (locked_sizes, data, 1)) {
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "The fake device does not lock this memory");
    return FALSE;
  }
  g_hash_table_insert (locked_sizes, data, GSIZE_TO_POINTER (size));
  fake_cuda.registered++;
  fake_cuda.registrations++;
  return TRUE;
}

static void
host_unregister (CfDevice *device, guint8 *data)
{
  LOCKED;

  check_free (NULL, data, size_of (locked_sizes, data));
  if (!g_hash_table_remove (locked_sizes, data))
    fake_cuda.violations++;
  fake_cuda.registered--;
}

static guint8 *
host_map (CfDevice *device, guint8 *data)
{
  LOCKED;

  if (!g_hash_table_contains (locked_sizes, data))
    fake_cuda.violations++;
  return data;
}

static CfStream *
stream_new (CfDevice *device, GError **error)
{
  LOCKED;
  FakeStream *stream;

  if (is_lost (error))
    return NULL;
  stream = g_new0 (FakeStream, 1);
  stream->serial = ++serials;
  streams = g_list_prepend (streams, stream);
  fake_cuda.streams++;
  return &stream->stream;
}

static CfStream *
stream_new_wrapped (CfDevice *device, gpointer handle, GError **error)
{
  g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
      "The fake device has no streams of others");
  return NULL;
}

static void
stream_free (CfStream *stream)
{
  LOCKED;
  do_stream ((FakeStream *)stream, ((FakeStream *)stream)->enqueued);
  streams = g_list_remove (streams, stream);
  fake_cuda.streams--;
  g_free (stream);
}

static gboolean
stream_synchronize (CfStream *stream, GError **error)
{
  call (&fake_cuda.before_wait);
  LOCKED;
  if (loses (&fake_cuda.lose_at_synchronize, error))
    return FALSE;
  do_stream ((FakeStream *)stream, ((FakeStream *)stream)->enqueued);
  return TRUE;
}

static gboolean
stream_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  LOCKED;
  guint *count =
      to_device ? &fake_cuda.lose_at_upload : &fake_cuda.lose_at_download;
  gsize dst_size = (rows - 1) * dst_stride + row_bytes;
  gsize src_size = (rows - 1) * src_stride + row_bytes;
  Work w = {
    .type = TRANSFER,
    .to_device = to_device,
    .to = dst,
    .to_stride = dst_stride,
    .from = src,
    .from_stride = src_stride,
    .row_bytes = row_bytes,
    .rows = rows,
  };

  if (loses (count, error))
    return FALSE;
  fake_cuda.transfers++;
  if (is_inside (device_sizes, dst, dst_size) != to_device
      || is_inside (device_sizes, src, src_size) == to_device)
    fake_cuda.violations++;

  enqueue (stream, &w);
  /* the driver itself copies other host memory, before it returns */
  if (!is_inside (locked_sizes, to_device ? src : dst,
          to_device ? src_size : dst_size)) {
    fake_cuda.pageable_transfers++;
    do_stream ((FakeStream *)stream, ((FakeStream *)stream)->enqueued);
  }
  return TRUE;
}

static CfEvent *
event_new (CfDevice *device, CfEventFlags flags, GError **error)
{
  LOCKED;
  FakeEvent *event;

  if (is_lost (error))
    return NULL;
  event = g_new0 (FakeEvent, 1);
  event->timing = (flags & CF_EVENT_TIMING) != 0;
  fake_cuda.events++;
  return &event->event;
}

static void
event_free (CfEvent *event)
{
  LOCKED;
  fake_cuda.events--;
  g_free (event);
}

static gboolean
event_record (CfEvent *event, CfStream *stream, GError **error)
{
  LOCKED;
  FakeEvent *fake = (FakeEvent *)event;

  if (loses (&fake_cuda.lose_at_event, error))
    return FALSE;
  fake->stream = ((FakeStream *)stream)->serial;
  fake->position = ((FakeStream *)stream)->enqueued;
  return TRUE;
}

static gboolean
event_synchronize (CfEvent *event, GError **error)
{
  call (&fake_cuda.before_wait);
  LOCKED;
  FakeEvent *fake = (FakeEvent *)event;

  if (loses (&fake_cuda.lose_at_synchronize, error))
    return FALSE;
  if (fake->stream)
    do_work (fake->stream, fake->position);
  return TRUE;
}

/* A millisecond for all that is done between two points. */
static gboolean
event_elapsed (CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error)
{
  LOCKED;
  FakeEvent *a = (FakeEvent *)from, *b = (FakeEvent *)to;

  if (!a->timing || !b->timing || b->position < a->position)
    fake_cuda.violations++;
  *nanoseconds = 1000000 * (b->position - a->position);
  return !is_lost (error);
}

static gboolean
stream_wait_event (CfStream *stream, CfEvent *event, GError **error)
{
  LOCKED;
  FakeEvent *fake = (FakeEvent *)event;
  Work w = { .type = WAIT, .other = fake->stream, .position = fake->position };

  if (is_lost (error))
    return FALSE;
  if (fake->stream && fake->stream != ((FakeStream *)stream)->serial)
    enqueue (stream, &w);
  return TRUE;
}

static void
filter_free (CfFilter *filter)
{
  LOCKED;

  check_free (filter, NULL, 0);
  fake_cuda.filters--;
  g_hash_table_remove (uses, filter);
  late_filter_free (filter);
}

/* What kernels use is all of the device's, or page-locked where it maps that.
 */
static void
check_plane (const CfDevice *device, const CfPlane *p)
{
  const gsize row = ((p->width - 1) * p->step + p->channels) * p->bytes;
  const gsize size = (p->height - 1) * p->stride + row;

  if (!is_inside (device_sizes, p->data, size)
      && !(device->maps_host && is_inside (locked_sizes, p->data, size)))
    fake_cuda.violations++;
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

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  LOCKED;
  Work w = { .type = RUN,
    .filter = filter,
    .params = filter->params,
    .elapsed = filter->elapsed,
    .was_pushed = !src };

  if (loses (&fake_cuda.lose_at_run, error))
    return FALSE;
  fake_cuda.runs++;
  if (src)
    take_planes (filter->device, w.src, src, filter->n_planes);
  take_planes (filter->device, w.dst, dst, filter->n_planes);
  if (cf_filter_params_have_history (&filter->params))
    enqueue_in_order (stream, &w);
  else
    enqueue (stream, &w);
  return TRUE;
}

static gboolean
filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  LOCKED;
  Work w = { .type = PUSH, .filter = filter, .params = filter->params };

  if (loses (&fake_cuda.lose_at_push, error))
    return FALSE;
  fake_cuda.pushes++;
  take_planes (filter->device, w.src, src, filter->n_planes);
  enqueue_in_order (stream, &w);
  return TRUE;
}

/* For frames from now on: what they had before has to be done. */
static void
filter_reset (CfFilter *filter)
{
  LOCKED;

  fake_cuda.reset++;
  do_all_work ();
  late_filter_reset (filter);
}

/* The frame's push has to be done. */
static void
filter_skip (CfFilter *filter)
{
  LOCKED;

  do_all_work ();
  late_filter_skip (filter);
}

/* Of the work that is done, as a GPU tells. */
static gboolean
filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  LOCKED;

  return late_filter_get_noise (filter, plane, noise);
}

/* For runs from now on: those before have to be done. */
static gboolean
filter_set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  LOCKED;

  if (is_lost (error))
    return FALSE;
  fake_cuda.holes++;
  do_all_work ();
  return late_filter_set_holes (filter, holes, error);
}

static const CfFilterClass filter_class = {
  .free = filter_free,
  .run = filter_run,
  .push = filter_push,
  .skip = filter_skip,
  .reset = filter_reset,
  .set_holes = filter_set_holes,
  .get_noise = filter_get_noise,
};

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  LOCKED;
  CfFilter *filter;

  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_filter
      || (fake_cuda.max_filters > 0
          && fake_cuda.filters >= fake_cuda.max_filters)) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no memory for a filter");
    return NULL;
  }
  filter = late_filter_new (description, &filter_class, error);
  if (filter) {
    fake_cuda.filters++;
    fake_cuda.prepared++;
  }
  return filter;
}

static CfSnake *
snake_new (const CfSnake *description, GError **error)
{
  LOCKED;
  CfSnake *snake;

  if (is_lost (error))
    return NULL;
  if (fake_cuda.no_filter) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "The fake device has no memory for contours");
    return NULL;
  }
  snake = cf_backend_cpu.snake_new (description, error);
  if (snake) {
    fake_cuda.snakes++;
    fake_cuda.prepared++;
  }
  return snake;
}

static void
snake_free (CfSnake *snake)
{
  LOCKED;

  fake_cuda.snakes--;
  cf_backend_cpu.snake_free (snake);
}

/* A run waits. */
static gboolean
snake_run (CfSnake *snake, CfStream *stream, const CfPlane *plane,
    const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
    GError **error)
{
  LOCKED;

  if (loses (&fake_cuda.lose_at_run, error))
    return FALSE;
  fake_cuda.runs++;
  check_plane (stream->device, plane);
  do_stream ((FakeStream *)stream, ((FakeStream *)stream)->enqueued);
  return cf_backend_cpu.snake_run (
      snake, stream, plane, tasks, n_tasks, outcomes, error);
}

static gboolean
fill_run (CfStream *stream, const CfPlane *plane, const CfSpan *spans,
    guint n_spans, const guint16 *values, GError **error)
{
  LOCKED;
  Work w = { .type = FILL, .plane = *plane, .n_spans = n_spans };

  if (loses (&fake_cuda.lose_at_run, error))
    return FALSE;
  fake_cuda.fills++;
  check_plane (stream->device, plane);
  w.spans = g_memdup2 (spans, sizeof (CfSpan) * n_spans);
  memcpy (w.values, values, sizeof (guint16) * plane->channels);
  enqueue (stream, &w);
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
fake_cuda_install (void)
{
  memset (&fake_cuda, 0, sizeof (fake_cuda));
  lost = FALSE;
  device_sizes = g_hash_table_new (NULL, NULL);
  locked_sizes = g_hash_table_new (NULL, NULL);
  uses = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  cf_backend_override (CF_BACKEND_CUDA, &fake_backend);
}

void
fake_cuda_uninstall (void)
{
  cf_backend_override (CF_BACKEND_CUDA, NULL);
  g_clear_pointer (&device_sizes, g_hash_table_unref);
  g_clear_pointer (&locked_sizes, g_hash_table_unref);
  g_clear_pointer (&uses, g_hash_table_unref);

  assert_equals_int (fake_cuda.violations, 0);
  assert_equals_int (fake_cuda.filters, 0);
  assert_equals_int (fake_cuda.snakes, 0);
  assert_equals_int (fake_cuda.streams, 0);
  assert_equals_int (fake_cuda.device_blocks, 0);
  assert_equals_int (fake_cuda.events, 0);
  assert_equals_int (fake_cuda.host_blocks, 0);
  assert_equals_int (fake_cuda.registered, 0);
  assert_equals_int (fake_cuda.devices, 0);
}

guint
fake_cuda_count_undone (void)
{
  LOCKED;
  GList *l, *k;
  guint n = 0;

  for (l = streams; l; l = l->next)
    for (k = ((FakeStream *)l->data)->work.head; k; k = k->next)
      n += ((Work *)k->data)->type == RUN;
  return n;
}
