/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Temporal repair: holes take samples from frames around, for both backends.
 *
 * A frame is filled from space first. Then motion is searched for
 * (cfmotion.h, sigma CF_TEMPORAL_SIGMA, on the channel of each field's
 * guide plane as cfmoved.h says, with the scale of the frame and no sigma,
 * cfmotionscale.h) between it and each of its references: the
 * last frame's result, and the next `future` frames that are there, filled from
 * space. One on the other side of a scene change (cfscenechange.h) is none, and
 * its search forgets. Nothing is searched for in a frame without holes.
 *
 * A sample of a frame is KNOWN, or SPACE: filled from space, or taken from
 * references, with a doubt: how far it is likely to be from what was there, in
 * 1/4 of a step of the pictures. Those that are not SPACE are trusted.
 *
 * Blocks. A hole's samples say nothing of motion, so each block of 8x8
 * samples of a guide plane that has a hole in it or the 8 blocks around it
 * chooses again, for each reference, by what is known around; others refuse. A
 * window of level l has 24x24 samples, 2^l apart, the first at 8 b + 4 - 12 *
 * 2^l + 2^l / 2; its level is the least of which CF_TEMPORAL_ENOUGH are KNOWN,
 * or the greatest. Candidates, in this order: the block's vector; the dominant
 * one; 0; those of the 8 blocks 2^l away, row by row (clamped to the field). A
 * pair is a KNOWN sample of the window and where a vector leads, between 2x2
 * samples of the reference's picture, which are all (but those of weight 0) in
 * it and trusted: with quarters fx, fy
 *   ((4 - fx) (4 - fy) a + fx (4 - fy) b + (4 - fx) fy c + fx fy d + 8) >> 4.
 * A candidate with fewer pairs than half of the window's KNOWN samples, or than
 * CF_TEMPORAL_FEW, is out. The best has the least mean absolute difference, the
 * first of equal ones. It fits (cf_temporal_fits ()) where that is not above
 * what noise and the picture around make likely, and has a share and a doubt,
 * or refuses, as cfinpaintshare.h says.
 *
 * Samples. A sample of a hole is between four blocks' middles (of a plane that
 * follows the guide plane blocks of 8 >> s samples; at the field's ends one
 * stands for two), whose weights are bilinear. Where a block has references in
 * use (cf_temporal_uses ()) that lead to trusted samples there (as of a pair),
 * its prediction is the mean, rounded up at halves, over these, of (share T +
 * (64 - share) S) / 64, S the sample from space, T the reference's sample by
 * CF_MOTION_TAPS, rounded and clamped along rows, then columns, replicated at
 * the picture's ends; without one it is S. The sample is the weighted mean of
 * the four, rounded up at halves. Where blocks of at least half of the weight
 * had a prediction its doubt is the weighted mean, rounded down, of theirs,
 * which are the least of the references that they went by; else it stays SPACE.
 */
#pragma once

#include "engine/motion/cfmoved.h"

#define CF_TEMPORAL_SIGMA 512 /* in 1/256 of a step of the pictures */
#define CF_TEMPORAL_WINDOW 24
#define CF_TEMPORAL_LEVELS 4
#define CF_TEMPORAL_CANDIDATES 11
#define CF_TEMPORAL_ENOUGH 96
#define CF_TEMPORAL_FEW 32
#define CF_TEMPORAL_REFERENCES 5 /* the past, and the future's */

/* States; of what is taken from references CF_TEMPORAL_KNOWN less the doubt. */
enum { CF_TEMPORAL_SPACE, CF_TEMPORAL_KNOWN = 255 };

#define CF_TEMPORAL_SHARES 64

/* --- blocks --- */

/* Says whether a pair counts, and its difference. */
typedef struct {
  int32_t counts, difference;
} CfTemporalPair;

/* A block's match in a reference: `difference` is the mean absolute one in 1/16
 * of a step of the pictures, CF_TEMPORAL_REFUSED where it does not fit. */
#define CF_TEMPORAL_REFUSED 0xffff
typedef struct {
  CfMotionVector v;
  uint16_t difference;
  uint8_t share; /* of CF_TEMPORAL_SHARES: the reference's, not the fill's */
  uint8_t doubt; /* 1 to 254 */
} CfTemporalChoice;

/* A guide plane's frame and one of its references. */
typedef struct {
  const uint8_t *frame, *result; /* 8 bits a sample, as for the search */
  int64_t stride;                /* of both */
  const uint8_t *states, *reference_states; /* width bytes a row */
  int32_t width, height;
} CfTemporalPictures;

CF_SHARED int32_t
cf_temporal_is_trusted (
    const uint8_t *states, int32_t width, int32_t height, int32_t x, int32_t y)
{
  return x >= 0 && x < width && y >= 0 && y < height
         && states[(int64_t)y * width + x] != CF_TEMPORAL_SPACE;
}

/* TRUE if a vector leads from a sample to trusted ones. */
CF_SHARED int32_t
cf_temporal_leads (const uint8_t *states, int32_t width, int32_t height,
    int32_t x, int32_t y, CfMotionVector v)
{
  const int32_t left = x + (v.x >> 2), top = y + (v.y >> 2);
  const int32_t across = (v.x & 3) != 0, down = (v.y & 3) != 0;

  return cf_temporal_is_trusted (states, width, height, left, top)
         && (!across
             || cf_temporal_is_trusted (states, width, height, left + 1, top))
         && (!down
             || cf_temporal_is_trusted (states, width, height, left, top + 1))
         && (!across || !down
             || cf_temporal_is_trusted (
                 states, width, height, left + 1, top + 1));
}

/* The first sample of a block's window. */
CF_SHARED int32_t
cf_temporal_window (int32_t block, int32_t level)
{
  return block * CF_MOTION_BLOCK + CF_MOTION_BLOCK / 2
         - (CF_TEMPORAL_WINDOW / 2 << level) + (1 << level >> 1);
}

CF_SHARED int32_t
cf_temporal_is_known (const CfTemporalPictures *p, int32_t x, int32_t y)
{
  return x >= 0 && x < p->width && y >= 0 && y < p->height
         && p->states[(int64_t)y * p->width + x] == CF_TEMPORAL_KNOWN;
}

/* The sample must be KNOWN. */
CF_SHARED CfTemporalPair
cf_temporal_pair (
    const CfTemporalPictures *p, int32_t x, int32_t y, CfMotionVector v)
{
  const int32_t fx = v.x & 3, fy = v.y & 3;
  const int32_t across = fx != 0, down = fy != 0;
  CfTemporalPair pair = { 0, 0 };
  const uint8_t *upper, *lower;
  int32_t sample;

  if (!cf_temporal_leads (p->reference_states, p->width, p->height, x, y, v))
    return pair;
  upper = p->result + (int64_t)(y + (v.y >> 2)) * p->stride + x + (v.x >> 2);
  lower = down ? upper + p->stride : upper;
  sample = ((4 - fx) * (4 - fy) * upper[0] + fx * (4 - fy) * upper[across]
               + (4 - fx) * fy * lower[0] + fx * fy * lower[across] + 8)
           >> 4;
  sample -= p->frame[(int64_t)y * p->stride + x];
  pair.counts = 1;
  pair.difference = sample < 0 ? -sample : sample;
  return pair;
}

/* Candidate i of a block, from the field of a search. */
CF_SHARED CfMotionVector
cf_temporal_candidate (const CfMotionVector *field, int32_t width,
    int32_t height, CfMotionVector dominant, int32_t bx, int32_t by,
    int32_t level, int32_t i)
{
  const int32_t around = i + (i > 6); /* of 3...11, without the middle, 7 */
  CfMotionVector v = { 0, 0 };

  if (i == 1)
    return dominant;
  if (i == 2)
    return v;
  if (i > 2) {
    bx += ((around - 3) % 3 - 1) * (1 << level);
    by += ((around - 3) / 3 - 1) * (1 << level);
    bx = cf_motion_clamp (bx, 0, width - 1);
    by = cf_motion_clamp (by, 0, height - 1);
  }
  return field[(int64_t)by * width + bx];
}

CF_SHARED int32_t
cf_temporal_is_enough (int32_t pairs, int32_t known)
{
  return pairs >= CF_TEMPORAL_FEW && 2 * pairs >= known;
}

/* TRUE if the mean difference of so many pairs is what noise and the picture
 * make: at most 4 steps, and half of the mean absolute difference of the
 * window's known samples from their mean, which counts up to 32 steps. */
CF_SHARED int32_t
cf_temporal_fits (
    int32_t differences, int32_t pairs, int32_t texture, int32_t known)
{
  const int64_t most = 32 * (int64_t)known;
  const int64_t of = texture < most ? texture : most;

  return 2 * (int64_t)differences * known
         <= (int64_t)pairs * (8 * (int64_t)known + of);
}

CF_SHARED uint16_t
cf_temporal_mean_difference (int32_t differences, int32_t pairs)
{
  return (uint16_t)(16 * differences / pairs);
}

/* --- samples --- */

/* TRUE if a reference is in use where the block's best has so much. */
CF_SHARED int32_t
cf_temporal_uses (int32_t difference, int32_t best)
{
  return difference != CF_TEMPORAL_REFUSED && difference <= 2 * best + 16;
}

/* Returns the weight of a sample's own block in one dimension, of twice the
 * block's side, and on which side the other block is. */
CF_SHARED int32_t
cf_temporal_weight (int32_t x, int32_t side, int32_t *other)
{
  const int32_t at = 2 * (x % side) + 1;

  *other = at < side ? -1 : 1;
  return at < side ? side + at : 3 * side - at;
}
