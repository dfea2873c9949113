/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels, loaded and launched. */
#pragma once

#include "cuda/core/cudabackend.h"

G_BEGIN_DECLS

/* Loads a kernel, so that no run has to. */
gboolean cf_cuda_load_kernel (
    CfDevice *device, gconstpointer kernel, GError **error);
/* `argument` is the kernel's only one. */
gboolean cf_cuda_launch (CfStream *stream, gconstpointer kernel, guint n_blocks,
    guint n_threads, gsize shared, gpointer argument, GError **error);

/* Says whether a kernel that calls await_previous () may start while the
 * previous one in the stream ends: it is code for sm_90 and above, and that is
 * what is chosen for the device, which is entered. */
gboolean cf_cuda_may_overlap (CfDevice *device, gconstpointer kernel);
/* As cf_cuda_launch (), of a kernel that may overlap, after another kernel. */
gboolean cf_cuda_launch_overlapping (CfStream *stream, gconstpointer kernel,
    guint n_blocks, guint n_threads, gsize shared, gpointer argument,
    GError **error);

G_END_DECLS
