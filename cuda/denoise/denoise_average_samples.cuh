/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means over time, sample by sample: of 16 bits, or of more frames than halves
 * have room for. A sample's sum has the number of frames from bit 21 on. */
#pragma once

#include "cuda/denoise/denoise_average_limits.cuh"
#include "cuda/epsilon/mean.cuh"

namespace
{

constexpr int in_word = 4 / CF_BYTES;

/* Differences above past[k] or future[k], and sums of them above `sum`, stop a
 * side: all, where frame k is not there. */
struct Terms {
  int32_t past[CF_PAST], future[CF_FUTURE ? CF_FUTURE : 1];
  uint32_t sum;
  int shift;
  float scale; /* 1 / 2^shift */

  __device__ __forceinline__
  Terms (const CfKernelPlane &plane, const Limits &limits, int n_past,
      int n_future)
      : sum (limits.sum), shift (plane.shift),
        scale (scale_down (1, plane.shift))
  {
#pragma unroll
    for (int k = 0; k < CF_PAST; k++)
      past[k] = k < n_past ? limits.one : -1;
#pragma unroll
    for (int k = 0; k < CF_FUTURE; k++)
      future[k] = k < n_future ? limits.one : -1;
  }
};

/* The samples of a word. */
struct Samples {
  uint32_t own[in_word], total[in_word]; /* 2^21 n + S */

  static __device__ __forceinline__ uint32_t
  sample (uint32_t word, int i)
  {
    return __byte_perm (word, 0x20,
        CF_BYTES == 1 ? 0x5450 + i
        : i           ? 0x5432
                      : 0x5410);
  }

  explicit __device__ __forceinline__
  Samples (uint32_t word)
  {
#pragma unroll
    for (int i = 0; i < in_word; i++)
      own[i] = total[i] = sample (word, i);
  }

  /* Six instructions a sample. */
  template <int N>
  __device__ __forceinline__ void
  add_side (const Terms &terms, const int32_t *one, const uint32_t *word)
  {
#pragma unroll
    for (int i = 0; i < in_word; i++) {
      uint32_t sum = 0;
      bool counts = true;

#pragma unroll
      for (int k = 0; k < N; k++) {
        const uint32_t other = sample (word[k], i);

        sum = __usad (own[i], other, sum);
        counts = counts && (int32_t)__usad (own[i], other, 0) <= one[k]
                 && sum <= terms.sum;
        if (counts)
          total[i] += other;
      }
    }
  }

  /* The integer nearest to (S + 1/4) / n, of values: S / n is a multiple of
   * 1 / n, so that is 1 / (4 n), 0.0147 or more, away from where two are
   * equally near. The product is below 65536 and wrong by 0.0079 at most: S +
   * 1/4 is exact, and the product is rounded only once. */
  __device__ __forceinline__ uint32_t
  mean (const Terms &terms) const
  {
    uint32_t v[in_word];

#pragma unroll
    for (int i = 0; i < in_word; i++) {
      const float sum = mean_float ((total[i] & 0x1fffff) | CF_MEAN_ZERO);
      const float n = mean_float (total[i] >> 21 | CF_MEAN_ZERO);

      v[i] = mean_8 (__fmaf_rn (sum, terms.scale, 0.25f), reciprocal (n));
    }
#if CF_BYTES == 2
    return __byte_perm (v[0], v[1], 0x5410) << terms.shift;
#else
    return __byte_perm (__byte_perm (v[0], v[1], 0x0040),
               __byte_perm (v[2], v[3], 0x0040), 0x5410)
           << terms.shift;
#endif
  }
};

} // namespace
