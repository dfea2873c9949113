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
  GArray *rows;                   /* of blocks, that are compared */
  CfCpuSceneChangeCounts *counts; /* of each */
} CfCpuSceneChange;

/* Says what job->job.src, whose channel is set, is compared with, and what
 * sigma is, in 1/256 of a step of 8 bits. */
typedef void (*CfCpuSceneChangeFunc) (
    gconstpointer owner, guint plane, CfCpuSceneChangeJob *job);

/* The filter must outlive this. */
void cf_cpu_scene_change_init (CfCpuSceneChange *self, const CfFilter *filter);
void cf_cpu_scene_change_clear (CfCpuSceneChange *self);

/* Says what the frame is (CF_SCENE_CHANGE, ...), if the last was no flash. Each
 * thread has `scratch_size` bytes of scratch, at least
 * CF_CPU_SCENE_CHANGE_SCRATCH. */
gint cf_cpu_scene_change_look (CfCpuSceneChange *self, const CfPlane *src,
    CfCpuSceneChangeFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size);

/* The same, by counts that belong together, of so many blocks and samples. */
gint cf_cpu_scene_kind (const CfCpuSceneChangeCounts *counts, guint n_counts,
    gint n_blocks, gint n_samples);

G_END_DECLS
