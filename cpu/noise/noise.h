/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the noise of a filter's planes (engine/noise): threads share the
 * rows of tiles. */
#pragma once

#include "cpu/core/cpubackend.h"
#include "cpu/noise/noise_kernel.h"
#include "engine/motion/cfmotion.h"
#include "engine/noise/cfnoiseoffset.h"
#include "engine/noise/cfnoisereport.h"

G_BEGIN_DECLS

typedef struct {
  const CfFilter *filter;
  CfPlaneKinds kinds;
  GArray *rows;                      /* of tiles */
  CfNoiseTile *tiles[CF_MAX_PLANES]; /* of a plane's rows, or NULL */
  guint n_tiles[CF_MAX_PLANES];
  CfNoiseSums *sums; /* of each thread's row */
  gsize sums_stride;
  guint32 shares[32];
  CfNoiseHeld held[CF_MAX_PLANES];
  guint32 luma_classes[CF_MAX_PLANES]
                      [CF_NOISE_LUMA_CLASSES]; /* sigma that is used */
  CfNoiseOffset *offsets; /* of rows, CF_NOISE_LUMA_CLASSES each */
  CfNoiseOffset (*of_channels)[CF_NOISE_LUMA_CLASSES]; /* of the last frames */
  guint frame;      /* which of those is the last */
  guint32 measured; /* planes, in this history */
  guint32 told;     /* planes of the last frame, whose noise was */
  guint n_measured; /* frames in it, with those planes given, at most
                     * CF_NOISE_EARLY + 1 */
} CfCpuNoise;

/* A plane's channel is compared with this. */
typedef struct {
  CfCpuResults last;     /* or where it has no results: */
  const CfPlane *before; /* the last frame, or NULL; see CfCpuNoiseJob */
  /* of 8x8 samples of the plane's guide plane, or NULL: nobody searched */
  const CfMotionVector *field;
  gint field_width, field_height, halved_x, halved_y;
} CfCpuNoiseOther;

typedef void (*CfCpuNoiseFunc) (
    gconstpointer owner, guint plane, gint channel, CfCpuNoiseOther *other);

/* The filter, whose planes are of these kinds, must outlive this. */
void cf_cpu_noise_init (
    CfCpuNoise *self, const CfFilter *filter, CfPlaneKinds kinds);
void cf_cpu_noise_clear (CfCpuNoise *self);

/* Another frame comes; planes whose noise is given are not measured. */
void cf_cpu_noise_begin (CfCpuNoise *self);
/* Looks at it, but for planes that are skipped, bit by bit. `compare` may be
 * NULL: there is no other frame. Each thread has `scratch_size` bytes of
 * scratch, at least CF_CPU_NOISE_SCRATCH. */
void cf_cpu_noise_look (CfCpuNoise *self, const CfPlane *src, guint32 skipped,
    CfCpuNoiseFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size);
/* Takes over what the frame tells of noise; `repeated` planes are the last
 * frame's, bit by bit; `how` is as cf_noise_hold () says. */
void cf_cpu_noise_hold (CfCpuNoise *self, guint32 repeated, gint how);
/* TRUE if the frame is one of the first in its history whose noise is measured,
 * in the planes of which it is (CF_NOISE_EARLY). */
gboolean cf_cpu_noise_is_early (const CfCpuNoise *self);
/* Returns how much brighter a channel is than the other, by level of
 * brightness, in 1/256 of a step of 8 bits; FALSE where it is not. */
gboolean cf_cpu_noise_get_offsets (const CfCpuNoise *self, guint plane,
    gint channel, gint32 offsets[CF_NOISE_LEVELS]);
/* Another history begins. */
void cf_cpu_noise_reset (CfCpuNoise *self);
/* The scene changed: forgets the noise of the frames before. */
void cf_cpu_noise_scene_change (CfCpuNoise *self);

/* Reads what is known; FALSE where nothing is. */
gboolean cf_cpu_noise_get (const CfCpuNoise *self, guint plane, CfNoise *noise);
/* Returns 1/256 of a step of 8 bits. */
guint cf_cpu_noise_sigma (const CfCpuNoise *self, guint plane);

/* The same, for the search for motion. */
guint cf_cpu_noise_for_search (const CfCpuNoise *self, guint plane);

/* The standard deviation to use for a plane, of a filter of CF_OP_DENOISE; and
 * by level of brightness. */
guint cf_cpu_noise_used (const CfCpuNoise *self, guint plane);
void cf_cpu_noise_used_by_luma (
    const CfCpuNoise *self, guint plane, guint32 sigma[CF_NOISE_LEVELS]);
/* Of the noise itself as the Wiener stage takes it, not of white noise that
 * differs as much from sample to sample; returns its coarseness. */
guint cf_cpu_noise_itself_by_luma (
    const CfCpuNoise *self, guint plane, guint32 sigma[CF_NOISE_LEVELS]);
/* Returns what cf_noise_part_of_sums () says. */
guint cf_cpu_noise_part_of_sums (const CfCpuNoise *self, guint plane);

G_END_DECLS
