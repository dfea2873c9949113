/* What is kept of the last frame, and what kernels get. */
#include "cuda/denoise/recursiveplan.h"

#include "engine/denoise/cfdenoisemoved.h"
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

/* Whether there was a cut in this frame; `ago`: frames ago, 0 or 1. */
static guint32 *
cut_of (const CfRecursivePlan *self, guint ago)
{
  return (guint32 *)(self->memory + self->cuts_at) + (self->last + ago) % 2;
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

/* A leader's, of that number. */
static void
add_motion (CfRecursivePlan *self, guint leader)
{
  const CfPlane *p = &self->filter->planes[self->cut.leader[leader]];

  cf_motion_plan_init (&self->motion[leader], p->width, p->height);
  self->motion_at[leader] = take (self, self->motion[leader].size);
}

static void
follow (CfRecursivePlan *self, guint i)
{
  const guint plane =
      cf_denoise_leader (params_of (self), self->filter->filtered, i);
  const CfPlane *p = &self->filter->planes[i],
                *first = &self->filter->planes[plane];

  self->follows[i].halved_x = cf_denoise_subsampling (first->width, p->width);
  self->follows[i].halved_y = cf_denoise_subsampling (first->height, p->height);
  if (self->follows[i].halved_x >= 0 && self->follows[i].halved_y >= 0)
    self->follows[i].leader = plane == self->cut.leader[0] ? 0 : 1;
}

void
cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter)
{
  guint i;

  *self = (CfRecursivePlan){ .filter = filter, .is_first = TRUE };
  cf_noise_plan_init (&self->noise);
  cf_cut_plan_init (&self->cut, filter);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    self->plane_at[i] = self->set_size;
    if (is_filtered (self, i))
      self->set_size += channel_size (p) * p->channels;
  }
  take (self, (moves (self) ? 3 : 2) * self->set_size);
  self->noise_at = take (self, CF_NOISE_PLAN_SIZE);
  self->cuts_at = take (self, 2 * sizeof (guint32));
  self->look_at = take (self, CF_CUT_PLAN_SIZE);
  for (i = 0; i < self->cut.n_leaders && moves (self); i++)
    add_motion (self, i);
  for (i = 0; i < filter->n_planes; i++) {
    self->follows[i].leader = -1;
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
      &self->noise, self->memory + self->noise_at, &launch->argument);
}

/* Results and counts of the last frame, the next one, or those that are moved.
 */
static guint8 *
results_of (const CfRecursivePlan *self, guint set, guint plane)
{
  return self->memory + set * self->set_size + self->plane_at[plane];
}

/* Of the plane that is added next. */
static CfKernelRecursivePlane *
set_plane (const CfRecursivePlan *self, guint i, guint layout,
    const CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const CfDenoiseParams *params = params_of (self);
  const CfPlane *p = &self->filter->planes[i];
  CfKernelRecursivePlane *to = &launch->argument.plane[l->picture.n_planes];

  *to = (CfKernelRecursivePlane){
    .last = results_of (self, self->last, i),
    .next = results_of (self, 1 - self->last, i),
    .counts = counts_at (p),
    .channel = channel_size (p),
    .stride = stride_of (p),
    .width = p->width,
    .sigma = MAX (params->sigma, 0),
    .strength = strength_of (params, i),
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
  const CfFilter *f = self->filter;
  const CfPlaneKinds kinds = cf_denoise_plane_kinds (params_of (self));
  const gint light = cf_denoise_light_plane (&kinds, f->planes, f->filtered, i);
  CfKernelRecursivePlane *to;

  if (!cf_noise_plan_has_tiles (&src[i]))
    return;
  to = set_plane (self, i, CF_RECURSIVE_SINGLY, l, launch);
  if (light >= 0)
    to->light =
        cf_noise_plan_light (f, i, light, cf_cuda_surface (&src[light]));
  cf_noise_plan_add (&src[i], cf_cuda_surface (&src[i]), to, l);
}

/* Behind the first frame, where anything is filtered. */
static gboolean
has_last (const CfRecursivePlan *self)
{
  return self->cut.n_leaders > 0 && !self->is_first;
}

gboolean
cf_recursive_plan_looks (const CfRecursivePlan *self)
{
  return has_last (self) && !moves (self);
}

void
cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    gboolean again, const CfPlane *src, CfRecursiveLaunch *launch)
{
  CfCudaLaunch l;
  guint i;

  launch_init (self, &l, launch);
  if (cf_recursive_plan_looks (self) || again)
    launch->argument.cut = cut_of (self, 0);
  launch->argument.again = again;
  if (params_of (self)->sigma < 0)
    for (i = 0; i < self->filter->n_planes; i++)
      if (is_filtered (self, i) && src[i].bytes == bytes)
        add_noise (self, i, src, &l, launch);
  launch_end (&l, launch);
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
cf_recursive_plan_look (
    const CfRecursivePlan *self, const CfPlane *src, CfCutLaunch *launch)
{
  const guint32 *estimates =
      params_of (self)->sigma < 0 && !self->noise.is_unknown
          ? cf_noise_plan_estimates (self->memory + self->noise_at)
          : NULL;
  guint i;

  cf_cut_plan_begin (self->memory + self->look_at, cut_of (self, 0), launch);
  for (i = 0; i < self->cut.n_leaders; i++) {
    const guint plane = self->cut.leader[i];

    cf_cut_plan_add (&self->cut, cf_cuda_surface (&src[plane]),
        last_surface (self, plane), TRUE, estimates, launch);
  }
}

gboolean
cf_recursive_plan_searches (const CfRecursivePlan *self)
{
  return has_last (self) && moves (self);
}

void
cf_recursive_plan_search (const CfRecursivePlan *self, guint leader, gint pass,
    const CfPlane *src, CfMotionLaunch *launch)
{
  const CfDenoiseParams *params = params_of (self);
  const guint plane = self->cut.leader[leader];
  const CfPlane *p = &src[plane];
  guint8 *memory = self->memory + self->motion_at[leader];
  CfKernelMotion *d = &launch->argument;

  cf_motion_plan_begin (&self->motion[leader], memory, p, launch);
  cf_motion_plan_pass (&self->motion[leader], memory, pass, launch);
  d->last = results_of (self, self->last, plane)
            + cf_denoise_leading_channel (p->channels) * channel_size (p);
  d->last_stride = stride_of (p);
  d->cut = cut_of (self, 0);
  d->last_cut = cut_of (self, 1);
  d->is_leader = leader == 0;
  d->sigma = MAX (params->sigma, 0);
  d->estimate =
      params->sigma < 0
          ? cf_noise_plan_estimates (self->memory + self->noise_at) + plane
          : NULL;
}

static void
add_moved (
    const CfRecursivePlan *self, guint i, CfCudaLaunch *l, CfMoveLaunch *launch)
{
  const gint halved_x = self->follows[i].halved_x,
             halved_y = self->follows[i].halved_y;
  const guint leader = self->follows[i].leader;
  const CfPlane *p = &self->filter->planes[i];
  guint8 *memory = self->memory + self->motion_at[leader];
  const CfKernelMotionField field =
      cf_motion_plan_field (&self->motion[leader], memory);
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
    .trusted = cf_motion_plan_trusted (&self->motion[leader], memory),
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
    if (self->follows[i].leader >= 0)
      add_moved (self, i, &l, launch);
  launch->argument.picture = l.picture;
  launch->argument.cut = cut_of (self, 0);
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

/* A warp makes some rows above its own ones too: few that are high would be
 * best, but for a last round of blocks that leaves most of the GPU idle. */
static guint
choose_rows (const CfRecursivePlan *self, gint bytes, const CfPlane *src,
    const CfPlane *dst)
{
  const guint margin = params_of (self)->spatial > 0 ? 6 : 4;
  guint rows, best = CF_RECURSIVE_ROWS, least = G_MAXUINT;

  for (rows = CF_RECURSIVE_ROWS; rows <= CF_RECURSIVE_ROWS_MOST;
       rows += CF_RECURSIVE_ROWS) {
    const guint n = count_blocks (self, bytes, src, dst, rows);
    const guint cost = divide_up (n, self->n_resident) * (rows + margin);

    if (cost < least) {
      least = cost;
      best = rows;
    }
  }
  return best;
}

static void
add_filtered (const CfRecursivePlan *self, guint i, const CfPlane *src,
    const CfPlane *dst, CfCudaLaunch *l, CfRecursiveLaunch *launch)
{
  const guint layout = layout_of (src, dst);
  CfKernelRecursivePlane *plane;
  CfPlane geometry = *src;

  if (layout == CF_RECURSIVE_PAIR)
    geometry.channels = 1; /* a block has both */
  plane = set_plane (self, i, layout, l, launch);
  if (cf_recursive_plan_searches (self) && self->follows[i].leader >= 0)
    plane->last = results_of (self, MOVED, i);
  cf_cuda_launch_add_filtered (l, &geometry, cf_cuda_surface (src),
      cf_cuda_surface (dst), 0, tile_width (layout),
      CF_KERNEL_WARPS * launch->argument.rows, FALSE);
}

void
cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch)
{
  const CfFilter *filter = self->filter;
  CfCudaLaunch l;
  guint i;

  launch_init (self, &l, launch);
  launch->argument.rows = choose_rows (self, bytes, src, dst);
  if (params_of (self)->sigma >= 0)
    launch->argument.estimates = NULL;
  if (has_last (self))
    launch->argument.cut = cut_of (self, 0);
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
  guint i;

  for (i = 0; i < self->cut.n_leaders; i++)
    self->motion[i].is_fresh = !cf_recursive_plan_searches (self);
  self->last = 1 - self->last;
  self->is_first = FALSE;
  cf_noise_plan_done (&self->noise, params_of (self)->sigma < 0);
}

void
cf_recursive_plan_forget (CfRecursivePlan *self)
{
  self->is_first = TRUE;
  cf_noise_plan_forget (&self->noise);
}
