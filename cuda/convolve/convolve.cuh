/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Both kinds of convolution share this: samples as bytes for the tensor cores,
 * and results from sums.
 *
 * A sample is CF_BYTES bytes and a tap CF_DIGITS signed digits of base 256.
 * Every byte is multiplied by every digit; products of equal weight are summed
 * together. The order of the matrices' inner index is free, as long as taps
 * have the same as samples (convolvetaps.c): lane 4 g + t of a warp has samples
 * 4 t...4 t + 3 of 16 in its registers if they are bytes, and else samples
 * 2 t, 2 t + 1, 8 + 2 t and 9 + 2 t. */
#pragma once

#include "cuda/convolve/convolvekernels.h"
#include "cuda/convolve/mma.cuh"
#include "cuda/device-code/store.cuh"
#include "cuda/device-code/tile.cuh"

namespace
{

#if CF_BYTES == 1
typedef uint2 SampleVector;
#else
typedef uint4 SampleVector;
#endif

/* 16 rows of 32 samples, a lane's share, their bytes of equal weight together:
 * rows 0...7 and 8...15 of the first 16, then of the others. */
struct Part {
  uint32_t byte[CF_BYTES][4];
};

/* Returns where a lane finds its row of matrices in shared memory: `at` is
 * sample 0 of row 0, and rows are Pitch bytes apart, an odd multiple of 16, so
 * that eight rows are in different banks. */
template <int Pitch>
static __device__ __forceinline__ const uint8_t *
lane_row (const uint8_t *at)
{
  static_assert (Pitch % 32 == 16, "");
  const int lane = threadIdx.x % 32;

  return at + lane % 16 * Pitch + lane / 16 * 16;
}

static __device__ __forceinline__ Part
load_part (const uint8_t *lane_row)
{
  Part part;

#if CF_BYTES == 1
  load_matrices (part.byte[0], lane_row);
#else
  uint32_t word[2][4];

  load_matrices (word[0], lane_row);
  load_matrices (word[1], lane_row + 32);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t a = word[i / 2][i % 2], b = word[i / 2][i % 2 + 2];

    part.byte[0][i] = __byte_perm (a, b, 0x6420);
    part.byte[1][i] = __byte_perm (a, b, 0x7531);
  }
#endif
  return part;
}

/* Sums of byte weight 256^i, i < N, as one, modulo 2^32. */
template <int N>
static __device__ __forceinline__ int32_t
sum_32 (const int32_t (&part)[N])
{
  uint32_t sum = part[N - 1];

#pragma unroll
  for (int i = N - 2; i >= 0; i--)
    sum = sum * 256 + part[i];
  return sum;
}

template <int N>
static __device__ __forceinline__ int64_t
sum_64 (const int32_t (&part)[N])
{
  int64_t sum = part[N - 1];

#pragma unroll
  for (int i = N - 2; i >= 0; i--)
    sum = sum * 256 + part[i];
  return sum;
}

/* floor (n / divisor), where n is not negative: Granlund and Montgomery, see
 * convolvetaps.c. */
static __device__ __forceinline__ uint64_t
divide (const CfKernelScale &s, uint64_t n)
{
  return (s.factor ? __umul64hi (n, s.factor) : n) >> s.shift;
}

/* The result of a sum in parts before it is limited to the depth, as
 * CfConvolvePlan and CfConvolveScale say. */
template <int Scale, int N>
static __device__ __forceinline__ int32_t
scale (const CfKernelScale &s, const int32_t (&part)[N])
{
  if (Scale == CF_SCALE_HIGH || Scale == CF_SCALE_MULTIPLY) {
    const int64_t product = (int64_t)sum_32 (part) * s.multiplier + s.addend;
    const int32_t high = (int32_t)(product >> 32);

    return Scale == CF_SCALE_HIGH ? high : high >> s.shift;
  }
  if (Scale == CF_SCALE_ADD)
    return sum_32 (part) + (int32_t)s.addend;
  if (Scale == CF_SCALE_SHIFT)
    return (int32_t)((sum_64 (part) + s.addend) >> s.shift);

  const uint64_t n = max (sum_64 (part) + s.addend, (int64_t)0);

  return (int32_t)min (divide (s, n), (uint64_t)s.maximum);
}

/* Four bytes, limited to 0...255. */
static __device__ __forceinline__ uint32_t
pack_bytes (int32_t a, int32_t b, int32_t c, int32_t d)
{
#ifdef CF_EMULATED
  return max (0, min (a, 255)) | max (0, min (b, 255)) << 8
         | max (0, min (c, 255)) << 16 | (uint32_t)max (0, min (d, 255)) << 24;
#else
  uint32_t high, word;

  /* a and b become bytes 1 and 0, the bytes of c go two up */
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(high)
      : "r"(d), "r"(c), "r"(0));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(word)
      : "r"(b), "r"(a), "r"(high));
  return word;
#endif
}

/* Four results as they are stored. */
template <int Scale, int N>
static __device__ __forceinline__ void
results (const CfKernelPlane &plane, const CfKernelScale &s,
    const int32_t (&part)[4][N], uint32_t *word)
{
  int32_t v[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    v[i] = scale<Scale> (s, part[i]);
#if CF_BYTES == 1
  if (plane.bits == 8) {
    word[0] = pack_bytes (v[0], v[1], v[2], v[3]);
    return;
  }
#endif
#pragma unroll
  for (int i = 0; i < 4; i++)
    v[i] = max (0, min (v[i], s.maximum));
#if CF_BYTES == 1
  word[0] = __byte_perm (__byte_perm (v[0], v[1], 0x0040),
                __byte_perm (v[2], v[3], 0x0040), 0x5410)
            << plane.shift;
#else
  word[0] = __byte_perm (v[0], v[1], 0x5410) << plane.shift;
  word[1] = __byte_perm (v[2], v[3], 0x5410) << plane.shift;
#endif
}

/* Pixels 4 t...4 t + 3 of a row of 16, for each of two such: N parts of the
 * sums each. Writes eight pixels a lane. */
template <int Scale, int N>
static __device__ __forceinline__ void
store_results (const CfKernelPlane &plane, const CfKernelScale &s, uint8_t *dst,
    int x, bool inside, const int32_t (&part)[2][4][N])
{
  const int t = threadIdx.x % 4;

#if CF_BYTES == 1
  const bool odd = t & 1;
  Row<2> row;

  results<Scale> (plane, s, part[0], &row.word[0]);
  results<Scale> (plane, s, part[1], &row.word[1]);

  /* lanes 2 i and 2 i + 1 of a row exchange, so that each has eight pixels of
   * one of the two 16 */
  const uint32_t other =
      __shfl_xor_sync (0xffffffff, odd ? row.word[0] : row.word[1], 1);

  if (odd)
    row.word[0] = other;
  else
    row.word[1] = other;
  if (inside)
    store_row<1> (plane, dst, x + 16 * odd + 4 * (t - odd), row);
#else
#pragma unroll
  for (int j = 0; j < 2; j++) {
    Row<2> row;

    results<Scale> (plane, s, part[j], row.word);
    if (inside)
      store_row<2> (plane, dst, x + 16 * j + 4 * t, row);
  }
#endif
}

template <int Scale> struct Kind {
  static constexpr int value = Scale;
};

/* Calls `store` with a Kind, so that it knows the scale's as a constant.
 * Divides: that may be CF_SCALE_DIVIDE. */
template <bool Divides = true, typename Store>
static __device__ __forceinline__ void
with_scale (const CfKernelScale &s, const Store &store)
{
  switch (s.kind) {
    case CF_SCALE_HIGH:
      store (Kind<CF_SCALE_HIGH> ());
      break;
    case CF_SCALE_MULTIPLY:
      store (Kind<CF_SCALE_MULTIPLY> ());
      break;
    case CF_SCALE_ADD:
      store (Kind<CF_SCALE_ADD> ());
      break;
    case CF_SCALE_SHIFT:
      store (Kind<CF_SCALE_SHIFT> ());
      break;
    default:
      if (Divides)
        store (Kind<CF_SCALE_DIVIDE> ());
  }
}

} // namespace
