/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Vectors of samples, of the widest kind that this translation unit is compiled
 * for: what selection networks need (loads, stores, unsigned minimum and
 * maximum), and what counting needs. Loops around them are left to the
 * compiler.
 *   cf_vector_splat_16 (n)          n in every 16-bit lane
 *   cf_vector_even (v), _odd (v)    signed bytes of even and odd index, widened
 *   cf_vector_count_16 (a, b, n)    how many 16-bit lanes of a and b together
 *                                   are less than those of n, signed
 *   cf_vector_mask_8 (v, n)         bit i: unsigned byte i of v is less than
 *                                   that of n, a splat of 1...255
 *   cf_vector_subs_8 (a, b), ...    saturated sums and differences, unsigned,
 *                                   of 8 and 16 bits
 *   cf_vector_at_most_8 (a, b), _16 all bits of lanes where a <= b, unsigned
 *                                   (not AVX-512)
 *   cf_vector_high_16 (a, b)        the high halves of products, unsigned
 *   cf_vector_take_8 (v, most, &sum, &count), _16
 *                                   lanes of v that are at most `most`,
 *                                   unsigned, go to the sum, and 1 to the count
 * And what sums need, in 32-bit lanes, which C's operators take:
 *   cf_vector_madd (sum, a, b)      sum + the products of a's and b's signed
 *                                   16-bit numbers, two to a lane
 *   cf_vector_dot (sum, a, b)       sum + the products of a's and b's bytes,
 *                                   four to a lane: b's signed, a's not, but
 *                                   on ARM (only AVX-VNNI, AVX-512 VNNI and
 *                                   ARM's dot products)
 *   cf_vector_multiply (v, m, n)    the high half of v m + n, v and m unsigned
 *                                   and n a splat of 64 bits
 *   cf_vector_clamp (v, max)        from 0 to max, v signed
 *   cf_vector_narrow (a, b)         the 16-bit lanes of a and b, at most 255,
 *                                   as bytes
 *   cf_vector_zip_low (a, b), _high 16-bit lanes of a and b in turns, of the
 *                                   lower and upper halves of each 16 bytes
 *                                   (x86 alone)
 *   cf_vector_pack (a, b)           32-bit lanes where those were, limited to
 *                                   16 bits, signed (x86 alone) */
#pragma once

#include <glib.h>
#include <string.h>

#if defined(__AVX512BW__)
#include <immintrin.h>
#define CF_VECTOR_BYTES 64
typedef __m512i CfVector;
typedef gint32 CfVector32 __attribute__ ((vector_size (64)));
#define cf_vector_load(p) _mm512_loadu_si512 (p)
#define cf_vector_store(p, v) _mm512_storeu_si512 (p, v)
#define cf_vector_min_8(a, b) _mm512_min_epu8 (a, b)
#define cf_vector_max_8(a, b) _mm512_max_epu8 (a, b)
#define cf_vector_min_16(a, b) _mm512_min_epu16 (a, b)
#define cf_vector_max_16(a, b) _mm512_max_epu16 (a, b)
#define cf_vector_zero() _mm512_setzero_si512 ()
#define cf_vector_splat_8(n) _mm512_set1_epi8 (n)
#define cf_vector_splat_16(n) _mm512_set1_epi16 (n)
#define cf_vector_add_8(a, b) _mm512_add_epi8 (a, b)
#define cf_vector_sub_8(a, b) _mm512_sub_epi8 (a, b)
#define cf_vector_add_16(a, b) _mm512_add_epi16 (a, b)
#define cf_vector_even(v) _mm512_srai_epi16 (_mm512_slli_epi16 (v, 8), 8)
#define cf_vector_odd(v) _mm512_srai_epi16 (v, 8)
#define cf_vector_count_16(a, b, n) \
  (guint) __builtin_popcountll ((guint64)_mm512_cmplt_epi16_mask (a, n) << 32 \
                                | _mm512_cmplt_epi16_mask (b, n))
#define cf_vector_mask_8(v, n) (guint64) _mm512_cmplt_epu8_mask (v, n)
#define cf_vector_sub_16(a, b) _mm512_sub_epi16 (a, b)
#define cf_vector_high_16(a, b) _mm512_mulhi_epu16 (a, b)
#define cf_vector_adds_8(a, b) _mm512_adds_epu8 (a, b)
#define cf_vector_subs_8(a, b) _mm512_subs_epu8 (a, b)
#define cf_vector_adds_16(a, b) _mm512_adds_epu16 (a, b)
#define cf_vector_subs_16(a, b) _mm512_subs_epu16 (a, b)
#define cf_vector_zip_low(a, b) _mm512_unpacklo_epi16 (a, b)
#define cf_vector_zip_high(a, b) _mm512_unpackhi_epi16 (a, b)
#define cf_vector_pack(a, b) _mm512_packs_epi32 ((__m512i)(a), (__m512i)(b))

static inline void
cf_vector_take_8 (CfVector v, CfVector most, CfVector *sum, CfVector *count)
{
  const __mmask64 m = _mm512_cmple_epu8_mask (v, most);

  *sum = _mm512_mask_add_epi8 (*sum, m, *sum, v);
  *count = _mm512_mask_sub_epi8 (*count, m, *count, _mm512_set1_epi8 (-1));
}

static inline void
cf_vector_take_16 (CfVector v, CfVector most, CfVector *sum, CfVector *count)
{
  const __mmask32 m = _mm512_cmple_epu16_mask (v, most);

  *sum = _mm512_mask_add_epi16 (*sum, m, *sum, v);
  *count = _mm512_mask_sub_epi16 (*count, m, *count, _mm512_set1_epi16 (-1));
}

#ifdef __AVX512VNNI__
#define cf_vector_madd(sum, a, b) \
  (CfVector32) _mm512_dpwssd_epi32 ((__m512i)(sum), a, b)
#define cf_vector_dot(sum, a, b) \
  (CfVector32) _mm512_dpbusd_epi32 ((__m512i)(sum), a, b)
#else
#define cf_vector_madd(sum, a, b) ((sum) + (CfVector32)_mm512_madd_epi16 (a, b))
#endif
#define cf_vector_splat_64(n) _mm512_set1_epi64 (n)
#define cf_vector_clamp(v, max) \
  (CfVector32) _mm512_min_epi32 ( \
      _mm512_max_epi32 ((__m512i)(v), _mm512_setzero_si512 ()), \
      (__m512i)(max))
#define cf_vector_narrow(a, b) \
  _mm512_permutexvar_epi64 ( \
      _mm512_setr_epi64 (0, 2, 4, 6, 1, 3, 5, 7), _mm512_packus_epi16 (a, b))

static inline CfVector32
cf_vector_multiply (CfVector32 v, CfVector32 m, CfVector n)
{
  __m512i odd = _mm512_srli_epi64 ((__m512i)v, 32);

  v = (CfVector32)_mm512_add_epi64 (
      _mm512_mul_epu32 ((__m512i)v, (__m512i)m), n);
  odd = _mm512_add_epi64 (_mm512_mul_epu32 (odd, (__m512i)m), n);
  return (CfVector32)_mm512_mask_blend_epi32 (
      0xaaaa, _mm512_srli_epi64 ((__m512i)v, 32), odd);
}

#elif defined(__AVX2__)
#include <immintrin.h>
#define CF_VECTOR_BYTES 32
typedef __m256i CfVector;
typedef gint32 CfVector32 __attribute__ ((vector_size (32)));
#define cf_vector_load(p) _mm256_loadu_si256 ((const __m256i *)(p))
#define cf_vector_store(p, v) _mm256_storeu_si256 ((__m256i *)(p), v)
#define cf_vector_min_8(a, b) _mm256_min_epu8 (a, b)
#define cf_vector_max_8(a, b) _mm256_max_epu8 (a, b)
#define cf_vector_min_16(a, b) _mm256_min_epu16 (a, b)
#define cf_vector_max_16(a, b) _mm256_max_epu16 (a, b)
#define cf_vector_zero() _mm256_setzero_si256 ()
#define cf_vector_splat_8(n) _mm256_set1_epi8 (n)
#define cf_vector_splat_16(n) _mm256_set1_epi16 (n)
#define cf_vector_add_8(a, b) _mm256_add_epi8 (a, b)
#define cf_vector_sub_8(a, b) _mm256_sub_epi8 (a, b)
#define cf_vector_add_16(a, b) _mm256_add_epi16 (a, b)
#define cf_vector_even(v) _mm256_srai_epi16 (_mm256_slli_epi16 (v, 8), 8)
#define cf_vector_odd(v) _mm256_srai_epi16 (v, 8)
#define cf_vector_count_16(a, b, n) \
  (guint) __builtin_popcount (_mm256_movemask_epi8 (_mm256_packs_epi16 ( \
      _mm256_cmpgt_epi16 (n, a), _mm256_cmpgt_epi16 (n, b))))
#define cf_vector_mask_8(v, n) \
  (guint64) (guint32) ~_mm256_movemask_epi8 ( \
      _mm256_cmpeq_epi8 (_mm256_max_epu8 (v, n), v))
#define cf_vector_sub_16(a, b) _mm256_sub_epi16 (a, b)
#define cf_vector_high_16(a, b) _mm256_mulhi_epu16 (a, b)
#define cf_vector_adds_8(a, b) _mm256_adds_epu8 (a, b)
#define cf_vector_subs_8(a, b) _mm256_subs_epu8 (a, b)
#define cf_vector_adds_16(a, b) _mm256_adds_epu16 (a, b)
#define cf_vector_subs_16(a, b) _mm256_subs_epu16 (a, b)
#define cf_vector_zip_low(a, b) _mm256_unpacklo_epi16 (a, b)
#define cf_vector_zip_high(a, b) _mm256_unpackhi_epi16 (a, b)
#define cf_vector_pack(a, b) _mm256_packs_epi32 ((__m256i)(a), (__m256i)(b))
#define cf_vector_at_most_8(a, b) \
  _mm256_cmpeq_epi8 (cf_vector_subs_8 (a, b), _mm256_setzero_si256 ())
#define cf_vector_at_most_16(a, b) \
  _mm256_cmpeq_epi16 (cf_vector_subs_16 (a, b), _mm256_setzero_si256 ())

#ifdef __AVXVNNI__
#define cf_vector_madd(sum, a, b) \
  (CfVector32) _mm256_dpwssd_avx_epi32 ((__m256i)(sum), a, b)
#define cf_vector_dot(sum, a, b) \
  (CfVector32) _mm256_dpbusd_avx_epi32 ((__m256i)(sum), a, b)
#else
#define cf_vector_madd(sum, a, b) ((sum) + (CfVector32)_mm256_madd_epi16 (a, b))
#endif
#define cf_vector_splat_64(n) _mm256_set1_epi64x (n)
#define cf_vector_clamp(v, max) \
  (CfVector32) _mm256_min_epi32 ( \
      _mm256_max_epi32 ((__m256i)(v), _mm256_setzero_si256 ()), \
      (__m256i)(max))
#define cf_vector_narrow(a, b) \
  _mm256_permute4x64_epi64 (_mm256_packus_epi16 (a, b), 0xd8)

static inline CfVector32
cf_vector_multiply (CfVector32 v, CfVector32 m, CfVector n)
{
  __m256i odd = _mm256_srli_epi64 ((__m256i)v, 32);

  v = (CfVector32)_mm256_add_epi64 (
      _mm256_mul_epu32 ((__m256i)v, (__m256i)m), n);
  odd = _mm256_add_epi64 (_mm256_mul_epu32 (odd, (__m256i)m), n);
  return (CfVector32)_mm256_blend_epi32 (
      _mm256_srli_epi64 ((__m256i)v, 32), odd, 0xaa);
}

#elif defined(__SSE2__)
#include <emmintrin.h>
#define CF_VECTOR_BYTES 16
typedef __m128i CfVector;
typedef gint32 CfVector32 __attribute__ ((vector_size (16)));
#define cf_vector_load(p) _mm_loadu_si128 ((const __m128i *)(p))
#define cf_vector_store(p, v) _mm_storeu_si128 ((__m128i *)(p), v)
#define cf_vector_min_8(a, b) _mm_min_epu8 (a, b)
#define cf_vector_max_8(a, b) _mm_max_epu8 (a, b)
/* SSE2 has no unsigned 16-bit minimum; a saturating difference makes one */
#define cf_vector_min_16(a, b) _mm_sub_epi16 (a, _mm_subs_epu16 (a, b))
#define cf_vector_max_16(a, b) _mm_add_epi16 (b, _mm_subs_epu16 (a, b))
#define cf_vector_zero() _mm_setzero_si128 ()
#define cf_vector_splat_8(n) _mm_set1_epi8 (n)
#define cf_vector_splat_16(n) _mm_set1_epi16 (n)
#define cf_vector_add_8(a, b) _mm_add_epi8 (a, b)
#define cf_vector_sub_8(a, b) _mm_sub_epi8 (a, b)
#define cf_vector_add_16(a, b) _mm_add_epi16 (a, b)
#define cf_vector_even(v) _mm_srai_epi16 (_mm_slli_epi16 (v, 8), 8)
#define cf_vector_odd(v) _mm_srai_epi16 (v, 8)
#define cf_vector_mask_8(v, n) \
  (guint64) (guint16) ~_mm_movemask_epi8 ( \
      _mm_cmpeq_epi8 (_mm_max_epu8 (v, n), v))
#define cf_vector_sub_16(a, b) _mm_sub_epi16 (a, b)
#define cf_vector_high_16(a, b) _mm_mulhi_epu16 (a, b)
#define cf_vector_adds_8(a, b) _mm_adds_epu8 (a, b)
#define cf_vector_subs_8(a, b) _mm_subs_epu8 (a, b)
#define cf_vector_adds_16(a, b) _mm_adds_epu16 (a, b)
#define cf_vector_subs_16(a, b) _mm_subs_epu16 (a, b)
#define cf_vector_zip_low(a, b) _mm_unpacklo_epi16 (a, b)
#define cf_vector_zip_high(a, b) _mm_unpackhi_epi16 (a, b)
#define cf_vector_pack(a, b) _mm_packs_epi32 ((__m128i)(a), (__m128i)(b))
#define cf_vector_at_most_8(a, b) \
  _mm_cmpeq_epi8 (cf_vector_subs_8 (a, b), _mm_setzero_si128 ())
#define cf_vector_at_most_16(a, b) \
  _mm_cmpeq_epi16 (cf_vector_subs_16 (a, b), _mm_setzero_si128 ())

/* the population count came later; true lanes are -1, and so is their sum */
static inline guint
cf_vector_count_16 (CfVector a, CfVector b, CfVector n)
{
  CfVector less =
      _mm_packs_epi16 (_mm_cmplt_epi16 (a, n), _mm_cmplt_epi16 (b, n));
  CfVector sums = _mm_sad_epu8 (
      _mm_sub_epi8 (_mm_setzero_si128 (), less), _mm_setzero_si128 ());

  return _mm_cvtsi128_si32 (sums) + _mm_extract_epi16 (sums, 4);
}

#define cf_vector_madd(sum, a, b) ((sum) + (CfVector32)_mm_madd_epi16 (a, b))
#define cf_vector_splat_64(n) _mm_set1_epi64x (n)
#define cf_vector_narrow(a, b) _mm_packus_epi16 (a, b)

static inline CfVector32
cf_vector_clamp (CfVector32 v, CfVector32 max)
{
  CfVector32 above = v > max;

  v &= ~(v >> 31);
  return (v & ~above) | (max & above);
}

static inline CfVector32
cf_vector_multiply (CfVector32 v, CfVector32 m, CfVector n)
{
  __m128i odd = _mm_srli_epi64 ((__m128i)v, 32);

  v = (CfVector32)_mm_add_epi64 (_mm_mul_epu32 ((__m128i)v, (__m128i)m), n);
  odd = _mm_add_epi64 (_mm_mul_epu32 (odd, (__m128i)m), n);
  return (CfVector32)_mm_or_si128 (_mm_srli_epi64 ((__m128i)v, 32),
      _mm_slli_epi64 (_mm_srli_epi64 (odd, 32), 32));
}

#elif defined(__ARM_NEON) && defined(__aarch64__) \
    && G_BYTE_ORDER == G_LITTLE_ENDIAN
#include <arm_neon.h>
#define CF_VECTOR_NEON
#define CF_VECTOR_BYTES 16
typedef uint8x16_t CfVector;
typedef gint32 CfVector32 __attribute__ ((vector_size (16)));
#define CF_VECTOR_16(f, a, b) ((CfVector)f ((uint16x8_t)(a), (uint16x8_t)(b)))
#define cf_vector_load(p) vld1q_u8 ((const guint8 *)(p))
#define cf_vector_store(p, v) vst1q_u8 ((guint8 *)(p), (CfVector)(v))
#define cf_vector_min_8(a, b) vminq_u8 (a, b)
#define cf_vector_max_8(a, b) vmaxq_u8 (a, b)
#define cf_vector_min_16(a, b) CF_VECTOR_16 (vminq_u16, a, b)
#define cf_vector_max_16(a, b) CF_VECTOR_16 (vmaxq_u16, a, b)
#define cf_vector_zero() vdupq_n_u8 (0)
#define cf_vector_splat_8(n) vdupq_n_u8 ((guint8)(n))
#define cf_vector_splat_16(n) ((CfVector)vdupq_n_u16 ((guint16)(n)))
#define cf_vector_add_8(a, b) vaddq_u8 (a, b)
#define cf_vector_sub_8(a, b) vsubq_u8 (a, b)
#define cf_vector_add_16(a, b) CF_VECTOR_16 (vaddq_u16, a, b)
#define cf_vector_sub_16(a, b) CF_VECTOR_16 (vsubq_u16, a, b)
#define cf_vector_adds_8(a, b) vqaddq_u8 (a, b)
#define cf_vector_subs_8(a, b) vqsubq_u8 (a, b)
#define cf_vector_adds_16(a, b) CF_VECTOR_16 (vqaddq_u16, a, b)
#define cf_vector_subs_16(a, b) CF_VECTOR_16 (vqsubq_u16, a, b)
#define cf_vector_at_most_8(a, b) vcleq_u8 (a, b)
#define cf_vector_at_most_16(a, b) CF_VECTOR_16 (vcleq_u16, a, b)
#define cf_vector_even(v) \
  ((CfVector)vshrq_n_s16 (vshlq_n_s16 ((int16x8_t)(v), 8), 8))
#define cf_vector_odd(v) ((CfVector)vshrq_n_s16 ((int16x8_t)(v), 8))
#define cf_vector_splat_64(n) ((CfVector)vdupq_n_u64 (n))
#define cf_vector_clamp(v, max) \
  ((CfVector32)vminq_s32 ( \
      vmaxq_s32 ((int32x4_t)(v), vdupq_n_s32 (0)), (int32x4_t)(max)))
#define cf_vector_narrow(a, b) vuzp1q_u8 (a, b)

#ifdef __ARM_FEATURE_DOTPROD
#define cf_vector_dot(sum, a, b) \
  ((CfVector32)vdotq_s32 ((int32x4_t)(sum), (int8x16_t)(a), (int8x16_t)(b)))
#endif

/* true lanes are -1 */
static inline guint
cf_vector_count_16 (CfVector a, CfVector b, CfVector n)
{
  const int16x8_t limit = (int16x8_t)n;

  return -vaddvq_s16 ((int16x8_t)vaddq_u16 (
      vcltq_s16 ((int16x8_t)a, limit), vcltq_s16 ((int16x8_t)b, limit)));
}

static inline guint64
cf_vector_mask_8 (CfVector v, CfVector n)
{
  const uint8x16_t bit =
      vandq_u8 (vcltq_u8 (v, n), (uint8x16_t)vdupq_n_u64 (0x8040201008040201));

  return vaddv_u8 (vget_low_u8 (bit)) | vaddv_u8 (vget_high_u8 (bit)) << 8;
}

static inline CfVector
cf_vector_high_16 (CfVector a, CfVector b)
{
  const uint16x8_t x = (uint16x8_t)a, y = (uint16x8_t)b;

  return (CfVector)vuzp2q_u16 (
      (uint16x8_t)vmull_u16 (vget_low_u16 (x), vget_low_u16 (y)),
      (uint16x8_t)vmull_high_u16 (x, y));
}

/* Products of 16 bits are twice as fast as those of 32; what takes a's and b's
 * lanes apart, one instruction for each half, leaves a loop over sums. */
static inline CfVector32
cf_vector_madd (CfVector32 sum, CfVector a, CfVector b)
{
  const int32x4_t x = (int32x4_t)a, y = (int32x4_t)b;

  return (CfVector32)vmlal_s16 (
      vmlal_s16 ((int32x4_t)sum, vmovn_s32 (x), vmovn_s32 (y)),
      vshrn_n_s32 (x, 16), vshrn_n_s32 (y, 16));
}

static inline CfVector32
cf_vector_multiply (CfVector32 v, CfVector32 m, CfVector n)
{
  const uint32x4_t x = (uint32x4_t)v, y = (uint32x4_t)m;
  const uint64x2_t addend = (uint64x2_t)n;

  return (CfVector32)vuzp2q_u32 (
      (uint32x4_t)vmlal_u32 (addend, vget_low_u32 (x), vget_low_u32 (y)),
      (uint32x4_t)vmlal_high_u32 (addend, x, y));
}

#else
/* GCC's and Clang's own vectors, for other processors */
#define CF_VECTOR_BYTES 16
typedef guint8 CfVector __attribute__ ((vector_size (16)));
typedef guint16 CfVector16 __attribute__ ((vector_size (16)));

static inline CfVector
cf_vector_load (const void *p)
{
  CfVector v;

  memcpy (&v, p, sizeof v);
  return v;
}

#define cf_vector_store(p, v) \
  do { \
    CfVector v_ = (v); \
    memcpy (p, &v_, sizeof v_); \
  } while (0)
#define CF_VECTOR_SELECT(type, a, b, op) \
  ({ \
    type a_ = (type)(a), b_ = (type)(b), m_ = (type)(a_ op b_); \
    (CfVector) ((a_ & m_) | (b_ & ~m_)); \
  })
#define cf_vector_min_8(a, b) CF_VECTOR_SELECT (CfVector, a, b, <)
#define cf_vector_max_8(a, b) CF_VECTOR_SELECT (CfVector, a, b, >)
#define cf_vector_min_16(a, b) CF_VECTOR_SELECT (CfVector16, a, b, <)
#define cf_vector_max_16(a, b) CF_VECTOR_SELECT (CfVector16, a, b, >)

typedef gint16 CfVectorS16 __attribute__ ((vector_size (16)));

#define cf_vector_zero() ((CfVector){ 0 })
#define cf_vector_splat_8(n) ((CfVector){ 0 } + (guint8)(n))
#define cf_vector_splat_16(n) ((CfVector)((CfVector16){ 0 } + (guint16)(n)))
#define cf_vector_add_8(a, b) ((a) + (b))
#define cf_vector_sub_8(a, b) ((a) - (b))
#define cf_vector_add_16(a, b) ((CfVector)((CfVector16)(a) + (CfVector16)(b)))
#define cf_vector_sub_16(a, b) ((CfVector)((CfVector16)(a) - (CfVector16)(b)))
#define cf_vector_adds_8(a, b) \
  cf_vector_add_8 (cf_vector_min_8 (a, ~(CfVector)(b)), b)
#define cf_vector_subs_8(a, b) cf_vector_sub_8 (cf_vector_max_8 (a, b), b)
#define cf_vector_adds_16(a, b) \
  cf_vector_add_16 (cf_vector_min_16 (a, ~(CfVector)(b)), b)
#define cf_vector_subs_16(a, b) cf_vector_sub_16 (cf_vector_max_16 (a, b), b)
#define cf_vector_at_most_8(a, b) ((CfVector)((CfVector)(a) <= (CfVector)(b)))
#define cf_vector_at_most_16(a, b) \
  ((CfVector)((CfVector16)(a) <= (CfVector16)(b)))
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define cf_vector_even(v) ((CfVector)((CfVectorS16)((CfVector16)(v) << 8) >> 8))
#define cf_vector_odd(v) ((CfVector)((CfVectorS16)(v) >> 8))
#else
#define cf_vector_odd(v) ((CfVector)((CfVectorS16)((CfVector16)(v) << 8) >> 8))
#define cf_vector_even(v) ((CfVector)((CfVectorS16)(v) >> 8))
#endif

static inline CfVector
cf_vector_high_16 (CfVector a, CfVector b)
{
  CfVector16 high = (CfVector16)a;
  gint i;

  for (i = 0; i < 8; i++)
    high[i] = (guint32)high[i] * ((CfVector16)b)[i] >> 16;
  return (CfVector)high;
}

static inline guint
cf_vector_count_16 (CfVector a, CfVector b, CfVector n)
{
  /* true lanes are -1 */
  CfVectorS16 less =
      -((CfVectorS16)a < (CfVectorS16)n) - ((CfVectorS16)b < (CfVectorS16)n);
  guint64 halves[2];

  memcpy (halves, &less, sizeof halves);
  return (halves[0] + halves[1]) * 0x0001000100010001 >> 48;
}

static inline guint64
cf_vector_mask_8 (CfVector v, CfVector n)
{
  CfVector less = (CfVector)(v < n);
  guint64 halves[2];

  memcpy (halves, &less, sizeof halves);
#define CF_VECTOR_BITS(half) \
  ((GUINT64_FROM_LE (half) & 0x0101010101010101) * 0x0102040810204080 >> 56)
  return CF_VECTOR_BITS (halves[0]) | CF_VECTOR_BITS (halves[1]) << 8;
#undef CF_VECTOR_BITS
}

typedef gint32 CfVector32 __attribute__ ((vector_size (16)));
typedef guint64 CfVector64 __attribute__ ((vector_size (16)));

#define cf_vector_madd(sum, a, b) \
  ((sum) + ((CfVector32)(a) << 16 >> 16) * ((CfVector32)(b) << 16 >> 16) \
      + ((CfVector32)(a) >> 16) * ((CfVector32)(b) >> 16))
#define cf_vector_splat_64(n) ((CfVector)((CfVector64){ 0 } + (guint64)(n)))

static inline CfVector32
cf_vector_clamp (CfVector32 v, CfVector32 max)
{
  CfVector32 above = v > max;

  v &= ~(v >> 31);
  return (v & ~above) | (max & above);
}

static inline CfVector
cf_vector_narrow (CfVector a, CfVector b)
{
  CfVector v;
  gint i;

  for (i = 0; i < 8; i++) {
    v[i] = ((CfVector16)a)[i];
    v[8 + i] = ((CfVector16)b)[i];
  }
  return v;
}

static inline CfVector32
cf_vector_multiply (CfVector32 v, CfVector32 m, CfVector n)
{
  gint i;

  for (i = 0; i < 4; i++)
    v[i] = ((guint64)(guint32)v[i] * (guint32)m[i] + ((CfVector64)n)[0]) >> 32;
  return v;
}
#endif

#ifndef __AVX512BW__
static inline void
cf_vector_take_8 (CfVector v, CfVector most, CfVector *sum, CfVector *count)
{
  const CfVector m = cf_vector_at_most_8 (v, most);

  *sum = cf_vector_add_8 (*sum, v & m);
  *count = cf_vector_sub_8 (*count, m); /* true lanes are -1 */
}

static inline void
cf_vector_take_16 (CfVector v, CfVector most, CfVector *sum, CfVector *count)
{
  const CfVector m = cf_vector_at_most_16 (v, most);

  *sum = cf_vector_add_16 (*sum, v & m);
  *count = cf_vector_sub_16 (*count, m);
}
#endif

#define CF_INLINE static inline __attribute__ ((always_inline))

#define cf_vector_splat_32(n) ((CfVector32){ 0 } + (gint32)(n))
/* two 16-bit numbers to a lane, in memory a's first: unsigned ones, and those
 * of which the low half counts */
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define cf_vector_pair_16(a, b) ((CfVector)((a) | (b) << 16))
#define cf_vector_pair_low(a, b) cf_vector_pair_16 ((a)&0xffff, b)
#else
#define cf_vector_pair_16(a, b) ((CfVector)((b) | (a) << 16))
#define cf_vector_pair_low(a, b) cf_vector_pair_16 (a, (b)&0xffff)
#endif
