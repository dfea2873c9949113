/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time in which frames are counted. It opens with the first frame that
 * comes after the warm-up and closes with a frame too, so that slow filters are
 * timed in whole frames. Several windows, in as many threads, can be open at
 * the same time. */
#pragma once

#include "measurement.h"

G_BEGIN_DECLS

typedef struct {
  gint64 time; /* microseconds */
  gdouble cpu; /* seconds */
} WindowMark;

typedef struct {
  gint64 warm_up, length; /* microseconds */
  gint *missing;          /* atomic: of all windows, those without a frame */
  gboolean has_frame;
  gint64 first; /* when the last of them had one, about; 0: not yet */
  gboolean is_open;
  guint64 frames; /* since it opened */
  WindowMark opened, closed;
} Window;

/* In seconds. The warm-up begins when each of the windows that share `missing`,
 * which is their number, has had a frame. */
void window_init (Window *self, gdouble warm_up, gdouble length, gint *missing);

/* Counts a frame. TRUE: it opens or closes the window; make sure that all work
 * on it is over, then call window_mark (). */
gboolean window_count (Window *self);

/* TRUE: the window is closed now. */
gboolean window_mark (Window *self);

/* Fills in the rate and the CPU time, and NAN for the rest. */
void window_result (const Window *self, Measurement *result);

G_END_DECLS
