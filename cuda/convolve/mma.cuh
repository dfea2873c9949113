/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Products of small matrices of bytes, on tensor cores: 16x32 by 32x8, sums in
 * 32 bits, exact. A warp calls; lane 4 g + t holds
 *   a[0], a[1]  rows g and g + 8, columns 4 t...4 t + 3
 *   a[2], a[3]  the same rows, columns 16 + 4 t...
 *   b[0], b[1]  column g, rows 4 t... and 16 + 4 t...
 *   d[0], d[1]  row g, columns 2 t and 2 t + 1
 *   d[2], d[3]  row g + 8
 * (PTX ISA, "Matrix Fragments for mma.m16n8k32"). */
#pragma once

#include <stdint.h>

#ifdef CF_EMULATED
#define MMA(name, a_type, b_type, a_sign, b_sign) \
  static inline void name ( \
      int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) \
  { \
    emulated_mma (d, a, b0, b1, a_sign, b_sign); \
  }
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
/* four products of 8x16 by 16x8 */
#define MMA_8(a_type, b_type, d0, d1, a, b) \
  asm("mma.sync.aligned.m8n8k16.row.col.s32." a_type "." b_type \
      ".s32 {%0, %1}, {%2}, {%3}, {%0, %1};" \
      : "+r"(d0), "+r"(d1) \
      : "r"(a), "r"(b))
#define MMA(name, a_type, b_type, a_sign, b_sign) \
  static __device__ __forceinline__ void name ( \
      int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) \
  { \
    MMA_8 (a_type, b_type, d[0], d[1], a[0], b0); \
    MMA_8 (a_type, b_type, d[2], d[3], a[1], b0); \
    MMA_8 (a_type, b_type, d[0], d[1], a[2], b1); \
    MMA_8 (a_type, b_type, d[2], d[3], a[3], b1); \
  }
#else
#define MMA(name, a_type, b_type, a_sign, b_sign) \
  static __device__ __forceinline__ void name ( \
      int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) \
  { \
    asm("mma.sync.aligned.m16n8k32.row.col.s32." a_type "." b_type \
        ".s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
        "{%0, %1, %2, %3};" \
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); \
  }
#endif

/* unsigned by signed bytes, and signed by unsigned ones */
MMA (mma_us, "u8", "s8", false, true)
MMA (mma_su, "s8", "u8", true, false)

/* Four matrices of 8 rows of 16 bytes from shared memory: lanes 8 i...8 i + 7
 * give the addresses of the rows of matrix i, and lane 4 g + t gets bytes
 * 4 t...4 t + 3 of row g of each. */
static __device__ __forceinline__ void
load_matrices (uint32_t (&m)[4], const uint8_t *row)
{
#ifdef CF_EMULATED
  emulated_load_matrices (m, row);
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"((uint32_t)__cvta_generic_to_shared (row)));
#endif
}
