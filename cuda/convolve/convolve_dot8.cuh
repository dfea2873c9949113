/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dot products of four samples of 8 bits and four taps. Each row is read once,
 * and put as the words that begin at each pixel's window. Up to 5x5 rows roll:
 * those of a window are kept, a fifth column of taps is multiplied by words of
 * samples that are one below another, and digits' products are summed highest
 * first. 7x7, of one digit, has two words a row: a row is added to the sums of
 * all results that it is in, which takes fewer registers. Sums fit 32 bits:
 * find_dot_scale(). */
#pragma once

#include "cuda/convolve/convolve_dot.cuh"

static_assert (REACH <= 4, "neighbours are a word on each side");

#define ROLLING (CF_SIZE <= 5)
/* Words of a row that windows have */
#define WINDOWS (ROLLING ? PIXELS : PIXELS + 4)

namespace
{

/* A row's samples x - 4...x + 11, and the first four of each pixel's window. */
struct Samples {
  uint32_t word[4], window[WINDOWS];

  __device__ __forceinline__ void
  unpack (uint32_t left, const Row<2> &row, uint32_t right)
  {
    word[0] = left;
    word[1] = row.word[0];
    word[2] = row.word[1];
    word[3] = right;
#pragma unroll
    for (int i = 0; i < WINDOWS; i++) {
      const int first = 4 - REACH + i;

      window[i] = first % 4 == 0
                      ? word[first / 4]
                      : __byte_perm (word[first / 4], word[(first / 4 + 1) % 4],
                          0x3210 + 0x1111 * (first % 4));
    }
  }
};

/* The fifth samples of windows, those of four rows a word, the last one's
 * highest. */
struct Column {
  uint32_t below[PIXELS];

  __device__ __forceinline__ void
  push (const Samples &samples)
  {
#pragma unroll
    for (int i = 0; i < PIXELS; i++) {
      const int fifth = 4 - REACH + i + 4;

      below[i] = __byte_perm (
          below[i], samples.word[fifth / 4], 0x4321 + fifth % 4 * 0x1000);
    }
  }
};

/* Rows straight from the picture, as CF_DIRECT has it: of blocks that have
 * samples on all sides. */
struct InnerRows {
  const uint8_t *at; /* the first output's, in the first row of its window */
  const int64_t stride;

  __device__ __forceinline__
  InnerRows (const CfKernelPlane &plane, const uint8_t *src, int x, int y)
      : at (src + (y - REACH) * plane.src_stride + x), stride (plane.src_stride)
  {
  }

  __device__ __forceinline__ void
  load (int i, Samples &samples) const
  {
    const uint8_t *from = at + i * stride;

    samples.unpack (__ldg ((const uint32_t *)(from - 4)), load_row<2> (from),
        __ldg ((const uint32_t *)(from + PIXELS)));
  }
};

/* The same of others, away from a constant border; Edge: from above and below
 * the picture too, which is higher than REACH. */
template <bool Edge> struct OuterRows {
  const uint8_t *centre, *left, *right; /* in the row of the first output's
                                           window; Edge: in the picture's */
  uint32_t select_left, select_right;   /* of their bytes and the centre's */
  const int64_t stride;
  const int top, height, border;

  __device__ __forceinline__
  OuterRows (
      const CfKernelPlane &plane, const uint8_t *src, int border, int x, int y)
      : stride (plane.src_stride), top (y - REACH), height (plane.height),
        border (border)
  {
    const bool mirror = border == CF_BORDER_MIRROR;

    centre = (Edge ? src : src + top * stride) + x;
    left = centre - 4;
    right = centre + PIXELS;
    select_left = select_right = 0x3210;
    /* what stands for the samples beyond is in the first word or in the last */
    if (x == 0) {
      left = centre;
      select_left = mirror ? 0x1234 : 0;
    }
    if (x + PIXELS == plane.width) {
      right = centre + 4;
      select_right = mirror ? 0x7012 : 0x3333;
    }
  }

  __device__ __forceinline__ void
  load (int i, Samples &samples) const
  {
    const int64_t at =
        (Edge ? near_index (min (top + i, height + REACH - 1), height, border)
              : i)
        * stride;
    const Row<2> row = load_row<2> (centre + at);
    const uint32_t l = __ldg ((const uint32_t *)(left + at));
    const uint32_t r = __ldg ((const uint32_t *)(right + at));

    samples.unpack (__byte_perm (l, row.word[1], select_left), row,
        __byte_perm (r, row.word[0], select_right));
  }
};

/* Rows from the block's tile. */
struct TileRows {
  const uint8_t *at; /* the first output's, in the first row of its window */

  __device__ __forceinline__ void
  load (int i, Samples &samples) const
  {
    const uint8_t *from = at + i * Block::pitch;
    Row<2> row;

    row.pair[0] = *(const uint2 *)from;
    samples.unpack (
        *(const uint32_t *)(from - 4), row, *(const uint32_t *)(from + PIXELS));
  }
};

/* Unsigned bytes times signed ones. */
static __device__ __forceinline__ uint32_t
add_products (uint32_t samples, uint32_t taps, uint32_t sum)
{
#ifdef CF_EMULATED
  for (int i = 0; i < 32; i += 8)
    sum += (uint8_t)(samples >> i) * (int8_t)(taps >> i);
  return sum;
#else
  uint32_t result;

  asm("dp4a.u32.s32 %0, %1, %2, %3;"
      : "=r"(result)
      : "r"(samples), "r"(taps), "r"(sum));
  return result;
#endif
}

/* Divides the sum and all that is added to it, before it is limited: see
 * find_dot_scale(). */
template <int Scale>
static __device__ __forceinline__ int32_t
divide_sum (const CfKernelScale &s, uint32_t n)
{
  if (Scale == CF_SCALE_SHIFT)
    return (int32_t)n >> s.shift;
  return __mulhi ((int32_t)n, s.multiplier) >> s.shift;
}

template <int Scale>
static __device__ __forceinline__ Row<2>
divide (const CfKernelConvolve &c, const uint32_t (&sum)[PIXELS])
{
  Row<2> row;

#pragma unroll
  for (int k = 0; k < 2; k++) {
    int32_t v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = divide_sum<Scale> (c.scale, sum[4 * k + i]);
    row.word[k] = pack_bytes (v[0], v[1], v[2], v[3]);
  }
  return row;
}

template <bool Direct>
static __device__ __forceinline__ void
store (const CfKernelPlane &plane, uint8_t *dst, int x, const Row<2> &row)
{
  if (Direct)
    *(uint2 *)(dst + x) = row.pair[0];
  else
    store_row<1> (plane, dst, x, row);
}

/* A row of results: `samples` are the rows of its windows, the first at `top`;
 * `above` and `column` have the first four of their fifth samples, and the
 * last. */
template <int Scale>
static __device__ __forceinline__ Row<2>
convolve (const CfKernelConvolve &c, const Samples (&samples)[CF_SIZE], int top,
    const Column &above, const Column &column)
{
  const uint32_t start = (uint32_t)c.scale.addend;
  uint32_t sum[PIXELS];

#pragma unroll
  for (int q = CF_DIGITS - 1; q >= 0; q--) {
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      sum[i] = (q < CF_DIGITS - 1 ? sum[i] * 256 : 0) + (q == 0 ? start : 0);
#pragma unroll
    for (int j = 0; j < WORDS; j++)
#pragma unroll
      for (int i = 0; i < PIXELS; i++)
        sum[i] =
            add_products (j < CF_SIZE ? samples[(top + j) % CF_SIZE].window[i]
                          : j == CF_SIZE ? above.below[i]
                                         : column.below[i],
                c.dot[q * WORDS + j], sum[i]);
  }
  return divide<Scale> (c, sum);
}

/* Direct: rows are written by vectors. Whole: no row is below the picture. */
template <int Scale, bool Direct, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter_rolling (const CfKernelConvolve &c, const CfKernelPlane &plane,
    const Rows &rows, uint8_t *dst, int x, int y)
{
  Samples samples[CF_SIZE];
  Column column = {};

#pragma unroll
  for (int j = 0; j < CF_SIZE - 1; j++) {
    rows.load (j, samples[j]);
    column.push (samples[j]);
  }
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    const int last = i + CF_SIZE - 1;

    rows.load (last, samples[last % CF_SIZE]);
    const Column above = column;

    column.push (samples[last % CF_SIZE]);
    const Row<2> row = convolve<Scale> (c, samples, i, above, column);

    if (!Whole && y + i >= plane.height)
      return;
    store<Direct> (plane, dst, x, row);
    dst += plane.dst_stride;
  }
}

/* The same of windows of two words a row, with taps of one digit. */
template <int Scale, bool Direct, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter_sums (const CfKernelConvolve &c, const CfKernelPlane &plane,
    const Rows &rows, uint8_t *dst, int x, int y)
{
  uint32_t sum[ROWS][PIXELS];

#pragma unroll
  for (int j = 0; j < ROWS + CF_SIZE - 1; j++) {
    const int done = j - (CF_SIZE - 1);
    Samples samples;

    rows.load (j, samples);
#pragma unroll
    for (int k = 0; k < CF_SIZE; k++) {
      if (j < k || j - k >= ROWS)
        continue;
#pragma unroll
      for (int g = 0; g < 2; g++)
#pragma unroll
        for (int i = 0; i < PIXELS; i++)
          sum[j - k][i] =
              add_products (samples.window[i + 4 * g], c.dot[2 * k + g],
                  k + g == 0 ? (uint32_t)c.scale.addend : sum[j - k][i]);
    }
    if (done < 0)
      continue;
    if (!Whole && y + done >= plane.height)
      return;
    store<Direct> (plane, dst, x, divide<Scale> (c, sum[done]));
    dst += plane.dst_stride;
  }
}

template <int Scale, bool Direct, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter_scaled (const CfKernelConvolve &c, const CfKernelPlane &plane,
    const Rows &rows, uint8_t *dst, int x, int y)
{
  if constexpr (ROLLING)
    filter_rolling<Scale, Direct, Whole> (c, plane, rows, dst, x, y);
  else
    filter_sums<Scale, Direct, Whole> (c, plane, rows, dst, x, y);
}

template <bool Direct, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter (const CfKernelConvolve &c, const CfKernelPlane &plane, const Rows &rows,
    uint8_t *dst, int x, int y)
{
  if (c.scale.kind == CF_SCALE_SHIFT)
    filter_scaled<CF_SCALE_SHIFT, Direct, Whole> (c, plane, rows, dst, x, y);
  else
    filter_scaled<CF_SCALE_MULTIPLY, Direct, Whole> (c, plane, rows, dst, x, y);
}

} // namespace
