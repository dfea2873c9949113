/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cosine transforms of 16, 32 and 64 values by B. G. Lee's algorithm (IEEE
 * Transactions on Acoustics, Speech and Signal Processing 32, 1984): those of
 * the sums and the scaled differences of values from both ends.
 *
 * The same operations in the same order on every backend, without contraction:
 * the same bits. Who includes this defines CF_DCT_VALUE: a float, or a vector
 * of them. */
#pragma once

#include "engine/core/cfshared.h"

/* 1 / (2 cos ((2 i + 1) pi / (2 n))), i < n / 2 */
CF_SHARED_TABLE float cf_dct_factors_2[] = { 0.707106781f };
CF_SHARED_TABLE float cf_dct_factors_4[] = { 0.5411961f, 1.30656296f };
CF_SHARED_TABLE float cf_dct_factors_8[] = { 0.509795579f, 0.601344887f,
  0.899976223f, 2.56291545f };
CF_SHARED_TABLE float cf_dct_factors_16[] = { 0.502419286f, 0.522498615f,
  0.566944035f, 0.646821783f, 0.788154623f, 1.06067769f, 1.7224471f,
  5.10114862f };
CF_SHARED_TABLE float cf_dct_factors_32[] = { 0.500602998f, 0.50547096f,
  0.51544731f, 0.531042591f, 0.553103896f, 0.582934968f, 0.622504123f,
  0.674808341f, 0.744536271f, 0.839349645f, 0.972568238f, 1.16943993f,
  1.48416462f, 2.05778101f, 3.40760842f, 10.1900081f };
CF_SHARED_TABLE float cf_dct_factors_64[] = { 0.500150636f, 0.501358452f,
  0.503788726f, 0.507471172f, 0.512451479f, 0.518792713f, 0.526577315f,
  0.535909817f, 0.546920438f, 0.559769813f, 0.574655184f, 0.591818536f,
  0.611557348f, 0.634238937f, 0.660319808f, 0.690372128f, 0.725120522f,
  0.765494165f, 0.812702091f, 0.868344715f, 0.934583597f, 1.01440826f,
  1.11207162f, 1.23383274f, 1.38929396f, 1.59397228f, 1.87467598f, 2.28205007f,
  2.92462843f, 4.08461108f, 6.79675071f, 20.3738782f };

#define CF_DCT_DEFINE(n, half) \
  /* x[k] becomes the sum over i of x[i] cos ((2 i + 1) k pi / (2 n)) */ \
  CF_SHARED void cf_dct_##n (CF_DCT_VALUE *x) \
  { \
    CF_DCT_VALUE a[half], b[half]; \
    int i; \
\
    CF_SHARED_UNROLLED for (i = 0; i < half; i++) \
    { \
      a[i] = x[i] + x[n - 1 - i]; \
      b[i] = (x[i] - x[n - 1 - i]) * cf_dct_factors_##n[i]; \
    } \
    cf_dct_##half (a); \
    cf_dct_##half (b); \
    CF_SHARED_UNROLLED for (i = 0; i < half; i++) \
    { \
      x[2 * i] = a[i]; \
      x[2 * i + 1] = i < half - 1 ? b[i] + b[(i + 1) % half] : b[i]; \
    } \
  } \
\
  /* x[i] becomes the sum over k of x[k] cos ((2 i + 1) k pi / (2 n)) */ \
  CF_SHARED void cf_dct_transposed_##n (CF_DCT_VALUE *x) \
  { \
    CF_DCT_VALUE a[half], b[half]; \
    int i; \
\
    CF_SHARED_UNROLLED for (i = 0; i < half; i++) \
    { \
      a[i] = x[2 * i]; \
      b[i] = i > 0 ? x[2 * i - 1] + x[2 * i + 1] : x[1]; \
    } \
    cf_dct_transposed_##half (a); \
    cf_dct_transposed_##half (b); \
    CF_SHARED_UNROLLED for (i = 0; i < half; i++) \
    { \
      const CF_DCT_VALUE y = b[i] * cf_dct_factors_##n[i]; \
\
      x[i] = a[i] + y; \
      x[n - 1 - i] = a[i] - y; \
    } \
  }

CF_SHARED void
cf_dct_1 (CF_DCT_VALUE *x)
{
}

CF_SHARED void
cf_dct_transposed_1 (CF_DCT_VALUE *x)
{
}

CF_DCT_DEFINE (2, 1)
CF_DCT_DEFINE (4, 2)
CF_DCT_DEFINE (8, 4)
CF_DCT_DEFINE (16, 8)
CF_DCT_DEFINE (32, 16)
CF_DCT_DEFINE (64, 32)
