/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A block's samples in shared memory: the outputs' own and the halo around
 * them, border applied, one channel, neighbours side by side. Only this file
 * knows about steps, borders and alignment of what is read. */
#pragma once

#include "cuda/device-code/async.cuh"
#include "engine/core/cfborderindex.h"
#include "cuda/device-code/copy.cuh"

#ifndef CF_BLOCK_THREADS
#define CF_BLOCK_THREADS CF_KERNEL_THREADS
#endif

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

/* Rows of samples in shared memory, Pitch bytes apart, that `threads` of the
 * block fill one by one. Unshifted: values are stored without the bits below
 * them. Stored: the bytes of a sample in shared memory, where single ones are
 * made two. */
template <int Bytes, int Pitch, bool Unshifted = false, int Stored = Bytes>
struct SampleRows {
  typedef typename SampleType<Bytes>::Type Sample;
  typedef typename SampleType<Stored>::Type StoredSample;

  const int threads;

  /* Samples of columns first...last - 1 of the picture, one at a time; data is
   * column x0 of row y0. */
  __device__ __forceinline__ void
  load_samples (const CfKernelPlane &plane, uint8_t *data, const uint8_t *src,
      int border, int x0, int y0, int rows, int first, int last) const
  {
    int columns = last - first;
    int row = threadIdx.x / columns;
    int column = threadIdx.x - row * columns;
    const int step_rows = threads / columns;
    const int step_columns = threads - step_rows * columns;

    while (row < rows) {
      int x = cf_border_index (first + column, plane.width, border);
      int y = cf_border_index (y0 + row, plane.height, border);
      uint32_t v = plane.constant;

      if (x >= 0 && y >= 0)
        v = ((const Sample *)(src + y * plane.src_stride))[(int64_t)x
                                                           * plane.src_step];
      *(StoredSample *)(data + row * Pitch + (first + column - x0) * Stored) =
          (StoredSample)(Sample)value (plane, v);

      row += step_rows;
      column += step_columns;
      if (column >= columns) {
        column -= columns;
        row++;
      }
    }
  }

  /* Returns the value of one sample or of those in a word. */
  static __device__ __forceinline__ uint32_t
  value (const CfKernelPlane &plane, uint32_t word)
  {
    if (Unshifted && plane.shift)
      return (word & plane.mask) >> plane.shift;
    return word;
  }
};

/* The same by vectors where it can be; then await_copies() and
 * __syncthreads(). Batch: the loads that a thread has in flight, where copies
 * are not asynchronous. */
template <int Bytes, int Pitch, typename Vector, bool Unshifted = false,
    int Batch = 1, int Stored = Bytes>
struct Area : SampleRows<Bytes, Pitch, Unshifted, Stored> {
  typedef SampleRows<Bytes, Pitch, Unshifted, Stored> Base;
  using Base::load_samples;
  using Base::threads;
  using Base::value;

  const int vector; /* samples, a power of 2; those of a row are `across` */
  const int across, abreast;
  const int step; /* a thread's vectors are so many rows apart */
  const int row;  /* the first */

  /* Rows are `columns` samples, whole vectors. */
  __device__ __forceinline__
  Area (const CfKernelPlane &plane, int threads, int columns)
      : Base{ threads },
        vector ((plane.src_vector == 16 ? (int)sizeof (Vector) : 4) / Bytes),
        across (plane.src_vector == 16 ? columns * Bytes / (int)sizeof (Vector)
                                       : columns * Bytes / 4),
        abreast (min (across, threads)), step (threads / abreast),
        row (threadIdx.x / abreast)
  {
  }

  /* Columns first...last - 1 of the picture, and what else of a row is as
   * easily read; data is column x0 of row y0, aligned as Vector is. `src` is
   * the channel's first sample. */
  __device__ __forceinline__ void
  load (const CfKernelPlane &plane, uint8_t *data, const uint8_t *src,
      int border, int x0, int y0, int rows, int first, int last) const
  {
    if (plane.src_vector == 0) {
      load_samples (plane, data, src, border, x0, y0, rows, first, last);
      return;
    }

    if (plane.src_vector == 16)
      load_vectors<Vector> (plane, data, src, border, x0, y0, rows);
    else
      load_vectors<uint32_t> (plane, data, src, border, x0, y0, rows);
    if (first < 0)
      load_samples (
          plane, data, src, border, x0, y0, rows, first, min (last, 0));

    /* the picture's last samples, where they fill no vector, and beyond */
    int rest = max (plane.width & -vector, first);

    if (rest < last)
      load_samples (plane, data, src, border, x0, y0, rows, rest, last);
  }

private:
  /* Vectors that lie in the picture as a whole; a thread's are below each
   * other. */
  template <typename V>
  __device__ __forceinline__ void
  load_vectors (const CfKernelPlane &plane, uint8_t *data, const uint8_t *src,
      int border, int x0, int y0, int rows) const
  {
    constexpr int samples = (int)sizeof (V) / Bytes;

    if (row >= step)
      return;
    for (int i = threadIdx.x - row * abreast; i < across; i += abreast) {
      const int x = x0 + i * samples;

      if (x >= 0 && x + samples <= plane.width)
        load_column<V> (plane, src + (int64_t)x * Bytes, border, y0, rows,
            data + i * samples * Stored);
    }
  }

  /* Vectors of rows row, row + step... */
  template <typename V>
  __device__ __forceinline__ void
  load_column (const CfKernelPlane &plane, const uint8_t *src, int border,
      int y0, int rows, uint8_t *to) const
  {
    int row = this->row;

    to += row * Pitch;
    if (y0 >= 0 && y0 + rows <= plane.height) {
      src += (y0 + row) * plane.src_stride;
      if (CF_HAVE_ASYNC && Stored == Bytes && !(Unshifted && plane.shift)) {
#pragma unroll 1
        for (; row < rows; row += step) {
          copy_async<V> (to, src);
          src += step * plane.src_stride;
          to += step * Pitch;
        }
        return;
      }
#pragma unroll 1
      for (; row < rows; row += Batch * step) {
        V v[Batch];

#pragma unroll
        for (int i = 0; i < Batch; i++)
          if (row + i * step < rows)
            v[i] = *(const V *)(src + i * step * plane.src_stride);
#pragma unroll
        for (int i = 0; i < Batch; i++)
          if (row + i * step < rows)
            put (plane, v[i], to + i * step * Pitch);
        src += Batch * step * plane.src_stride;
        to += Batch * step * Pitch;
      }
      return;
    }
#pragma unroll 1
    for (; row < rows; row += step) {
      const int y = cf_border_index (y0 + row, plane.height, border);

      put (plane,
          y >= 0 ? *(const V *)(src + y * plane.src_stride)
                 : constant_vector<V> (plane),
          to);
      to += step * Pitch;
    }
  }

  template <typename V>
  static __device__ __forceinline__ V
  constant_vector (const CfKernelPlane &plane)
  {
    union {
      uint32_t word[sizeof (V) / 4];
      V vector;
    } v;

#pragma unroll
    for (int i = 0; i < (int)sizeof (V) / 4; i++)
      v.word[i] = plane.constant;
    return v.vector;
  }

  template <typename V>
  static __device__ __forceinline__ void
  put (const CfKernelPlane &plane, V vector, uint8_t *to)
  {
    union {
      V vector;
      uint32_t word[sizeof (V) / 4];
    } v = { vector };

#pragma unroll
    for (int i = 0; i < (int)sizeof (V) / 4; i++)
      v.word[i] = value (plane, v.word[i]);
    if (Stored == Bytes)
      *(V *)to = v.vector;
    else
      put_wide (v.word, (V *)to);
  }

  /* Bytes of `word` as halves. */
  template <typename V, int Words>
  static __device__ __forceinline__ void
  put_wide (const uint32_t (&word)[Words], V *to)
  {
    union {
      uint32_t word[2 * Words];
      V vector[2];
    } wide;

#pragma unroll
    for (int i = 0; i < Words; i++) {
      wide.word[2 * i] = __byte_perm (word[i], 0, 0x4140);
      wide.word[2 * i + 1] = __byte_perm (word[i], 0, 0x4342);
    }
    to[0] = wide.vector[0];
    to[1] = wide.vector[1];
  }
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
      int y = cf_border_index (y0 - Radius + row, plane.height, border);
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
    const SampleRows<Bytes, pitch> area = { CF_BLOCK_THREADS };

    if (plane.src_vector == 0) {
      area.load_samples (plane, data, src, border, x0 - lead, y0 - Radius,
          n_rows, x0 - Radius, end);
      return;
    }

    if (plane.src_vector == 16)
      load_vectors<uint4> (plane, src, border, x0, y0, n_rows);
    else
      load_vectors<uint32_t> (plane, src, border, x0, y0, n_rows);
    if (x0 == 0)
      area.load_samples (
          plane, data, src, border, x0 - lead, y0 - Radius, n_rows, -Radius, 0);

    /* the picture's last samples, where they fill no vector, and beyond */
    int vector = plane.src_vector / Bytes;
    int rest = plane.width / vector * vector;

    if (rest < end)
      area.load_samples (
          plane, data, src, border, x0 - lead, y0 - Radius, n_rows, rest, end);
  }
};
