/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of the search for motion share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "engine/motion/cfscenechange.h"
#include "engine/motion/cfmotion.h"
#include "engine/motion/cfmotionscale.h"

/* The passes of a search, in this order. */
enum {
  CF_MOTION_SCALE, /* of samples of more than 8 bits */
  CF_MOTION_PYRAMID,
  CF_MOTION_COARSEST,
  CF_MOTION_LEVEL_1,
  CF_MOTION_LEVEL_0,
  CF_MOTION_QUARTERS,
  CF_MOTION_SMOOTH,
  CF_MOTION_SMOOTH_AGAIN,
  CF_MOTION_DOMINANT,
  CF_MOTION_TRUST,
  CF_MOTION_PASSES
};

/* Lanes that try vectors for one block. */
#define CF_MOTION_COARSEST_LANES 32
#define CF_MOTION_FINER_LANES 16
#define CF_MOTION_QUARTERS_LANES 4
#define CF_MOTION_SMOOTH_LANES 8

#define CF_MOTION_TILE 32 /* samples of level 0 of a block of the pyramid */
#define CF_MOTION_DOMINANT_THREADS 1024

/* A block of level 0 has these: its vector's SAD, and flags. */
#define CF_MOTION_SAD 0xffffu
#define CF_MOTION_IS_STILL 0x10000u
#define CF_MOTION_IS_TEXTURED 0x20000u

/* The sums of a scene change have these places. */
enum {
  CF_MOTION_UNMATCHED,
  CF_MOTION_TELLING,
  CF_MOTION_CHANGED,
  CF_MOTION_COUNTS = CF_MOTION_CHANGED + CF_SCENE_CHANGE_BINS
};

/* 8 bits a sample; rows begin at multiples of 16 bytes, and have replicas of
 * their first and last sample on either side: CF_MOTION_MARGIN, and as many as
 * it takes to a multiple of 16. */
#define CF_MOTION_MARGIN 64
typedef struct {
  uint8_t *samples;
  int32_t stride, width, height;
} CfKernelMotionPicture;

typedef struct {
  CfMotionVector *vectors; /* row by row */
  int32_t width, height;   /* in blocks */
} CfKernelMotionField;

/* A plane that leads: its two pictures, and a pass. */
typedef struct {
  /* the pyramid: a channel of the picture, and the last result of it */
  const uint8_t *src, *last;
  int64_t src_stride;
  int32_t src_step, last_stride; /* samples */
  int32_t bits, shift;
  CfDenoiseScale *scale; /* NULL: the whole one */

  CfKernelMotionPicture frame[CF_MOTION_LEVELS], result[CF_MOTION_LEVELS];

  int32_t level;
  CfKernelMotionField from, to;
  CfKernelMotionField former;
  uint32_t *blocks;         /* CF_MOTION_SAD and so on, of level 0 */
  CfMotionVector *dominant; /* the previous field's, then this one's */
  uint32_t *bins;   /* of x, and of y: CF_MOTION_BINS; 0 between searches */
  uint32_t *counts; /* CF_MOTION_COUNTS; 0 between searches */
  uint8_t *trusted; /* blocks of the field */
  uint32_t *scene_change; /* whether there was one, in any plane that leads */
  const uint32_t
      *last_scene_change; /* in the frame before: then nothing is known */
  uint8_t is_vector;      /* src_step is 1, and rows are aligned to 8 samples */
  uint8_t is_fresh;       /* there is no previous field */
  uint8_t is_guide;       /* of the first plane: clears `cut` */
  uint8_t is_last;        /* of the smoothings: fills `bins` */

  uint32_t sigma;           /* of the noise, unless there is an estimate */
  const uint32_t *estimate; /* or NULL */
  const uint32_t *differs;  /* NULL, or 0 where the frame is the last one: then
                             * what is known stays, and the scene too */
  uint8_t is_of_scale;      /* sigma is in steps of the scale */
  uint8_t is_beside;        /* the pyramid: begin_beside () */
} CfKernelMotion;

/* The next search's passes read this as the previous field. */
typedef struct {
  CfKernelMotionField field;
  CfMotionVector *dominant;
  int32_t now, before; /* intervals, of this frame and the last one */
} CfKernelMotionGap;

/* The last result of planes, moved: of picture.plane the width and height are
 * in blocks of the guide plane's. */
typedef struct {
  const uint8_t *last;
  uint8_t *moved;
  int64_t counts, channel; /* bytes: to the counts, and to the next channel */
  int32_t stride;
  int32_t width, height; /* samples */
  int32_t halved_x, halved_y;
  const CfMotionVector *vectors; /* the guide plane's */
  const uint8_t *trusted;
  const uint32_t *differs; /* 0 where the frame is the last one: nobody asks */
  int32_t stride_of_blocks;
} CfKernelMovePlane;

typedef struct {
  CfKernelPicture picture;
  CfKernelMovePlane plane[CF_KERNEL_PLANES];
  const uint32_t *scene_change; /* where there was one nothing is moved */
} CfKernelMove;

/* Lanes of a block of the guide plane's, which have so many below one another.
 */
#define CF_MOVE_ROWS 4
#define CF_MOVE_LANES(halved_x, halved_y) (32 >> ((halved_x) + (halved_y)))

CF_DECLARE_KERNEL (motion_scale, CfKernelMotion)
CF_DECLARE_KERNEL (motion_pyramid_1, CfKernelMotion)
CF_DECLARE_KERNEL (motion_pyramid_2, CfKernelMotion)
CF_DECLARE_KERNEL (motion_coarsest, CfKernelMotion)
CF_DECLARE_KERNEL (motion_finer, CfKernelMotion)
CF_DECLARE_KERNEL (motion_quarters, CfKernelMotion)
CF_DECLARE_KERNEL (motion_smooth, CfKernelMotion)
CF_DECLARE_KERNEL (motion_dominant, CfKernelMotion)
CF_DECLARE_KERNEL (motion_trust, CfKernelMotion)
CF_DECLARE_KERNEL (motion_gap, CfKernelMotionGap)
CF_DECLARE_KERNEL (move, CfKernelMove)
