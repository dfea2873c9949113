/* What is kept of the last frame, and what kernels get. */
#include "cuda/denoise/recursiveplan.h"

#include "engine/denoise/cfdenoiserecursive.h"

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

void
cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfRecursivePlan){ .filter = filter, .is_first = TRUE };
  cf_noise_plan_init (&self->noise);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    self->plane_at[i] = self->half_size;
    if (is_filtered (self, i))
      self->half_size += channel_size (p) * p->channels;
  }
  self->size = 2 * self->half_size + CF_NOISE_PLAN_SIZE;
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

static void
launch_init (
    const CfRecursivePlan *self, CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  cf_cuda_launch_init (l, CF_BORDER_REPLICATE);
  launch->argument = (CfKernelRecursive){
    .past = params_of (self)->past,
    .spatial = params_of (self)->spatial,
    .is_first = self->is_first,
  };
  cf_noise_plan_describe (
      &self->noise, self->memory + 2 * self->half_size, &launch->argument);
}

/* Of the plane that is added next. */
static CfKernelRecursivePlane *
set_plane (const CfRecursivePlan *self, guint i, guint layout,
    const CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const CfDenoiseParams *params = params_of (self);
  const CfPlane *p = &self->filter->planes[i];
  CfKernelRecursivePlane *to = &launch->argument.plane[l->picture.n_planes];
  guint8 *at = self->memory + self->plane_at[i];

  *to = (CfKernelRecursivePlane){
    .last = at + self->last * self->half_size,
    .next = at + (1 - self->last) * self->half_size,
    .counts = counts_at (p),
    .channel = channel_size (p),
    .stride = stride_of (p),
    .width = p->width,
    .sigma = MAX (params->sigma, 0),
    .strength =
        params->chroma >> i & 1 ? params->chroma_strength : params->strength,
    .estimate = i,
    .layout = layout,
    .is_colour = params->chroma >> i & 1,
  };
  return to;
}

static void
launch_end (const CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  launch->argument.picture = l->picture;
  launch->n_blocks = l->n_blocks;
}

static void
add_noise (const CfRecursivePlan *self, guint i, const CfPlane *src,
    CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  if (cf_noise_plan_has_tiles (src))
    cf_noise_plan_add (src, cf_cuda_surface (src),
        set_plane (self, i, CF_RECURSIVE_SINGLY, l, launch), l);
}

void
cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfRecursiveLaunch *launch)
{
  CfCudaLaunch l;
  guint i;

  launch_init (self, &l, launch);
  if (params_of (self)->sigma < 0)
    for (i = 0; i < self->filter->n_planes; i++)
      if (is_filtered (self, i) && src[i].bytes == bytes)
        add_noise (self, i, &src[i], &l, launch);
  launch_end (&l, launch);
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

static void
add_filtered (const CfRecursivePlan *self, guint i, const CfPlane *src,
    const CfPlane *dst, CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const guint layout = layout_of (src, dst);
  CfPlane geometry = *src;

  if (layout == CF_RECURSIVE_PAIR)
    geometry.channels = 1; /* a block has both */
  set_plane (self, i, layout, l, launch);
  cf_cuda_launch_add_filtered (l, &geometry, cf_cuda_surface (src),
      cf_cuda_surface (dst), 0,
      layout == CF_RECURSIVE_PAIR ? CF_RECURSIVE_PAIR_WIDTH
                                  : CF_RECURSIVE_WIDTH,
      CF_RECURSIVE_HEIGHT, FALSE);
}

void
cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch)
{
  const CfFilter *filter = self->filter;
  CfCudaLaunch l;
  guint i;

  launch_init (self, &l, launch);
  if (params_of (self)->sigma >= 0)
    launch->argument.estimates = NULL;
  for (i = 0; i < filter->n_planes; i++)
    if (!is_filtered (self, i)) {
      if (bytes == first_bytes (filter))
        cf_cuda_launch_add_copied (&l, &filter->planes[i],
            cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
    } else if (src[i].bytes == bytes)
      add_filtered (self, i, &src[i], &dst[i], &l, launch);
  launch_end (&l, launch);
}

/* --- frames --- */

void
cf_recursive_plan_done (CfRecursivePlan *self)
{
  self->last = 1 - self->last;
  self->is_first = FALSE;
  if (params_of (self)->sigma < 0)
    cf_noise_plan_done (&self->noise);
}

void
cf_recursive_plan_forget (CfRecursivePlan *self)
{
  self->is_first = TRUE;
  cf_noise_plan_forget (&self->noise);
}
