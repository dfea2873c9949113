/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scratch of filters, where they need any, and what is done around their
 * launches. */
#pragma once

#include "cuda/core/iterations.h"

G_BEGIN_DECLS

/* Loads kernels, too. */
gboolean cf_cuda_interleave_alloc (CfCudaInterleave *self, GError **error);
void cf_cuda_interleave_free (CfCudaInterleave *self);

/* Call these before a filter's first launch for these planes, and after the
 * last. */
gboolean cf_cuda_deinterleave (const CfCudaInterleave *self, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error);
gboolean cf_cuda_interleave (const CfCudaInterleave *self, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error);

gboolean cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error);
void cf_cuda_iterations_free (CfCudaIterations *self);

G_END_DECLS
