/* What is kept of the last frame, and what kernels get. */
#include "cuda/denoise/recursiveplan.h"

#include "engine/denoise/cfdenoisenoise.h"
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

#define N_BINS (CF_MAX_PLANES * CF_DENOISE_BINS)

static guint32 *
bins_of (const CfRecursivePlan *self)
{
  return (guint32 *)(self->memory + 2 * self->half_size);
}

void
cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfRecursivePlan){
    .filter = filter, .history = 1, .is_first = TRUE, .is_unknown = TRUE
  };
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    self->plane_at[i] = self->half_size;
    if (is_filtered (self, i))
      self->half_size += channel_size (p) * p->channels;
  }
  self->size =
      2 * self->half_size + (N_BINS + CF_MAX_PLANES + 1) * sizeof (guint32);
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
  guint32 *bins = bins_of (self);

  cf_cuda_launch_init (l, CF_BORDER_REPLICATE);
  launch->argument = (CfKernelRecursive){
    .bins = bins,
    .estimates = bins + N_BINS,
    .n_done = bins + N_BINS + CF_MAX_PLANES,
    .told = self->told,
    .past = params_of (self)->past,
    .spatial = params_of (self)->spatial,
    .history = self->history,
    .is_first = self->is_first,
    .is_unknown = self->is_unknown,
  };
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
  };
  return to;
}

static void
launch_end (const CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  launch->argument.picture = l->picture;
  launch->n_blocks = l->n_blocks;
}

/* A plane's tiles, of which not all rows are looked at. */
static void
add_noise (const CfRecursivePlan *self, guint i, const CfPlane *src,
    CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const gint down = cf_denoise_tiles (src->height);
  const gint step = cf_denoise_tile_step (down);
  CfKernelRecursivePlane *plane;
  CfPlane tiles = *src;

  tiles.width = cf_denoise_tiles (src->width);
  tiles.height = (down + step - 1) / step;
  if (tiles.width == 0 || tiles.height == 0)
    return;
  plane = set_plane (self, i, layout_of (src, src), l, launch);
  plane->tile_step = step;
  cf_cuda_launch_add_filtered (l, &tiles, cf_cuda_surface (src),
      cf_cuda_surface (src), 0, CF_NOISE_TILES, 1, FALSE);
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
    self->is_unknown = FALSE;
}

void
cf_recursive_plan_forget (CfRecursivePlan *self)
{
  self->is_first = TRUE;
  self->is_unknown = TRUE;
  self->history = (guint16)(self->history + 1);
}

guint
cf_recursive_plan_sigma (const CfRecursivePlan *self, guint plane)
{
  const guint told = (guint)g_atomic_int_get ((gint *)&self->told[plane]);

  return told >> 16 == self->history ? told & 0xffff : 0;
}
