/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution by a mask in one pass, on tensor cores: any mask up to 31x31.
 *
 * For each row of the mask, 16 rows of 32 samples times a matrix of its taps,
 * in which each column has them one place further, give what that row adds to
 * 16 rows of 16 pixels. A block has its samples in shared memory, and reads
 * each once for every row of the mask. Small masks are bound by instructions
 * around that, bringing samples and scaling sums: 3x3 and 5x5 of 8 bits go by
 * convolve_dot.cu. */
#include "cuda/convolve/convolve.cuh"

#define SUMS (CF_BYTES + CF_DIGITS - 1)
#define ACROSS (CF_CONVOLVE_WIDTH / 16)

namespace
{

typedef int32_t Sums[SUMS][ACROSS][2][4];

#define HEIGHT (CF_CONVOLVE_ROWS * CF_KERNEL_WARPS)
/* The block's samples: windows reach 48 columns further at most. */
#define PITCH (((CF_CONVOLVE_WIDTH + 48) * CF_BYTES + 15) / 32 * 32 + 16)

typedef Area<CF_BYTES, PITCH, SampleVector, true, 6> Block;

/* `from` is the lane's row of the warp's first window. */
static __device__ __forceinline__ void
add_up (const CfKernelConvolve &c, const uint8_t *from, Sums &sums)
{
  const uint4 *taps = (const uint4 *)c.taps + threadIdx.x % 32;

#pragma unroll 1
  for (int row = 0; row < c.height; row++, from += PITCH)
#pragma unroll 1
    for (int chunk = 0; chunk < c.chunks; chunk++) {
      uint4 tap[CF_DIGITS];

#pragma unroll
      for (int q = 0; q < CF_DIGITS; q++)
        tap[q] = __ldg (taps + q * 32);
      taps += CF_DIGITS * 32;
#pragma unroll
      for (int j = 0; j < ACROSS; j++) {
        const Part part = load_part (from + (16 * j + 32 * chunk) * CF_BYTES);

#pragma unroll
        for (int p = 0; p < CF_BYTES; p++)
#pragma unroll
          for (int q = 0; q < CF_DIGITS; q++) {
            mma_us (sums[p + q][j][0], part.byte[p], tap[q].x, tap[q].y);
            mma_us (sums[p + q][j][1], part.byte[p], tap[q].z, tap[q].w);
          }
      }
    }
}

template <int Scale>
static __device__ __forceinline__ void
store (const CfKernelConvolve &c, const CfKernelPlane &plane, uint8_t *dst,
    int x0, int y0, const Sums &sums)
{
  const int lane = threadIdx.x % 32;

#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int y = y0 + lane / 4 + 8 * half;

#pragma unroll
    for (int j = 0; j < ACROSS; j += 2) {
      int32_t part[2][4][SUMS];

#pragma unroll
      for (int k = 0; k < 8; k++)
#pragma unroll
        for (int s = 0; s < SUMS; s++)
          part[k / 4][k % 4][s] =
              sums[s][j + k / 4][k % 4 / 2][2 * half + k % 2];
      store_results<Scale> (plane, c.scale, dst + y * plane.dst_stride,
          x0 + 16 * j, y < plane.height, part);
    }
  }
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, CF_BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelConvolve c)
{
  __shared__ __align__ (16)
      uint8_t tile[(HEIGHT + CF_CONVOLVE_HEIGHT_MAX - 1) * PITCH];
  const CfKernelPlane &plane = find_plane (c.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int warp = threadIdx.x / 32;
  const int x0 = position.x * CF_CONVOLVE_WIDTH, top = position.y * HEIGHT;
  const int y0 = top + warp * CF_CONVOLVE_ROWS;
  const int reach = c.width / 2;
  uint8_t *dst = plane.dst + channel * plane.dst_channel;
  const Block area (
      plane, CF_KERNEL_THREADS, CF_CONVOLVE_WIDTH - 16 + 32 * c.chunks);

  area.load (plane, tile, plane.src + channel * plane.src_channel,
      c.picture.border, x0 - c.lead, top - c.height / 2,
      min (HEIGHT, plane.height - top) + c.height - 1, x0 - reach,
      min (x0 + CF_CONVOLVE_WIDTH, plane.width) + reach);
  await_copies ();
  __syncthreads ();
  if (y0 >= plane.height)
    return;

  Sums sums = {};

  add_up (c, lane_row<PITCH> (tile + warp * CF_CONVOLVE_ROWS * PITCH), sums);
  with_scale (c.scale, [&] (auto kind) {
    store<decltype (kind)::value> (c, plane, dst, x0, y0, sums);
  });
}
