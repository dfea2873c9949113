/* What the host code and the kernels of the recursive mean share. */
#pragma once

#include "cuda/core/picturekernels.h"

/* A lane has so many columns of a channel; the first
 * and the last lane have what is around the outputs of the others. Two
 * channels that are interleaved share a warp. A block's warps are one below
 * the other. */
#define CF_RECURSIVE_LANE 4
#define CF_RECURSIVE_WIDTH (30 * CF_RECURSIVE_LANE)
#define CF_RECURSIVE_PAIR_WIDTH (14 * CF_RECURSIVE_LANE)
#define CF_RECURSIVE_ROWS 4 /* a warp has a multiple of so many, */
#define CF_RECURSIVE_ROWS_MOST 64

/* Noise: tiles side by side, which a block adds up, a quarter of their rows by
 * each warp. */
#define CF_NOISE_TILES 7
#define CF_NOISE_ROWS 4

/* How lanes read and write their samples. */
enum {
  CF_RECURSIVE_SINGLY,
  CF_RECURSIVE_VECTOR, /* neighbours side by side, aligned */
  CF_RECURSIVE_PAIR    /* two channels and nothing else, aligned */
};

/* What tells the light of colour, from the first channel's first sample on, or
 * NULL. Its sides were halved so often. */
typedef struct {
  const uint8_t *at;
  int64_t stride; /* bytes */
  uint8_t step;   /* samples */
  uint8_t bytes, bits, shift;
  uint8_t halved_x, halved_y;
} CfKernelLight;

/* A plane's results and counts, of the last frame and of this one: results of
 * 16 bits in rows of `stride` samples, of which lanes have a whole number, and
 * counts behind them, likewise. Noise of frames: `last` is another frame's
 * plane, in rows of `stride` samples. */
typedef struct {
  const uint8_t *last;
  uint8_t *next;
  int64_t counts, channel; /* bytes: to the counts, and to the next channel */
  int32_t stride;
  int32_t apart;       /* noise of frames: samples to the next pixel's */
  int32_t width;       /* of the picture */
  uint32_t sigma;      /* of the noise, where it is not estimated */
  uint32_t strength;   /* 256ths */
  uint32_t estimate;   /* its number */
  uint32_t tile_step;  /* noise: from a row of tiles to the next */
  CfKernelLight light; /* noise */
  uint8_t layout, last_layout; /* the second for noise of frames */
  uint8_t is_colour;
} CfKernelRecursivePlane;

/* Of noise, picture.plane is in tiles: those side by side, and the rows of them
 * that this frame looks at. */
typedef struct {
  CfKernelPicture picture;
  CfKernelRecursivePlane plane[CF_KERNEL_PLANES];
  uint32_t *estimates; /* sigma by number, or NULL: not estimated */
  uint32_t *bins;      /* CF_DENOISE_CLASS_BINS by number, 0 between launches */
  uint32_t *n_done;    /* blocks; 0 between launches */
  uint32_t *began;     /* noise: the frame that its history began with */
  uint32_t *told;      /* CF_NOISE_TELL by number, in the host's memory */
  const uint32_t *cut; /* NULL, or whether there was one: then there is no last
                        * estimate, and no last result */
  uint32_t past;       /* frames */
  uint32_t spatial;    /* 256ths */
  uint32_t frame;      /* its number */
  uint32_t history;    /* which one an estimate is of */
  uint32_t rows;       /* that a warp has */
  uint8_t is_first;    /* there is no last result, or no other frame */
  uint8_t is_unknown;  /* there is no last estimate */
  uint8_t again;       /* noise: only where there was a cut */
} CfKernelRecursive;

#define CF_NOISE_TELL(history, sigma) ((history) << 16 | (sigma))

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_recursive_1 (const CfKernelRecursive d);
void cf_kernel_recursive_2 (const CfKernelRecursive d);
void cf_kernel_recursive_space_1 (const CfKernelRecursive d);
void cf_kernel_recursive_space_2 (const CfKernelRecursive d);
void cf_kernel_noise_1 (const CfKernelRecursive d);
void cf_kernel_noise_2 (const CfKernelRecursive d);
void cf_kernel_noise_frames_1 (const CfKernelRecursive d);
void cf_kernel_noise_frames_2 (const CfKernelRecursive d);
#ifdef __cplusplus
}
#endif
#endif
