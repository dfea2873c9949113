/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noisy pictures of a shape, and what part of them is the shape. */
#pragma once

#include "engine/snake/cfsnakesums.h"
#include "random.h"

typedef enum {
  SHAPE_DISC,
  SHAPE_STAR,
  SHAPE_ELLIPSE, /* 6:1 */
  SHAPE_DISCS,   /* two that touch */
  SHAPE_SMALL,   /* a disc of 500 pixels in 512x512 */
  N_SHAPES
} Shape;

/* Normal noise of a contrast-to-noise ratio of 1, 0.5, 2; speckle: Rayleigh
 * amplitudes, and intensities of four looks, of twice the mean. */
typedef enum {
  NOISE_1,
  NOISE_HALF,
  NOISE_2,
  NOISE_RAYLEIGH,
  NOISE_FOUR_LOOKS,
  N_NOISES
} Noise;

typedef struct {
  gint width, height;
  Shape shape;
  Noise noise;
  gdouble scale, angle, x, y; /* of the shape: its middle */
  gboolean dark;              /* the shape, in a bright picture */
} Scene;

const gchar *shape_name (Shape shape);
const gchar *noise_name (Noise noise);

/* A scene of random placement, size, rotation and polarity. */
Scene scene_draw (
    gint width, gint height, Shape shape, Noise noise, Random *random);

/* Samples of 8 bits and which of them (TRUE) are the shape's: each width x
 * height bytes. */
void scene_render (
    const Scene *scene, Random *random, guint8 *samples, guint8 *truth);
/* Background and nothing else. */
void scene_render_empty (const Scene *scene, Random *random, guint8 *samples);

/* Pixels whose middle is in the polygon (nonzero winding). Written apart from
 * the engine's sums. */
void polygon_fill (const CfSnakePoint *points, guint n, gint width, gint height,
    guint8 *inside);
/* Intersection over union of two sets of n pixels. */
gdouble overlap (const guint8 *a, const guint8 *b, gsize n);
/* Whether no two segments have a point in common but neighbours their node:
 * all pairs, by rational intersection. */
gboolean polygon_is_simple (const CfSnakePoint *points, guint n);
