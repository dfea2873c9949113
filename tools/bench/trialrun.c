/* A trial on a device: pictures, filters, times. */
#include "trialrun.h"

#include <math.h>
#include <string.h>

#include "engine/core/cferror.h"

#define N_PICTURES 4
/* Of the holes, an eighth of a side */
#define HOLE 8

struct _TrialRun {
  CfDevice *device;
  CfStream *stream;
  CfEvent *begin, *end;
  CfFilterParams params;
  CfPlane plane; /* geometry */
  gsize size;    /* bytes of a picture */
  guint8 *src[N_PICTURES], *dst[N_PICTURES];
  guint8 *host;     /* memory for a picture */
  guint8 *expected; /* a result, or NULL */
  guint32 *holes;
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
smooth_value (gint x, gint y, guint noise)
{
  return 32768 + (gint)(12000 * sin (x / 97.0)) + (gint)(9000 * sin (y / 61.0))
         + noise % 512;
}

static void
fill (TrialRun *self, gboolean is_smooth, guint seed)
{
  const CfPlane *p = &self->plane;
  guint64 state = seed;
  gint x, y;

  for (y = 0; y < p->height; y++) {
    guint8 *row = self->host + y * p->stride;

    for (x = 0; x < p->width * p->step; x++) {
      guint v = random_value (&state);

      if (is_smooth)
        v = smooth_value (x / p->step + 8 * seed, y, v);
      v >>= 16 - p->bits;
      if (p->bytes == 1)
        row[x] = v;
      else
        ((guint16 *)row)[x] = v;
    }
  }
}

static gboolean
make_pictures (TrialRun *self, gboolean is_smooth, GError **error)
{
  guint i;

  for (i = 0; i < N_PICTURES; i++) {
    self->src[i] = cf_device_alloc (self->device, self->size, error);
    self->dst[i] =
        self->src[i] ? cf_device_alloc (self->device, self->size, error) : NULL;
    if (!self->dst[i])
      return FALSE;
    fill (self, is_smooth, i + 1);
    if (!cf_stream_upload (self->stream, self->src[i], self->plane.stride,
            self->host, self->plane.stride, self->plane.stride,
            self->plane.height, error)
        || !cf_stream_synchronize (self->stream, error))
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

  self->holes = g_new0 (guint32, (gsize)CF_INPAINT_WORDS (width) * height);
  for (y = top; y < top + height / HOLE; y++)
    for (x = left; x < left + width / HOLE; x++)
      self->holes[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] |= 1u << x % 32;
}

TrialRun *
trial_run_new (CfDevice *device, const CfTrial *trial, gint width, gint height,
    GError **error)
{
  TrialRun *self = g_new0 (TrialRun, 1);
  CfPlane *p = &self->plane;

  self->device = device;
  self->params = trial->params;
  *p = (CfPlane){ .width = trial->width > 0 ? trial->width : width,
    .height = trial->width > 0 ? trial->height : height,
    .step = trial->channels,
    .channels = trial->channels,
    .bits = trial->bits,
    .bytes = trial->bits > 8 ? 2 : 1 };
  p->stride = (p->width * p->step * p->bytes + 255) / 256 * 256;
  self->size = (gsize)p->stride * p->height;
  self->host = g_malloc0 (self->size);
  self->stream = cf_stream_new (device, error);
  if (self->stream)
    self->begin = cf_event_new (device, CF_EVENT_TIMING, error);
  if (self->begin)
    self->end = cf_event_new (device, CF_EVENT_TIMING, error);
  if (self->params.op == CF_OP_INPAINT)
    make_holes (self);
  if (self->end && make_pictures (self, trial->is_smooth, error))
    return self;
  trial_run_free (self);
  return NULL;
}

void
trial_run_free (TrialRun *self)
{
  guint i;

  cf_stream_free (self->stream);
  cf_event_free (self->begin);
  cf_event_free (self->end);
  for (i = 0; i < N_PICTURES; i++) {
    cf_device_free (self->device, self->src[i]);
    cf_device_free (self->device, self->dst[i]);
  }
  g_free (self->host);
  g_free (self->expected);
  g_free (self->holes);
  g_free (self);
}

CfFilter *
trial_run_filter (TrialRun *self, GError **error)
{
  const CfPlane *p = &self->plane;
  CfFilter *filter =
      cf_filter_new (self->device, &self->params, p, 1, 1, error);
  const CfInpaintHoles holes = {
    .bits = self->holes, .right = p->width, .bottom = p->height, .alpha = -1
  };

  if (!filter || !self->holes || cf_filter_set_holes (filter, &holes, error))
    return filter;
  cf_filter_free (filter);
  return NULL;
}

static gboolean
run (TrialRun *self, CfFilter *filter, guint i, GError **error)
{
  CfPlane src = self->plane, dst = self->plane;

  src.data = self->src[i % N_PICTURES];
  dst.data = self->dst[i % N_PICTURES];
  return cf_filter_run (filter, self->stream, &src, &dst, error);
}

/* The last picture's results: where there is a history, of all. */
gboolean
trial_run_check (TrialRun *self, CfFilter *filter, GError **error)
{
  const gssize row = self->plane.width * self->plane.step * self->plane.bytes;
  gsize at;
  guint i;

  for (i = 0; i < N_PICTURES; i++)
    if (!run (self, filter, i, error))
      return FALSE;
  if (!cf_stream_download (self->stream, self->host, row,
          self->dst[N_PICTURES - 1], self->plane.stride, row,
          self->plane.height, error)
      || !cf_stream_synchronize (self->stream, error))
    return FALSE;
  if (!self->expected) {
    self->expected = g_memdup2 (self->host, self->size);
    return TRUE;
  }
  for (at = 0; at < (gsize)row * self->plane.height; at++)
    if (self->host[at] != self->expected[at])
      return cf_refuse (error,
          "results differ at byte %" G_GSIZE_FORMAT " of row %" G_GSIZE_FORMAT,
          at % row, at / row);
  return TRUE;
}

static gboolean
time_pictures (TrialRun *self, CfFilter *filter, guint n, gdouble *nanoseconds,
    GError **error)
{
  guint64 elapsed;
  guint i;

  if (!cf_event_record (self->begin, self->stream, error))
    return FALSE;
  for (i = 0; i < n; i++)
    if (!run (self, filter, i, error))
      return FALSE;
  if (!cf_event_record (self->end, self->stream, error)
      || !cf_stream_synchronize (self->stream, error)
      || !cf_event_elapsed (self->begin, self->end, &elapsed, error))
    return FALSE;
  *nanoseconds = MAX ((gdouble)elapsed / n, 1);
  return TRUE;
}

gboolean
trial_run_time (TrialRun *self, CfFilter *filter, gdouble seconds,
    gdouble *nanoseconds, GError **error)
{
  gdouble first;

  if (!time_pictures (self, filter, 1, &first, error))
    return FALSE;
  return time_pictures (self, filter, CLAMP (seconds * 1e9 / first, 1, 10000),
      nanoseconds, error);
}
