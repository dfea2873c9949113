/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums by multiply-adds: the work of a unit that minima and maxima leave idle,
 * while additions are the work of theirs. */
#pragma once

#include "cuda/core/picturekernels.h"

/* 1 and -1, which the compiler must not know: it would add instead. */
struct Factors {
  uint32_t one, minus_one;

  __device__ __forceinline__
  Factors (const CfKernelPlane &plane)
      : one (min (plane.width, 1)), minus_one (max (-plane.width, -1))
  {
  }
};

static __device__ __forceinline__ uint32_t
multiply_add (uint32_t a, uint32_t b, uint32_t c)
{
#ifdef CF_EMULATED
  return a * b + c;
#else
  uint32_t sum;

  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
  return sum;
#endif
}
