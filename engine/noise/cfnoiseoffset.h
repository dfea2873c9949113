/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds how much brighter a frame is than the last result, by classes of
 * brightness, for both backends. In a fade, and where a camera sets its
 * exposure or white balance, differences of single samples tell little of it,
 * but means of many do; a result that is not made brighter or darker with it
 * lags.
 *
 * A class has the mean of its tiles' mean differences (cfnoise.h), of tiles
 * that differ by no more than noise and their mean; less what chance makes of
 * it. Flicker is to be smoothed, so the least of three frames counts, where all
 * have the same sign. Deviations and offsets are in 1/256 of a step of 8
 * bits. */
#pragma once

#include "engine/noise/cfnoiseplane.h"

#define CF_NOISE_OFFSET_FEW 4    /* tiles: fewer tell nothing */
#define CF_NOISE_OFFSET_FRAMES 3 /* that have to agree */
#define CF_NOISE_OFFSET_ZERO (1 << 15)

/* The mean of a tile's differences, of samples of so many bits. Of more than 12
 * bits those are rounded down to 12, by 7.5 in the mean, and results to the
 * nearest, by up to 8 all alike where a picture is flat: so little is no
 * offset. */
CF_SHARED int32_t
cf_noise_offset_mean (const CfNoiseSums *s, int32_t bits)
{
  const int32_t mean = (s->d + 8 + CF_NOISE_SAMPLES * 15 / 32) >> 4;

  if (bits <= 12)
    return (s->d + 8) >> 4;
  return mean > 8 ? mean - 8 : mean < -8 ? mean + 8 : 0;
}

/* TRUE if a tile's differences are this mean and noise of about this deviation:
 * what is clipped or synthetic has less, what moves has more. */
CF_SHARED int32_t
cf_noise_offset_counts (const CfNoiseSums *s, int32_t mean, uint32_t sigma)
{
  const uint32_t e = s->dd - (uint32_t)((int64_t)s->d * s->d >> 8);
  const uint64_t square = (uint64_t)sigma * sigma;

  return sigma > 0 && (uint64_t)e * 16 >= square && e <= 6 * square
         && (uint32_t)(mean < 0 ? -mean : mean) <= 3 * sigma + 256;
}

/* Sums over a class's tiles: of their means, and of the squares of those. */
typedef struct {
  int64_t sum;
  uint64_t squares;
  uint32_t n;
} CfNoiseOffset;

/* The mean, and the deviation from it, of a class that tells. */
CF_SHARED int32_t
cf_noise_offset_middle (const CfNoiseOffset *o)
{
  /* less work than by 64 bits */
  if (o->sum == (int32_t)o->sum)
    return (int32_t)o->sum / (int32_t)o->n;
  return (int32_t)(o->sum / (int64_t)o->n);
}

CF_SHARED uint32_t
cf_noise_offset_deviation (const CfNoiseOffset *o, int32_t mean)
{
  const uint64_t own = (uint64_t)((int64_t)mean * mean);
  const uint64_t all = o->squares == (uint32_t)o->squares
                           ? (uint32_t)o->squares / o->n
                           : o->squares / o->n;

  return cf_noise_root (all > own ? (uint32_t)(all - own) : 0);
}

/* Takes a class that tells. Its offset is what tiles have in common, beyond 3/8
 * of the deviation by which they differ, and three of their mean's. */
CF_SHARED int32_t
cf_noise_offset_of_frame (const CfNoiseOffset *o)
{
  const uint32_t n = o->n < 65535 ? o->n : 65535;
  const int32_t mean = cf_noise_offset_middle (o);
  uint32_t of = (uint32_t)(mean < 0 ? -mean : mean), deviation, chance;

  if (of <= 4)
    return 0;
  deviation = cf_noise_offset_deviation (o, mean);
  chance = 4 + deviation * 3 / 8 + 768 * deviation / cf_noise_root (n << 16);
  of = of <= chance ? 0 : cf_noise_least (of - chance, 32767);
  return mean < 0 ? -(int32_t)of : (int32_t)of;
}

/* Adds one more frame: `least` is that of later ones. */
CF_SHARED int32_t
cf_noise_offset_with (int32_t least, int32_t one)
{
  if (least >= 0)
    return one < 0 ? 0 : one < least ? one : least;
  return one > 0 ? 0 : one > least ? one : least;
}

/* Returns a class's offset, where frames[i] is that of i frames ago: more than
 * 0, CF_NOISE_OFFSET_ZERO is no offset; or 0 where too few tiles tell. */
CF_SHARED uint32_t
cf_noise_offset_of (const CfNoiseOffset *frames)
{
  int32_t least;

  for (int32_t i = 0; i < CF_NOISE_OFFSET_FRAMES; i++)
    if (frames[i].n < CF_NOISE_OFFSET_FEW)
      return 0;
  least = cf_noise_offset_of_frame (&frames[0]);
  for (int32_t i = 1; i < CF_NOISE_OFFSET_FRAMES && least != 0; i++)
    least = cf_noise_offset_with (least, cf_noise_offset_of_frame (&frames[i]));
  return (uint32_t)(CF_NOISE_OFFSET_ZERO + least);
}

/* Returns a level's offset, where one class at least is known: on lines between
 * the classes' middles, and between known classes. */
CF_SHARED int32_t
cf_noise_offset_level (const uint32_t *offsets, int32_t level)
{
  uint32_t all[CF_NOISE_LUMA_CLASSES];

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    all[i] = cf_noise_fill (offsets, i);
  return (int32_t)cf_noise_level (all, level) - CF_NOISE_OFFSET_ZERO;
}
