/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fills holes from references, a thread a sample. Work is in proportion to the
 * holes, but for a look at each sample's state. */
#include "cuda/inpaint/temporal.cuh"

#define AROUND (CF_MOTION_TAPS / 2 - 1) /* taps before the sample */

namespace
{

template <typename Plane>
__device__ __forceinline__ int
load (const Plane &p, const uint8_t *data, int x, int y, int channel)
{
  const uint8_t *at =
      data + y * p.stride + ((int64_t)x * p.step + channel) * p.bytes;

  return (p.bytes == 1 ? *at : *(const uint16_t *)at) >> p.shift;
}

__device__ __forceinline__ void
store (const CfKernelTemporalPlane &p, int x, int y, int channel, int value)
{
  uint8_t *at =
      p.data + y * p.stride + ((int64_t)x * p.step + channel) * p.bytes;

  if (p.bytes == 1)
    *at = (uint8_t)(value << p.shift);
  else
    *(uint16_t *)at = (uint16_t)(value << p.shift);
}

/* One of the blocks around a sample. */
struct Block {
  int weight, index; /* of 4 W H, of blocks of W x H */
  uint32_t uses;     /* bit i: reference i */
  int doubt;         /* the least of these */
};

struct Sample {
  const CfKernelTemporalPlane &p;
  const int n_references, x, y;

  __device__ __forceinline__ CfMotionVector
  vector_of (int reference, int block) const
  {
    CfMotionVector v = p.reference[reference].choices[block].v;

    v.x = (int16_t)cf_denoise_subsampled (v.x, p.halved_x);
    v.y = (int16_t)cf_denoise_subsampled (v.y, p.halved_y);
    return v;
  }

  __device__ __forceinline__ void
  find_uses (Block &block) const
  {
    int best = CF_TEMPORAL_REFUSED;

    block.uses = 0;
    block.doubt = CF_TEMPORAL_KNOWN;
#pragma unroll 1
    for (int i = 0; i < n_references; i++)
      best = min (best, (int)p.reference[i].choices[block.index].difference);
#pragma unroll 1
    for (int i = 0; i < n_references; i++) {
      const CfTemporalChoice &choice = p.reference[i].choices[block.index];

      if (cf_temporal_uses (choice.difference, best)
          && cf_temporal_leads (p.reference[i].states, p.width, p.height, x, y,
              vector_of (i, block.index))) {
        block.uses |= 1u << i;
        block.doubt = min (block.doubt, (int)choice.doubt);
      }
    }
  }

  __device__ __forceinline__ void
  find_blocks (Block (&blocks)[4]) const
  {
    const int width = CF_MOTION_BLOCK >> p.halved_x;
    const int height = CF_MOTION_BLOCK >> p.halved_y;
    int to_x, to_y;
    const int own_x = cf_temporal_weight (x, width, &to_x);
    const int own_y = cf_temporal_weight (y, height, &to_y);

#pragma unroll 1
    for (int i = 0; i < 4; i++) {
      const int bx = x / width + (i % 2 ? to_x : 0);
      const int by = y / height + (i / 2 ? to_y : 0);

      blocks[i].weight = (i % 2 ? 2 * width - own_x : own_x)
                         * (i / 2 ? 2 * height - own_y : own_y);
      blocks[i].index = cf_motion_clamp (by, 0, p.down - 1) * p.across
                        + cf_motion_clamp (bx, 0, p.across - 1);
      find_uses (blocks[i]);
    }
  }

  __device__ __forceinline__ int
  interpolate (int reference, int channel, CfMotionVector v) const
  {
    const int most = (1 << p.bits) - 1;
    const int left = x + (v.x >> 2) - AROUND, top = y + (v.y >> 2) - AROUND;
    int sum = 0;

#pragma unroll 1
    for (int j = 0; j < CF_MOTION_TAPS; j++) {
      const int down = cf_motion_taps[v.y & 3][j];
      const int row = cf_motion_clamp (top + j, 0, p.height - 1);
      int of_row = 0;

      if (down == 0)
        continue;
#pragma unroll 4
      for (int i = 0; i < CF_MOTION_TAPS; i++)
        if (cf_motion_taps[v.x & 3][i] != 0)
          of_row +=
              cf_motion_taps[v.x & 3][i]
              * load (p, p.reference[reference].data,
                  cf_motion_clamp (left + i, 0, p.width - 1), row, channel);
      sum += down * cf_motion_rounded (of_row, most);
    }
    return cf_motion_rounded (sum, most);
  }

  __device__ __forceinline__ int
  predict (const Block &block, int channel) const
  {
    const int own = load (p, p.data, x, y, channel);
    int sum = 0, n = 0;

#pragma unroll 1
    for (int i = 0; i < n_references; i++)
      if (block.uses >> i & 1) {
        const int share = p.reference[i].choices[block.index].share;

        sum += share * interpolate (i, channel, vector_of (i, block.index))
               + (CF_TEMPORAL_SHARES - share) * own;
        n += CF_TEMPORAL_SHARES;
      }
    return n > 0 ? (2 * sum + n) / (2 * n) : own;
  }

  __device__ __forceinline__ void
  repair () const
  {
    const int all =
        4 * (CF_MOTION_BLOCK >> p.halved_x) * (CF_MOTION_BLOCK >> p.halved_y);
    Block blocks[4];
    int of_time = 0, doubts = 0;

    find_blocks (blocks);
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (blocks[i].uses) {
        of_time += blocks[i].weight;
        doubts += blocks[i].weight * blocks[i].doubt;
      }
    if (of_time == 0)
      return;
#pragma unroll 1
    for (int c = 0; c < p.channels; c++) {
      int sum = all / 2;

#pragma unroll 1
      for (int i = 0; i < 4; i++)
        sum += blocks[i].weight * predict (blocks[i], c);
      store (p, x, y, c, sum / all);
    }
    if (2 * of_time >= all)
      p.states[(int64_t)y * p.width + x] =
          (uint8_t)(CF_TEMPORAL_KNOWN - doubts / of_time);
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporal d)
{
  int plane, x, y;

  if (!find_sample (d, plane, x, y))
    return;

  const CfKernelTemporalPlane &p = d.plane[plane];

  if (p.states[(int64_t)y * p.width + x] != CF_TEMPORAL_SPACE)
    return;
  Sample{ p, d.n_references, x, y }.repair ();
}
