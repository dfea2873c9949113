/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans the search for motion: what it keeps, and its passes' arguments. */
#include "cuda/motion/motionplan.h"

/* --- memory --- */

static gsize
take (CfMotionPlan *self, gsize size)
{
  const gsize at = self->size;

  self->size += (size + 127) / 128 * 128;
  return at;
}

static gint
stride_of (gint width)
{
  return (width + 15) / 16 * 16 + 2 * CF_MOTION_MARGIN;
}

static CfKernelMotionPicture
picture_at (guint8 *memory, gsize at, gint width, gint height)
{
  return (CfKernelMotionPicture){ memory + at + CF_MOTION_MARGIN,
    stride_of (width), width, height };
}

static gsize
n_blocks_of (gint width, gint height)
{
  return (gsize)cf_motion_blocks (width) * cf_motion_blocks (height);
}

static gsize
field_size (gint width, gint height)
{
  return n_blocks_of (width, height) * sizeof (CfMotionVector);
}

void
cf_motion_plan_init (CfMotionPlan *self, gint width, gint height)
{
  gint level, w = width, h = height;

  *self = (CfMotionPlan){ .width = width, .height = height, .is_fresh = TRUE };
  for (level = 0; level < CF_MOTION_LEVELS; level++) {
    self->frame[level] = take (self, (gsize)stride_of (w) * h);
    self->result[level] = take (self, (gsize)stride_of (w) * h);
    self->fields[level] = take (self, field_size (w, h));
    w = cf_motion_half (w);
    h = cf_motion_half (h);
  }
  self->other = take (self, field_size (width, height));
  self->former = take (self, field_size (width, height));
  self->blocks = take (self, n_blocks_of (width, height) * sizeof (guint32));
  self->bins = take (self, 2 * CF_MOTION_BINS * sizeof (guint32));
  self->counts = take (self, CF_MOTION_COUNTS * sizeof (guint32));
  self->dominant = take (self, sizeof (CfMotionVector));
  self->trusted = take (self, n_blocks_of (width, height));
  self->scale = take (self, sizeof (CfDenoiseScale));
}

/* --- passes --- */

static CfKernelMotionField
field_at (guint8 *memory, gsize at, gint width, gint height)
{
  return (CfKernelMotionField){ (CfMotionVector *)(memory + at),
    cf_motion_blocks (width), cf_motion_blocks (height) };
}

static CfKernelMotionField
field_of_level (const CfMotionPlan *self, guint8 *memory, gint level)
{
  gint i, w = self->width, h = self->height;

  for (i = 0; i < level; i++) {
    w = cf_motion_half (w);
    h = cf_motion_half (h);
  }
  return field_at (memory, self->fields[level], w, h);
}

static CfKernelMotionField
whole_field (const CfMotionPlan *self, guint8 *memory, gsize at)
{
  return field_at (memory, at, self->width, self->height);
}

CfKernelMotionField
cf_motion_plan_field (const CfMotionPlan *self, guint8 *memory)
{
  return whole_field (self, memory, self->former);
}

guint8 *
cf_motion_plan_trusted (const CfMotionPlan *self, guint8 *memory)
{
  return memory + self->trusted;
}

void
cf_motion_plan_begin (const CfMotionPlan *self, guint8 *memory,
    const CfPlane *src, CfMotionLaunch *launch)
{
  CfKernelMotion *d = &launch->argument;
  gint level, w = self->width, h = self->height;

  launch->bytes = src->bytes;
  *d = (CfKernelMotion){
    .src = src->data + cf_denoise_guide_channel (src->channels) * src->bytes,
    .src_stride = src->stride,
    .src_step = src->step,
    .bits = src->bits,
    .shift = src->shift,
    .is_vector = src->step == 1 && (gsize)src->data % (8 * src->bytes) == 0
                 && (gsize)src->stride % (8 * src->bytes) == 0,
    .former = cf_motion_plan_field (self, memory),
    .blocks = (guint32 *)(memory + self->blocks),
    .dominant = (CfMotionVector *)(memory + self->dominant),
    .bins = (guint32 *)(memory + self->bins),
    .counts = (guint32 *)(memory + self->counts),
    .trusted = cf_motion_plan_trusted (self, memory),
    .is_fresh = self->is_fresh,
  };
  if (cf_denoise_is_scaled (src->bits))
    d->scale = (CfDenoiseScale *)(memory + self->scale);
  for (level = 0; level < CF_MOTION_LEVELS; level++) {
    d->frame[level] = picture_at (memory, self->frame[level], w, h);
    d->result[level] = picture_at (memory, self->result[level], w, h);
    w = cf_motion_half (w);
    h = cf_motion_half (h);
  }
}

static guint
divide_up (gsize n, guint d)
{
  return (n + d - 1) / d;
}

void
cf_motion_plan_gap (const CfMotionPlan *self, guint8 *memory, gint now,
    gint before, CfMotionGapLaunch *launch)
{
  CfKernelMotionGap *d = &launch->argument;

  *d = (CfKernelMotionGap){
    .field = cf_motion_plan_field (self, memory),
    .dominant = (CfMotionVector *)(memory + self->dominant),
    .now = now,
    .before = before,
  };
  launch->n_blocks =
      divide_up ((gsize)d->field.width * d->field.height, CF_KERNEL_THREADS);
}

/* Goes from one field to another, by so many lanes a block of it. */
static void
set_fields (CfMotionLaunch *launch, CfKernelMotionField from,
    CfKernelMotionField to, guint lanes)
{
  launch->argument.from = from;
  launch->argument.to = to;
  launch->n_blocks =
      divide_up ((gsize)to.width * to.height * lanes, CF_KERNEL_THREADS);
}

void
cf_motion_plan_pass (
    const CfMotionPlan *self, guint8 *memory, gint pass, CfMotionLaunch *launch)
{
  const CfKernelMotionField coarsest = field_of_level (self, memory, 2);
  const CfKernelMotionField finer = field_of_level (self, memory, 1);
  const CfKernelMotionField whole = field_of_level (self, memory, 0);
  const CfKernelMotionField other = whole_field (self, memory, self->other);
  const CfKernelMotionField last = cf_motion_plan_field (self, memory);
  CfKernelMotion *d = &launch->argument;

  launch->n_threads = CF_KERNEL_THREADS;
  switch (pass) {
    case CF_MOTION_SCALE:
      launch->n_blocks = d->scale != NULL;
      break;
    case CF_MOTION_PYRAMID:
      launch->n_blocks = divide_up (self->width, CF_MOTION_TILE)
                         * divide_up (self->height, CF_MOTION_TILE);
      break;
    case CF_MOTION_COARSEST:
      d->level = 2;
      set_fields (launch, coarsest, coarsest, CF_MOTION_COARSEST_LANES);
      break;
    case CF_MOTION_LEVEL_1:
      d->level = 1;
      set_fields (launch, coarsest, finer, CF_MOTION_FINER_LANES);
      break;
    case CF_MOTION_LEVEL_0:
      d->level = 0;
      set_fields (launch, finer, whole, CF_MOTION_FINER_LANES);
      break;
    case CF_MOTION_QUARTERS:
      set_fields (launch, whole, other, CF_MOTION_QUARTERS_LANES);
      break;
    case CF_MOTION_SMOOTH:
      set_fields (launch, other, whole, CF_MOTION_SMOOTH_LANES);
      break;
    case CF_MOTION_SMOOTH_AGAIN:
      set_fields (launch, whole, last, CF_MOTION_SMOOTH_LANES);
      d->is_last = TRUE;
      break;
    case CF_MOTION_DOMINANT:
      launch->n_blocks = 1;
      launch->n_threads = CF_MOTION_DOMINANT_THREADS;
      break;
    default: /* CF_MOTION_TRUST */
      d->from = last;
      launch->n_blocks =
          divide_up ((gsize)last.width * last.height, CF_KERNEL_THREADS);
  }
}
