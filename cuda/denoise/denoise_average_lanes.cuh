/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means over time of 8-bit samples, of 8 other frames at most: two samples a
 * word, as halves, with a count in the bits above them. */
#pragma once

#include "cuda/denoise/denoise_average_limits.cuh"
#include "cuda/epsilon/mean.cuh"

namespace
{

constexpr uint32_t both = 0x00010001;

/* All bits of the halves whose highest is set. */
static __device__ __forceinline__ uint32_t
spread_sign (uint32_t halves)
{
#ifdef CF_EMULATED
  return (halves >> 15 & both) * 0xffff;
#else
  uint32_t result;

  asm("prmt.b32 %0, %1, 0, 0xbb99;" : "=r"(result) : "r"(halves));
  return result;
#endif
}

/* Bit 15 of difference + past[k] or future[k], and of `sum` + the sum of
 * differences, says that a frame does not count: always, where it is not
 * there. */
struct Terms {
  uint32_t past[CF_PAST], future[CF_FUTURE ? CF_FUTURE : 1];
  uint32_t sum;
  int shift;
  float zero; /* see mean() */

  __device__ __forceinline__
  Terms (const CfKernelPlane &plane, const Limits &limits, int n_past,
      int n_future)
      : sum ((0x7fff - limits.sum) * both), shift (plane.shift),
        zero (scale_down (8388608.0f, -plane.shift) - 4096)
  {
    const uint32_t one = (0x7fff - limits.one) * both;

#pragma unroll
    for (int k = 0; k < CF_PAST; k++)
      past[k] = k < n_past ? one : 0x8000 * both;
#pragma unroll
    for (int k = 0; k < CF_FUTURE; k++)
      future[k] = k < n_future ? one : 0x8000 * both;
  }
};

/* The four samples of a word: halves are 4096 n + S. */
struct Samples {
  uint32_t own[2], total[2];

  static __device__ __forceinline__ uint32_t
  halves (uint32_t word, int i)
  {
    return __byte_perm (word, 0x10, i ? 0x4342 : 0x4140);
  }

  explicit __device__ __forceinline__
  Samples (uint32_t word)
  {
#pragma unroll
    for (int i = 0; i < 2; i++)
      own[i] = total[i] = halves (word, i);
  }

  /* Sixteen instructions a word. A side's sums do not matter once it has
   * stopped: below 2^16 they stay. */
  template <int N>
  __device__ __forceinline__ void
  add_side (const Terms &terms, const uint32_t *one, const uint32_t *word)
  {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      uint32_t sum = terms.sum, stop = 0;

#pragma unroll
      for (int k = 0; k < N; k++) {
        const uint32_t other = halves (word[k], i);
        const uint32_t difference = __vabsdiffu4 (own[i], other);

        sum += difference;
        stop |= sum | (difference + one[k]);
        total[i] += other & ~spread_sign (stop);
      }
    }
  }

  /* floor ((2 S + n) / (2 n)) is the integer nearest to S / n and a little
   * more, at most 1 / (2 n). With a half t = 4096 n + S
   *   f = t (1 + 30 / 2^23)    f / n = 4096 + S / n + 0.0146...0.0156
   * n is the integer nearest to f / 4096 - 1/2, as S is below 2296 and f above
   * 4096 n. f is wrong by 0.002 at most, which is 0.0003 of f / n, and the
   * reciprocal makes that wrong by 0.0008; 1 / (2 n) is 0.055 or more. It is
   * rounded once, to a multiple of 2^shift, whose numbers are the float's low
   * bits. */
  __device__ __forceinline__ uint32_t
  mean (const Terms &terms) const
  {
    uint32_t v[4];

#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t t =
          __byte_perm (total[i / 2], 0x4b00, i % 2 ? 0x5432 : 0x5410);
      const float f =
          __fmaf_rn (__uint_as_float (t), 1 + 0x1.ep-19f, -8388638.0f);
      const float n = __fmaf_rn (f, 1 / 4096.0f, 8388607.5f) - 8388608.0f;

      v[i] = __float_as_uint (__fmaf_rn (f, reciprocal (n), terms.zero));
    }
    return __byte_perm (__byte_perm (v[0], v[1], 0x0040),
               __byte_perm (v[2], v[3], 0x0040), 0x5410)
           << terms.shift;
  }
};

} // namespace
