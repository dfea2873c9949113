/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds scene changes: engine/motion/cfscenechange.h. A warp has a block of
 * 32x32 samples, a lane 8x4 of them, which are two samples after two halvings;
 * the last block of threads to end says what the sums mean. Bound by latency: a
 * lane's loads are all on their way before it uses any. */
#include "cuda/motion/scenechangekernels.h"
#include "cuda/motion/scale.cuh"
#include "cuda/device-code/dependent.cuh"

#define COLUMNS 8
#define ROWS 4
#define WORDS (COLUMNS / 2)
#define SAMPLES 2 /* after two halvings */
#define ACROSS (CF_SCENE_CHANGE_BLOCK / COLUMNS)

namespace
{

/* A row has two samples a word, as they lie in memory. */
struct Loaded {
  uint32_t word[ROWS][WORDS];
};

/* Returns the coordinate that stands for first + i: beyond the picture all is,
 * after each halving, as the last one in it. */
__device__ __forceinline__ int
inside (int first, int i, int side)
{
  const int half = (side + 1) / 2, quarter = (half + 1) / 2;
  const int x = min (first / 4 + i / 4, quarter - 1);

  return min (2 * min (2 * x + i % 4 / 2, half - 1) + i % 2, side - 1);
}

__device__ __forceinline__ void
load_vector (const CfKernelSceneChangeSide &side, const uint8_t *at,
    uint32_t (&word)[WORDS])
{
  if (side.bytes == 2) {
    const uint4 v = __ldg ((const uint4 *)at);

    word[0] = v.x;
    word[1] = v.y;
    word[2] = v.z;
    word[3] = v.w;
  } else {
    const uint2 v = __ldg ((const uint2 *)at);

    word[0] = v.x;
    word[2] = v.y;
  }
}

/* Bytes as words of two. */
__device__ __forceinline__ void
widen (uint32_t (&word)[WORDS])
{
#pragma unroll
  for (int i = 0; i < WORDS; i += 2) {
    const uint32_t v = word[i];

    word[i] = __byte_perm (v, 0, 0x4140);
    word[i + 1] = __byte_perm (v, 0, 0x4342);
  }
}

__device__ __forceinline__ void
load_singly (const CfKernelSceneChangeSide &side, const uint8_t *row, int x,
    int width, uint32_t (&word)[WORDS])
{
#pragma unroll
  for (int i = 0; i < WORDS; i++)
    word[i] = 0;
#pragma unroll
  for (int i = 0; i < COLUMNS; i++) {
    const uint8_t *at =
        row + (int64_t)inside (x, i, width) * side.step * side.bytes;
    const uint32_t v =
        side.bytes == 2 ? __ldg ((const uint16_t *)at) : __ldg (at);

    word[i / 2] |= v << i % 2 * 16;
  }
}

/* TRUE if a lane's samples are loaded by vectors. */
__device__ __forceinline__ bool
is_whole (const CfKernelSceneChangeSide &side, int x, int width)
{
  return side.is_vector && x + COLUMNS <= width;
}

__device__ __forceinline__ void
load (const CfKernelSceneChangeGuide &guide,
    const CfKernelSceneChangeSide &side, int x, int y, Loaded &l)
{
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    const uint8_t *row = side.at + inside (y, i, guide.height) * side.stride;

    if (is_whole (side, x, guide.width))
      load_vector (side, row + (int64_t)x * side.bytes, l.word[i]);
    else
      load_singly (side, row, x, guide.width, l.word[i]);
  }
}

/* Scales two samples at a time as cf_denoise_scaled () does. */
struct Scale {
  const uint32_t shift, base, most, half;

  __device__ __forceinline__ explicit Scale (CfDenoiseScale s)
      : shift (s.shift), base (s.base * 0x00010001u),
        most ((255u << s.shift) * 0x00010001u),
        half ((1u << s.shift >> 1) * 0x00010001u)
  {
  }

  __device__ __forceinline__ uint32_t
  value (const CfKernelSceneChangeSide &side, uint32_t word) const
  {
    const uint32_t v = word << side.up & side.bits;

    return (__vminu2 (__vmaxu2 (v, base) - base, most) + half) >> shift
           & 0x00ff00ff;
  }
};

/* Makes two halvings. */
__device__ __forceinline__ void
halve (const CfKernelSceneChangeSide &side, const Scale &scale, bool is_packed,
    Loaded &l, int32_t (&v)[SAMPLES])
{
  if (is_packed) {
#pragma unroll
    for (int i = 0; i < ROWS; i++)
      widen (l.word[i]);
  }
#pragma unroll
  for (int i = 0; i < SAMPLES; i++) {
    int32_t sum = 2;

#pragma unroll
    for (int k = 0; k < 4; k++) {
      const int word = 2 * i + k % 2, row = k / 2 * 2;
      const uint32_t both = scale.value (side, l.word[row][word])
                            + scale.value (side, l.word[row + 1][word]);

      sum += ((both & 0xffff) + (both >> 16) + 2) >> 2;
    }
    v[i] = sum >> 2;
  }
}

__device__ __forceinline__ uint32_t
add_lanes (uint32_t v)
{
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    v += __shfl_xor_sync (CF_ALL_LANES, v, i);
  return v;
}

/* Compares a block's 64 samples; sums are below 2^16, so that two are made at
 * once. */
__device__ __forceinline__ void
look (uint32_t sigma, const int32_t (&frame)[SAMPLES],
    const int32_t (&other)[SAMPLES], uint32_t *counts)
{
  const uint32_t sums = add_lanes (
      (uint32_t)(frame[0] + frame[1]) | (uint32_t)(other[0] + other[1]) << 16);
  const int32_t mean_a = ((int32_t)(sums & 0xffff) + 32) >> 6;
  const int32_t mean_b = ((int32_t)(sums >> 16) + 32) >> 6;
  uint32_t textures = 0, difference = 0;
  int32_t texture;

#pragma unroll
  for (int i = 0; i < SAMPLES; i++) {
    const int32_t a = frame[i] - mean_a, b = other[i] - mean_b;

    textures += (uint32_t)abs (a) + ((uint32_t)abs (b) << 16);
    difference += (uint32_t)abs (a - b);
  }
  textures = add_lanes (textures);
  difference = add_lanes (difference);
  texture = max (textures & 0xffff, textures >> 16);
  if (threadIdx.x % 32 == 0 && cf_scene_change_tells (texture, sigma)) {
    atomicAdd (&counts[CF_SCENE_CHANGE_TELLING], 1u);
    if (cf_scene_change_is_unmatched (difference, texture))
      atomicAdd (&counts[CF_SCENE_CHANGE_UNMATCHED], 1u);
  }
}

/* Counts those that the picture has. */
__device__ __forceinline__ void
count_samples (const CfKernelSceneChangeGuide &guide, int x, int y,
    const int32_t (&frame)[SAMPLES], const int32_t (&other)[SAMPLES],
    uint32_t *counts)
{
  uint32_t *changed = counts + CF_SCENE_CHANGE_CHANGED;

  if (y >= guide.height)
    return;
#pragma unroll
  for (int i = 0; i < SAMPLES; i++) {
    const int32_t a = cf_scene_change_bin (frame[i]);
    const int32_t b = cf_scene_change_bin (other[i]);

    if (x + 4 * i < guide.width && a != b) {
      atomicAdd (&changed[a], 1u);
      atomicAdd (&changed[b], ~0u);
    }
  }
}

/* Finds the scale by which all blocks of threads compare; all threads call. */
__device__ __forceinline__ CfDenoiseScale
scale_of (const CfKernelSceneChangeGuide &guide, uint32_t sigma)
{
  const ScaledChannel frame = { guide.frame.at, guide.frame.stride,
    guide.frame.step, guide.bits, guide.shift, guide.width, guide.height };

  return cf_denoise_is_scaled (guide.bits) ? find_scale (frame, sigma)
                                           : cf_denoise_whole_scale ();
}

/* One thread judges all blocks' sums, and clears those of the next launch. */
__device__ __forceinline__ uint32_t
change_of (const CfKernelSceneChangeGuide &guide)
{
  volatile uint32_t *at = guide.counts;
  uint32_t counts[CF_SCENE_CHANGE_COUNTS];
  const int32_t samples = cf_scene_change_n_samples (guide.width, guide.height);
  int32_t changed = 0, bins[CF_SCENE_CHANGE_BINS];

#pragma unroll
  for (int i = 0; i < CF_SCENE_CHANGE_COUNTS; i++)
    counts[i] = at[i];
#pragma unroll
  for (int i = 0; i < CF_SCENE_CHANGE_COUNTS; i++)
    at[i] = 0;
#pragma unroll
  for (int i = 0; i < CF_SCENE_CHANGE_BINS; i++) {
    bins[i] = (int32_t)counts[CF_SCENE_CHANGE_CHANGED + i];
    changed += abs (bins[i]);
  }
  return cf_scene_kind (
      cf_is_scene_change (counts[CF_SCENE_CHANGE_UNMATCHED],
          counts[CF_SCENE_CHANGE_TELLING], guide.n, changed, samples),
      cf_is_other_luma (bins, samples), CF_SCENE_GOES_ON);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelSceneChange d)
{
  allow_next ();
  await_previous ();

  __shared__ uint32_t counts[CF_SCENE_CHANGE_COUNTS];
  const CfKernelSceneChangeGuide &guide =
      d.guide[d.n_guides > 1 && blockIdx.x >= d.guide[1].first_block];
  const uint32_t n =
      (blockIdx.x - guide.first_block) * CF_KERNEL_WARPS + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;

  if (threadIdx.x < CF_SCENE_CHANGE_COUNTS)
    counts[threadIdx.x] = 0;
  __syncthreads ();

  const uint32_t sigma = guide.estimate ? *guide.estimate : guide.sigma;
  const CfDenoiseScale of_guide = scale_of (guide, sigma);

  if (n < guide.n) {
    const Scale scale (of_guide);
    const int across = cf_scene_change_blocks (guide.width);
    const int x =
        (int)n % across * CF_SCENE_CHANGE_BLOCK + lane % ACROSS * COLUMNS;
    const int y = (int)n / across * guide.row_step * CF_SCENE_CHANGE_BLOCK
                  + lane / ACROSS * ROWS;
    Loaded of_frame, of_other;
    int32_t frame[SAMPLES], other[SAMPLES];

    load (guide, guide.frame, x, y, of_frame);
    load (guide, guide.other, x, y, of_other);
    halve (guide.frame, scale,
        guide.frame.bytes == 1 && is_whole (guide.frame, x, guide.width),
        of_frame, frame);
    halve (guide.other, scale,
        guide.other.bytes == 1 && is_whole (guide.other, x, guide.width),
        of_other, other);
    look (cf_denoise_scaled_sigma (sigma, of_guide), frame, other, counts);
    count_samples (guide, x, y, frame, other, counts);
  }
  __syncthreads ();
  if (threadIdx.x < CF_SCENE_CHANGE_COUNTS) {
    if (counts[threadIdx.x] != 0)
      atomicAdd (&guide.counts[threadIdx.x], counts[threadIdx.x]);
    __threadfence ();
  }
  __syncthreads ();
  if (threadIdx.x != 0 || atomicAdd (d.n_done, 1u) + 1 < gridDim.x)
    return;

  uint32_t change = CF_SCENE_GOES_ON;

  __threadfence ();
  for (int i = 0; i < d.n_guides; i++)
    change |= change_of (d.guide[i]);

  const uint32_t scene_change = change & CF_SCENE_CHANGE;

  *d.n_done = 0;
  *d.scene_change = cf_scene_kind (scene_change, change & CF_SCENE_FLASH,
      d.last_scene_change ? (int32_t)*d.last_scene_change
                          : (int32_t)CF_SCENE_GOES_ON);
  if (d.scene_changes) {
    const uint32_t bits = d.scene_changes[CF_SCENE_CHANGE_BITS],
                   bit = d.number % 32;

    if (bits >> bit & 1)
      d.scene_changes[CF_SCENE_CHANGE_EARLIER] = d.number - 32;
    d.scene_changes[CF_SCENE_CHANGE_BITS] =
        (bits & ~(1u << bit)) | scene_change << bit;
  }
}
