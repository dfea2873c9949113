/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters by which choices are measured. */
#include "engine/core/cftrial.h"

static CfTrial
trial_of (CfOp op, gint bits)
{
  return (CfTrial){ .params = { .op = op }, .channels = 1, .bits = bits };
}

CfTrial
cf_trial_median (gint size, gint bits)
{
  CfTrial trial = trial_of (CF_OP_MEDIAN, bits);

  trial.params.median = (CfMedianParams){ .width = size,
    .height = size,
    .percentile = CF_PERCENTILE_MEDIAN,
    .iterations = 1 };
  return trial;
}

/* The tap in the middle is the largest by far; odd ones have no divisor in
 * common with a power of two. */
CfTrial
cf_trial_convolve (gint size, gint bits, gint digits)
{
  static const gint largest[] = { 101, 20001, 2000001 };
  static const gint divisor[] = { 1 << 7, 1 << 15, 1 << 21 };
  CfTrial trial = trial_of (CF_OP_CONVOLVE, bits);
  CfConvolveParams *c = &trial.params.convolve;
  gint i;

  c->width = c->height = size;
  c->separable = CF_SEPARABLE_NEVER;
  c->normalize = CF_NORMALIZE_MANUAL;
  c->divisor = divisor[digits - 1];
  for (i = 0; i < size * size; i++)
    c->value[i] = i == size * size / 2 ? largest[digits - 1] : i % 7 * 2 - 5;
  return trial;
}

CfTrial
cf_trial_convolve_product (gint size, gint bits, gint digits)
{
  CfTrial trial = trial_of (CF_OP_CONVOLVE, bits);
  CfConvolveParams *c = &trial.params.convolve;
  gint i;

  c->width = c->height = size;
  c->is_product = TRUE;
  for (i = 0; i < 2 * size; i++)
    c->value[i] = (digits == 1 ? 1 : 90) + i * 5 % 7;
  return trial;
}

CfTrial
cf_trial_epsilon (gint size, gint bits)
{
  CfTrial trial = trial_of (CF_OP_EPSILON, bits);

  trial.params.epsilon =
      (CfEpsilonParams){ .size = size, .threshold = 20, .iterations = 1 };
  return trial;
}

CfTrial
cf_trial_denoise (CfDenoiseMethod method, gint bits)
{
  CfTrial trial = trial_of (CF_OP_DENOISE, bits);

  trial.params.denoise = (CfDenoiseParams){ .method = method,
    .past = 4,
    .window = 1,
    .sigma = -1,
    .strength = 256,
    .chroma_strength = 256,
    .spatial =
        method == CF_DENOISE_RECURSIVE || method == CF_DENOISE_COMPENSATED
            ? 256
            : 0 };
  return trial;
}

CfTrial
cf_trial_inpaint (gint bits)
{
  CfTrial trial = trial_of (CF_OP_INPAINT, bits);

  trial.params.inpaint = (CfInpaintParams)CF_INPAINT_PARAMS_DEFAULT;
  return trial;
}
