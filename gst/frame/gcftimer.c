/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times of some frames. */
#include "gst/frame/gcftimer.h"

/* One frame in so many; brief ones would feel what it costs to wake the
 * completion queue up. */
#define TIMED 16
#define TIMED_BRIEF 128

struct _GcfTimer {
  GcfStats *stats;
  CfEvent *steps[GCF_TIMER_N_STEPS];

  GMutex lock; /* of what follows */
  gboolean busy;
  guint64 frame;
  gint64 pushed; /* monotonic time in microseconds, 0 = not yet */
};

GcfTimer *
gcf_timer_new (GcfDevice *device, GcfStats *stats, GError **error)
{
  GcfTimer *self = g_new0 (GcfTimer, 1);
  guint i;

  g_mutex_init (&self->lock);
  self->stats = gcf_stats_ref (stats);
  for (i = 0; i < GCF_TIMER_N_STEPS; i++) {
    self->steps[i] = cf_event_new (device->device, CF_EVENT_TIMING, error);
    if (!self->steps[i]) {
      gcf_timer_free (self);
      return NULL;
    }
  }
  return self;
}

void
gcf_timer_free (GcfTimer *self)
{
  guint i;

  for (i = 0; i < GCF_TIMER_N_STEPS; i++)
    cf_event_free (self->steps[i]);
  gcf_stats_unref (self->stats);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
gcf_timer_begin (GcfTimer *self, guint64 frame, gboolean brief)
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
gcf_timer_mark (
    GcfTimer *self, GcfTimerStep step, CfStream *stream, GError **error)
{
  return cf_event_record (self->steps[step], stream, error);
}

static void
reached (gboolean reached, gpointer data)
{
  GcfTimer *self = data;
  gint64 now = g_get_monotonic_time ();
  CfEvent **s = self->steps;
  GcfTimes times = { 0 };

  g_mutex_lock (&self->lock);
  if (self->pushed)
    times.after_push = 1000 * MAX (now - self->pushed, 0);
  if (reached && cf_event_elapsed (s[0], s[1], &times.upload, NULL)
      && cf_event_elapsed (s[1], s[2], &times.kernel, NULL)
      && cf_event_elapsed (s[2], s[3], &times.download, NULL))
    gcf_stats_add_times (self->stats, &times);
  self->busy = FALSE;
  g_mutex_unlock (&self->lock);
}

void
gcf_timer_end (GcfTimer *self, GcfCompletionQueue *completions, GcfFence *fence)
{
  gcf_completion_queue_add (completions, fence, reached, self);
}

void
gcf_timer_cancel (GcfTimer *self)
{
  g_mutex_lock (&self->lock);
  self->busy = FALSE;
  g_mutex_unlock (&self->lock);
}

void
gcf_timer_pushed (GcfTimer *self, guint64 frame)
{
  if (frame % TIMED != 0)
    return;
  g_mutex_lock (&self->lock);
  if (self->busy && self->frame == frame)
    self->pushed = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
}
