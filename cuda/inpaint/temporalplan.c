/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans what temporal repair keeps on the GPU, and its kernels' arguments. */
#include "cuda/inpaint/temporalplan.h"

#include <string.h>

#define SCENE_CHANGES \
  32 /* bytes of a reference's two, apart from the others' */

/* --- memory --- */

static gsize
take (gsize *size, gsize n)
{
  const gsize at = *size;

  *size += (n + 127) / 128 * 128;
  return at;
}

static gsize
bits_size (const CfPlane *p)
{
  return (gsize)CF_INPAINT_WORDS (p->width) * p->height * sizeof (guint32);
}

static gssize
stride_of (const CfPlane *p)
{
  return ((gssize)p->width * p->step * p->bytes + 15) / 16 * 16;
}

static gint
last_stride_of (const CfPlane *p)
{
  return (p->width + 7) / 8 * 8;
}

static guint
n_references (const CfTemporalPlan *self)
{
  return self->filter->params.inpaint.future + 1;
}

static void
init_guide (CfTemporalPlan *self, CfTemporalPlanPlane *plane, const CfPlane *p)
{
  const gsize n =
      (gsize)cf_motion_blocks (p->width) * cf_motion_blocks (p->height);
  guint i;

  plane->last_at = take (
      &self->size, (gsize)last_stride_of (p) * p->height * sizeof (guint16));
  for (i = 0; i < n_references (self); i++) {
    cf_motion_plan_init (&plane->motion[i], p->width, p->height);
    plane->motion_at[i] = take (&self->size, plane->motion[i].size);
    plane->choices_at[i] = take (&self->size, n * sizeof (CfTemporalChoice));
  }
}

void
cf_temporal_plan_init (CfTemporalPlan *self, const CfFilter *filter)
{
  const CfInpaintParams *params = &filter->params.inpaint;
  guint i;

  *self = (CfTemporalPlan){ .filter = filter, .n_slots = params->future + 2 };
  for (i = 0; i < filter->n_planes; i++) {
    CfTemporalPlanPlane *plane = &self->planes[i];
    const CfPlane *p = &filter->planes[i];

    plane->is_empty = TRUE;
    plane->guide =
        cf_inpaint_guide_plane (params, filter->planes, filter->filtered, i);
    plane->data_at = take (&self->slot_size, stride_of (p) * p->height);
    if (plane->guide < 0)
      continue;
    plane->states_at = take (&self->slot_size, (gsize)p->width * p->height);
    plane->halved_x =
        cf_denoise_subsampling (filter->planes[plane->guide].width, p->width);
    plane->halved_y =
        cf_denoise_subsampling (filter->planes[plane->guide].height, p->height);
    plane->bits_at = take (&self->size, bits_size (p));
  }
  self->bits_size = self->size;
  self->slots_at = take (&self->size, self->slot_size * self->n_slots);
  self->cleared_at = self->size;
  self->scene_changes_at =
      take (&self->size, SCENE_CHANGES * CF_TEMPORAL_REFERENCES);
  for (i = 0; i < filter->n_planes; i++)
    if (self->planes[i].guide == (gint)i)
      init_guide (self, &self->planes[i], &filter->planes[i]);
}

void
cf_temporal_plan_set_holes (
    CfTemporalPlan *self, const CfInpaintHoles *holes, guint8 *bits)
{
  guint i;

  for (i = 0; i < self->filter->n_planes; i++) {
    CfTemporalPlanPlane *plane = &self->planes[i];
    const CfPlane *p = &self->filter->planes[i];
    CfInpaintBox box;

    plane->is_empty =
        plane->guide < 0 || !cf_inpaint_holes_box (&holes[i], p, &box);
    if (plane->is_empty)
      continue;
    plane->alpha = holes[i].alpha;
    if (holes[i].bits)
      memcpy (bits + plane->bits_at, holes[i].bits, bits_size (p));
    else
      memset (bits + plane->bits_at, 0, bits_size (p));
  }
}

/* --- frames --- */

static guint
slot_of (const CfTemporalPlan *self, guint distance)
{
  return (self->next + distance) % self->n_slots;
}

static guint8 *
slot_at (const CfTemporalPlan *self, guint distance)
{
  return self->memory + self->slots_at
         + slot_of (self, distance) * self->slot_size;
}

void
cf_temporal_plan_place (
    const CfTemporalPlan *self, guint distance, CfPlane *planes)
{
  guint i;

  for (i = 0; i < self->filter->n_planes; i++) {
    planes[i] = self->filter->planes[i];
    planes[i].stride = stride_of (&planes[i]);
    planes[i].data = slot_at (self, distance) + self->planes[i].data_at;
  }
}

static guint
divide_up (gsize n, guint d)
{
  return (n + d - 1) / d;
}

/* The planes that take part, of the frame of that distance. */
static void
begin_samples (
    const CfTemporalPlan *self, guint distance, CfTemporalLaunch *launch)
{
  CfKernelTemporal *d = &launch->samples;
  CfPlane planes[CF_MAX_PLANES];
  guint i;

  cf_temporal_plan_place (self, distance, planes);
  *d = (CfKernelTemporal){ .n_planes = 0 };
  launch->n_blocks = 0;
  for (i = 0; i < self->filter->n_planes; i++) {
    const CfTemporalPlanPlane *plane = &self->planes[i];
    const CfPlane *p = &planes[i];

    if (plane->guide < 0)
      continue;
    d->plane[d->n_planes++] = (CfKernelTemporalPlane){
      .data = p->data,
      .states = slot_at (self, distance) + plane->states_at,
      .stride = p->stride,
      .width = p->width,
      .height = p->height,
      .channels = p->channels,
      .step = p->step,
      .bytes = p->bytes,
      .bits = p->bits,
      .shift = p->shift,
      .first_block = launch->n_blocks,
      .halved_x = plane->halved_x,
      .halved_y = plane->halved_y,
      .across = cf_motion_blocks (self->filter->planes[plane->guide].width),
      .down = cf_motion_blocks (self->filter->planes[plane->guide].height),
    };
    launch->n_blocks +=
        divide_up ((gsize)p->width * p->height, CF_TEMPORAL_THREADS);
  }
}

void
cf_temporal_plan_states (const CfTemporalPlan *self, CfTemporalLaunch *launch)
{
  CfPlane planes[CF_MAX_PLANES];
  guint i, n = 0;

  launch->kernel = CF_TEMPORAL_LAUNCH_STATES;
  begin_samples (self, self->n_pushed, launch);
  cf_temporal_plan_place (self, self->n_pushed, planes);
  for (i = 0; i < self->filter->n_planes; i++) {
    const CfTemporalPlanPlane *plane = &self->planes[i];
    CfKernelTemporalPlane *d = &launch->samples.plane[n];

    if (plane->guide < 0)
      continue;
    n++;
    if (plane->is_empty)
      continue;
    d->holes = (const guint32 *)(self->memory + plane->bits_at);
    if (plane->alpha >= 0) {
      const CfPlane *alpha = &planes[plane->alpha];

      d->alpha = alpha->data;
      d->alpha_stride = alpha->stride;
      d->alpha_step = alpha->step;
      d->alpha_bytes = alpha->bytes;
      d->alpha_shift = alpha->shift;
      d->alpha_width = alpha->width;
      d->alpha_height = alpha->height;
    }
  }
}

void
cf_temporal_plan_pushed (CfTemporalPlan *self)
{
  gboolean *has_holes = &self->has_holes[slot_of (self, self->n_pushed)];
  guint i;

  *has_holes = FALSE;
  for (i = 0; i < self->filter->n_planes; i++)
    *has_holes |= !self->planes[i].is_empty;
  self->n_pushed++;
}

/* --- repair --- */

/* The number of the i-th reference's searches, of those that there are. */
static guint
number_of (const CfTemporalPlan *self, guint i)
{
  return self->has_last ? i : i + 1;
}

static guint
count_references (const CfTemporalPlan *self)
{
  return MIN (self->n_pushed, self->n_slots - 1) - !self->has_last;
}

static guint
distance_of (const CfTemporalPlan *self, guint number)
{
  return number == 0 ? self->n_slots - 1 : number;
}

static guint32 *
scene_change_of (const CfTemporalPlan *self, guint number, gboolean is_last)
{
  guint32 *scene_changes = (guint32 *)(self->memory + self->scene_changes_at
                                       + number * SCENE_CHANGES);

  return &scene_changes[self->turn[number] ^ is_last];
}

static void
lead (const CfTemporalPlan *self, guint guide, guint number,
    CfTemporalLaunch *launch)
{
  CfPlane planes[CF_MAX_PLANES];
  const CfPlane *p = &planes[guide];

  cf_temporal_plan_place (self, distance_of (self, number), planes);
  launch->kernel = CF_TEMPORAL_LAUNCH_GUIDE;
  launch->lead = (CfKernelTemporalLead){
    .src = p->data + cf_denoise_guide_channel (p->channels) * p->bytes,
    .src_stride = p->stride,
    .src_step = p->step,
    .width = p->width,
    .height = p->height,
    .bytes = p->bytes,
    .bits = p->bits,
    .shift = p->shift,
    .last = (guint16 *)(self->memory + self->planes[guide].last_at),
    .last_stride = last_stride_of (p),
  };
  launch->n_blocks =
      divide_up ((gsize)p->width * p->height, CF_TEMPORAL_THREADS);
}

static void
begin_search (const CfTemporalPlan *self, guint guide, guint number,
    CfMotionLaunch *launch)
{
  const CfTemporalPlanPlane *plane = &self->planes[guide];
  CfPlane planes[CF_MAX_PLANES];

  cf_temporal_plan_place (self, 0, planes);
  cf_motion_plan_begin (&plane->motion[number],
      self->memory + plane->motion_at[number], &planes[guide], launch);
}

static void
search (const CfTemporalPlan *self, guint guide, gboolean is_first,
    guint number, gint pass, CfTemporalLaunch *launch)
{
  const CfTemporalPlanPlane *plane = &self->planes[guide];
  CfKernelMotion *d = &launch->search.argument;

  launch->kernel = CF_TEMPORAL_LAUNCH_SEARCH;
  launch->pass = pass;
  begin_search (self, guide, number, &launch->search);
  cf_motion_plan_pass (&plane->motion[number],
      self->memory + plane->motion_at[number], pass, &launch->search);
  d->last = self->memory + plane->last_at;
  d->last_stride = last_stride_of (&self->filter->planes[guide]);
  d->scene_change = scene_change_of (self, number, FALSE);
  d->last_scene_change = scene_change_of (self, number, TRUE);
  d->is_guide = is_first;
  d->sigma = CF_TEMPORAL_SIGMA;
  d->is_of_scale = TRUE;
  launch->n_blocks = launch->search.n_blocks;
}

static void
choose (const CfTemporalPlan *self, guint guide, guint number,
    CfTemporalLaunch *launch)
{
  const CfTemporalPlanPlane *plane = &self->planes[guide];
  const CfPlane *p = &self->filter->planes[guide];
  guint8 *memory = self->memory + plane->motion_at[number];
  CfMotionLaunch of_search;
  const CfKernelMotion *d = &of_search.argument;

  begin_search (self, guide, number, &of_search);
  launch->kernel = CF_TEMPORAL_LAUNCH_CHOOSE;
  launch->blocks = (CfKernelTemporalBlocks){
    .pictures = { .frame = d->frame[0].samples,
        .result = d->result[0].samples,
        .stride = d->frame[0].stride,
        .states = slot_at (self, 0) + plane->states_at,
        .reference_states =
            slot_at (self, distance_of (self, number)) + plane->states_at,
        .width = p->width,
        .height = p->height },
    .field = cf_motion_plan_field (&plane->motion[number], memory),
    .dominant = d->dominant,
    .scene_change = scene_change_of (self, number, FALSE),
    .choices = (CfTemporalChoice *)(self->memory + plane->choices_at[number]),
  };
  launch->n_blocks = divide_up (
      (gsize)launch->blocks.field.width * launch->blocks.field.height,
      CF_TEMPORAL_THREADS / 32);
}

static void
repair (const CfTemporalPlan *self, CfTemporalLaunch *launch)
{
  guint i, k, n = 0;

  launch->kernel = CF_TEMPORAL_LAUNCH_REPAIR;
  begin_samples (self, 0, launch);
  launch->samples.n_references = count_references (self);
  for (i = 0; i < self->filter->n_planes; i++) {
    const CfTemporalPlanPlane *plane = &self->planes[i];
    CfKernelTemporalPlane *d = &launch->samples.plane[n];

    if (plane->guide < 0)
      continue;
    n++;
    for (k = 0; k < count_references (self); k++) {
      const guint number = number_of (self, k);
      const guint8 *slot = slot_at (self, distance_of (self, number));

      d->reference[k].data = slot + plane->data_at;
      d->reference[k].states = slot + plane->states_at;
      d->reference[k].choices = (const CfTemporalChoice
              *)(self->memory + self->planes[plane->guide].choices_at[number]);
    }
  }
}

/* The i-th plane that leads; -1 where there is none. */
static gint
guide_at (const CfTemporalPlan *self, guint i)
{
  guint plane;

  for (plane = 0; plane < self->filter->n_planes; plane++)
    if (self->planes[plane].guide == (gint)plane && i-- == 0)
      return plane;
  return -1;
}

static guint
count_guides (const CfTemporalPlan *self)
{
  guint n = 0;

  while (guide_at (self, n) >= 0)
    n++;
  return n;
}

/* All launches of a reference's search were made: now it is known. */
static void
end_search (CfTemporalPlan *self, guint number)
{
  guint i;

  for (i = 0; i < self->filter->n_planes; i++)
    self->planes[i].motion[number].is_fresh = FALSE;
  self->turn[number] ^= 1;
}

gboolean
cf_temporal_plan_next (
    CfTemporalPlan *self, guint *step, CfTemporalLaunch *launch)
{
  /* of each reference: all guide planes' searches, then their choices */
  const guint of_search = 1 + CF_MOTION_PASSES, n = count_guides (self);
  const guint of_reference = n * (of_search + 1);
  const guint reference = of_reference ? *step / of_reference : 0;
  const guint in_reference = of_reference ? *step % of_reference : 0;

  if (!self->filter->params.inpaint.temporal
      || !self->has_holes[slot_of (self, 0)] || count_references (self) == 0
      || n == 0 || reference > count_references (self)
      || (reference == count_references (self) && in_reference > 0))
    return FALSE;
  (*step)++;
  if (reference == count_references (self)) {
    repair (self, launch);
  } else if (in_reference < n * of_search) {
    const guint guide = in_reference / of_search;
    const guint number = number_of (self, reference);

    if (in_reference % of_search == 0)
      lead (self, guide_at (self, guide), number, launch);
    else
      search (self, guide_at (self, guide), guide == 0, number,
          in_reference % of_search - 1, launch);
  } else {
    const guint guide = in_reference - n * of_search;
    const guint number = number_of (self, reference);

    choose (self, guide_at (self, guide), number, launch);
    if (guide == n - 1)
      end_search (self, number);
  }
  return TRUE;
}

void
cf_temporal_plan_done (CfTemporalPlan *self)
{
  self->has_last = TRUE;
  self->n_pushed--;
  self->next++;
}

void
cf_temporal_plan_reset (CfTemporalPlan *self)
{
  guint i, k;

  self->has_last = FALSE;
  self->next += self->n_pushed;
  self->n_pushed = 0;
  for (i = 0; i < self->filter->n_planes; i++)
    for (k = 0; k < CF_TEMPORAL_REFERENCES; k++)
      self->planes[i].motion[k].is_fresh = TRUE;
}
