/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A trial on a device: pictures, what is done with them, times. */
#include "trialrun.h"

#include <math.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/snake/cfsnake.h"

#define N_PICTURES 4
/* As many as elements work on, at most. */
#define N_STREAMS N_PICTURES
/* Of the holes, an eighth of a side */
#define HOLE 8

struct _TrialRun {
  CfDevice *device;
  guint n_streams;
  CfStream *streams[N_STREAMS];
  CfEvent *begin, *end, *ends[N_STREAMS]; /* of all work, and of a stream's */
  CfTrial trial;
  CfPlane plane; /* geometry */
  gsize size;    /* bytes of a picture */
  guint8 *src[N_PICTURES], *dst[N_PICTURES];
  guint8 *host;     /* memory for a picture */
  guint8 *expected; /* a result, or NULL */
  gsize expected_size;
  CfInpaintHoles holes;
  guint32 *hole_bits; /* theirs, or NULL */
};

struct _TrialWork {
  CfFilter *filters[N_STREAMS]; /* one for each stream; or */
  CfSnake *snake;
};

/* A sample, of 16 bits. */
static guint
random_value (guint64 *state)
{
  *state = *state * G_GUINT64_CONSTANT (6364136223846793005)
           + G_GUINT64_CONSTANT (1442695040888963407);
  return *state >> 48;
}

/* Waves of some hundred samples, and a little noise. */
static guint
smooth_value (const gint *waves, gint x, gint y, guint noise)
{
  return 32768 + waves[x] + waves[y] * 3 / 4 + noise % 512;
}

/* A disk in the middle is brighter. */
static guint
disk_value (const CfPlane *p, gint x, gint y, guint noise)
{
  const gint dx = x - p->width / 2, dy = y - p->height / 2;

  return noise / 2
         + (dx * dx + dy * dy < p->height * p->height / 16 ? 32768 : 0);
}

static void
fill (TrialRun *self, guint seed)
{
  const CfPlane *p = &self->plane;
  gint *waves = g_new (gint, MAX (p->width, p->height + N_PICTURES * 8));
  guint64 state = seed;
  gint x, y;

  for (x = 0; x < MAX (p->width, p->height + N_PICTURES * 8); x++)
    waves[x] = 12000 * sin (x / 97.0);
  for (y = 0; y < p->height; y++) {
    guint8 *row = self->host + y * p->stride;

    for (x = 0; x < p->width * p->step; x++) {
      guint v = random_value (&state);

      if (self->trial.is_smooth)
        v = smooth_value (waves, x / p->step, y + 8 * (seed - 1), v);
      if (self->trial.is_contour)
        v = disk_value (p, x, y, v);
      v >>= 16 - p->bits;
      if (p->bytes == 1)
        row[x] = v;
      else
        ((guint16 *)row)[x] = v;
    }
  }
  g_free (waves);
}

static gboolean
make_pictures (TrialRun *self, GError **error)
{
  guint i;

  for (i = 0; i < N_PICTURES; i++) {
    self->src[i] = cf_device_alloc (self->device, self->size, error);
    self->dst[i] =
        self->src[i] ? cf_device_alloc (self->device, self->size, error) : NULL;
    if (!self->dst[i])
      return FALSE;
    fill (self, i + 1);
    if (!cf_stream_upload (self->streams[0], self->src[i], self->plane.stride,
            self->host, self->plane.stride, self->plane.stride,
            self->plane.height, error)
        || !cf_stream_synchronize (self->streams[0], error))
      return FALSE;
  }
  return TRUE;
}

static void
make_holes (TrialRun *self)
{
  const gint width = self->plane.width, height = self->plane.height;
  const gint left = (width - width / HOLE) / 2,
             top = (height - height / HOLE) / 2;
  gint x, y;

  self->hole_bits = g_new0 (guint32, (gsize)CF_INPAINT_WORDS (width) * height);
  self->holes = (CfInpaintHoles){ .bits = self->hole_bits,
    .left = left,
    .top = top,
    .right = left + width / HOLE,
    .bottom = top + height / HOLE,
    .alpha = -1 };
  for (y = top; y < top + height / HOLE; y++)
    for (x = left; x < left + width / HOLE; x++)
      self->hole_bits[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] |=
          1u << x % 32;
}

/* What has a history, and what waits for its result, is done in turn. */
static gboolean
is_chain (const CfTrial *trial)
{
  return trial->is_contour || cf_filter_params_have_history (&trial->params);
}

static gboolean
make_streams (TrialRun *self, GError **error)
{
  const gboolean is_gpu =
      cf_device_get_backend_type (self->device) == CF_BACKEND_CUDA;
  guint i;

  self->n_streams = is_gpu && !is_chain (&self->trial) ? N_STREAMS : 1;
  self->begin = cf_event_new (self->device, CF_EVENT_TIMING, error);
  self->end =
      self->begin ? cf_event_new (self->device, CF_EVENT_TIMING, error) : NULL;
  if (!self->end)
    return FALSE;
  for (i = 0; i < self->n_streams; i++) {
    self->streams[i] = cf_stream_new (self->device, error);
    self->ends[i] =
        self->streams[i] ? cf_event_new (self->device, 0, error) : NULL;
    if (!self->ends[i])
      return FALSE;
  }
  return TRUE;
}

TrialRun *
trial_run_new (CfDevice *device, const CfTrial *trial, gint width, gint height,
    GError **error)
{
  TrialRun *self = g_new0 (TrialRun, 1);
  CfPlane *p = &self->plane;

  self->device = device;
  self->trial = *trial;
  *p = (CfPlane){ .width = trial->width > 0 ? trial->width : width,
    .height = trial->width > 0 ? trial->height : height,
    .step = trial->channels,
    .channels = trial->channels,
    .bits = trial->bits,
    .bytes = trial->bits > 8 ? 2 : 1 };
  p->stride = (p->width * p->step * p->bytes + 255) / 256 * 256;
  self->size = (gsize)p->stride * p->height;
  self->host = g_malloc0 (self->size);
  if (!trial->is_contour && cf_filter_params_have_holes (&trial->params))
    make_holes (self);
  if (make_streams (self, error) && make_pictures (self, error))
    return self;
  trial_run_free (self);
  return NULL;
}

void
trial_run_free (TrialRun *self)
{
  guint i;

  for (i = 0; i < N_STREAMS; i++) {
    cf_stream_free (self->streams[i]);
    cf_event_free (self->ends[i]);
  }
  cf_event_free (self->begin);
  cf_event_free (self->end);
  for (i = 0; i < N_PICTURES; i++) {
    cf_device_free (self->device, self->src[i]);
    cf_device_free (self->device, self->dst[i]);
  }
  g_free (self->host);
  g_free (self->expected);
  g_free (self->hole_bits);
  g_free (self);
}

static CfFilter *
make_filter (TrialRun *run, GError **error)
{
  CfFilter *filter =
      cf_filter_new (run->device, &run->trial.params, &run->plane, 1, 1, error);

  if (!filter || !run->hole_bits
      || cf_filter_set_holes (filter, &run->holes, error))
    return filter;
  cf_filter_free (filter);
  return NULL;
}

TrialWork *
trial_work_new (TrialRun *run, GError **error)
{
  const CfSnakeParams contours = CF_SNAKE_PARAMS_DEFAULT;
  TrialWork *work = g_new0 (TrialWork, 1);
  gboolean ok = TRUE;
  guint i;

  for (i = 0; ok && i < run->n_streams; i++)
    if (run->trial.is_contour) {
      work->snake = cf_snake_new (run->device, &contours, &run->plane, error);
      ok = work->snake != NULL;
    } else {
      work->filters[i] = make_filter (run, error);
      ok = work->filters[i] != NULL;
    }
  if (ok)
    return work;
  trial_work_free (work);
  return NULL;
}

void
trial_work_free (TrialWork *work)
{
  guint i;

  if (work->snake)
    cf_snake_free (work->snake);
  for (i = 0; i < N_STREAMS; i++)
    if (work->filters[i])
      cf_filter_free (work->filters[i]);
  g_free (work);
}

static gboolean
do_picture (TrialRun *self, TrialWork *work, guint i, guint stream,
    CfSnakeResult *result, GError **error)
{
  const CfSnakeStart start = { .init = CF_SNAKE_SEARCH };
  CfPlane src = self->plane, dst = self->plane;

  src.data = self->src[i % N_PICTURES];
  dst.data = self->dst[i % N_PICTURES];
  return work->snake ? cf_snake_run (
             work->snake, self->streams[stream], &src, &start, 1, result, error)
                     : cf_filter_run (work->filters[stream],
                         self->streams[stream], &src, &dst, error);
}

static gboolean
compare (TrialRun *self, gconstpointer got, gsize size, GError **error)
{
  if (!self->expected) {
    self->expected = g_memdup2 (got, size);
    self->expected_size = size;
    return TRUE;
  }
  return (size == self->expected_size
             && memcmp (got, self->expected, size) == 0)
         || cf_refuse (error, "results are others than the first candidate's");
}

static gboolean
compare_contours (TrialRun *self, const CfSnakeResult *result, GError **error)
{
  if (result->n_contours != 1)
    return cf_refuse (error, "%u contours are found", result->n_contours);
  return compare (self, result->contours->points,
      result->contours->n_points * sizeof (CfSnakePoint), error);
}

/* The last picture's results: where there is a history, of all. */
gboolean
trial_run_check (TrialRun *self, TrialWork *work, GError **error)
{
  const gsize row = self->plane.width * self->plane.step * self->plane.bytes;
  CfSnakeResult result;
  guint i;

  for (i = 0; i < N_PICTURES; i++)
    if (!do_picture (self, work, i, 0, &result, error))
      return FALSE;
  if (work->snake)
    return compare_contours (self, &result, error);
  return cf_stream_download (self->streams[0], self->host, row,
             self->dst[N_PICTURES - 1], self->plane.stride, row,
             self->plane.height, error)
         && cf_stream_synchronize (self->streams[0], error)
         && compare (self, self->host, row * self->plane.height, error);
}

/* On so many streams. */
static gboolean
time_pictures (TrialRun *self, TrialWork *work, guint n, guint n_streams,
    gdouble *nanoseconds, GError **error)
{
  CfSnakeResult result;
  guint64 elapsed;
  guint i;

  if (!cf_event_record (self->begin, self->streams[0], error))
    return FALSE;
  for (i = 1; i < n_streams; i++)
    if (!cf_stream_wait_event (self->streams[i], self->begin, error))
      return FALSE;
  for (i = 0; i < n; i++)
    if (!do_picture (self, work, i, i % n_streams, &result, error))
      return FALSE;
  for (i = 1; i < n_streams; i++)
    if (!cf_event_record (self->ends[i], self->streams[i], error)
        || !cf_stream_wait_event (self->streams[0], self->ends[i], error))
      return FALSE;
  if (!cf_event_record (self->end, self->streams[0], error)
      || !cf_stream_synchronize (self->streams[0], error)
      || !cf_event_elapsed (self->begin, self->end, &elapsed, error))
    return FALSE;
  *nanoseconds = MAX ((gdouble)elapsed / n, 1);
  return TRUE;
}

gboolean
trial_run_time (TrialRun *self, TrialWork *work, gdouble seconds,
    gdouble *nanoseconds, GError **error)
{
  gdouble first, alone, together;
  guint n;

  if (!time_pictures (self, work, 1, 1, &first, error))
    return FALSE;
  n = CLAMP (seconds * 1e9 / first, 1, 10000);
  if (self->n_streams == 1)
    return time_pictures (self, work, n, 1, nanoseconds, error);
  n = MAX (n / 2, N_STREAMS);
  if (!time_pictures (self, work, n, 1, &alone, error)
      || !time_pictures (self, work, n, self->n_streams, &together, error))
    return FALSE;
  *nanoseconds = sqrt (alone * together);
  return TRUE;
}
