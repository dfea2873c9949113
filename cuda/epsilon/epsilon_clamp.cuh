/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The mean of neighbours whose differences from p are limited to T: two
 * neighbours of a pixel at a time, as halves. Sums are of p and the limited
 * difference: its mean is the result. */
#pragma once

#include "cuda/epsilon/mean.cuh"

namespace
{

constexpr int stored = 2; /* bytes of a sample in shared memory */
constexpr uint32_t all = CF_BYTES == 1 ? 0x0404 : 0x0101; /* are neighbours */

#if CF_BYTES == 1
struct Terms {
  int threshold, weight; /* of p in 4 S */
  uint32_t limit;
  float inverse;

  __device__ __forceinline__
  Terms (int threshold, int size)
      : threshold (threshold), weight (4 * size * size),
        limit (2 * threshold * 0x00010001u),
        inverse (reciprocal ((float)weight))
  {
  }
};

/* Four pixels in a row: 4 max (0, min (q - p + T, 2 T)) is added up. */
struct Pixels {
  uint32_t offset[4], sum[4]; /* T - p twice, 4 S + 1 */

  __device__ __forceinline__ void
  start (const Terms &terms, const uint32_t *words)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int p = __byte_perm (words[i / 2], 0, i % 2 ? 0x4432 : 0x4410);

      offset[i] = (uint32_t)((terms.threshold - p) & 0xffff) * 0x00010001u;
      sum[i] = CF_MEAN_ZERO + 1 + terms.weight * (p - terms.threshold);
    }
  }

  /* Two samples for each pixel; bytes 0 and 1 of `valid` are 4 for
   * neighbours. */
  __device__ __forceinline__ void
  add (const Terms &terms, const uint32_t (&q)[4], uint32_t valid)
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      sum[i] = __dp2a_lo (
          __viaddmin_s16x2_relu (q[i], offset[i], terms.limit), valid, sum[i]);
  }

  __device__ __forceinline__ void
  get (const Terms &terms, uint32_t (&result)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      result[i] = mean_8 (mean_float (sum[i]), terms.inverse);
  }
};
#else
struct Terms {
  int threshold;
  uint32_t area;

  __device__ __forceinline__
  Terms (int threshold, int size)
      : threshold (threshold), area (size * size)
  {
  }
};

/* Four pixels in a row. */
struct Pixels {
  uint32_t first[4], last[4], sum[4];

  __device__ __forceinline__ void
  start (const Terms &terms, const uint32_t *words)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int p = __byte_perm (words[i / 2], 0, i % 2 ? 0x4432 : 0x4410);

      first[i] = (uint32_t)max (p - terms.threshold, 0) * 0x00010001u;
      last[i] = (uint32_t)min (p + terms.threshold, 0xffff) * 0x00010001u;
      sum[i] = 0;
    }
  }

  /* Two samples for each pixel; bytes 0 and 1 of `valid` are 1 for
   * neighbours. */
  __device__ __forceinline__ void
  add (const Terms &, const uint32_t (&q)[4], uint32_t valid)
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      sum[i] = __dp2a_lo (
          __vminu2 (__vmaxu2 (q[i], first[i]), last[i]), valid, sum[i]);
  }

  __device__ __forceinline__ void
  get (const Terms &terms, uint32_t (&result)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
#if CF_SIZE
      result[i] = (2 * sum[i] + terms.area) / (2 * terms.area);
#else
      result[i] = mean_16 (sum[i], terms.area);
#endif
  }
};
#endif

} // namespace
