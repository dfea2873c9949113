/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds how much brighter a frame is than its last result:
 * engine/noise/cfnoiseoffset.h. A warp has a tile, whose lanes have half a row
 * each. Bound by latency: the kernel that follows waits for it, so all is
 * loaded at once. */
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"
#include "cuda/device-code/warp.cuh"
#include "cuda/noise/offsetkernels.h"
#include "engine/denoise/cfdenoiserecursive.h"

#define OWN (CF_NOISE_SAMPLES / 32) /* samples of a lane */

namespace
{

/* A tile, and a lane's first sample. */
struct Place {
  uint32_t channel;
  int tile, x, y;
};

__device__ __forceinline__ Place
find_place (const CfKernelPlane &plane, const CfKernelOffsetPlane &own)
{
  uint32_t block = blockIdx.x - plane.first_block;
  const int lane = threadIdx.x % 32;
  Place place;

  place.channel = split_channel (plane, block);

  const Position position = find_block (plane, block);

  place.tile = position.x * CF_OFFSET_WARPS + threadIdx.x / 32;
  place.x = place.tile * CF_NOISE_TILE + CF_NOISE_RING + lane % 2 * OWN;
  place.y = position.y * (int)own.tile_step * CF_NOISE_TILE + CF_NOISE_RING
            + lane / 2;
  return place;
}

__device__ __forceinline__ uint32_t
load_12_bits (const uint8_t *at, int bytes, int bits, int shift)
{
  const uint32_t v = bytes == 2 ? *(const uint16_t *)at : *at;

  return (v << (16 - bits - shift) & (0xffff << (16 - bits) & 0xffff)) >> 4;
}

/* Loads 16 lanes' samples that tell the brightness of a tile of colour. */
__device__ __forceinline__ uint32_t
load_luma (const CfKernelLuma &luma, int left, int top)
{
  const int apart = CF_NOISE_TILE / CF_NOISE_LUMA_SAMPLES;
  const int lane = threadIdx.x % 32;
  const int x = left + lane % CF_NOISE_LUMA_SAMPLES * apart;
  const int y = top + lane / CF_NOISE_LUMA_SAMPLES * apart;

  if (!luma.at || lane >= CF_NOISE_LUMA_SAMPLES * CF_NOISE_LUMA_SAMPLES)
    return 0;
  return load_12_bits (
      luma.at + ((int64_t)y << luma.halved_y) * luma.stride
          + ((int64_t)x << luma.halved_x) * luma.step * luma.bytes,
      luma.bytes, luma.bits, luma.shift);
}

__device__ __forceinline__ uint32_t
add_warp (uint32_t v)
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += __shfl_xor_sync (CF_ALL_LANES, v, i);
  return v;
}

/* A lane's part of a tile's sums; the others are 0. */
__device__ __forceinline__ CfNoiseSums
look (const CfKernelPlane &plane, const CfKernelOffsetPlane &own, Place place)
{
  const uint8_t *src = plane.src + place.channel * plane.src_channel
                       + place.y * plane.src_stride
                       + (int64_t)place.x * plane.src_step * CF_BYTES;
  const uint32_t *results =
      (const uint32_t *)(own.results + place.channel * own.channel
                         + 2 * ((int64_t)place.y * own.stride + place.x));
  CfNoiseSums s = {};
  int32_t v[OWN];
  uint32_t r[OWN / 2];

#pragma unroll
  for (int i = 0; i < OWN; i++)
    v[i] = load_12_bits (src + (int64_t)i * plane.src_step * CF_BYTES, CF_BYTES,
        plane.bits, plane.shift);
#pragma unroll
  for (int i = 0; i < OWN / 2; i++)
    r[i] = results[i];
#pragma unroll
  for (int i = 0; i < OWN; i++) {
    const int32_t last =
        min ((r[i / 2] >> i % 2 * 16 & 0xffff) + 8, 65535u) >> 4;
    const int32_t d = min (
        max (v[i] - last, -CF_NOISE_DIFFERENCE_MAX), CF_NOISE_DIFFERENCE_MAX);

    s.d += d;
    s.dd += d * d;
    s.v += v[i];
  }
  return s;
}

/* One lane calls, with all sums. */
__device__ __forceinline__ void
add_tile (const CfKernelOffset &d, const CfKernelOffsetPlane &own,
    uint32_t channel, int bits, const CfNoiseSums &s, uint32_t luma)
{
  const uint32_t sigma = cf_denoise_sigma_used (
      own.given.is_given
          ? own.given.luma_classes[luma]
          : d.luma_classes[own.number * CF_NOISE_LUMA_CLASSES + luma],
      own.strength);
  const int64_t mean = cf_noise_offset_mean (&s, bits);
  CfNoiseOffset *to = &d.offsets[CF_OFFSET_AT (own.number, channel) + luma];

  if (!cf_noise_offset_counts (&s, (int32_t)mean, sigma))
    return;
  atomicAdd ((unsigned long long *)&to->sum, (unsigned long long)mean);
  atomicAdd (
      (unsigned long long *)&to->squares, (unsigned long long)(mean * mean));
  atomicAdd (&to->n, 1u);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_OFFSET_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelOffset d)
{
  allow_next ();
  await_previous ();

  const CfKernelPlane &plane = find_plane (d.picture);
  const CfKernelOffsetPlane &own = d.plane[&plane - d.picture.plane];
  const Place place = find_place (plane, own);

  if (place.tile >= plane.width || *d.scene_change
      || (own.differs && *own.differs == 0))
    return;

  const int lane = threadIdx.x % 32;
  CfNoiseSums s = look (plane, own, place);
  uint32_t luma = 0;

  if (own.is_colour)
    luma = add_warp (
        load_luma (own.luma, place.x - lane % 2 * OWN, place.y - lane / 2));
  s.d = (int32_t)add_warp ((uint32_t)s.d);
  s.dd = add_warp (s.dd);
  s.v = add_warp (s.v);
  if (lane == 0)
    add_tile (d, own, place.channel, plane.bits, s,
        own.is_colour ? cf_noise_luma (luma, 1) : cf_noise_luma (s.v, 0));
}
