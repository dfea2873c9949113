/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory and launches of global inpainting. */
#include "cuda/inpaint/inpaint_globalplan.h"

#include <math.h>

#define WARPS (CF_INPAINT_GLOBAL_THREADS / 32)
#define ALIGNMENT 256

static gsize
columns (const CfKernelInpaintGlobal *k)
{
  return k->width / 2 + 1;
}

static gsize
divide_up (gsize n, gsize by)
{
  return (n + by - 1) / by;
}

/* Room for so many bytes; its offset. */
static gsize
reserve (CfInpaintGlobalPlan *plan, gsize size)
{
  const gsize at = plan->size;

  plan->size += divide_up (size, ALIGNMENT) * ALIGNMENT;
  return at;
}

static void
plan_memory (CfInpaintGlobalPlan *plan)
{
  const CfKernelInpaintGlobal *k = &plan->kernel;
  const gsize n = (gsize)k->width * k->height;

  plan->n_twiddles = k->height / 2 + 1 + columns (k);
  plan->picture_at = reserve (plan, n * sizeof (gfloat));
  plan->spectrum_at =
      reserve (plan, columns (k) * k->height * sizeof (CfInpaintComplex));
  plan->holes_at = reserve (
      plan, (gsize)CF_INPAINT_WORDS (k->width) * k->height * sizeof (guint32));
  plan->twiddles_at =
      reserve (plan, plan->n_twiddles * sizeof (CfInpaintComplex));
  plan->thresholds_at =
      reserve (plan, CF_INPAINT_ITERATIONS_MAX * sizeof (gfloat));
  plan->state_at = reserve (plan, sizeof (CfInpaintGlobalState));
}

static void
plan_blocks (CfInpaintGlobalPlan *plan, gint width, gint height)
{
  const CfKernelInpaintGlobal *k = &plan->kernel;
  const gsize words = CF_INPAINT_WORDS (k->width), rows = k->height / 2 + 1;

  plan->blocks[CF_INPAINT_LAUNCH_TAKE] = divide_up (words * k->height, WARPS);
  plan->blocks[CF_INPAINT_LAUNCH_MAXIMUM] =
      MIN (divide_up (columns (k) * rows, CF_INPAINT_GLOBAL_THREADS),
          CF_INPAINT_MAXIMUM_BLOCKS);
  plan->blocks[CF_INPAINT_LAUNCH_SCHEDULE] = 1;
  plan->blocks[CF_INPAINT_LAUNCH_THRESHOLD] =
      divide_up (columns (k), CF_INPAINT_GLOBAL_THREADS)
      * divide_up (rows, CF_INPAINT_THRESHOLD_PAIRS);
  plan->blocks[CF_INPAINT_LAUNCH_MERGE] =
      divide_up (divide_up (words, CF_INPAINT_MERGE_WORDS) * k->height, WARPS);
  plan->blocks[CF_INPAINT_LAUNCH_GIVE] =
      divide_up ((gsize)CF_INPAINT_WORDS (width) * height, WARPS);
}

void
cf_inpaint_global_plan_init (CfInpaintGlobalPlan *plan, gint width, gint height)
{
  CfKernelInpaintGlobal *k = &plan->kernel;

  *plan = (CfInpaintGlobalPlan){ 0 };
  k->is_column = width == 1;
  k->width = k->is_column ? height : width;
  k->height = k->is_column ? 1 : height;
  k->result_pitch = 2 * columns (k);
  k->gain = sqrt ((gdouble)width * height);
  k->scale = 0.5 / ((gdouble)width * height);
  plan_memory (plan);
  plan_blocks (plan, width, height);
}

void
cf_inpaint_global_plan_set_params (
    CfInpaintGlobalPlan *plan, const CfInpaintParams *params)
{
  CfKernelInpaintGlobal *k = &plan->kernel;

  k->start = params->threshold_start;
  k->end = cf_inpaint_global_end (params);
  k->is_exponential = cf_inpaint_is_exponential (params);
  k->n = cf_inpaint_global_iterations (params);
}

void
cf_inpaint_global_plan_place (CfInpaintGlobalPlan *plan, guint8 *memory)
{
  CfKernelInpaintGlobal *k = &plan->kernel;

  k->picture = (gfloat *)(memory + plan->picture_at);
  k->spectrum = (CfInpaintComplex *)(memory + plan->spectrum_at);
  k->result = (const gfloat *)k->spectrum;
  k->holes = (guint32 *)(memory + plan->holes_at);
  k->row_twiddles = (const CfInpaintComplex *)(memory + plan->twiddles_at);
  k->column_twiddles = k->row_twiddles + k->height / 2 + 1;
  k->thresholds = (gfloat *)(memory + plan->thresholds_at);
  k->state = (CfInpaintGlobalState *)(memory + plan->state_at);
}

static void
fill_twiddles (CfInpaintComplex *to, gint n)
{
  gint i;

  for (i = 0; i <= n / 2; i++)
    to[i] = (CfInpaintComplex){ cos (G_PI * i / (2.0 * n)),
      -sin (G_PI * i / (2.0 * n)) };
}

void
cf_inpaint_global_plan_twiddles (
    const CfInpaintGlobalPlan *plan, CfInpaintComplex *twiddles)
{
  fill_twiddles (twiddles, plan->kernel.height);
  fill_twiddles (twiddles + plan->kernel.height / 2 + 1, plan->kernel.width);
}
