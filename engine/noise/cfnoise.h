/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles tell a plane's noise, on both backends: a frame is compared with what
 * it is expected to be, which is the last result, moved where the picture
 * moved, or another frame.
 *
 * v are the samples as 12 bits (floor (value * 2^(12 - bits)) for more bits), r
 * what is expected likewise, of results rounded, d = v - r limited to +-2047,
 * and h_k is the second difference both ways of samples k apart: h (v) = sum of
 * (1, -2, 1; -2, 4, -2; 1, -2, 1) v has six times the noise's standard
 * deviation and little of a picture (Immerkaer, Fast noise variance estimation,
 * 1996). A tile has 16x16 samples, two of which are around it, and
 *   a_k, b_k  the sums of |h_k (v)| and |h_k (d)|, k = 1, 2
 *   e, s      the sums of the squares of d and of v without their means
 *   c, z      changes: v less the last frame's v, limited likewise, and the sum
 *             of their squares without their mean
 *   g         v - d, the next sample less the one before, along rows or columns
 * All become standard deviations of white noise, in 1/256 of a step of 8 bits.
 * Those of d are multiplied by sqrt (n / (n + 1)), n the mean count of r's
 * samples, which leaves out the noise that r still has.
 *
 * A demosaicer or a codec removes the highest frequencies of noise: k = 2 tells
 * more of it than k = 1, and e all. Tiles that are synthetic (a bar, a caption:
 * most samples are as their neighbours), clipped, or a repeat (most samples are
 * bit-equal to the last frame's) tell nothing.
 *
 * What moves by a part of a sample differs by so much of g (Lucas and Kanade,
 * An iterative image registration technique, 1981), and noise does not,
 * however strong it is: a tile flows where g along rows or columns explains
 * more than 5/32 of its squares. Those are e where it stands, so that
 * motion that vectors missed is found however slow, and z where it moves, so
 * that vectors that chase noise are not taken for it. Where nobody looks for
 * vectors a tile moves that flows, or that differs by more than four times what
 * k = 2 tells: codecs, which keep least of the highest frequencies, leave a
 * third to a half of it, and another picture in its place a tenth. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_NOISE_TILE 16
#define CF_NOISE_SAMPLES (CF_NOISE_TILE * CF_NOISE_TILE)
#define CF_NOISE_RING 2  /* samples around a tile */
#define CF_NOISE_BLOCK 4 /* a side, of a tile's blocks */
#define CF_NOISE_BLOCK_SAMPLES (CF_NOISE_BLOCK * CF_NOISE_BLOCK)
#define CF_NOISE_DIFFERENCE_MAX 2047
#define CF_NOISE_SIGMA_MAX (1 << 14)
#define CF_NOISE_LUMA_CLASSES 8 /* classes of brightness */
#define CF_NOISE_LUMA_SAMPLES \
  4 /* a side, that tell a tile of colour its brightness */

/* Samples of a tile. */
#define CF_NOISE_FLAT_MOST 127
#define CF_NOISE_CLIPPED_MOST 64
#define CF_NOISE_EQUAL_MOST 229

#define CF_NOISE_MOVED_LEAST 4 /* what is left, in parts of `apart` */

/* Whole tiles along a side of so many samples. */
CF_SHARED int32_t
cf_noise_tiles (int32_t side)
{
  return side < CF_NOISE_TILE + 2 * CF_NOISE_RING
             ? 0
             : (side - 2 * CF_NOISE_RING) / CF_NOISE_TILE;
}

/* Returns n such that the first of each n rows of tiles is looked at: 1080 rows
 * of samples have a thousand tiles in those. */
CF_SHARED int32_t
cf_noise_tile_step (int32_t rows)
{
  return rows > 64 ? 8 : rows > 8 ? 4 : 1;
}

/* 2^16 sqrt (n / (n + 1)) for whole n, at most 31, rounded down */
CF_SHARED uint32_t
cf_noise_share (uint32_t n)
{
  const uint64_t square = ((uint64_t)n << 32) / (n + 1);
  uint64_t root = 0, bit;

  for (bit = 1u << 15; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  return (uint32_t)root;
}

/* floor (sqrt (n)), n below 2^32 */
CF_SHARED uint32_t
cf_noise_root (uint32_t n)
{
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
  /* within 1 of it */
  uint32_t root = (uint32_t)sqrtf ((float)n);

  if ((uint64_t)root * root > n)
    root--;
  return root + ((uint64_t)(root + 1) * (root + 1) <= n);
#else
  uint32_t root = 0, bit;

  for (bit = 1u << 15; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= n)
      root += bit;
  return root;
#endif
}

/* floor (log2 (n)), n above 0 */
CF_SHARED uint32_t
cf_noise_log2 (uint32_t n)
{
#if defined(__CUDACC__) && defined(__CUDA_ARCH__) && !defined(CF_EMULATED)
  return 31 - __clz (n);
#else
  return 31 - __builtin_clz (n);
#endif
}

/* A tile's sums. */
typedef struct {
  uint32_t a[2], b[2]; /* of |h|, k = 1, 2 */
  int32_t d;           /* of differences */
  uint32_t blocks;     /* of the squares of a block's, a 16th */
  uint32_t dd, v, vv;  /* of their squares; of samples, and their squares */
  int32_t c;           /* of changes: samples less the last frame's */
  uint32_t cc;         /* of their squares */
  uint32_t counts;     /* of r, in eighths */
  uint32_t flat;       /* samples where h_1 (v) is 0 */
  uint32_t clipped;    /* samples that are the least or the greatest */
  uint32_t equal;      /* samples that are the last frame's */
  int32_t g[2], dg[2], cg[2]; /* of gradients along rows and columns, and of
                               * their products with differences, changes */
  uint32_t gg[2];             /* of their squares */
} CfNoiseSums;

enum {
  CF_NOISE_COUNTS = 1, /* it is to be believed */
  CF_NOISE_STILL = 2,  /* it has something to be compared with, and stands */
  CF_NOISE_MOVING = 4, /* it has, and moves */
  CF_NOISE_FLOWS = 8   /* and something in it does move */
};

/* A tile's deviations, in 1/256 of a step of 8 bits. */
typedef struct {
  uint16_t near, apart; /* the smaller of a_k and b_k, k = 1, 2 */
  uint16_t left;        /* of e, or s where that is smaller */
  uint16_t low;         /* of differences in blocks' means */
  uint16_t texture;     /* of a_2 */
  uint8_t kind, luma;
} CfNoiseTile;

CF_SHARED uint32_t
cf_noise_least (uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

/* Takes a sum of |h|: 256 samples of 6 sqrt (2 / pi) deviations each, of 12
 * bits. */
CF_SHARED uint32_t
cf_noise_of_sum (uint32_t sum)
{
  return cf_noise_least (
      (uint32_t)((uint64_t)sum * 856 >> 16), CF_NOISE_SIGMA_MAX - 1);
}

/* The class of a tile whose 12-bit samples have this sum, or of one of colour
 * whose CF_NOISE_LUMA_SAMPLES^2 samples of the guide plane have it. */
CF_SHARED uint32_t
cf_noise_luma (uint32_t samples, int32_t is_colour)
{
  return samples >> (is_colour ? 13 : 17);
}

/* Takes sums of blocks and of all: a 16th of one block's is rounded down, so
 * that `all` may be more than they. */
CF_SHARED uint32_t
cf_noise_of_blocks (uint32_t blocks, uint64_t all)
{
  const uint64_t square = blocks > all ? (blocks - all) * 273 >> 4 : 0;

  return cf_noise_root (square < 0xffffffffu ? (uint32_t)square : 0xffffffffu);
}

/* TRUE if gradients explain the squares of what has the sum `d`: `dg` is the
 * sum of its products with them, `squares` that of its own without its mean's.
 */
CF_SHARED int32_t
cf_noise_explains (
    const CfNoiseSums *s, int32_t i, int32_t d, int32_t dg, uint32_t squares)
{
  const int64_t product = dg - ((int64_t)d * s->g[i] >> 8);
  const uint64_t root = (uint64_t)(product < 0 ? -product : product) >> 3;
  const uint64_t own =
      (s->gg[i] - (uint32_t)((int64_t)s->g[i] * s->g[i] >> 8)) >> 6;

  return 32 * root * root > 5 * squares * (own + 1);
}

/* e, z as above, and what is left of e, as a deviation */
CF_SHARED int32_t
cf_noise_flows (const CfNoiseSums *s, uint32_t motion, uint32_t e, uint32_t z,
    uint32_t left)
{
  if (motion & CF_NOISE_STILL)
    return cf_noise_explains (s, 0, s->d, s->dg[0], e)
           || cf_noise_explains (s, 1, s->d, s->dg[1], e);
  /* or in place it differs by more than twice the squares */
  return cf_noise_root (z / 2) * 181 > 256 * left
         || cf_noise_explains (s, 0, s->c, s->cg[0], z)
         || cf_noise_explains (s, 1, s->c, s->cg[1], z);
}

/* CF_NOISE_STILL or CF_NOISE_MOVING, without vectors; t has all deviations. */
CF_SHARED uint32_t
cf_noise_motion (
    const CfNoiseTile *t, const CfNoiseSums *s, uint32_t e, uint32_t left)
{
  return t->left > CF_NOISE_MOVED_LEAST * t->apart
                 || cf_noise_flows (s, CF_NOISE_STILL, e, 0, left)
             ? CF_NOISE_MOVING
             : CF_NOISE_STILL;
}

/* `share` is that of the tile's mean count, `motion` CF_NOISE_STILL where none
 * of its blocks moves, CF_NOISE_MOVING, or 0 where there are no vectors; where
 * has_last is 0 there is nothing to compare with. */
CF_SHARED CfNoiseTile
cf_noise_tile (const CfNoiseSums *s, int32_t has_last, uint32_t share,
    uint32_t motion, uint32_t luma)
{
  const int64_t mean = (int64_t)s->d * s->d;
  const uint32_t e = s->dd - (uint32_t)(mean >> 8);
  const uint32_t own = s->vv - (uint32_t)((uint64_t)s->v * s->v >> 8);
  uint32_t deviation[2], b[2], left, i;
  CfNoiseTile t = { 0, 0, 0, 0, 0, 0, 0 };

  for (i = 0; i < 2; i++) {
    deviation[i] = cf_noise_of_sum (s->a[i]);
    b[i] = cf_noise_of_sum ((uint32_t)((uint64_t)s->b[i] * share >> 16));
  }
  t.texture = deviation[1];
  left = (uint32_t)((uint64_t)cf_noise_root (e) * share >> 16);
  t.left = cf_noise_least (
      cf_noise_least (left, cf_noise_root (own)), CF_NOISE_SIGMA_MAX - 1);
  t.low = cf_noise_least (
      (uint32_t)((uint64_t)cf_noise_of_blocks (s->blocks, mean >> 8) * share
                 >> 16),
      CF_NOISE_SIGMA_MAX - 1);
  t.luma = luma;
  if (s->flat <= CF_NOISE_FLAT_MOST && s->clipped <= CF_NOISE_CLIPPED_MOST
      && (!has_last || s->equal <= CF_NOISE_EQUAL_MOST))
    t.kind = CF_NOISE_COUNTS;
  has_last = has_last && s->counts >= 8 * CF_NOISE_SAMPLES;
  t.near = has_last ? cf_noise_least (deviation[0], b[0]) : deviation[0];
  t.apart = has_last ? cf_noise_least (deviation[1], b[1]) : deviation[1];
  if (t.kind && has_last) {
    motion = motion ? motion : cf_noise_motion (&t, s, e, left);
    t.kind |= motion;
  }
  if (t.kind > CF_NOISE_COUNTS
      && cf_noise_flows (
          s, motion, e, s->cc - (uint32_t)((int64_t)s->c * s->c >> 8), left))
    t.kind |= CF_NOISE_FLOWS;
  return t;
}
