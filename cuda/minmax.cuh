/* Minimum and maximum of samples in registers, two at a time where the GPU
 * has an instruction for it. Defined for CF_BYTES, the bytes of a sample:
 *
 *   sm_90...      VIMNMX.U16x2, all of 16 bits; two of them in a row become
 *                 the three-input VIMNMX3
 *   sm_80...89    HMNMX2 for 8-bit samples: as bits of a half they are in
 *                 the same order, and none is a NaN
 *   else          one sample a register
 *
 * CF_LANES says how many samples a register holds. */
#pragma once

#include <cuda_fp16.h>
#include <stdint.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define CF_LANES 2
#define CF_HALF 0
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && CF_BYTES == 1
#define CF_LANES 2
#define CF_HALF 1
#else
#define CF_LANES 1
#define CF_HALF 0
#endif

static __device__ __forceinline__ uint32_t
minimum (uint32_t a, uint32_t b)
{
#if CF_HALF
  __half2_raw x = { (unsigned short)a, (unsigned short)(a >> 16) };
  __half2_raw y = { (unsigned short)b, (unsigned short)(b >> 16) };
  __half2_raw r = __hmin2 (x, y);

  return r.x | (uint32_t)r.y << 16;
#elif CF_LANES == 2
  return __vminu2 (a, b);
#else
  return min (a, b);
#endif
}

static __device__ __forceinline__ uint32_t
maximum (uint32_t a, uint32_t b)
{
#if CF_HALF
  __half2_raw x = { (unsigned short)a, (unsigned short)(a >> 16) };
  __half2_raw y = { (unsigned short)b, (unsigned short)(b >> 16) };
  __half2_raw r = __hmax2 (x, y);

  return r.x | (uint32_t)r.y << 16;
#elif CF_LANES == 2
  return __vmaxu2 (a, b);
#else
  return max (a, b);
#endif
}
