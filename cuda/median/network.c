/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians by selection networks: which kernels to launch for a picture. */
#include "cuda/core/cudalimits.h"
#include "cuda/core/launch.h"
#include "cuda/median/mediankernels.h"
#include "cuda/core/method.h"
#include "cuda/core/scratch.h"

typedef struct {
  gint size;
  guint tile_width;              /* outputs of a block, across */
  guint row_height, row_threads; /* of a row of tiles */
  gsize row_bytes;         /* shared memory, with two samples a register */
  guint threads;           /* of a block, where the memory suffices */
  CfCudaKernel *kernel[2]; /* for samples of one and of two bytes */
} Network;

#define ENTRY(size, tile_w, tile_h, across, share, threads) \
  { size, across * 2 * tile_w, tile_h, CF_MEDIAN_ROW_THREADS (across), \
    CF_MEDIAN_ROW_BYTES (size, tile_w, tile_h, share), threads, \
    { &cf_kernel_median_##size##_1, &cf_kernel_median_##size##_2 } },

static const Network networks[] = {
  { 3, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT, CF_KERNEL_THREADS, 0,
      CF_KERNEL_THREADS, { &cf_kernel_median_3_1, &cf_kernel_median_3_2 } },
  CF_MEDIAN_TILES (ENTRY)
};

/* A kernel's code for the device is launched so. */
typedef struct {
  guint tile_height, threads;
  gsize shared;
} Shape;

typedef struct {
  CfFilter parent;
  const Network *network;
  Shape shape[2];
  CfCudaIterations iterations;
} NetworkFilter;

static const Network *
find_network (const CfMedianParams *params)
{
  guint i;

  if (params->width == params->height
      && params->percentile == CF_PERCENTILE_MEDIAN)
    for (i = 0; i < G_N_ELEMENTS (networks); i++)
      if (networks[i].size == params->width)
        return &networks[i];
  return NULL;
}

static void
network_free (CfFilter *filter)
{
  NetworkFilter *self = (NetworkFilter *)filter;

  cf_cuda_iterations_free (&self->iterations);
  g_free (self);
}

/* Loads a kernel, and finds out for which architecture its code is; *fits: the
 * GPU, which may be another's, has the shared memory that this takes. */
static gboolean
find_shape (
    const Network *n, gint bytes, Shape *shape, gboolean *fits, GError **error)
{
  CfCudaCode code;
  CfCudaLimits limits;
  guint rows;

  if (!cf_cuda_get_limits (&limits, error)
      || !cf_cuda_check (cf_cuda_kernel_get_code (n->kernel[bytes - 1], &code),
          "load a kernel", error))
    return FALSE;
  shape->threads = CF_MEDIAN_THREADS (code.arch, n->threads);
  rows = shape->threads / n->row_threads;
  shape->tile_height = rows * n->row_height;
  shape->shared =
      CF_MEDIAN_LANES (code.arch, bytes) == 2 ? rows * n->row_bytes : 0;
  *fits = code.shared + shape->shared <= limits.shared_block;
  return TRUE;
}

static gboolean
fits_device (const Network *n, gint bytes)
{
  gboolean fits;
  Shape shape;

  return find_shape (n, bytes, &shape, &fits, NULL) && fits;
}

gboolean
cf_cuda_network_fits (CfDevice *device, gint size, gint bytes)
{
  const CfMedianParams params = {
    .width = size, .height = size, .percentile = CF_PERCENTILE_MEDIAN
  };
  const Network *n = find_network (&params);
  gboolean fits;

  if (!n || !cf_cuda_enter (device, NULL))
    return FALSE;
  fits = fits_device (n, bytes);
  cf_cuda_leave ();
  return fits;
}

gboolean
cf_cuda_network_supports (const CfFilter *description)
{
  const Network *n = find_network (&description->params.median);
  gboolean fits;

  if (!n || !cf_cuda_enter (description->device, NULL))
    return FALSE;
  fits = fits_device (n, 1) && fits_device (n, 2);
  cf_cuda_leave ();
  return fits;
}

/* Loads the kernel where it fits. */
static gboolean
load_kernel (NetworkFilter *self, gint bytes, GError **error)
{
  const Network *n = self->network;
  Shape *shape = &self->shape[bytes - 1];
  gboolean fits;

  return find_shape (n, bytes, shape, &fits, error)
         && (shape->shared == 0
             || cf_cuda_kernel_allow_shared (
                 n->kernel[bytes - 1], shape->shared, error));
}

static gboolean
load_kernels (NetworkFilter *self, GError **error)
{
  gboolean ok = cf_cuda_enter (self->parent.device, error);

  if (ok) {
    ok = load_kernel (self, 1, error) && load_kernel (self, 2, error);
    cf_cuda_leave ();
  }
  return ok;
}

/* One launch an iteration; one more where a picture has filtered planes of
 * both sample widths, and two where channels are taken apart. */
static gboolean
network_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  NetworkFilter *self = (NetworkFilter *)filter;
  const CfMedianParams *params = &filter->params.median;
  gint k, bytes;

  if (!cf_cuda_deinterleave (
          &self->iterations.interleave, stream, src, dst, error))
    return FALSE;
  for (k = 0; k < params->iterations; k++)
    for (bytes = 1; bytes <= 2; bytes++) {
      const Shape *shape = &self->shape[bytes - 1];
      const CfCudaTiles tiles = { params->border, params->border_value,
        self->network->tile_width, shape->tile_height, params->width == 3 };
      CfCudaLaunch l;

      cf_cuda_iterations_launch (
          &self->iterations, k, bytes, src, dst, &tiles, &l);
      if (l.n_blocks > 0
          && !cf_cuda_launch (stream, self->network->kernel[bytes - 1],
              l.n_blocks, shape->threads, shape->shared, &l.picture, error))
        return FALSE;
    }
  return cf_cuda_interleave (
      &self->iterations.interleave, stream, src, dst, error);
}

static const CfFilterClass network_class = {
  .free = network_free,
  .run = network_run,
};

CfFilter *
cf_cuda_network_new (const CfFilter *description, GError **error)
{
  NetworkFilter *self = g_new0 (NetworkFilter, 1);
  CfFilter *filter = &self->parent;

  *filter = *description;
  filter->klass = &network_class;
  self->network = find_network (&filter->params.median);
  cf_cuda_iterations_init (&self->iterations, filter,
      filter->params.median.iterations, self->network->size == 3);
  if (!load_kernels (self, error)
      || !cf_cuda_iterations_alloc (&self->iterations, error)) {
    network_free (filter);
    return NULL;
  }
  return filter;
}
