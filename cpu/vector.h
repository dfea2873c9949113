/* Vectors of unsigned samples, of the widest kind that this translation unit
 * is compiled for: loads, stores, minimum and maximum. Nothing else is needed
 * of them; loops around them are left to the compiler. */
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
#endif
