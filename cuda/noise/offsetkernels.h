/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernel that finds how much brighter frames are share
 * this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "cuda/noise/noisekernels.h"
#include "engine/noise/cfnoiseoffset.h"

#define CF_OFFSET_WARPS 8 /* a block's: each has a tile */
#define CF_OFFSET_THREADS (32 * CF_OFFSET_WARPS)
#define CF_OFFSET_CHANNELS 4

/* Places a plane in CF_KERNEL_PLANES * CF_OFFSET_CHANNELS *
 * CF_NOISE_LUMA_CLASSES. */
#define CF_OFFSET_AT(plane, channel) \
  (((plane)*CF_OFFSET_CHANNELS + (channel)) * CF_NOISE_LUMA_CLASSES)

/* A plane, its last results and its brightness, as CfKernelNoisePlane. */
typedef struct {
  const uint8_t *results;
  int64_t channel;         /* bytes, to the next one's results */
  const uint32_t *differs; /* NULL, or 0 where the frame is the last one */
  CfKernelLuma luma;
  int32_t stride;     /* of results, samples */
  uint32_t number;    /* the plane's */
  uint32_t tile_step; /* from a row of tiles to the next */
  uint32_t strength;  /* 256ths */
  CfKernelGivenNoise given;
  uint8_t is_colour;
} CfKernelOffsetPlane;

/* Width and height of picture.plane are in tiles, as of CfKernelNoise. */
typedef struct {
  CfKernelPicture picture;
  CfKernelOffsetPlane plane[CF_KERNEL_PLANES];
  CfNoiseOffset *offsets;       /* CF_OFFSET_AT (), 0 before */
  const uint32_t *luma_classes; /* of the frame before, of planes not given */
  const uint32_t
      *scene_change; /* CF_SCENE_CHANGE, ...: there is nothing to find */
} CfKernelOffset;

CF_DECLARE_KERNEL (offset_1, CfKernelOffset)
CF_DECLARE_KERNEL (offset_2, CfKernelOffset)
