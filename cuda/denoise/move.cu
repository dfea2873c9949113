/* The last result, moved as the picture did: engine/denoise/cfdenoisemoved.h.
 *
 * Some lanes have a block: they make the samples between those of rows first,
 * and those between rows of these. Bound by the way to memory where vectors are
 * of whole samples, else by instructions. */
#include "cuda/denoise/motion_block.cuh"
#include "cuda/device-code/copy.cuh"
#include "engine/denoise/cfdenoisemoved.h"

#define BEFORE (CF_MOTION_TAPS / 2 - 1) /* taps in front of the sample */
#define SAMPLES 288 /* of a warp's blocks with what is around: at most */

namespace
{

struct Mover {
  const CfKernelMovePlane &plane;
  const uint8_t *last;
  uint8_t *moved;
  const int lane, lanes;
  const int log_width, width, height; /* of the block */
  int left, top;
  CfMotionVector v; /* of the plane's samples */
  bool is_trusted;

  __device__ __forceinline__
  Mover (const CfKernelMovePlane &plane, uint32_t channel, int lane, int lanes)
      : plane (plane), last (plane.last + channel * plane.channel),
        moved (plane.moved + channel * plane.channel), lane (lane),
        lanes (lanes), log_width (3 - plane.halved_x), width (1 << log_width),
        height (CF_MOTION_BLOCK >> plane.halved_y)
  {
  }

  __device__ __forceinline__ void
  find_vector (int bx, int by)
  {
    const Around around (plane.field, bx, by);
    const CfMotionVector own = vector_of (around.v[4]);

    is_trusted = cf_motion_is_trusted (own, around.median (), *plane.dominant);
    v.x = (int16_t)cf_denoise_subsampled (own.x, plane.halved_x);
    v.y = (int16_t)cf_denoise_subsampled (own.y, plane.halved_y);
    left = bx << log_width;
    top = by * height;
  }

  __device__ __forceinline__ const uint16_t *
  row_at (int y) const
  {
    return (const uint16_t *)last
           + (int64_t)cf_motion_clamp (y, 0, plane.height - 1) * plane.stride;
  }

  /* x, y: of the result, at its quarter of a sample along the row */
  __device__ __forceinline__ uint32_t
  across (int x, int y) const
  {
    const uint16_t *row = row_at (y);
    int32_t sum = 0;

    if ((v.x & 3) == 0)
      return __ldg (row + cf_motion_clamp (x, 0, plane.width - 1));
    x -= BEFORE;
    if (x >= 0 && x + CF_MOTION_TAPS <= plane.width) {
#pragma unroll
      for (int i = 0; i < CF_MOTION_TAPS; i++)
        sum += cf_motion_taps[v.x & 3][i] * (int32_t)__ldg (row + x + i);
    } else {
#pragma unroll 1
      for (int i = 0; i < CF_MOTION_TAPS; i++)
        sum += cf_motion_taps[v.x & 3][i]
               * (int32_t)__ldg (
                   row + cf_motion_clamp (x + i, 0, plane.width - 1));
    }
    return cf_motion_rounded (sum, 65535);
  }

  /* Of sample i of the block. */
  __device__ __forceinline__ uint32_t
  count (int x, int y) const
  {
    x += (v.x + 2) >> 2;
    y += (v.y + 2) >> 2;
    if (!is_trusted || x < 0 || x >= plane.width || y < 0 || y >= plane.height)
      return 0;
    return __ldg (last + plane.counts + (int64_t)y * plane.stride + x);
  }

  __device__ __forceinline__ void
  store (int x, int y, uint32_t result)
  {
    const int64_t at = (int64_t)y * plane.stride + x;

    if (x >= plane.width || y >= plane.height)
      return;
    ((uint16_t *)moved)[at] = (uint16_t)result;
    moved[plane.counts + at] = (uint8_t)count (x, y);
  }

  /* Rows of the block, and those around that are needed, in `rows`. */
  __device__ __forceinline__ void
  make_rows (uint16_t *rows) const
  {
    const int above = v.y & 3 ? BEFORE : 0;
    const int n = height + (v.y & 3 ? CF_MOTION_TAPS - 1 : 0);

    for (int i = lane; i < n << log_width; i += lanes)
      rows[i] = (uint16_t)across (left + (i & (width - 1)) + (v.x >> 2),
          top + (i >> log_width) - above + (v.y >> 2));
  }

  __device__ __forceinline__ void
  make_block (const uint16_t *rows)
  {
    for (int i = lane; i < height << log_width; i += lanes) {
      int32_t result = rows[i];

      if (v.y & 3) {
        result = 0;
#pragma unroll
        for (int k = 0; k < CF_MOTION_TAPS; k++)
          result +=
              cf_motion_taps[v.y & 3][k] * (int32_t)rows[i + (k << log_width)];
        result = cf_motion_rounded (result, 65535);
      }
      store (left + (i & (width - 1)), top + (i >> log_width), result);
    }
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMove d)
{
  __shared__ uint16_t rows[CF_KERNEL_WARPS][SAMPLES];
  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelMovePlane &own = d.plane[&plane - d.picture.plane];
  uint32_t block = blockIdx.x - plane.first_block;
  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int lanes = CF_MOVE_LANES (own.halved_x, own.halved_y);
  const int bx = position.x * (CF_KERNEL_THREADS / lanes) + threadIdx.x / lanes;
  uint16_t *own_rows = rows[threadIdx.x / 32]
                       + threadIdx.x % 32 / lanes * (SAMPLES * lanes / 32);
  Mover mover (own, channel, threadIdx.x % lanes, lanes);

  if (__ldg (d.cut))
    return;
  if (bx < plane.width) {
    mover.find_vector (bx, position.y);
    mover.make_rows (own_rows);
  }
  __syncwarp ();
  if (bx < plane.width)
    mover.make_block (own_rows);
}
