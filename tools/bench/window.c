/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time in which frames are counted. */
#include "window.h"

#include <math.h>
#include <sys/resource.h>

/* A rate from fewer says little. */
#define MIN_FRAMES 3

void
window_init (Window *self, gdouble warm_up, gdouble length, gint *missing)
{
  *self = (Window){
    .warm_up = warm_up * G_USEC_PER_SEC,
    .length = length * G_USEC_PER_SEC,
    .missing = missing,
  };
}

static gdouble
seconds (const struct timeval *t)
{
  return t->tv_sec + t->tv_usec * 1e-6;
}

static WindowMark
mark_now (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (WindowMark){
    .time = g_get_monotonic_time (),
    .cpu = seconds (&usage.ru_utime) + seconds (&usage.ru_stime),
  };
}

gboolean
window_count (Window *self)
{
  gint64 now = g_get_monotonic_time ();

  if (!self->is_open) {
    if (!self->has_frame)
      g_atomic_int_add (self->missing, -1);
    self->has_frame = TRUE;
    if (self->first == 0 && g_atomic_int_get (self->missing) <= 0)
      self->first = now;
    return self->first != 0 && now - self->first >= self->warm_up;
  }
  self->frames++;
  return self->frames >= MIN_FRAMES && now - self->opened.time >= self->length;
}

gboolean
window_mark (Window *self)
{
  if (!self->is_open) {
    self->opened = mark_now ();
    self->is_open = TRUE;
    return FALSE;
  }
  self->closed = mark_now ();
  return TRUE;
}

void
window_result (const Window *self, Measurement *result)
{
  gdouble elapsed = (self->closed.time - self->opened.time) * 1e-6;

  *result = (Measurement){
    .frames_per_s = self->frames / elapsed,
    .cpu = (self->closed.cpu - self->opened.cpu) / elapsed,
    .uploads = NAN,
    .downloads = NAN,
    .kernel_ns = NAN,
  };
}
