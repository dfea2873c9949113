/* What the host code and the kernels share: a kernel's argument, and the
 * kernels themselves (their host stubs, for cudaLaunchKernel). */
#pragma once

#include <stdint.h>

#include "medians.h" /* generated: CF_MEDIAN_TILES */

#define CF_KERNEL_PLANES 12   /* CF_MAX_PLANES */
#define CF_KERNEL_THREADS 128 /* a block's threads, if nothing else is said */

/* A copied plane is cut into blocks of CF_KERNEL_THREADS units a row (a unit
 * is a vector of `unit` bytes, or a pixel) by this many rows. */
#define CF_COPY_ROWS 8

/* What a median's code for an architecture (75, 80, …) is like: the samples in
 * a register, and a block's threads: fewer where it could not have the shared
 * memory for all that it asks for, 99 KiB being the limit. */
#define CF_MEDIAN_LANES(arch, bytes) \
  ((arch) >= 90 || ((arch) >= 80 && (bytes) == 1) ? 2 : 1)
#define CF_MEDIAN_THREADS(arch, threads) \
  ((arch) == 86 || (arch) == 87 || (arch) == 89 || (arch) == 120 \
              || (arch) == 121 \
          ? CF_KERNEL_THREADS \
          : (threads))
/* Of a row of tiles, the last may be idle */
#define CF_MEDIAN_ROW_THREADS(across) (((across) + 15) / 16 * 16)
/* Shared memory, dynamic, for what a row of tiles shares (see unions.cuh),
 * where a register holds two samples */
#define CF_MEDIAN_ROW_BYTES(size, tile_w, tile_h, share) \
  (((share) > 1) + ((share) > 0)) * (tile_w) * ((size) - (tile_h) + 1) * 128

/* The 3x3 median's tile: every thread makes 8 pixels in each of 8 rows. */
#define CF_MEDIAN_3_WIDTH 256
#define CF_MEDIAN_3_HEIGHT 32

/* Windows of any size, see rank.cuh. A block of cf_kernel_rank_1 is one warp,
 * one of cf_kernel_rank_2 up to CF_RANK_2_THREADS threads; a warp makes
 * CF_RANK_CHUNKS chunks of rows of a tile's columns. */
#define CF_RANK_THREADS 32
#define CF_RANK_BLOCKS 24 /* that a multiprocessor has registers for */
#define CF_RANK_2_THREADS 256
#define CF_RANK_CHUNKS 4
/* A row's columns are read so many at a time, and a vector behind the last of n
 * columns too. */
#define CF_RANK_VECTOR 16
#define CF_RANK_COLUMNS(n) \
  (((n) + CF_RANK_VECTOR - 1) / CF_RANK_VECTOR * CF_RANK_VECTOR)
/* Shared memory of a chunk, and of a warp */
#define CF_RANK_SLAB_BYTES(columns) (((columns) + 4) * 32)
#define CF_RANK_TABLE_BYTES 256 /* a multiple of 128 */
#define CF_RANK_WARP_BYTES(columns) \
  (CF_RANK_TABLE_BYTES + CF_RANK_CHUNKS * CF_RANK_SLAB_BYTES (columns))
/* The bins of cf_kernel_rank_2: one for each value, and not less than */
#define CF_RANK_BINS_MIN (8 * CF_RANK_2_THREADS)
/* Its list has a multiple of so many entries: of 8 for each of 256 codes. */
#define CF_RANK_LIST_UNIT 2048
/* Rows of a block in cf_kernel_pad */
#define CF_PAD_ROWS 8

/* Convolution: a warp makes CF_CONVOLVE_ROWS rows of CF_CONVOLVE_WIDTH pixels
 * (of two passes CF_TWO_PASS_WIDTH, and rows in steps of CF_CONVOLVE_ROWS). A
 * block is CF_KERNEL_THREADS threads, its warps one below another; of two
 * passes CF_KERNEL_WARPS or fewer warps, side by side. */
#define CF_CONVOLVE_ROWS 16
#define CF_CONVOLVE_WIDTH 64
#define CF_TWO_PASS_WIDTH 32
#define CF_KERNEL_WARPS (CF_KERNEL_THREADS / 32)
/* Two passes: bytes of a row of samples in shared memory, whose windows reach
 * 144 columns beyond the first and last pixel's at most, and of two groups of
 * 16 rows */
#define CF_TWO_PASS_PITCH(bytes) \
  (((CF_TWO_PASS_WIDTH * CF_KERNEL_WARPS + 272) * (bytes) + 15) / 32 * 32 + 16)
#define CF_TWO_PASS_TILE_BYTES(bytes) (2 * 16 * CF_TWO_PASS_PITCH (bytes))
/* Shared memory of a warp for so many groups of 16 rows of first results, of
 * so many bytes each */
#define CF_TWO_PASS_RING_BYTES(groups, bytes) \
  ((groups) * (bytes)*CF_TWO_PASS_WIDTH * CF_CONVOLVE_ROWS)
#define CF_CONVOLVE_HEIGHT_MAX 31 /* CF_CONVOLVE_SIDE_MAX */
#define CF_CONVOLVE_DIGITS_MAX 4
/* Small masks by dot products, their taps four bytes a word: [digit][word], the
 * first four taps of each row, then of the fifth ones the first row's, and
 * those of the others. A thread makes 8 pixels in each of CF_DOT_ROWS rows. */
#define CF_DOT_SIZE_MAX 5
#define CF_DOT_DIGITS_MAX 3
#define CF_DOT_WIDTH 256
#define CF_DOT_ROWS 4
#define CF_DOT_HEIGHT (CF_KERNEL_THREADS * 8 / CF_DOT_WIDTH * CF_DOT_ROWS)
#define CF_DOT_WORDS(size) ((size) + ((size) > 4 ? 2 : 0))
#define CF_DOT_TAPS_MAX (CF_DOT_DIGITS_MAX * CF_DOT_WORDS (CF_DOT_SIZE_MAX))

/* The epsilon filter: a thread makes 4 pixels in each of so many rows; a tile
 * is a block's. */
#define CF_EPSILON_ROWS 4
/* 3, 5... and all others */
#define CF_EPSILON_N_SIZES 5
#define CF_EPSILON_SIZES(X, mode) \
  X (mode, 3) \
  X (mode, 5) \
  X (mode, 7) \
  X (mode, 9) \
  X (mode, any)
#define CF_EPSILON_WIDTH 128
#define CF_EPSILON_HEIGHT (CF_KERNEL_THREADS / 32 * CF_EPSILON_ROWS)

enum {
  CF_KERNEL_REPLICATE, /* the values of CfBorder */
  CF_KERNEL_MIRROR,
  CF_KERNEL_CONSTANT
};

/* Rows straight from the picture, where they are aligned; see picture.c. */
enum {
  CF_NOT_DIRECT,
  CF_DIRECT,            /* neighbours side by side */
  CF_DIRECT_INTERLEAVED /* two channels, both made by the same block */
};

typedef struct {
  const uint8_t *src;
  uint8_t *dst;
  int64_t src_stride, dst_stride;   /* bytes, from a row to the next */
  int64_t src_channel, dst_channel; /* bytes, from a channel to the next */
  int32_t src_step, dst_step;       /* samples, from a pixel to the next */
  int32_t width, height, channels;
  int32_t bytes; /* of a sample */
  int32_t unit;  /* copied: 16, 4, 1 bytes; 0 = by the pixel */
  int32_t bits;  /* of a value */
  int32_t shift; /* zero bits below it */
  uint32_t first_block, blocks_across;
  uint32_t across_factor; /* n / blocks_across = n * factor >> shift */
  uint32_t across_shift;
  uint32_t mask;      /* of four or two samples: their value bits */
  uint32_t constant;  /* the constant border's sample, repeated */
  uint8_t filtered;   /* else copied */
  uint8_t src_vector; /* rows can be read by 16 or 4 bytes, or 0 */
  uint8_t dst_vector; /* rows can be written by 16-byte vectors */
  uint8_t direct;     /* CF_DIRECT…, for small windows */
} CfKernelPlane;

/* One launch does all planes of a picture: blocks find theirs by
 * first_block. */
typedef struct {
  CfKernelPlane plane[CF_KERNEL_PLANES];
  int32_t n_planes;
  int32_t border;
} CfKernelPicture;

/* cf_kernel_pad writes its planes' channels apart, unshifted, with the rows
 * and columns around them that windows reach, to where cf_kernel_rank_1 and
 * _2 read them; sizes are those of the planes without. */
typedef struct {
  CfKernelPicture picture;
  int32_t window_width, window_height;
  int32_t limit; /* samples of a window that are above its result */
  int32_t tile_width, chunk_rows;
  /* cf_kernel_rank_2, whose blocks go round the tiles */
  uint32_t n_tiles;
  uint8_t *scratch;
  int64_t block_bytes; /* of the scratch, a block's; it begins with the bins */
  uint32_t list_at, codes_at, results_at;
} CfKernelRank;

/* How a sum becomes a result: see CfConvolveScale and CfConvolvePlan. */
enum {
  CF_SCALE_HIGH,     /* (sum multiplier + addend) >> 32 */
  CF_SCALE_MULTIPLY, /* (sum multiplier + addend) >> (32 + shift) */
  CF_SCALE_ADD,      /* sum + addend */
  CF_SCALE_SHIFT,    /* (sum + addend) >> shift, of 64 bits, which fits 32 */
  CF_SCALE_DIVIDE    /* ((sum + addend) factor >> 64) >> shift, of 64 bits, or
                        without the factor where that is 0 */
};

typedef struct {
  int32_t kind;
  int32_t multiplier;
  int32_t shift;
  int32_t maximum;
  int64_t addend;
  uint64_t factor;
} CfKernelScale;

/* Taps are in the order in which lanes need them, see convolvetaps.c. */
typedef struct {
  CfKernelPicture picture;
  CfKernelScale scale;
  const uint8_t *taps;   /* 16 bytes a lane */
  const uint8_t *column; /* the second pass's */
  int32_t width, height; /* of the mask */
  int32_t lead;          /* samples from a window's first to its output's */
  int32_t chunks;        /* of 32 samples, in a row of a window */
  /* two passes */
  int32_t warps;         /* of a block */
  int32_t strip_rows;    /* that a warp makes */
  int32_t groups;        /* of 16 rows, that 16 results are made from */
  int32_t between_shift; /* the first result is (sum + start) >> shift */
  int64_t between_start;
  /* cf_kernel_convolve_any, whose taps are CfConvolvePlan's */
  int32_t two_passes;
  uint32_t dot[CF_DOT_TAPS_MAX]; /* cf_kernel_convolve_dot_… */
} CfKernelConvolve;

typedef struct {
  CfKernelPicture picture;
  int32_t size;                        /* of the window */
  int32_t threshold[CF_KERNEL_PLANES]; /* for the values of each plane */
} CfKernelEpsilon;

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_copy (const CfKernelPicture picture);
void cf_kernel_pad (const CfKernelRank rank);
void cf_kernel_rank_1 (const CfKernelRank rank);
void cf_kernel_rank_2 (const CfKernelRank rank);
void cf_kernel_convolve_any (const CfKernelConvolve c);
#define CF_DECLARE(digits) \
  void cf_kernel_convolve_1_##digits (const CfKernelConvolve c); \
  void cf_kernel_convolve_2_##digits (const CfKernelConvolve c); \
  void cf_kernel_convolve2_1_##digits (const CfKernelConvolve c); \
  void cf_kernel_convolve2_2_##digits (const CfKernelConvolve c);
CF_DECLARE (1)
CF_DECLARE (2)
CF_DECLARE (3)
CF_DECLARE (4)
#undef CF_DECLARE
#define CF_DECLARE(digits) \
  void cf_kernel_convolve_dot_3_##digits (const CfKernelConvolve c); \
  void cf_kernel_convolve_dot_5_##digits (const CfKernelConvolve c);
CF_DECLARE (1)
CF_DECLARE (2)
CF_DECLARE (3)
#undef CF_DECLARE
#define CF_DECLARE(mode, size) \
  void cf_kernel_epsilon_##mode##_##size##_1 (const CfKernelEpsilon e); \
  void cf_kernel_epsilon_##mode##_##size##_2 (const CfKernelEpsilon e);
CF_EPSILON_SIZES (CF_DECLARE, average)
CF_EPSILON_SIZES (CF_DECLARE, clamp)
#undef CF_DECLARE
void cf_kernel_median_3_1 (const CfKernelPicture picture);
void cf_kernel_median_3_2 (const CfKernelPicture picture);
#define CF_DECLARE(size, tile_w, tile_h, across, share, threads) \
  void cf_kernel_median_##size##_1 (const CfKernelPicture picture); \
  void cf_kernel_median_##size##_2 (const CfKernelPicture picture);
CF_MEDIAN_TILES (CF_DECLARE)
#undef CF_DECLARE
#ifdef __cplusplus
}
#endif
#endif
