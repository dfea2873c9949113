/* Vectors of samples, of the widest kind that this translation unit is compiled
 * for: what selection networks need (loads, stores, unsigned minimum and
 * maximum), and what counting needs. Loops around them are left to the
 * compiler.
 *   cf_vector_splat_16 (n)          n in every 16-bit lane
 *   cf_vector_even (v), _odd (v)    signed bytes of even and odd index, widened
 *   cf_vector_count_16 (a, b, n)    how many 16-bit lanes of a and b together
 *                                   are less than those of n, signed
 *   cf_vector_mask_8 (v, n)         bit i: unsigned byte i of v is less than
 *                                   that of n, a splat of 1...255 */
#pragma once

#include <glib.h>
#include <string.h>

#if defined(__AVX512BW__)
#include <immintrin.h>
#define CF_VECTOR_BYTES 64
typedef __m512i CfVector;
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

#elif defined(__AVX2__)
#include <immintrin.h>
#define CF_VECTOR_BYTES 32
typedef __m256i CfVector;
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

#elif defined(__SSE2__)
#include <emmintrin.h>
#define CF_VECTOR_BYTES 16
typedef __m128i CfVector;
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
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define cf_vector_even(v) ((CfVector)((CfVectorS16)((CfVector16)(v) << 8) >> 8))
#define cf_vector_odd(v) ((CfVector)((CfVectorS16)(v) >> 8))
#else
#define cf_vector_odd(v) ((CfVector)((CfVectorS16)((CfVector16)(v) << 8) >> 8))
#define cf_vector_even(v) ((CfVector)((CfVectorS16)(v) >> 8))
#endif

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
#endif
