/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of the recursive mean share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "cuda/denoise/wienerkernels.h"
#include "cuda/noise/noisekernels.h"
#include "cuda/noise/offsetkernels.h"

/* A lane has so many columns of a channel; two lanes have a group
 * (cfdenoiserecursive.h). Before and after those whose outputs a warp makes is
 * the rest of the group that the next column is in: two lanes on one side, and
 * one on the other, where the group is half made there. Two channels that are
 * interleaved share a warp. A block's warps are one below the other. */
#define CF_RECURSIVE_LANE 4
#define CF_RECURSIVE_MARGIN 2  /* lanes, at most, on one side */
#define CF_RECURSIVE_MARGINS 3 /* on both */
#define CF_RECURSIVE_WIDTH ((32 - CF_RECURSIVE_MARGINS) * CF_RECURSIVE_LANE)
#define CF_RECURSIVE_PAIR_WIDTH \
  ((16 - CF_RECURSIVE_MARGINS) * CF_RECURSIVE_LANE)
#define CF_RECURSIVE_ROWS 4 /* a warp has a multiple of so many, */
#define CF_RECURSIVE_ROWS_MOST 64

/* Lanes read and write their samples so. */
enum {
  CF_RECURSIVE_SINGLY,
  CF_RECURSIVE_VECTOR, /* neighbours side by side, aligned */
  CF_RECURSIVE_PAIR    /* two channels and nothing else, aligned */
};

/* A plane's results and counts, of the last frame and of this one: results of
 * 16 bits in rows of `stride` samples, of which lanes have a whole number, and
 * counts after them, likewise. */
typedef struct {
  const uint8_t *last, *moved; /* where nothing moves they are the same */
  uint8_t *next;
  int64_t counts, channel; /* bytes: to the counts, and to the next channel */
  const uint32_t *differs; /* NULL, or 0 where the frame is the last one: then
                            * results stay as they were */
  CfKernelLuma luma;       /* of colour, of the frame */
  int32_t stride;
  uint32_t strength; /* 256ths */
  uint32_t estimate; /* its number */
  CfKernelGivenNoise given;
  CfKernelWienerKept pilot; /* where there is a stage behind it */
  uint8_t layout;
  uint8_t luma_is_vector; /* a lane's brightness lies side by side, aligned */
} CfKernelRecursivePlane;

typedef struct {
  CfKernelPicture picture;
  CfKernelRecursivePlane plane[CF_KERNEL_PLANES];
  const uint32_t *estimates;    /* sigma by number, where it is not given */
  const uint32_t *luma_classes; /* and of CF_NOISE_LUMA_CLASSES classes */
  const uint32_t *parts;        /* and cf_noise_part_of_sums () */
  const CfNoiseOffset
      *offsets[CF_NOISE_OFFSET_FRAMES]; /* of this frame and
                                         * those before it, as
                                         * cf_kernel_offset ()
                                         * makes them; or NULL */
  const uint32_t
      *scene_change; /* NULL, or what the frame is: CF_SCENE_CHANGE, then there
                      * is no last result, or CF_SCENE_FLASH */
  uint32_t past;     /* frames */
  uint32_t spatial;  /* 256ths */
  uint32_t rows;     /* that a warp has */
  uint8_t is_first;  /* there is no last result */
  uint8_t is_beside; /* begin_beside (): of the kernel that measures noise,
                      * which allows it when all earlier ones have ended */
} CfKernelRecursive;

CF_DECLARE_KERNEL (recursive_1, CfKernelRecursive)
CF_DECLARE_KERNEL (recursive_2, CfKernelRecursive)
CF_DECLARE_KERNEL (recursive_space_1, CfKernelRecursive)
CF_DECLARE_KERNEL (recursive_space_2, CfKernelRecursive)
CF_DECLARE_KERNEL (recursive_pilot_1, CfKernelRecursive)
CF_DECLARE_KERNEL (recursive_pilot_2, CfKernelRecursive)
