/* The thesis's measurements with our engine: transfers and kernels of one
 * picture, between events of the device. */
#include "thesisbench.h"

#include "engine/core/cffilter.h"

#include <stdlib.h>
#include <string.h>

#define LANES 3 /* streams that overlap, as the plain loop has */
#define MIN_RUNS 3
#define MAX_RUNS 1000 /* the thesis's */

/* What a run is made of. */
typedef enum {
  UP = 1 << 0,
  KERNEL = 1 << 1,
  DOWN = 1 << 2,
  PAGEABLE = 1 << 3, /* host memory is not page-locked */
} Parts;

/* A stream, and all that its runs need to be alone. */
typedef struct {
  CfStream *stream;
  CfEvent *done;
  CfFilter *filters[THESIS_KERNELS];
  guint8 *host_in, *host_out, *device_in, *device_out;
} Lane;

typedef struct {
  CfDevice *device;
  CfPlane plane; /* of packed rows */
  gsize bytes;
  guint8 *pageable_in, *pageable_out;
  CfEvent *from, *to;
  Lane lanes[LANES];
} Bench;

static void
lane_clear (Lane *self, CfDevice *device)
{
  guint k;

  for (k = 0; k < THESIS_KERNELS; k++)
    cf_filter_free (self->filters[k]);
  cf_event_free (self->done);
  cf_stream_free (self->stream);
  cf_host_free (device, self->host_in);
  cf_host_free (device, self->host_out);
  cf_device_free (device, self->device_in);
  cf_device_free (device, self->device_out);
}

static gboolean
lane_init (Lane *self, const Bench *bench, GError **error)
{
  CfDevice *device = bench->device;
  guint k;

  self->stream = cf_stream_new (device, error);
  if (!self->stream)
    return FALSE;
  self->done = cf_event_new (device, CF_EVENT_NONE, error);
  if (!self->done)
    return FALSE;
  for (k = 0; k < THESIS_KERNELS; k++) {
    CfFilterParams params = { .op = CF_OP_COPY };

    if (k >= THESIS_MEDIAN) {
      gint size = thesis_windows[k - THESIS_MEDIAN];

      params.op = CF_OP_MEDIAN;
      params.median = (CfMedianParams){ .width = size,
        .height = size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1 };
    }
    self->filters[k] =
        cf_filter_new (device, &params, &bench->plane, 1, 1, error);
    if (!self->filters[k])
      return FALSE;
  }
  self->host_in = cf_host_alloc (device, bench->bytes, error);
  if (!self->host_in)
    return FALSE;
  memcpy (self->host_in, bench->pageable_in, bench->bytes);
  self->host_out = cf_host_alloc (device, bench->bytes, error);
  if (!self->host_out)
    return FALSE;
  memset (self->host_out, 0, bench->bytes);
  self->device_in = cf_device_alloc (device, bench->bytes, error);
  if (!self->device_in)
    return FALSE;
  self->device_out = cf_device_alloc (device, bench->bytes, error);
  return self->device_out != NULL;
}

static void
bench_free (Bench *self)
{
  guint i;

  for (i = 0; i < LANES; i++)
    lane_clear (&self->lanes[i], self->device);
  cf_event_free (self->from);
  cf_event_free (self->to);
  g_free (self->pageable_in);
  g_free (self->pageable_out);
  g_free (self);
}

static Bench *
bench_new (CfDevice *device, gint side, gint bits, GError **error)
{
  Bench *self = g_new0 (Bench, 1);
  GRand *rand = g_rand_new_with_seed (1);
  gsize i;

  self->device = device;
  self->plane = (CfPlane){ .width = side,
    .height = side,
    .step = 1,
    .channels = 1,
    .bits = bits,
    .bytes = bits / 8 };
  self->bytes = (gsize)side * side * self->plane.bytes;
  self->pageable_in = g_malloc (self->bytes);
  self->pageable_out = g_malloc0 (self->bytes);
  for (i = 0; i < self->bytes; i++)
    self->pageable_in[i] = g_rand_int (rand);
  g_rand_free (rand);

  self->from = cf_event_new (device, CF_EVENT_TIMING, error);
  self->to = self->from ? cf_event_new (device, CF_EVENT_TIMING, error) : NULL;
  if (!self->to)
    goto failed;
  for (i = 0; i < LANES; i++)
    if (!lane_init (&self->lanes[i], self, error))
      goto failed;
  return self;

failed:
  bench_free (self);
  return NULL;
}

/* Enqueues one run. */
static gboolean
run (Bench *self, Lane *lane, Parts parts, guint kernel, GError **error)
{
  gsize n = self->bytes;
  CfPlane src = self->plane, dst = self->plane;

  src.stride = dst.stride = (gssize)self->plane.width * self->plane.bytes;
  src.data = lane->device_in;
  dst.data = lane->device_out;
  if ((parts & UP)
      && !cf_stream_upload (lane->stream, src.data, n,
          parts & PAGEABLE ? self->pageable_in : lane->host_in, n, n, 1, error))
    return FALSE;
  if ((parts & KERNEL)
      && !cf_filter_run (
          lane->filters[kernel], lane->stream, &src, &dst, error))
    return FALSE;
  return !(parts & DOWN)
         || cf_stream_download (lane->stream,
             parts & PAGEABLE ? self->pageable_out : lane->host_out, n,
             dst.data, n, n, 1, error);
}

/* Milliseconds of a run, the mean of n on so many lanes by turns. */
static gboolean
time_runs (Bench *self, Parts parts, guint kernel, guint n_lanes, guint n,
    gdouble *ms, GError **error)
{
  Lane *first = &self->lanes[0];
  gboolean ok = cf_event_record (self->from, first->stream, error);
  guint64 ns = 0;
  guint i;

  for (i = 1; ok && i < n_lanes; i++)
    ok = cf_stream_wait_event (self->lanes[i].stream, self->from, error);
  for (i = 0; ok && i < n; i++)
    ok = run (self, &self->lanes[i % n_lanes], parts, kernel, error);
  for (i = 1; ok && i < n_lanes; i++)
    ok = cf_event_record (self->lanes[i].done, self->lanes[i].stream, error)
         && cf_stream_wait_event (first->stream, self->lanes[i].done, error);
  ok = ok && cf_event_record (self->to, first->stream, error)
       && cf_event_synchronize (self->to, error)
       && cf_event_elapsed (self->from, self->to, &ns, error);
  *ms = ns / 1e6 / n;
  return ok;
}

/* The same for as many runs as fit into the time. */
static gboolean
measure (Bench *self, const Options *options, Parts parts, guint kernel,
    guint n_lanes, gdouble *ms, GError **error)
{
  gdouble n;

  if (!time_runs (self, parts, kernel, n_lanes, MIN_RUNS, ms, error))
    return FALSE;
  n = *ms > 0 ? options->seconds * 1e3 / *ms : MAX_RUNS;
  n = CLAMP (n, MIN_RUNS, MAX_RUNS);
  return time_runs (self, parts, kernel, n_lanes, n, ms, error);
}

static gboolean
measure_all (
    Bench *self, const Options *options, ThesisTimes *times, GError **error)
{
  Parts all = UP | KERNEL | DOWN;
  gboolean ok = measure (self, options, UP, 0, 1, &times->upload, error)
                && measure (self, options, DOWN, 0, 1, &times->download, error)
                && measure (self, options, UP | PAGEABLE, 0, 1,
                    &times->pageable_upload, error)
                && measure (self, options, DOWN | PAGEABLE, 0, 1,
                    &times->pageable_download, error);
  guint k;

  for (k = 0; ok && k < THESIS_KERNELS; k++)
    ok =
        measure (self, options, KERNEL, k, 1, &times->kernel[k], error)
        && measure (self, options, all, k, 1, &times->sequence[k], error)
        && measure (self, options, all, k, LANES, &times->overlapped[k], error);
  return ok;
}

/* Until clocks have risen. */
static gboolean
warm_up (Bench *self, const Options *options, GError **error)
{
  gint64 end = g_get_monotonic_time () + options->warm_up * G_TIME_SPAN_SECOND;
  gboolean ok = TRUE;
  gdouble ms;

  while (ok && g_get_monotonic_time () < end)
    ok = time_runs (self, UP | KERNEL | DOWN, THESIS_KERNELS - 1, LANES,
        10 * LANES, &ms, error);
  return ok;
}

static gint
compare_double (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;

  return (x > y) - (x < y);
}

/* Of each time on its own. */
static void
find_medians (ThesisPicture *self)
{
  guint n = self->repeats->len, i;
  gdouble *values = g_new (gdouble, n);
  gsize at;

  for (at = 0; at < sizeof (ThesisTimes); at += sizeof (gdouble)) {
    for (i = 0; i < n; i++)
      values[i] = G_STRUCT_MEMBER (
          gdouble, &g_array_index (self->repeats, ThesisTimes, i), at);
    qsort (values, n, sizeof *values, compare_double);
    G_STRUCT_MEMBER (gdouble, &self->times, at) =
        (values[(n - 1) / 2] + values[n / 2]) / 2;
  }
  g_free (values);
}

ThesisPicture *
thesis_picture_new (CfDevice *device, const Options *options, gint side,
    gint bits, GError **error)
{
  ThesisPicture *self = g_new0 (ThesisPicture, 1);
  Bench *bench = bench_new (device, side, bits, error);
  gboolean ok = bench && warm_up (bench, options, error);
  gint i;

  self->side = side;
  self->bits = bits;
  self->repeats = g_array_new (FALSE, FALSE, sizeof (ThesisTimes));
  for (i = 0; ok && i < options->repeats; i++) {
    ThesisTimes times;

    ok = measure_all (bench, options, &times, error);
    g_array_append_val (self->repeats, times);
  }
  if (bench)
    bench_free (bench);
  if (ok)
    find_medians (self);
  else
    g_clear_pointer (&self, thesis_picture_free);
  return self;
}

void
thesis_picture_free (ThesisPicture *self)
{
  g_array_unref (self->repeats);
  g_free (self);
}

gint64
thesis_picture_get_pixels (const ThesisPicture *self)
{
  return (gint64)self->side * self->side;
}
