/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mean of similar neighbours, 16 bits: two neighbours of a pixel at a time.
 * Where those from l on are similar to p, and they are M values,
 *   t = min ((q - l) mod 2^16, M)
 * is below M for them alone, and min ((t - M) mod 2^16, 1) is 1 for them and 0
 * for others. The sum of all t is that of q - l, and M for every other one. */
#pragma once

#include "cuda/epsilon/mean.cuh"

namespace
{

constexpr int stored = 2;        /* bytes of a sample in shared memory */
constexpr uint32_t all = 0x0101; /* are neighbours */

struct Terms {
  int threshold, area;

  __device__ __forceinline__
  Terms (int threshold, int size)
      : threshold (max (threshold, 1)), area (size * size)
  {
  }
};

/* Four pixels in a row. */
struct Pixels {
  uint32_t minus_first[4], limit[4], minus_limit[4]; /* -l, M, -M, twice */
  uint32_t sum[4], n[4];

  __device__ __forceinline__ void
  start (const Terms &terms, const uint32_t *words)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int p = __byte_perm (words[i / 2], 0, i % 2 ? 0x4432 : 0x4410);
      const int first = max (p - terms.threshold + 1, 0);
      const int m = min (p + terms.threshold, 0x10000) - first;

      minus_first[i] = (uint32_t)(-first & 0xffff) * 0x00010001u;
      limit[i] = (uint32_t)min (m, 0xffff) * 0x00010001u;
      minus_limit[i] = (uint32_t)(-m & 0xffff) * 0x00010001u;
      sum[i] = n[i] = 0;
    }
  }

  /* Two samples for each pixel; bytes 0 and 1 of `valid` are 1 for
   * neighbours. */
  __device__ __forceinline__ void
  add (const Terms &, const uint32_t (&q)[4], uint32_t valid)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t t = __viaddmin_u16x2 (q[i], minus_first[i], limit[i]);

      sum[i] = __dp2a_lo (t, valid, sum[i]);
      n[i] = __dp2a_lo (
          __viaddmin_u16x2 (t, minus_limit[i], 0x00010001u), valid, n[i]);
    }
  }

  __device__ __forceinline__ void
  get (const Terms &terms, uint32_t (&result)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      /* M = 2^16: all are similar, t is q, and n is wrong */
      const uint32_t similar = minus_limit[i] == 0 ? terms.area : n[i];
      const uint32_t others = (terms.area - similar) * (limit[i] & 0xffff);

      result[i] =
          (-minus_first[i] & 0xffff) + mean_16 (sum[i] - others, similar);
    }
  }
};

} // namespace
