/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are repeated on their own results: where these lie in between,
 * and the launches of each iteration. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/interleave.h"

G_BEGIN_DECLS

typedef struct {
  const CfFilter *filter;
  gint n;
  gsize plane_at[CF_MAX_PLANES], results_at[2];
  gsize size;     /* of all scratch, or 0 */
  guint8 *memory; /* `size` bytes at a multiple of 128; the caller's */
  CfCudaInterleave interleave; /* its memory is the caller's too */
} CfCudaIterations;

/* A kernel's blocks make these tiles, from these borders. */
typedef struct {
  CfBorder border;
  gint border_value;
  guint width, height;
  gboolean interleaves; /* see cf_cuda_launch_add_filtered() */
} CfCudaTiles;

/* `filter` must outlive this; `interleaves`: see cf_cuda_interleave_init(). */
void cf_cuda_iterations_init (CfCudaIterations *self, const CfFilter *filter,
    gint n, gboolean interleaves);

/* The launch for the filtered planes of this sample width in iteration k, from
 * 0; the first of all copies the other planes too. There may be nothing to do:
 * 0 blocks. */
void cf_cuda_iterations_launch (const CfCudaIterations *self, gint k,
    gint bytes, const CfPlane *src, const CfPlane *dst,
    const CfCudaTiles *tiles, CfCudaLaunch *launch);

G_END_DECLS
