/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds how much of a reference a block takes in temporal repair, and how
 * doubtful that is: temporal and spatial repair are weighed by the errors that
 * each is likely to have, as a Kalman filter does. For both backends.
 *
 * All is of a block's best vector, over its window, in steps of the pictures;
 * quotients are rounded down where nothing else is said. A sample that leads to
 * trusted ones (as a pair) differs by d from the reference's, which is
 * interpolated by CF_MOTION_TAPS as samples of holes are. In 1/256 of a squared
 * step:
 *   own    = 256 sum (d^2) / pairs, over KNOWN samples
 *   doubts = 16 sum (doubt^2) / gaps, of the reference's sample where the
 *            vector leads, rounded down; over SPACE samples
 *   gap    = 256 sum (d^2) / gaps, over the same: reference and fill differ
 *   error  = own / 2 + doubts: what the reference is likely to be wrong by
 * The fill is likely to be wrong by gap - error, and not by more than a sample
 * of what is known differs from those as far away as the holes are deep:
 *   guess  = 256 sum (g^2) / guesses, over KNOWN samples: g is a sample less
 *            the mean, rounded at halves, of those of the four `reach` to the
 *            left, right, above and below that are KNOWN; where there are some
 *   reach  = (gaps + edges) / (2 edges), from 1 to 8; edges is how many of the
 *            SPACE samples are KNOWN at their right, or below, where that is
 *            more; 1 at least
 * With gap at most error + reach guess / 12 (where there are guesses) a share
 * of 64 (gap - error) / gap of 64, rounded at halves, is the reference's, and
 * the rest is the fill's: rounded down, a sample that is taken from frame to
 * frame would become the fill. A block without gaps, or with a share of less
 * than CF_TEMPORAL_LEAST, refuses. What it takes has a doubt, in 1/4 of a step,
 * from 1 to 254, of sqrt ((own / 32 + doubts) share / 1024). */
#pragma once

#include "engine/inpaint/cfinpainttemporal.h"

#define CF_TEMPORAL_LEAST 8
#define CF_TEMPORAL_REACH_MAX 8

/* Sums over a window. */
typedef struct {
  int32_t pairs, squares;
  int32_t gaps, gap_squares, doubt_squares;
  int32_t edges_x, edges_y;
  int32_t guesses, guess_squares;
} CfTemporalErrors;

/* Samples a reference's picture where a vector leads, by the taps. */
CF_SHARED int32_t
cf_temporal_reference_sample (
    const CfTemporalPictures *p, int32_t x, int32_t y, CfMotionVector v)
{
  const int32_t left = x + (v.x >> 2) - (CF_MOTION_TAPS / 2 - 1);
  const int32_t top = y + (v.y >> 2) - (CF_MOTION_TAPS / 2 - 1);
  int32_t sum = 0, i, j;

  for (j = 0; j < CF_MOTION_TAPS; j++) {
    const int32_t row = cf_motion_clamp (top + j, 0, p->height - 1);
    const int32_t down = cf_motion_taps[v.y & 3][j];
    int32_t of_row = 0;

    if (down == 0)
      continue;
    for (i = 0; i < CF_MOTION_TAPS; i++)
      if (cf_motion_taps[v.x & 3][i] != 0)
        of_row += cf_motion_taps[v.x & 3][i]
                  * p->result[row * p->stride
                              + cf_motion_clamp (left + i, 0, p->width - 1)];
    sum += down * cf_motion_rounded (of_row, 255);
  }
  return cf_motion_rounded (sum, 255);
}

/* Adds a sample of the window, which may be outside of the picture, but for
 * guesses. */
CF_SHARED void
cf_temporal_add_pair (const CfTemporalPictures *p, int32_t x, int32_t y,
    CfMotionVector v, CfTemporalErrors *e)
{
  int32_t difference, doubt;

  if (x < 0 || x >= p->width || y < 0 || y >= p->height
      || !cf_temporal_leads (p->reference_states, p->width, p->height, x, y, v))
    return;
  difference = cf_temporal_reference_sample (p, x, y, v)
               - p->frame[(int64_t)y * p->stride + x];
  if (cf_temporal_is_known (p, x, y)) {
    e->pairs++;
    e->squares += difference * difference;
    return;
  }
  doubt = CF_TEMPORAL_KNOWN
          - p->reference_states[(int64_t)(y + (v.y >> 2)) * p->width + x
                                + (v.x >> 2)];
  e->gaps++;
  e->gap_squares += difference * difference;
  e->doubt_squares += doubt * doubt;
  e->edges_x += cf_temporal_is_known (p, x + 1, y);
  e->edges_y += cf_temporal_is_known (p, x, y + 1);
}

CF_SHARED int32_t
cf_temporal_reach (const CfTemporalErrors *e)
{
  const int32_t more = e->edges_x > e->edges_y ? e->edges_x : e->edges_y;
  const int32_t edges = more > 1 ? more : 1;

  return cf_motion_clamp (
      (e->gaps + edges) / (2 * edges), 1, CF_TEMPORAL_REACH_MAX);
}

/* Adds the guess at a sample that is KNOWN. */
CF_SHARED void
cf_temporal_add_guess (const CfTemporalPictures *p, int32_t x, int32_t y,
    int32_t reach, CfTemporalErrors *e)
{
  int32_t sum = 0, n = 0, i, difference;

  for (i = 0; i < 4; i++) {
    const int32_t away = i % 2 ? reach : -reach;
    const int32_t to_x = i < 2 ? x + away : x, to_y = i < 2 ? y : y + away;

    if (cf_temporal_is_known (p, to_x, to_y)) {
      sum += p->frame[(int64_t)to_y * p->stride + to_x];
      n++;
    }
  }
  if (n == 0)
    return;
  difference = p->frame[(int64_t)y * p->stride + x] - (2 * sum + n) / (2 * n);
  e->guesses++;
  e->guess_squares += difference * difference;
}

/* The integer part of a root that is below 256. */
CF_SHARED int32_t
cf_temporal_root (int64_t square)
{
  int32_t root = 0, bit;

  for (bit = 128; bit > 0; bit >>= 1)
    if ((int64_t)(root + bit) * (root + bit) <= square)
      root += bit;
  return root;
}

/* Gives a choice that fits its share and doubt, or refuses. */
CF_SHARED void
cf_temporal_weigh (const CfTemporalErrors *e, CfTemporalChoice *choice)
{
  int64_t own, doubts, error, gap, share = 0;

  if (e->gaps > 0) {
    own = 256 * (int64_t)e->squares / e->pairs;
    doubts = 16 * (int64_t)e->doubt_squares / e->gaps;
    gap = 256 * (int64_t)e->gap_squares / e->gaps;
    error = own / 2 + doubts;
    if (e->guesses > 0) {
      const int64_t guess = 256 * (int64_t)e->guess_squares / e->guesses;
      const int64_t most = error + cf_temporal_reach (e) * guess / 12;

      gap = gap < most ? gap : most;
    }
    if (gap > error)
      share = (2 * CF_TEMPORAL_SHARES * (gap - error) + gap) / (2 * gap);
  }
  if (share < CF_TEMPORAL_LEAST) {
    choice->difference = CF_TEMPORAL_REFUSED;
    return;
  }
  choice->share = (uint8_t)share;
  choice->doubt = (uint8_t)cf_motion_clamp (
      cf_temporal_root ((own / 32 + doubts) * share / 1024), 1,
      CF_TEMPORAL_KNOWN - 1);
}
