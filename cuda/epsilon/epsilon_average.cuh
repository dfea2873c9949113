/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mean of similar neighbours, 8 bits: four neighbours of a pixel at a time.
 *
 * Bit 7 of v = | |q - p| - c | with c = T + 127 is set where |q - p| < T, for T
 * up to 128; with c = T - 128 it is set where |q - p| >= T, for T up to 255.
 * With that bit alone, turned round there, v is 128 for similar neighbours: two
 * sums of its products are theirs and their number. */
#pragma once

#include "cuda/epsilon/mean.cuh"

namespace
{

constexpr int stored = 1;            /* bytes of a sample in shared memory */
constexpr uint32_t all = 0xffffffff; /* are neighbours */

struct Terms {
  uint32_t centre, mask, invert;

  __device__ __forceinline__
  Terms (int threshold, int)
  {
    const int t = max (threshold, 1); /* p itself counts */

    centre = (uint32_t)(t <= 128 ? t + 127 : t - 128) * 0x01010101u;
    mask = t <= 255 ? 0x80808080u : 0;
    invert = t <= 128 ? 0 : 0x80808080u;
  }
};

/* Four pixels in a row. */
struct Pixels {
  uint32_t p[4];
  uint32_t sum[4], n[4]; /* 32 (4 S + 1) and 128 n */

  __device__ __forceinline__ void
  start (const Terms &, const uint32_t *words)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      p[i] = __byte_perm (words[0], 0, 0x1111 * i);
      sum[i] = zero + 32;
      n[i] = CF_MEAN_ZERO;
    }
  }

  /* Four samples for each pixel; bytes of `valid` are those of neighbours. */
  __device__ __forceinline__ void
  add (const Terms &terms, const uint32_t (&q)[4], uint32_t valid)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      uint32_t v = __vabsdiffu4 (__vabsdiffu4 (q[i], p[i]), terms.centre);

      v = (v & (terms.mask & valid)) ^ (terms.invert & valid);
      sum[i] = __dp4a (q[i], v, sum[i]);
      n[i] = __dp4a (v, 0x01010101u, n[i]);
    }
  }

  __device__ __forceinline__ void
  get (const Terms &, uint32_t (&result)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      /* exact in larger windows too: multiples of 32, below 2^26 */
      result[i] = mean_8 (is_small ? mean_float (sum[i]) : (float)sum[i],
          reciprocal (mean_float (n[i])));
  }

private:
  static constexpr bool is_small = CF_SIZE != 0; /* all sums below 2^23 */
  static constexpr uint32_t zero = is_small ? CF_MEAN_ZERO : 0;
};

} // namespace
