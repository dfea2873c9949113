/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mean of a frame and the last result, for both backends.
 *
 * Samples are taken as 16 bits, v = value * 2^(16 - bits), so that a step of 8
 * bits is 256, and counts n (how many frames are in a result) as eighths. For a
 * sample v with the last result r, made brighter as the frame is
 * (cfnoiseoffset.h), and its count n:
 *   deviation   e = min (51, floor (|v - r| k / 2^16)), k = 2^19 / sigma, at
 *               most 65535: of noise alone its root mean square is about 8;
 *               sigma is that of the brightness, of level floor (r / 2^11)
 *               before r is made brighter, or of the frame's there where a
 *               plane of colour has the brightness of another
 *   difference  D, the sum of e^2 over 5x5 samples, replicated at the borders
 *   sum         M, of e, negative below r, over the same 5 rows and the columns
 *               8 floor (x / 8) ... + 7 that are in the picture: of what is
 *               faint, but brighter or darker everywhere; from it
 *               s = floor (min (floor (|M| / 2), 255)^2 K / 2^16); K makes less
 *               of noise than D is
 *   noise       x = floor (max (D, s) c / 2^16), c = 2^16 m / (m + 1) with
 *               m = floor (n): what noise makes of them, with what r has of it
 *   weight      w = f^2 / 2^15, f = floor (min (1448, max (0, 3700 - x)) / 8)
 *   worth       m = round (n w), of r
 *   result      r' = v where m = 0, else r moved towards v by
 *               floor (|v - r| round (2^19 / (8 + m)) / 2^16)
 *   count       n' = min (8 + m, the most)
 * Where the frame is a flash (cfscenechange.h), or repeats the last one, r and
 * n are kept for the next frame as they were. Then the filter in space, where
 * there is one, with p = floor (r' / 16) and a threshold T that falls with the
 * count, and is that of the brightness, of level floor (r' / 2^11) or as above:
 *   floor ((2 S + 9) / 18), S the sum over 3x3 results of p, each limited to
 *   p - T ... p + T; the four bits below stay those of r'
 * and the sample of so many bits below it, plus a part of a step that depends
 * on the place (cf_denoise_dither ()): what lies between two steps stays
 * between them in the mean. Whole steps stay as they are.
 * Where sigma or past is 0 no last result counts, w = 0, and where sigma is 0 T
 * is too: samples stay as they are. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_DENOISE_WHOLE 8 /* a count of one frame */
#define CF_DENOISE_COUNT_MAX 255
#define CF_DENOISE_DEVIATION_MAX 51 /* 25 squares fit 16 bits */
#define CF_DENOISE_EDGE 3700  /* from here on two samples are of two things */
#define CF_DENOISE_SLOPE 1448 /* so much below it they are of one: 8 * 181 */
#define CF_DENOISE_WINDOW 5
#define CF_DENOISE_GROUP 8         /* columns that share M */
#define CF_DENOISE_SUM_MAX 255     /* of |M| / 2: its square fits 16 bits */
#define CF_DENOISE_SUM_SCALE 21476 /* K: at 4.2 deviations of M s is EDGE */
#define CF_DENOISE_SIGMA_USED_MAX (64 * 256) /* CF_DENOISE_SIGMA_MAX */
#define CF_DENOISE_SPATIAL_SCALE \
  384 /* threshold to remaining noise, 256ths \
       */

#define CF_DENOISE_LEVELS 32 /* of brightness */

/* These depend on sigma, and are the same for all samples of a plane. */
typedef struct {
  uint16_t inverse[CF_DENOISE_LEVELS]; /* k, by level of brightness */
  uint16_t part[CF_DENOISE_LEVELS];    /* of the largest sigma, 2^16ths */
  uint16_t edge;          /* 3700, or 0 where no last result counts */
  uint16_t most;          /* of a count */
  uint16_t certainty[32]; /* c, by whole frames */
  uint16_t threshold[32]; /* 8 T + 7 of the largest sigma, by whole frames */
  uint16_t is_flat;       /* sigma is the same for all brightness */
  uint16_t sum_scale;     /* K */
} CfDenoiseTerms;

/* The sigma that is used, in 1/256 of a step of 8 bits, where `sigma` is that
 * of the noise; strength: 256ths. */
CF_SHARED uint32_t
cf_denoise_sigma_used (uint32_t sigma, uint32_t strength)
{
  const uint32_t used = (sigma * strength + 128) / 256;

  return used < CF_DENOISE_SIGMA_USED_MAX ? used : CF_DENOISE_SIGMA_USED_MAX;
}

/* Takes sigma in 1/256 of a step of 8 bits. */
CF_SHARED uint32_t
cf_denoise_inverse (uint32_t sigma)
{
  const uint32_t k = sigma > 0 ? ((8u << 16) + sigma / 2) / sigma : 65535;

  return k < 65535 ? k : 65535;
}

/* 0 where nothing is averaged. */
CF_SHARED uint32_t
cf_denoise_edge (uint32_t sigma, uint32_t past)
{
  return sigma > 0 && past > 0 ? CF_DENOISE_EDGE : 0;
}

CF_SHARED uint32_t
cf_denoise_certainty (uint32_t n)
{
  return (n << 16) / (n + 1);
}

/* spatial: 256ths; n: whole frames, of 0 as of 1 */
CF_SHARED uint32_t
cf_denoise_threshold (uint32_t sigma, uint32_t spatial, uint32_t n)
{
  /* floor (2^12 / sqrt (n)), bit by bit */
  const uint32_t square = (1u << 24) / (n > 0 ? n : 1);
  uint32_t root = 0, bit, t;

  for (bit = 1u << 12; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  t = (uint64_t)sigma * spatial * CF_DENOISE_SPATIAL_SCALE * root >> 32;
  return t < 4095 ? t : 4095;
}

/* K; part: of squares of sums (cf_noise_part_of_sums ()), 2^16ths */
CF_SHARED uint32_t
cf_denoise_sum_scale (uint32_t part)
{
  return (uint32_t)((uint64_t)CF_DENOISE_SUM_SCALE * part >> 16);
}

/* a in parts of b, at least as large, of 2^16; all but 1 is all */
CF_SHARED uint32_t
cf_denoise_part (uint32_t a, uint32_t b)
{
  const uint32_t part = b > 0 ? (uint32_t)(((uint64_t)a << 16) / b) : 0;

  return part < 65535 ? part : 65535;
}

/* The most that a count becomes, where `past` frames are looked at. */
CF_SHARED uint32_t
cf_denoise_count_most (uint32_t past)
{
  const uint32_t most = past * 4 * CF_DENOISE_WHOLE;

  if (most < CF_DENOISE_WHOLE)
    return CF_DENOISE_WHOLE;
  return most < CF_DENOISE_COUNT_MAX ? most : CF_DENOISE_COUNT_MAX;
}

/* T from a term of the largest sigma, and its part there: exact where that is
 * all. */
CF_SHARED uint32_t
cf_denoise_threshold_of (uint32_t term, uint32_t part)
{
  return (term * part >> 16) >> 3;
}

/* Returns what is added to a result of 16 bits before its lower bits are
 * dropped, for samples of so many bits: ordered dither (Bayer 1973), of 8x8
 * places, from a tenth of a step to nine. */
#define CF_DENOISE_DITHER 8 /* rows, and columns, that it repeats after */

CF_SHARED uint32_t
cf_denoise_dither (int32_t x, int32_t y, int32_t bits)
{
  const uint32_t a = (uint32_t)(x ^ y), b = (uint32_t)y;
  const uint32_t rank = (a & 1) << 5 | (b & 1) << 4 | (a & 2) << 2
                        | (b & 2) << 1 | (a & 4) >> 1 | (b & 4) >> 2;

  return (26 + (rank * 13 >> 2)) << 8 >> bits;
}

/* sigma by level of brightness; spatial, past and part as above */
CF_SHARED void
cf_denoise_terms_init (CfDenoiseTerms *terms, const uint32_t *sigma,
    uint32_t spatial, uint32_t past, uint32_t part)
{
  uint32_t n, most = 0;

  terms->sum_scale = cf_denoise_sum_scale (part);
  terms->is_flat = 1;
  for (n = 0; n < CF_DENOISE_LEVELS; n++) {
    most = sigma[n] > most ? sigma[n] : most;
    terms->is_flat &= sigma[n] == sigma[0];
  }
  for (n = 0; n < CF_DENOISE_LEVELS; n++) {
    terms->inverse[n] = cf_denoise_inverse (sigma[n]);
    terms->part[n] = cf_denoise_part (sigma[n], most);
  }
  terms->edge = cf_denoise_edge (most, past);
  terms->most = cf_denoise_count_most (past);
  for (n = 0; n < 32; n++) {
    terms->threshold[n] = 8 * cf_denoise_threshold (most, spatial, n) + 7;
    terms->certainty[n] = cf_denoise_certainty (n);
  }
}
