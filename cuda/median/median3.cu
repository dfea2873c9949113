/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Median of a 3x3 window, samples of CF_BYTES bytes. Near the copy kernel's
 * rate: bound by how fast rows come in.
 *
 * A thread makes 8 pixels in each of 8 rows. It sorts every column of three
 * once, for the three windows that hold it; the median is then
 *   median (max of the lows, median of the middles, min of the highs).
 * Rows roll: each is read once. The two samples of a register are neighbours,
 * or the two channels of a pixel where these are interleaved. */
#include "cuda/device-code/direct.cuh"
#include "cuda/median/factors.cuh"
#include "cuda/median/minmax.cuh"
#include "cuda/device-code/tile.cuh"

#define PIXELS 8
#define ROWS 8
#define ACROSS (CF_MEDIAN_3_WIDTH / PIXELS)

static_assert (CF_KERNEL_THREADS / ACROSS * ROWS == CF_MEDIAN_3_HEIGHT, "");

namespace
{

typedef Tile<CF_BYTES, 1, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT> Block;
typedef Block::Sample Sample;

/* Samples x - 1...x + 8 of a row. Two a register: those of pixels x + i and
 * x + 4 + i, 8-bit ones in the upper bytes of their halves with anything below,
 * which keeps their order. */
struct Planar {
  static constexpr int channels = 1;
  static constexpr int words = PIXELS * CF_BYTES / 4;
  static constexpr int outputs = PIXELS / CF_LANES;
  static constexpr int columns = outputs + 2;
  typedef Sample Pixel;

  uint32_t column[columns];

  __device__ __forceinline__ void
  unpack (uint32_t left, const Row<words> &row, uint32_t right)
  {
#if CF_LANES == 1
    column[0] = left;
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      column[i + 1] = row.word[i * CF_BYTES / 4] >> (i * CF_BYTES % 4 * 8)
                      & (CF_BYTES == 2 ? 0xffff : 0xff);
    column[PIXELS + 1] = right;
#elif CF_BYTES == 2
    column[0] = __byte_perm (left, row.word[1], 0x7610);
#pragma unroll
    for (int i = 0; i < 4; i++)
      column[i + 1] = __byte_perm (
          row.word[i / 2], row.word[i / 2 + 2], i % 2 ? 0x7632 : 0x5410);
    column[5] = __byte_perm (row.word[2], right, 0x5410);
#elif CF_HALF
    column[0] = __byte_perm (left, row.word[0], 0x7770) & 0x00ff00ff;
#pragma unroll
    for (int i = 0; i < 4; i++)
      column[i + 1] =
          __byte_perm (row.word[0], row.word[1], 0x4400 + 0x1111 * i)
          & 0x00ff00ff;
    column[5] = __byte_perm (row.word[1], right, 0x4400) & 0x00ff00ff;
#else
    const uint32_t first = __byte_perm (row.word[0], row.word[1], 0x5410);
    const uint32_t second = __byte_perm (row.word[0], row.word[1], 0x7632);

    column[0] = __byte_perm (left, row.word[0], 0x7700);
    column[1] = first << 8;
    column[2] = first;
    column[3] = second << 8;
    column[4] = second;
    column[5] = __byte_perm (row.word[1], right, 0x4400);
#endif
  }

  static __device__ __forceinline__ Row<words>
  pack (const uint32_t *out)
  {
    Row<words> row;

#if CF_LANES == 2
    constexpr int bytes = CF_HALF ? 0x6240 : 0x7351;
#pragma unroll
    for (int i = 0; i < words / 2; i++) {
      const uint32_t a =
          CF_BYTES == 2 ? out[2 * i] : __byte_perm (out[0], out[1], bytes);
      const uint32_t b =
          CF_BYTES == 2 ? out[2 * i + 1] : __byte_perm (out[2], out[3], bytes);

      row.word[i] = __byte_perm (a, b, 0x5410);
      row.word[i + words / 2] = __byte_perm (a, b, 0x7632);
    }
#else
#pragma unroll
    for (int i = 0; i < words; i++) {
#if CF_BYTES == 2
      row.word[i] = __byte_perm (out[2 * i], out[2 * i + 1], 0x5410);
#else
      row.word[i] =
          __byte_perm (__byte_perm (out[4 * i], out[4 * i + 1], 0x0040),
              __byte_perm (out[4 * i + 2], out[4 * i + 3], 0x0040), 0x5410);
#endif
    }
#endif
    return row;
  }
};

#if CF_LANES == 2
/* Pixels x - 1...x + 8 of two channels, a pixel a register. */
struct Interleaved {
  static constexpr int channels = 2;
  static constexpr int words = PIXELS * CF_BYTES / 2;
  static constexpr int columns = PIXELS + 2;
  static constexpr int outputs = PIXELS;
  typedef SampleType<2 * CF_BYTES>::Type Pixel;

  uint32_t column[columns];

  __device__ __forceinline__ void
  unpack (uint32_t left, const Row<words> &row, uint32_t right)
  {
#if CF_BYTES == 2
    column[0] = left;
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
      column[i + 1] = row.word[i];
    column[PIXELS + 1] = right;
#else
    column[0] = __byte_perm (left, 0, 0x1100);
#pragma unroll
    for (int i = 0; i < words; i++) {
      column[2 * i + 1] = __byte_perm (row.word[i], 0, 0x1100);
      column[2 * i + 2] = __byte_perm (row.word[i], 0, 0x3322);
    }
    column[PIXELS + 1] = __byte_perm (right, 0, 0x1100);
#if CF_HALF
#pragma unroll
    for (int i = 0; i < columns; i++)
      column[i] &= 0x00ff00ff;
#endif
#endif
  }

  static __device__ __forceinline__ Row<words>
  pack (const uint32_t *out)
  {
    Row<words> row;

#pragma unroll
    for (int i = 0; i < words; i++)
      row.word[i] = CF_BYTES == 2
                        ? out[i]
                        : __byte_perm (out[2 * i], out[2 * i + 1], 0x6420);
    return row;
  }
};
#endif

static __device__ __forceinline__ uint32_t
minimum3 (uint32_t a, uint32_t b, uint32_t c)
{
  return minimum (minimum (a, b), c);
}

static __device__ __forceinline__ uint32_t
maximum3 (uint32_t a, uint32_t b, uint32_t c)
{
  return maximum (maximum (a, b), c);
}

/* Returns the middle of three, by the logical unit, which is that of minima
 * too, or by that of multiply-adds. */
template <bool Adds>
static __device__ __forceinline__ uint32_t
middle3 (const Factors &factors, uint32_t a, uint32_t b, uint32_t c,
    uint32_t low, uint32_t high)
{
  if (!Adds)
    return a ^ b ^ c ^ low ^ high;
  return multiply_add (high, factors.minus_one,
      multiply_add (low, factors.minus_one,
          multiply_add (a, factors.one, multiply_add (b, factors.one, c))));
}

template <bool Adds>
static __device__ __forceinline__ uint32_t
median3 (const Factors &factors, uint32_t a, uint32_t b, uint32_t c)
{
  return middle3<Adds> (
      factors, a, b, c, minimum3 (a, b, c), maximum3 (a, b, c));
}

/* The median of a row of windows. */
template <typename Samples>
static __device__ __forceinline__ Row<Samples::words>
select (const Factors &factors, const Samples &top, const Samples &middle,
    const Samples &bottom)
{
  uint32_t low[Samples::columns], mid[Samples::columns], high[Samples::columns];
  uint32_t out[Samples::outputs];

#pragma unroll
  for (int i = 0; i < Samples::columns; i++) {
    uint32_t a = top.column[i], b = middle.column[i], c = bottom.column[i];

    low[i] = minimum3 (a, b, c);
    high[i] = maximum3 (a, b, c);
    mid[i] = middle3<true> (factors, a, b, c, low[i], high[i]);
  }
#pragma unroll
  for (int i = 0; i < Samples::outputs; i++)
    out[i] = median3<true> (factors, maximum3 (low[i], low[i + 1], low[i + 2]),
        median3<false> (factors, mid[i], mid[i + 1], mid[i + 2]),
        minimum3 (high[i], high[i + 1], high[i + 2]));
  return Samples::pack (out);
}

/* Rows straight from the picture: no shared memory and no barrier. For planes
 * that are aligned on both sides and a multiple of 8 wide, away from a constant
 * border; and from those above and below where Edge is not said. */
template <typename Samples, bool Edge> struct DirectRows {
  static constexpr int pixel_bytes = CF_BYTES * Samples::channels;
  typedef typename Samples::Pixel Pixel;

  const uint8_t *centre, *left,
      *right; /* in the row above the first output's; Edge: in the first */
  const int64_t stride;
  const int top, height, border;

  __device__ __forceinline__
  DirectRows (
      const CfKernelPlane &plane, const uint8_t *src, int border, int x, int y)
      : stride (plane.src_stride), top (y - 1), height (plane.height),
        border (border)
  {
    int before = near_index (x - 1, plane.width, border);
    int behind = near_index (x + PIXELS, plane.width, border);
    const uint8_t *row = Edge ? src : src + top * stride;

    centre = row + (int64_t)x * pixel_bytes;
    left = row + (int64_t)before * pixel_bytes;
    right = row + (int64_t)behind * pixel_bytes;
  }

  __device__ __forceinline__ void
  load (int i, Samples &samples) const
  {
    const int64_t at =
        (Edge ? near_index (min (top + i, height), height, border) : i)
        * stride;

    samples.unpack (__ldg ((const Pixel *)(left + at)),
        load_row<Samples::words> (centre + at),
        __ldg ((const Pixel *)(right + at)));
  }
};

/* Rows from the block's tile. */
struct TileRows {
  const uint8_t *at; /* the sample above the first output */

  __device__ __forceinline__ void
  load (int i, Planar &samples) const
  {
    const uint8_t *row = at + i * Block::pitch;
    Row<Planar::words> c;

    if (CF_BYTES == 2)
      c.quad[0] = *(const uint4 *)row;
    else
      c.pair[0] = *(const uint2 *)row;
    samples.unpack (*(const Sample *)(row - CF_BYTES), c,
        *(const Sample *)(row + PIXELS * CF_BYTES));
  }
};

/* Vector: rows are written by vectors. Whole: no row is below the picture. */
template <typename Samples, bool Vector, bool Whole, typename Rows>
static __device__ __forceinline__ void
filter (
    const CfKernelPlane &plane, const Rows &rows, uint8_t *dst, int x, int y)
{
  const Factors factors (plane);
  Samples samples[3];

  rows.load (0, samples[0]);
  rows.load (1, samples[1]);
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    rows.load (i + 2, samples[(i + 2) % 3]);
    Row<Samples::words> row = select (
        factors, samples[i % 3], samples[(i + 1) % 3], samples[(i + 2) % 3]);

    if (!Whole && y + i >= plane.height)
      return;
    if (Vector)
      store_vector<CF_BYTES> (plane, dst, x * Samples::channels, row);
    else
      store_row<CF_BYTES> (plane, dst, x, row);
    dst += plane.dst_stride;
  }
}

template <typename Samples>
static __device__ __forceinline__ void
filter_direct (const CfKernelPlane &plane, const uint8_t *src, int border,
    uint8_t *dst, int x, int y, bool edge)
{
  if (edge)
    filter<Samples, true, false> (
        plane, DirectRows<Samples, true> (plane, src, border, x, y), dst, x, y);
  else
    filter<Samples, true, true> (plane,
        DirectRows<Samples, false> (plane, src, border, x, y), dst, x, y);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_LANES == 2 && !CF_HALF ? 6 : 5)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  __shared__ __align__ (16) Block tile;
  const CfKernelPlane &plane = find_plane (picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const bool interleaved = plane.direct == CF_DIRECT_INTERLEAVED;
  /* a block makes both of interleaved channels, else one */
  int channel = interleaved ? 0 : split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int x0 = position.x * CF_MEDIAN_3_WIDTH;
  const int y0 = position.y * CF_MEDIAN_3_HEIGHT;
  const int tx = threadIdx.x % ACROSS, ty = threadIdx.x / ACROSS;
  const int x = x0 + tx * PIXELS, y = y0 + ty * ROWS;
  const bool inside = x < plane.width && y < plane.height;
  const bool edge = y0 == 0 || y0 + CF_MEDIAN_3_HEIGHT >= plane.height;
  const bool direct =
      (plane.direct == CF_DIRECT || (CF_LANES == 2 && interleaved))
      && (picture.border != CF_BORDER_CONSTANT
          || (!edge && x0 > 0 && x0 + CF_MEDIAN_3_WIDTH < plane.width));
  const int last_channel = interleaved && !direct ? 1 : channel;

  for (; channel <= last_channel; channel++) {
    const uint8_t *src = plane.src + channel * plane.src_channel;
    uint8_t *dst =
        plane.dst + channel * plane.dst_channel + y * plane.dst_stride;

    if (direct) {
      if (!inside)
        return;
#if CF_LANES == 2
      if (interleaved) {
        filter_direct<Interleaved> (
            plane, src, picture.border, dst, x, y, edge);
        return;
      }
#endif
      filter_direct<Planar> (plane, src, picture.border, dst, x, y, edge);
      return;
    }

    tile.load (plane, src, picture.border, x0, y0);
    __syncthreads ();
    if (inside)
      filter<Planar, false, false> (plane,
          TileRows{ tile.data + ty * ROWS * Block::pitch
                    + (Block::lead + tx * PIXELS) * CF_BYTES },
          dst, x, y);
    if (channel < last_channel)
      __syncthreads ();
  }
}
