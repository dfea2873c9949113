/* How strong the noise of a filter's planes is: rows of tiles, shared by
 * threads. */
#include "cpu/denoise/noise.h"

#include "engine/denoise/cfdenoisemoved.h"

#include <string.h>

typedef struct {
  guint plane;
  gint channel, row;
} Tiles;

typedef struct {
  CfCpuNoise *self;
  const CfPlane *src;
  CfCpuNoiseFunc compare;
  gconstpointer owner;
  guint8 *scratch;
  gsize scratch_size;
} Pass;

static CfCpuDevice *
device_of (const CfCpuNoise *self)
{
  return (CfCpuDevice *)self->filter->device;
}

static guint
n_threads (const CfCpuNoise *self)
{
  return cf_cpu_pool_get_n_threads (device_of (self)->pool);
}

static gboolean
is_colour (const CfCpuNoise *self, guint plane)
{
  return self->kinds.chroma >> plane & 1;
}

static void
find_light (
    const CfCpuNoise *self, CfCpuNoiseJob *job, guint plane, const CfPlane *src)
{
  const CfFilter *f = self->filter;
  const gint from =
      cf_denoise_light_plane (&self->kinds, f->planes, f->filtered, plane);

  if (from < 0)
    return;
  job->light = &src[from];
  job->halved_x =
      cf_denoise_subsampling (src[from].width, f->planes[plane].width);
  job->halved_y =
      cf_denoise_subsampling (src[from].height, f->planes[plane].height);
}

static guint32 *
bins_of (const CfCpuNoise *self, guint thread, guint plane)
{
  return self->bins + (thread * CF_MAX_PLANES + plane) * CF_DENOISE_CLASS_BINS;
}

static gsize
n_bins (const CfCpuNoise *self)
{
  return (gsize)n_threads (self) * CF_MAX_PLANES * CF_DENOISE_CLASS_BINS;
}

void
cf_cpu_noise_init (CfCpuNoise *self, const CfFilter *filter, CfPlaneKinds kinds)
{
  guint i;

  *self = (CfCpuNoise){ .filter = filter, .kinds = kinds };
  for (i = 0; i < G_N_ELEMENTS (self->shares); i++)
    self->shares[i] = cf_denoise_noise_share (i);
  self->bins = g_new (guint32, n_bins (self));
  self->tiles = g_array_new (FALSE, FALSE, sizeof (Tiles));
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];
    const gint rows = cf_denoise_tiles (p->height);
    const gint step = cf_denoise_tile_step (rows);
    Tiles t = { i };

    if (!(filter->filtered >> i & 1) || cf_denoise_tiles (p->width) == 0)
      continue;
    for (t.channel = 0; t.channel < p->channels; t.channel++)
      for (t.row = 0; t.row < rows; t.row += step)
        g_array_append_val (self->tiles, t);
  }
}

void
cf_cpu_noise_clear (CfCpuNoise *self)
{
  g_array_unref (self->tiles);
  g_free (self->bins);
}

static void
add_tiles (gpointer data, guint slice, guint thread)
{
  const Pass *pass = data;
  const Tiles *t = &g_array_index (pass->self->tiles, Tiles, slice);
  const CfPlane *src = &pass->src[t->plane];
  CfCpuNoiseJob job = {
    .job = { .src = src, .channel = t->channel },
    .shares = pass->self->shares,
    .tile_row = t->row,
    .is_colour = is_colour (pass->self, t->plane),
  };

  find_light (pass->self, &job, t->plane, pass->src);
  if (pass->compare)
    pass->compare (pass->owner, t->plane, &job);
  device_of (pass->self)
      ->kernels.noise->run[src->bytes - 1](&job,
          pass->scratch + thread * pass->scratch_size,
          bins_of (pass->self, thread, t->plane));
}

void
cf_cpu_noise_estimate (CfCpuNoise *self, const CfPlane *src,
    CfCpuNoiseFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size)
{
  Pass pass = { self, src, compare, owner, scratch, scratch_size };
  guint i, thread, bin;

  if (!cf_denoise_is_estimated (self->frame))
    return;
  memset (self->bins, 0, n_bins (self) * sizeof (guint32));
  cf_cpu_pool_run (device_of (self)->pool, add_tiles, &pass, self->tiles->len);
  for (i = 0; i < self->filter->n_planes; i++) {
    guint32 *bins = bins_of (self, 0, i);

    for (thread = 1; thread < n_threads (self); thread++)
      for (bin = 0; bin < CF_DENOISE_CLASS_BINS; bin++)
        bins[bin] += bins_of (self, thread, i)[bin];
    self->sigma[i] =
        cf_denoise_sigma_next (self->sigma[i], cf_denoise_sigma_of (bins));
  }
}

void
cf_cpu_noise_done (CfCpuNoise *self)
{
  self->frame++;
}

void
cf_cpu_noise_forget (CfCpuNoise *self)
{
  memset (self->sigma, 0, sizeof (self->sigma));
  self->frame = 0;
}

guint
cf_cpu_noise_sigma (const CfCpuNoise *self, guint plane)
{
  const CfDenoiseParams *params = &self->filter->params.denoise;

  return cf_denoise_effective_sigma (params,
      params->sigma < 0 ? (gint)self->sigma[plane] : params->sigma, plane);
}
