/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Remembers a target, and says whether a contour can be it: the same grey
 * values, size and place, as far as they are steady in that target. */
#pragma once

#include <glib.h>

#include "engine/snake/cfsnake.h"

G_BEGIN_DECLS

/* Frames that are remembered */
#define GST_CUDA_SNAKE_MEMORY 16

/* A contour's numbers that the next frame's are compared with. */
typedef struct {
  gdouble mean;     /* inside */
  gdouble contrast; /* the same less the background's */
  gdouble noise;    /* standard deviation, the mean of both sides' */
  gdouble size;     /* logarithm of the area */
  gdouble side;     /* of a square as large as the box, pixels */
  gdouble x, y;     /* the box's middle */
} GcfSnakeLook;

/* All zero before the first frame. */
typedef struct {
  GcfSnakeLook looks[GST_CUDA_SNAKE_MEMORY]; /* the last one is the newest */
  guint n_looks;
  guint n_unsettled; /* frames in a row that have not converged */
} GcfSnakeHistory;

/* Returns the usual speed: it goes on so, from frame to frame. */
void gcf_snake_history_get_speed (
    const GcfSnakeHistory *self, gdouble *x, gdouble *y);

void gcf_snake_history_add (
    GcfSnakeHistory *self, const CfSnakeContour *contour);

/* TRUE if a contour can be the same target's, so many frames after the last
 * that is remembered (from 1 on); always, where nothing is. */
gboolean gcf_snake_history_explains (
    const GcfSnakeHistory *self, const CfSnakeContour *contour, guint n_frames);

/* TRUE if too many frames in a row have not converged for an outline that the
 * picture has: a texture whose details attract nodes until no more are left. */
gboolean gcf_snake_history_is_unsettled (const GcfSnakeHistory *self);

G_END_DECLS
