/* CUDA C++ for an ordinary compiler, as far as the kernels use it: included
 * before a .cu file. Shared memory is one block's, as blocks run one after
 * the other. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using std::max;
using std::min;

#define CF_EMULATED 1
#define __CUDACC__ 1
#define __device__
#define __global__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(threads)
#define __align__(n) __attribute__ ((aligned (n)))
#define __shared__ static

struct __attribute__ ((aligned (8))) uint2 {
  uint32_t x, y;
};

struct __attribute__ ((aligned (16))) uint4 {
  uint32_t x, y, z, w;
};

struct EmulatedIndex {
  unsigned x;
};

extern EmulatedIndex threadIdx, blockIdx;

void emulated_barrier ();
#define __syncthreads emulated_barrier

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
