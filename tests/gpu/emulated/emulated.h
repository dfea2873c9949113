/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDA C++ for an ordinary compiler, as far as the kernels use it: included
 * before a .cu file. Shared memory is one block's, as blocks run one after
 * the other. */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using std::max;
using std::min;

#define CF_EMULATED 1
#define __CUDACC__ 1
#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) __attribute__ ((aligned (n)))
#define __shared__ static

struct __attribute__ ((aligned (8))) uint2 {
  uint32_t x, y;
};

struct __attribute__ ((aligned (16))) uint4 {
  uint32_t x, y, z, w;
};

struct __attribute__ ((aligned (16))) ulonglong2 {
  uint64_t x, y;
};

struct EmulatedIndex {
  unsigned x;
};

extern EmulatedIndex threadIdx, blockIdx, blockDim, gridDim;

void emulated_block_barrier ();
void emulated_warp_barrier ();
#define __syncthreads emulated_block_barrier
#define __syncwarp emulated_warp_barrier

/* Of cluster.cuh. */
void emulated_cluster_barrier ();
unsigned emulated_cluster_rank ();
unsigned emulated_cluster_blocks ();
/* Where block `rank` of the cluster has this block's `own` shared memory. */
void *emulated_shared_of (void *own, unsigned rank);

/* What lane `from` of the warp gives; all lanes call. */
uint32_t emulated_shuffle (uint32_t value, unsigned from);

/* The lanes of the warp that say so. */
uint32_t emulated_ballot (bool flag);

/* The block's dynamic shared memory. */
uint32_t *emulated_shared ();

/* What mma.cuh says; all lanes call. */
void emulated_mma (int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0,
    uint32_t b1, bool a_signed, bool b_signed);

void emulated_load_matrices (uint32_t (&m)[4], const uint8_t *row);

static inline uint32_t
__shfl_sync (uint32_t, uint32_t value, unsigned from)
{
  return emulated_shuffle (value, from);
}

static inline uint32_t
__shfl_xor_sync (uint32_t, uint32_t value, unsigned mask)
{
  return emulated_shuffle (value, (threadIdx.x % 32) ^ mask);
}

static inline uint32_t
__shfl_up_sync (uint32_t, uint32_t value, unsigned down)
{
  unsigned lane = threadIdx.x % 32;

  return emulated_shuffle (value, lane >= down ? lane - down : lane);
}

static inline uint32_t
__ballot_sync (uint32_t, bool flag)
{
  return emulated_ballot (flag);
}

/* Threads take turns at barriers alone. */
static inline uint32_t
atomicAdd (uint32_t *at, uint32_t value)
{
  uint32_t old = *at;

  *at += value;
  return old;
}

static inline unsigned long long
atomicAdd (unsigned long long *at, unsigned long long value)
{
  unsigned long long old = *at;

  *at += value;
  return old;
}

static inline uint32_t
atomicMin (uint32_t *at, uint32_t value)
{
  uint32_t old = *at;

  *at = min (old, value);
  return old;
}

static inline uint32_t
atomicMax (uint32_t *at, uint32_t value)
{
  uint32_t old = *at;

  *at = max (old, value);
  return old;
}

static inline uint32_t
atomicOr (uint32_t *at, uint32_t value)
{
  uint32_t old = *at;

  *at |= value;
  return old;
}

static inline void
__threadfence ()
{
}

static inline uint2
make_uint2 (uint32_t x, uint32_t y)
{
  return uint2{ x, y };
}

static inline uint4
make_uint4 (uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
  return uint4{ x, y, z, w };
}

static inline ulonglong2
make_ulonglong2 (uint64_t x, uint64_t y)
{
  return ulonglong2{ x, y };
}

static inline int
__ffs (uint32_t bits)
{
  return __builtin_ffs (bits);
}

static inline int
__popc (uint32_t bits)
{
  return __builtin_popcount (bits);
}

static inline uint32_t
__umulhi (uint32_t a, uint32_t b)
{
  return (uint64_t)a * b >> 32;
}

static inline int32_t
__mulhi (int32_t a, int32_t b)
{
  return (int32_t)((int64_t)a * b >> 32);
}

static inline uint64_t
__umul64hi (uint64_t a, uint64_t b)
{
  return (unsigned __int128)a * b >> 64;
}

template <typename T>
static inline T
__ldg (const T *at)
{
  return *at;
}

static inline uint32_t
__byte_perm (uint32_t a, uint32_t b, uint32_t selector)
{
  uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t result = 0;

  for (int i = 0; i < 4; i++)
    result |= (uint32_t)(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return result;
}

static inline uint32_t
__vminu2 (uint32_t a, uint32_t b)
{
  return min (a & 0xffff0000, b & 0xffff0000) | min (a & 0xffff, b & 0xffff);
}

static inline uint32_t
__vmaxu2 (uint32_t a, uint32_t b)
{
  return max (a & 0xffff0000, b & 0xffff0000) | max (a & 0xffff, b & 0xffff);
}

static inline uint32_t
__vmins2 (uint32_t a, uint32_t b)
{
  return __vminu2 (a ^ 0x80008000, b ^ 0x80008000) ^ 0x80008000;
}

static inline uint32_t
__vmaxs2 (uint32_t a, uint32_t b)
{
  return __vmaxu2 (a ^ 0x80008000, b ^ 0x80008000) ^ 0x80008000;
}

static inline uint32_t
__viaddmin_u16x2 (uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t low = (a + b) & 0xffff, high = ((a >> 16) + (b >> 16)) << 16;

  return __vminu2 (high | low, c);
}

static inline uint32_t
__viaddmin_s16x2_relu (uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t result = 0;

  for (int i = 0; i < 32; i += 16) {
    int16_t sum = (int16_t)((a >> i) + (b >> i)), limit = (int16_t)(c >> i);

    result |= (uint32_t)max<int16_t> (min (sum, limit), 0) << i;
  }
  return result;
}

static inline uint32_t
__vabsdiffu4 (uint32_t a, uint32_t b)
{
  uint32_t result = 0;

  for (int i = 0; i < 32; i += 8) {
    int difference = (int)(a >> i & 0xff) - (int)(b >> i & 0xff);

    result |= (uint32_t)std::abs (difference) << i;
  }
  return result;
}

static inline uint32_t
__usad (uint32_t a, uint32_t b, uint32_t c)
{
  return c + (a > b ? a - b : b - a);
}

static inline uint32_t
__dp4a (uint32_t a, uint32_t b, uint32_t c)
{
  for (int i = 0; i < 32; i += 8)
    c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}

static inline int32_t
__dp4a (int32_t a, int32_t b, int32_t c)
{
  for (int i = 0; i < 32; i += 8)
    c += (int8_t)(a >> i) * (int8_t)(b >> i);
  return c;
}

static inline uint32_t
emulated_dot_signed (uint32_t a, uint32_t b, uint32_t c)
{
  for (int i = 0; i < 32; i += 8)
    c += (a >> i & 0xff) * (int8_t)(b >> i);
  return c;
}

static inline uint32_t
__dp2a_lo (uint32_t a, uint32_t b, uint32_t c)
{
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}

static inline float
__uint_as_float (uint32_t bits)
{
  float result;

  memcpy (&result, &bits, sizeof result);
  return result;
}

static inline uint32_t
__float_as_uint (float x)
{
  uint32_t result;

  memcpy (&result, &x, sizeof result);
  return result;
}

static inline float
__fmaf_rn (float a, float b, float c)
{
  return fmaf (a, b, c);
}

/* Wrong by as much as the GPU's may be: one step up or down, or right. */
static inline float
emulated_reciprocal (float x)
{
  static unsigned n;

  return __uint_as_float (__float_as_uint (1 / x) + n++ % 3 - 1);
}

/* What is not below infinity could be a NaN: the kernels must not do that. */
static inline uint32_t
emulated_half_bits (uint32_t a)
{
  if ((a & 0xffff) > 0x7c00 || a >> 16 > 0x7c00)
    abort ();
  return a;
}

static inline uint32_t
emulated_min (uint32_t a, uint32_t b)
{
  return __vminu2 (emulated_half_bits (a), emulated_half_bits (b));
}

static inline uint32_t
emulated_max (uint32_t a, uint32_t b)
{
  return __vmaxu2 (emulated_half_bits (a), emulated_half_bits (b));
}
