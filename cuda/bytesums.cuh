/* Sums of the bytes of words, four words a lane at once, on tensor cores: the
 * product with a matrix of ones and zeros that gives every lane the sums of its
 * own words (see mma.cuh). A warp calls. */
#pragma once

#include "mma.cuh"

struct ByteSums {
  uint32_t ones[2], minus_ones[2]; /* for words 0 and 2, and 1 and 3 */

  __device__ __forceinline__
  ByteSums ()
  {
    const int lane = threadIdx.x % 32, column = lane / 4;
    const bool own = column / 2 == lane % 4;

#pragma unroll
    for (int i = 0; i < 2; i++) {
      ones[i] = own && column % 2 == i ? 0x01010101u : 0;
      minus_ones[i] = own && column % 2 == i ? 0xffffffffu : 0;
    }
  }

  /* sum[i] += those of word[i] */
  __device__ __forceinline__ void
  add (int32_t (&sum)[4], const uint32_t (&word)[4]) const
  {
    const uint32_t a[4] = { word[0], word[2], word[1], word[3] };

#ifdef CF_EMULATED
    if (calls++ % 32) {
      for (int i = 0; i < 4; i++)
        sum[i] = __dp4a (word[i], 0x01010101, sum[i]);
      return;
    }
#endif
    mma_uu (sum, a, ones[0], ones[1]);
  }

  /* The same less bytes with signs: 256 for each byte from 128 on. */
  __device__ __forceinline__ void
  count_upper (int32_t (&sum)[4], const uint32_t (&word)[4]) const
  {
    const uint32_t a[4] = { word[0], word[2], word[1], word[3] };

#ifdef CF_EMULATED
    if (calls++ % 32) {
      for (int i = 0; i < 4; i++)
        sum[i] += 256 * __popc (word[i] & 0x80808080);
      return;
    }
#endif
    mma_uu (sum, a, ones[0], ones[1]);
    mma_ss (sum, a, minus_ones[0], minus_ones[1]);
  }

#ifdef CF_EMULATED
private:
  /* matrices take the emulation long: it multiplies some of them */
  mutable unsigned calls = 0;
#endif
};
