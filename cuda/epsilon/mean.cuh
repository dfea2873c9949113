/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means of up to 31x31 values, to the nearest integer, ties upwards:
 * floor ((2 S + n) / (2 n)) of a sum S of n values. */
#pragma once

#include <stdint.h>

/* 2^23 as a float: the low bits of a float from there on are an integer, and
 * so is what is added to its word. */
#define CF_MEAN_ZERO 0x4b000000u

/* An integer below 2^23 that was added to CF_MEAN_ZERO. */
static __device__ __forceinline__ float
mean_float (uint32_t word)
{
  return __uint_as_float (word) - 8388608.0f;
}

/* x / 2^shift, for any sign of the shift; x is not 0. */
static __device__ __forceinline__ float
scale_down (float x, int shift)
{
  return __uint_as_float (__float_as_uint (x) - (shift << 23));
}

/* 1 / x, wrong by 2^-23 of itself at most. */
static __device__ __forceinline__ float
reciprocal (float x)
{
#ifdef CF_EMULATED
  return emulated_reciprocal (x);
#else
  float result;

  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
#endif
}

/* The mean of 8-bit values in the low byte, from k (4 S + 1) and about
 * 1 / (4 k n), for any k: the integer nearest to S / n + 1 / (4 n). As S / n is
 * a multiple of 1 / n, that is 1 / (4 n) or more, 2.6e-4, away from where two
 * integers are equally near. The product is below 256 and wrong by 3.1e-5 at
 * most, and is rounded only once, to the integer. */
static __device__ __forceinline__ uint32_t
mean_8 (float sum, float inverse)
{
  return __float_as_uint (__fmaf_rn (sum, inverse, 8388608.0f));
}

/* The mean of 16-bit values: a product that is wrong by less than 0.1, so that
 * its nearest integer is by 1 at most. */
static __device__ __forceinline__ uint32_t
mean_16 (uint32_t sum, uint32_t n)
{
  const uint32_t mean = mean_8 ((float)sum, reciprocal ((float)n)) & 0x1ffff;
  const int32_t rest = (int32_t)(2 * sum + n - 2 * n * mean);

  return mean + (rest >= (int32_t)(2 * n)) - (rest < 0);
}
