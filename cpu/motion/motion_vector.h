/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks of 8x8 samples in vectors of the widest kind that this translation
 * unit is compiled for, and their differences.
 *
 * A vector has LANES lanes of 16 bytes. v_rows () makes one of rows of a
 * picture, each STEP below the lane before, so that what is between rows never
 * crosses lanes. */
#pragma once

#include "cpu/core/vector.h"
#include "engine/motion/cfmotion.h"

#if defined(__AVX512BW__)
#define LANES 4
typedef __m512i V;    /* bytes */
typedef __m512i Sums; /* 8 signed sums a lane */
typedef __m512i Total;

#define v_join(a, b, c, d) \
  _mm512_inserti64x4 (_mm512_castsi256_si512 (_mm256_set_m128i (b, a)), \
      _mm256_set_m128i (d, c), 1)
#define v_splat(n) _mm512_set1_epi8 (n)
#define v_pair(a, b) _mm512_set1_epi16 ((gint16)((guint8)(a) | (b)*256))
#define v_shuffle(v, index) \
  _mm512_shuffle_epi8 (v, _mm512_broadcast_i32x4 (index))
#define v_madd(v, taps) _mm512_maddubs_epi16 (v, taps)
#define v_add(a, b) _mm512_add_epi16 (a, b)
#define v_rounded(s) _mm512_mulhrs_epi16 (s, _mm512_set1_epi16 (512))
#define v_pack(a, b) _mm512_packus_epi16 (a, b)
#define v_zip(a, b) _mm512_unpacklo_epi8 (a, b)
#define v_distance(a, b) _mm512_sad_epu8 (a, b)

CF_INLINE gint
v_total (Total t)
{
  const __m256i q = _mm256_add_epi64 (
      _mm512_castsi512_si256 (t), _mm512_extracti64x4_epi64 (t, 1));
  const __m128i d = _mm_add_epi64 (
      _mm256_castsi256_si128 (q), _mm256_extracti128_si256 (q, 1));

  return _mm_cvtsi128_si32 (d) + _mm_extract_epi32 (d, 2);
}

#elif defined(__AVX2__)
#define LANES 2
typedef __m256i V;
typedef __m256i Sums;
typedef __m256i Total;

#define v_join(a, b) _mm256_set_m128i (b, a)
#define v_splat(n) _mm256_set1_epi8 (n)
#define v_pair(a, b) _mm256_set1_epi16 ((gint16)((guint8)(a) | (b)*256))
#define v_shuffle(v, index) \
  _mm256_shuffle_epi8 (v, _mm256_broadcastsi128_si256 (index))
#define v_madd(v, taps) _mm256_maddubs_epi16 (v, taps)
#define v_add(a, b) _mm256_add_epi16 (a, b)
#define v_rounded(s) _mm256_mulhrs_epi16 (s, _mm256_set1_epi16 (512))
#define v_pack(a, b) _mm256_packus_epi16 (a, b)
#define v_zip(a, b) _mm256_unpacklo_epi8 (a, b)
#define v_distance(a, b) _mm256_sad_epu8 (a, b)

CF_INLINE gint
v_total (Total t)
{
  const __m128i d = _mm_add_epi64 (
      _mm256_castsi256_si128 (t), _mm256_extracti128_si256 (t, 1));

  return _mm_cvtsi128_si32 (d) + _mm_extract_epi32 (d, 2);
}

#elif defined(__SSE2__)
#define LANES 1
typedef __m128i V;
typedef __m128i Sums;
typedef __m128i Total;

#define v_join(a) (a)
#define v_splat(n) _mm_set1_epi8 (n)
#define v_add(a, b) _mm_add_epi16 (a, b)
#define v_rounded(s) _mm_srai_epi16 (_mm_add_epi16 (s, _mm_set1_epi16 (32)), 6)
#define v_pack(a, b) _mm_packus_epi16 (a, b)
#define v_zip(a, b) _mm_unpacklo_epi8 (a, b)
#define v_distance(a, b) _mm_sad_epu8 (a, b)

CF_INLINE gint
v_total (Total t)
{
  return _mm_cvtsi128_si32 (t) + _mm_extract_epi16 (t, 4);
}

#elif defined(CF_VECTOR_NEON)
#define LANES 1
typedef uint8x16_t V;
typedef int16x8_t Sums;
typedef uint16x8_t Total; /* of up to 128 distances */

#define v_join(a) (a)
#define v_splat(n) vdupq_n_u8 (n)
#define v_add(a, b) vaddq_s16 (a, b)
#define v_rounded(s) vrshrq_n_s16 (s, 6)
#define v_pack(a, b) vqmovun_high_s16 (vqmovun_s16 (a), b)
#define v_zip(a, b) vzip1q_u8 (a, b)
#define v_distance(a, b) vpaddlq_u8 (vabdq_u8 (a, b))
#define v_total(t) ((gint)vaddlvq_u16 (t))

#else
#define LANES 1
typedef struct {
  guint8 n[16];
} V;
typedef struct {
  gint16 n[8];
} Sums;
typedef gint Total;

CF_INLINE V
v_splat (guint8 n)
{
  V v;

  memset (v.n, n, sizeof v.n);
  return v;
}

CF_INLINE Sums
v_add (Sums a, Sums b)
{
  for (gint i = 0; i < 8; i++)
    a.n[i] += b.n[i];
  return a;
}

CF_INLINE Sums
v_rounded (Sums s)
{
  for (gint i = 0; i < 8; i++)
    s.n[i] = (s.n[i] + 32) >> 6;
  return s;
}

CF_INLINE V
v_pack (Sums a, Sums b)
{
  V v;

  for (gint i = 0; i < 8; i++) {
    v.n[i] = CLAMP (a.n[i], 0, 255);
    v.n[8 + i] = CLAMP (b.n[i], 0, 255);
  }
  return v;
}

CF_INLINE V
v_zip (V a, V b)
{
  V v;

  for (gint i = 0; i < 8; i++) {
    v.n[2 * i] = a.n[i];
    v.n[2 * i + 1] = b.n[i];
  }
  return v;
}

CF_INLINE Total
v_distance (V a, V b)
{
  gint total = 0;

  for (gint i = 0; i < 16; i++)
    total += ABS (a.n[i] - b.n[i]);
  return total;
}

#define v_total(t) (t)
#endif

#define STEP (CF_MOTION_BLOCK / LANES)

/* --- rows of a picture --- */

#if defined(__SSE2__)
#define row_16(p) _mm_loadu_si128 ((const __m128i *)(p))
#define row_8(p) _mm_loadl_epi64 ((const __m128i *)(p))

/* Two rows of 8. */
CF_INLINE __m128i
row_two (const guint8 *p, gsize stride)
{
  return _mm_castpd_si128 (_mm_loadh_pd (
      _mm_castsi128_pd (row_8 (p)), (const double *)(p + stride)));
}
#elif defined(CF_VECTOR_NEON)
#define row_16(p) vld1q_u8 (p)
#define row_8(p) vcombine_u8 (vld1_u8 (p), vdup_n_u8 (0))
#define row_two(p, stride) vcombine_u8 (vld1_u8 (p), vld1_u8 ((p) + (stride)))
#else
CF_INLINE V
row_16 (const guint8 *p)
{
  V v;

  memcpy (v.n, p, 16);
  return v;
}

CF_INLINE V
row_8 (const guint8 *p)
{
  V v = { { 0 } };

  memcpy (v.n, p, 8);
  return v;
}

CF_INLINE V
row_two (const guint8 *p, gsize stride)
{
  V v;

  memcpy (v.n, p, 8);
  memcpy (v.n + 8, p + stride, 8);
  return v;
}

#define v_join(a) (a)
#endif

/* v_rows (load, p, step, ...): load (p, ...) and those `step` bytes on. */
#if LANES == 4
#define v_rows(load, p, step, ...) \
  v_join (load (p, ##__VA_ARGS__), load ((p) + (step), ##__VA_ARGS__), \
      load ((p) + 2 * (step), ##__VA_ARGS__), \
      load ((p) + 3 * (step), ##__VA_ARGS__))
#elif LANES == 2
#define v_rows(load, p, step, ...) \
  v_join (load (p, ##__VA_ARGS__), load ((p) + (step), ##__VA_ARGS__))
#else
#define v_rows(load, p, step, ...) v_join (load (p, ##__VA_ARGS__))
#endif

/* --- between samples --- */

#if LANES > 1
typedef struct {
  V ab, cd; /* pairs of taps, in lanes of 16 bits */
} Taps;

CF_INLINE Taps
taps_of (gint quarter)
{
  const gint8 *t = cf_motion_search_taps[quarter];

  return (Taps){ v_pair (t[0], t[1]), v_pair (t[2], t[3]) };
}

/* Takes rows of 16 samples, and returns the 8 sums from sample 0 on. */
CF_INLINE Sums
v_across (V v, Taps t)
{
  const __m128i ab =
      _mm_setr_epi8 (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8);
  const __m128i cd =
      _mm_setr_epi8 (2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10);

  return v_rounded (v_add (
      v_madd (v_shuffle (v, ab), t.ab), v_madd (v_shuffle (v, cd), t.cd)));
}

/* Takes zipped rows: the first two, and the second two. */
CF_INLINE Sums
v_down (V ab, V cd, Taps t)
{
  return v_rounded (v_add (v_madd (ab, t.ab), v_madd (cd, t.cd)));
}

#elif defined(__SSE2__)
typedef struct {
  V tap[4]; /* in lanes of 16 bits */
} Taps;

CF_INLINE Taps
taps_of (gint quarter)
{
  Taps t;

  for (gint i = 0; i < 4; i++)
    t.tap[i] = _mm_set1_epi16 (cf_motion_search_taps[quarter][i]);
  return t;
}

CF_INLINE Sums
v_four (V a, V b, V c, V d, Taps t)
{
  return v_rounded (v_add (
      v_add (_mm_mullo_epi16 (a, t.tap[0]), _mm_mullo_epi16 (b, t.tap[1])),
      v_add (_mm_mullo_epi16 (c, t.tap[2]), _mm_mullo_epi16 (d, t.tap[3]))));
}

CF_INLINE Sums
v_across (V v, Taps t)
{
  const __m128i zero = _mm_setzero_si128 ();

  return v_four (_mm_unpacklo_epi8 (v, zero),
      _mm_unpacklo_epi8 (_mm_srli_si128 (v, 1), zero),
      _mm_unpacklo_epi8 (_mm_srli_si128 (v, 2), zero),
      _mm_unpacklo_epi8 (_mm_srli_si128 (v, 3), zero), t);
}

CF_INLINE Sums
v_down (V ab, V cd, Taps t)
{
  const __m128i low = _mm_set1_epi16 (255);

  return v_four (_mm_and_si128 (ab, low), _mm_srli_epi16 (ab, 8),
      _mm_and_si128 (cd, low), _mm_srli_epi16 (cd, 8), t);
}

#elif defined(CF_VECTOR_NEON)
typedef const gint8 *Taps;

#define taps_of(quarter) cf_motion_search_taps[quarter]

CF_INLINE Sums
v_four (uint16x8_t a, uint16x8_t b, uint16x8_t c, uint16x8_t d, Taps t)
{
  Sums s = vmulq_n_s16 ((Sums)a, t[0]);

  s = vmlaq_n_s16 (s, (Sums)b, t[1]);
  s = vmlaq_n_s16 (s, (Sums)c, t[2]);
  return v_rounded (vmlaq_n_s16 (s, (Sums)d, t[3]));
}

CF_INLINE Sums
v_across (V v, Taps t)
{
  return v_four (vmovl_u8 (vget_low_u8 (v)),
      vmovl_u8 (vget_low_u8 (vextq_u8 (v, v, 1))),
      vmovl_u8 (vget_low_u8 (vextq_u8 (v, v, 2))),
      vmovl_u8 (vget_low_u8 (vextq_u8 (v, v, 3))), t);
}

CF_INLINE Sums
v_down (V ab, V cd, Taps t)
{
  const uint16x8_t low = vdupq_n_u16 (255);

  return v_four (vandq_u16 ((uint16x8_t)ab, low),
      vshrq_n_u16 ((uint16x8_t)ab, 8), vandq_u16 ((uint16x8_t)cd, low),
      vshrq_n_u16 ((uint16x8_t)cd, 8), t);
}

#else
typedef const gint8 *Taps;

#define taps_of(quarter) cf_motion_search_taps[quarter]

CF_INLINE Sums
v_across (V v, Taps t)
{
  Sums s;

  for (gint i = 0; i < 8; i++)
    s.n[i] = t[0] * v.n[i] + t[1] * v.n[i + 1] + t[2] * v.n[i + 2]
             + t[3] * v.n[i + 3];
  return v_rounded (s);
}

CF_INLINE Sums
v_down (V ab, V cd, Taps t)
{
  Sums s;

  for (gint i = 0; i < 8; i++)
    s.n[i] = t[0] * ab.n[2 * i] + t[1] * ab.n[2 * i + 1] + t[2] * cd.n[2 * i]
             + t[3] * cd.n[2 * i + 1];
  return v_rounded (s);
}
#endif
