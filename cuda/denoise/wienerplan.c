/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/denoise/wienerplan.h"

#include "engine/motion/cfmoved.h"

#define ROWS_MOST 64

/* Samples; rows begin at multiples of 128 bytes. */
static gint
stride_of (const CfPlane *p)
{
  return (p->width + 127) / 128 * 128;
}

static gsize
picture_size (const CfPlane *p)
{
  return (gsize)stride_of (p) * p->height * sizeof (guint16);
}

static gsize
take (CfWienerPlan *self, gsize size)
{
  const gsize at = self->size;

  self->size += (size + 127) / 128 * 128;
  return at;
}

/* Of the quality that has most. */
static gsize
windows_of (const CfPlane *p)
{
  return (gsize)cf_wiener_windows (p->width, CF_WIENER_STEP_BEST)
         * cf_wiener_windows (p->height, CF_WIENER_STEP_BEST);
}

static gint
step_of (const CfWienerPlan *self)
{
  return cf_denoise_window_step (&self->filter->params.denoise);
}

guint
cf_wiener_plan_kernel (const CfWienerPlan *self, CfWienerPass pass)
{
  return 2 * pass + (step_of (self) == CF_WIENER_STEP_BEST);
}

static gint
future_of (const CfWienerPlan *self)
{
  return self->filter->params.denoise.future;
}

/* A channel's. */
static guint
n_pictures (const CfWienerPlan *self)
{
  return future_of (self) > 0 ? CF_WIENER_AHEAD_RESULTS + future_of (self) + 1
                              : CF_WIENER_PICTURES;
}

static gsize
channel_size (const CfWienerPlan *self, guint plane)
{
  return n_pictures (self) * picture_size (&self->filter->planes[plane]);
}

/* Of a plane that has as many samples as a guide plane, at most. */
static gsize
field_size (const CfPlane *p)
{
  return (gsize)cf_motion_blocks (p->width) * cf_motion_blocks (p->height)
         * sizeof (CfMotionVector);
}

static gssize
copy_stride (const CfPlane *p)
{
  return (((gsize)(p->width - 1) * p->step + p->channels) * p->bytes + 127)
         / 128 * 128;
}

static void
place_plane (CfWienerPlan *self, guint i)
{
  const CfPlane *p = &self->filter->planes[i];
  const gboolean looks_ahead = future_of (self) > 0;

  if (!(self->filter->filtered >> i & 1)) {
    if (looks_ahead)
      self->copies_at[i] =
          take (self, (future_of (self) + 1) * copy_stride (p) * p->height);
    return;
  }
  self->plane_at[i] = take (self, channel_size (self, i) * p->channels);
  self->map_at[i] = take (self, (looks_ahead ? 3 : 2) * windows_of (p));
  if (!looks_ahead)
    return;
  self->fields_at[i] = take (self, 2 * field_size (p));
  self->records_at[i] =
      take (self, CF_WIENER_AHEAD_FRAMES * sizeof (CfKernelWienerFrame));
}

void
cf_wiener_plan_init (CfWienerPlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfWienerPlan){ .filter = filter };
  for (i = 0; i < filter->n_planes; i++)
    place_plane (self, i);
  self->last_at = take (self, 2 * CF_MAX_PLANES * sizeof (guint32));
}

/* Which pictures are the last frame's, or the next one's. */
static guint32 *
last_of (const CfWienerPlan *self, guint plane, gboolean next)
{
  return (guint32 *)(self->memory + self->last_at)
         + (self->slot + next) % 2 * CF_MAX_PLANES + plane;
}

static guint
pilot_of (guint64 frame)
{
  return frame % CF_WIENER_AHEAD_PILOTS;
}

/* Pictures from the first on. */
static CfKernelWienerKept
pictures_of (const CfWienerPlan *self, guint plane)
{
  const CfPlane *p = &self->filter->planes[plane];

  return (CfKernelWienerKept){ .at = self->memory + self->plane_at[plane],
    .picture = picture_size (p),
    .channel = channel_size (self, plane),
    .last = last_of (self, plane, FALSE),
    .stride = stride_of (p) };
}

/* With a frame ahead the host knows which: kernels, for which the first one is
 * the last frame's there (`last` is 0), find the second where it is. */
CfKernelWienerKept
cf_wiener_plan_kept (const CfWienerPlan *self, guint plane)
{
  CfKernelWienerKept kept = pictures_of (self, plane);

  if (future_of (self) > 0)
    kept.at += ((gssize)pilot_of (self->number) - 1) * kept.picture;
  return kept;
}

static CfKernelWienerMap
map_of (const CfWienerPlan *self, guint plane)
{
  const CfPlane *p = &self->filter->planes[plane];

  return (CfKernelWienerMap){ self->memory + self->map_at[plane],
    self->memory + self->map_at[plane] + windows_of (p),
    cf_wiener_windows (p->width, step_of (self)),
    cf_wiener_windows (p->height, step_of (self)) };
}

static guint
divide_up (guint n, guint d)
{
  return (n + d - 1) / d;
}

/* A block makes some rows of windows more than it has rows of samples for: few
 * that are high would be best, but for a last round of blocks that leaves most
 * of the GPU idle. */
static guint
choose_rows (const CfWienerPlan *self, guint32 planes, CfWienerPass pass)
{
  const gint step = step_of (self);
  const guint n_resident = self->n_resident[cf_wiener_plan_kernel (self, pass)];
  guint rows, i, best = CF_WIENER_STEP_HIGH, least = G_MAXUINT;

  for (rows = best; rows <= ROWS_MOST; rows += CF_WIENER_STEP_HIGH) {
    guint n = 0, cost;

    for (i = 0; i < self->filter->n_planes; i++) {
      const CfPlane *p = &self->filter->planes[i];

      if (planes >> i & 1)
        n += divide_up (p->width, CF_WIENER_WIDTH (step))
             * divide_up (p->height, rows) * p->channels;
    }
    cost = divide_up (n, n_resident)
           * (rows / step + cf_wiener_covering (step) - 1);
    if (cost < least) {
      least = cost;
      best = rows;
    }
  }
  return best;
}

/* The frame whose picture is made: with a frame ahead the last one. */
static guint64
frame_of (const CfWienerPlan *self)
{
  return self->number - 1;
}

/* Which pictures a launch works on. `next` has its pilot, if it is there. */
static void
set_pictures (const CfWienerPlan *self, CfKernelWiener *d)
{
  const guint64 frame = frame_of (self);
  const guint n = future_of (self) + 1;

  d->pilot = pilot_of (frame);
  d->last_pilot = pilot_of (frame + CF_WIENER_AHEAD_PILOTS - 1);
  d->next_pilot = pilot_of (frame + 1);
  d->state = frame % 2;
  d->next_samples = (frame + 1) % 2;
  d->results = CF_WIENER_AHEAD_RESULTS + frame % n;
  d->last_results = CF_WIENER_AHEAD_RESULTS + (frame + n - 1) % n;
}

/* Behind a flash, or a frame that repeats the last one, the pilot of the frame
 * before the last one becomes the one before it. */
static void
set_kept_pictures (const CfWienerPlan *self, CfKernelWiener *d)
{
  d->pilot = pilot_of (self->number + 1);
  d->last_pilot = pilot_of (self->number);
  d->next_samples = self->number % 2;
}

void
cf_wiener_plan_begin (const CfWienerPlan *self, guint32 planes,
    CfWienerPass pass, CfWienerLaunch *launch)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;

  launch->argument = (CfKernelWiener){ .past = params->past,
    .edge = cf_wiener_edge (params->spatial),
    .is_first = !self->has_last };
  if (pass == CF_WIENER_KEEP)
    set_kept_pictures (self, &launch->argument);
  else
    launch->argument.rows = choose_rows (self, planes, pass);
  if (pass == CF_WIENER_AHEAD)
    set_pictures (self, &launch->argument);
  cf_cuda_launch_init (&launch->planes, CF_BORDER_REPLICATE);
}

static CfKernelWienerFrame *
record_of (const CfWienerPlan *self, guint plane, guint64 frame)
{
  return (CfKernelWienerFrame *)(self->memory + self->records_at[plane])
         + frame % CF_WIENER_AHEAD_FRAMES;
}

CfMotionVector *
cf_wiener_plan_field (const CfWienerPlan *self, guint guide, guint64 frame)
{
  return (CfMotionVector *)(self->memory + self->fields_at[guide]
                            + frame % 2
                                  * field_size (&self->filter->planes[guide]));
}

/* A plane's samples of 16 bits of so many pictures after its first. */
static CfCudaSurface
picture_surface (const CfWienerPlan *self, guint plane, guint picture)
{
  const CfKernelWienerKept kept = pictures_of (self, plane);

  return (CfCudaSurface){ kept.at + picture * kept.picture,
    kept.stride * sizeof (guint16), kept.channel, 1 };
}

/* Blocks read the frame, or of one that was kept its samples. */
static void
add_blocks (const CfWienerPlan *self, guint plane, CfWienerPass pass,
    const CfPlane *src, const CfPlane *dst, CfWienerLaunch *launch)
{
  const guint rows = launch->argument.rows;
  const gint width = CF_WIENER_WIDTH (step_of (self));
  CfPlane samples = self->filter->planes[plane];
  CfCudaSurface surface;

  switch (pass) {
    case CF_WIENER_KEEP:
      cf_cuda_launch_add_filtered (&launch->planes, src, cf_cuda_surface (src),
          cf_cuda_surface (src), 0, CF_KERNEL_THREADS, CF_COPY_ROWS, FALSE);
      break;
    case CF_WIENER_AHEAD:
      samples.bits = 16;
      samples.bytes = 2;
      samples.shift = 0;
      surface = picture_surface (
          self, plane, CF_WIENER_AHEAD_SAMPLES + frame_of (self) % 2);
      cf_cuda_launch_add_filtered (
          &launch->planes, &samples, surface, surface, 0, width, rows, FALSE);
      break;
    default:
      cf_cuda_launch_add_filtered (&launch->planes, src, cf_cuda_surface (src),
          cf_cuda_surface (dst), 0, width, rows, FALSE);
  }
}

/* With a frame ahead luma has no map of this frame yet, but a pilot. */
static void
set_luma (const CfWienerPlan *self, gint luma, CfWienerPass pass,
    const CfPlane *p, CfKernelWienerPlane *to)
{
  const CfPlane *from = &self->filter->planes[luma];

  to->luma = map_of (self, luma);
  to->luma_halved_x = cf_denoise_subsampling (from->width, p->width);
  to->luma_halved_y = cf_denoise_subsampling (from->height, p->height);
  if (pass == CF_WIENER_PILOT && future_of (self) > 0)
    to->luma_pilot = (CfKernelWienerLuma){
      (const guint16 *)picture_surface (self, luma, pilot_of (self->number))
          .data,
      stride_of (from), from->width, from->height
    };
}

CfKernelWienerPlane *
cf_wiener_plan_add (const CfWienerPlan *self, guint plane, gint luma,
    CfWienerPass pass, const CfPlane *src, const CfPlane *dst,
    CfWienerLaunch *launch)
{
  CfKernelWienerPlane *to =
      &launch->argument.plane[launch->planes.picture.n_planes];

  *to = (CfKernelWienerPlane){ .number = plane };
  if (pass == CF_WIENER_PICTURE)
    to->next_last = last_of (self, plane, TRUE);
  if (pass == CF_WIENER_PICTURE || pass == CF_WIENER_PILOT) {
    to->kept = cf_wiener_plan_kept (self, plane);
  } else {
    const guint64 now = pass == CF_WIENER_KEEP ? self->number : frame_of (self);

    to->kept = pictures_of (self, plane);
    to->frames.now = record_of (self, plane, now);
    /* of what is kept, that of the frame before the last one */
    to->frames.next = record_of (self, plane, now + 1);
    to->next_last = last_of (self, plane, FALSE);
  }
  if (luma < 0)
    to->own = map_of (self, plane);
  else
    set_luma (self, luma, pass, &self->filter->planes[plane], to);
  add_blocks (self, plane, pass, src, dst, launch);
  return to;
}

void
cf_wiener_plan_end (CfWienerLaunch *launch)
{
  launch->argument.picture = launch->planes.picture;
  launch->n_blocks = launch->planes.n_blocks;
}

void
cf_wiener_plan_done (CfWienerPlan *self, gboolean is_with)
{
  self->slot = 1 - self->slot;
  self->has_last = is_with;
}

/* --- with a frame ahead --- */

void
cf_wiener_plan_store (
    const CfWienerPlan *self, const CfPlane *dst, CfCudaLaunch *launch)
{
  const guint results =
      CF_WIENER_AHEAD_RESULTS + self->oldest % (future_of (self) + 1);
  CfPlane copies[CF_MAX_PLANES];
  guint i;

  cf_wiener_plan_copies (self, self->oldest, copies);
  cf_cuda_launch_init (launch, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++)
    if (self->filter->filtered >> i & 1)
      cf_cuda_launch_add_filtered (launch, &dst[i],
          picture_surface (self, i, results), cf_cuda_surface (&dst[i]), 0,
          CF_KERNEL_THREADS, CF_COPY_ROWS, FALSE);
    else
      cf_cuda_launch_add_copied (launch, &dst[i], cf_cuda_surface (&copies[i]),
          cf_cuda_surface (&dst[i]));
}

void
cf_wiener_plan_copies (const CfWienerPlan *self, guint64 frame, CfPlane *planes)
{
  guint i;

  for (i = 0; i < self->filter->n_planes; i++) {
    CfPlane *p = &planes[i];

    *p = self->filter->planes[i];
    p->stride = copy_stride (p);
    p->data = self->memory + self->copies_at[i];
    if (!(self->filter->filtered >> i & 1))
      p->data += frame % (future_of (self) + 1) * p->stride * p->height;
  }
}
