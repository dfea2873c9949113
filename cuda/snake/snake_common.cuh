/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A block of a contour's cluster knows this, and the lanes of a warp do this
 * together. */
#pragma once

#include "engine/snake/cfsnakemove.h"
#include "cuda/device-code/cluster.cuh"
#include "cuda/snake/snakekernels.h"
#include "cuda/device-code/warp.cuh"

#define WARPS (CF_SNAKE_THREADS / 32)
#define DIRECTIONS CF_SNAKE_DIRECTIONS
#define NOTHING 0xffffffffu
/* The code is longer than what it does: it must fit the caches. */
#define ROLLED CF_SHARED_ROLLED
#define CLUSTER_MAX 16

namespace
{

/* A block's threads know this in common. */
struct Common {
  CfSnakeRecord places[WARPS][DIRECTIONS]; /* of nodes in work */
  CfKernelSnakeTask task;
  CfSnakeScene scene;
  CfSnakeSums inside;
  CfSnakeSums partial[WARPS];
  double j;
  uint64_t slots[2][CLUSTER_MAX]; /* each block's */
  int32_t count;                  /* nodes of a phase */
  int32_t n_next, limited, changed;
  uint32_t lowest;
};

static_assert (WARPS >= DIRECTIONS, "room for the largest team");
static_assert (sizeof (Common) <= CF_SNAKE_COMMON_BYTES, "room for it");
static_assert (sizeof (CfSnakeRecord) == 64, "four parts of 16 bytes");

static __device__ __forceinline__ CfSnakeSums
sums_of_lane (CfSnakeSums v, int mask)
{
  return CfSnakeSums{ (int64_t)shuffle_xor ((uint64_t)v.n, mask),
    (int64_t)shuffle_xor ((uint64_t)v.s, mask),
    (int64_t)shuffle_xor ((uint64_t)v.q, mask) };
}

/* Adds groups of `lanes` lanes, a power of two, in all of them. */
static __device__ __forceinline__ CfSnakeSums
add_lanes (CfSnakeSums v, int lanes)
{
  ROLLED
  for (int d = lanes / 2; d > 0; d /= 2)
    v = cf_snake_sums_add (v, sums_of_lane (v, d));
  return v;
}

static __device__ __forceinline__ CfSnakeSums
add_warp (CfSnakeSums v)
{
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    v = cf_snake_sums_add (v, sums_of_lane (v, d));
  return v;
}

static __device__ __forceinline__ bool
any_lane (bool flag)
{
  return __ballot_sync (CF_ALL_LANES, flag) != 0;
}

static __device__ __forceinline__ uint32_t
lanes_below (int lane)
{
  return (1u << lane) - 1;
}

/* J by two lanes, `mask` apart, of which one is the `outer`: each has one
 * region's part. */
static __device__ __forceinline__ double
criterion_of_lanes (
    const CfSnakeScene &scene, CfSnakeSums in, bool outer, int mask)
{
  const double part = cf_snake_part (
      &scene, outer ? cf_snake_sums_subtract (scene.all, in) : in);

  return cf_snake_join (&scene, in, part, shuffle_double_xor (part, mask));
}

/* A value that comes with its number: the least one, the first of equal ones,
 * of all lanes. */
struct Least {
  double value;
  int number;

  __device__ __forceinline__ void
  take (double other, int other_number)
  {
    if (other < value || (other == value && other_number < number)) {
      value = other;
      number = other_number;
    }
  }

  __device__ __forceinline__ void
  of_lanes (int lanes)
  {
    ROLLED
    for (int d = lanes / 2; d > 0; d /= 2) {
      const double other = shuffle_double_xor (value, d);

      take (other, __shfl_xor_sync (CF_ALL_LANES, number, d));
    }
  }
};

} // namespace
