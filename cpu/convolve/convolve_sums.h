/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ways to convolve share rows of samples, as signed 16-bit numbers or for
 * dot products (-DCF_DOT) as bytes, and the way from 32-bit sums to samples.
 *
 * Lane i of vector c of a block's four is column
 *   2 i + c % 2 + c / 2 CF_BLOCK / 2
 * so that the two 16-bit numbers from column 2 i + c % 2 on, which one load
 * brings, are those that its sum takes next, and no vector is shuffled. With
 * bytes it is column 4 i + c, and a load brings four. */
#pragma once

#include "cpu/convolve/convolve.h"
#include "cpu/core/vector.h"

#ifdef CF_DOT
#define CF_VALUE guint8
#define CF_GROUP CF_CPU_QUAD
#define cf_convolve_add(sum, samples, taps) cf_vector_dot (sum, samples, taps)
#else
#define CF_VALUE gint16
#define CF_GROUP CF_CPU_PAIR
#define cf_convolve_add(sum, samples, taps) cf_vector_madd (sum, samples, taps)
#endif

#include "cpu/core/line.h"
#include "cpu/core/line_out.h"

/* Columns of a block. */
#define CF_BLOCK CF_VECTOR_BYTES

/* Vector c of a block begins here in a row. */
#ifdef CF_DOT
#define CF_VECTOR_START(c) (c)
#else
#define CF_VECTOR_START(c) ((c) % 2 + (c) / 2 * (CF_BLOCK / 2))
#endif

static inline gsize
cf_convolve_blocks (gsize width)
{
  return (width + CF_BLOCK - 1) / CF_BLOCK;
}

/* Numbers of a row of samples: what the last block's last group reaches. */
static inline gsize
cf_convolve_line_length (const CfCpuConvolve *c, gsize width)
{
  gsize n = (cf_convolve_blocks (width) + 1) * CF_BLOCK + CF_GROUP * c->groups;

  return (n + CF_BLOCK - 1) / CF_BLOCK * CF_BLOCK;
}

/* Row y of the picture, whatever y, with its border, from the mask's reach to
 * the left of the job on. */
static inline void
cf_convolve_fetch (const CfCpuJob *job, gint y, CF_VALUE *line, gsize length)
{
  const CfCpuConvolve *c = job->convolve;
  const gssize first = (gssize)job->left - c->plan.width / 2;
  const gssize last = (gssize)job->right + c->plan.width / 2;
  const gsize n = last - first;
#ifdef CF_DOT
  const CfVector bias = cf_vector_splat_8 (c->sample_bias);
  gsize i;

  line_fetch_8 (job, y, first, last, line);
  memset (line + n, 0, length - n);
  for (i = 0; i < length && c->sample_bias != 0; i += CF_VECTOR_BYTES)
    cf_vector_store (
        line + i, cf_vector_sub_8 (cf_vector_load (line + i), bias));
#else
  typedef guint16 Vector16 __attribute__ ((vector_size (CF_VECTOR_BYTES)));
  const gint shift = job->src->shift;
  gsize i;

  if (job->src->bytes == 1)
    line_fetch_8 (job, y, first, last, line);
  else
    line_fetch_16 (job, y, first, last, line);
  memset (line + n, 0, (length - n) * sizeof (gint16));
  if (shift == 0 && c->sample_bias == 0)
    return;
  for (i = 0; i < length; i += CF_VECTOR_BYTES / 2) {
    const Vector16 v = (Vector16)cf_vector_load (line + i);

    cf_vector_store (
        line + i, (CfVector)((v >> shift) - (guint16)c->sample_bias));
  }
#endif
}

/* Sets the values from which the n_sums sums of n vectors start. */
CF_INLINE void
cf_convolve_start (const CfCpuScale *s, gint n_sums, gint n,
    CfVector32 (*sums)[CF_CPU_SUMS_MAX])
{
  gint i, w;

#pragma GCC unroll 16
  for (i = 0; i < n; i++)
#pragma GCC unroll 4
    for (w = 0; w < n_sums; w++)
      sums[i][w] = cf_vector_splat_32 (s->offset[w]);
}

/* The number that n_sums sums make, in 32 bits. */
CF_INLINE CfVector32
cf_convolve_join (const CfVector32 *sum, gint n_sums, gint base)
{
  CfVector32 v = sum[n_sums - 1];
  gint w;

#pragma GCC unroll 4
  for (w = n_sums - 2; w >= 0; w--)
    v = (v << base) + sum[w];
  return v;
}

/* sums[w] are the n_sums sums of one vector of results. */
static __attribute__ ((noinline)) CfVector32
cf_convolve_divide_64 (const CfConvolvePlan *plan, const CfCpuScale *s,
    gint32 sums[][CF_VECTOR_BYTES / 4])
{
  CfVector32 results;
  gint i, w;

  for (i = 0; i < CF_VECTOR_BYTES / 4; i++) {
    gint64 n = 0, max = (1 << plan->bits) - 1;

    for (w = s->n_sums - 1; w >= 0; w--)
      n = n * ((gint64)1 << s->base) + sums[w][i];
    n += s->addend;
    results[i] = n < 0 ? 0 : MIN (n / s->divisor, max);
  }
  return results;
}

typedef gfloat CfVectorFloat __attribute__ ((vector_size (CF_VECTOR_BYTES)));

#define CF_TO_FLOAT(v) __builtin_convertvector(v, CfVectorFloat)

/* The same where n in single precision gives a quotient that is at most one
 * off: the remainder, of which 32 bits are enough, mends it. */
CF_INLINE CfVector32
cf_convolve_divide (
    const CfCpuScale *s, gint n_sums, const CfVector32 *sum, gint limit)
{
  const gfloat unit = 1 << s->base;
  const CfVector32 n = cf_convolve_join (sum, n_sums, s->base)
                       + cf_vector_splat_32 ((gint32)s->addend);
  CfVectorFloat about = CF_TO_FLOAT (sum[n_sums - 1]);
  CfVector32 quotient, rest, far;
  gint w;

#pragma GCC unroll 4
  for (w = n_sums - 2; w >= 0; w--)
    about = about * unit + CF_TO_FLOAT (sum[w]);
  about += (gfloat)s->addend;
  /* below this it is negative; else it is or n is of 32 bits */
  far = about < -0x1p30f;
  about *= s->inverse;
  quotient = about > (gfloat)limit;
  about = (CfVectorFloat)((CfVector32)about & ~quotient & (about > 0));
  quotient = __builtin_convertvector(about, CfVector32)
             | (quotient & cf_vector_splat_32 (limit));
  rest = n - quotient * cf_vector_splat_32 ((gint32)s->divisor);
  quotient += (rest < 0) - (rest >= cf_vector_splat_32 ((gint32)s->divisor));
  return quotient & ~far;
}

/* n vectors of results, of each its n_sums sums. */
CF_INLINE void
cf_convolve_scale (const CfConvolvePlan *plan, const CfCpuScale *s, gint n_sums,
    gint n, CfVector32 (*sums)[CF_CPU_SUMS_MAX], CfVector32 *results)
{
  gint i, w;

  switch (s->kind) {
    case CF_CPU_SCALE_SHIFT:
#pragma GCC unroll 16
      for (i = 0; i < n; i++)
        results[i] = cf_convolve_join (sums[i], n_sums, s->base) >> s->shift;
      break;
    case CF_CPU_SCALE_MULTIPLY: {
      const CfVector32 multiplier = cf_vector_splat_32 (s->multiplier);
      const CfVector addend = cf_vector_splat_64 (s->addend);

#pragma GCC unroll 16
      for (i = 0; i < n; i++)
        results[i] =
            cf_vector_multiply (
                cf_convolve_join (sums[i], n_sums, s->base), multiplier, addend)
            >> s->shift;
      break;
    }
    case CF_CPU_SCALE_CARRY:
#pragma GCC unroll 16
      for (i = 0; i < n; i++) {
        CfVector32 v = sums[i][0];

#pragma GCC unroll 4
        for (w = 1; w < n_sums; w++)
          v = (v >> s->base) + sums[i][w];
        results[i] = v >> s->shift;
      }
      break;
    case CF_CPU_SCALE_DIVIDE:
#pragma GCC unroll 16
      for (i = 0; i < n; i++)
        results[i] = cf_convolve_divide (s, n_sums, sums[i], 1 << plan->bits);
      break;
    default: /* DIVIDE_64 */
#pragma GCC unroll 16
      for (i = 0; i < n; i++) {
        gint32 apart[CF_CPU_SUMS_MAX][CF_VECTOR_BYTES / 4];

#pragma GCC unroll 4
        for (w = 0; w < n_sums; w++)
          cf_vector_store (apart[w], (CfVector)sums[i][w]);
        results[i] = cf_convolve_divide_64 (plan, s, apart);
      }
      break;
  }
}

/* Clamps a block's four vectors of results and stores them as samples. */
CF_INLINE void
cf_convolve_store (const CfCpuJob *job, const CfVector32 *results, guint8 *out)
{
  const CfVector32 max =
      cf_vector_splat_32 ((1 << job->convolve->plan.bits) - 1);
#ifdef CF_DOT
  CfVector32 bytes = cf_vector_clamp (results[0], max);
  gint i;

#pragma GCC unroll 3
  for (i = 1; i < 4; i++)
    bytes |= cf_vector_clamp (results[i], max) << 8 * i;
  cf_vector_store (out, (CfVector)bytes);
#else
  const gint shift = job->dst->shift;
  CfVector halves[2];
  gint i;

#pragma GCC unroll 2
  for (i = 0; i < 2; i++) {
    CfVector32 v =
        (CfVector32)cf_vector_pair_16 (cf_vector_clamp (results[2 * i], max),
            cf_vector_clamp (results[2 * i + 1], max));

    /* a shifted number still fits its half */
    halves[i] = (CfVector)(shift > 0 ? v << shift : v);
  }
  if (job->dst->bytes == 1) {
    cf_vector_store (out, cf_vector_narrow (halves[0], halves[1]));
  } else {
    cf_vector_store (out, halves[0]);
    cf_vector_store (out + CF_VECTOR_BYTES, halves[1]);
  }
#endif
}

/* A kernel's name on this instruction set. */
#define CF_CONVOLVE_NAME(what) G_PASTE (cf_cpu_convolve_##what##_, CF_ISA)
