/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Code that both backends run. Headers that use this include no GLib. */
#pragma once

#include <stdint.h>

#if defined(__CUDACC__) && !defined(CF_EMULATED)
#define CF_SHARED static __device__ __forceinline__
#define CF_SHARED_TABLE static __constant__ const
/* before a loop, which is long or does not matter: code has to fit a cache */
#define CF_SHARED_ROLLED _Pragma ("unroll 1")
/* before one of a known length, whose array is to be in registers */
#define CF_SHARED_UNROLLED _Pragma ("unroll")
#else
#define CF_SHARED static inline __attribute__ ((always_inline))
#define CF_SHARED_TABLE static const
#define CF_SHARED_ROLLED
#define CF_SHARED_UNROLLED _Pragma ("GCC unroll 64")
#endif
