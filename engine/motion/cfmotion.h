/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Motion between a frame and the last result, as a field of vectors, one for a
 * block of 8x8 samples: what METHOD COMPENSATED moves its history by.
 *
 * Both pictures have 8 bits (cfmotionscale.h), and two halvings beside them:
 * levels 0, 1 and 2. Coordinates beyond
 * a picture are clamped. Vectors are in quarters of their level's samples and
 * point from the frame's block to the result's; those of whole samples are
 * multiples of 4. A pass takes for each block the cheapest of some candidates,
 * the first of equal ones, and looks at nothing that the same pass makes, so
 * that all blocks of a pass can run at once:
 *
 *   cost = SAD + cf_motion_penalty (v, predicted, D, slack, lambda)
 *
 * D is the dominant vector of the previous field, F the previous field at this
 * block, both 0 at first; on level l D is cf_motion_at_level (D, l), and F that
 * of the block cf_motion_middle (). N are the 9 vectors in and around a block
 * (blocks beyond the field clamped), row by row; their median is by component.
 *
 *   level 2: D; all of REACH around 0; all within 2 samples of D, and within 1
 *       of F, row by row. Predicted: D
 *   level 1, then 0: the median of N of the coarser level, doubled, which is
 *       predicted too; 0; D; F; N, doubled; then the 8 whole samples around
 *       the best of these, row by row
 *   quarters: the block's own; D; F, both as they are; then above, left, right
 *       and below of the best of these, half a sample away, then the same a
 *       quarter away. Predicted: the median of N; slack 4
 *   smoothing, CF_MOTION_SMOOTHINGS times: the block's own; the median of N,
 *       which is predicted too; D; the blocks above, left, right and below
 *
 * Where frames are missing the picture has moved on for longer. Before a frame
 * to which `now` intervals between frames have passed since the last one, and
 * `before` to that (cf_motion_intervals ()), D and F are replaced by
 * cf_motion_scaled () of them, be there a search or not.
 *
 * Sigma is that of the guide plane's noise, whatever strength it is taken away
 * with, in 1/256 of a step of the pictures. Slack is 0 but for quarters. A
 * block of level 0 that matches at 0 (cf_motion_is_still ()) keeps 0 in all
 * passes while D is 0. Candidates are clamped to MOST. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_MOTION_BLOCK 8
#define CF_MOTION_LEVELS 3
#define CF_MOTION_REACH 8   /* samples of level 2, so 32 of the picture */
#define CF_MOTION_MOST 4080 /* quarters of a sample */
#define CF_MOTION_SMOOTHINGS 2
#define CF_MOTION_INTERVALS 8 /* that a motion is taken to go on for */
#define CF_MOTION_BINS 2048   /* of each component: -1024...1023 */

typedef struct {
  int16_t x, y;
} CfMotionVector;

/* --- levels and blocks --- */

/* A side of the next level, whose samples are means of 2x2. */
CF_SHARED int32_t
cf_motion_half (int32_t side)
{
  return (side + 1) / 2;
}

CF_SHARED int32_t
cf_motion_mean (int32_t a, int32_t b, int32_t c, int32_t d)
{
  return (a + b + c + d + 2) >> 2;
}

/* Blocks along a side, the last of which may be partial. */
CF_SHARED int32_t
cf_motion_blocks (int32_t side)
{
  return (side + CF_MOTION_BLOCK - 1) / CF_MOTION_BLOCK;
}

CF_SHARED int32_t
cf_motion_clamp (int32_t i, int32_t least, int32_t most)
{
  return i < least ? least : i > most ? most : i;
}

/* Returns the block of level 0 nearest the middle of a level's block i. */
CF_SHARED int32_t
cf_motion_middle (int32_t i, int32_t level, int32_t blocks)
{
  return cf_motion_clamp ((i << level) + (1 << level >> 2), 0, blocks - 1);
}

/* --- vectors --- */

CF_SHARED CfMotionVector
cf_motion_vector (int32_t x, int32_t y)
{
  CfMotionVector v;

  v.x = (int16_t)cf_motion_clamp (x, -CF_MOTION_MOST, CF_MOTION_MOST);
  v.y = (int16_t)cf_motion_clamp (y, -CF_MOTION_MOST, CF_MOTION_MOST);
  return v;
}

/* A vector of level 0 in whole samples of a level. */
CF_SHARED CfMotionVector
cf_motion_at_level (CfMotionVector v, int32_t level)
{
  return cf_motion_vector (
      ((v.x >> level) + 2) & ~3, ((v.y >> level) + 2) & ~3);
}

/* Limits the number of frame intervals that passed since the last frame. */
CF_SHARED int32_t
cf_motion_intervals (uint32_t elapsed)
{
  return elapsed < 1                     ? 1
         : elapsed < CF_MOTION_INTERVALS ? (int32_t)elapsed
                                         : CF_MOTION_INTERVALS;
}

/* Times now/before, rounded to the nearest, halves away from 0. */
CF_SHARED int32_t
cf_motion_scaled_component (int32_t component, int32_t now, int32_t before)
{
  const int32_t twice = 2 * component * now;

  return (twice < 0 ? twice - before : twice + before) / (2 * before);
}

CF_SHARED CfMotionVector
cf_motion_scaled (CfMotionVector v, int32_t now, int32_t before)
{
  return cf_motion_vector (cf_motion_scaled_component (v.x, now, before),
      cf_motion_scaled_component (v.y, now, before));
}

/* The 5th of 9: exactly four precede it, equal ones by their place. */
CF_SHARED int32_t
cf_motion_median (const int16_t v[9])
{
  int32_t median = v[0];

  for (int32_t i = 0; i < 9; i++) {
    int32_t before = 0;

    for (int32_t j = 0; j < 9; j++)
      before += v[j] < v[i] || (v[j] == v[i] && j < i);
    if (before == 4)
      median = v[i];
  }
  return median;
}

/* --- what a vector costs --- */

/* Returns the cost of a sample's distance, in 1/1024 of a step of SAD for a
 * quarter. Vectors that fit the noise best lead to other noise than their
 * own. */
CF_SHARED int32_t
cf_motion_lambda (int32_t sigma)
{
  return sigma * 64 / 5 + 512;
}

/* Distances of up to `slack` in each component are free, those above 8 samples
 * cost no more. The dominant vector is free, and unless it is 0 those within a
 * quarter too: where nothing else speaks all blocks shall agree, and make the
 * same error of rounding in no two frames. */
CF_SHARED int32_t
cf_motion_penalty (CfMotionVector v, CfMotionVector predicted,
    CfMotionVector dominant, int32_t slack, int32_t lambda)
{
  const int32_t near = dominant.x != 0 || dominant.y != 0;
  int32_t x = v.x - predicted.x, y = v.y - predicted.y, distance;
  int32_t dx = v.x - dominant.x, dy = v.y - dominant.y;

  if (dx >= -near && dx <= near && dy >= -near && dy <= near)
    return 0;
  x = (x < 0 ? -x : x) - slack;
  y = (y < 0 ? -y : y) - slack;
  distance = (x > 0 ? x : 0) + (y > 0 ? y : 0);
  return lambda * (distance < 32 ? distance : 32) >> 10;
}

/* TRUE if a block's SAD at 0 is no more than what noise makes: 64 samples of
 * sqrt (2 / pi) sigma each, a third more, and 16 steps for rounding. */
CF_SHARED int32_t
cf_motion_is_still (int32_t sad, int32_t sigma)
{
  return sad <= (sigma * 69 >> 8) + 16;
}

/* --- quarters of a sample --- */

/* Along rows first, then along columns; each rounded and clamped, and left out
 * where it is at a whole sample. Tap i is at sample i - (taps / 2 - 1). Four
 * taps find a vector as well as six do; the history is moved in each frame, and
 * every dB that its filter loses is lost again and again. */
#define CF_MOTION_SEARCH_TAPS 4
CF_SHARED_TABLE int8_t cf_motion_search_taps[4][CF_MOTION_SEARCH_TAPS]
    __attribute__ ((aligned (4))) = {
      { 0, 64, 0, 0 },
      { -6, 56, 17, -3 },
      { -8, 40, 40, -8 },
      { -3, 17, 56, -6 },
    };

/* HEVC's for luma (ITU-T H.265, 8.5.3.3.3), on 16 bits. */
#define CF_MOTION_TAPS 8
CF_SHARED_TABLE int8_t cf_motion_taps[4][CF_MOTION_TAPS]
    __attribute__ ((aligned (8))) = {
      { 0, 0, 0, 64, 0, 0, 0, 0 },
      { -1, 4, -10, 58, 17, -5, 1, 0 },
      { -1, 4, -11, 40, 40, -11, 4, -1 },
      { 0, 1, -5, 17, 58, -10, 4, -1 },
    };

/* Rounds a sum of products; most: 255 or 65535. */
CF_SHARED int32_t
cf_motion_rounded (int32_t sum, int32_t most)
{
  return cf_motion_clamp ((sum + 32) >> 6, 0, most);
}

/* --- the dominant vector --- */

/* TRUE if a block counts: `gradient` is the sum over it of the absolute
 * differences of each sample's left and right, and of its upper and lower
 * neighbour in the last result. */
CF_SHARED int32_t
cf_motion_is_textured (int32_t gradient, int32_t sigma)
{
  return gradient > sigma * 192 >> 8;
}

/* Each component by itself: the bin with the largest sum of a bin's count twice
 * and its neighbours' once (those beyond the ends have none), the nearest to 0
 * of equal ones, the negative first; 0 unless cf_motion_is_dominant (). */
CF_SHARED int32_t
cf_motion_bin (int32_t component)
{
  return cf_motion_clamp (
             component, -(CF_MOTION_BINS / 2 - 1), CF_MOTION_BINS / 2 - 1)
         + CF_MOTION_BINS / 2;
}

/* TRUE if a bin's sum is that of a motion, in a field of so many blocks: a few,
 * which is all that has texture in the dark, may say anything. */
CF_SHARED int32_t
cf_motion_is_dominant (int32_t sum, int32_t blocks)
{
  return 64 * (int64_t)sum >= blocks;
}

/* --- what is trusted --- */

/* TRUE if a block's samples may count as history: those of others have the
 * count 0. What an object uncovers is matched with anything that is alike
 * within the noise, and neighbours do not agree on that. `median` is that of N
 * in the field as it is returned, `dominant` that field's own. */
CF_SHARED int32_t
cf_motion_is_trusted (
    CfMotionVector v, CfMotionVector median, CfMotionVector dominant)
{
  const int32_t x = v.x - median.x, y = v.y - median.y;

  return (v.x == dominant.x && v.y == dominant.y)
         || (x < 0 ? -x : x) + (y < 0 ? -y : y) <= 4;
}
