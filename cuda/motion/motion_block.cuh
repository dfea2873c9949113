/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks of 8x8 samples: loaded, between samples, and compared; and vectors,
 * two numbers of 16 bits in a word. */
#pragma once

#include "cuda/motion/motionkernels.h"
#include "cuda/device-code/warp.cuh"

namespace
{

/* --- vectors --- */

__device__ __forceinline__ uint32_t
vector_bits (CfMotionVector v)
{
  return (uint32_t)(uint16_t)v.x | (uint32_t)(uint16_t)v.y << 16;
}

__device__ __forceinline__ CfMotionVector
vector_of (uint32_t bits)
{
  CfMotionVector v;

  v.x = (int16_t)bits;
  v.y = (int16_t)(bits >> 16);
  return v;
}

__device__ __forceinline__ uint32_t
vector_at (const CfKernelMotionField &f, int x, int y)
{
  return *((const uint32_t *)f.vectors
           + (int64_t)cf_motion_clamp (y, 0, f.height - 1) * f.width
           + cf_motion_clamp (x, 0, f.width - 1));
}

__device__ __forceinline__ uint32_t
middle (uint32_t a, uint32_t b, uint32_t c)
{
  return __vmaxs2 (__vmins2 (a, b), __vmins2 (__vmaxs2 (a, b), c));
}

/* Vectors in and around a block, row by row, and their median. */
struct Around {
  uint32_t v[9];

  __device__ __forceinline__
  Around (const CfKernelMotionField &f, int x, int y)
  {
#pragma unroll
    for (int i = 0; i < 9; i++)
      v[i] = vector_at (f, x + i % 3 - 1, y + i / 3 - 1);
  }

  /* The middle one of the largest first, the middle second and the least third
   * of each row's three by size. */
  __device__ __forceinline__ CfMotionVector
  median () const
  {
    uint32_t least[3], between[3], most[3];

#pragma unroll
    for (int i = 0; i < 3; i++) {
      const uint32_t a = v[3 * i], b = v[3 * i + 1], c = v[3 * i + 2];

      least[i] = __vmins2 (__vmins2 (a, b), c);
      between[i] = middle (a, b, c);
      most[i] = __vmaxs2 (__vmaxs2 (a, b), c);
    }
    return vector_of (
        middle (__vmaxs2 (__vmaxs2 (least[0], least[1]), least[2]),
            middle (between[0], between[1], between[2]),
            __vmins2 (__vmins2 (most[0], most[1]), most[2])));
  }
};

/* TRUE if the previous field says nothing. */
__device__ __forceinline__ bool
is_fresh (const CfKernelMotion &d)
{
  return d.is_fresh || *d.last_scene_change == CF_SCENE_CHANGE;
}

__device__ __forceinline__ uint32_t
noise_of (const CfKernelMotion &d)
{
  return d.estimate ? *d.estimate : d.sigma;
}

__device__ __forceinline__ bool
is_repeated (const CfKernelMotion &d)
{
  return d.differs && *d.differs == 0;
}

/* Returns sigma in steps of the scale. */
__device__ __forceinline__ uint32_t
sigma_of (const CfKernelMotion &d)
{
  return d.scale && !d.is_of_scale
             ? cf_denoise_scaled_sigma (noise_of (d), *d.scale)
             : noise_of (d);
}

/* --- samples --- */

__device__ __forceinline__ const uint8_t *
row_at (const CfKernelMotionPicture &p, int y)
{
  return p.samples + (int64_t)cf_motion_clamp (y, 0, p.height - 1) * p.stride;
}

/* TRUE if n samples of any row from x on are there, or their replicas. Words
 * are loaded: up to seven samples more. */
__device__ __forceinline__ bool
is_inside (const CfKernelMotionPicture &p, int x, int n)
{
  return x >= -CF_MOTION_MARGIN && x + n + 7 <= p.width + CF_MOTION_MARGIN;
}

/* 4 N samples from x, y on, those outside the picture replicated. */
template <bool INSIDE, int N>
__device__ __forceinline__ void
load_samples (const CfKernelMotionPicture &p, int x, int y, uint32_t (&w)[N])
{
  const uint8_t *row = row_at (p, y);

  if constexpr (INSIDE) {
    const uint32_t *at = (const uint32_t *)(row + (x & ~3));
    const uint32_t selector = 0x3210 + 0x1111 * (x & 3);
    uint32_t word = *at;

#pragma unroll
    for (int i = 0; i < N; i++) {
      const uint32_t next = at[i + 1];

      w[i] = __byte_perm (word, next, selector);
      word = next;
    }
  } else {
#pragma unroll
    for (int i = 0; i < N; i++) {
      w[i] = 0;
#pragma unroll 1
      for (int k = 0; k < 4; k++)
        w[i] |= (uint32_t)row[cf_motion_clamp (x + 4 * i + k, 0, p.width - 1)]
                << 8 * k;
    }
  }
}

__device__ __forceinline__ uint32_t
sample_at (const CfKernelMotionPicture &p, int x, int y)
{
  return row_at (p, y)[cf_motion_clamp (x, 0, p.width - 1)];
}

struct Block {
  uint32_t w[2 * CF_MOTION_BLOCK];

  /* Loads the frame's block from its own place. */
  __device__ __forceinline__
  Block (const CfKernelMotionPicture &p, int x, int y)
  {
    if (is_inside (p, x, CF_MOTION_BLOCK))
      load<true> (p, x, y);
    else
      load<false> (p, x, y);
  }

private:
  template <bool INSIDE>
  __device__ __forceinline__ void
  load (const CfKernelMotionPicture &p, int x, int y)
  {
#pragma unroll
    for (int i = 0; i < CF_MOTION_BLOCK; i++) {
      uint32_t row[2] = {};

      if (INSIDE) { /* rows and blocks begin at multiples of 4 */
        row[0] = __ldg ((const uint32_t *)(row_at (p, y + i) + x));
        row[1] = __ldg ((const uint32_t *)(row_at (p, y + i) + x) + 1);
      } else {
        load_samples<false> (p, x, y + i, row);
      }
      w[2 * i] = row[0];
      w[2 * i + 1] = row[1];
    }
  }
};

__device__ __forceinline__ uint32_t
add_distance (uint32_t a, uint32_t b, uint32_t sum)
{
#ifdef CF_EMULATED
  return __dp4a (__vabsdiffu4 (a, b), 0x01010101u, sum);
#else
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
#endif
}

template <bool INSIDE>
__device__ __forceinline__ uint32_t
add_rows (const CfKernelMotionPicture &p, const Block &block, int x, int y)
{
  uint32_t sum = 0;

#pragma unroll
  for (int i = 0; i < CF_MOTION_BLOCK; i++) {
    uint32_t row[2];

    load_samples<INSIDE> (p, x, y + i, row);
    sum = add_distance (
        block.w[2 * i + 1], row[1], add_distance (block.w[2 * i], row[0], sum));
  }
  return sum;
}

/* At whole samples. */
__device__ __forceinline__ uint32_t
sad_at (const CfKernelMotionPicture &p, const Block &block, int x, int y)
{
  return is_inside (p, x, CF_MOTION_BLOCK) ? add_rows<true> (p, block, x, y)
                                           : add_rows<false> (p, block, x, y);
}

/* --- between samples --- */

__device__ __forceinline__ uint32_t
taps_of (int quarter)
{
  uint32_t taps;

  memcpy (&taps, cf_motion_search_taps[quarter], sizeof taps);
  return taps;
}

/* Weighs four samples less 128. */
__device__ __forceinline__ int32_t
weigh (uint32_t samples, uint32_t taps)
{
  return __dp4a ((int32_t)samples, (int32_t)taps, 128 * 64 + 32) >> 6;
}

/* Limited to samples, one a byte. */
__device__ __forceinline__ uint32_t
pack (int32_t a, int32_t b, int32_t c, int32_t d)
{
#ifdef CF_EMULATED
  return (uint32_t)cf_motion_clamp (a, 0, 255)
         | (uint32_t)cf_motion_clamp (b, 0, 255) << 8
         | (uint32_t)cf_motion_clamp (c, 0, 255) << 16
         | (uint32_t)cf_motion_clamp (d, 0, 255) << 24;
#else
  uint32_t high, all;

  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(high)
      : "r"(d), "r"(c), "r"(0));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(all)
      : "r"(b), "r"(a), "r"(high));
  return all;
#endif
}

/* A row of eight, less 128 each. */
template <bool INSIDE>
__device__ __forceinline__ uint2
row_between (const CfKernelMotionPicture &p, int x, int y, uint32_t taps)
{
  uint32_t w[3];
  int32_t v[8];

  load_samples<INSIDE> (p, x - 1, y, w);
#pragma unroll
  for (int i = 0; i < 3; i++)
    w[i] ^= 0x80808080;
#pragma unroll
  for (int i = 0; i < 8; i++)
    v[i] = weigh (
        __byte_perm (w[i / 4], w[i / 4 + 1], 0x3210 + 0x1111 * (i % 4)), taps);
  return make_uint2 (pack (v[0], v[1], v[2], v[3]) ^ 0x80808080,
      pack (v[4], v[5], v[6], v[7]) ^ 0x80808080);
}

/* Columns of samples in rows a and b, and in c and d. */
__device__ __forceinline__ uint32_t
columns_between (uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t taps)
{
  const uint32_t upper = __byte_perm (a, b, 0x5140),
                 upper_right = __byte_perm (a, b, 0x7362);
  const uint32_t lower = __byte_perm (c, d, 0x5140),
                 lower_right = __byte_perm (c, d, 0x7362);

  return pack (weigh (__byte_perm (upper, lower, 0x5410), taps),
      weigh (__byte_perm (upper, lower, 0x7632), taps),
      weigh (__byte_perm (upper_right, lower_right, 0x5410), taps),
      weigh (__byte_perm (upper_right, lower_right, 0x7632), taps));
}

template <bool INSIDE>
__device__ __forceinline__ uint32_t
add_rows_between (const CfKernelMotionPicture &p, const Block &block, int x,
    int y, uint32_t across, uint32_t down)
{
  uint2 a = row_between<INSIDE> (p, x, y - 1, across);
  uint2 b = row_between<INSIDE> (p, x, y, across);
  uint2 c = row_between<INSIDE> (p, x, y + 1, across);
  uint32_t sum = 0;

#pragma unroll
  for (int i = 0; i < CF_MOTION_BLOCK; i++) {
    const uint2 d = row_between<INSIDE> (p, x, y + i + 2, across);

    sum = add_distance (
        block.w[2 * i], columns_between (a.x, b.x, c.x, d.x, down), sum);
    sum = add_distance (
        block.w[2 * i + 1], columns_between (a.y, b.y, c.y, d.y, down), sum);
    a = b;
    b = c;
    c = d;
  }
  return sum;
}

/* At quarters of a sample from x, y on. */
__device__ __forceinline__ uint32_t
sad_between (const CfKernelMotionPicture &p, const Block &block, int x, int y,
    CfMotionVector v)
{
  const uint32_t across = taps_of (v.x & 3), down = taps_of (v.y & 3);

  x += v.x >> 2;
  y += v.y >> 2;
  return is_inside (p, x - 1, 12)
             ? add_rows_between<true> (p, block, x, y, across, down)
             : add_rows_between<false> (p, block, x, y, across, down);
}

} // namespace
