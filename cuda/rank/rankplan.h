/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Splits pictures for the percentile of windows of any size (rank.cuh), and
 * lays out its scratch. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/cudalimits.h"
#include "cuda/core/picture.h"
#include "cuda/rank/rankkernels.h"

G_BEGIN_DECLS

/* Shapes the planes of one sample width. The first three are a choice, the
 * others follow. */
typedef struct {
  gint tile_width, chunk_rows; /* outputs of a warp, see CfKernelRank */
  guint warps;                 /* of a block, below each other: 1, or of two
                                  bytes 1, 2, 4 or 8 */
  gboolean small;              /* for cf_kernel_rank_2_small */
  gsize shared;                /* bytes, of a block */
  guint max_blocks;            /* of a launch, or 0: as many as tiles */
  gsize block_bytes;           /* scratch of a block */
  gsize list_at, codes_at, results_at, ranges_at;
  gint slots; /* see CF_RANK_SLOTS */
} CfRankShape;

typedef struct {
  const CfFilter *filter;
  gint rank;
  CfRankShape shape[2]; /* for samples of one and of two bytes */
  gsize size;           /* of all scratch */
  gsize padded_at[CF_MAX_PLANES], result_at[CF_MAX_PLANES], blocks_at;
  guint8 *memory; /* `size` bytes at a multiple of 256; the caller's */
} CfRankPlan;

typedef struct {
  CfKernelRank rank;
  guint n_blocks, n_threads;
  gsize shared;
  gboolean small; /* see CfRankShape */
} CfRankLaunch;

/* Fills in what follows from a shape's choice; FALSE where the device, or a
 * tile's tables, have no room for it. */
gboolean cf_rank_shape_complete (CfRankShape *shape, const CfFilter *filter,
    gint bytes, const CfCudaLimits *device);
/* The shape that should take the least time. */
void cf_rank_shape_choose (CfRankShape *shape, const CfFilter *filter,
    gint bytes, const CfCudaLimits *device);

/* The median filter, which has filtered planes, must outlive the plan; `rank`
 * is its cf_median_rank(). `shapes` are for samples of one and of two bytes,
 * where there are any. */
void cf_rank_plan_init (CfRankPlan *plan, const CfFilter *filter, gint rank,
    const CfRankShape shapes[2]);

/* An iteration, from 0, is cf_kernel_pad, which with the first one copies the
 * planes that are not filtered, and then a launch for each sample width that
 * filtered planes have: those with 0 blocks are left out. */
void cf_rank_plan_pad (const CfRankPlan *plan, gint iteration,
    const CfPlane *src, const CfPlane *dst, CfRankLaunch *launch);
void cf_rank_plan_rank (const CfRankPlan *plan, gint iteration, gint bytes,
    const CfPlane *dst, CfRankLaunch *launch);

G_END_DECLS
