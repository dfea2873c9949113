/* Numbers of 64 bits from one lane of a warp to another, and their sums. */
#pragma once

#include <stdint.h>

#define CF_ALL_LANES 0xffffffffu

static __device__ __forceinline__ uint64_t
shuffle (uint64_t v, int lane)
{
  const uint32_t low = __shfl_sync (CF_ALL_LANES, (uint32_t)v, lane);
  const uint32_t high = __shfl_sync (CF_ALL_LANES, (uint32_t)(v >> 32), lane);

  return (uint64_t)high << 32 | low;
}

static __device__ __forceinline__ uint64_t
shuffle_up (uint64_t v, int lanes)
{
  const uint32_t low = __shfl_up_sync (CF_ALL_LANES, (uint32_t)v, lanes);
  const uint32_t high =
      __shfl_up_sync (CF_ALL_LANES, (uint32_t)(v >> 32), lanes);

  return (uint64_t)high << 32 | low;
}

static __device__ __forceinline__ uint64_t
shuffle_xor (uint64_t v, int mask)
{
  const uint32_t low = __shfl_xor_sync (CF_ALL_LANES, (uint32_t)v, mask);
  const uint32_t high =
      __shfl_xor_sync (CF_ALL_LANES, (uint32_t)(v >> 32), mask);

  return (uint64_t)high << 32 | low;
}

static __device__ __forceinline__ double
shuffle_double (double v, int lane)
{
  uint64_t bits;

  memcpy (&bits, &v, sizeof (bits));
  bits = shuffle (bits, lane);
  memcpy (&v, &bits, sizeof (v));
  return v;
}

/* That of groups of `lanes` lanes, a power of two, in all of them. */
static __device__ __forceinline__ int64_t
sum_lanes (int64_t v, int lanes)
{
  for (int d = lanes / 2; d > 0; d /= 2)
    v += (int64_t)shuffle_xor ((uint64_t)v, d);
  return v;
}
