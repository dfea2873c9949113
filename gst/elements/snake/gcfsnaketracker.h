/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decides which targets a frame has: starts for those of the last frame and for
 * new ones, and numbers that stay with them. */
#pragma once

#include <gst/video/video.h>

#include "engine/snake/cfsnake.h"

G_BEGIN_DECLS

typedef enum {
  GST_CUDA_SNAKE_INIT_SEARCH,
  GST_CUDA_SNAKE_INIT_RECTANGLE,
  GST_CUDA_SNAKE_INIT_ROI
} GstCudaSnakeInit;

/* A frame's targets may begin here. */
typedef struct {
  GstCudaSnakeInit init;
  gboolean track;  /* go on from the last frame's targets */
  guint max_nodes; /* of a polygon to go on from */
  /* RECTANGLE, ROI; within the frame, or without an area: then nothing begins
   * there. Rectangles are known by their number from frame to frame.
   * To be kept until the frame is done. */
  const GstVideoRectangle *boxes;
  guint n_boxes;
  /* A target that does not converge for long is lost; FALSE where limits are so
   * low that contours are meant to end there. */
  gboolean must_settle;
  gint width, height; /* of the frame */
  GstClockTime time;  /* its PTS */
} GcfSnakePlaces;

/* A target that a frame has. */
typedef struct {
  guint id;
  CfSnakeContour contour; /* whose points are the tracker's */
  gint box;               /* that it began in, or -1 */
  GstClockTime since;     /* PTS of the first frame that had it */
} GcfSnakeFound;

/* Frames in a row that a target may be away for, and come back */
#define GCF_SNAKE_AWAY_MAX 25

/* One thread at a time may use it. */
typedef struct _GcfSnakeTracker GcfSnakeTracker;

GcfSnakeTracker *gcf_snake_tracker_new (void);
void gcf_snake_tracker_free (GcfSnakeTracker *self);

/* The next frame has nothing to do with the last; its targets get new numbers.
 */
void gcf_snake_tracker_reset (GcfSnakeTracker *self);
/* Windows are to be made from the targets' boxes again. */
void gcf_snake_tracker_reset_windows (GcfSnakeTracker *self);
/* Contours are compared anew: parameters, or values of samples, are others. */
void gcf_snake_tracker_reset_histories (GcfSnakeTracker *self);

/* A frame: begin; then, as long as next() has starts (CF_SNAKE_STARTS_MAX at
 * most), add() what cf_snake_run() made of them.
 *
 * First come the last frame's targets, and all places without one: a search
 * where there is no target at all, a rectangle where none that began there is
 * left, a region of interest where no target is. Where targets are lost, the
 * places that are free by that come next. A frame has no more targets than
 * CF_SNAKE_STARTS_MAX.
 *
 * A target is lost where no contour is found from its last one. Where one is
 * found that its history does not explain, the target is away: the frame has
 * not got it, and it is looked for again in the frames that follow, where its
 * speed has brought it; and lost if it stays away for GCF_SNAKE_AWAY_MAX
 * frames. Meanwhile nothing begins in its place. Where frames are missing, by
 * their times and what is usual between them, targets are away in these. A
 * rectangle that lost a whole target begins no other with a contour that its
 * window cuts off: that is what the target hid. */
void gcf_snake_tracker_begin (
    GcfSnakeTracker *self, const GcfSnakePlaces *places);
guint gcf_snake_tracker_next (GcfSnakeTracker *self, CfSnakeStart *starts);
void gcf_snake_tracker_add (GcfSnakeTracker *self, const CfSnakeResult *result);

/* The frame's targets, until the next begins: numbers from 1, no two the same.
 * With `track` a target keeps its number, and no other ever gets it; without,
 * it is that of the box, or 1. */
const GcfSnakeFound *gcf_snake_tracker_get (
    GcfSnakeTracker *self, guint *n_found);
/* Targets that are lost with this frame. */
guint gcf_snake_tracker_get_n_lost (GcfSnakeTracker *self);

G_END_DECLS
