/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cosine transform of cfwiener.h and its inverse, of a group of windows.
 * Rows of the matrix are even or odd about their middle, so that half of the
 * products do; sums are the same. For wiener_window.h alone. */
#pragma once

#include "cpu/denoise/wiener_scratch.h"

#ifdef cf_vector_zip_low

/* Two numbers of 16 bits side by side. */
#define WEIGHTS(a, b) \
  ((CfVector)cf_vector_splat_32 ( \
      (gint32)((guint16)(a) | (guint32)(guint16)(b) << 16)))

/* Both halves of a sum of products. */
typedef struct {
  CfVector32 low, high;
} Sum;

/* Lanes of two vectors, in turns. */
typedef struct {
  CfVector low, high;
} Pair;

CF_INLINE Pair
zip (CfVector a, CfVector b)
{
  return (Pair){ cf_vector_zip_low (a, b), cf_vector_zip_high (a, b) };
}

/* sum + a x + b y, where x and y are zipped */
CF_INLINE Sum
add (Sum sum, Pair xy, gint a, gint b)
{
  return (Sum){ cf_vector_madd (sum.low, xy.low, WEIGHTS (a, b)),
    cf_vector_madd (sum.high, xy.high, WEIGHTS (a, b)) };
}

CF_INLINE Sum
start (gint n)
{
  return (Sum){ cf_vector_splat_32 (n), cf_vector_splat_32 (n) };
}

CF_INLINE void
put (gint16 *to, CfVector32 low, CfVector32 high, gint shift)
{
  cf_vector_store (to, cf_vector_pack (low >> shift, high >> shift));
}

CF_INLINE void
put_sum (gint16 *to, Sum a, Sum b, gint shift)
{
  put (to, a.low + b.low, a.high + b.high, shift);
}

CF_INLINE void
put_difference (gint16 *to, Sum a, Sum b, gint shift)
{
  put (to, a.low - b.low, a.high - b.high, shift);
}

/* Eight values, `apart` from one another, of each lane. Those of a first
 * transform have all 16 bits, and none is left for a sum of two. */
CF_INLINE void
transform_first (const Lanes *restrict from, Lanes *restrict to, gint apart)
{
  gint l, i, u;

  for (l = 0; l < LANES; l += VECTOR) {
    Pair pairs[4];

#pragma GCC unroll 4
    for (i = 0; i < 4; i++)
      pairs[i] = zip (cf_vector_load (from[i * apart] + l),
          cf_vector_load (from[(7 - i) * apart] + l));
#pragma GCC unroll 8
    for (u = 0; u < 8; u++) {
      Sum sum = start (CF_WIENER_FIRST_ROUND);

#pragma GCC unroll 4
      for (i = 0; i < 4; i++)
        sum = add (
            sum, pairs[i], cf_wiener_matrix[u][i], cf_wiener_matrix[u][7 - i]);
      put (to[u * apart] + l, sum.low, sum.high, 10);
    }
  }
}

/* And those of a second one 15. */
CF_INLINE void
transform_second (const Lanes *restrict from, Lanes *restrict to, gint apart)
{
  gint l, i;

  for (l = 0; l < LANES; l += VECTOR) {
    CfVector a[4], b[4];
    Pair p, q;
    Sum sum;

#pragma GCC unroll 4
    for (i = 0; i < 4; i++) {
      const CfVector x = cf_vector_load (from[i * apart] + l);
      const CfVector y = cf_vector_load (from[(7 - i) * apart] + l);

      a[i] = cf_vector_add_16 (x, y);
      b[i] = cf_vector_sub_16 (x, y);
    }
    p = zip (a[0], a[3]);
    q = zip (a[1], a[2]);
    sum = add (start (256), p, 64, 64);
    put_sum (to[0] + l, sum, add (start (0), q, 64, 64), 9);
    put_difference (to[4 * apart] + l, sum, add (start (0), q, 64, 64), 9);
    sum = add (add (start (256), p, 83, -83), q, 36, -36);
    put (to[2 * apart] + l, sum.low, sum.high, 9);
    sum = add (add (start (256), p, 36, -36), q, -83, 83);
    put (to[6 * apart] + l, sum.low, sum.high, 9);
    p = zip (b[0], b[1]);
    q = zip (b[2], b[3]);
    sum = add (add (start (256), p, 89, 75), q, 50, 18);
    put (to[apart] + l, sum.low, sum.high, 9);
    sum = add (add (start (256), p, 75, -18), q, -89, -50);
    put (to[3 * apart] + l, sum.low, sum.high, 9);
    sum = add (add (start (256), p, 50, -89), q, 18, 75);
    put (to[5 * apart] + l, sum.low, sum.high, 9);
    sum = add (add (start (256), p, 18, -50), q, 75, -89);
    put (to[7 * apart] + l, sum.low, sum.high, 9);
  }
}

/* What is packed is limited to 16 bits. */
CF_INLINE void
invert_lanes (
    const Lanes *restrict from, Lanes *restrict to, gint apart, gint shift)
{
  const gint round = 1 << shift >> 1;
  gint l, i;

  for (l = 0; l < LANES; l += VECTOR) {
    CfVector c[8];
    Pair p, q;
    Sum e0, e1, f0, f1, even[4], odd[4];

#pragma GCC unroll 8
    for (i = 0; i < 8; i++)
      c[i] = cf_vector_load (from[i * apart] + l);
    p = zip (c[0], c[4]);
    q = zip (c[2], c[6]);
    e0 = add (start (round), p, 64, 64);
    e1 = add (start (round), p, 64, -64);
    f0 = add (start (0), q, 83, 36);
    f1 = add (start (0), q, 36, -83);
    even[0] = (Sum){ e0.low + f0.low, e0.high + f0.high };
    even[1] = (Sum){ e1.low + f1.low, e1.high + f1.high };
    even[2] = (Sum){ e1.low - f1.low, e1.high - f1.high };
    even[3] = (Sum){ e0.low - f0.low, e0.high - f0.high };
    p = zip (c[1], c[3]);
    q = zip (c[5], c[7]);
    odd[0] = add (add (start (0), p, 89, 75), q, 50, 18);
    odd[1] = add (add (start (0), p, 75, -18), q, -89, -50);
    odd[2] = add (add (start (0), p, 50, -89), q, 18, 75);
    odd[3] = add (add (start (0), p, 18, -50), q, 75, -89);
#pragma GCC unroll 4
    for (i = 0; i < 4; i++) {
      put_sum (to[i * apart] + l, even[i], odd[i], shift);
      put_difference (to[(7 - i) * apart] + l, even[i], odd[i], shift);
    }
  }
}

#else

/* Eight values, `apart` from one another, of each lane. */
CF_INLINE void
transform_lanes (const Lanes *restrict from, Lanes *restrict to, gint apart,
    gint round, gint shift)
{
  gint l;

  for (l = 0; l < LANES; l++) {
    const gint x0 = from[0][l], x1 = from[apart][l], x2 = from[2 * apart][l];
    const gint x3 = from[3 * apart][l], x4 = from[4 * apart][l];
    const gint x5 = from[5 * apart][l], x6 = from[6 * apart][l];
    const gint x7 = from[7 * apart][l];
    const gint a0 = x0 + x7, a1 = x1 + x6, a2 = x2 + x5, a3 = x3 + x4;
    const gint b0 = x0 - x7, b1 = x1 - x6, b2 = x2 - x5, b3 = x3 - x4;
    const gint c0 = 64 * (a0 + a3) + round, c1 = 64 * (a1 + a2);
    const gint d0 = a0 - a3, d1 = a1 - a2;

    to[0][l] = (c0 + c1) >> shift;
    to[4 * apart][l] = (c0 - c1) >> shift;
    to[2 * apart][l] = (83 * d0 + 36 * d1 + round) >> shift;
    to[6 * apart][l] = (36 * d0 - 83 * d1 + round) >> shift;
    to[apart][l] = (89 * b0 + 75 * b1 + 50 * b2 + 18 * b3 + round) >> shift;
    to[3 * apart][l] = (75 * b0 - 18 * b1 - 89 * b2 - 50 * b3 + round) >> shift;
    to[5 * apart][l] = (50 * b0 - 89 * b1 + 18 * b2 + 75 * b3 + round) >> shift;
    to[7 * apart][l] = (18 * b0 - 50 * b1 + 75 * b2 - 89 * b3 + round) >> shift;
  }
}

CF_INLINE void
invert_lanes (
    const Lanes *restrict from, Lanes *restrict to, gint apart, gint shift)
{
  const gint round = 1 << shift >> 1;
  gint l;

  for (l = 0; l < LANES; l++) {
    const gint c0 = from[0][l], c1 = from[apart][l], c2 = from[2 * apart][l];
    const gint c3 = from[3 * apart][l], c4 = from[4 * apart][l];
    const gint c5 = from[5 * apart][l], c6 = from[6 * apart][l];
    const gint c7 = from[7 * apart][l];
    const gint e0 = 64 * (c0 + c4) + round, e1 = 64 * (c0 - c4) + round;
    const gint f0 = 83 * c2 + 36 * c6, f1 = 36 * c2 - 83 * c6;
    const gint a0 = e0 + f0, a1 = e1 + f1, a2 = e1 - f1, a3 = e0 - f0;
    const gint b0 = 89 * c1 + 75 * c3 + 50 * c5 + 18 * c7;
    const gint b1 = 75 * c1 - 18 * c3 - 89 * c5 - 50 * c7;
    const gint b2 = 50 * c1 - 89 * c3 + 18 * c5 + 75 * c7;
    const gint b3 = 18 * c1 - 50 * c3 + 75 * c5 - 89 * c7;

    to[0][l] = cf_wiener_clamp ((a0 + b0) >> shift);
    to[7 * apart][l] = cf_wiener_clamp ((a0 - b0) >> shift);
    to[apart][l] = cf_wiener_clamp ((a1 + b1) >> shift);
    to[6 * apart][l] = cf_wiener_clamp ((a1 - b1) >> shift);
    to[2 * apart][l] = cf_wiener_clamp ((a2 + b2) >> shift);
    to[5 * apart][l] = cf_wiener_clamp ((a2 - b2) >> shift);
    to[3 * apart][l] = cf_wiener_clamp ((a3 + b3) >> shift);
    to[4 * apart][l] = cf_wiener_clamp ((a3 - b3) >> shift);
  }
}

#define transform_first(from, to, apart) \
  transform_lanes (from, to, apart, CF_WIENER_FIRST_ROUND, 10)
#define transform_second(from, to, apart) \
  transform_lanes (from, to, apart, 256, 9)

#endif

static void
transform (const Lanes *from, Lanes *half, Lanes *to)
{
  gint i;

  for (i = 0; i < CF_WIENER_SIDE; i++)
    transform_first (from + i, half + i, CF_WIENER_SIDE);
  for (i = 0; i < CF_WIENER_SIDE; i++)
    transform_second (half + i * CF_WIENER_SIDE, to + i * CF_WIENER_SIDE, 1);
}

/* In place. */
static void
invert (Lanes *coefficients, Lanes *half)
{
  gint i;

  for (i = 0; i < CF_WIENER_SIDE; i++)
    invert_lanes (
        coefficients + i * CF_WIENER_SIDE, half + i * CF_WIENER_SIDE, 1, 6);
  for (i = 0; i < CF_WIENER_SIDE; i++)
    invert_lanes (half + i, coefficients + i, CF_WIENER_SIDE, 5);
}
