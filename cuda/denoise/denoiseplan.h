/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time: which frames there are, where they are kept, and
 * what kernels get. Needs no GPU. */
#pragma once

#include "cuda/motion/scenechangeplan.h"
#include "cuda/denoise/denoisekernels.h"
#include "cuda/noise/noiseplan.h"

G_BEGIN_DECLS

/* Frames are numbered as they come; frame i is kept in slot i % n_slots, one
 * plane after the other: of planes that own all bytes of their rows as they
 * are, of others each channel on its own. After them comes what is known of the
 * noise, of AVERAGE, and of scene changes. */
typedef struct {
  const CfFilter *filter;
  guint past; /* frames before a frame that may be asked for */
  guint n_slots;
  guint32 kept; /* bit i: plane i is kept */
  gsize plane_at[CF_MAX_PLANES], slot_size;
  gsize noise_at; /* of AVERAGE */
  gsize look_at, scene_changes_at;
  gsize size;     /* of all, or 0 */
  guint8 *memory; /* `size` bytes at a multiple of 128; the caller's, from
                   * noise_at on 0 */
  CfNoisePlan noise;
  CfSceneChangePlan scene_change;
  guint64 first, now, next; /* the oldest frame that counts, the one that is to
                             * be filtered, and the one that comes */
  guint64 measured;         /* the last that was filtered, or `first` */
} CfDenoisePlan;

typedef struct {
  CfKernelDenoise argument;
  guint n_blocks;
} CfDenoiseLaunch;

/* `filter` must outlive this. */
void cf_denoise_plan_init (CfDenoisePlan *self, const CfFilter *filter);

/* TRUE where frames are kept before they are filtered, by cf_kernel_copy: all
 * planes where later frames are used, else those that are filtered, whose
 * neighbours the kernel has to find. Otherwise the kernel keeps the frame. */
gboolean cf_denoise_plan_keeps_first (const CfDenoisePlan *self);
/* Describes that launch; there may be nothing to do: 0 blocks. */
void cf_denoise_plan_keep (
    const CfDenoisePlan *self, const CfPlane *src, CfCudaLaunch *launch);
/* It is made: the frame has come. */
void cf_denoise_plan_kept (CfDenoisePlan *self);

/* Describes the launch that looks for a scene change before the frame that
 * comes, which is not kept yet; there may be nothing to do. */
void cf_denoise_plan_look (
    const CfDenoisePlan *self, const CfPlane *src, CfSceneChangeLaunch *launch);

/* Describes AVERAGE's launch that measures the noise of the next frame that is
 * filtered, of planes of this sample width; there may be nothing to do. `src`
 * as below. */
void cf_denoise_plan_noise (const CfDenoisePlan *self, gint bytes,
    const CfPlane *src, CfNoiseLaunch *launch);

/* Returns the number of frames of MEDIAN's next result: 1, 3, 5 or 7. */
guint cf_denoise_plan_n_frames (const CfDenoisePlan *self);
/* The launch for the filtered planes of this sample width; the first of all
 * copies the other planes too. `src` is NULL where later frames are used. */
void cf_denoise_plan_run (const CfDenoisePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfDenoiseLaunch *launch);
/* TRUE where MEDIAN has windows and there may be a scene change near the frame:
 * then the same launch is to be made of cf_kernel_denoise_near_scene_change
 * too. */
gboolean cf_denoise_plan_is_near_scene_change (const CfDenoisePlan *self);
/* They are made: to the next frame. */
void cf_denoise_plan_done (CfDenoisePlan *self);
/* They are not, of a frame that was kept. */
void cf_denoise_plan_skip (CfDenoisePlan *self);

void cf_denoise_plan_reset (CfDenoisePlan *self);

G_END_DECLS
