/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Describes the planes of a picture to the kernels. */
#include "cuda/core/picture.h"

G_STATIC_ASSERT (CF_KERNEL_PLANES == CF_MAX_PLANES);

CfCudaSurface
cf_cuda_surface (const CfPlane *plane)
{
  CfCudaSurface s = { plane->data, plane->stride, plane->bytes, plane->step };

  return s;
}

static gsize
scratch_stride (const CfPlane *geometry)
{
  return ((gsize)geometry->width * geometry->bytes + 127) / 128 * 128;
}

gsize
cf_cuda_scratch_size (const CfPlane *geometry)
{
  return scratch_stride (geometry) * geometry->height * geometry->channels;
}

CfCudaSurface
cf_cuda_scratch_surface (const CfPlane *geometry, guint8 *data)
{
  CfCudaSurface s = { data, scratch_stride (geometry),
    scratch_stride (geometry) * geometry->height, 1 };

  return s;
}

/* TRUE where every row of every channel begins at a multiple of n. */
static gboolean
is_aligned (const CfPlane *geometry, const CfCudaSurface *s, gsize n)
{
  gsize bits = (gsize)s->data;

  if (geometry->height > 1)
    bits |= s->stride;
  if (geometry->channels > 1)
    bits |= s->channel;
  return bits % n == 0;
}

/* Two channels side by side, and nothing else, in aligned rows. */
static gboolean
is_interleaved (const CfPlane *geometry, const CfCudaSurface *s)
{
  return geometry->channels == 2 && s->step == 2
         && s->channel == geometry->bytes && (gsize)s->data % 16 == 0
         && (geometry->height == 1 || s->stride % 16 == 0);
}

static CfKernelPlane *
add (CfCudaLaunch *launch, const CfPlane *geometry, const CfCudaSurface *src,
    const CfCudaSurface *dst)
{
  CfKernelPlane *p = &launch->picture.plane[launch->picture.n_planes++];
  CfKernelPlane plane = {
    .src = src->data,
    .dst = dst->data,
    .src_stride = src->stride,
    .dst_stride = dst->stride,
    .src_channel = src->channel,
    .dst_channel = dst->channel,
    .src_step = src->step,
    .dst_step = dst->step,
    .width = geometry->width,
    .height = geometry->height,
    .channels = geometry->channels,
    .bytes = geometry->bytes,
    .bits = geometry->bits,
    .shift = geometry->shift,
    .first_block = launch->n_blocks,
  };

  *p = plane;
  return p;
}

static guint
divide_up (gsize n, guint d)
{
  return (n + d - 1) / d;
}

/* Division by multiplication, right for all n below 2^31: Granlund and
 * Montgomery, Division by Invariant Integers using Multiplication, 1994. */
static void
set_blocks_across (CfKernelPlane *p, guint32 n)
{
  guint bits = g_bit_storage (n - 1);

  if (n == 1)
    bits = 0;
  p->blocks_across = n;
  p->across_shift = 31 + bits;
  p->across_factor = ((G_GUINT64_CONSTANT (1) << (31 + bits)) + n - 1) / n;
}

void
cf_cuda_launch_init (CfCudaLaunch *launch, CfBorder border)
{
  launch->picture.n_planes = 0;
  launch->picture.border = border;
  launch->n_blocks = 0;
  launch->by_tiles = FALSE;
}

void
cf_cuda_launch_add_copied (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst)
{
  CfKernelPlane *p;
  gsize units;

  if (geometry->height == 0)
    return;
  p = add (launch, geometry, &src, &dst);
  units = p->width;
  /* where a plane owns all bytes of its rows they are copied as bytes */
  if (p->channels == p->src_step && p->channels == p->dst_step
      && src.channel == p->bytes && dst.channel == p->bytes) {
    gint unit = 16;

    while (!is_aligned (geometry, &src, unit)
           || !is_aligned (geometry, &dst, unit))
      unit /= 4;
    p->unit = unit;
    units = divide_up ((gsize)p->width * p->channels * p->bytes, unit);
  }
  set_blocks_across (p, divide_up (units, CF_KERNEL_THREADS));
  launch->n_blocks += p->blocks_across * divide_up (p->height, CF_COPY_ROWS);
}

static CfKernelPlane *
add_filtered (CfCudaLaunch *launch, const CfPlane *geometry,
    const CfCudaSurface *src, const CfCudaSurface *dst, gint border_value)
{
  CfKernelPlane *p = add (launch, geometry, src, dst);
  guint32 repeat = p->bytes == 2 ? 0x00010001 : 0x01010101;
  guint32 sample = p->bytes == 2 ? 0xffff : 0xff;

  p->filtered = TRUE;
  p->mask = (sample << geometry->shift & sample) * repeat;
  p->constant =
      cf_border_sample (border_value, geometry->bits, geometry->shift) * repeat;
  return p;
}

static void
set_vectors (CfKernelPlane *p, const CfPlane *geometry,
    const CfCudaSurface *src, const CfCudaSurface *dst)
{
  if (src->step == 1)
    p->src_vector = is_aligned (geometry, src, 16)  ? 16
                    : is_aligned (geometry, src, 4) ? 4
                                                    : 0;
  p->dst_vector = dst->step == 1 && is_aligned (geometry, dst, 16);
}

void
cf_cuda_launch_add_filtered (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, gint border_value, guint tile_width,
    guint tile_height, gboolean interleaves)
{
  CfKernelPlane *p;

  if (geometry->height == 0)
    return;
  p = add_filtered (launch, geometry, &src, &dst, border_value);
  set_vectors (p, geometry, &src, &dst);
  /* faster than by shared memory, in the L2 cache and beyond it:
   * lab/research/median-kernels-gpu.md */
  if (p->width % 8 == 0 && !launch->by_tiles) {
    if (p->src_vector == 16 && p->dst_vector)
      p->direct = CF_DIRECT;
    else if (interleaves && is_interleaved (geometry, &src)
             && is_interleaved (geometry, &dst))
      p->direct = CF_DIRECT_INTERLEAVED;
  }
  set_blocks_across (p, divide_up (p->width, tile_width));
  launch->n_blocks += p->blocks_across * divide_up (p->height, tile_height)
                      * (p->direct == CF_DIRECT_INTERLEAVED ? 1 : p->channels);
}

void
cf_cuda_launch_add_rows (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, guint samples)
{
  CfKernelPlane *p = add_filtered (launch, geometry, &src, &dst, 0);

  set_vectors (p, geometry, &src, &dst);
  set_blocks_across (p, divide_up (p->width, samples));
  launch->n_blocks += divide_up (
      (gsize)p->blocks_across * p->height * p->channels, CF_KERNEL_THREADS);
}

void
cf_cuda_launch_add_pixels (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, guint pixels)
{
  CfKernelPlane *p = add (launch, geometry, &src, &dst);

  set_blocks_across (p, divide_up (p->width, pixels));
  launch->n_blocks +=
      divide_up ((gsize)p->blocks_across * p->height, CF_KERNEL_THREADS);
}

void
cf_cuda_launch_add_padded (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, gint border_value, guint down)
{
  CfKernelPlane *p;

  if (geometry->height == 0)
    return;
  p = add_filtered (launch, geometry, &src, &dst, border_value);
  set_blocks_across (p, divide_up (dst.stride / 16, CF_KERNEL_THREADS));
  launch->n_blocks += p->blocks_across * down * p->channels;
}
