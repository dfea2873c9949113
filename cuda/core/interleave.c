/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Interleaved channels, each as a plane of its own. */
#include "cuda/core/interleave.h"

#include "cuda/core/autotune.h"
#include "cuda/core/interleavekernels.h"

static gboolean
may_be_apart (const CfPlane *plane, gsize least, gboolean interleaves)
{
  return plane->channels > 1 && !(interleaves && plane->channels == 2)
         && (gsize)plane->width * plane->height * plane->channels >= least;
}

void
cf_cuda_interleave_init (
    CfCudaInterleave *self, const CfFilter *filter, gboolean interleaves)
{
  const gsize least =
      cf_cuda_deinterleave_from (filter->device, filter->params.op);
  guint i;

  *self = (CfCudaInterleave){ .filter = filter };
  for (i = 0; i < filter->n_planes; i++)
    if (filter->filtered >> i & 1
        && may_be_apart (&filter->planes[i], least, interleaves)) {
      self->planes |= 1u << i;
      self->at[i] = self->size;
      self->size += 2 * cf_cuda_scratch_size (&filter->planes[i]);
    }
}

/* Vectors of whole pixels begin a row, or a component or more before it. */
static gboolean
is_aligned (const CfPlane *plane)
{
  const gsize before = (gsize)plane->data % 16;

  return (plane->height == 1 || plane->stride % 16 == 0)
         && before / plane->bytes + plane->channels <= (gsize)plane->step;
}

/* Two over the same pixels would be joined at the same time. */
static gboolean
is_beside (const CfPlane *planes, guint32 chosen, guint i)
{
  guint k;

  for (k = 0; k < i; k++)
    if (chosen >> k & 1
        && (gsize)planes[k].data / 16 == (gsize)planes[i].data / 16)
      return TRUE;
  return FALSE;
}

guint32
cf_cuda_interleave_choose (
    const CfCudaInterleave *self, const CfPlane *src, const CfPlane *dst)
{
  guint32 chosen = 0;
  guint i;

  if (!self->memory)
    return 0;
  for (i = 0; i < self->filter->n_planes; i++)
    if (self->planes >> i & 1 && is_aligned (&src[i]) && is_aligned (&dst[i])
        && !is_beside (dst, chosen, i))
      chosen |= 1u << i;
  return chosen;
}

static CfCudaSurface
scratch (const CfCudaInterleave *self, guint i, gboolean is_result)
{
  const CfPlane *plane = &self->filter->planes[i];
  const gsize at = self->at[i] + (is_result ? cf_cuda_scratch_size (plane) : 0);

  return cf_cuda_scratch_surface (plane, self->memory + at);
}

CfCudaSurface
cf_cuda_interleave_src (
    const CfCudaInterleave *self, guint32 chosen, guint i, const CfPlane *src)
{
  return chosen >> i & 1 ? scratch (self, i, FALSE) : cf_cuda_surface (&src[i]);
}

CfCudaSurface
cf_cuda_interleave_dst (
    const CfCudaInterleave *self, guint32 chosen, guint i, const CfPlane *dst)
{
  return chosen >> i & 1 ? scratch (self, i, TRUE) : cf_cuda_surface (&dst[i]);
}

void
cf_cuda_deinterleave_launch (const CfCudaInterleave *self, guint32 chosen,
    const CfPlane *src, CfCudaLaunch *launch)
{
  guint i;

  cf_cuda_launch_init (launch, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++)
    if (chosen >> i & 1)
      cf_cuda_launch_add_pixels (launch, &src[i], cf_cuda_surface (&src[i]),
          scratch (self, i, FALSE), CF_INTERLEAVE_PIXELS (src[i].bytes));
}

void
cf_cuda_interleave_launch (const CfCudaInterleave *self, guint32 chosen,
    const CfPlane *dst, CfCudaLaunch *launch)
{
  guint i;

  cf_cuda_launch_init (launch, CF_BORDER_REPLICATE);
  for (i = 0; i < self->filter->n_planes; i++)
    if (chosen >> i & 1)
      cf_cuda_launch_add_pixels (launch, &dst[i], scratch (self, i, TRUE),
          cf_cuda_surface (&dst[i]), CF_INTERLEAVE_PIXELS (dst[i].bytes));
}
