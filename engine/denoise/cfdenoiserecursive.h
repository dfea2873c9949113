/* The mean of a frame and the last result, for both backends.
 *
 * Samples are taken as 16 bits, v = value * 2^(16 - bits), so that a step of 8
 * bits is 256, and counts n (how many frames are in a result) as eighths. For a
 * sample v with the last result r and its count n:
 *   deviation   q = min (51, floor (|v - r| k / 2^16))^2, k = 2^19 / sigma: of
 *               noise alone the root is about 8; sigma is that of the light,
 *               of level floor (r / 2^11), or where a plane of colour has light
 *               of another's that of the frame there
 *   difference  D, the sum of q over 5x5 samples, replicated at the borders
 *   noise       x = floor (D c / 2^16), c = 2^16 m / (m + 1) with m = floor
 * (n): what noise makes of D, whatever noise is left in r weight      w = f^2 /
 * 2^15, f = floor (min (1448, max (0, 3700 - x)) / 8) worth       m = round (n
 * w), of r result      r' = v where m = 0, else r moved towards v by floor (|v
 * - r| round (2^19 / (8 + m)) / 2^16) count       n' = min (8 + m, the most)
 * Then the filter in space, where there is one, with p = floor (r' / 16) and a
 * threshold T that falls with the count, and is that of the light, of level
 * floor (r' / 2^11) or as above:
 *   floor ((2 S + 9) / 18), S the sum over 3x3 results of p, each limited to
 *   p - T ... p + T; the four bits below stay those of r'
 * and the sample of so many bits that is nearest to it, upwards from half.
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
#define CF_DENOISE_SIGMA_USED_MAX (64 * 256) /* CF_DENOISE_SIGMA_MAX */
#define CF_DENOISE_SPATIAL_SCALE \
  384 /* threshold to remaining noise, 256ths \
       */

#define CF_DENOISE_LEVELS 32 /* of light */

/* What depends on sigma, and is the same for all samples of a plane. */
typedef struct {
  uint16_t inverse[CF_DENOISE_LEVELS]; /* k, by level of light */
  uint16_t part[CF_DENOISE_LEVELS];    /* of the largest sigma, 2^16ths */
  uint16_t edge;          /* 3700, or 0 where no last result counts */
  uint16_t most;          /* of a count */
  uint16_t certainty[32]; /* c, by whole frames */
  uint16_t threshold[32]; /* 8 T + 7 of the largest sigma, by whole frames */
  uint16_t is_flat;       /* sigma is the same for all light */
} CfDenoiseTerms;

/* The sigma that is used, in 1/256 of a step of 8 bits, where `sigma` is that
 * of the noise; strength: 256ths. */
CF_SHARED uint32_t
cf_denoise_sigma_used (uint32_t sigma, uint32_t strength)
{
  const uint32_t used = (sigma * strength + 128) / 256;

  return used < CF_DENOISE_SIGMA_USED_MAX ? used : CF_DENOISE_SIGMA_USED_MAX;
}

/* Of sigma in 1/256 of a step of 8 bits. */
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

/* sigma by level of light; spatial and past as above */
CF_SHARED void
cf_denoise_terms_init (CfDenoiseTerms *terms, const uint32_t *sigma,
    uint32_t spatial, uint32_t past)
{
  uint32_t n, most = 0;

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
