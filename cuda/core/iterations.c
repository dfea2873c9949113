/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are repeated on their own results. */
#include "cuda/core/iterations.h"
#include "cuda/core/autotune.h"

static gboolean
is_filtered (const CfFilter *filter, guint plane)
{
  return filter->filtered >> plane & 1;
}

void
cf_cuda_iterations_init (CfCudaIterations *self, const CfFilter *filter, gint n,
    gboolean interleaves)
{
  gsize size = 0;
  guint i;

  self->filter = filter;
  self->n = n;
  self->memory = NULL;
  for (i = 0; i < filter->n_planes; i++) {
    self->plane_at[i] = size;
    if (is_filtered (filter, i))
      size += cf_cuda_scratch_size (&filter->planes[i]);
  }
  /* one is written while the other is read */
  self->results_at[0] = 0;
  self->results_at[1] = size;
  self->size = size * MIN (n - 1, 2);
  cf_cuda_interleave_init (&self->interleave, filter, interleaves);
}

static CfCudaSurface
results (const CfCudaIterations *self, gint k, guint plane)
{
  return cf_cuda_scratch_surface (&self->filter->planes[plane],
      self->memory + self->results_at[k % 2] + self->plane_at[plane]);
}

void
cf_cuda_iterations_launch (const CfCudaIterations *self, gint k, gint bytes,
    const CfPlane *src, const CfPlane *dst, const CfCudaTiles *tiles,
    CfCudaLaunch *launch)
{
  const CfFilter *filter = self->filter;
  const CfCudaInterleave *interleave = &self->interleave;
  const guint32 apart = cf_cuda_interleave_choose (interleave, src, dst);
  gboolean first = k == 0;
  guint i;

  cf_cuda_launch_init (launch, tiles->border);
  launch->by_tiles = !cf_cuda_reads_directly (filter->device);
  for (i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &dst[i];

    if (!is_filtered (filter, i))
      continue;
    if (p->bytes == bytes)
      cf_cuda_launch_add_filtered (launch, p,
          k == 0 ? cf_cuda_interleave_src (interleave, apart, i, src)
                 : results (self, k - 1, i),
          k == self->n - 1 ? cf_cuda_interleave_dst (interleave, apart, i, dst)
                           : results (self, k, i),
          tiles->border_value, tiles->width, tiles->height, tiles->interleaves);
    else if (p->bytes < bytes)
      first = FALSE; /* theirs was before */
  }
  if (launch->n_blocks == 0 || !first)
    return;
  for (i = 0; i < filter->n_planes; i++)
    if (!is_filtered (filter, i))
      cf_cuda_launch_add_copied (launch, &dst[i], cf_cuda_surface (&src[i]),
          cf_cuda_surface (&dst[i]));
}
