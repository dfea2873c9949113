/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Noise reduction over time, from a frame and those before and after it. */
#pragma once

#include "engine/core/cfoperation.h"
#include "engine/noise/cfnoiseprofile.h"

G_BEGIN_DECLS

#define CF_DENOISE_FRAMES_MAX 8           /* past, and future */
#define CF_DENOISE_MEDIAN_FRAMES_MAX 7    /* with the frame itself */
#define CF_DENOISE_SIGMA_MAX (64 * 256)   /* 64 steps of 8 bits */
#define CF_DENOISE_STRENGTH_MAX (4 * 256) /* 4 times */

/* Each method makes a result of a sample v, of value v0, and those of the same
 * place in the frames around it:
 * RECURSIVE:   a mean of v and the last frame's result, by how much the two
 *              differ around the sample, and by how many frames are in that
 *              result already
 * AVERAGE:     on each side of v, outward, those count that differ from v by at
 *              most a limit, until one does not or the sum of the differences,
 *              with this one's, is above a second limit: see
 *              cfdenoiseaverage.h. The result is floor ((2 S + n) /
 *              (2 n)), S the sum and n the number of those that count, v among
 *              them. After FFmpeg's atadenoise
 * MEDIAN:      of the samples, or of windows of 3x3 with the replicate border,
 *              of the frames that are there, in this order: the frame itself,
 *              the last one, the next one, the one before the last, and so on,
 *              where a side that has no more is skipped. Of these the first 7
 *              at most, and an odd number: of an even one the last is left out
 * COMPENSATED: RECURSIVE, where the last result is moved as the picture did.
 * Frames on the other side of a scene change do not count (cfscenechange.h).
 * All are in integers, plane by plane and channel by channel. */
typedef enum {
  CF_DENOISE_RECURSIVE,
  CF_DENOISE_AVERAGE,
  CF_DENOISE_MEDIAN,
  CF_DENOISE_COMPENSATED
} CfDenoiseMethod;

/* How much COMPENSATED does: FAST as said above, HIGH cfwiener.h behind it, and
 * BEST that with four times as many windows. */
typedef enum {
  CF_DENOISE_FAST,
  CF_DENOISE_HIGH,
  CF_DENOISE_BEST
} CfDenoiseQuality;

typedef struct {
  CfDenoiseMethod method;
  CfDenoiseQuality quality; /* COMPENSATED */
  gint past, future; /* frames that are looked at, 0...8 each. MEDIAN takes at
                      * most 7 together with the frame, the nearest. The last
                      * result of RECURSIVE and COMPENSATED is worth at most 4
                      * past frames; of COMPENSATED above QUALITY FAST one
                      * future frame is looked at (cfwiener.h), else none may
                      * be */
  gint window;       /* MEDIAN: 1 or 3, the side of each frame's window */
  gint sigma; /* the noise's standard deviation in 1/256 of a step of 8 bits, 0
               * to CF_DENOISE_SIGMA_MAX, or -1: estimated, plane by plane, as
               * cfnoise.h says */
  gint strength, chroma_strength; /* 0...1024: 256ths of sigma that are used */
  gint spatial;   /* RECURSIVE, COMPENSATED: 0...1024, 256ths of the remaining
                   * noise that the filter in space goes by; 0: there is none */
  guint32 chroma; /* bit i: plane i is colour */
  gboolean by_field; /* planes 2 i and 2 i + 1 are of two fields */
  /* The noise of planes of a kind, where sigma is -1; not of MEDIAN. AVERAGE
   * goes by cf_noise_profile_sigma (). */
  CfNoiseProfile profile[CF_NOISE_KINDS];
} CfDenoiseParams;

extern const CfOperation cf_operation_denoise;

/* Returns how many samples there are from a window of the Wiener stage behind
 * COMPENSATED to the next (cfwiener.h), or 0 where there is no such stage. */
gint cf_denoise_window_step (const CfDenoiseParams *p);

/* Returns the plane that leads a filtered one, whose motion and scene changes
 * it shares: the first filtered one of its field. And the guide plane's
 * channel, of so many, in which these are found. */
guint cf_denoise_guide_plane (
    const CfDenoiseParams *p, guint32 filtered, guint plane);
gint cf_denoise_guide_channel (gint channels);

CfPlaneKinds cf_denoise_plane_kinds (const CfDenoiseParams *p);
/* Returns the plane whose samples give a plane of colour its brightness, as
 * cfnoise.h says, or -1. */
gint cf_denoise_luma_plane (const CfPlaneKinds *kinds, const CfPlane *planes,
    guint32 filtered, guint plane);

/* These return what the user gave of a plane's noise: by brightness, or NULL;
 * the standard deviation in 1/256 of a step of 8 bits, or -1 where that is
 * measured; and the planes it is given for, bit i for plane i. */
const CfNoiseProfile *cf_denoise_given_profile (
    const CfDenoiseParams *p, guint plane);
gint cf_denoise_given_sigma (const CfDenoiseParams *p, guint plane);
guint32 cf_denoise_given_planes (const CfDenoiseParams *p);

/* The standard deviation to use for a plane, where `sigma` is that of the
 * noise: in 1/256 of a step of 8 bits. */
gint cf_denoise_effective_sigma (
    const CfDenoiseParams *p, gint sigma, guint plane);

G_END_DECLS
