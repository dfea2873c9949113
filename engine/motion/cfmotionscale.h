/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of 8 bits are compared in searches for motion and for scene changes,
 * on both backends.
 *
 * Samples and results are taken as 16 bits, v = value * 2^(16 - bits). Both
 * pictures of a comparison, a frame and the last result or another frame, have
 * one scale, and are rounded alike:
 *   min (255, floor ((max (v - base, 0) + 2^shift / 2) / 2^shift))
 * With up to 8 bits base is 0 and shift 8. Deeper ones may use a small part of
 * their range, as those of thermal cameras do; of these both go by the frame,
 * and by nothing before it:
 *   samples  of the channel that is compared, those in SIDE columns and rows,
 *            or in all of fewer: the i-th of n along a side is at
 *            floor ((i + 1/2) side / n). Those that are 0 or the greatest of so
 *            many bits do not count: they are clipped, or drawn
 *   ranges   low and high of nearly all and of most: of n that count those of
 *            rank floor (n / 64), and floor (n / 16), from 0, from either end
 *   shift    of a range the least, up to 8, with high - low <= 2^(7 + shift),
 *            so that brightness may change by half of it before anything is
 *            clamped, and sigma <= 2^(3 + shift): finer steps tell nothing. Of
 *            the range of most; but of that of nearly all where this is more
 *            than twice as wide, and 4 sigma >= 2^shift: where some samples are
 *            far from most (a window, a lamp), and noise shows in steps that
 *            reach these too
 *   base     of the same, floor ((low + high) / 2) - 2^(7 + shift), down to a
 *            multiple of 2^shift, at least 0 and at most 2^16 - 2^(8 + shift)
 * Where none counts, base is 0 and shift 8. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_DENOISE_SCALE_SIDE 64
#define CF_DENOISE_SCALE_SAMPLES (CF_DENOISE_SCALE_SIDE * CF_DENOISE_SCALE_SIDE)

typedef struct {
  uint16_t base, shift;
} CfDenoiseScale;

/* TRUE if a plane of so many bits has a scale by its frames. */
CF_SHARED int32_t
cf_denoise_is_scaled (int32_t bits)
{
  return bits > 8;
}

CF_SHARED CfDenoiseScale
cf_denoise_whole_scale (void)
{
  const CfDenoiseScale whole = { 0, 8 };

  return whole;
}

/* --- by a frame --- */

/* Columns, or rows, of a side. */
CF_SHARED int32_t
cf_denoise_scale_count (int32_t side)
{
  return side < CF_DENOISE_SCALE_SIDE ? side : CF_DENOISE_SCALE_SIDE;
}

/* The i-th of these, in the middle of its part of the side. */
CF_SHARED int32_t
cf_denoise_scale_at (int32_t i, int32_t side)
{
  return (2 * i + 1) * side / (2 * cf_denoise_scale_count (side));
}

CF_SHARED int32_t
cf_denoise_scale_counts (uint32_t v, int32_t bits)
{
  return v != 0 && v != (0xffffu << (16 - bits) & 0xffff);
}

/* Nearly all samples, and most. */
enum {
  CF_DENOISE_SCALE_NEARLY_ALL,
  CF_DENOISE_SCALE_MOST,
  CF_DENOISE_SCALE_RANGES
};

/* Counts from either end, of n. */
CF_SHARED int32_t
cf_denoise_scale_rank (int32_t n, int32_t range)
{
  return range == CF_DENOISE_SCALE_MOST ? n / 16 : n / 64;
}

typedef struct {
  int32_t low, high;
} CfDenoiseRange;

CF_SHARED int32_t
cf_denoise_scale_shift (int32_t width, int32_t sigma)
{
  int32_t shift = 0;

  while (shift < 8 && (width > 128 << shift || sigma > 8 << shift))
    shift++;
  return shift;
}

/* sigma: the noise's in 1/256 of a step of 8 bits, or 0 */
CF_SHARED CfDenoiseScale
cf_denoise_scale_of (
    const CfDenoiseRange ranges[CF_DENOISE_SCALE_RANGES], int32_t sigma)
{
  const CfDenoiseRange all = ranges[CF_DENOISE_SCALE_NEARLY_ALL];
  const int32_t wide = cf_denoise_scale_shift (all.high - all.low, sigma);
  CfDenoiseRange range = ranges[CF_DENOISE_SCALE_MOST];
  int32_t shift = cf_denoise_scale_shift (range.high - range.low, sigma), base;
  CfDenoiseScale scale;

  if (all.high - all.low > 2 * (range.high - range.low)
      && 4 * sigma >= 1 << wide) {
    range = all;
    shift = wide;
  }
  base = ((range.low + range.high) / 2 - (128 << shift)) & -(1 << shift);
  base = base < 65536 - (256 << shift) ? base : 65536 - (256 << shift);
  scale.base = (uint16_t)(base > 0 ? base : 0);
  scale.shift = (uint16_t)shift;
  return scale;
}

/* --- what it makes --- */

CF_SHARED uint32_t
cf_denoise_scaled (uint32_t v, CfDenoiseScale scale)
{
  const uint32_t above = v > scale.base ? v - scale.base : 0;
  const uint32_t most = 255u << scale.shift;

  return ((above < most ? above : most) + (1u << scale.shift >> 1))
         >> scale.shift;
}

/* Sigma in 1/256 of a step of 8 bits as 1/256 of a step of the scale. */
CF_SHARED uint32_t
cf_denoise_scaled_sigma (uint32_t sigma, CfDenoiseScale scale)
{
  return sigma << (8 - scale.shift);
}
