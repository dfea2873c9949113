/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dot products of two samples of 2 bytes and two taps. A row is read once, put
 * as the words that begin at each pixel's window, and added to the sums of all
 * rows of results that it is in. Each digit of taps has sums of its own: of 31
 * bits, so that they become one number in 32 or 64 bits at the end, as the
 * scale wants it. */
#pragma once

#include "cuda/convolve/convolve_dot.cuh"

/* Words of a window's row, and of a row on each side of a thread's pixels */
#define GROUPS ((CF_SIZE + 1) / 2)
#define SIDE ((REACH + 1) / 2)
#define ROW_WORDS (PIXELS / 2 + 2 * SIDE)

static_assert ((int64_t)CF_SIZE *CF_SIZE * 128 * 0xffff <= INT32_MAX,
    "a digit's products fit 32 bits");

namespace
{

typedef uint32_t Words[ROW_WORDS];

/* Rows straight from the picture, as CF_DIRECT has it: of blocks that have
 * samples on all sides. */
struct InnerRows {
  static constexpr bool inner = true;

  const uint8_t *at; /* the first output's, in the first row of its window */
  const int64_t stride;

  __device__ __forceinline__
  InnerRows (const CfKernelPlane &plane, const uint8_t *src, int x, int y)
      : at (src + (y - REACH) * plane.src_stride + 2 * x),
        stride (plane.src_stride)
  {
  }

  __device__ __forceinline__ void
  load (int i, Words &word) const
  {
    const uint8_t *from = at + i * stride;
    const Row<4> centre = load_row<4> (from);
    Row<SIDE> left, right;

    if (SIDE == 2) {
      left.pair[0] = __ldg ((const uint2 *)from - 1);
      right.pair[0] = __ldg ((const uint2 *)from + 2);
    } else {
      left.word[0] = __ldg ((const uint32_t *)from - 1);
      right.word[0] = __ldg ((const uint32_t *)from + 4);
    }
#pragma unroll
    for (int k = 0; k < 4; k++)
      word[SIDE + k] = centre.word[k];
#pragma unroll
    for (int k = 0; k < SIDE; k++) {
      word[k] = left.word[k];
      word[SIDE + 4 + k] = right.word[k];
    }
  }
};

/* The same of others, away from a constant border; Edge: from above and below
 * the picture too, which is higher than REACH. */
template <bool Edge> struct OuterRows {
  static constexpr bool inner = false;

  const uint8_t *at; /* the first output's, in the row of its window; Edge: in
                        the picture's first */
  const int64_t stride;
  const int top, height, border;
  const bool first, last; /* of a row's pixels */

  __device__ __forceinline__
  OuterRows (
      const CfKernelPlane &plane, const uint8_t *src, int border, int x, int y)
      : at (src + (Edge ? 0 : y - REACH) * plane.src_stride + 2 * x),
        stride (plane.src_stride), top (y - REACH), height (plane.height),
        border (border), first (x == 0), last (x + PIXELS == plane.width)
  {
  }

  __device__ __forceinline__ void
  load (int i, Words &word) const
  {
    const bool mirror = border == CF_BORDER_MIRROR;
    const int64_t row =
        Edge ? near_index (min (top + i, height + REACH - 1), height, border)
             : i;
    const uint8_t *from = at + row * stride;
    const Row<4> centre = load_row<4> (from);
    const uint32_t *near = (const uint32_t *)from;

#pragma unroll
    for (int k = 0; k < 4; k++)
      word[SIDE + k] = centre.word[k];
      /* samples -2 k - 2 and -2 k - 1, and 8 + 2 k and 9 + 2 k */
#pragma unroll
    for (int k = 0; k < SIDE; k++) {
      uint32_t &left = word[SIDE - 1 - k], &right = word[SIDE + 4 + k];

      if (!first)
        left = __ldg (near - 1 - k);
      else if (mirror)
        left = __byte_perm (centre.word[k], centre.word[k + 1], 0x3254);
      else
        left = __byte_perm (centre.word[0], 0, 0x1010);
      if (!last)
        right = __ldg (near + 4 + k);
      else if (mirror)
        right = __byte_perm (centre.word[3 - k], centre.word[2 - k], 0x7610);
      else
        right = __byte_perm (centre.word[3], 0, 0x3232);
    }
  }
};

/* Rows from the block's tile. */
struct TileRows {
  static constexpr bool inner = false;

  const uint8_t *at; /* the first output's, in the first row of its window */

  __device__ __forceinline__ void
  load (int i, Words &word) const
  {
    const uint32_t *from = (const uint32_t *)(at + i * Block::pitch);

#pragma unroll
    for (int k = 0; k < ROW_WORDS; k++)
      word[k] = from[k - SIDE];
  }
};

/* A row's values as words: word i begins at sample i of the first pixel's
 * window. The last one's upper half may be any, as the tap for it is 0. */
struct Windows {
  static constexpr int n = PIXELS + 2 * (GROUPS - 1);

  uint32_t word[n];

  __device__ __forceinline__ void
  unpack (const Words &row)
  {
#pragma unroll
    for (int i = 0; i < n; i++) {
      const int first = 2 * SIDE - REACH + i, k = first / 2;

      word[i] = first % 2 == 0 ? row[k]
                               : __byte_perm (row[k],
                                   row[k + 1 < ROW_WORDS ? k + 1 : k], 0x5432);
    }
  }
};

/* Two unsigned samples times the signed bytes of the word's lower or upper
 * half. */
static __device__ __forceinline__ int32_t
add_products (uint32_t samples, uint32_t taps, bool upper, int32_t sum)
{
#ifdef CF_EMULATED
  taps >>= upper ? 16 : 0;
  return sum + (int32_t)(samples & 0xffff) * (int8_t)taps
         + (int32_t)(samples >> 16) * (int8_t)(taps >> 8);
#else
  int32_t result;

  if (upper)
    asm("dp2a.hi.u32.s32 %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(samples), "r"(taps), "r"(sum));
  else
    asm("dp2a.lo.u32.s32 %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(samples), "r"(taps), "r"(sum));
  return result;
#endif
}

/* A row of sums, of each pixel those of each digit. */
struct Sums {
  int32_t part[PIXELS / 4][4][CF_DIGITS];

  /* Row k of windows. */
  __device__ __forceinline__ void
  add (const CfKernelConvolve &c, const Windows &windows, int k)
  {
#pragma unroll
    for (int q = 0; q < CF_DIGITS; q++)
#pragma unroll
      for (int g = 0; g < GROUPS; g++)
#pragma unroll
        for (int i = 0; i < PIXELS; i++) {
          const int word = (q * CF_SIZE + k) * (WORDS / CF_SIZE) + g / 2;
          int32_t &sum = part[i / 4][i % 4][q];

          sum = add_products (windows.word[i + 2 * g], c.dot[word], g % 2, sum);
        }
  }

  __device__ __forceinline__ Row<4>
  get (const CfKernelConvolve &c, const CfKernelPlane &plane) const
  {
    Row<4> row;

    with_scale<false> (c.scale, [&] (auto kind) {
#pragma unroll
      for (int k = 0; k < PIXELS / 4; k++)
        results<decltype (kind)::value> (
            plane, c.scale, part[k], &row.word[2 * k]);
    });
    return row;
  }
};

/* Direct: rows are written by vectors. Whole: no row is below the picture.
 * Shifted: there may be bits below values. */
template <bool Direct, bool Whole, bool Shifted, typename Rows>
static __device__ __forceinline__ void
filter_values (const CfKernelConvolve &c, const CfKernelPlane &plane,
    const Rows &rows, uint8_t *dst, int x, int y)
{
  Sums sums[ROWS] = {};

#pragma unroll
  for (int j = 0; j < ROWS + CF_SIZE - 1; j++) {
    const int done = j - (CF_SIZE - 1);
    Words word;
    Windows windows;

    rows.load (j, word);
    if (Shifted)
#pragma unroll
      for (int k = 0; k < ROW_WORDS; k++)
        word[k] = (word[k] & plane.mask) >> plane.shift;
    windows.unpack (word);
#pragma unroll
    for (int i = 0; i < ROWS; i++)
      if (j >= i && j - i < CF_SIZE)
        sums[i].add (c, windows, j - i);
    if (done < 0)
      continue;
    if (!Whole && y + done >= plane.height)
      return;
    const Row<4> row = sums[done].get (c, plane);

    if (Direct)
      *(uint4 *)(dst + 2 * x) = row.quad[0];
    else
      store_row<2> (plane, dst, x, row);
    dst += plane.dst_stride;
  }
}

/* Most pixels are of inner rows, and most have no bits below them. */
template <bool Direct, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter (const CfKernelConvolve &c, const CfKernelPlane &plane, const Rows &rows,
    uint8_t *dst, int x, int y)
{
  if (Rows::inner && plane.shift == 0)
    filter_values<Direct, Whole, !Rows::inner> (c, plane, rows, dst, x, y);
  else
    filter_values<Direct, Whole, true> (c, plane, rows, dst, x, y);
}

} // namespace
