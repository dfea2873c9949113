/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean of rows of a channel, and the filter in space on its
 * results, on one instruction set (engine/denoise/cfdenoiserecursive.h). */
#pragma once

#include "cpu/core/kernel.h"
#include "cpu/motion/results.h"
#include "engine/denoise/cfdenoiserecursive.h"

G_BEGIN_DECLS

/* Results are made brighter by this, by level of brightness: one is 0. */
typedef struct {
  guint16 more[CF_DENOISE_LEVELS], less[CF_DENOISE_LEVELS];
} CfCpuRecursiveLighter;

typedef struct {
  CfCpuJob job; /* whose rows, and all columns */
  const CfDenoiseTerms *terms;
  CfCpuResults last, next;
  gboolean writes; /* the picture too, as no filter in space follows */
  /* of colour: the frame's plane that has its brightness, or NULL, and how
   * often its sides were halved to those of src */
  const CfPlane *luma;
  gint halved_x, halved_y;
  const CfCpuRecursiveLighter *lighter; /* or NULL: nothing is */
} CfCpuRecursiveJob;

struct _CfCpuRecursiveKernel {
  /* next from last and job.src; the rows around the job's are read too */
  void (*mean[2]) (const CfCpuRecursiveJob *job, guint8 *scratch);
  /* job.dst from next, of which the rows around are read too */
  void (*space[2]) (const CfCpuRecursiveJob *job, guint8 *scratch);
}; /* [bytes - 1] */

/* Bytes. */
#define CF_CPU_RECURSIVE_SCRATCH(width) \
  (((gsize)(width) + 2 * CF_CPU_RESULTS_MARGIN + 31) / 32 * 32 * 14 \
      * sizeof (guint16))

G_END_DECLS
