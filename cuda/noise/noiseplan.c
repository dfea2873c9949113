/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plans what is kept of planes' noise, and its kernels' arguments. */
#include "cuda/noise/noiseplan.h"

#include "engine/motion/cfmoved.h"

/* --- memory --- */

#define HELD_SIZE (CF_MAX_PLANES * sizeof (CfNoiseHeld))
/* A slot has estimates, parts, and two numbers of each class of brightness. */
#define SLOT (2 + 2 * CF_NOISE_LUMA_CLASSES)
/* After two of those come searches, and blocks that are done. */
#define WORDS_SIZE ((2 * SLOT + 2) * CF_MAX_PLANES * sizeof (guint32))

static gboolean
is_filtered (const CfNoisePlan *self, guint plane)
{
  return self->filter->filtered >> plane & 1;
}

static gint
rows_of (const CfPlane *p)
{
  const gint down = cf_noise_tiles (p->height);
  const gint step = cf_noise_tile_step (down);

  return (down + step - 1) / step;
}

/* Counts all channels. */
static gsize
n_tiles_of (const CfPlane *p)
{
  return (gsize)cf_noise_tiles (p->width) * rows_of (p) * p->channels;
}

void
cf_noise_plan_init (
    CfNoisePlan *self, const CfFilter *filter, CfPlaneKinds kinds)
{
  guint i;

  *self = (CfNoisePlan){
    .filter = filter, .kinds = kinds, .history = 1, .unknown = G_MAXUINT32
  };
  self->size = (HELD_SIZE + WORDS_SIZE + 127) / 128 * 128;
  for (i = 0; i < filter->n_planes; i++) {
    self->tiles_at[i] = self->size;
    if (is_filtered (self, i))
      self->size +=
          (n_tiles_of (&filter->planes[i]) * sizeof (CfNoiseTile) + 127) / 128
          * 128;
  }
}

static guint32 *
words_of (const CfNoisePlan *self, guint i)
{
  return (guint32 *)(self->memory + HELD_SIZE) + i * CF_MAX_PLANES;
}

static guint
slot_of (const CfNoisePlan *self, gboolean before)
{
  return SLOT * ((self->slot + (before ? 1 : 0)) % 2);
}

guint32 *
cf_noise_plan_estimates (const CfNoisePlan *self, gboolean before)
{
  return words_of (self, slot_of (self, before));
}

guint32 *
cf_noise_plan_parts (const CfNoisePlan *self, gboolean before)
{
  return words_of (self, slot_of (self, before) + 1);
}

guint32 *
cf_noise_plan_luma_classes (const CfNoisePlan *self, gboolean before)
{
  return words_of (self, slot_of (self, before) + 2);
}

guint32 *
cf_noise_plan_spectra (const CfNoisePlan *self, gboolean before)
{
  return words_of (self, slot_of (self, before) + 2 + CF_NOISE_LUMA_CLASSES);
}

guint32 *
cf_noise_plan_searches (const CfNoisePlan *self)
{
  return words_of (self, 2 * SLOT);
}

/* --- launches --- */

static gint
layout_of (const CfPlane *geometry, const CfCudaSurface *from)
{
  const gsize lane = CF_NOISE_LANE * geometry->bytes;
  gsize bits = (gsize)from->data;

  if (geometry->height > 1)
    bits |= from->stride;
  if (from->step == 2 && geometry->channels == 2
      && from->channel == geometry->bytes && bits % (2 * lane) == 0)
    return CF_NOISE_PAIR;
  if (geometry->channels > 1)
    bits |= from->channel;
  return from->step == 1 && bits % lane == 0 ? CF_NOISE_VECTOR
                                             : CF_NOISE_SINGLY;
}

CfKernelNoiseSide
cf_noise_plan_side (const CfPlane *geometry, CfCudaSurface surface)
{
  return (CfKernelNoiseSide){ .at = surface.data,
    .stride = surface.stride,
    .channel = surface.channel,
    .step = surface.step,
    .layout = layout_of (geometry, &surface) };
}

void
cf_noise_plan_begin (const CfNoisePlan *self, CfNoiseLaunch *launch)
{
  *launch =
      (CfNoiseLaunch){ .argument = {
                           .held = (CfNoiseHeld *)self->memory,
                           .estimates = cf_noise_plan_estimates (self, FALSE),
                           .parts = cf_noise_plan_parts (self, FALSE),
                           .luma_classes =
                               cf_noise_plan_luma_classes (self, FALSE),
                           .spectra = cf_noise_plan_spectra (self, FALSE),
                           .searches = cf_noise_plan_searches (self),
                           .n_done = words_of (self, 2 * SLOT + 1),
                           .readback = self->readback,
                           .history = self->history,
                           .unknown = self->unknown,
                       } };
  cf_cuda_launch_init (&launch->planes, CF_BORDER_REPLICATE);
}

CfKernelLuma
cf_noise_plan_luma (
    const CfFilter *filter, guint plane, guint luma, CfCudaSurface from)
{
  const CfPlane *p = &filter->planes[luma], *to = &filter->planes[plane];

  return (CfKernelLuma){ .at = from.data,
    .stride = from.stride,
    .step = from.step,
    .bytes = p->bytes,
    .bits = p->bits,
    .shift = p->shift,
    .halved_x = cf_denoise_subsampling (p->width, to->width),
    .halved_y = cf_denoise_subsampling (p->height, to->height) };
}

CfKernelNoisePlane *
cf_noise_plan_add (const CfNoisePlan *self, guint plane, CfCudaSurface from,
    gint luma, CfCudaSurface luma_from, CfNoiseLaunch *launch)
{
  const CfPlane *p = &self->filter->planes[plane];
  CfKernelNoisePlane *to =
      &launch->argument.plane[launch->planes.picture.n_planes];
  CfPlane tiles = *p;

  tiles.width = cf_noise_tiles (p->width);
  tiles.height = rows_of (p);
  if (tiles.width == 0 || tiles.height == 0)
    return NULL;
  *to = (CfKernelNoisePlane){
    .tiles = (guint32 *)(self->memory + self->tiles_at[plane]),
    .width = p->width,
    .n_tiles = n_tiles_of (p),
    .number = plane,
    .tile_step = cf_noise_tile_step (cf_noise_tiles (p->height)),
    .layout = layout_of (p, &from),
    .is_colour = self->kinds.chroma >> plane & 1,
  };
  if (luma >= 0)
    to->luma = cf_noise_plan_luma (self->filter, plane, luma, luma_from);
  cf_cuda_launch_add_filtered (&launch->planes, &tiles, from, from, 0,
      CF_NOISE_GROUP * CF_NOISE_GROUPS, 1, FALSE);
  return to;
}

void
cf_noise_plan_end (CfNoiseLaunch *launch)
{
  launch->argument.picture = launch->planes.picture;
  launch->n_blocks = launch->planes.n_blocks;
}

void
cf_noise_plan_picture (const CfNoisePlan *self, const CfPlane *src, gint bytes,
    CfNoiseLaunch *launch)
{
  const CfFilter *filter = self->filter;
  guint i;

  cf_noise_plan_begin (self, launch);
  launch->argument.is_first = TRUE;
  launch->argument.is_alone = TRUE;
  for (i = 0; i < filter->n_planes; i++) {
    const gint luma = cf_denoise_luma_plane (
        &self->kinds, filter->planes, filter->filtered, i);

    if (is_filtered (self, i) && filter->planes[i].bytes == bytes)
      cf_noise_plan_add (self, i, cf_cuda_surface (&src[i]), luma,
          cf_cuda_surface (&src[MAX (luma, 0)]), launch);
  }
  cf_noise_plan_end (launch);
}

/* --- frames --- */

void
cf_noise_plan_done (CfNoisePlan *self, guint32 measured)
{
  self->n_measured = measured == ~self->unknown ? self->n_measured : 0;
  self->n_measured = MIN (self->n_measured + 1, CF_NOISE_EARLY);
  self->unknown = ~measured;
  self->slot = 1 - self->slot;
}

gboolean
cf_noise_plan_is_early (const CfNoisePlan *self, guint32 measured)
{
  return measured != ~self->unknown || self->n_measured < CF_NOISE_EARLY;
}

void
cf_noise_plan_reset_frames (CfNoisePlan *self)
{
  self->unknown = G_MAXUINT32;
}

void
cf_noise_plan_reset (CfNoisePlan *self)
{
  cf_noise_plan_reset_frames (self);
  self->history = (guint16)(self->history + 1);
}

gboolean
cf_noise_plan_get (const CfNoisePlan *self, guint plane, CfNoise *noise)
{
  const guint32 *readback = self->readback + plane * CF_NOISE_READBACK_WORDS;
  guint32 words[CF_NOISE_READBACK_WORDS];
  guint i;

  for (i = 0; i < CF_NOISE_READBACK_WORDS; i++)
    words[i] = (guint32)g_atomic_int_get ((const gint *)&readback[i]);
  if ((self->unknown >> plane & 1) || words[0] >> 16 != self->history)
    return FALSE;
  *noise = (CfNoise){ .sigma = words[0] & 0xffff,
    .coarse = words[1] & 0xffff,
    .is_by_luma = words[1] >> 16 };
  for (i = 0; i < CF_NOISE_LUMA_CLASSES && noise->is_by_luma; i++)
    noise->luma[i] = words[2 + i / 2] >> i % 2 * 16 & 0xffff;
  return TRUE;
}
