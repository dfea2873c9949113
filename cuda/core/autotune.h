/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA backend chooses among ways to the same results: lists the tunables,
 * picks by a GPU's properties, and says what is in force. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* These properties decide. */
typedef struct {
  guint capability; /* 90: compute capability 9.0 */
  guint processors; /* multiprocessors */
  guint clock;      /* kHz */
  gsize l2;         /* bytes */
} CfCudaModel;

/* An H100 SXM, on which what follows was measured. */
#define CF_CUDA_MODEL_REFERENCE \
  { \
    90, 132, 1980000, 50 << 20 \
  }

/* clang-format off */
/* X (NUMBER, name, candidates as cuda/core/tuning.c has them) */
#define CF_CUDA_TUNABLES(X) \
  X (RANK_8, "rank-tile-8bit", tiles[0]) /* 8 bits, 9 to 12, and above */ \
  X (RANK_12, "rank-tile-12bit", tiles[1]) \
  X (RANK_16, "rank-tile-16bit", tiles[2]) \
  X (DEINTERLEAVE, "channels-apart-from", samples) /* of medians and convolutions */ \
  X (DEINTERLEAVE_EPSILON, "channels-apart-from-epsilon", samples) /* their own */ \
  X (OVERLAP, "overlapping-launches", yes_no) \
  X (DIRECT, "read-directly", yes_no) \
  X (INPAINT_TOGETHER, "inpaint-together", sizes) \
  X (SNAKE_BLOCKS, "snake-blocks", blocks)
/* Small masks that may be dot products: X (bits, side, digits) */
#define CF_CUDA_DOTS(X) \
  X (8, 3, 1) X (8, 3, 2) X (8, 3, 3) X (8, 5, 1) X (8, 5, 2) X (8, 5, 3) \
  X (8, 7, 1) X (16, 3, 1) X (16, 3, 2) X (16, 3, 3) X (16, 5, 1) X (16, 5, 2) \
  X (16, 5, 3) X (16, 7, 1)
/* Products that are one pass up to a side: X (bits, digits of a tap) */
#define CF_CUDA_ONE_PASS(X) X (8, 1) X (8, 2) X (16, 1) X (16, 2)
/* Sides of networks */
#define CF_CUDA_NETWORKS(X) X (3) X (5) X (7) X (9) X (11) X (13) X (15)

#define CF_ONE(...) +1
#define CF_NUMBER(NUMBER, name, candidates) CF_CUDA_##NUMBER,
typedef enum {
  CF_CUDA_TUNABLES (CF_NUMBER)
  CF_CUDA_FIRST_DOT,
  CF_CUDA_FIRST_ONE_PASS = CF_CUDA_FIRST_DOT CF_CUDA_DOTS (CF_ONE),
  /* of 8 bits, then of more, for each size */
  CF_CUDA_FIRST_NETWORK = CF_CUDA_FIRST_ONE_PASS CF_CUDA_ONE_PASS (CF_ONE),
  CF_CUDA_N_TUNABLES = CF_CUDA_FIRST_NETWORK + 2 * (0 CF_CUDA_NETWORKS (CF_ONE))
} CfCudaTunable;
#undef CF_NUMBER
#undef CF_ONE
/* clang-format on */

/* Choices with two candidates have these. */
enum { CF_CUDA_YES, CF_CUDA_NO };

/* See CfRankShape. */
typedef struct {
  gint tile_width, chunk_rows;
  guint warps;
} CfCudaRankTile;

#define CF_CUDA_RANK_TILES 12
extern const CfCudaRankTile cf_cuda_rank_tiles[3][CF_CUDA_RANK_TILES];
/* Says which of the three samples are of. */
guint cf_cuda_rank_depth (gint bytes, gint bits);

#define CF_CUDA_N_DOTS (CF_CUDA_FIRST_ONE_PASS - CF_CUDA_FIRST_DOT)
#define CF_CUDA_N_ONE_PASS (CF_CUDA_FIRST_NETWORK - CF_CUDA_FIRST_ONE_PASS)
/* Bits of a sample, side, digits. */
extern const guint8 cf_cuda_dots[CF_CUDA_N_DOTS][3];
/* Bits of a sample, digits of a tap. */
extern const guint8 cf_cuda_one_pass[CF_CUDA_N_ONE_PASS][2];
#define CF_CUDA_ONE_PASS_SIDES 9
extern const gint cf_cuda_one_pass_sides[CF_CUDA_ONE_PASS_SIDES];

/* The candidate for a GPU that is like this. */
guint cf_cuda_pick (const CfCudaModel *model, CfCudaTunable tunable);

/* These tell what is in force. `device` may be NULL, or one that the engine did
 * not open: then they tell what is picked for the reference. */
gboolean cf_cuda_prefers_network (CfDevice *device, gint size, gint bytes);
CfCudaRankTile cf_cuda_rank_tile (CfDevice *device, gint bytes, gint bits);
/* Interleaved channels are filtered apart in planes of so many samples. */
gsize cf_cuda_deinterleave_from (CfDevice *device, CfOp op);
gboolean cf_cuda_prefers_dots (
    CfDevice *device, gint bytes, gint side, gint digits);
/* The largest side of a product that is one pass; 0: none is. */
gint cf_cuda_one_pass_side (CfDevice *device, gint bytes, gint digits);
/* Kernels may start before the previous ones end, where they can. */
gboolean cf_cuda_overlaps (CfDevice *device);
/* Small windows are read from the picture, not by tiles in shared memory. */
gboolean cf_cuda_reads_directly (CfDevice *device);
/* Parts of a picture that are repaired at once have at most so much scratch. */
gsize cf_cuda_inpaint_together (CfDevice *device);
/* Blocks of a contour's cluster, at most. */
guint cf_cuda_snake_blocks (CfDevice *device);

G_END_DECLS
