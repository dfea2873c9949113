/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers of 64 bits from one lane of a warp to another. */
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

static __device__ __forceinline__ uint64_t
double_bits (double v)
{
  uint64_t bits;

  memcpy (&bits, &v, sizeof (bits));
  return bits;
}

static __device__ __forceinline__ double
shuffle_double_xor (double v, int mask)
{
  const uint64_t bits = shuffle_xor (double_bits (v), mask);

  memcpy (&v, &bits, sizeof (v));
  return v;
}
