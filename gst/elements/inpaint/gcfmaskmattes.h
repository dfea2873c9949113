/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mattes of cudamask: those that wait, and the one in force. */
#pragma once

#include <gst/base/gstaggregator.h>
#include <gst/video/video.h>

#include "gst/elements/inpaint/gcfinpaintmask.h"
#include "gst/elements/inpaint/gcfmasktime.h"

G_BEGIN_DECLS

/* So many wait until upstream does. */
#define GCF_MASK_MATTES_MAX 4

/* A matte, or a gap between two. */
typedef struct {
  GcfInpaintMask *marks; /* NULL of a gap */
  GcfMaskTime time;
  GstClockTime known; /* nothing else is of a time before that */
} GcfMaskMatte;

/* Any thread may call, where nothing else is said. */
typedef struct {
  GstAggregatorPad *pad; /* not a reference; in its queue is one buffer at most,
                            which says that there is something to look at */
  GstPadChainFunction base_chain; /* the base class's */

  GMutex lock; /* not held while anything else is waited for */
  GCond cond;  /* something below has changed */

  /* under the lock */
  GQueue queue;           /* of GcfMaskMatte, in order */
  GcfMaskMatte current;   /* the last that frames have reached */
  gboolean signalled;     /* the buffer is there */
  gboolean ended;         /* none is known to come: frames do not wait */
  gboolean sought;        /* those that come are from before a seek, */
  gboolean frames_sought; /* and so are frames: they take none from after it */
  gboolean flushing, stopped;
  GstFlowReturn refused; /* what the next one gets: frames are at their end */
  GstClockTime passed;   /* frames up to here did not wait, or NONE */
  guint64 n_late;        /* mattes that came when all their frames had gone */

  /* the mattes' streaming thread's */
  GstSegment segment;
  GstVideoInfo info; /* without a format while there is none */
} GcfMaskMattes;

/* The pad's buffers become marks when they come, from here on. */
void gcf_mask_mattes_init (GcfMaskMattes *self, GstAggregatorPad *pad);
void gcf_mask_mattes_finish (GcfMaskMattes *self);
/* Call it before and after a run: nobody waits any more. */
void gcf_mask_mattes_set_stopped (GcfMaskMattes *self, gboolean stopped);

/* sink_event_pre_queue() calls this, which takes the event. */
GstFlowReturn gcf_mask_mattes_take_event (
    GcfMaskMattes *self, GstAggregatorClass *base, GstEvent *event);
/* sink_query_pre_queue() calls this. */
gboolean gcf_mask_mattes_answer (GcfMaskMattes *self, GstQuery *query);

/* None comes until one does: frames do not wait. */
void gcf_mask_mattes_set_ended (GcfMaskMattes *self);
/* A seek is on its way to them, which flushes or not. FALSE where it is not
 * taken. */
gboolean gcf_mask_mattes_seek (
    GcfMaskMattes *self, GstEvent *event, gboolean flush);
/* Frames that come are from before a seek, or are no more. Say so before mattes
 * are sought. */
void gcf_mask_mattes_set_frames_sought (GcfMaskMattes *self, gboolean sought);
/* Frames are at their end: drops all, and the next one gets this. GST_FLOW_OK
 * lets others come. */
void gcf_mask_mattes_refuse (GcfMaskMattes *self, GstFlowReturn flow);

/* Goes on to a running time, in the source pad's task; with NONE to the next
 * matte. FALSE where another may come that is of that time; then frames wait
 * for that, unless they go on `anyway`. */
gboolean gcf_mask_mattes_go_to (
    GcfMaskMattes *self, GstClockTime time, gboolean anyway);
/* Returns what is marked at that time; NULL for nothing. To be unreferenced. */
GcfInpaintMask *gcf_mask_mattes_get (GcfMaskMattes *self, GstClockTime time);
guint64 gcf_mask_mattes_get_n_late (GcfMaskMattes *self);

G_END_DECLS
