/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Convolution: taps in the GPU's memory, and launches. */
#include "cuda/convolve/convolvetaps.h"
#include "cuda/copy/copy.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/filtermemory.h"
#include "cuda/core/launch.h"
#include "cuda/core/method.h"
#include "cuda/core/scratch.h"

#define KERNELS(name) \
  { \
    { &cf_kernel_##name##_1_1, &cf_kernel_##name##_1_2, \
      &cf_kernel_##name##_1_3, &cf_kernel_##name##_1_4 }, \
    { \
      &cf_kernel_##name##_2_1, &cf_kernel_##name##_2_2, \
          &cf_kernel_##name##_2_3, &cf_kernel_##name##_2_4 \
    } \
  }

/* [two passes][bytes of a sample - 1][digits - 1] */
static CfCudaKernel *const kernels[2][2][CF_CONVOLVE_DIGITS_MAX] = {
  KERNELS (convolve), KERNELS (convolve2)
};

#define DOT_KERNELS(size, bytes) \
  { \
    &cf_kernel_convolve_dot_##size##_##bytes##_1, \
        &cf_kernel_convolve_dot_##size##_##bytes##_2, \
        &cf_kernel_convolve_dot_##size##_##bytes##_3 \
  }

/* [bytes of a sample - 1][size / 2 - 1][digits - 1] */
static CfCudaKernel *const dot_kernels[2][3][CF_DOT_DIGITS_MAX] = {
  { DOT_KERNELS (3, 1), DOT_KERNELS (5, 1), { &cf_kernel_convolve_dot_7_1_1 } },
  { DOT_KERNELS (3, 2), DOT_KERNELS (5, 2), { &cf_kernel_convolve_dot_7_2_1 } }
};

/* The planes of a depth. */
typedef struct {
  CfConvolveTaps taps;
  guint32 planes;
  guint resident; /* blocks that run at once */
} Depth;

typedef struct {
  CfFilter parent;
  CfCudaLimits limits;
  Depth *depths;
  guint n_depths;
  guint8 *memory; /* all taps, but those of launches; or NULL */
  gsize size;     /* of that */
  CfCudaInterleave interleave;
} ConvolveFilter;

static CfCudaKernel *
kernel_of (const CfConvolveTaps *taps)
{
  if (taps->digits == 0)
    return &cf_kernel_convolve_any;
  if (taps->dots > 0)
    return dot_kernels[taps->bytes - 1][taps->dots / 2 - 1][taps->digits - 1];
  return kernels[taps->plan.two_passes][taps->bytes - 1][taps->digits - 1];
}

static void
convolve_free (CfFilter *filter)
{
  ConvolveFilter *self = (ConvolveFilter *)filter;

  cf_cuda_filter_memory_give (filter->device, self->memory, self->size);
  cf_cuda_interleave_free (&self->interleave);
  g_free (self->depths);
  g_free (self);
}

static void
add_plane (ConvolveFilter *self, guint i)
{
  const CfFilter *filter = &self->parent;
  const CfPlane *p = &filter->planes[i];
  guint k;

  for (k = 0; k < self->n_depths; k++)
    if (self->depths[k].taps.plan.bits == p->bits
        && self->depths[k].taps.bytes == p->bytes)
      break;
  if (k == self->n_depths) {
    cf_convolve_taps_init (&self->depths[k].taps, filter->device,
        &filter->params.convolve, p, self->limits.shared_block);
    self->n_depths++;
  }
  self->depths[k].planes |= 1u << i;
}

static gboolean
load_kernel (ConvolveFilter *self, const CfConvolveTaps *taps, GError **error)
{
  const gsize most =
      self->limits.shared_block - CF_TWO_PASS_TILE_BYTES (taps->bytes);
  CfCudaKernel *kernel = kernel_of (taps);

  if (taps->shared == 0)
    return cf_cuda_load_kernel (self->parent.device, kernel, error);
  /* one limit for all filters: they may run at the same time */
  return cf_cuda_kernel_allow_shared (kernel, most, error);
}

static gboolean
prepare_depth (ConvolveFilter *self, Depth *depth, GError **error)
{
  const CfConvolveTaps *taps = &depth->taps;
  guint blocks;

  if (!load_kernel (self, taps, error)
      || !cf_cuda_kernel_count_blocks (
          kernel_of (taps), 32 * taps->warps, taps->shared, &blocks, error))
    return FALSE;
  depth->resident = self->limits.processors * MAX (blocks, 1);
  return TRUE;
}

/* Everything that needs the device's context. */
static gboolean
prepare (ConvolveFilter *self, GError **error)
{
  CfFilter *filter = &self->parent;
  gsize size = 0;
  guint8 *host;
  gboolean ok;
  guint i;

  if (!cf_cuda_get_limits (&self->limits, error))
    return FALSE;
  for (i = 0; i < filter->n_planes; i++)
    if (filter->filtered >> i & 1)
      add_plane (self, i);
  for (i = 0; i < self->n_depths; i++) {
    if (!prepare_depth (self, &self->depths[i], error))
      return FALSE;
    size += self->depths[i].taps.size;
  }

  if (size == 0)
    return TRUE;
  self->size = size;
  self->memory = cf_cuda_filter_memory_take (filter->device, size, error);
  if (!self->memory)
    return FALSE;
  host = g_malloc (size);
  size = 0;
  for (i = 0; i < self->n_depths; i++) {
    CfConvolveTaps *taps = &self->depths[i].taps;

    cf_convolve_taps_write (taps, host + size);
    taps->taps = self->memory + size;
    size += taps->size;
  }
  ok = cf_cuda_upload (
      filter->device, self->memory, host, size, "upload a mask", error);
  g_free (host);
  return ok;
}

/* One launch a depth; one more where the blocks are too small for copying, and
 * two where channels are taken apart. */
static gboolean
convolve_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  ConvolveFilter *self = (ConvolveFilter *)filter;
  guint32 copied = ~filter->filtered;
  guint i;

  if (!cf_cuda_deinterleave (&self->interleave, stream, src, dst, error))
    return FALSE;
  for (i = 0; i < self->n_depths; i++) {
    const Depth *depth = &self->depths[i];
    gboolean copies = depth->taps.warps == CF_KERNEL_WARPS;
    CfConvolveLaunch l;

    cf_convolve_launch_init (&l, &depth->taps, &self->interleave, src, dst,
        depth->planes, copies ? copied : 0, depth->resident);
    if (copies)
      copied = 0;
    if (l.n_blocks > 0
        && !cf_cuda_launch (stream, kernel_of (&depth->taps), l.n_blocks,
            l.n_threads, l.shared, &l.convolve, error))
      return FALSE;
  }
  return (copied == 0 || cf_cuda_copy_planes (filter, stream, src, dst, error))
         && cf_cuda_interleave (&self->interleave, stream, src, dst, error);
}

static const CfFilterClass convolve_class = {
  .free = convolve_free,
  .run = convolve_run,
};

CfFilter *
cf_cuda_convolve_new (const CfFilter *description, GError **error)
{
  ConvolveFilter *self = g_new0 (ConvolveFilter, 1);
  CfFilter *filter = &self->parent;
  gboolean ok;

  *filter = *description;
  filter->klass = &convolve_class;
  self->depths = g_new0 (Depth, filter->n_planes);
  cf_cuda_interleave_init (&self->interleave, filter, FALSE);
  ok = cf_cuda_enter (filter->device, error);
  if (ok) {
    ok = prepare (self, error)
         && cf_cuda_interleave_alloc (&self->interleave, error);
    cf_cuda_leave ();
  }
  if (!ok) {
    convolve_free (filter);
    return NULL;
  }
  return filter;
}
