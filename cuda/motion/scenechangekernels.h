/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernel that looks for scene changes share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "engine/motion/cfscenechange.h"

#define CF_CUT_LEADERS 2 /* one a field */

/* The sums have these places. */
enum {
  CF_CUT_UNMATCHED,
  CF_CUT_TELLING,
  CF_CUT_CHANGED,
  CF_CUT_COUNTS = CF_CUT_CHANGED + CF_DENOISE_CUT_BINS
};

/* The record of frames that came. */
enum {
  CF_CUT_BITS,    /* of the last 32: bit i % 32 is the change before frame i */
  CF_CUT_EARLIER, /* earlier, the last frame after a scene change, or 0 */
  CF_CUT_RECORD
};

/* A channel of one of the two pictures: samples, or results of 16 bits. */
typedef struct {
  const uint8_t *at;
  int64_t stride;    /* bytes */
  int32_t step;      /* samples */
  int32_t bytes;     /* of a sample */
  uint32_t up, bits; /* brings samples to 16 bits; of two samples each */
  uint8_t is_vector; /* step is 1, and rows are aligned to 8 samples */
} CfKernelCutSide;

typedef struct {
  CfKernelCutSide frame, other;
  int32_t width, height;
  int32_t bits, shift;  /* of the frame's samples */
  int32_t row_step;     /* from a row of blocks to the next */
  uint32_t first_block; /* of those that threads share */
  uint32_t n;           /* of the leader's blocks, each of which a warp has */
  uint32_t *counts;     /* CF_CUT_COUNTS, 0 between launches */
  uint32_t sigma;       /* of the noise, unless there is an estimate */
  const uint32_t *estimate; /* or NULL */
} CfKernelCutLeader;

typedef struct {
  CfKernelCutLeader leader[CF_CUT_LEADERS];
  int32_t n_leaders;
  uint32_t *n_done;         /* blocks; 0 between launches */
  uint32_t *cut;            /* the answer: CF_DENOISE_CUT, ... */
  const uint32_t *last_cut; /* that of the last frame, or NULL */
  uint32_t *cuts;  /* CF_CUT_RECORD words of frames that came, or NULL */
  uint32_t number; /* of the frame */
} CfKernelCut;

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_cut (const CfKernelCut d);
#ifdef __cplusplus
}
#endif
#endif
