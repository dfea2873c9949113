/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels that measure noise share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "engine/motion/cfmotion.h"
#include "engine/noise/cfnoisereport.h"

/* A block has groups of four warps side by side; a group's tiles have a quarter
 * of their rows in each of its warps, and four columns in each of a lane. */
#define CF_NOISE_THREADS 256
#define CF_NOISE_GROUP 7 /* tiles side by side */
#define CF_NOISE_GROUPS 2
#define CF_NOISE_LANE 4 /* columns */

/* Lanes read their samples so. */
enum {
  CF_NOISE_SINGLY,
  CF_NOISE_VECTOR, /* neighbours side by side, aligned */
  CF_NOISE_PAIR    /* two channels and nothing else, aligned */
};

/* A frame's plane, from its first channel's first sample on. */
typedef struct {
  const uint8_t *at;       /* or NULL */
  int64_t stride, channel; /* bytes */
  int32_t step;            /* samples */
  int32_t layout;
} CfKernelNoiseSide;

/* These samples tell the brightness of colour, from the first channel's first
 * on, or NULL. Their sides were halved so often. */
typedef struct {
  const uint8_t *at;
  int64_t stride; /* bytes */
  uint8_t step;   /* samples */
  uint8_t bytes, bits, shift;
  uint8_t halved_x, halved_y;
} CfKernelLuma;

/* A plane's noise that is given. */
typedef struct {
  uint32_t sigma;
  uint16_t luma_classes[CF_NOISE_LUMA_CLASSES]; /* of classes */
  uint8_t is_given;
} CfKernelGivenNoise;

/* Last results are of 16 bits in rows of `stride` samples, of which lanes have
 * a whole number, and their counts after them, likewise. */
typedef struct {
  CfKernelNoiseSide before; /* the last frame; noise of frames: the one before
                             * it, which counts unless the scene changed, or */
  CfKernelNoiseSide behind; /* the next one */
  const uint8_t *results;
  int64_t counts, channel; /* bytes: to the counts, and to the next channel */
  const CfMotionVector *field; /* the guide plane's, or NULL: nobody searched */
  const uint32_t *differs;     /* NULL, or 0 where the frame is the last one */
  CfKernelLuma luma;
  uint32_t *tiles; /* records of CF_NOISE_TILE_WORDS */
  int32_t stride;
  int32_t field_width, field_height;
  int32_t width;              /* of the picture */
  int32_t n_tiles;            /* of all channels */
  uint32_t number;            /* the plane's */
  uint32_t tile_step;         /* from a row of tiles to the next */
  uint8_t halved_x, halved_y; /* from the guide plane's size */
  uint8_t layout;             /* the frame's */
  uint8_t is_colour;
} CfKernelNoisePlane;

#define CF_NOISE_TILE_WORDS 3 /* a CfNoiseTile */

/* A class's noise itself, not as white, and how coarse it is. */
#define CF_NOISE_SPECTRUM(sigma, coarse) ((sigma) | (uint32_t)(coarse) << 16)

/* Width and height of picture.plane are in tiles: those side by side, and the
 * rows of them that a frame looks at. Kept values are by plane's number. */
typedef struct {
  CfKernelPicture picture;
  CfKernelNoisePlane plane[CF_KERNEL_PLANES];
  CfNoiseHeld *held;
  uint32_t *estimates;    /* sigma: of noise of frames cf_noise_sigma (), else
                           * cf_noise_as_white () */
  uint32_t *luma_classes; /* cf_noise_luma_classes () of cf_noise_as_white () */
  uint32_t *spectra;      /* CF_NOISE_SPECTRUM () of the classes */
  uint32_t *searches;     /* cf_noise_search () */
  uint32_t *parts;        /* cf_noise_part_of_sums () */
  uint32_t *n_done;       /* blocks; 0 between launches */
  uint32_t
      *readback; /* CF_NOISE_READBACK_WORDS of each, in the host's memory */
  const uint32_t
      *scene_change; /* NULL, or what the frame is: CF_SCENE_CHANGE, then
                      * nothing is known, and there is no last result, ... */
  /* The record of scene changes (cutkernels.h), for noise of frames where some
   * were skipped, or NULL. Nothing is known after one of them. */
  const uint32_t *scene_changes;
  uint32_t skipped;  /* those that it has a bit of */
  uint32_t measured; /* the frame before the first of them */
  uint32_t history;  /* which one an estimate is of */
  uint32_t unknown;  /* bit i: of plane i nothing is known in this history */
  uint8_t is_first;  /* there is no last result, nor another frame */
  uint8_t is_alone;  /* nor will there be */
  uint8_t skipped_earlier; /* frames that it has no bit of any more */
} CfKernelNoise;

/* A plane has the history and sigma, whether it is by brightness and how coarse
 * it is, and the classes of brightness, two a word. */
#define CF_NOISE_READBACK_WORDS (2 + CF_NOISE_LUMA_CLASSES / 2)
#define CF_NOISE_TELL(history, sigma) ((history) << 16 | (sigma))

CF_DECLARE_KERNEL (noise_1, CfKernelNoise)
CF_DECLARE_KERNEL (noise_2, CfKernelNoise)
CF_DECLARE_KERNEL (noise_frames_1, CfKernelNoise)
CF_DECLARE_KERNEL (noise_frames_2, CfKernelNoise)
