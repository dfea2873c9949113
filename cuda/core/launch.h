/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels, loaded and launched. The device is entered. */
#pragma once

#include "cuda/core/cudabackend.h"
#include "cuda/core/kernel.h"

G_BEGIN_DECLS

/* Loads a kernel, so that no run has to; enters the device. */
gboolean cf_cuda_load_kernel (
    CfDevice *device, CfCudaKernel *kernel, GError **error);

/* A kernel's code for the device. */
typedef struct {
  gint arch;    /* what it was compiled for: 75, 80… */
  gsize shared; /* shared memory that its variables take */
} CfCudaCode;

/* Loads the kernel where it is not loaded. */
CfCuResult cf_cuda_kernel_get_code (CfCudaKernel *kernel, CfCudaCode *code);
/* Lets launches ask for so much shared memory. */
gboolean cf_cuda_kernel_allow_shared (
    CfCudaKernel *kernel, gsize bytes, GError **error);

typedef struct {
  guint n_blocks, n_threads; /* of a block */
  gsize shared;              /* dynamic */
  guint cluster;             /* blocks of a cluster; 0 and 1: there is none */
  gboolean overlaps;         /* see cf_cuda_launch_overlapping () */
} CfCudaShape;

/* Blocks that a multiprocessor runs at a time. */
gboolean cf_cuda_kernel_count_blocks (CfCudaKernel *kernel, guint n_threads,
    gsize shared, guint *n, GError **error);
/* TRUE where the GPU has the multiprocessors for such a cluster in one place.
 */
gboolean cf_cuda_kernel_has_place (
    CfCudaKernel *kernel, const CfCudaShape *shape);

/* `argument` is the kernel's only one. */
gboolean cf_cuda_launch_shape (CfStream *stream, CfCudaKernel *kernel,
    const CfCudaShape *shape, gpointer argument, GError **error);
gboolean cf_cuda_launch (CfStream *stream, CfCudaKernel *kernel, guint n_blocks,
    guint n_threads, gsize shared, gpointer argument, GError **error);

/* Says whether a kernel that calls await_previous () may start while the
 * previous one in the stream ends: it is code for sm_90 and above, and that is
 * what is chosen for the device. */
gboolean cf_cuda_may_overlap (CfDevice *device, CfCudaKernel *kernel);
/* As cf_cuda_launch (), of a kernel that may overlap, after another kernel. */
gboolean cf_cuda_launch_overlapping (CfStream *stream, CfCudaKernel *kernel,
    guint n_blocks, guint n_threads, gsize shared, gpointer argument,
    GError **error);

G_END_DECLS
