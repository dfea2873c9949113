/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of percentiles share this. */
#pragma once

#include "cuda/core/picturekernels.h"

/* Windows of any size, see rank.cuh. A block of cf_kernel_rank_1 is one warp,
 * one of cf_kernel_rank_2 and cf_kernel_rank_2_small up to CF_RANK_2_THREADS
 * threads; a warp makes CF_RANK_CHUNKS chunks of rows of a tile's columns. */
#define CF_RANK_THREADS 32
#define CF_RANK_BLOCKS 20 /* that a multiprocessor has registers for */
#define CF_RANK_2_THREADS 256
#define CF_RANK_2_BLOCKS 2
#define CF_RANK_SMALL_BITS 12 /* of values, for cf_kernel_rank_2_small */
#define CF_RANK_CHUNKS 4
/* A row's columns are read so many at a time, and a vector past the last of n
 * columns too. */
#define CF_RANK_VECTOR 16
#define CF_RANK_COLUMNS(n) \
  (((n) + CF_RANK_VECTOR - 1) / CF_RANK_VECTOR * CF_RANK_VECTOR)
/* Shared memory of a chunk, and of a warp */
#define CF_RANK_SLAB_BYTES(columns) (((columns) + 4) * 32)
#define CF_RANK_TABLE_BYTES 256 /* a multiple of 128 */
#define CF_RANK_WARP_BYTES(columns) \
  (CF_RANK_TABLE_BYTES + CF_RANK_CHUNKS * CF_RANK_SLAB_BYTES (columns))
/* Samples of two bytes are sorted so many of a row at a time, a vector of 16
 * bytes: of n columns */
#define CF_RANK_TOGETHER 8
#define CF_RANK_SORTED(n) \
  (((n) + CF_RANK_TOGETHER - 1) / CF_RANK_TOGETHER * CF_RANK_TOGETHER)
/* The bins of two bytes' samples: one for each value, and not less than */
#define CF_RANK_BINS_MIN(warps) (256 * (warps))
/* Shared memory that n of them need in cf_kernel_rank_2_small */
#define CF_RANK_SMALL_BYTES(n) (3 * (n) + 2048)
/* Candidates of the result, of a tile with n samples: of a code at most; and
 * slots of 32 that a warp has room for in its shared memory, whose windows
 * together have so many columns and rows. Odd, so that neighbours in a row are
 * in different banks. */
#define CF_RANK_CANDIDATES(n) ((n) / 128 + 8)
#define CF_RANK_MAX_SLOTS 31 /* a lane does one */
#define CF_RANK_SLOTS(bytes, columns, rows) \
  ((((bytes)-256) / (4 * ((columns) + (rows) + 2 + 16)) - 1) | 1)
/* Its list has a multiple of so many entries: of 8 for each of 256 codes. */
#define CF_RANK_LIST_UNIT 2048
/* Rows of a block in cf_kernel_pad */
#define CF_PAD_ROWS 8

/* cf_kernel_pad writes its planes' channels apart, unshifted, with the rows
 * and columns around them that windows reach, to where cf_kernel_rank_1 and
 * _2 read them; sizes are those of the planes without. */
typedef struct {
  CfKernelPicture picture;
  int32_t window_width, window_height;
  int32_t limit; /* samples of a window that are above its result */
  int32_t tile_width, chunk_rows;
  /* samples of two bytes, whose blocks go round the tiles */
  uint32_t n_tiles;
  uint8_t *scratch;
  int64_t block_bytes; /* of the scratch, a block's; it begins with the bins */
  uint32_t list_at, codes_at, results_at, ranges_at;
  int32_t slots; /* see CF_RANK_SLOTS */
} CfKernelRank;

CF_DECLARE_KERNEL (pad, CfKernelRank)
CF_DECLARE_KERNEL (rank_1, CfKernelRank)
CF_DECLARE_KERNEL (rank_2, CfKernelRank)
CF_DECLARE_KERNEL (rank_2_small, CfKernelRank)
