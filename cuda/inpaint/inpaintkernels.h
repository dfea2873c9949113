/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of inpainting get this; those of CF_INPAINT_GLOBAL's transforms
 * are apart (inpaint_globalkernels.h). */
#pragma once

#include "cuda/core/kernel.h"

#include <stdint.h>

/* Channels of planes that a launch does. */
#define CF_INPAINT_PARTS 12

#define CF_INPAINT_THREADS 256
/* of cf_kernel_inpaint_coarse, one block a part; the first level that it makes
 * has at most so many samples */
#define CF_INPAINT_COARSE_THREADS 1024
#define CF_INPAINT_COARSE 3840
/* bytes: all levels' known samples, which are less than twice as many, and two
 * of the first's */
#define CF_INPAINT_COARSE_BYTES ((4 * CF_INPAINT_COARSE + 32) * 4)
/* of cf_kernel_inpaint_shrink_…, so many make a block of so many columns */
#define CF_INPAINT_SHRINK_THREADS(size) ((size) == 64 ? 64 : 128)
/* A warp of cf_kernel_inpaint_load makes so many columns of a row, and more
 * where that were more blocks for each multiprocessor than: */
#define CF_INPAINT_LOAD_COLUMNS 128
#define CF_INPAINT_LOAD_BLOCKS 8
/* Tiles of cf_kernel_inpaint_sweep, which does half of a level's sweeps */
#define CF_INPAINT_SWEEP_WIDTH 64
#define CF_INPAINT_SWEEP_HEIGHT 32
/* Rows of a block of cf_kernel_inpaint_combine_…, of 32 columns */
#define CF_INPAINT_COMBINE_HEIGHT 32
/* Tiles of those that make the holes' samples */
#define CF_INPAINT_TILE_WIDTH 32
#define CF_INPAINT_TILE_HEIGHT 8

/* CfInpaintBox */
typedef struct {
  int32_t left, top, right, bottom;
} CfKernelInpaintBox;

/* A channel of a plane. Floats of its region are packed row by row, those of
 * the plane alike. */
typedef struct {
  const uint8_t *src;
  uint8_t *dst;
  int64_t src_stride, dst_stride; /* bytes */
  int32_t step;                   /* bytes from a sample to the next */
  int32_t bytes, bits, shift;     /* as in CfPlane */
  int32_t plane_width, plane_height, words;
  CfKernelInpaintBox region, holes;
  const uint8_t *alpha; /* or NULL */
  int64_t alpha_stride;
  int32_t alpha_step, alpha_bytes, alpha_shift, alpha_width, alpha_height;
  int32_t is_marker; /* the plane's first: makes its mask */
  int32_t is_keeper; /* and last, when nobody reads the last mask any more */
  const uint32_t *given; /* CfInpaintHoles.bits */
  uint32_t *mask;        /* the same, with alpha's; `given` where it has none */
  /* known samples, NaN for holes, then what blocks read; */
  float *samples;
  float *result, *fill; /* the last iteration's, and the harmonic fill */
  float *levels;        /* coarser ones' known samples, others', and fills */
  float *blocks;
  float *last;         /* the last picture's result, or NULL */
  uint32_t *last_mask; /* and where it was one */
  int32_t is_tracked;  /* which is there */
  int32_t coarse;      /* level from which cf_kernel_inpaint_coarse starts */
  int32_t iterations;
  const float *thresholds; /* CF_INPAINT_ENDS schedules */
  uint8_t *state;          /* CfInpaintState */
} CfKernelInpaintPart;

typedef struct {
  CfKernelInpaintPart part[CF_INPAINT_PARTS];
  int32_t n_parts;
  int32_t method;
  int32_t chooses; /* the end threshold, by the texture */
  float least_end; /* for that */
  int32_t level;   /* of fills, and */
  int32_t first_sweep;
  int32_t iteration; /* of LOCAL, and its grid: */
  int32_t shift_x, shift_y;
} CfKernelInpaint;

/* CfInpaintMethod */
enum { CF_KERNEL_INPAINT_LOCAL, CF_KERNEL_INPAINT_GLOBAL };

CF_DECLARE_KERNEL (inpaint_mark, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_load, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_down, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_coarse, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_sweep, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_start, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_shrink_16, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_shrink_32, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_shrink_64, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_combine_16, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_combine_32, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_combine_64, CfKernelInpaint)
CF_DECLARE_KERNEL (inpaint_store, CfKernelInpaint)
