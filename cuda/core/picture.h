/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Describes the planes of a picture to the kernels. */
#pragma once

#include "engine/core/cffilter.h"
#include "cuda/core/picturekernels.h"

G_BEGIN_DECLS

/* A plane's samples lie here: a CfPlane's, or scratch, where the channels are
 * apart. */
typedef struct {
  guint8 *data;
  gssize stride;  /* bytes, from a row to the next */
  gssize channel; /* bytes, from a channel to the next */
  gint step;      /* samples, from a pixel to the next */
} CfCudaSurface;

CfCudaSurface cf_cuda_surface (const CfPlane *plane);

/* Scratch for a plane's results: every channel on its own, in aligned rows, in
 * `data` of cf_cuda_scratch_size() bytes, a multiple of 128. */
gsize cf_cuda_scratch_size (const CfPlane *geometry);
CfCudaSurface cf_cuda_scratch_surface (const CfPlane *geometry, guint8 *data);

typedef struct {
  CfKernelPicture picture;
  guint n_blocks;
  gboolean by_tiles; /* small windows are never CF_DIRECT; the caller's */
} CfCudaLaunch;

void cf_cuda_launch_init (CfCudaLaunch *launch, CfBorder border);
/* Every plane is added once: copied, or filtered by tiles of outputs, two
 * channels at a time where the kernel knows CF_DIRECT_INTERLEAVED. One of
 * height 0 is left out. Data, stride and step of `geometry` are not read. */
void cf_cuda_launch_add_copied (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst);
void cf_cuda_launch_add_filtered (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, gint border_value, guint tile_width,
    guint tile_height, gboolean interleaves);
/* Serves kernels whose threads make `samples` of a row each: those of a
 * channel's rows are numbered one row after the other, below 2^31. */
void cf_cuda_launch_add_rows (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, guint samples);
/* Serves kernels whose threads make all channels of `pixels` of a row: those of
 * rows are numbered one row after the other, below 2^31. */
void cf_cuda_launch_add_pixels (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, guint pixels);
/* Serves kernels that write a channel's rows by 16 bytes, of which those of
 * `dst` have a multiple; `down` blocks are one below the other. */
void cf_cuda_launch_add_padded (CfCudaLaunch *launch, const CfPlane *geometry,
    CfCudaSurface src, CfCudaSurface dst, gint border_value, guint down);

G_END_DECLS
