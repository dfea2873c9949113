/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The noise of a filter's planes: what is kept of it, and what the kernels that
 * measure it get. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cuda/core/picture.h"
#include "cuda/noise/noisekernels.h"

G_BEGIN_DECLS

#define CF_NOISE_READBACK_SIZE \
  (CF_MAX_PLANES * CF_NOISE_READBACK_WORDS * sizeof (guint32))

/* Memory has what is known of each plane, numbers that other kernels use, of
 * this frame and of the one before, in turns, blocks that are done, and after
 * those the planes' tiles. */
typedef struct {
  const CfFilter *filter;
  CfPlaneKinds kinds;
  gsize tiles_at[CF_MAX_PLANES];
  gsize size;
  guint8 *memory;    /* `size` bytes at a multiple of 128, the caller's, 0 */
  guint32 *readback; /* CF_NOISE_READBACK_WORDS of each plane, in memory of the
                      * host that kernels write to; the caller's, 0 */
  guint history;     /* of 16 bits, from 1 on */
  guint32 unknown;   /* planes of which nothing is known in it */
  guint n_measured;  /* frames of it in which the others were, at most
                      * CF_NOISE_EARLY */
  guint slot;        /* of the frame's numbers: 0 or 1 */
} CfNoisePlan;

typedef struct {
  CfKernelNoise argument;
  CfCudaLaunch planes;
  guint n_blocks;
} CfNoiseLaunch;

/* The filter, whose planes are of these kinds, must outlive this. */
void cf_noise_plan_init (
    CfNoisePlan *self, const CfFilter *filter, CfPlaneKinds kinds);

/* These are in device memory, by plane: the noise, the noise by classes of
 * brightness, CF_NOISE_SPECTRUM () of those, and cf_noise_part_of_sums (), of
 * this frame, or of the one `before` it; and the noise for the search for
 * motion. */
guint32 *cf_noise_plan_estimates (const CfNoisePlan *self, gboolean before);
guint32 *cf_noise_plan_luma_classes (const CfNoisePlan *self, gboolean before);
guint32 *cf_noise_plan_spectra (const CfNoisePlan *self, gboolean before);
guint32 *cf_noise_plan_parts (const CfNoisePlan *self, gboolean before);
guint32 *cf_noise_plan_searches (const CfNoisePlan *self);

/* Returns the samples that tell a plane's brightness: those of plane `light` of
 * the filter, which lies there. */
CfKernelLuma cf_noise_plan_luma (
    const CfFilter *filter, guint plane, guint luma, CfCudaSurface from);

/* A frame's plane in that memory. */
CfKernelNoiseSide cf_noise_plan_side (
    const CfPlane *geometry, CfCudaSurface surface);

/* Planes are added one after the other, then it is ended. */
void cf_noise_plan_begin (const CfNoisePlan *self, CfNoiseLaunch *launch);
/* Adds a plane of the frame, whose brightness is that of plane `light` if that
 * is not -1 (cf_denoise_luma_plane ()), which lies there. The caller sets what
 * it is compared with; NULL where there is nothing to look at. */
CfKernelNoisePlane *cf_noise_plan_add (const CfNoisePlan *self, guint plane,
    CfCudaSurface from, gint luma, CfCudaSurface luma_from,
    CfNoiseLaunch *launch);
void cf_noise_plan_end (CfNoiseLaunch *launch);

/* The filtered planes of a picture that has no other beside it, of this sample
 * width; `n_blocks` is 0 where there is nothing to look at. */
void cf_noise_plan_picture (const CfNoisePlan *self, const CfPlane *src,
    gint bytes, CfNoiseLaunch *launch);

/* A frame has its result, and noise was measured in those planes of it. */
void cf_noise_plan_done (CfNoisePlan *self, guint32 measured);
/* TRUE if this frame, in which that is to be done, is one of the first
 * (CF_NOISE_EARLY). */
gboolean cf_noise_plan_is_early (const CfNoisePlan *self, guint32 measured);
/* Another history begins; or, of filters that know no other frames, a frame. */
void cf_noise_plan_reset (CfNoisePlan *self);
void cf_noise_plan_reset_frames (CfNoisePlan *self);

/* Reads what kernels told last of a plane; FALSE where nothing was. */
gboolean cf_noise_plan_get (
    const CfNoisePlan *self, guint plane, CfNoise *noise);

G_END_DECLS
