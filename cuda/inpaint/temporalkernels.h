/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of temporal repair get this (engine/inpaint/cfinpainttemporal.h);
 * those of the search for motion are noise reduction's. */
#pragma once

#include "cuda/core/kernel.h"

#include "cuda/motion/motionkernels.h"
#include "engine/inpaint/cfinpainttemporal.h"

#define CF_TEMPORAL_THREADS \
  128 /* a sample each, or a block of 8x8 each warp \
       */

/* A plane of a frame that is kept. */
typedef struct {
  uint8_t *data;
  uint8_t *states;
  int64_t stride; /* bytes */
  int32_t width, height, channels, step;
  int32_t bytes, bits, shift; /* as in CfPlane */
  uint32_t first_block;
  /* of states: */
  const uint32_t *holes; /* CfInpaintHoles.bits, or NULL: there are none */
  const uint8_t *alpha;  /* of the same frame, or NULL */
  int64_t alpha_stride;
  int32_t alpha_step, alpha_bytes, alpha_shift, alpha_width, alpha_height;
  /* of repair: */
  int32_t halved_x, halved_y; /* from the guide plane's size, */
  int32_t across, down;       /* which has so many blocks */
  struct {
    const uint8_t *data, *states;
    const CfTemporalChoice *choices;
  } reference[CF_TEMPORAL_REFERENCES];
} CfKernelTemporalPlane;

/* All planes that take part: their samples' states, or repair. */
typedef struct {
  CfKernelTemporalPlane plane[CF_KERNEL_PLANES];
  int32_t n_planes, n_references;
} CfKernelTemporal;

/* The leading channel of a plane as the search's last result, of 16 bits. */
typedef struct {
  const uint8_t *src; /* that channel */
  int64_t src_stride;
  int32_t src_step, width, height, bytes, bits, shift;
  uint16_t *last;
  int32_t last_stride; /* samples */
} CfKernelTemporalLead;

/* A guide plane's blocks choose by this what to take from a reference. */
typedef struct {
  CfTemporalPictures pictures;
  CfKernelMotionField field;
  const CfMotionVector *dominant;
  const uint32_t *scene_change; /* to the reference: all blocks refuse */
  CfTemporalChoice *choices;
} CfKernelTemporalBlocks;

CF_DECLARE_KERNEL (temporal_states, CfKernelTemporal)
CF_DECLARE_KERNEL (temporal_guide, CfKernelTemporalLead)
CF_DECLARE_KERNEL (temporal_choose, CfKernelTemporalBlocks)
CF_DECLARE_KERNEL (temporal_repair, CfKernelTemporal)
