/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine's filter that a generated kernel is the same as. */
#include "params.h"

CfFilterParams
kernel_params (const KgOptions *o)
{
  CfFilterParams params = { 0 };

  switch (o->filter) {
    case KG_MEDIAN:
      params.op = CF_OP_MEDIAN;
      params.median = (CfMedianParams){ .width = o->size,
        .height = o->size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1,
        .border = o->border,
        .border_value = o->border_value };
      break;
    case KG_CONVOLVE:
      params.op = CF_OP_CONVOLVE;
      params.convolve = o->convolve;
      params.convolve.separable = CF_SEPARABLE_NEVER;
      params.convolve.border = o->border;
      params.convolve.border_value = o->border_value;
      break;
    case KG_EPSILON:
      params.op = CF_OP_EPSILON;
      params.epsilon = o->epsilon;
      params.epsilon.iterations = 1;
      params.epsilon.border = o->border;
      params.epsilon.border_value = o->border_value;
      break;
  }
  return params;
}
