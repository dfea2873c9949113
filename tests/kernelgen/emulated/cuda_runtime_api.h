/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CUDA C++ for an ordinary compiler, as far as generated kernels use it: blocks
 * of 32x4 threads run one after the other. */
#pragma once

#include <cstdio>
#include <functional>

#include "block.h"
#include "emulated.h"

#define __constant__
#define __builtin_assume(condition) ((condition) ? (void)0 : abort ())

struct dim3 {
  unsigned x, y, z;

  dim3 (unsigned x, unsigned y = 1, unsigned z = 1) : x (x), y (y), z (z) {}
};

typedef void *cudaStream_t;
typedef enum { cudaSuccess, cudaErrorInvalidValue } cudaError_t;

enum { cudaFuncAttributeMaxDynamicSharedMemorySize };

template <typename Kernel>
static inline cudaError_t
cudaFuncSetAttribute (Kernel *, int, int)
{
  return cudaSuccess;
}

static inline cudaError_t
cudaGetLastError ()
{
  return cudaSuccess;
}

/* Blocks and threads in two dimensions, of numbers in one. */
struct EmulatedPlace {
  unsigned x, y;
};

static std::function<void ()> emulated_kernel;
static unsigned emulated_blocks_x, emulated_threads_x;

static inline EmulatedPlace
emulated_thread ()
{
  return { threadIdx.x % emulated_threads_x, threadIdx.x / emulated_threads_x };
}

static inline EmulatedPlace
emulated_block ()
{
  return { blockIdx.x % emulated_blocks_x, blockIdx.x / emulated_blocks_x };
}

#define threadIdx (emulated_thread ())
#define blockIdx (emulated_block ())

static inline void
emulated_launch (dim3 blocks, dim3 threads, size_t shared, cudaStream_t,
    std::function<void ()> kernel)
{
  emulated_kernel = kernel;
  emulated_blocks_x = blocks.x;
  emulated_threads_x = threads.x;
  emulated_run (blocks.x * blocks.y, threads.x * threads.y, shared,
      [] { emulated_kernel (); });
}

/* Intrinsics that the plugin's kernels do not use */

static inline uint32_t
__funnelshift_r (uint32_t low, uint32_t high, uint32_t shift)
{
  return ((uint64_t)high << 32 | low) >> shift % 32;
}

/* Wrong by as much as the GPU's may be: up to two steps up or down, or right.
 */
static inline float
__fdividef (float a, float b)
{
  static unsigned n;
  const float quotient = a / b;

  return quotient == 0
             ? quotient
             : __uint_as_float (__float_as_uint (quotient) + n++ % 5 - 2);
}

static inline uint32_t
__dp2a_hi (uint32_t a, uint32_t b, uint32_t c)
{
  return __dp2a_lo (a, b >> 16, c);
}

/* Instructions that have no intrinsic: kernel.c makes calls out of asm
 * statements, whose names the compiler compares. */
__attribute__ ((always_inline)) static inline uint32_t
emulated_ptx (const char *name, const uint32_t (&in)[3])
{
  if (strcmp (name, "dp4a.u32.s32") == 0)
    return emulated_dot_signed (in[0], in[1], in[2]);
  if (strcmp (name, "dp2a.lo.u32.s32") == 0
      || strcmp (name, "dp2a.hi.u32.s32") == 0) {
    const uint32_t bytes = name[5] == 'h' ? in[1] >> 16 : in[1];

    return in[2] + (in[0] & 0xffff) * (int8_t)bytes
           + (in[0] >> 16) * (int8_t)(bytes >> 8);
  }
  /* two numbers become bytes 1 and 0, limited, and a word's go two up */
  if (strcmp (name, "cvt.pack.sat.u8.s32.b32") == 0)
    return in[2] << 16 | max (0, min ((int32_t)in[0], 255)) << 8
           | max (0, min ((int32_t)in[1], 255));
  if (strcmp (name, "min.f16x2") == 0)
    return emulated_min (in[0], in[1]);
  if (strcmp (name, "max.f16x2") == 0)
    return emulated_max (in[0], in[1]);
  fprintf (stderr, "No emulation of %s\n", name);
  abort ();
}
