/* Keeps a frame, and compares it with the last one, bit by bit. A lane has a
 * vector in some rows; where the first row of a warp's is another one, the last
 * frame is not read any more. Bound by the way to memory. */
#include "cuda/denoise/repeatkernels.h"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/device-code/warp.cuh"

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

/* Rows of a column of units, n of them. */
template <typename Unit> struct Column {
  const uint8_t *src, *last;
  uint8_t *dst;
  int64_t src_stride, stride;
  int n;
  Unit unit[CF_COPY_ROWS];

  __device__ __forceinline__ void
  load ()
  {
#pragma unroll
    for (int i = 0; i < CF_COPY_ROWS; i++)
      if (i < n)
        unit[i] = *(const Unit *)(src + i * src_stride);
  }

  __device__ __forceinline__ void
  store () const
  {
#pragma unroll
    for (int i = 0; i < CF_COPY_ROWS; i++)
      if (i < n)
        *(Unit *)(dst + i * stride) = unit[i];
  }

  /* Whether any of the rows from `first` to below `end` is another one. */
  __device__ __forceinline__ bool
  differs (int first, int end) const
  {
    bool result = false;

#pragma unroll
    for (int i = 0; i < CF_COPY_ROWS; i++)
      if (i >= first && i < end && i < n)
        result |= differ (unit[i], *(const Unit *)(last + i * stride));
    return result;
  }
};

/* All lanes call; n is 0 where a lane has nothing. */
template <typename Unit>
static __device__ __forceinline__ bool
keep (const CfKernelPlane &plane, const uint8_t *last, bool is_first, int y,
    int64_t at, int n)
{
  Column<Unit> column = { plane.src + y * plane.src_stride + at,
    last + y * plane.dst_stride + at, plane.dst + y * plane.dst_stride + at,
    plane.src_stride, plane.dst_stride, n };
  bool result = false;

  column.load ();
  if (!is_first) {
    result = __ballot_sync (CF_ALL_LANES, column.differs (0, 1));
    if (!result)
      result = __ballot_sync (CF_ALL_LANES, column.differs (1, CF_COPY_ROWS));
  }
  column.store ();
  return result;
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

  if (blockIdx.x == 0 && threadIdx.x < 2)
    d.next[threadIdx.x] = 0;
  if (plane.unit == 16)
    differs = keep<uint4> (plane, last, d.is_first, y, at, is_whole ? n : 0);
  else if (plane.unit == 4)
    differs = keep<uint32_t> (plane, last, d.is_first, y, at, is_whole ? n : 0);
  else
    differs = keep<uint8_t> (plane, last, d.is_first, y, at, is_whole ? n : 0);
  /* what is left of rows */
  if (__ballot_sync (CF_ALL_LANES, rest > 0 && !is_whole))
    for (int i = 0; i < plane.unit - 1; i++)
      differs |= keep<uint8_t> (
          plane, last, d.is_first, y, at + i, !is_whole && i < rest ? n : 0);
  if (differs && threadIdx.x % 32 == 0)
    d.differs[d.field[number]] = 1;
}
