/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Averages and medians of frames on one instruction set (-DCF_ISA=name), for
 * 8- and 16-bit samples.
 * Bound: memory, as each frame is read once; while that is in the caches,
 * arithmetic, nine instructions for a vector of each frame. */
#include "cpu/denoise/denoise_kernel.h"
#include "cpu/core/ahead.h"
#include "cpu/core/vector.h"

typedef guint8 CfVectorU_8 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint16 CfVectorU_16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint32 CfVectorU_32 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef gfloat CfVectorFloat __attribute__ ((vector_size (CF_VECTOR_BYTES)));

#define BYTES_AHEAD 2048 /* of each frame */

/* Lanes that still count: _at_most() leaves those where a <= b, _count() adds 1
 * in them. */
#ifdef __AVX512BW__
typedef guint64 CfLanes;
#define lanes_all() G_MAXUINT64
#define lanes_any(m) ((m) != 0)
#define lanes_at_most_8(m, a, b) _mm512_mask_cmple_epu8_mask (m, a, b)
#define lanes_at_most_16(m, a, b) \
  (CfLanes) _mm512_mask_cmple_epu16_mask ((__mmask32)(m), a, b)
#define lanes_add_8(m, s, v) _mm512_mask_add_epi8 (s, m, s, v)
#define lanes_add_16(m, s, v) _mm512_mask_add_epi16 (s, (__mmask32)(m), s, v)
#define lanes_count_8(m, s) lanes_add_8 (m, s, cf_vector_splat_8 (1))
#define lanes_count_16(m, s) lanes_add_16 (m, s, cf_vector_splat_16 (1))
#else
typedef CfVector CfLanes;
#define lanes_all() cf_vector_splat_8 (-1)
#define lanes_at_most_8(m, a, b) ((m)&cf_vector_at_most_8 (a, b))
#define lanes_at_most_16(m, a, b) ((m)&cf_vector_at_most_16 (a, b))
#define lanes_add_8(m, s, v) cf_vector_add_8 (s, (v) & (m))
#define lanes_add_16(m, s, v) cf_vector_add_16 (s, (v) & (m))
#define lanes_count_8(m, s) cf_vector_sub_8 (s, m) /* true lanes are -1 */
#define lanes_count_16(m, s) cf_vector_sub_16 (s, m)
#if defined(__AVX2__)
#define lanes_any(m) !_mm256_testz_si256 (m, m)
#elif defined(__SSE2__)
#define lanes_any(m) (_mm_movemask_epi8 (m) != 0)
#elif defined(CF_VECTOR_NEON)
#define lanes_any(m) (vmaxvq_u32 ((uint32x4_t)(m)) != 0)
#else
#define lanes_any(m) TRUE
#endif
#endif

/* floor (65535 / n) for n of 1...17 in 16-bit lanes */
#define MOST_FRAMES (2 * CF_DENOISE_FRAMES_MAX + 1)
#define R(n) 65535 / n
#define RECIPROCALS(x) \
  0, x (1), x (2), x (3), x (4), x (5), x (6), x (7), x (8), x (9), x (10), \
      x (11), x (12), x (13), x (14), x (15), x (16), x (17)

#if defined(__AVX512BW__)
CF_INLINE CfVectorU_16
reciprocal (CfVectorU_16 n)
{
  static const guint16 table[32] = { RECIPROCALS (R) };

  return (CfVectorU_16)_mm512_permutexvar_epi16 (
      (CfVector)n, cf_vector_load (table));
}
#elif defined(__AVX2__)
/* Bytes that are looked up among 16; that of 17 is 240 less than that of 16. */
CF_INLINE CfVectorU_16
reciprocal (CfVectorU_16 n)
{
#define LOW(n) (R (n)) & 0xff
#define HIGH(n) (R (n)) >> 8
  static const guint8 low[] = { RECIPROCALS (LOW) },
                      high[] = { RECIPROCALS (HIGH) };
  const CfVectorU_16 is_17 = n >> 4 & n & 1,
                     index = n - 1 - is_17; /* and 255 in the byte above it */
  const CfVector i = (CfVector)(index & 0xff);
  const CfVector l = _mm256_shuffle_epi8 (
      _mm256_broadcastsi128_si256 (_mm_loadu_si128 ((const void *)(low + 1))),
      i);
  const CfVector h = _mm256_shuffle_epi8 (
      _mm256_broadcastsi128_si256 (_mm_loadu_si128 ((const void *)(high + 1))),
      i);

  return (((CfVectorU_16)l & 0xff) | (CfVectorU_16)h << 8) - is_17 * 240;
}
#elif defined(CF_VECTOR_NEON)
/* bytes that are looked up among 48 */
CF_INLINE CfVectorU_16
reciprocal (CfVectorU_16 n)
{
  static const guint16 table[24] = { RECIPROCALS (R) };
  const uint8x16x3_t t = { { cf_vector_load (table), cf_vector_load (table + 8),
      cf_vector_load (table + 16) } };

  return (CfVectorU_16)vqtbl3q_u8 (t, (CfVector)(n * 0x202 + 0x100));
}
#else
CF_INLINE CfVectorU_16
reciprocal (CfVectorU_16 n)
{
  static const guint16 table[] = { RECIPROCALS (R) };
  CfVectorU_16 r = { 0 };
  gint i;

  for (i = 1; i <= MOST_FRAMES; i++)
    r |= (CfVectorU_16)(n == (guint16)i) & table[i];
  return r;
}
#endif

/* floor ((2 sum + n) / (2 n)), where sum is at most 255 n and n at most 17:
 * that is floor (y / n), y = sum + floor (n / 2), and y = q n + r. With f =
 * floor (65535 / n), (y + 1) f >= 65536 q, as f >= q times what 65536 leaves
 * when it is divided by n (or n, where that is nothing); and < 65536 (q + 1),
 * as (q + 1) n f is. */
CF_INLINE CfVectorU_16
mean_16 (CfVectorU_16 sum, CfVectorU_16 n)
{
  return (CfVectorU_16)cf_vector_high_16 (
      (CfVector)(sum + (n >> 1) + 1), (CfVector)reciprocal (n));
}

/* The same of 16-bit samples. The dividend is below 2^24, so exact as a float;
 * a quotient below 2^16 that is no integer is at least 1/17 below the next one,
 * which rounding to 24 bits does not reach. */
CF_INLINE CfVector32
mean_32 (CfVector32 sum, CfVector32 n)
{
  return __builtin_convertvector(
      __builtin_convertvector(sum + (n >> 1), CfVectorFloat)
          / __builtin_convertvector(n, CfVectorFloat),
      CfVector32);
}

/* v + (up - down) / n, rounded, where these are sums of both sides. */
CF_INLINE CfVector
finish_8 (CfVector v, CfVector n, const CfVector *up, const CfVector *down)
{
  CfVectorU_16 half[2];
  gint i;

  for (i = 0; i < 2; i++) {
#define HALF(x) (i == 0 ? (CfVectorU_16)(x)&0xff : (CfVectorU_16)(x) >> 8)
    const CfVectorU_16 count = HALF (n);

    half[i] = mean_16 (HALF (v) * count + HALF (up[0]) + HALF (up[1])
                           - HALF (down[0]) - HALF (down[1]),
        count);
#undef HALF
  }
  return (CfVector)(half[0] | half[1] << 8);
}

CF_INLINE CfVector
finish_16 (CfVector v, CfVector n, const CfVector *up, const CfVector *down)
{
  CfVector32 half[2];
  gint i;

  for (i = 0; i < 2; i++) {
#define HALF(x) \
  (i == 0 ? (CfVector32)(x)&0xffff : (CfVector32)(x) >> 16 & 0xffff)
    const CfVector32 count = HALF (n);

    half[i] = mean_32 (HALF (v) * count + HALF (up[0]) + HALF (up[1])
                           - HALF (down[0]) - HALF (down[1]),
        count);
#undef HALF
  }
  return (CfVector)(half[0] | half[1] << 16);
}

#define EXCHANGE(a, b) \
  do { \
    const CfVector least = VECTOR (min) (v[a], v[b]); \
    v[b] = VECTOR (max) (v[a], v[b]); \
    v[a] = least; \
  } while (0)

#define CF_BITS 8
#define CF_SAMPLE guint8
#define CF_WIDE CfVectorU_16
#define CF_WIDE_LANE guint16
#define CF_WIDE_MEAN mean_16
#include "cpu/denoise/denoise_template.h"

#define CF_BITS 16
#define CF_SAMPLE guint16
#define CF_WIDE CfVectorU_32
#define CF_WIDE_LANE guint32
#define CF_WIDE_MEAN(sum, n) \
  (CfVectorU_32) mean_32 ((CfVector32)(sum), (CfVector32)(n))
#include "cpu/denoise/denoise_template.h"

const CfCpuDenoiseKernel G_PASTE (cf_cpu_denoise_, CF_ISA) = {
  { average_8, average_16 },
  { median_8, median_16 },
  { median_square_8, median_square_16 },
};
