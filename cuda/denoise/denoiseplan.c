/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans which frames there are, where they are kept, and kernels' arguments. */
#include "cuda/denoise/denoiseplan.h"

#include "engine/denoise/cfdenoiseaverage.h"

G_STATIC_ASSERT (CF_DENOISE_SIDE == CF_DENOISE_FRAMES_MAX);

/* A word for each of the last so many frames says whether the scene changed
 * before it; the record follows. */
#define SCENE_CHANGES 32
#define SCENE_CHANGES_SIZE \
  ((SCENE_CHANGES + CF_SCENE_CHANGE_RECORD) * sizeof (guint32))

static const CfDenoiseParams *
params_of (const CfDenoisePlan *self)
{
  return &self->filter->params.denoise;
}

static gboolean
looks_ahead (const CfDenoisePlan *self)
{
  return params_of (self)->future > 0;
}

static gboolean
is_filtered (const CfDenoisePlan *self, guint plane)
{
  return self->filter->filtered >> plane & 1;
}

/* Planes whose noise is measured. */
static guint32
measured (const CfDenoisePlan *self)
{
  return params_of (self)->method == CF_DENOISE_AVERAGE
             ? ~cf_denoise_given_planes (params_of (self))
             : 0;
}

/* Does a plane own all bytes of its rows? */
static gboolean
is_dense (const CfPlane *p)
{
  return p->channels == p->step;
}

/* Describes a plane as the kernels see it: samples of all channels are treated
 * alike, so that those of a dense plane are neighbours. */
static CfPlane
flatten (const CfPlane *p)
{
  CfPlane flat = *p;

  if (is_dense (p)) {
    flat.width *= p->channels;
    flat.channels = flat.step = 1;
  }
  return flat;
}

void
cf_denoise_plan_init (CfDenoisePlan *self, const CfFilter *filter)
{
  const CfDenoiseParams *params = &filter->params.denoise;
  guint i;

  *self = (CfDenoisePlan){ .filter = filter, .past = params->past };
  if (params->method == CF_DENOISE_MEDIAN)
    self->past = MIN (self->past, CF_DENOISE_MEDIAN_FRAMES_MAX - 1);
  self->n_slots = self->past + params->future + 1;
  self->kept = looks_ahead (self) ? ~0u : filter->filtered;
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane flat = flatten (&filter->planes[i]);

    self->plane_at[i] = self->slot_size;
    if (self->kept >> i & 1)
      self->slot_size += cf_cuda_scratch_size (&flat);
  }
  self->noise_at = self->slot_size * self->n_slots;
  self->size = self->noise_at;
  cf_noise_plan_init (&self->noise, filter, cf_denoise_plane_kinds (params));
  if (params->method == CF_DENOISE_AVERAGE)
    self->size += self->noise.size;
  cf_scene_change_plan_init (&self->scene_change, filter);
  self->look_at = self->size;
  self->scene_changes_at = self->look_at + CF_SCENE_CHANGE_PLAN_SIZE;
  if (self->scene_change.n_guides > 0)
    self->size = self->scene_changes_at + SCENE_CHANGES_SIZE;
}

static gsize
slot_at (const CfDenoisePlan *self, guint64 frame)
{
  return frame % self->n_slots * self->slot_size;
}

/* Describes the flat plane. */
static CfCudaSurface
kept_surface (const CfDenoisePlan *self, guint plane, guint64 frame)
{
  const CfPlane flat = flatten (&self->filter->planes[plane]);

  return cf_cuda_scratch_surface (
      &flat, self->memory + slot_at (self, frame) + self->plane_at[plane]);
}

/* --- frames that come --- */

gboolean
cf_denoise_plan_keeps_first (const CfDenoisePlan *self)
{
  const CfDenoiseParams *params = params_of (self);

  return looks_ahead (self)
         || (params->method == CF_DENOISE_MEDIAN && params->window > 1);
}

/* The flat plane is copied as bytes where both sides have it dense. */
static void
add_copied (CfCudaLaunch *launch, const CfPlane *geometry, CfCudaSurface src,
    CfCudaSurface dst)
{
  const CfPlane flat = flatten (geometry);

  if (is_dense (&flat)) {
    src.channel = dst.channel = flat.bytes;
    src.step = dst.step = 1;
  }
  cf_cuda_launch_add_copied (launch, &flat, src, dst);
}

void
cf_denoise_plan_keep (
    const CfDenoisePlan *self, const CfPlane *src, CfCudaLaunch *launch)
{
  guint i;

  cf_cuda_launch_init (launch, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++)
    if (self->kept >> i & 1)
      add_copied (launch, &self->filter->planes[i], cf_cuda_surface (&src[i]),
          kept_surface (self, i, self->next));
}

void
cf_denoise_plan_kept (CfDenoisePlan *self)
{
  self->next++;
}

void
cf_denoise_plan_done (CfDenoisePlan *self)
{
  self->measured = self->now;
  self->now++;
  self->next = MAX (self->next, self->now);
  cf_noise_plan_done (&self->noise, measured (self));
}

void
cf_denoise_plan_skip (CfDenoisePlan *self)
{
  self->now++;
}

void
cf_denoise_plan_reset (CfDenoisePlan *self)
{
  self->first = self->measured = self->now = self->next;
  cf_noise_plan_reset (&self->noise);
}

/* --- frames that are filtered --- */

static guint
count_past (const CfDenoisePlan *self)
{
  return MIN (self->past, self->now - self->first);
}

static guint
count_future (const CfDenoisePlan *self)
{
  return self->next > self->now
             ? MIN ((guint)params_of (self)->future, self->next - self->now - 1)
             : 0;
}

guint
cf_denoise_plan_n_frames (const CfDenoisePlan *self)
{
  const guint n = 1 + count_past (self) + count_future (self);

  return MIN (n - (n % 2 == 0), CF_DENOISE_MEDIAN_FRAMES_MAX);
}

gboolean
cf_denoise_plan_is_near_scene_change (const CfDenoisePlan *self)
{
  const CfDenoiseParams *params = params_of (self);

  return params->method == CF_DENOISE_MEDIAN && params->window > 1
         && count_past (self) + count_future (self) > 0;
}

/* Outward, on each side. */
static void
set_sides (const CfDenoisePlan *self, CfKernelDenoise *d)
{
  gint k;

  d->n_past = count_past (self);
  d->n_future = count_future (self);
  for (k = 0; k < d->n_past; k++)
    d->frame[k] = slot_at (self, self->now - 1 - k);
  for (k = 0; k < d->n_future; k++)
    d->frame[CF_DENOISE_SIDE + k] = slot_at (self, self->now + 1 + k);
}

/* The nearest first, of two that are as near the one before. */
static void
set_nearest (const CfDenoisePlan *self, gboolean with_frame, CfKernelDenoise *d)
{
  const guint n = cf_denoise_plan_n_frames (self) - 1 + with_frame;
  const guint past = count_past (self), future = count_future (self);
  guint i = 0, k;

  d->n_past = past;
  d->n_future = future;
  d->slot = self->slot_size;
  d->own_slot = self->now % self->n_slots;
  d->n_slots = self->n_slots;
  if (with_frame)
    d->frame[i++] = slot_at (self, self->now);
  for (k = 1; i < n; k++) {
    if (k <= past)
      d->frame[i++] = slot_at (self, self->now - k);
    if (k <= future && i < n)
      d->frame[i++] = slot_at (self, self->now + k);
  }
}

/* Describes the plane as it came: its channels side by side, or each alone. */
static CfCudaSurface
kept_channels (const CfDenoisePlan *self, guint plane, guint64 frame)
{
  const CfPlane *p = &self->filter->planes[plane];
  CfCudaSurface s = kept_surface (self, plane, frame);

  if (is_dense (p)) {
    s.step = p->channels;
    s.channel = p->bytes;
  }
  return s;
}

/* Describes the frame that gets its result. */
static CfCudaSurface
now_surface (const CfDenoisePlan *self, guint plane, const CfPlane *src)
{
  return looks_ahead (self) ? kept_channels (self, plane, self->now)
                            : cf_cuda_surface (&src[plane]);
}

static guint32 *
scene_changes_of (const CfDenoisePlan *self)
{
  return (guint32 *)(self->memory + self->scene_changes_at);
}

/* TRUE if it is known whether the scene changed before the frame. */
static gboolean
is_looked_at (const CfDenoisePlan *self, guint64 frame)
{
  return self->scene_change.n_guides > 0 && self->n_slots > 1
         && frame > self->first;
}

void
cf_denoise_plan_look (
    const CfDenoisePlan *self, const CfPlane *src, CfSceneChangeLaunch *launch)
{
  guint i;

  cf_scene_change_plan_begin (self->memory + self->look_at,
      scene_changes_of (self) + self->next % SCENE_CHANGES, launch);
  launch->argument.scene_changes = scene_changes_of (self) + SCENE_CHANGES;
  launch->argument.number = self->next;
  for (i = 0;
       i < self->scene_change.n_guides && is_looked_at (self, self->next);
       i++) {
    const guint plane = self->scene_change.guide[i];

    cf_scene_change_plan_add (&self->scene_change,
        cf_cuda_surface (&src[plane]),
        kept_channels (self, plane, self->next - 1), FALSE, NULL, launch);
  }
}

static void
add_noise (const CfDenoisePlan *self, guint i, const CfPlane *src,
    CfNoiseLaunch *launch)
{
  const CfFilter *f = self->filter;
  const CfPlaneKinds kinds = cf_denoise_plane_kinds (params_of (self));
  const gint luma = cf_denoise_luma_plane (&kinds, f->planes, f->filtered, i);
  CfKernelNoisePlane *to =
      cf_noise_plan_add (&self->noise, i, now_surface (self, i, src), luma,
          now_surface (self, MAX (luma, 0), src), launch);

  if (to && count_past (self) > 0)
    to->before = cf_noise_plan_side (
        &f->planes[i], kept_channels (self, i, self->now - 1));
  if (to && count_future (self) > 0)
    to->behind = cf_noise_plan_side (
        &f->planes[i], kept_channels (self, i, self->now + 1));
}

/* After a scene change the noise is another, even if its first frame is
 * skipped: finds what tells of those before skipped frames. */
static void
set_skipped (const CfDenoisePlan *self, CfKernelNoise *d)
{
  const guint64 in_bits = MAX (self->next, 32) - 32;
  guint64 i;

  if (self->now < self->measured + 2 || self->scene_change.n_guides == 0)
    return;
  d->scene_changes = scene_changes_of (self) + SCENE_CHANGES;
  d->measured = self->measured;
  d->skipped_earlier = self->measured + 1 < in_bits;
  for (i = MAX (self->measured + 1, in_bits); i < self->now; i++)
    d->skipped |= 1u << i % 32;
}

void
cf_denoise_plan_noise (const CfDenoisePlan *self, gint bytes,
    const CfPlane *src, CfNoiseLaunch *launch)
{
  const CfFilter *filter = self->filter;
  guint i;

  cf_noise_plan_begin (&self->noise, launch);
  if (is_looked_at (self, self->now))
    launch->argument.scene_change =
        scene_changes_of (self) + self->now % SCENE_CHANGES;
  set_skipped (self, &launch->argument);
  for (i = 0; i < filter->n_planes; i++)
    if (is_filtered (self, i) && (measured (self) >> i & 1)
        && filter->planes[i].bytes == bytes)
      add_noise (self, i, src, launch);
  cf_noise_plan_end (launch);
}

static void
set_limits (const CfDenoisePlan *self, guint plane, CfKernelDenoisePlane *k)
{
  const CfDenoiseParams *params = params_of (self);
  const CfPlane *p = &self->filter->planes[plane];
  const gint sigma = cf_denoise_given_sigma (params, plane);
  gint one, sum;

  cf_denoise_average_limits (
      cf_denoise_effective_sigma (params, MAX (sigma, 0), plane), p->bits, &one,
      &sum);
  k->one = one << p->shift;
  k->sum = sum << p->shift;
  k->is_given = sigma >= 0;
  k->estimate = plane;
  k->strength =
      params->chroma >> plane & 1 ? params->chroma_strength : params->strength;
}

static void
add_filtered (const CfDenoisePlan *self, guint plane, const CfPlane *src,
    const CfPlane *dst, CfCudaLaunch *launch, CfKernelDenoise *d)
{
  const CfDenoiseParams *params = params_of (self);
  const CfPlane *p = &self->filter->planes[plane];
  const CfPlane flat = flatten (p);
  const CfCudaSurface slot = kept_surface (self, plane, 0);
  CfKernelDenoisePlane *k = &d->plane[launch->picture.n_planes];
  CfCudaSurface from = kept_surface (self, plane, self->now), to;

  *k = (CfKernelDenoisePlane){ .at = slot.data,
    .row = slot.stride,
    .channel = slot.channel,
    .apart = is_dense (p) ? p->channels : 1 };
  if (params->method == CF_DENOISE_AVERAGE)
    set_limits (self, plane, k);
  to = cf_cuda_surface (&dst[plane]);
  if (!cf_denoise_plan_keeps_first (self))
    from = cf_cuda_surface (&src[plane]);
  if (is_dense (p))
    from.step = to.step = 1;
  if (params->method == CF_DENOISE_MEDIAN && params->window > 1)
    cf_cuda_launch_add_filtered (launch, &flat, from, to, 0,
        CF_DENOISE_ACROSS * CF_DENOISE_WORD / p->bytes,
        CF_KERNEL_THREADS / CF_DENOISE_ACROSS, FALSE);
  else
    cf_cuda_launch_add_rows (
        launch, &flat, from, to, CF_DENOISE_VECTOR / p->bytes);
}

void
cf_denoise_plan_run (const CfDenoisePlan *self, gint bytes, const CfPlane *src,
    const CfPlane *dst, CfDenoiseLaunch *launch)
{
  const CfFilter *filter = self->filter;
  const CfDenoiseParams *params = params_of (self);
  CfKernelDenoise *d = &launch->argument;
  CfCudaLaunch l;
  guint others = 0, before = 0, i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  for (i = 0; i < filter->n_planes; i++) {
    if (!is_filtered (self, i))
      continue;
    if (filter->planes[i].bytes == bytes)
      add_filtered (self, i, src, dst, &l, d);
    else if (filter->planes[i].bytes < bytes)
      before++;
    else
      others++;
  }
  for (i = 0; i < filter->n_planes && before == 0
              && (l.n_blocks > 0 || (bytes == 1 && others == 0));
       i++)
    if (!is_filtered (self, i))
      add_copied (&l, &filter->planes[i],
          looks_ahead (self) ? kept_surface (self, i, self->now)
                             : cf_cuda_surface (&src[i]),
          cf_cuda_surface (&dst[i]));
  d->estimates = measured (self) != 0
                     ? cf_noise_plan_estimates (&self->noise, FALSE)
                     : NULL;
  d->picture = l.picture;
  launch->n_blocks = l.n_blocks;
  d->store = cf_denoise_plan_keeps_first (self)
                 ? -1
                 : (gint64)slot_at (self, self->next);
  d->scene_changes = self->scene_change.n_guides > 0
                         ? scene_changes_of (self) + SCENE_CHANGES
                         : NULL;
  d->scene_changes_shift = cf_scene_changes_shift (self->now);
  if (params->method == CF_DENOISE_AVERAGE)
    set_sides (self, d);
  else
    set_nearest (self, params->window > 1, d);
}
