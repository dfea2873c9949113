/* The mean of similar neighbours, 8 bits: four neighbours of a pixel at a time.
 *
 * Bit 7 of v = | |q - p| - c | with c = T + 127 is set where |q - p| < T, for T
 * up to 128; with c = T - 128 it is set where |q - p| >= T, for T up to 255.
 * Products with the bytes of v as they are, and with those that have no sign,
 * differ by 256 times what has bit 7: so the sum of similar neighbours, and
 * their number, take two absolute differences, two sums of four products, and
 * for four pixels two products of matrices. Larger thresholds mask the bit. */
#pragma once

#include "bytesums.cuh"
#include "mean.cuh"

namespace
{

constexpr int stored = 1;            /* bytes of a sample in shared memory */
constexpr uint32_t all = 0xffffffff; /* are neighbours */

struct Terms {
  ByteSums sums;
  uint32_t centre, mask, invert;

  __device__ __forceinline__
  Terms (int threshold, int)
  {
    const int t = max (threshold, 1); /* p itself counts */

    centre = (uint32_t)(t <= 128 ? t + 127 : t - 128) * 0x01010101u;
    mask = t <= 255 ? 0x80808080u : 0;
    invert = t <= 128 ? 0 : 0x80808080u;
  }

  __device__ __forceinline__ bool
  is_near () const
  {
    return invert == 0;
  }
};

static __device__ __forceinline__ uint32_t
dot_signed (uint32_t a, uint32_t b, uint32_t c)
{
#ifdef CF_EMULATED
  return emulated_dot_signed (a, b, c);
#else
  uint32_t sum;

  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
  return sum;
#endif
}

/* Four pixels in a row. Near: T is up to 128. */
template <bool Near> struct Pixels {
  uint32_t p[4], sum[4], less[4]; /* sum - less: 64 (4 S + 1) */
  int32_t n[4];                   /* 256 n */

  __device__ __forceinline__ void
  start (const Terms &, const uint32_t *words)
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      p[i] = __byte_perm (words[0], 0, 0x1111 * i);
      sum[i] = zero + weight / 4;
      n[i] = CF_MEAN_ZERO;
      less[i] = 0;
    }
  }

  /* Four samples for each pixel; bytes of `valid` are those of neighbours. */
  __device__ __forceinline__ void
  add (const Terms &terms, const uint32_t (&q)[4], uint32_t valid)
  {
    uint32_t v[4];

#pragma unroll
    for (int i = 0; i < 4; i++) {
      v[i] = __vabsdiffu4 (__vabsdiffu4 (q[i], p[i]), terms.centre);
      if (!Near)
        v[i] = (v[i] & (terms.mask & valid)) ^ (terms.invert & valid);
      else if (valid != all)
        v[i] &= 0x80808080 & valid;
      sum[i] = __dp4a (q[i], v[i], sum[i]);
      if (Near)
        less[i] = dot_signed (q[i], v[i], less[i]);
    }
    if (Near)
      terms.sums.count_upper (n, v);
    else
      terms.sums.add (n, v);
  }

  __device__ __forceinline__ void
  get (const Terms &, uint32_t (&result)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint32_t s = sum[i] - less[i];

      /* exact in larger windows too: multiples of 32, below 2^26 */
      result[i] = mean_8 (
          is_small ? mean_float (s) : (float)s, reciprocal (mean_float (n[i])));
    }
  }

private:
  static constexpr bool is_small = CF_SIZE != 0; /* all sums below 2^23 */
  static constexpr uint32_t zero = is_small ? CF_MEAN_ZERO : 0;
  static constexpr uint32_t weight = Near ? 256 : 128;
};

} // namespace
