/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times of some frames. */
#include "gst/frame/gstcudafiltertimer.h"

/* One frame in so many; brief ones would feel what it costs to wake the watcher
 * up. */
#define TIMED 16
#define TIMED_BRIEF 128

struct _GstCudaFilterTimer {
  GstCudaFilterStats *stats;
  CfEvent *steps[GST_CUDA_FILTER_TIMER_N_STEPS];

  GMutex lock; /* of what follows */
  gboolean busy;
  guint64 frame;
  gint64 pushed; /* monotonic time in microseconds, 0 = not yet */
};

GstCudaFilterTimer *
gst_cuda_filter_timer_new (
    GstCudaFilterDevice *device, GstCudaFilterStats *stats, GError **error)
{
  GstCudaFilterTimer *self = g_new0 (GstCudaFilterTimer, 1);
  guint i;

  g_mutex_init (&self->lock);
  self->stats = gst_cuda_filter_stats_ref (stats);
  for (i = 0; i < GST_CUDA_FILTER_TIMER_N_STEPS; i++) {
    self->steps[i] = cf_event_new (device->device, CF_EVENT_TIMING, error);
    if (!self->steps[i]) {
      gst_cuda_filter_timer_free (self);
      return NULL;
    }
  }
  return self;
}

void
gst_cuda_filter_timer_free (GstCudaFilterTimer *self)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_TIMER_N_STEPS; i++)
    cf_event_free (self->steps[i]);
  gst_cuda_filter_stats_unref (self->stats);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
gst_cuda_filter_timer_begin (
    GstCudaFilterTimer *self, guint64 frame, gboolean brief)
{
  gboolean timed;

  if (frame % (brief ? TIMED_BRIEF : TIMED) != 0)
    return FALSE;
  g_mutex_lock (&self->lock);
  timed = !self->busy;
  if (timed) {
    self->busy = TRUE;
    self->frame = frame;
    self->pushed = 0;
  }
  g_mutex_unlock (&self->lock);
  return timed;
}

gboolean
gst_cuda_filter_timer_mark (GstCudaFilterTimer *self,
    GstCudaFilterTimerStep step, CfStream *stream, GError **error)
{
  return cf_event_record (self->steps[step], stream, error);
}

static void
reached (gboolean reached, gpointer data)
{
  GstCudaFilterTimer *self = data;
  gint64 now = g_get_monotonic_time ();
  CfEvent **s = self->steps;
  GstCudaFilterTimes times = { 0 };

  g_mutex_lock (&self->lock);
  if (self->pushed)
    times.after_push = 1000 * MAX (now - self->pushed, 0);
  if (reached && cf_event_elapsed (s[0], s[1], &times.upload, NULL)
      && cf_event_elapsed (s[1], s[2], &times.kernel, NULL)
      && cf_event_elapsed (s[2], s[3], &times.download, NULL))
    gst_cuda_filter_stats_add_times (self->stats, &times);
  self->busy = FALSE;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_timer_end (GstCudaFilterTimer *self,
    GstCudaFilterWatcher *watcher, GstCudaFilterFence *fence)
{
  gst_cuda_filter_watcher_add (watcher, fence, reached, self);
}

void
gst_cuda_filter_timer_cancel (GstCudaFilterTimer *self)
{
  g_mutex_lock (&self->lock);
  self->busy = FALSE;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_timer_pushed (GstCudaFilterTimer *self, guint64 frame)
{
  if (frame % TIMED != 0)
    return;
  g_mutex_lock (&self->lock);
  if (self->busy && self->frame == frame)
    self->pushed = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
}
