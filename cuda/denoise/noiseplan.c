/* What is kept of estimates of the noise, and what their kernels get. */
#include "cuda/denoise/noiseplan.h"

#include "engine/denoise/cfdenoisemoved.h"

#define N_BINS (CF_MAX_PLANES * CF_DENOISE_CLASS_BINS)

void
cf_noise_plan_init (CfNoisePlan *self)
{
  *self = (CfNoisePlan){ .history = 1, .is_unknown = TRUE };
}

guint32 *
cf_noise_plan_estimates (guint8 *memory)
{
  return (guint32 *)memory + N_BINS;
}

void
cf_noise_plan_describe (
    const CfNoisePlan *self, guint8 *memory, CfKernelRecursive *argument)
{
  argument->bins = (guint32 *)memory;
  argument->estimates = cf_noise_plan_estimates (memory);
  argument->n_done = argument->estimates + CF_MAX_PLANES;
  argument->began = argument->n_done + 1;
  argument->frame = self->frame;
  argument->told = self->told;
  argument->history = self->history;
  argument->is_unknown = self->is_unknown;
}

gboolean
cf_noise_plan_has_tiles (const CfPlane *geometry)
{
  return cf_denoise_tiles (geometry->width) > 0
         && cf_denoise_tiles (geometry->height) > 0;
}

static gint
layout_of (const CfPlane *geometry, const CfCudaSurface *from)
{
  gsize bits = (gsize)from->data;

  if (geometry->height > 1)
    bits |= from->stride;
  if (geometry->channels > 1)
    bits |= from->channel;
  return from->step == 1 && bits % (CF_RECURSIVE_LANE * geometry->bytes) == 0
             ? CF_RECURSIVE_VECTOR
             : CF_RECURSIVE_SINGLY;
}

void
cf_noise_plan_add (const CfPlane *geometry, CfCudaSurface from,
    CfKernelRecursivePlane *plane, CfCudaLaunch *launch)
{
  const gint rows = cf_denoise_tiles (geometry->height);
  const gint step = cf_denoise_tile_step (rows);
  CfPlane tiles = *geometry;

  tiles.width = cf_denoise_tiles (geometry->width);
  tiles.height = (rows + step - 1) / step;
  plane->tile_step = step;
  plane->layout = layout_of (geometry, &from);
  cf_cuda_launch_add_filtered (
      launch, &tiles, from, from, 0, CF_NOISE_TILES, 1, FALSE);
}

void
cf_noise_plan_add_frames (const CfPlane *geometry, guint plane,
    gboolean is_colour, CfCudaSurface from, CfCudaSurface other,
    CfKernelLight light, CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  CfKernelRecursivePlane *to = &launch->argument.plane[l->picture.n_planes];

  if (!cf_noise_plan_has_tiles (geometry))
    return;
  *to = (CfKernelRecursivePlane){ .last = other.data,
    .channel = other.channel,
    .stride = other.stride / geometry->bytes,
    .apart = other.step,
    .width = geometry->width,
    .estimate = plane,
    .light = light,
    .last_layout = layout_of (geometry, &other),
    .is_colour = is_colour };
  cf_noise_plan_add (geometry, from, to, l);
}

CfKernelLight
cf_noise_plan_light (
    const CfFilter *filter, guint plane, guint light, CfCudaSurface from)
{
  const CfPlane *p = &filter->planes[light], *to = &filter->planes[plane];

  return (CfKernelLight){ .at = from.data,
    .stride = from.stride,
    .step = from.step,
    .bytes = p->bytes,
    .bits = p->bits,
    .shift = p->shift,
    .halved_x = cf_denoise_subsampling (p->width, to->width),
    .halved_y = cf_denoise_subsampling (p->height, to->height) };
}

void
cf_noise_plan_picture (const CfNoisePlan *self, const CfFilter *filter,
    const CfPlaneKinds *kinds, guint8 *memory, const CfPlane *src, gint bytes,
    CfRecursiveLaunch *launch)
{
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  *launch = (CfRecursiveLaunch){ .argument.is_first = TRUE };
  cf_noise_plan_describe (self, memory, &launch->argument);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];
    const CfCudaSurface from = cf_cuda_surface (&src[i]);
    CfKernelLight tells = {};
    gint light;

    if (!(filter->filtered >> i & 1) || p->bytes != bytes)
      continue;
    light = cf_denoise_light_plane (kinds, filter->planes, filter->filtered, i);
    if (light >= 0)
      tells =
          cf_noise_plan_light (filter, i, light, cf_cuda_surface (&src[light]));
    cf_noise_plan_add_frames (
        p, i, kinds->chroma >> i & 1, from, from, tells, &l, launch);
  }
  launch->argument.picture = l.picture;
  launch->n_blocks = l.n_blocks;
}

void
cf_noise_plan_done (CfNoisePlan *self, gboolean is_estimated)
{
  self->frame++;
  self->is_unknown = !is_estimated;
}

void
cf_noise_plan_forget (CfNoisePlan *self)
{
  self->is_unknown = TRUE;
  self->history = (guint16)(self->history + 1);
}

guint
cf_noise_plan_sigma (const CfNoisePlan *self, guint plane)
{
  const guint told = (guint)g_atomic_int_get ((gint *)&self->told[plane]);

  return !self->is_unknown && told >> 16 == self->history ? told & 0xffff : 0;
}
