/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernel that looks for scene changes share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "engine/motion/cfscenechange.h"

#define CF_SCENE_CHANGE_GUIDES 2 /* one a field */

/* The sums have these places. */
enum {
  CF_SCENE_CHANGE_UNMATCHED,
  CF_SCENE_CHANGE_TELLING,
  CF_SCENE_CHANGE_CHANGED,
  CF_SCENE_CHANGE_COUNTS = CF_SCENE_CHANGE_CHANGED + CF_SCENE_CHANGE_BINS
};

/* The record of frames that came. */
enum {
  CF_SCENE_CHANGE_BITS, /* of the last 32: bit i % 32 is the change before frame
                           i */
  CF_SCENE_CHANGE_EARLIER, /* earlier, the last frame after a scene change, or 0
                            */
  CF_SCENE_CHANGE_RECORD
};

/* A channel of one of the two pictures: samples, or results of 16 bits. */
typedef struct {
  const uint8_t *at;
  int64_t stride;    /* bytes */
  int32_t step;      /* samples */
  int32_t bytes;     /* of a sample */
  uint32_t up, bits; /* brings samples to 16 bits; of two samples each */
  uint8_t is_vector; /* step is 1, and rows are aligned to 8 samples */
} CfKernelSceneChangeSide;

typedef struct {
  CfKernelSceneChangeSide frame, other;
  int32_t width, height;
  int32_t bits, shift;  /* of the frame's samples */
  int32_t row_step;     /* from a row of blocks to the next */
  uint32_t first_block; /* of those that threads share */
  uint32_t n;       /* of the guide plane's blocks, each of which a warp has */
  uint32_t *counts; /* CF_SCENE_CHANGE_COUNTS, 0 between launches */
  uint32_t sigma;   /* of the noise, unless there is an estimate */
  const uint32_t *estimate; /* or NULL */
} CfKernelSceneChangeGuide;

typedef struct {
  CfKernelSceneChangeGuide guide[CF_SCENE_CHANGE_GUIDES];
  int32_t n_guides;
  uint32_t *n_done;                  /* blocks; 0 between launches */
  uint32_t *scene_change;            /* the answer: CF_SCENE_CHANGE, ... */
  const uint32_t *last_scene_change; /* that of the last frame, or NULL */
  uint32_t *scene_changes; /* CF_SCENE_CHANGE_RECORD words of frames that came,
                              or NULL */
  uint32_t number;         /* of the frame */
} CfKernelSceneChange;

CF_DECLARE_KERNEL (scene_change, CfKernelSceneChange)
