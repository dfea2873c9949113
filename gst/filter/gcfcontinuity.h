/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decides whether a frame follows the last one, so that what filters have of
 * earlier frames says something of it. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* All zero at first. One thread at a time may use it. */
typedef struct {
  gboolean is_missing; /* frames are, or may be, before the next one */
  gboolean is_moved;   /* another segment came before it */
  gboolean is_broken;  /* it is of another stream or place */
  gboolean has_last;
  gint64 last;           /* stream time of the last frame, where it is known */
  GstClockTime interval; /* between the last two that none was missing between,
                          * where it is known */
  guint n_missing;       /* buffers, before the last, where that follows */
} GcfContinuity;

/* Frames are missing. */
void gcf_continuity_interrupt (GcfContinuity *self);
/* An event that comes to the pad, before a frame: a flush breaks the stream, so
 * does one of another name; another segment and a gap interrupt it. `segment`
 * is that of the frames before. */
void gcf_continuity_take_event (GcfContinuity *self, GstPad *pad,
    GstEvent *event, const GstSegment *segment);
/* The next frame. FALSE where it does not follow on the last: the stream broke
 * off, the frame has the flag RESYNC, or more time of the stream has passed
 * than filters of this kind bridge: those that judge what they take from
 * earlier frames 8 frames of the caps' rate and at least 2 s, others 3 frames
 * and at least an eighth of a second. Without times, no frame is missing for
 * long, but another segment is another place. */
gboolean gcf_continuity_take_frame (GcfContinuity *self,
    const GstSegment *segment, GstBuffer *frame, const GstVideoInfo *info,
    gboolean is_judged);

/* TRUE if such an event, which comes to the pad, says the same as the last. */
gboolean gcf_continuity_is_same_stream (GstPad *pad, GstEvent *event);
gboolean gcf_continuity_is_same_segment (
    const GstSegment *segment, GstEvent *event);

G_END_DECLS
