/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Taps in the order in which the convolution's kernels need them, and what
 * these are launched with. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/convolve/convolvekernels.h"
#include "cuda/core/interleave.h"

G_BEGIN_DECLS

/* A filter's mask for planes of one depth. */
typedef struct {
  CfConvolvePlan plan;
  gint bytes;  /* of a sample */
  gint digits; /* of a tap; 0: cf_kernel_convolve_any */
  gint dots;   /* 3, 5, 7: cf_kernel_convolve_dot_…; 0: another */
  gint lead, chunks, groups;
  gint warps;   /* of a block */
  gsize shared; /* bytes of a block's shared memory */
  gsize column; /* where the second pass's taps begin, in bytes */
  gsize size;   /* of all taps, a multiple of 128 bytes */
  guint8 *taps; /* `size` bytes that kernels can read; the caller's; of none
                   where taps are in the launch */
} CfConvolveTaps;

/* Makes taps for planes like this one, by what is chosen for a device (which
 * may be NULL, see cf_cuda_prefers_dots()), and GPUs with so many bytes of
 * shared memory for a block (at least 62 KiB). */
void cf_convolve_taps_init (CfConvolveTaps *self, CfDevice *device,
    const CfConvolveParams *params, const CfPlane *geometry, gsize shared);
/* Writes `size` bytes. */
void cf_convolve_taps_write (const CfConvolveTaps *self, guint8 *to);

typedef struct {
  CfKernelConvolve convolve;
  guint n_blocks, n_threads;
  gsize shared;
} CfConvolveLaunch;

/* Filters the planes whose bits are set in `filtered`, and copies those of
 * `copied`, which needs blocks of CF_KERNEL_THREADS; the GPU runs `resident`
 * blocks at once. `planar` has the filter. */
void cf_convolve_launch_init (CfConvolveLaunch *launch,
    const CfConvolveTaps *taps, const CfCudaInterleave *interleave,
    const CfPlane *src, const CfPlane *dst, guint32 filtered, guint32 copied,
    guint resident);

G_END_DECLS
