/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Planes that are copied. */
#include "cuda/copy/copy.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/picture.h"

static void
copy_free (CfFilter *filter)
{
  g_free (filter);
}

gboolean
cf_cuda_copy_planes (const CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error)
{
  CfCudaLaunch l;
  guint i;

  cf_cuda_launch_init (&l, CF_BORDER_REPLICATE);
  for (i = 0; i < filter->n_planes; i++)
    if (!(filter->filtered >> i & 1))
      cf_cuda_launch_add_copied (
          &l, &dst[i], cf_cuda_surface (&src[i]), cf_cuda_surface (&dst[i]));
  return l.n_blocks == 0
         || cf_cuda_launch (stream, &cf_kernel_copy, l.n_blocks,
             CF_KERNEL_THREADS, 0, &l.picture, error);
}

static gboolean
copy_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  return cf_cuda_copy_planes (filter, stream, src, dst, error);
}

static const CfFilterClass copy_class = {
  .free = copy_free,
  .run = copy_run,
};

CfFilter *
cf_cuda_copy_new (const CfFilter *description, GError **error)
{
  CfFilter *self;

  if (!cf_cuda_load_kernel (description->device, &cf_kernel_copy, error))
    return NULL;
  self = g_new0 (CfFilter, 1);
  *self = *description;
  self->klass = &copy_class;
  return self;
}
