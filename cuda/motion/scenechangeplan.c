/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Describes the search for scene changes to its kernel. */
#include "cuda/motion/scenechangeplan.h"

void
cf_cut_plan_init (CfCutPlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfCutPlan){ .filter = filter };
  for (i = 0; i < filter->n_planes; i++)
    if (filter->filtered >> i & 1
        && cf_denoise_leader (&filter->params.denoise, filter->filtered, i)
               == i)
      self->leader[self->n_leaders++] = i;
}

void
cf_cut_plan_begin (guint8 *memory, guint32 *cut, CfCutLaunch *launch)
{
  gint i;

  *launch = (CfCutLaunch){ .argument = { .cut = cut } };
  for (i = 0; i < CF_CUT_LEADERS; i++)
    launch->argument.leader[i].counts = (guint32 *)memory + i * CF_CUT_COUNTS;
  launch->argument.n_done = (guint32 *)memory + CF_CUT_LEADERS * CF_CUT_COUNTS;
}

/* Repeats it for both of two samples. */
static guint32
twice (guint v)
{
  return (v & 0xffff) * 0x00010001u;
}

static CfKernelCutSide
describe (const CfPlane *p, CfCudaSurface s, gboolean is_result)
{
  const gint channel = cf_denoise_leading_channel (p->channels);
  CfKernelCutSide side = { .at = s.data + channel * s.channel,
    .stride = s.stride,
    .step = s.step,
    .bytes = is_result ? 2 : p->bytes,
    .up = is_result ? 0 : 16 - p->bits - p->shift,
    .bits = twice (is_result ? 0xffff : 0xffff << (16 - p->bits)) };

  side.is_vector = s.step == 1
                   && ((gsize)side.at | (p->height > 1 ? (gsize)s.stride : 0))
                              % (8 * side.bytes)
                          == 0;
  return side;
}

void
cf_cut_plan_add (const CfCutPlan *self, CfCudaSurface frame,
    CfCudaSurface other, gboolean is_result, const guint32 *estimate,
    CfCutLaunch *launch)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;
  const guint plane = self->leader[launch->argument.n_leaders];
  const CfPlane *p = &self->filter->planes[plane];
  CfKernelCutLeader *to =
      &launch->argument.leader[launch->argument.n_leaders++];

  to->frame = describe (p, frame, FALSE);
  to->other = describe (p, other, is_result);
  to->width = p->width;
  to->height = p->height;
  to->bits = p->bits;
  to->shift = p->shift;
  to->row_step = cf_denoise_cut_step (cf_denoise_cut_blocks (p->height));
  to->first_block = launch->n_blocks;
  to->n = cf_denoise_cut_n_blocks (p->width, p->height);
  to->sigma = MAX (cf_denoise_told_sigma (params, plane), 0);
  to->estimate = estimate;
  launch->n_blocks += (to->n + CF_KERNEL_WARPS - 1) / CF_KERNEL_WARPS;
}
