/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians over windows of 3x3 samples near a scene change, of frames whose
 * number the host does not know: elsewhere nothing is to be done. A thread
 * makes a word of the row, each sample bit by bit: the largest number that more
 * than half of the samples are not less than. Slow, with little code; only the
 * first frames after a scene change and the last before it need it. */
#include "cuda/denoise/denoise_nearest.cuh"
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/store.cuh"

#define SAMPLES (CF_DENOISE_WORD / CF_BYTES)
#define FRAMES_MAX 7 /* CF_DENOISE_MEDIAN_FRAMES_MAX */

namespace
{

struct Window {
  const CfKernelDenoise &d;
  const Nearest &nearest;
  const uint8_t *at; /* the channel's first sample, in slot 0 */
  int apart, width;  /* samples */
  int64_t rows[3];

  /* Counts in one frame, with the replicate border. */
  __device__ __forceinline__ int
  count_in (const uint8_t *frame, int x, uint32_t least) const
  {
    int n = 0;

#pragma unroll
    for (int i = 0; i < 9; i++) {
      int column = x + (i % 3 - 1) * apart;

      /* of the pixel that is nearest, the same of its samples */
      if (column < 0 || column >= width)
        column = x;

      const uint8_t *sample = frame + rows[i / 3] + (int64_t)column * CF_BYTES;
      const uint32_t v =
          CF_BYTES == 1 ? __ldg (sample) : __ldg ((const uint16_t *)sample);

      n += v >= least;
    }
    return n;
  }

  /* Samples that are at least that, around sample x. */
  __device__ __forceinline__ int
  count (int n_frames, int x, uint32_t least) const
  {
    int n = count_in (at + d.frame[0], x, least);

#pragma unroll 1
    for (int k = 1; k < n_frames; k++)
      n += count_in (at + nearest.frame (k), x, least);
    return n;
  }

  __device__ __forceinline__ uint32_t
  median (int x) const
  {
    const int n_frames = min (nearest.n, FRAMES_MAX);
    uint32_t v = 0;

#pragma unroll 1
    for (uint32_t bit = 1u << (8 * CF_BYTES - 1); bit > 0; bit /= 2)
      if (count (n_frames, x, v | bit) > 9 * n_frames / 2)
        v |= bit;
    return v;
  }
};

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelDenoise d)
{
  const CfKernelPlane &plane = find_plane (d.picture);
  const Nearest nearest (d);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered || !nearest.is_scene_change)
    return;

  const CfKernelDenoisePlane &ring = d.plane[&plane - d.picture.plane];
  const uint32_t channel = split_channel (plane, block);
  const Position position = find_block (plane, block);
  const int x =
      (position.x * CF_DENOISE_ACROSS + threadIdx.x % CF_DENOISE_ACROSS)
      * SAMPLES;
  const int y = position.y * (CF_KERNEL_THREADS / CF_DENOISE_ACROSS)
                + threadIdx.x / CF_DENOISE_ACROSS;

  if (x >= plane.width || y >= plane.height)
    return;

  const Window window = { d, nearest, ring.at + channel * ring.channel,
    ring.apart, plane.width,
    { max (y - 1, 0) * ring.row, y * ring.row,
        min (y + 1, plane.height - 1) * ring.row } };
  Row<1> result;

  result.word[0] = 0;
#pragma unroll 1
  for (int i = 0; i < SAMPLES && x + i < plane.width; i++)
    result.word[0] |= window.median (x + i) << i * CF_BYTES * 8;
  store_row<CF_BYTES> (plane,
      plane.dst + channel * plane.dst_channel + y * plane.dst_stride, x,
      result);
}
