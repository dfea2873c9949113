/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
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

#include "cuda/median/mediankernels.h"

#ifdef __CUDA_ARCH__
#define CF_ARCH (__CUDA_ARCH__ / 10)
#else
#define CF_ARCH 75 /* for the host's pass, which makes nothing of it */
#endif
#define CF_LANES CF_MEDIAN_LANES (CF_ARCH, CF_BYTES)
#define CF_HALF (CF_LANES == 2 && CF_ARCH < 90)

#if CF_HALF
/* Not __hmin2(): on its type, networks take the compiler minutes. */
#ifdef CF_EMULATED
#define HALVES(operation, a, b) emulated_##operation (a, b)
#else
#define HALVES(operation, a, b) \
  ({ \
    uint32_t result; \
    asm(#operation ".f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b)); \
    result; \
  })
#endif
#endif

static __device__ __forceinline__ uint32_t
minimum (uint32_t a, uint32_t b)
{
#if CF_HALF
  return HALVES (min, a, b);
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
  return HALVES (max, a, b);
#elif CF_LANES == 2
  return __vmaxu2 (a, b);
#else
  return max (a, b);
#endif
}
