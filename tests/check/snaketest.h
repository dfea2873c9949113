/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of cudasnake share: frames with noisy targets, and what came
 * of them. */
#pragma once

#include "contourstest.h"
#include "snakescene.h"
#include "videotest.h"

G_BEGIN_DECLS

/* A bright disc of a quarter of the frame's height, its middle there, of a
 * contrast-to-noise ratio of 2. */
Scene snake_test_disc (const GstVideoInfo *info, gdouble x, gdouble y);

/* A frame with this luma, and all of R, G and B; 8-bit samples of the frame's
 * size, which deeper formats have at their top. What else is in it is random.
 */
GstBuffer *snake_test_frame (
    const GstVideoInfo *info, const guint8 *samples, GRand *rand);
/* The same of a scene; `truth` (or NULL) gets which pixels are the target's. */
GstBuffer *snake_test_scene_frame (const GstVideoInfo *info, const Scene *scene,
    guint8 *truth, Random *random, GRand *rand);
/* Noise alone. */
GstBuffer *snake_test_empty_frame (
    const GstVideoInfo *info, Random *random, GRand *rand);

/* The contours of a buffer, which is freed; a polygon that is not simple, not
 * within the frame, or whose area is not its own fails the test. */
GstCudaSnakeContours *snake_test_take (GstBuffer *buffer);
/* Pushes, pulls, and takes. */
GstCudaSnakeContours *snake_test_push (GstHarness *h, GstBuffer *frame);

/* Intersection over union of a contour and the pixels of `truth`. */
gdouble snake_test_overlap (
    const GstCudaSnakeContours *contours, guint index, const guint8 *truth);

G_END_DECLS
