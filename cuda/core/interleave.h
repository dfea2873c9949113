/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Interleaved channels, the chroma of NV12 and packed RGB, are filtered as
 * planes of their own, which kernels read and write by vectors: taken apart
 * before, and put together after. Pays for large planes, whose rows are
 * aligned. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"

G_BEGIN_DECLS

typedef struct {
  const CfFilter *filter;
  guint32 planes; /* that may be taken apart */
  gsize at[CF_MAX_PLANES];
  gsize size;     /* of the planes' samples, twice: as they came, and results */
  guint8 *memory; /* `size` bytes at a multiple of 128; the caller's. NULL: all
                   * planes stay as they are */
} CfCudaInterleave;

/* `filter` must outlive this. `interleaves`: its kernels do two channels as
 * fast as they are. */
void cf_cuda_interleave_init (
    CfCudaInterleave *self, const CfFilter *filter, gboolean interleaves);
/* Returns which of these planes are taken apart. */
guint32 cf_cuda_interleave_choose (
    const CfCudaInterleave *self, const CfPlane *src, const CfPlane *dst);

/* The filter reads plane i here, and writes it here. */
CfCudaSurface cf_cuda_interleave_src (
    const CfCudaInterleave *self, guint32 chosen, guint i, const CfPlane *src);
CfCudaSurface cf_cuda_interleave_dst (
    const CfCudaInterleave *self, guint32 chosen, guint i, const CfPlane *dst);

/* The launches before and after; there may be nothing to do: 0 blocks. */
void cf_cuda_deinterleave_launch (const CfCudaInterleave *self, guint32 chosen,
    const CfPlane *src, CfCudaLaunch *launch);
void cf_cuda_interleave_launch (const CfCudaInterleave *self, guint32 chosen,
    const CfPlane *dst, CfCudaLaunch *launch);

G_END_DECLS
