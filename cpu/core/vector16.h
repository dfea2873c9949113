/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean needs these of vectors of 16-bit lanes, on top of
 * cpu/core/vector.h. V16 takes C's operators, modulo 2^16.
 *   v16_high (a, b)       the upper half of the products, unsigned
 *   v16_round (a, b)      (a b + 2^14) / 2^15, for products below 2^30
 *   v16_widen (p)         bytes in memory
 *   v16_narrow (p, v)     lanes of at most 255, to memory as bytes
 *   v16_adds, _subs       saturated
 *   v16_min, _max
 *   v16_lookup (t, v)     t[v], a table of 32, v below 32
 *   v16_select (a, b, v)  a where v is not 0, else b
 *   v16_swap (v)          lanes 2 i and 2 i + 1 change places
 *   v16_swap_pairs (v)    and pairs of them, and fours of them
 *   v16_swap_fours (v)
 *   v16_quotient (v)      round (2^19 / v), v from 9 to 263; of 8 anything
 * */
#pragma once

#include "cpu/core/vector.h"

#include <string.h>

#define V16_LANES (CF_VECTOR_BYTES / 2)

typedef guint16 V16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

typedef guint32 V16Of32 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint64 V16Of64 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

#define v16_load(p) ((V16)cf_vector_load (p))
#define v16_store(p, v) cf_vector_store (p, (CfVector)(v))
#define v16_splat(n) ((V16){ 0 } + (guint16)(n))
#define v16_adds(a, b) ((V16)cf_vector_adds_16 ((CfVector)(a), (CfVector)(b)))
#define v16_subs(a, b) ((V16)cf_vector_subs_16 ((CfVector)(a), (CfVector)(b)))
#define v16_min(a, b) ((V16)cf_vector_min_16 ((CfVector)(a), (CfVector)(b)))
#define v16_max(a, b) ((V16)cf_vector_max_16 ((CfVector)(a), (CfVector)(b)))
#define v16_high(a, b) ((V16)cf_vector_high_16 ((CfVector)(a), (CfVector)(b)))

#if defined(__AVX512BW__)
#define v16_swap_fours(v) ((V16)_mm512_shuffle_epi32 ((__m512i)(v), 0x4e))
#elif defined(__AVX2__)
#define v16_swap_fours(v) ((V16)_mm256_shuffle_epi32 ((__m256i)(v), 0x4e))
#else /* 128 bits */
CF_INLINE V16
v16_swap_fours (V16 v)
{
  const V16Of64 of_64 = (V16Of64)v;

  return (V16)(V16Of64){ of_64[1], of_64[0] };
}
#endif
#define v16_turned(type, v, n) \
  ((V16)((type)(v) << (n) | (type)(v) >> (8 * sizeof ((type){ 0 }[0]) - (n))))
#define v16_swap(v) v16_turned (V16Of32, v, 16)
#define v16_swap_pairs(v) v16_turned (V16Of64, v, 32)

#define V16_FLOAT_16 0x4180 /* the upper half of the float 16 */

#if defined(__AVX512BW__)
typedef __m512i V16Table;

#define v16_table(t) _mm512_loadu_si512 (t)
#define v16_round(a, b) ((V16)_mm512_mulhrs_epi16 ((__m512i)(a), (__m512i)(b)))
#define v16_lookup(t, v) ((V16)_mm512_permutexvar_epi16 ((__m512i)(v), t))
#define v16_select(a, b, v) \
  ((V16)_mm512_mask_blend_epi16 ( \
      _mm512_test_epi16_mask ((__m512i)(v), (__m512i)(v)), (__m512i)(b), \
      (__m512i)(a)))

CF_INLINE V16
v16_widen (const guint8 *p)
{
  return (V16)_mm512_cvtepu8_epi16 (_mm256_loadu_si256 ((const __m256i *)p));
}

CF_INLINE void
v16_narrow (guint8 *p, V16 v)
{
  _mm256_storeu_si256 ((__m256i *)p, _mm512_cvtepi16_epi8 ((__m512i)v));
}

/* Takes floats that are 16 + v / 2^19. The estimate has 14 bits, after a step
 * of Newton's method all of a float's. */
CF_INLINE __m512i
v16_half_quotient (__m512i v)
{
  const __m512 f = (__m512)v - _mm512_set1_ps (16);
  const __m512 r = _mm512_rcp14_ps (f);

  return _mm512_cvtps_epi32 (r * _mm512_fnmadd_ps (f, r, _mm512_set1_ps (2)));
}

/* Lanes stay in their quarters: unpacked and packed alike. */
CF_INLINE V16
v16_quotient (V16 v)
{
  const __m512i high = _mm512_set1_epi16 (V16_FLOAT_16);

  return (V16)_mm512_packus_epi32 (
      v16_half_quotient (_mm512_unpacklo_epi16 ((__m512i)v, high)),
      v16_half_quotient (_mm512_unpackhi_epi16 ((__m512i)v, high)));
}

#elif defined(__AVX2__)
typedef struct {
  __m256i low[2], high[2]; /* bytes of the first 16 entries, and the others */
} V16Table;

#define v16_round(a, b) ((V16)_mm256_mulhrs_epi16 ((__m256i)(a), (__m256i)(b)))
#define v16_select(a, b, v) \
  ((V16)_mm256_blendv_epi8 ((__m256i)(a), (__m256i)(b), \
      _mm256_cmpeq_epi16 ((__m256i)(v), _mm256_setzero_si256 ())))

CF_INLINE V16Table
v16_table (const guint16 *t)
{
  V16Table table;
  guint8 low[32], high[32];
  gint i;

  for (i = 0; i < 32; i++) {
    low[i] = t[i] & 0xff;
    high[i] = t[i] >> 8;
  }
  for (i = 0; i < 2; i++) {
    table.low[i] = _mm256_broadcastsi128_si256 (
        _mm_loadu_si128 ((const __m128i *)(low + 16 * i)));
    table.high[i] = _mm256_broadcastsi128_si256 (
        _mm_loadu_si128 ((const __m128i *)(high + 16 * i)));
  }
  return table;
}

/* The index is put into both bytes of a lane; a byte's bit 4 says which half
 * of the table, moved to where a blend looks. */
CF_INLINE V16
v16_lookup (V16Table table, V16 v)
{
  const __m256i index = (__m256i)(v | v << 8);
  const __m256i upper = _mm256_slli_epi16 (index, 3);
  const __m256i low =
      _mm256_blendv_epi8 (_mm256_shuffle_epi8 (table.low[0], index),
          _mm256_shuffle_epi8 (table.low[1], index), upper);
  const __m256i high =
      _mm256_blendv_epi8 (_mm256_shuffle_epi8 (table.high[0], index),
          _mm256_shuffle_epi8 (table.high[1], index), upper);

  return ((V16)low & 0xff) | ((V16)high & 0xff00);
}

CF_INLINE V16
v16_widen (const guint8 *p)
{
  return (V16)_mm256_cvtepu8_epi16 (_mm_loadu_si128 ((const __m128i *)p));
}

CF_INLINE void
v16_narrow (guint8 *p, V16 v)
{
  const __m256i packed =
      _mm256_packus_epi16 ((__m256i)v, _mm256_setzero_si256 ());

  _mm_storeu_si128 ((__m128i *)p,
      _mm256_castsi256_si128 (_mm256_permute4x64_epi64 (packed, 0x08)));
}

/* Takes floats that are 16 + v / 2^19. The estimate has 12 bits, after a step
 * of Newton's method 22. */
CF_INLINE __m256i
v16_half_quotient (__m256i v)
{
  const __m256 f = (__m256)v - _mm256_set1_ps (16);
  const __m256 r = _mm256_rcp_ps (f);

  return _mm256_cvtps_epi32 (r * (_mm256_set1_ps (2) - f * r));
}

CF_INLINE V16
v16_quotient (V16 v)
{
  const __m256i high = _mm256_set1_epi16 (V16_FLOAT_16);

  return (V16)_mm256_packus_epi32 (
      v16_half_quotient (_mm256_unpacklo_epi16 ((__m256i)v, high)),
      v16_half_quotient (_mm256_unpackhi_epi16 ((__m256i)v, high)));
}

#elif defined(CF_VECTOR_NEON)
typedef uint8x16x4_t V16Table;

#define v16_round(a, b) ((V16)vqrdmulhq_s16 ((int16x8_t)(a), (int16x8_t)(b)))
#define v16_select(a, b, v) \
  ((V16)vbslq_u16 (vtstq_u16 ((uint16x8_t)(v), (uint16x8_t)(v)), \
      (uint16x8_t)(a), (uint16x8_t)(b)))
#define v16_widen(p) ((V16)vmovl_u8 (vld1_u8 (p)))
#define v16_narrow(p, v) vst1_u8 (p, vmovn_u16 ((uint16x8_t)(v)))

CF_INLINE V16Table
v16_table (const guint16 *t)
{
  return (V16Table){ { cf_vector_load (t), cf_vector_load (t + 8),
      cf_vector_load (t + 16), cf_vector_load (t + 24) } };
}

/* of an entry both bytes */
CF_INLINE V16
v16_lookup (V16Table table, V16 v)
{
  return (V16)vqtbl4q_u8 (table, (CfVector)(v * 0x202 + 0x100));
}

/* No quotient is as near to a half as a float is to it. */
CF_INLINE V16
v16_quotient (V16 v)
{
  const uint16x8_t n = (uint16x8_t)v;
  const float32x4_t one = vdupq_n_f32 (1 << 19);
  const float32x4_t low = vcvtq_f32_u32 (vmovl_u16 (vget_low_u16 (n)));
  const float32x4_t high = vcvtq_f32_u32 (vmovl_high_u16 (n));

  return (V16)vcombine_u16 (vmovn_u32 (vcvtnq_u32_f32 (vdivq_f32 (one, low))),
      vmovn_u32 (vcvtnq_u32_f32 (vdivq_f32 (one, high))));
}

#else
/* one lane after the other where the instruction set lacks something */
typedef const guint16 *V16Table;

#define v16_table(t) (t)

CF_INLINE V16
v16_lookup (V16Table table, V16 v)
{
  gint i;

  for (i = 0; i < V16_LANES; i++)
    v[i] = table[v[i]];
  return v;
}

CF_INLINE V16
v16_select (V16 a, V16 b, V16 v)
{
  const V16 is_zero = (V16)(v == 0);

  return (b & is_zero) | (a & ~is_zero);
}

CF_INLINE V16
v16_widen (const guint8 *p)
{
  V16 v;
  gint i;

  for (i = 0; i < V16_LANES; i++)
    v[i] = p[i];
  return v;
}

CF_INLINE void
v16_narrow (guint8 *p, V16 v)
{
  gint i;

  for (i = 0; i < V16_LANES; i++)
    p[i] = v[i];
}

CF_INLINE V16
v16_quotient (V16 v)
{
  gint i;

  for (i = 0; i < V16_LANES; i++)
    v[i] = ((1u << 20) / v[i] + 1) / 2;
  return v;
}

/* the product's upper half twice, the lower half's uppermost bit, and whether
 * the bit below rounds up */
CF_INLINE V16
v16_round (V16 a, V16 b)
{
  const V16 low = a * b;

  return (v16_high (a, b) << 1) + (low >> 15) + (low >> 14 & 1);
}
#endif
