/* How strong the noise of a frame is: rows of tiles, shared by threads. */
#include "cpu/denoise/noise_kernel.h"
#include "cpu/denoise/recursive.h"

#include <string.h>

static guint
n_threads (const CfCpuRecursive *self)
{
  return cf_cpu_pool_get_n_threads (cf_cpu_recursive_device (self)->pool);
}

static guint32 *
bins_of (CfCpuRecursive *self, guint thread, guint plane)
{
  return self->bins + (thread * CF_MAX_PLANES + plane) * CF_DENOISE_BINS;
}

void
cf_cpu_recursive_noise_init (CfCpuRecursive *self)
{
  guint i;

  self->bins =
      g_new0 (guint32, n_threads (self) * CF_MAX_PLANES * CF_DENOISE_BINS);
  self->tiles = g_array_new (FALSE, FALSE, sizeof (CfCpuRecursiveSlice));
  for (i = 0; i < self->filter.n_planes; i++) {
    const CfPlane *p = &self->filter.planes[i];
    const gint rows = cf_denoise_tiles (p->height);
    const gint step = cf_denoise_tile_step (rows);
    CfCpuRecursiveSlice s = { i };

    if (!cf_cpu_recursive_is_filtered (self, i)
        || cf_denoise_tiles (p->width) == 0)
      continue;
    for (s.channel = 0; s.channel < p->channels; s.channel++)
      for (s.top = 0; s.top < rows; s.top += step)
        g_array_append_val (self->tiles, s);
  }
}

static void
add_tiles (gpointer data, guint slice, guint thread)
{
  const CfCpuRecursiveRun *run = data;
  CfCpuRecursive *self = run->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->tiles, CfCpuRecursiveSlice, slice);
  const CfPlane *src = &run->src[s->plane];
  const CfCpuNoiseJob job = {
    .job = { .src = src, .channel = s->channel },
    .last = self->planes[s->plane].channels[s->channel].frames[self->last],
    .tile_row = s->top,
  };

  cf_cpu_recursive_device (self)->kernels.noise->run[src->bytes - 1](&job,
      self->scratch + thread * self->scratch_size,
      bins_of (self, thread, s->plane));
}

void
cf_cpu_recursive_noise_estimate (CfCpuRecursiveRun *run)
{
  CfCpuRecursive *self = run->self;
  guint i, thread, bin;

  memset (self->bins, 0,
      n_threads (self) * CF_MAX_PLANES * CF_DENOISE_BINS * sizeof (guint32));
  cf_cpu_pool_run (
      cf_cpu_recursive_device (self)->pool, add_tiles, run, self->tiles->len);
  for (i = 0; i < self->filter.n_planes; i++) {
    guint32 *bins = bins_of (self, 0, i);

    for (thread = 1; thread < n_threads (self); thread++)
      for (bin = 0; bin < CF_DENOISE_BINS; bin++)
        bins[bin] += bins_of (self, thread, i)[bin];
    self->planes[i].sigma = cf_denoise_sigma_next (
        self->planes[i].sigma, cf_denoise_sigma_of (bins));
  }
}
