/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/core/scratch.h"

#include "cuda/core/filtermemory.h"
#include "cuda/core/launch.h"
#include "cuda/core/interleavekernels.h"

gboolean
cf_cuda_interleave_alloc (CfCudaInterleave *self, GError **error)
{
  CfDevice *device = self->filter->device;

  if (self->size == 0)
    return TRUE;
  if (!cf_cuda_load_kernel (device, &cf_kernel_deinterleave, error)
      || !cf_cuda_load_kernel (device, &cf_kernel_interleave, error))
    return FALSE;
  self->memory = cf_cuda_filter_memory_take (device, self->size, error);
  return self->memory != NULL;
}

void
cf_cuda_interleave_free (CfCudaInterleave *self)
{
  cf_cuda_filter_memory_give (self->filter->device, self->memory, self->size);
}

static gboolean
launch (CfStream *stream, CfCudaKernel *kernel, CfCudaLaunch *l, GError **error)
{
  return l->n_blocks == 0
         || cf_cuda_launch (stream, kernel, l->n_blocks, CF_KERNEL_THREADS, 0,
             &l->picture, error);
}

gboolean
cf_cuda_deinterleave (const CfCudaInterleave *self, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfCudaLaunch l;

  cf_cuda_deinterleave_launch (
      self, cf_cuda_interleave_choose (self, src, dst), src, &l);
  return launch (stream, &cf_kernel_deinterleave, &l, error);
}

gboolean
cf_cuda_interleave (const CfCudaInterleave *self, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfCudaLaunch l;

  cf_cuda_interleave_launch (
      self, cf_cuda_interleave_choose (self, src, dst), dst, &l);
  return launch (stream, &cf_kernel_interleave, &l, error);
}

gboolean
cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error)
{
  if (!cf_cuda_interleave_alloc (&self->interleave, error))
    return FALSE;
  if (self->size == 0)
    return TRUE;
  self->memory =
      cf_cuda_filter_memory_take (self->filter->device, self->size, error);
  return self->memory != NULL;
}

void
cf_cuda_iterations_free (CfCudaIterations *self)
{
  cf_cuda_filter_memory_give (self->filter->device, self->memory, self->size);
  cf_cuda_interleave_free (&self->interleave);
}
