/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compares a frame with the last one, bit by bit. A lane has a vector in some
 * rows; where the first row of a warp's is another one, the others are not
 * read. Bound by latency. */
#include "cuda/denoise/repeatkernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/device-code/warp.cuh"
#include "engine/motion/cfscenechange.h"

namespace
{

static __device__ __forceinline__ bool
differ (uint8_t a, uint8_t b)
{
  return a != b;
}

static __device__ __forceinline__ bool
differ (uint32_t a, uint32_t b)
{
  return a != b;
}

static __device__ __forceinline__ bool
differ (uint4 a, uint4 b)
{
  return ((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z) | (a.w ^ b.w)) != 0;
}

/* All lanes call, with some rows of a column of units, n of them; n is 0 where
 * a lane has nothing. Whether any of the warp's is another one. */
template <typename Unit>
static __device__ __forceinline__ bool
differ_in (
    const CfKernelPlane &plane, const uint8_t *last, int y, int64_t at, int n)
{
  const uint8_t *frame = plane.src + y * plane.src_stride + at;
  bool result = false;

  last += y * plane.dst_stride + at;
  if (n > 0)
    result = differ (*(const Unit *)frame, *(const Unit *)last);
  if (__ballot_sync (CF_ALL_LANES, result))
    return true;
#pragma unroll
  for (int i = 1; i < CF_COPY_ROWS; i++)
    if (i < n)
      result |= differ (*(const Unit *)(frame + i * plane.src_stride),
          *(const Unit *)(last + i * plane.dst_stride));
  return __ballot_sync (CF_ALL_LANES, result);
}

/* A block calls, for others, and for the next frame. */
static __device__ __forceinline__ void
begin (const CfKernelRepeat &d)
{
  if (threadIdx.x < 2) {
    d.next[threadIdx.x] = 0;
    if (!d.is_first && *d.last_scene_change == CF_SCENE_FLASH)
      d.differs[threadIdx.x] = 1;
  }
  if (threadIdx.x == 0 && d.is_first)
    *d.scene_change = CF_SCENE_GOES_ON;
  for (uint32_t i = threadIdx.x; i < d.n_offsets; i += CF_KERNEL_THREADS)
    d.offsets[i] = 0;
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelRepeat d)
{
  allow_next ();
  await_previous ();

  const CfKernelPlane &plane = find_plane (d.picture);
  const int number = (int)(&plane - d.picture.plane);
  const Position position = find_block (plane, blockIdx.x - plane.first_block);
  const int y = position.y * CF_COPY_ROWS;
  const int n = min (CF_COPY_ROWS, plane.height - y);
  const int64_t at =
      ((int64_t)position.x * CF_KERNEL_THREADS + threadIdx.x) * plane.unit;
  const int rest = (int)min (max (plane.width - at, (int64_t)0), (int64_t)16);
  const bool is_whole = rest >= plane.unit;
  const uint8_t *last = d.last[number];
  bool differs;

  if (blockIdx.x == 0)
    begin (d);
  if (d.is_first)
    return;
  if (plane.unit == 16)
    differs = differ_in<uint4> (plane, last, y, at, is_whole ? n : 0);
  else if (plane.unit == 4)
    differs = differ_in<uint32_t> (plane, last, y, at, is_whole ? n : 0);
  else
    differs = differ_in<uint8_t> (plane, last, y, at, is_whole ? n : 0);
  /* what is left of rows */
  if (__ballot_sync (CF_ALL_LANES, rest > 0 && !is_whole))
    for (int i = 0; i < plane.unit - 1; i++)
      differs |= differ_in<uint8_t> (
          plane, last, y, at + i, !is_whole && i < rest ? n : 0);
  if (differs && threadIdx.x % 32 == 0)
    d.differs[d.field[number]] = 1;
}
