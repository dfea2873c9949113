/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Describes filters in words and formulas: TITLE and DEFINITION. */
#include "kernelgen.h"

#include <inttypes.h>

static void
define_median (KgText *text, const KgOptions *o)
{
  kg_text_set (text, "TITLE", "Median of a %dx%d window, samples of %d bits",
      o->size, o->size, o->bits);
  kg_text_set (text, "DEFINITION",
      " * The sample of rank %d, counted from 0, of the %d of the window in\n"
      " * order.",
      o->size * o->size / 2, o->size * o->size);
}

static void
define_convolve (KgText *text, const KgOptions *o)
{
  CfConvolvePlan *plan = kg_convolve_plan (o);

  kg_text_set (text, "TITLE",
      "Convolution with a mask of %dx%d, samples of %d bits", plan->width,
      plan->height, o->bits);
  kg_text_set (text, "DEFINITION",
      " *   n = sum of mask[j][i] v (x + i - %d, y + j - %d)\n"
      " *   out = floor ((n + %" PRId64 ") / %" PRId64 "), limited to 0...%d\n"
      " * with a mask of integers%s.",
      plan->width / 2, plan->height / 2, plan->offset, plan->divisor,
      (1 << o->bits) - 1, plan->exact ? "" : ", rounded fixed-point numbers");
  g_free (plan);
}

static void
define_epsilon (KgText *text, const KgOptions *o)
{
  const gint size = o->epsilon.size;
  const gint threshold = cf_epsilon_threshold (&o->epsilon, o->bits);

  kg_text_set (text, "TITLE", "Epsilon filter of %dx%d, samples of %d bits",
      size, size, o->bits);
  if (o->epsilon.mode == CF_EPSILON_CLAMP)
    kg_text_set (text, "DEFINITION",
        " * The centre's sample and the mean of its differences to the %d of\n"
        " * the window, each limited to -%d...%d; rounded, halves up.",
        size * size, threshold, threshold);
  else
    kg_text_set (text, "DEFINITION",
        " * The mean of those samples of the window that differ from the\n"
        " * centre's by less than %d, and of that one; rounded, halves up.",
        threshold);
}

void
kg_define (KgText *text, const KgOptions *o)
{
  switch (o->filter) {
    case KG_MEDIAN:
      define_median (text, o);
      break;
    case KG_CONVOLVE:
      define_convolve (text, o);
      break;
    case KG_EPSILON:
      define_epsilon (text, o);
      break;
  }
}

CfConvolvePlan *
kg_convolve_plan (const KgOptions *o)
{
  CfConvolvePlan *plan = g_new (CfConvolvePlan, 1);
  CfConvolveParams params = o->convolve;

  params.separable = CF_SEPARABLE_NEVER;
  cf_convolve_plan_init (plan, &params, o->bits);
  return plan;
}
