/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The last result, moved as the picture did: engine/motion/cfmoved.h.
 *
 * Some lanes have a block of the guide plane's. First each makes four samples
 * side by side of a row, and of rows above and below, then two of a row from
 * the rows around it. Where vectors are of whole samples one tap is 64 and the
 * others are 0. Bound by instructions. */
#include "cuda/motion/motion_block.cuh"
#include "cuda/motion/taps.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/device-code/copy.cuh"
#include "engine/motion/cfmoved.h"

#define LANE 4 /* samples that a lane makes of a row at first */
#define LOADED (LANE + CF_MOTION_TAPS) /* a whole number of words */
/* two samples each, of a warp's blocks: the most is of those halved twice both
 * ways */
#define WORDS (16 * (2 + AROUND) * (LANE / 2))

namespace
{

struct Mover {
  const CfKernelMovePlane &plane;
  const uint8_t *last;
  uint8_t *moved;
  const int lane;
  const int width, height, pitch; /* of the block, and of its rows in words */
  int left, top;
  CfMotionVector v; /* of the plane's samples */
  bool is_trusted;

  __device__ __forceinline__
  Mover (const CfKernelMovePlane &plane, uint32_t channel, int lane)
      : plane (plane), last (plane.last + channel * plane.channel),
        moved (plane.moved + channel * plane.channel), lane (lane),
        width (CF_MOTION_BLOCK >> plane.halved_x),
        height (CF_MOTION_BLOCK >> plane.halved_y),
        pitch (max (width, LANE) / 2)
  {
  }

  __device__ __forceinline__ void
  go_to (int bx, int by)
  {
    const int n = by * plane.stride_of_blocks + bx;
    const CfMotionVector of_guide =
        vector_of (((const uint32_t *)plane.vectors)[n]);

    left = bx * width;
    top = by * height;
    is_trusted = plane.trusted[n];
    v.x = (int16_t)cf_denoise_subsampled (of_guide.x, plane.halved_x);
    v.y = (int16_t)cf_denoise_subsampled (of_guide.y, plane.halved_y);
  }

  __device__ __forceinline__ const uint16_t *
  row_at (int y) const
  {
    return (const uint16_t *)last
           + (int64_t)cf_motion_clamp (y, 0, plane.height - 1) * plane.stride;
  }

  /* Rows of the block and around it, in `rows`. */
  __device__ __forceinline__ void
  make_rows (uint32_t *rows) const
  {
    const Taps taps (v.x & 3);
    const int parts = (width + LANE - 1) / LANE; /* 1 or 2 */

    for (int i = lane; i < (height + AROUND) * parts;
         i += CF_MOVE_LANES (plane.halved_x, plane.halved_y)) {
      const int y = parts == 2 ? i / 2 : i, part = parts == 2 ? i & 1 : 0;
      uint32_t w[LOADED / 2], odd[LOADED / 2 - 1], *to;

      load_pairs_of_row (row_at (top + y - BEFORE + (v.y >> 2)),
          left + part * LANE + (v.x >> 2) - BEFORE, plane.width, w);
#pragma unroll
      for (int k = 0; k < LOADED / 2 - 1; k++)
        odd[k] = __byte_perm (w[k], w[k + 1], 0x5432);
      to = rows + y * pitch + part * (LANE / 2);
      to[0] = pair (taps.weigh (w[0], w[1], w[2], w[3]),
          taps.weigh (odd[0], odd[1], odd[2], odd[3]));
      to[1] = pair (taps.weigh (w[1], w[2], w[3], w[4]),
          taps.weigh (odd[1], odd[2], odd[3], odd[4]));
    }
  }

  __device__ __forceinline__ uint32_t
  count (int x, int y) const
  {
    x += (v.x + 2) >> 2;
    y += (v.y + 2) >> 2;
    if (!is_trusted || x < 0 || x >= plane.width || y < 0 || y >= plane.height)
      return 0;
    return __ldg (last + plane.counts + (int64_t)y * plane.stride + x);
  }

  /* Rows of results and counts have a whole number of lanes' samples, so what
   * is after the last one may be written. */
  __device__ __forceinline__ void
  store (int x, int y, uint32_t results)
  {
    const int64_t at = (int64_t)y * plane.stride + x;

    if (x >= plane.width || y >= plane.height)
      return;
    *(uint32_t *)(moved + 2 * at) = results;
    *(uint16_t *)(moved + plane.counts + at) =
        (uint16_t)(count (x, y) | count (x + 1, y) << 8);
  }

  /* Two samples of a row of the block: there are as many for each lane. */
  __device__ __forceinline__ void
  make_block (const uint32_t *rows)
  {
    const Taps taps (v.y & 3);
    const int log_words = 2 - plane.halved_x;
    const int column = lane & ((1 << log_words) - 1), row = lane >> log_words;
    const uint32_t *from = rows + row * pitch + column;
    uint32_t w[CF_MOTION_TAPS], first[4], second[4];

#pragma unroll
    for (int i = 0; i < CF_MOTION_TAPS; i++)
      w[i] = from[i * pitch];
#pragma unroll
    for (int i = 0; i < 4; i++) {
      first[i] = pair (w[2 * i], w[2 * i + 1]);
      second[i] = __byte_perm (w[2 * i], w[2 * i + 1], 0x7632);
    }
    store (left + 2 * column, top + row,
        pair (taps.weigh (first[0], first[1], first[2], first[3]),
            taps.weigh (second[0], second[1], second[2], second[3])));
  }

  /* The same by a vector of whole samples. */
  __device__ __forceinline__ void
  copy_block ()
  {
    const int log_words = 2 - plane.halved_x;
    const int column = lane & ((1 << log_words) - 1), row = lane >> log_words;
    const int x = left + 2 * column, y = top + row;
    const int from = x + (v.x >> 2);
    const uint16_t *samples = row_at (y + (v.y >> 2));

    store (x, y,
        pair (__ldg (samples + cf_motion_clamp (from, 0, plane.width - 1)),
            __ldg (samples + cf_motion_clamp (from + 1, 0, plane.width - 1))));
  }

  __device__ __forceinline__ bool
  is_between () const
  {
    return (v.x & 3) != 0 || (v.y & 3) != 0;
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMove d)
{
  allow_next ();
  await_previous ();

  __shared__ uint32_t rows[CF_KERNEL_WARPS][WORDS];
  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelMovePlane &own = d.plane[&plane - d.picture.plane];
  uint32_t block = blockIdx.x - plane.first_block;
  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int log_lanes = 5 - own.halved_x - own.halved_y;
  const int lane = threadIdx.x & ((1 << log_lanes) - 1);
  /* those beyond the last block make it too, and write it no differently */
  const int bx =
      min ((position.x * CF_KERNEL_THREADS + (int)threadIdx.x) >> log_lanes,
          plane.width - 1);
  const int end = min ((position.y + 1) * CF_MOVE_ROWS, plane.height);
  Mover mover (own, channel, lane);
  uint32_t *own_rows = rows[threadIdx.x / 32]
                       + (threadIdx.x % 32 >> log_lanes)
                             * ((mover.height + AROUND) * mover.pitch);

  if (*d.scene_change || (own.differs && *own.differs == 0))
    return;
#pragma unroll 1
  for (int by = position.y * CF_MOVE_ROWS; by < end; by++) {
    mover.go_to (bx, by);
    if (!__ballot_sync (CF_ALL_LANES, mover.is_between ())) {
      mover.copy_block ();
      continue;
    }
    mover.make_rows (own_rows);
    __syncwarp ();
    mover.make_block (own_rows);
    __syncwarp ();
  }
}
