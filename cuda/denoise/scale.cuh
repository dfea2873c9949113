/* The scale of a frame's 8 bits (engine/denoise/cfdenoisescale.h), by all
 * threads of a block. Bit after bit of both ends of the range is found by how
 * many samples are below: both numbers are summed up at once. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "cuda/device-code/warp.cuh"
#include "engine/denoise/cfdenoisescale.h"

namespace
{

/* A channel of more than 8 bits. */
struct ScaledChannel {
  const uint8_t *at;
  int64_t stride; /* bytes */
  int step;       /* samples */
  int bits, shift, width, height;
};

/* Of a block, whose sums are below 2^32. Two calls one behind the other have
 * different `room`. */
__device__ __forceinline__ uint32_t
sum_of_block (uint32_t v, uint32_t (&room)[CF_KERNEL_WARPS])
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += __shfl_xor_sync (CF_ALL_LANES, v, i);
  if (threadIdx.x % 32 == 0)
    room[threadIdx.x / 32] = v;
  __syncthreads ();
  v = 0;
#pragma unroll
  for (int i = 0; i < CF_KERNEL_WARPS; i++)
    v += room[i];
  return v;
}

/* sigma: of the noise, or 0 */
__device__ __forceinline__ CfDenoiseScale
find_scale (const ScaledChannel &c, uint32_t sigma)
{
  constexpr int N = CF_DENOISE_SCALE_SAMPLES / CF_KERNEL_THREADS;
  __shared__ uint32_t rooms[2][CF_KERNEL_WARPS];
  const int across = cf_denoise_scale_count (c.width);
  const int n = across * cf_denoise_scale_count (c.height);
  uint32_t v[N], counted = 0, low = 0, high = 0, ranks;

#pragma unroll
  for (int k = 0; k < N; k++) {
    const int i = threadIdx.x + k * CF_KERNEL_THREADS;

    v[k] = ~0u; /* which is never below */
    if (i < n) {
      const uint8_t *row =
          c.at + cf_denoise_scale_at (i / across, c.height) * c.stride;
      const int x = cf_denoise_scale_at (i % across, c.width);
      const uint32_t sample =
          (uint32_t)__ldg ((const uint16_t *)row + (int64_t)x * c.step)
          >> c.shift << (16 - c.bits);

      if (cf_denoise_scale_counts (sample, c.bits)) {
        v[k] = sample;
        counted++;
      }
    }
  }
  counted = sum_of_block (counted, rooms[0]);
  if (counted == 0)
    return cf_denoise_whole_scale ();
  ranks = (uint32_t)cf_denoise_scale_rank ((int32_t)counted);
  ranks |= (counted - 1 - ranks) << 16;
#pragma unroll 1
  for (int i = 15; i >= 0; i--) {
    const uint32_t bit = 1u << i;
    uint32_t below = 0;

#pragma unroll
    for (int k = 0; k < N; k++)
      below += (v[k] < (low | bit)) + ((v[k] < (high | bit)) << 16);
    below = sum_of_block (below, rooms[i % 2]);
    low |= (below & 0xffff) <= (ranks & 0xffff) ? bit : 0;
    high |= below >> 16 <= ranks >> 16 ? bit : 0;
  }
  return cf_denoise_scale_of ((int32_t)low, (int32_t)high, (int32_t)sigma);
}

} // namespace
