/* A block's samples in shared memory: the outputs' own and the halo around
 * them, border applied, one channel, neighbours side by side. Only this file
 * knows about steps, borders and alignment of what is read. */
#pragma once

#include "copy.cuh"

#ifndef CF_BLOCK_THREADS
#define CF_BLOCK_THREADS CF_KERNEL_THREADS
#endif

/* i of a row of n samples, or what stands for it; -1 for the constant. As
 * cf_border_index(). */
static __device__ __forceinline__ int
border_index (int i, int n, int border)
{
  if (i >= 0 && i < n)
    return i;
  if (border == CF_KERNEL_REPLICATE)
    return i < 0 ? 0 : n - 1;
  if (border == CF_KERNEL_MIRROR) {
    int period = 2 * (n - 1);

    if (period == 0)
      return 0;
    i %= period;
    if (i < 0)
      i += period;
    return i < n ? i : period - i;
  }
  return -1;
}

template <int Bytes> struct SampleType;
template <> struct SampleType<1> {
  typedef uint8_t Type;
};
template <> struct SampleType<2> {
  typedef uint16_t Type;
};
template <> struct SampleType<4> {
  typedef uint32_t Type; /* two channels of 2 bytes */
};

/* A tile of Width x Height outputs and the Radius rows and columns around
 * them. A row in memory begins `lead` samples left of the first output's, so
 * that 16-byte vectors of the picture are vectors of the tile. */
template <int Bytes, int Radius, int Width, int Height> struct Tile {
  typedef typename SampleType<Bytes>::Type Sample;
  static constexpr int lead = 16 / Bytes;
  static constexpr int pitch = (Width + 2 * lead) * Bytes;
  static constexpr int rows = Height + 2 * Radius;

  static_assert (Radius <= lead, "the halo must fit the lead");
  static_assert (Width % lead == 0, "tiles begin at vectors");

  uint8_t data[rows * pitch + 16]; /* readers may reach a little beyond */

  /* Samples of columns first...last - 1 of the picture, one at a time. */
  __device__ __forceinline__ void
  load_samples (const CfKernelPlane &plane, const uint8_t *src, int border,
      int x0, int y0, int n_rows, int first, int last)
  {
    int columns = last - first;
    int row = threadIdx.x / columns;
    int column = threadIdx.x - row * columns;
    const int step_rows = CF_BLOCK_THREADS / columns;
    const int step_columns = CF_BLOCK_THREADS - step_rows * columns;

    while (row < n_rows) {
      int x = border_index (first + column, plane.width, border);
      int y = border_index (y0 - Radius + row, plane.height, border);
      uint32_t v = plane.constant;

      if (x >= 0 && y >= 0)
        v = ((const Sample *)(src + y * plane.src_stride))[(int64_t)x
                                                           * plane.src_step];
      *(Sample *)(data + row * pitch + (first + column - x0 + lead) * Bytes) =
          (Sample)v;

      row += step_rows;
      column += step_columns;
      if (column >= columns) {
        column -= columns;
        row++;
      }
    }
  }

  /* Vectors that lie in the picture as a whole. */
  template <typename Vector>
  __device__ __forceinline__ void
  load_vectors (const CfKernelPlane &plane, const uint8_t *src, int border,
      int x0, int y0, int n_rows)
  {
    constexpr int across = pitch / (int)sizeof (Vector);
    constexpr int samples = (int)sizeof (Vector) / Bytes;
    constexpr int words = (int)sizeof (Vector) / 4;
    const int first = x0 - lead;

    for (int i = threadIdx.x; i < n_rows * across; i += CF_BLOCK_THREADS) {
      int row = i / across, column = i - row * across;
      int x = first + column * samples;
      int y = border_index (y0 - Radius + row, plane.height, border);
      union {
        uint32_t word[words];
        Vector vector;
      } v;

      if (x < 0 || x + samples > plane.width)
        continue;
      if (y >= 0)
        v.vector =
            *(const Vector *)(src + y * plane.src_stride + (int64_t)x * Bytes);
      else {
#pragma unroll
        for (int w = 0; w < words; w++)
          v.word[w] = plane.constant;
      }
      *(Vector *)(data + row * pitch + column * (int)sizeof (Vector)) =
          v.vector;
    }
  }

  /* All that the outputs from (x0, y0) on need. `src` is the channel's first
   * sample. All threads of the block call; then __syncthreads(). */
  __device__ __forceinline__ void
  load (const CfKernelPlane &plane, const uint8_t *src, int border, int x0,
      int y0)
  {
    int n_rows = min (Height, plane.height - y0) + 2 * Radius;
    int end = min (x0 + Width, plane.width) + Radius;

    if (plane.src_vector == 0) {
      load_samples (plane, src, border, x0, y0, n_rows, x0 - Radius, end);
      return;
    }

    if (plane.src_vector == 16)
      load_vectors<uint4> (plane, src, border, x0, y0, n_rows);
    else
      load_vectors<uint32_t> (plane, src, border, x0, y0, n_rows);
    if (x0 == 0)
      load_samples (plane, src, border, x0, y0, n_rows, -Radius, 0);

    /* the picture's last samples, where they fill no vector, and beyond */
    int vector = plane.src_vector / Bytes;
    int rest = plane.width / vector * vector;

    if (rest < end)
      load_samples (plane, src, border, x0, y0, n_rows, rest, end);
  }
};
