/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Learns how long the next frame takes to come, for those that wait for it. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

#define GCF_PACE_FRAMES 16                /* that are remembered */
#define GCF_PACE_LONGEST (2 * GST_SECOND) /* that is believed */

/* All times in ns; all zero at first, but for `last`. */
typedef struct {
  GstClockTime last; /* running time of the last frame, or NONE */
  GstClockTime intervals[GCF_PACE_FRAMES];
  guint n;               /* that were learned */
  GstClockTime duration; /* of the last frame, or 0 */
  GstClockTime nominal;  /* by the caps, or 0 */
  GstClockTime told;     /* what latency is reckoned by */
} GcfPace;

void gcf_pace_init (GcfPace *self);

/* Each of these returns TRUE where `told` is another now.
 *
 * Goes by the caps' rate, else their highest one, and drops what was
 * learned. */
gboolean gcf_pace_set_caps (
    GcfPace *self, GstCaps *caps, const GstVideoInfo *info);
/* The stream is another. */
gboolean gcf_pace_reset (GcfPace *self);
/* Takes a frame that has come. `told` is what frames take by the caps, or more:
 * the second longest time from one to the next, of the last ones, so that a
 * single pause counts for nothing. It follows where it is exceeded by a
 * sixteenth, or longer by a third than it need be. */
gboolean gcf_pace_take_frame (
    GcfPace *self, const GstSegment *segment, GstBuffer *frame);

/* No frame waits for the next one. */
void gcf_pace_interrupt (GcfPace *self);

G_END_DECLS
