/* How strong a plane's noise is, from a frame and the last result, for both
 * backends.
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
 * The sum that a twentieth of the tiles is below is that of flat ones in all
 * pictures that were tried, and in proportion to sigma.
 * AVERAGE has no last result. There the frame is the one that gets its result,
 * and r the frame before it, or, where none is looked at, the one behind it,
 * with n = 1; where there is neither, A alone tells. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_DENOISE_TILE 16
#define CF_DENOISE_TILE_CLIPPED 16 /* samples, at most */
#define CF_DENOISE_DIFFERENCE_MAX 2047
#define CF_DENOISE_BINS 704 /* of sums: 32 for each power of two */

/* Whole tiles along a side of so many samples. */
CF_SHARED int32_t
cf_denoise_tiles (int32_t side)
{
  return side < CF_DENOISE_TILE + 2 ? 0 : (side - 2) / CF_DENOISE_TILE;
}

/* Of so many rows of tiles each first of so many is looked at. */
CF_SHARED int32_t
cf_denoise_tile_step (int32_t rows)
{
  return rows > 8 ? 4 : 1;
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

/* Sums are below 2^23. */
CF_SHARED uint32_t
cf_denoise_bin (uint32_t sum)
{
  uint32_t e = 5;

  if (sum < 32)
    return sum;
  while (sum >> (e + 1))
    e++;
  return (e - 4) * 32 + ((sum >> (e - 5)) & 31);
}

/* The least sum of a bin. */
CF_SHARED uint32_t
cf_denoise_bin_start (uint32_t bin)
{
  return bin < 32 ? bin : (32 + bin % 32) << (bin / 32 - 1);
}

/* The tile that tells, among n: so many have smaller sums. */
CF_SHARED uint32_t
cf_denoise_tile_rank (uint32_t n)
{
  return n / 20;
}

/* Sigma in 1/256 of a step of 8 bits, at most 2^14, where that tile is the one
 * of number `in_bin`, from 0, of the n in its bin: their sums are taken to be
 * evenly spread. */
CF_SHARED uint32_t
cf_denoise_sigma_in_bin (uint32_t bin, uint32_t n, uint32_t in_bin)
{
  uint32_t start = cf_denoise_bin_start (bin), sigma;

  start += (uint32_t)((uint64_t)(cf_denoise_bin_start (bin + 1) - start)
                      * (2 * in_bin + 1) / (2 * n));
  sigma = (uint32_t)((uint64_t)start * 1000 >> 16);
  return sigma < (1u << 14) ? sigma : 1u << 14;
}

/* The same by the numbers of tiles in each bin; 0 where there is no tile. */
CF_SHARED uint32_t
cf_denoise_sigma_of (const uint32_t *bins)
{
  uint32_t n = 0, before = 0, rank, bin;

  for (bin = 0; bin < CF_DENOISE_BINS; bin++)
    n += bins[bin];
  if (n == 0)
    return 0;
  rank = cf_denoise_tile_rank (n);
  for (bin = 0; before + bins[bin] <= rank; bin++)
    before += bins[bin];
  return cf_denoise_sigma_in_bin (bin, bins[bin], rank - before);
}

/* What is used, from what was and what a frame tells: held steady. */
CF_SHARED uint32_t
cf_denoise_sigma_next (uint32_t last, uint32_t now)
{
  if (last == 0 || now == 0)
    return now > last ? now : last;
  return (uint32_t)((int32_t)last + (((int32_t)now - (int32_t)last + 4) >> 3));
}
