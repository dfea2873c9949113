/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decides a contour's next move: numbers and choices that every backend has to
 * make alike. */
#pragma once

#include "engine/snake/cfsnakecriterion.h"
#include "engine/snake/cfsnaketouch.h"

/* J has to fall by more than this for a node to move. */
#define CF_SNAKE_MOVE_GAIN 1.0
/* A node has to be worth this in J to stay, and to be a target's. */
#define CF_SNAKE_NODE_COST 8.0
/* A target has to be worth this in J beyond its nodes: normal noise reaches 12,
 * 500 pixels at a contrast-to-noise ratio of 1 reach 420. */
#define CF_SNAKE_TARGET_GAIN 50.0
/* The same where only the variances differ, which those of heavy-tailed noise
 * do by chance: 9 of 600 contours in four-look speckle are worth 50. */
#define CF_SNAKE_VARIANCE_GAIN 500.0
/* Pixels of a target: fewer can be the brightest of heavy-tailed noise. */
#define CF_SNAKE_AREA_MIN 16
/* Segments of more steps than this are split. */
#define CF_SNAKE_SEGMENT_STEPS 4
#define CF_SNAKE_NODES_MIN 3
/* Steps halve from the first to 1, segments being split between levels. Then
 * the pruned contour settles: once more from this step to 1, without splits.
 * Small targets need that: lab/research/contours.md. */
#define CF_SNAKE_SETTLE_STEP 4
/* A contour that is tracked has settled before: from so many pixels on it does
 * not again, as that takes a third of its phases and gains next to nothing.
 * Smaller ones in much noise would be lost by that. */
#define CF_SNAKE_SETTLED_AREA 4096

/* Freeman codes: 0 east, 2 north, 4 west, 6 south; y grows downwards. */
#define CF_SNAKE_DIRECTIONS 8

CF_SHARED CfSnakePoint
cf_snake_neighbour (CfSnakePoint p, int32_t direction, int32_t step)
{
  /* 1 + dx and 1 + dy, two bits a direction */
  p.x += ((0x901a >> 2 * direction & 3) - 1) * step;
  p.y += ((0xa901 >> 2 * direction & 3) - 1) * step;
  return p;
}

/* The direction of the lowest criterion below `limit` among those whose bit is
 * not set in `tried`, the lowest direction of equal ones; -1 where none is. */
CF_SHARED int32_t
cf_snake_best_direction (const double *criteria, uint32_t tried, double limit)
{
  int32_t best = -1, k;

  for (k = 0; k < CF_SNAKE_DIRECTIONS; k++) {
    if (!(tried >> k & 1) && criteria[k] < limit) {
      limit = criteria[k];
      best = k;
    }
  }
  return best;
}

/* TRUE if node i of n takes part in a phase. Even and odd nodes take turns, so
 * that no two neighbours are in one; with an odd n its first and its last node,
 * which are neighbours, are left out in turn. */
CF_SHARED int
cf_snake_in_phase (int32_t i, int32_t n, int32_t phase)
{
  if ((i & 1) != (phase & 1))
    return 0;
  if ((n & 1) && !(phase & 1))
    return phase & 2 ? i != n - 1 : i != 0;
  return 1;
}

/* TRUE if a segment is to be split, before a level of steps `step`. */
CF_SHARED int
cf_snake_is_long (
    CfSnakePoint a, CfSnakePoint b, int32_t step, int32_t min_segment)
{
  const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
  int64_t most = (int64_t)CF_SNAKE_SEGMENT_STEPS * step;

  if (most < min_segment)
    most = min_segment;
  return dx * dx + dy * dy > most * most;
}

/* TRUE if a contour settles after its last level. */
CF_SHARED int
cf_snake_settles (CfSnakeSums in, int is_tracked)
{
  return !is_tracked || in.n < CF_SNAKE_SETTLED_AREA;
}

CF_SHARED CfSnakePoint
cf_snake_middle (CfSnakePoint a, CfSnakePoint b)
{
  a.x = (a.x + b.x) >> 1;
  a.y = (a.y + b.y) >> 1;
  return a;
}

/* TRUE if a contour of n nodes around these sums is that of a target. */
CF_SHARED int
cf_snake_is_target (const CfSnakeScene *scene, CfSnakeSums in, int32_t n)
{
  CfSnakeScene pooled = *scene;
  const double least = scene->empty - CF_SNAKE_NODE_COST * n;
  const double gain = least - cf_snake_criterion (scene, in);

  if (in.n < CF_SNAKE_AREA_MIN)
    return 0;
  pooled.model = CF_SNAKE_POOLED;
  return gain > CF_SNAKE_VARIANCE_GAIN
         || (gain > CF_SNAKE_TARGET_GAIN
             && least - cf_snake_criterion (&pooled, in)
                    > CF_SNAKE_TARGET_GAIN);
}
