/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cosine transform of cfwiener.h and its inverse, by eight lanes of a
 * window side by side, each of which has a column of samples, or a row of
 * coefficients. Rows of the matrix are even or odd about their middle, so that
 * half of the products do; sums are the same. */
#pragma once

#include "engine/denoise/cfwiener.h"

namespace
{

/* Eight numbers of 16 bits, two a word. */
struct Coefficients {
  uint32_t w[CF_WIENER_SIDE / 2];

  __device__ __forceinline__ int32_t
  get (int i) const
  {
    return i % 2 ? (int32_t)w[i / 2] >> 16 : (int32_t)(int16_t)w[i / 2];
  }

  __device__ __forceinline__ void
  set (int i, int32_t v)
  {
    w[i / 2] = i % 2 ? __byte_perm (w[i / 2], (uint32_t)v, 0x5410)
                     : __byte_perm (w[i / 2], (uint32_t)v, 0x3254);
  }
};

/* Where lanes of a window exchange rows for columns; windows of a warp lie in
 * banks of their own. */
struct Turned {
  uint4 rows[CF_WIENER_SIDE + 1];
};

/* Lane i gives number k to lane k, whose number i it becomes: all fit 16 bits.
 * All lanes of the warp call. */
__device__ __forceinline__ void
turn (int32_t (&x)[CF_WIENER_SIDE], Turned &turned, int lane)
{
  uint16_t *to = (uint16_t *)turned.rows + lane;

#pragma unroll
  for (int k = 0; k < CF_WIENER_SIDE; k++)
    to[k * CF_WIENER_SIDE] = (uint16_t)x[k];
  __syncwarp ();

  const uint4 row = turned.rows[lane];
  const uint32_t w[] = { row.x, row.y, row.z, row.w };

#pragma unroll
  for (int k = 0; k < CF_WIENER_SIDE; k++)
    x[k] = k % 2 ? (int32_t)w[k / 2] >> 16 : (int32_t)(int16_t)w[k / 2];
  __syncwarp ();
}

template <int Round, int Shift>
__device__ __forceinline__ void
transform_line (int32_t (&x)[CF_WIENER_SIDE])
{
  const int32_t a0 = x[0] + x[7], a1 = x[1] + x[6], a2 = x[2] + x[5];
  const int32_t a3 = x[3] + x[4];
  const int32_t b0 = x[0] - x[7], b1 = x[1] - x[6], b2 = x[2] - x[5];
  const int32_t b3 = x[3] - x[4];
  const int32_t c0 = 64 * (a0 + a3) + Round, c1 = 64 * (a1 + a2);
  const int32_t d0 = a0 - a3, d1 = a1 - a2;

  x[0] = (c0 + c1) >> Shift;
  x[4] = (c0 - c1) >> Shift;
  x[2] = (83 * d0 + 36 * d1 + Round) >> Shift;
  x[6] = (36 * d0 - 83 * d1 + Round) >> Shift;
  x[1] = (89 * b0 + 75 * b1 + 50 * b2 + 18 * b3 + Round) >> Shift;
  x[3] = (75 * b0 - 18 * b1 - 89 * b2 - 50 * b3 + Round) >> Shift;
  x[5] = (50 * b0 - 89 * b1 + 18 * b2 + 75 * b3 + Round) >> Shift;
  x[7] = (18 * b0 - 50 * b1 + 75 * b2 - 89 * b3 + Round) >> Shift;
}

template <int Shift>
__device__ __forceinline__ void
invert_line (int32_t (&c)[CF_WIENER_SIDE])
{
  const int32_t round = 1 << Shift >> 1;
  const int32_t e0 = 64 * (c[0] + c[4]) + round;
  const int32_t e1 = 64 * (c[0] - c[4]) + round;
  const int32_t f0 = 83 * c[2] + 36 * c[6], f1 = 36 * c[2] - 83 * c[6];
  const int32_t a[] = { e0 + f0, e1 + f1, e1 - f1, e0 - f0 };
  const int32_t b[] = { 89 * c[1] + 75 * c[3] + 50 * c[5] + 18 * c[7],
    75 * c[1] - 18 * c[3] - 89 * c[5] - 50 * c[7],
    50 * c[1] - 89 * c[3] + 18 * c[5] + 75 * c[7],
    18 * c[1] - 50 * c[3] + 75 * c[5] - 89 * c[7] };

#pragma unroll
  for (int i = 0; i < CF_WIENER_SIDE / 2; i++) {
    c[i] = cf_wiener_clamp ((a[i] + b[i]) >> Shift);
    c[CF_WIENER_SIDE - 1 - i] = cf_wiener_clamp ((a[i] - b[i]) >> Shift);
  }
}

/* A column of samples less 32768 becomes a row of coefficients. */
__device__ __forceinline__ void
transform (
    int32_t (&x)[CF_WIENER_SIDE], Turned &turned, int lane, Coefficients &c)
{
  transform_line<CF_WIENER_FIRST_ROUND, 10> (x);
  turn (x, turned, lane);
  transform_line<256, 9> (x);
#pragma unroll
  for (int k = 0; k < CF_WIENER_SIDE; k += 2)
    c.w[k / 2] = __byte_perm ((uint32_t)x[k], (uint32_t)x[k + 1], 0x5410);
}

/* And back. */
__device__ __forceinline__ void
invert (const Coefficients &c, Turned &turned, int lane,
    int32_t (&x)[CF_WIENER_SIDE])
{
#pragma unroll
  for (int k = 0; k < CF_WIENER_SIDE; k++)
    x[k] = c.get (k);
  invert_line<6> (x);
  turn (x, turned, lane);
  invert_line<5> (x);
}

} // namespace
