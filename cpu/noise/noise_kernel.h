/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of tiles, by which noise is measured, on one instruction set
 * (engine/noise/cfnoise.h). */
#pragma once

#include "cpu/core/kernel.h"
#include "cpu/motion/results.h"
#include "engine/noise/cfnoise.h"

G_BEGIN_DECLS

typedef struct {
  CfCpuJob job; /* whose src and channel */
  /* what it is compared with, or nothing: the last result, or the frame before
   */
  CfCpuResults last;
  const CfPlane *before; /* the last frame, of src's sample width and channels,
                          * or NULL */
  gint tile_row;
} CfCpuNoiseJob;

/* Sums of a row's tiles; [bytes - 1]. */
struct _CfCpuNoiseKernel {
  void (*run[2]) (const CfCpuNoiseJob *job, guint8 *scratch, CfNoiseSums *sums);
};

/* Tiles side by side that are added up at once. */
#define CF_CPU_NOISE_TILES 16
/* Bytes. */
#define CF_CPU_NOISE_SCRATCH 49152

G_END_DECLS
