/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for a scene change between a filter's frame and another one
 * (engine/motion/cfscenechange.h): threads share the rows of blocks. */
#pragma once

#include "cpu/core/cpubackend.h"
#include "cpu/motion/scene_change_kernel.h"

G_BEGIN_DECLS

typedef struct {
  const CfFilter *filter;
  GArray *rows;           /* of blocks, that are compared */
  CfCpuCutCounts *counts; /* of each */
} CfCpuCut;

/* Says what job->job.src, whose channel is set, is compared with, and what
 * sigma is, in 1/256 of a step of 8 bits. */
typedef void (*CfCpuCutFunc) (
    gconstpointer owner, guint plane, CfCpuCutJob *job);

/* The filter must outlive this. */
void cf_cpu_cut_init (CfCpuCut *self, const CfFilter *filter);
void cf_cpu_cut_clear (CfCpuCut *self);

/* Says what the frame is (CF_DENOISE_CUT, ...), if the last was no flash. Each
 * thread has `scratch_size` bytes of scratch, at least CF_CPU_CUT_SCRATCH. */
gint cf_cpu_cut_look (CfCpuCut *self, const CfPlane *src, CfCpuCutFunc compare,
    gconstpointer owner, guint8 *scratch, gsize scratch_size);

/* The same, by counts that belong together, of so many blocks and samples. */
gint cf_cpu_cut_change (const CfCpuCutCounts *counts, guint n_counts,
    gint n_blocks, gint n_samples);

G_END_DECLS
