/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps frames until later ones have come, for filters that use these, and the
 * events that came between them. Results are made when a frame is taken out:
 * none is kept, and no pool of downstream's runs dry. */
#pragma once

#include <gst/base/gstqueuearray.h>

G_BEGIN_DECLS

typedef struct {
  GstQueueArray *items; /* of GstMiniObject: GstBuffer, GstEvent */
  guint n_frames;       /* of these */
} GcfLookahead;

void gcf_lookahead_init (GcfLookahead *self);
/* Frees what it holds, which was dropped before. */
void gcf_lookahead_finish (GcfLookahead *self);
/* Drops everything. */
void gcf_lookahead_clear (GcfLookahead *self);

/* Takes the frame. Where its pool is limited a copy is kept, as upstream would
 * wait for frames that wait for upstream's next. */
void gcf_lookahead_push_frame (GcfLookahead *self, GstBuffer *frame);
/* Takes the frame, and keeps all of it but its memory: what there is to know of
 * a frame whose samples are elsewhere by now. */
void gcf_lookahead_push_bare_frame (GcfLookahead *self, GstBuffer *frame);
/* Takes the event. */
void gcf_lookahead_push_event (GcfLookahead *self, GstEvent *event);
/* Returns the first item, which goes to the caller, if `n_ahead` frames or more
 * come after it, or if it is an event; NULL where there is none. */
GstMiniObject *gcf_lookahead_pop (GcfLookahead *self, guint n_ahead);
/* The n-th frame, from 0, or NULL. Not a reference. */
GstBuffer *gcf_lookahead_peek (GcfLookahead *self, guint n);

G_END_DECLS
