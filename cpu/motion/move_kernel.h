/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Moves the last result on one instruction set
 * (engine/motion/cfmoved.h). */
#pragma once

#include "cpu/core/kernel.h"
#include "cpu/motion/results.h"
#include "engine/motion/cfmoved.h"
#include "engine/motion/cfmotionscale.h"

G_BEGIN_DECLS

/* A channel's rows of blocks top...bottom-1. */
typedef struct {
  CfCpuResults last, moved;
  gint width, height; /* samples */
  const CfMotionVector *field;
  const guint8 *trusted;   /* of the field's blocks */
  gint field_width;        /* blocks */
  gint halved_x, halved_y; /* how often to come from the guide plane's size */
  gint top, bottom;
} CfCpuMoveJob;

/* Rows job.top...job.bottom-1 as 8 bits (engine/motion/cfmotionscale.h). */
typedef struct {
  CfCpuJob job;         /* whose src and channel */
  CfDenoiseScale scale; /* of samples of up to 8 bits the whole one */
  CfCpuResults last;
  guint8 *frame, *result; /* row 0 */
  gsize frame_stride, result_stride;
} CfCpuBytesJob;

struct _CfCpuMoveKernel {
  void (*run) (const CfCpuMoveJob *job, guint8 *scratch);
  void (*bytes[2]) (const CfCpuBytesJob *job, guint8 *scratch);
};

/* Bytes: rows of samples and what the taps need around them. */
#define CF_CPU_MOVE_ROWS (CF_MOTION_BLOCK + CF_MOTION_TAPS)
#define CF_CPU_MOVE_ROW(width) (((gsize)(width) + 127) / 64 * 64)
#define CF_CPU_MOVE_SCRATCH(width) \
  (CF_CPU_MOVE_ROW (width) * (CF_CPU_MOVE_ROWS + 1) * sizeof (guint16))

G_END_DECLS
