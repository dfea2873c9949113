/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Channels of a picture's pixels to planes of their own, or with CF_INTERLEAVE
 * back. Bound by memory. Samples between a plane's channels, which are other
 * planes', stay as they are: a thread that joins writes what it has read there.
 * Nobody else may be at these at the time. */
#include "cuda/core/interleavekernels.h"
#include "cuda/device-code/copy.cuh"

namespace
{

#if CF_INTERLEAVE
typedef uint8_t Packed;
typedef uint4 Vector;
#else
typedef const uint8_t Packed;
typedef const uint4 Vector;
#endif

template <int Bytes> struct Unsigned {
  typedef uint8_t Type;
};
template <> struct Unsigned<2> {
  typedef uint16_t Type;
};

/* Sixteen bytes of each of Step components, Bytes a sample: interleaved as in a
 * picture, or each on its own. */
template <int Step> struct Interleaved {
  uint32_t word[4 * Step];
};
template <int Step> struct Apart {
  uint32_t word[Step][4];
};

/* Four bytes, counted from the first word's. */
template <int N>
static __device__ __forceinline__ uint32_t
gather (const uint32_t (&word)[N], int a, int b, int c, int d)
{
  const uint32_t low = __byte_perm (
      word[a / 4], word[b / 4], (uint32_t)(a % 4 | (4 + b % 4) << 4));
  const uint32_t high = __byte_perm (
      word[c / 4], word[d / 4], (uint32_t)(c % 4 | (4 + d % 4) << 4));

  return __byte_perm (low, high, 0x5410);
}

/* Two halves likewise. */
template <int N>
static __device__ __forceinline__ uint32_t
gather (const uint32_t (&word)[N], int a, int b)
{
  return __byte_perm (word[a / 2], word[b / 2],
      (a % 2 ? 0x32 : 0x10) | (b % 2 ? 0x7600 : 0x5400));
}

/* Word k of a component. */
template <int Bytes, int Step>
static __device__ __forceinline__ uint32_t
take (const Interleaved<Step> &from, int component, int k)
{
  if (Bytes == 2)
    return gather (
        from.word, 2 * k * Step + component, (2 * k + 1) * Step + component);
  if (Step == 2)
    return __byte_perm (
        from.word[2 * k], from.word[2 * k + 1], component ? 0x7531 : 0x6420);
  return gather (from.word, 4 * k * Step + component,
      (4 * k + 1) * Step + component, (4 * k + 2) * Step + component,
      (4 * k + 3) * Step + component);
}

/* Word k of the pixels. */
template <int Bytes, int Step>
static __device__ __forceinline__ uint32_t
merge (const Apart<Step> &from, int k)
{
  constexpr int samples = 4 / Bytes;
  uint32_t word[samples];
  int place[samples];

#pragma unroll
  for (int i = 0; i < samples; i++) {
    const int sample = k * samples + i, pixel = sample / Step;

    word[i] = from.word[sample % Step][pixel / samples];
    place[i] = 4 / Bytes * i + pixel % samples;
  }
  if (Bytes == 2)
    return gather (word, place[0], place[samples - 1]);
  if (Step == 2)
    return __byte_perm (word[0], word[1], k % 2 ? 0x7362 : 0x5140);
  return gather (word, place[0], place[1 % samples], place[2 % samples],
      place[3 % samples]);
}

/* A thread's pixels, from x on in a row: `packed` is the row's first component,
 * `first` the plane's among these. */
template <int Bytes, int Step>
static __device__ __forceinline__ void
move_vectors (
    const CfKernelPlane &plane, Packed *packed, int first, int x, int y)
{
  auto *const at = (Vector *)(packed + (int64_t)x * Step * Bytes);
  Interleaved<Step> pixels;
  Apart<Step> apart;

  if (!CF_INTERLEAVE || plane.channels < Step) {
#pragma unroll
    for (int i = 0; i < Step; i++)
      *(uint4 *)(pixels.word + 4 * i) = at[i];
  }
#pragma unroll
  for (int i = 0; i < Step; i++) {
    const int channel = i - first;
    const bool ours = channel >= 0 && channel < plane.channels;
#if CF_INTERLEAVE
    const uint8_t *own = plane.src + channel * plane.src_channel
                         + y * plane.src_stride + (int64_t)x * Bytes;

    if (ours)
      *(uint4 *)apart.word[i] = *(const uint4 *)own;
    else
#pragma unroll
      for (int k = 0; k < 4; k++)
        apart.word[i][k] = take<Bytes, Step> (pixels, i, k);
#else
    uint8_t *own = plane.dst + channel * plane.dst_channel
                   + y * plane.dst_stride + (int64_t)x * Bytes;

#pragma unroll
    for (int k = 0; k < 4; k++)
      apart.word[i][k] = take<Bytes, Step> (pixels, i, k);
    if (ours)
      *(uint4 *)own = *(const uint4 *)apart.word[i];
#endif
  }
#if CF_INTERLEAVE
#pragma unroll
  for (int i = 0; i < 4 * Step; i++)
    pixels.word[i] = merge<Bytes, Step> (apart, i);
#pragma unroll
  for (int i = 0; i < Step; i++)
    at[i] = *(const uint4 *)(pixels.word + 4 * i);
#endif
}

/* The same, sample by sample. */
template <typename Sample>
static __device__ __forceinline__ void
move_samples (const CfKernelPlane &plane, int x, int end, int y)
{
  const uint8_t *src = plane.src + y * plane.src_stride;
  uint8_t *dst = plane.dst + y * plane.dst_stride;

  for (; x < end; x++)
    for (int c = 0; c < plane.channels; c++)
      ((Sample *)(dst + c * plane.dst_channel))[(int64_t)x * plane.dst_step] =
          ((const Sample *)(src + c * plane.src_channel))[(int64_t)x
                                                          * plane.src_step];
}

template <int Bytes>
static __device__ __forceinline__ void
move (const CfKernelPlane &plane, int x, int y)
{
  constexpr int pixels = CF_INTERLEAVE_PIXELS (Bytes);
  Packed *const row = CF_INTERLEAVE
                          ? (Packed *)plane.dst + y * plane.dst_stride
                          : (Packed *)plane.src + y * plane.src_stride;
  const int step = CF_INTERLEAVE ? plane.dst_step : plane.src_step;
  const int before = (uintptr_t)row % 16;
  const int first = before / Bytes;
  /* memory before the row's first sample, and after its last one, may not be
   * the picture's */
  const bool whole =
      (x > 0 || first == 0)
      && (x + pixels < plane.width
          || (x + pixels == plane.width && first + plane.channels == step));

  if (!whole)
    move_samples<typename Unsigned<Bytes>::Type> (
        plane, x, min (x + pixels, plane.width), y);
  else if (step == 2)
    move_vectors<Bytes, 2> (plane, row - before, first, x, y);
  else if (step == 3)
    move_vectors<Bytes, 3> (plane, row - before, first, x, y);
  else
    move_vectors<Bytes, 4> (plane, row - before, first, x, y);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  const CfKernelPlane &plane = find_plane (picture);
  const Position position = find_block (plane,
      (blockIdx.x - plane.first_block) * CF_KERNEL_THREADS + threadIdx.x);

  if (position.y >= plane.height)
    return;
  if (plane.bytes == 1)
    move<1> (plane, position.x * CF_INTERLEAVE_PIXELS (1), position.y);
  else
    move<2> (plane, position.x * CF_INTERLEAVE_PIXELS (2), position.y);
}
