/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans what is kept of the last frame, and the kernels' arguments. */
#include "cuda/denoise/recursiveplan.h"

#include "engine/motion/cfmoved.h"
#include "engine/denoise/cfdenoiserecursive.h"

#define MOVED 2 /* the set of results that are moved */

static const CfDenoiseParams *
params_of (const CfRecursivePlan *self)
{
  return &self->filter->params.denoise;
}

static gboolean
is_filtered (const CfRecursivePlan *self, guint plane)
{
  return self->filter->filtered >> plane & 1;
}

static guint
strength_of (const CfDenoiseParams *params, guint plane)
{
  return params->chroma >> plane & 1 ? params->chroma_strength
                                     : params->strength;
}

/* Returns the plane with the brightness of colour, or -1. */
static gint
luma_of (const CfRecursivePlan *self, guint plane)
{
  const CfPlaneKinds kinds = cf_denoise_plane_kinds (params_of (self));

  return cf_denoise_luma_plane (
      &kinds, self->filter->planes, self->filter->filtered, plane);
}

/* --- memory --- */

/* Samples; rows of counts begin at multiples of 128 bytes. */
static gsize
stride_of (const CfPlane *p)
{
  return ((gsize)p->width + 127) / 128 * 128;
}

static gsize
counts_at (const CfPlane *p)
{
  return stride_of (p) * p->height * sizeof (guint16);
}

static gsize
channel_size (const CfPlane *p)
{
  return counts_at (p) + stride_of (p) * p->height;
}

/* Returns what a frame is: CF_SCENE_CHANGE, ...; `ago`: frames ago, 0 or 1. */
static guint32 *
scene_change_of (const CfRecursivePlan *self, guint ago)
{
  return (guint32 *)(self->memory + self->scene_changes_at)
         + (self->last + ago) % 2;
}

static gsize
row_bytes (const CfPlane *p)
{
  return ((gsize)(p->width - 1) * p->step + p->channels) * p->bytes;
}

static gsize
row_stride (const CfPlane *p)
{
  return (row_bytes (p) + 127) / 128 * 128;
}

/* Returns by field 1 where a frame is another one than the last; the next
 * frame's if `next`. */
static guint32 *
differs_of (const CfRecursivePlan *self, gboolean next)
{
  return (guint32 *)(self->memory + self->differs_at)
         + 2 * ((self->last + next) % 2);
}

/* Returns those of the frame so many ago; -1 is the next one. */
static CfNoiseOffset *
offsets_of (const CfRecursivePlan *self, gint ago)
{
  return cf_offset_plan_slot (
      self->memory + self->offsets_at, self->frame, ago);
}

static guint
field_of (const CfRecursivePlan *self, guint plane)
{
  return self->filter->params.denoise.by_field ? plane % 2 : 0;
}

static gsize
take (CfRecursivePlan *self, gsize size)
{
  const gsize at = self->size;

  self->size += (size + 127) / 128 * 128;
  return at;
}

static gboolean
moves (const CfRecursivePlan *self)
{
  return params_of (self)->method == CF_DENOISE_COMPENSATED;
}

/* With a Wiener stage behind it. */
static gboolean
is_high (const CfRecursivePlan *self)
{
  return cf_denoise_window_step (params_of (self)) > 0;
}

/* Adds the motion of the guide plane of that number. */
static void
add_motion (CfRecursivePlan *self, guint guide)
{
  const CfPlane *p = &self->filter->planes[self->scene_change.guide[guide]];

  cf_motion_plan_init (&self->motion[guide], p->width, p->height);
  self->motion_at[guide] = take (self, self->motion[guide].size);
}

static void
follow (CfRecursivePlan *self, guint i)
{
  const guint plane =
      cf_denoise_guide_plane (params_of (self), self->filter->filtered, i);
  const CfPlane *p = &self->filter->planes[i],
                *first = &self->filter->planes[plane];

  self->follows[i].halved_x = cf_denoise_subsampling (first->width, p->width);
  self->follows[i].halved_y = cf_denoise_subsampling (first->height, p->height);
  if (self->follows[i].halved_x >= 0 && self->follows[i].halved_y >= 0)
    self->follows[i].guide = plane == self->scene_change.guide[0] ? 0 : 1;
}

void
cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfRecursivePlan){ .filter = filter, .is_first = TRUE, .elapsed = 1 };
  cf_noise_plan_init (
      &self->noise, filter, cf_denoise_plane_kinds (&filter->params.denoise));
  cf_scene_change_plan_init (&self->scene_change, filter);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    self->plane_at[i] = self->set_size;
    self->rows_of[i] = self->rows_size;
    if (is_filtered (self, i)) {
      self->set_size += channel_size (p) * p->channels;
      self->rows_size += row_stride (p) * p->height;
    }
  }
  take (self, (moves (self) ? 3 : 2) * self->set_size);
  self->rows_at = take (self, 2 * self->rows_size);
  self->noise_at = take (self, self->noise.size);
  self->differs_at = take (self, 4 * sizeof (guint32));
  self->offsets_at = take (self, CF_OFFSET_SIZE);
  self->scene_changes_at = take (self, 2 * sizeof (guint32));
  self->look_at = take (self, CF_SCENE_CHANGE_PLAN_SIZE);
  for (i = 0; i < self->scene_change.n_guides && moves (self); i++)
    add_motion (self, i);
  cf_wiener_plan_init (&self->wiener, filter);
  for (i = 0; i < filter->n_planes; i++) {
    self->follows[i].guide = -1;
    if (moves (self) && is_filtered (self, i))
      follow (self, i);
  }
}

/* --- launches --- */

static gboolean
is_aligned (const CfPlane *p, gsize n)
{
  return ((gsize)p->data | (p->height > 1 ? (gsize)p->stride : 0)) % n == 0;
}

static guint
layout_of (const CfPlane *src, const CfPlane *dst)
{
  const gsize lane = CF_RECURSIVE_LANE * src->bytes;

  if (src->step == 1 && is_aligned (src, lane) && is_aligned (dst, lane))
    return CF_RECURSIVE_VECTOR;
  if (src->step == 2 && src->channels == 2 && is_aligned (src, 2 * lane)
      && is_aligned (dst, lane))
    return CF_RECURSIVE_PAIR;
  return CF_RECURSIVE_SINGLY;
}

/* Results and counts of the last frame, the next one, or those that are moved.
 */
static guint8 *
results_of (const CfRecursivePlan *self, guint set, guint plane)
{
  return self->memory + set * self->set_size + self->plane_at[plane];
}

/* TRUE after the first frame, where anything is filtered. */
static gboolean
has_last (const CfRecursivePlan *self)
{
  return self->scene_change.n_guides > 0 && !self->is_first;
}

gboolean
cf_recursive_plan_looks (const CfRecursivePlan *self)
{
  return has_last (self) && !moves (self);
}

/* TRUE if a plane's frame is another one than the last, where there is one. */
static const guint32 *
differs_in (const CfRecursivePlan *self, guint plane)
{
  return has_last (self) ? differs_of (self, FALSE) + field_of (self, plane)
                         : NULL;
}

/* --- repeats --- */

/* A plane's bytes of the frame, or of the last one. */
static guint8 *
rows_of (const CfRecursivePlan *self, gboolean is_last, guint plane)
{
  return self->memory + self->rows_at
         + (self->last + is_last) % 2 * self->rows_size + self->rows_of[plane];
}

/* A plane's rows as samples of a byte. */
static CfPlane
bytes_of (const CfPlane *p)
{
  return (CfPlane){ .width = row_bytes (p),
    .height = p->height,
    .channels = 1,
    .bytes = 1,
    .bits = 8 };
}

static CfCudaSurface
kept_surface (const CfRecursivePlan *self, guint plane)
{
  return (CfCudaSurface){ rows_of (self, FALSE, plane),
    row_stride (&self->filter->planes[plane]), 1, 1 };
}

/* Rows of all filtered planes, to where they are kept. */
static void
add_rows (const CfRecursivePlan *self, const CfPlane *src, CfCudaLaunch *l,
    CfKernelRepeat *to)
{
  guint i;

  cf_cuda_launch_init (l, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++) {
    const CfPlane rows = bytes_of (&src[i]);
    const CfCudaSurface from = { src[i].data, src[i].stride, 1, 1 };

    if (!is_filtered (self, i))
      continue;
    if (to) {
      to->last[l->picture.n_planes] = rows_of (self, TRUE, i);
      to->field[l->picture.n_planes] = field_of (self, i);
    }
    cf_cuda_launch_add_copied (l, &rows, from, kept_surface (self, i));
  }
}

void
cf_recursive_plan_compare (
    const CfRecursivePlan *self, const CfPlane *src, CfRepeatLaunch *launch)
{
  CfKernelRepeat *d = &launch->argument;
  CfCudaLaunch l;

  *d = (CfKernelRepeat){ .differs = differs_of (self, FALSE),
    .next = differs_of (self, TRUE),
    .offsets = (guint32 *)offsets_of (self, -1),
    .n_offsets = CF_OFFSET_AT (self->filter->n_planes, 0)
                 * sizeof (CfNoiseOffset) / sizeof (guint32),
    .scene_change = scene_change_of (self, 0),
    .last_scene_change = scene_change_of (self, 1),
    .is_first = !has_last (self) };
  add_rows (self, src, &l, d);
  d->picture = l.picture;
  launch->n_blocks = l.n_blocks;
}

void
cf_recursive_plan_keep (
    const CfRecursivePlan *self, const CfPlane *src, CfKeepLaunch *launch)
{
  CfCudaLaunch l;

  add_rows (self, src, &l, NULL);
  launch->argument = l.picture;
  launch->n_blocks = l.n_blocks;
}

/* --- noise --- */

/* Planes whose noise is. */
static guint32
measured (const CfRecursivePlan *self)
{
  return self->filter->filtered & ~cf_denoise_given_planes (params_of (self));
}

gboolean
cf_recursive_plan_is_early (const CfRecursivePlan *self)
{
  return cf_noise_plan_is_early (&self->noise, measured (self));
}

/* Returns what is given of a plane's noise; 0 where it is not. */
static CfKernelGivenNoise
given_of (const CfRecursivePlan *self, guint plane)
{
  const CfDenoiseParams *params = params_of (self);
  const CfNoiseProfile *profile = cf_denoise_given_profile (params, plane);
  const gint sigma = cf_denoise_given_sigma (params, plane);
  CfKernelGivenNoise given = { .is_given = sigma >= 0,
    .sigma = MAX (sigma, 0) };
  guint32 luma_classes[CF_NOISE_LUMA_CLASSES];
  guint i;

  if (profile)
    cf_noise_profile_luma_classes (profile, luma_classes);
  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    given.luma_classes[i] = profile ? luma_classes[i] : given.sigma;
  return given;
}

static void
add_offsets (const CfRecursivePlan *self, guint i, const CfPlane *src,
    CfOffsetLaunch *launch)
{
  const CfFilter *f = self->filter;
  const CfDenoiseParams *params = params_of (self);
  const gint luma = luma_of (self, i);
  const gboolean is_moved =
      cf_recursive_plan_searches (self) && self->follows[i].guide >= 0;
  CfKernelOffsetPlane *to =
      cf_offset_plan_add (i, &src[i], params->chroma >> i & 1, launch);

  if (!to)
    return;
  to->results = results_of (self, is_moved ? MOVED : self->last, i);
  to->channel = channel_size (&src[i]);
  to->differs = differs_in (self, i);
  if (luma >= 0)
    to->luma = cf_noise_plan_luma (f, i, luma, cf_cuda_surface (&src[luma]));
  to->stride = stride_of (&src[i]);
  to->given = given_of (self, i);
  /* nothing is known: no noise */
  to->given.is_given |= self->noise.unknown >> i & 1;
  to->strength = strength_of (params, i);
}

void
cf_recursive_plan_offset (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfOffsetLaunch *launch)
{
  guint i;

  launch->argument.offsets = offsets_of (self, 0);
  launch->argument.luma_classes =
      cf_noise_plan_luma_classes (&self->noise, TRUE);
  launch->argument.scene_change = scene_change_of (self, 0);
  cf_cuda_launch_init (&launch->planes, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes && has_last (self); i++)
    if (is_filtered (self, i) && src[i].bytes == bytes)
      add_offsets (self, i, src, launch);
  cf_offset_plan_end (launch);
}

/* The motion that a plane has. */
static CfKernelMotionField
field_of_guide (const CfRecursivePlan *self, guint i)
{
  const guint guide = self->follows[i].guide;

  return cf_motion_plan_field (
      &self->motion[guide], self->memory + self->motion_at[guide]);
}

/* Sets what a plane is compared with. */
static void
set_last (const CfRecursivePlan *self, guint i, CfKernelNoisePlane *to)
{
  const CfPlane *p = &self->filter->planes[i];
  const gint guide =
      cf_recursive_plan_searches (self) ? self->follows[i].guide : -1;

  to->before = cf_noise_plan_side (p, (CfCudaSurface){ rows_of (self, TRUE, i),
                                          row_stride (p), p->bytes, p->step });
  to->results = results_of (self, guide >= 0 ? MOVED : self->last, i);
  to->counts = counts_at (p);
  to->channel = channel_size (p);
  to->stride = stride_of (p);
  to->differs = differs_in (self, i);
  if (guide >= 0) {
    const CfKernelMotionField field = field_of_guide (self, i);

    to->field = field.vectors;
    to->field_width = field.width;
    to->field_height = field.height;
    to->halved_x = self->follows[i].halved_x;
    to->halved_y = self->follows[i].halved_y;
  }
}

void
cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfNoiseLaunch *launch)
{
  const CfFilter *f = self->filter;
  const guint32 given = cf_denoise_given_planes (params_of (self));
  guint i;

  cf_noise_plan_begin (&self->noise, launch);
  launch->argument.is_first = !has_last (self);
  if (has_last (self))
    launch->argument.scene_change = scene_change_of (self, 0);
  for (i = 0; i < f->n_planes; i++) {
    const gint luma = luma_of (self, i);
    CfKernelNoisePlane *to;

    if (!is_filtered (self, i) || (given >> i & 1) || src[i].bytes != bytes)
      continue;
    to = cf_noise_plan_add (&self->noise, i, cf_cuda_surface (&src[i]), luma,
        cf_cuda_surface (&src[MAX (luma, 0)]), launch);
    if (to && has_last (self))
      set_last (self, i, to);
  }
  cf_noise_plan_end (launch);
}

/* --- scene changes and motion --- */

/* Returns a plane's noise in the frames before, for searches; or NULL. */
static const guint32 *
search_of (const CfRecursivePlan *self, guint plane)
{
  const guint32 given = cf_denoise_given_planes (params_of (self));

  return (given | self->noise.unknown) >> plane & 1
             ? NULL
             : cf_noise_plan_searches (&self->noise) + plane;
}

/* A plane's last results. */
static CfCudaSurface
last_surface (const CfRecursivePlan *self, guint plane)
{
  const CfPlane *p = &self->filter->planes[plane];

  return (CfCudaSurface){ .data = results_of (self, self->last, plane),
    .stride = stride_of (p) * sizeof (guint16),
    .channel = channel_size (p),
    .step = 1 };
}

void
cf_recursive_plan_look (const CfRecursivePlan *self, const CfPlane *src,
    CfSceneChangeLaunch *launch)
{
  guint i;

  cf_scene_change_plan_begin (
      self->memory + self->look_at, scene_change_of (self, 0), launch);
  launch->argument.last_scene_change = scene_change_of (self, 1);
  for (i = 0; i < self->scene_change.n_guides; i++) {
    const guint plane = self->scene_change.guide[i];

    cf_scene_change_plan_add (&self->scene_change,
        cf_cuda_surface (&src[plane]), last_surface (self, plane), TRUE,
        search_of (self, plane), launch);
  }
}

gboolean
cf_recursive_plan_searches (const CfRecursivePlan *self)
{
  return has_last (self) && moves (self);
}

static gint
elapsed_of (const CfRecursivePlan *self)
{
  return cf_motion_intervals (self->filter->elapsed);
}

gboolean
cf_recursive_plan_is_gap (const CfRecursivePlan *self)
{
  return cf_recursive_plan_searches (self)
         && elapsed_of (self) != self->elapsed;
}

void
cf_recursive_plan_gap (
    const CfRecursivePlan *self, guint guide, CfMotionGapLaunch *launch)
{
  cf_motion_plan_gap (&self->motion[guide],
      self->memory + self->motion_at[guide], elapsed_of (self), self->elapsed,
      launch);
}

void
cf_recursive_plan_search (const CfRecursivePlan *self, guint guide, gint pass,
    const CfPlane *src, CfMotionLaunch *launch)
{
  const guint plane = self->scene_change.guide[guide];
  const CfPlane *p = &src[plane];
  guint8 *memory = self->memory + self->motion_at[guide];
  CfKernelMotion *d = &launch->argument;

  cf_motion_plan_begin (&self->motion[guide], memory, p, launch);
  cf_motion_plan_pass (&self->motion[guide], memory, pass, launch);
  d->last = results_of (self, self->last, plane)
            + cf_denoise_guide_channel (p->channels) * channel_size (p);
  d->last_stride = stride_of (p);
  d->scene_change = scene_change_of (self, 0);
  d->last_scene_change = scene_change_of (self, 1);
  d->is_guide = guide == 0;
  d->sigma = MAX (cf_denoise_given_sigma (params_of (self), plane), 0);
  d->estimate = search_of (self, plane);
  d->differs = differs_in (self, plane);
}

static void
add_moved (
    const CfRecursivePlan *self, guint i, CfCudaLaunch *l, CfMoveLaunch *launch)
{
  const gint halved_x = self->follows[i].halved_x,
             halved_y = self->follows[i].halved_y;
  const guint guide = self->follows[i].guide;
  const CfPlane *p = &self->filter->planes[i];
  guint8 *memory = self->memory + self->motion_at[guide];
  const CfKernelMotionField field =
      cf_motion_plan_field (&self->motion[guide], memory);
  CfKernelMovePlane *to = &launch->argument.plane[l->picture.n_planes];
  CfPlane blocks = *p;

  *to = (CfKernelMovePlane){
    .last = results_of (self, self->last, i),
    .moved = results_of (self, MOVED, i),
    .counts = counts_at (p),
    .channel = channel_size (p),
    .stride = stride_of (p),
    .width = p->width,
    .height = p->height,
    .halved_x = halved_x,
    .halved_y = halved_y,
    .vectors = field.vectors,
    .trusted = cf_motion_plan_trusted (&self->motion[guide], memory),
    .differs = differs_in (self, i),
    .stride_of_blocks = field.width,
  };
  blocks.width = cf_motion_blocks (p->width << halved_x);
  blocks.height = cf_motion_blocks (p->height << halved_y);
  cf_cuda_launch_add_filtered (l, &blocks, cf_cuda_surface (p),
      cf_cuda_surface (p), 0,
      CF_KERNEL_THREADS / CF_MOVE_LANES (halved_x, halved_y), CF_MOVE_ROWS,
      FALSE);
}

void
cf_recursive_plan_move (const CfRecursivePlan *self, CfMoveLaunch *launch)
{
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++)
    if (self->follows[i].guide >= 0)
      add_moved (self, i, &l, launch);
  launch->argument.picture = l.picture;
  launch->argument.scene_change = scene_change_of (self, 0);
  launch->n_blocks = l.n_blocks;
}

/* The sample width of the first launch. */
static gint
first_bytes (const CfFilter *filter)
{
  guint i;

  for (i = 0; i < filter->n_planes; i++)
    if ((filter->filtered >> i & 1) && filter->planes[i].bytes == 1)
      return 1;
  return filter->filtered ? 2 : 1;
}

static guint
divide_up (guint n, guint d)
{
  return (n + d - 1) / d;
}

static guint
tile_width (guint layout)
{
  return layout == CF_RECURSIVE_PAIR ? CF_RECURSIVE_PAIR_WIDTH
                                     : CF_RECURSIVE_WIDTH;
}

/* Blocks of filtered planes of this sample width where a warp has so many rows.
 */
static guint
count_blocks (const CfRecursivePlan *self, gint bytes, const CfPlane *src,
    const CfPlane *dst, guint rows)
{
  guint i, n = 0;

  for (i = 0; i < self->filter->n_planes; i++) {
    const guint layout = layout_of (&src[i], &dst[i]);

    if (is_filtered (self, i) && src[i].bytes == bytes)
      n += divide_up (src[i].width, tile_width (layout))
           * divide_up (src[i].height, CF_KERNEL_WARPS * rows)
           * (layout == CF_RECURSIVE_PAIR ? 1 : src[i].channels);
  }
  return n;
}

guint
cf_recursive_plan_kind (const CfRecursivePlan *self)
{
  if (is_high (self))
    return CF_RECURSIVE_PILOT;
  return params_of (self)->spatial > 0 ? CF_RECURSIVE_SPACE
                                       : CF_RECURSIVE_PLAIN;
}

/* A warp makes some rows above its own ones too: few that are high would be
 * best, but for a last round of blocks that leaves most of the GPU idle. */
static guint
choose_rows (const CfRecursivePlan *self, gint bytes, const CfPlane *src,
    const CfPlane *dst)
{
  const guint kind = cf_recursive_plan_kind (self);
  const guint margin = kind == CF_RECURSIVE_PLAIN ? 4 : 6;
  guint rows, best = CF_RECURSIVE_ROWS, least = G_MAXUINT;

  for (rows = CF_RECURSIVE_ROWS; rows <= CF_RECURSIVE_ROWS_MOST;
       rows += CF_RECURSIVE_ROWS) {
    const guint n = count_blocks (self, bytes, src, dst, rows);
    const guint cost = divide_up (n, self->n_resident[kind]) * (rows + margin);

    if (cost < least) {
      least = cost;
      best = rows;
    }
  }
  return best;
}

/* Serves a plane of colour. */
static void
set_luma (const CfRecursivePlan *self, guint i, const CfPlane *src,
    CfKernelRecursivePlane *to)
{
  const CfFilter *f = self->filter;
  const gint from = luma_of (self, i);
  gsize lane;

  if (from < 0)
    return;
  to->luma = cf_noise_plan_luma (f, i, from, cf_cuda_surface (&src[from]));
  lane = (gsize)(CF_RECURSIVE_LANE * src[from].bytes) << to->luma.halved_x;
  to->luma_is_vector = src[from].step == 1 && to->luma.halved_x <= 1
                       && is_aligned (&src[from], lane);
}

/* Plane i of the frame and its result. */
static void
add_filtered (const CfRecursivePlan *self, guint i, const CfPlane *all,
    const CfPlane *dst, CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const CfPlane *src = &all[i];
  CfKernelRecursivePlane *to = &launch->argument.plane[l->picture.n_planes];
  const guint layout = layout_of (src, dst);
  const gboolean is_moved =
      cf_recursive_plan_searches (self) && self->follows[i].guide >= 0;
  CfPlane geometry = *src;

  if (layout == CF_RECURSIVE_PAIR)
    geometry.channels = 1; /* a block has both */
  *to = (CfKernelRecursivePlane){
    .last = results_of (self, self->last, i),
    .moved = results_of (self, is_moved ? MOVED : self->last, i),
    .next = results_of (self, 1 - self->last, i),
    .counts = counts_at (src),
    .channel = channel_size (src),
    .differs = differs_in (self, i),
    .stride = stride_of (src),
    .strength = strength_of (params_of (self), i),
    .estimate = i,
    .layout = layout,
  };
  to->given = given_of (self, i);
  if (is_high (self))
    to->pilot = cf_wiener_plan_kept (&self->wiener, i);
  set_luma (self, i, all, to);
  cf_cuda_launch_add_filtered (l, &geometry, cf_cuda_surface (src),
      cf_cuda_surface (dst), 0, tile_width (layout),
      CF_KERNEL_WARPS * launch->argument.rows, FALSE);
}

/* Sets what was measured, in the frame or the one before. */
static void
set_noise (const CfRecursivePlan *self, CfKernelRecursive *to)
{
  const gboolean before = !cf_recursive_plan_is_early (self);
  gint i;

  for (i = 0; i < CF_NOISE_OFFSET_FRAMES && has_last (self); i++)
    to->offsets[i] = offsets_of (self, i);
  to->estimates = cf_noise_plan_estimates (&self->noise, before);
  to->luma_classes = cf_noise_plan_luma_classes (&self->noise, before);
  to->parts = cf_noise_plan_parts (&self->noise, before);
}

void
cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch)
{
  const CfFilter *filter = self->filter;
  const CfDenoiseParams *params = params_of (self);
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  launch->argument = (CfKernelRecursive){
    .past = params->past,
    .spatial = params->spatial,
    .rows = choose_rows (self, bytes, src, dst),
    .is_first = self->is_first,
  };
  set_noise (self, &launch->argument);
  if (has_last (self))
    launch->argument.scene_change = scene_change_of (self, 0);
  for (i = 0; i < filter->n_planes; i++)
    if (!is_filtered (self, i)) {
      if (bytes == first_bytes (filter))
        cf_cuda_launch_add_copied (&l, &filter->planes[i],
            cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
    } else if (src[i].bytes == bytes)
      add_filtered (self, i, src, &dst[i], &l, launch);
  launch->argument.picture = l.picture;
  launch->n_blocks = l.n_blocks;
}

/* --- the Wiener stage --- */

/* A profile tells the noise itself. */
static void
set_spectrum (const CfRecursivePlan *self, guint plane, CfKernelWienerPlane *to)
{
  const CfNoiseProfile *profile =
      cf_denoise_given_profile (params_of (self), plane);
  guint i;

  to->strength = strength_of (params_of (self), plane);
  to->given = given_of (self, plane);
  if (!profile)
    return;
  to->coarse = profile->coarse;
  for (i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    to->given.luma_classes[i] = profile->luma[i];
}

/* With a frame ahead fields are kept: guide planes' of the frame that comes. */
static void
set_kept_fields (const CfRecursivePlan *self, guint i, CfWienerPass pass,
    CfKernelWienerPlane *to)
{
  const CfWienerPlan *wiener = &self->wiener;
  const guint guide = self->scene_change.guide[self->follows[i].guide];

  if (pass == CF_WIENER_AHEAD) {
    to->field = cf_wiener_plan_field (wiener, guide, wiener->number - 1);
    to->frames.next_field =
        cf_wiener_plan_field (wiener, guide, wiener->number);
  } else if (pass == CF_WIENER_KEEP && guide == i) {
    to->frames.next_field = cf_wiener_plan_field (wiener, i, wiener->number);
  }
}

static void
add_windows (const CfRecursivePlan *self, guint i, CfWienerPass pass,
    const CfPlane *src, const CfPlane *dst, CfWienerLaunch *launch)
{
  const CfPlane *p = &self->filter->planes[i];
  CfKernelWienerPlane *to = cf_wiener_plan_add (
      &self->wiener, i, luma_of (self, i), pass, &src[i], &dst[i], launch);

  if (pass == CF_WIENER_PICTURE || pass == CF_WIENER_PILOT)
    to->mean = (CfKernelWienerMean){ results_of (self, 1 - self->last, i),
      counts_at (p), channel_size (p), stride_of (p) };
  set_spectrum (self, i, to);
  to->differs = differs_in (self, i);
  if (self->follows[i].guide >= 0) {
    const CfKernelMotionField field = field_of_guide (self, i);

    to->field = field.vectors;
    to->field_width = field.width;
    to->field_height = field.height;
    to->halved_x = self->follows[i].halved_x;
    to->halved_y = self->follows[i].halved_y;
    set_kept_fields (self, i, pass, to);
  }
}

void
cf_recursive_plan_wiener (const CfRecursivePlan *self, CfWienerPass pass,
    gboolean by_luma, const CfPlane *src, const CfPlane *dst,
    CfWienerLaunch *launch)
{
  const gboolean before = !cf_recursive_plan_is_early (self);
  CfKernelWiener *d = &launch->argument;
  guint32 planes = 0;
  guint i;

  for (i = 0; i < self->filter->n_planes; i++)
    if (is_filtered (self, i)
        && (pass == CF_WIENER_KEEP || (luma_of (self, i) >= 0) == by_luma))
      planes |= 1u << i;
  cf_wiener_plan_begin (&self->wiener, planes, pass, launch);
  for (i = 0; i < CF_NOISE_OFFSET_FRAMES && has_last (self); i++)
    d->offsets[i] = offsets_of (self, i);
  d->estimates = cf_noise_plan_estimates (&self->noise, before);
  d->spectra = cf_noise_plan_spectra (&self->noise, before);
  d->is_first |= !has_last (self);
  if (has_last (self))
    d->scene_change = scene_change_of (self, 0);
  for (i = 0; i < self->filter->n_planes; i++)
    if (planes >> i & 1)
      add_windows (self, i, pass, src, dst, launch);
  cf_wiener_plan_end (launch);
}

/* --- frames --- */

void
cf_recursive_plan_done (CfRecursivePlan *self)
{
  guint i;

  for (i = 0; i < self->scene_change.n_guides; i++)
    self->motion[i].is_fresh = !cf_recursive_plan_searches (self);
  self->last = 1 - self->last;
  self->frame = (self->frame + 1) % CF_OFFSET_SLOTS;
  self->is_first = FALSE;
  self->elapsed = elapsed_of (self);
  cf_wiener_plan_done (&self->wiener, is_high (self));
  cf_noise_plan_done (&self->noise, measured (self));
}

void
cf_recursive_plan_reset (CfRecursivePlan *self)
{
  self->is_first = TRUE;
  self->wiener.oldest = self->wiener.number;
  self->wiener.waits = FALSE;
  cf_noise_plan_reset (&self->noise);
}
