/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Describes the search for scene changes to its kernel. */
#include "cuda/motion/scenechangeplan.h"

void
cf_scene_change_plan_init (CfSceneChangePlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfSceneChangePlan){ .filter = filter };
  for (i = 0; i < filter->n_planes; i++)
    if (filter->filtered >> i & 1
        && cf_denoise_guide_plane (&filter->params.denoise, filter->filtered, i)
               == i)
      self->guide[self->n_guides++] = i;
}

void
cf_scene_change_plan_begin (
    guint8 *memory, guint32 *scene_change, CfSceneChangeLaunch *launch)
{
  gint i;

  *launch =
      (CfSceneChangeLaunch){ .argument = { .scene_change = scene_change } };
  for (i = 0; i < CF_SCENE_CHANGE_GUIDES; i++)
    launch->argument.guide[i].counts =
        (guint32 *)memory + i * CF_SCENE_CHANGE_COUNTS;
  launch->argument.n_done =
      (guint32 *)memory + CF_SCENE_CHANGE_GUIDES * CF_SCENE_CHANGE_COUNTS;
}

/* Repeats it for both of two samples. */
static guint32
twice (guint v)
{
  return (v & 0xffff) * 0x00010001u;
}

static CfKernelSceneChangeSide
describe (const CfPlane *p, CfCudaSurface s, gboolean is_result)
{
  const gint channel = cf_denoise_guide_channel (p->channels);
  CfKernelSceneChangeSide side = { .at = s.data + channel * s.channel,
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
cf_scene_change_plan_add (const CfSceneChangePlan *self, CfCudaSurface frame,
    CfCudaSurface other, gboolean is_result, const guint32 *estimate,
    CfSceneChangeLaunch *launch)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;
  const guint plane = self->guide[launch->argument.n_guides];
  const CfPlane *p = &self->filter->planes[plane];
  CfKernelSceneChangeGuide *to =
      &launch->argument.guide[launch->argument.n_guides++];

  to->frame = describe (p, frame, FALSE);
  to->other = describe (p, other, is_result);
  to->width = p->width;
  to->height = p->height;
  to->bits = p->bits;
  to->shift = p->shift;
  to->row_step = cf_scene_change_step (cf_scene_change_blocks (p->height));
  to->first_block = launch->n_blocks;
  to->n = cf_scene_change_n_blocks (p->width, p->height);
  to->sigma = MAX (cf_denoise_given_sigma (params, plane), 0);
  to->estimate = estimate;
  launch->n_blocks += (to->n + CF_KERNEL_WARPS - 1) / CF_KERNEL_WARPS;
}
