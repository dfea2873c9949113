/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Between samples of 16 bits: CF_MOTION_TAPS of them beside or below one
 * another, by which a sample is moved by quarters (engine/motion/cfmotion.h).
 */
#pragma once

#include "engine/motion/cfmotion.h"

#define BEFORE (CF_MOTION_TAPS / 2 - 1) /* taps before the sample */
#define AROUND (CF_MOTION_TAPS - 1)

namespace
{

__device__ __forceinline__ uint32_t
pair (uint32_t first, uint32_t second)
{
  return __byte_perm (first, second, 0x5410);
}

/* Eight, of a quarter of a sample. */
struct Taps {
  uint32_t low, high;

  __device__ __forceinline__ explicit Taps (int quarter) : low (0), high (0)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      low |= (uint32_t)(uint8_t)cf_motion_taps[quarter][i] << 8 * i;
      high |= (uint32_t)(uint8_t)cf_motion_taps[quarter][i + 4] << 8 * i;
    }
  }

  /* Weighs four words of two samples. */
  __device__ __forceinline__ uint32_t
  weigh (uint32_t a, uint32_t b, uint32_t c, uint32_t d) const
  {
    return cf_motion_rounded (add (c, d, high, add (a, b, low, 0)), 65535);
  }

private:
  static __device__ __forceinline__ int32_t
  add (uint32_t a, uint32_t b, uint32_t taps, int32_t sum)
  {
#ifdef CF_EMULATED
    return sum + (int32_t)(a & 0xffff) * (int8_t)taps
           + (int32_t)(a >> 16) * (int8_t)(taps >> 8)
           + (int32_t)(b & 0xffff) * (int8_t)(taps >> 16)
           + (int32_t)(b >> 16) * (int8_t)(taps >> 24);
#else
    asm("dp2a.lo.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(taps));
    asm("dp2a.hi.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(b), "r"(taps));
    return sum;
#endif
  }
};

/* Samples from x on of a row whose first is at a multiple of 4 bytes, two a
 * word; those beyond it replicated. */
template <int Words>
__device__ __forceinline__ void
load_pairs_of_row (const uint16_t *row, int x, int width, uint32_t (&w)[Words])
{
  if (x >= 0 && x + 2 * Words + 1 <= width) {
    const uint32_t *at = (const uint32_t *)(row + (x & ~1));
    const uint32_t selector = x & 1 ? 0x5432 : 0x3210;
    uint32_t word = __ldg (at);

#pragma unroll
    for (int i = 0; i < Words; i++) {
      const uint32_t next = __ldg (at + i + 1);

      w[i] = __byte_perm (word, next, selector);
      word = next;
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < Words; i++)
    w[i] = pair (__ldg (row + cf_motion_clamp (x + 2 * i, 0, width - 1)),
        __ldg (row + cf_motion_clamp (x + 2 * i + 1, 0, width - 1)));
}

} // namespace
