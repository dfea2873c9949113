/* How strong a plane's noise is, from a frame and the last result, for both
 * backends; of the epsilon filter, from the frame alone (A below).
 *
 * With v the samples as 12 bits (floor (value * 2^(12 - bits)) for more bits),
 * d = v - r limited to +-2047, r the last result likewise, and h the second
 * difference both ways,
 *   h (v) = sum of (1, -2, 1; -2, 4, -2; 1, -2, 1) v,
 * which has six times the noise's standard deviation and little of a picture
 * (Immerkaer, Fast noise variance estimation, 1996): for each square tile of
 * 16x16 differences, A is the sum of |h (v)|, and B of |h (d)|, times
 * sqrt (n / (n + 1)) where the count n of the tile's first result is not 0,
 * which is what the noise left in r adds. A tile's sum is the smaller one: what
 * has texture tells by B, what moves by A. Tiles in which more than 16 of the
 * 12-bit samples are the least or the greatest do not count: noise is cut off
 * there.
 *
 * Noise depends on light: tiles are of CF_DENOISE_CLASSES classes, by the mean
 * of their v, equal parts of all values. Values of colour do not tell the
 * light: there it is that of 4x4 samples of the first channel of the plane's
 * leader (cf_denoise_leader ()): those at 2^s times the place of each fourth of
 * the tile's samples, beginning with the first of its first row of differences.
 * Where the leader is colour too, or its size is not 2^s times as large
 * (cf_denoise_subsampling ()), all tiles are of one class.
 * A class's sum is the one that a fifth of its tiles is below. In most classes
 * that is a flat tile's; texture is told from noise by what a sensor's noise
 * does (its variance is a + b times the light): a sum is at most that of each
 * brighter class, and at most that of a darker class times the root of how much
 * brighter it is. Classes of a few tiles do not count, unless all are. The
 * plane's sum is that of the class in which seven eighths of the tiles are
 * reached, from dark to bright: too little smoothing costs more than too much.
 * Sigma is in proportion to the sum.
 *
 * Estimates are made of the first 8 frames of a history, which begins behind a
 * cut too and where sigma is no longer told, and of each fourth one then.
 * AVERAGE has no last result. There the frame is the one that gets its result,
 * and r the frame before it, or, where none is looked at, the one behind it,
 * with n = 1; where there is neither, A alone tells. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_DENOISE_TILE 16
#define CF_DENOISE_TILE_CLIPPED 16 /* samples, at most */
#define CF_DENOISE_DIFFERENCE_MAX 2047
#define CF_DENOISE_BINS 320 /* of sums: 16 for each power of two */
#define CF_DENOISE_CLASSES 8
#define CF_DENOISE_CLASS_BINS (CF_DENOISE_CLASSES * CF_DENOISE_BINS)
#define CF_DENOISE_LIGHTS 4
#define CF_DENOISE_CLASS_FEW 8 /* tiles: with fewer a class does not count */

/* Whole tiles along a side of so many samples. */
CF_SHARED int32_t
cf_denoise_tiles (int32_t side)
{
  return side < CF_DENOISE_TILE + 2 ? 0 : (side - 2) / CF_DENOISE_TILE;
}

/* Of so many rows of tiles each first of so many is looked at: 1080 rows of
 * samples have a thousand tiles in those. */
CF_SHARED int32_t
cf_denoise_tile_step (int32_t rows)
{
  return rows > 64 ? 8 : rows > 8 ? 4 : 1;
}

/* 2^16 sqrt (n / (n + 1)) for whole n from 1 on, at most 31, rounded down */
CF_SHARED uint32_t
cf_denoise_noise_share (uint32_t n)
{
  const uint64_t square = ((uint64_t)n << 32) / (n + 1);
  uint64_t root = 0, bit;

  for (bit = 1u << 15; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  return (uint32_t)root;
}

/* A tile's sum from its two, and the count of its first result in eighths. */
CF_SHARED uint32_t
cf_denoise_tile_sum (uint32_t a, uint32_t b, uint32_t share, uint32_t count)
{
  const uint32_t of_b = (uint32_t)((uint64_t)b * share >> 16);

  return count > 0 && of_b < a ? of_b : a;
}

/* What a class's tiles tell, and their number. */
typedef struct {
  uint32_t sum, tiles;
} CfDenoiseClass;

/* The class of a tile whose 12-bit samples have this sum, or of one of colour
 * whose CF_DENOISE_LIGHTS * CF_DENOISE_LIGHTS samples of the leader have it. */
CF_SHARED uint32_t
cf_denoise_tile_class (uint32_t samples, int32_t is_colour)
{
  return samples >> (is_colour ? 13 : 17);
}

/* Sums are below 2^23. */
CF_SHARED uint32_t
cf_denoise_bin (uint32_t sum)
{
  uint32_t e = 4;

  if (sum < 16)
    return sum;
  while (sum >> (e + 1))
    e++;
  return (e - 3) * 16 + ((sum >> (e - 4)) & 15);
}

/* The least sum of a bin. */
CF_SHARED uint32_t
cf_denoise_bin_start (uint32_t bin)
{
  return bin < 16 ? bin : (16 + bin % 16) << (bin / 16 - 1);
}

/* The sum of a bin's tile of number `in_bin`, from 0, of n, below 2^22: they
 * are taken to be evenly spread. */
CF_SHARED uint32_t
cf_denoise_sum_in_bin (uint32_t bin, uint32_t n, uint32_t in_bin)
{
  const uint32_t start = cf_denoise_bin_start (bin);
  const uint32_t part = ((2 * in_bin + 1) << 8) / (2 * n); /* of 256 */

  return start + ((cf_denoise_bin_start (bin + 1) - start) * part >> 8);
}

/* The tile that tells, among a class's n: so many have smaller sums. */
CF_SHARED uint32_t
cf_denoise_tile_rank (uint32_t n)
{
  return n / 5;
}

/* 2^14 times the root of (class + 1/2) / (class - 1/2), from class 1 on */
CF_SHARED_TABLE uint16_t cf_denoise_class_roots[CF_DENOISE_CLASSES - 1] = {
  28378, 21152, 19386, 18578, 18113, 17811, 17599
};

/* The sum that tells of the whole plane; 0 where there is no tile. */
CF_SHARED uint32_t
cf_denoise_sum_of_classes (const CfDenoiseClass *classes)
{
  uint32_t few = 0, n = 0, reached = 0, most = 1u << 25;
  uint32_t least_above[CF_DENOISE_CLASSES];
  int32_t i;

  for (i = 0; i < CF_DENOISE_CLASSES; i++)
    few = classes[i].tiles > few ? classes[i].tiles : few;
  if (few == 0)
    return 0;
  few = few < CF_DENOISE_CLASS_FEW ? few : CF_DENOISE_CLASS_FEW;
  for (i = CF_DENOISE_CLASSES - 1; i >= 0; i--) {
    if (classes[i].tiles >= few) {
      n += classes[i].tiles;
      most = classes[i].sum < most ? classes[i].sum : most;
    }
    least_above[i] = most;
  }
  most = 1u << 25;
  for (i = 0; i < CF_DENOISE_CLASSES && reached * 8 <= n * 7; i++) {
    if (i > 0)
      most = (uint32_t)((uint64_t)most * cf_denoise_class_roots[i - 1] >> 14);
    if (classes[i].tiles < few)
      continue;
    most = least_above[i] < most ? least_above[i] : most;
    reached += classes[i].tiles;
  }
  return most;
}

/* In 1/256 of a step of 8 bits, at most 2^14. */
CF_SHARED uint32_t
cf_denoise_sigma_of_sum (uint32_t sum)
{
  const uint32_t sigma = (uint32_t)((uint64_t)sum * 940 >> 16);

  return sigma < (1u << 14) ? sigma : 1u << 14;
}

/* The sum of a class's tile of that rank. */
CF_SHARED uint32_t
cf_denoise_sum_at (const uint32_t *bins, uint32_t rank)
{
  uint32_t before = 0, bin;

  for (bin = 0; before + bins[bin] <= rank; bin++)
    before += bins[bin];
  return cf_denoise_sum_in_bin (bin, bins[bin], rank - before);
}

/* Sigma by the numbers of tiles in each bin of each class; 0 where there is no
 * tile. */
CF_SHARED uint32_t
cf_denoise_sigma_of (const uint32_t *bins)
{
  CfDenoiseClass classes[CF_DENOISE_CLASSES];
  uint32_t bin, sum;
  int32_t i;

  for (i = 0; i < CF_DENOISE_CLASSES; i++, bins += CF_DENOISE_BINS) {
    for (sum = 0, bin = 0; bin < CF_DENOISE_BINS; bin++)
      sum += bins[bin];
    classes[i].tiles = sum;
    classes[i].sum = 0;
    if (sum == 0)
      continue;
    classes[i].sum = cf_denoise_sum_at (bins, cf_denoise_tile_rank (sum));
  }
  return cf_denoise_sigma_of_sum (cf_denoise_sum_of_classes (classes));
}

/* Whether one is made of a history's frame of that number, from 0. */
CF_SHARED int32_t
cf_denoise_is_estimated (uint32_t frame)
{
  return frame < 8 || frame % 4 == 0;
}

/* What is used, from what was and what a frame tells: held steady. */
CF_SHARED uint32_t
cf_denoise_sigma_next (uint32_t last, uint32_t now)
{
  if (last == 0 || now == 0)
    return now > last ? now : last;
  return (uint32_t)((int32_t)last + (((int32_t)now - (int32_t)last + 2) >> 2));
}
