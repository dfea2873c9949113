/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting: samples that a mask marks are made anew from those around them.
 *
 * LOCAL:    iterated thresholding of the cosine transforms of overlapping
 *           blocks, from the harmonic fill on
 * GLOBAL:   the same with one transform of the whole plane; after J.-L. Starck
 *           and others' inpainting by morphological component analysis, as in
 *           A. Pedron's report (docs/elements/cudainpaint-methods.md names it)
 * HARMONIC: the mean of its four neighbours for every sample: Laplace's
 *           equation, as a membrane over the hole
 *
 * Values and thresholds are in steps of 8 bits, whatever a plane's depth:
 * samples times 2^(8 - bits). Transforms are orthonormal cosine transforms
 * (DCT-II), of which the mean's coefficient is never dropped. */
#pragma once

#include "engine/core/cfdevice.h"
#include "engine/core/cfoperation.h"

G_BEGIN_DECLS

#define CF_INPAINT_ITERATIONS_MAX 1000
#define CF_INPAINT_THRESHOLD_MAX 1e6
#define CF_INPAINT_FUTURE_MAX 4

typedef enum {
  CF_INPAINT_LOCAL,
  CF_INPAINT_GLOBAL,
  CF_INPAINT_HARMONIC
} CfInpaintMethod;

/* Thresholds fall from the first to the last by equal quotients, or by equal
 * differences. AUTO: LOCAL exponential, GLOBAL linear. */
typedef enum {
  CF_INPAINT_SCHEDULE_AUTO,
  CF_INPAINT_SCHEDULE_EXPONENTIAL,
  CF_INPAINT_SCHEDULE_LINEAR
} CfInpaintSchedule;

typedef struct {
  CfInpaintMethod method;
  gint iterations; /* 0...1000; 0: LOCAL by the holes' width, tracked 5;
                    * GLOBAL 100 */
  CfInpaintSchedule schedule;
  gdouble threshold_start; /* 0...1e6, -1: LOCAL by the holes' width, tracked
                            * 30; GLOBAL the largest coefficient of the known
                            * samples, the mean's excepted, which itself is
                            * kept */
  gdouble threshold_end;   /* 0...1e6, -1: LOCAL by the holes' width and the
                            * known samples; GLOBAL linear 0, exponential 2 */
  gint block_size;         /* LOCAL: 16, 32 or 64 samples; 0: by the holes'
                            * width */
  gboolean track;          /* LOCAL: each picture starts from the last one's
                            * result, where that was a hole too; not of a
                            * filter with a history */
  gboolean temporal;       /* holes take samples from the frames around, where
                            * these match (cfinpainttemporal.h) */
  gint future;             /* later frames that are used for that, 0...4 */
  gboolean by_field;       /* planes 2 i and 2 i + 1 are of two fields */
} CfInpaintParams;

#define CF_INPAINT_PARAMS_DEFAULT \
  { \
    .threshold_start = -1, .threshold_end = -1 \
  }

extern const CfOperation cf_operation_inpaint;

/* Returns the plane whose motion a plane has in a filter with a history, as
 * cf_denoise_guide_plane(), or -1 where it is not filtered or its size does not
 * fit: then it takes nothing from other frames. */
gint cf_inpaint_guide_plane (const CfInpaintParams *params,
    const CfPlane *planes, guint32 filtered, guint plane);

gboolean cf_inpaint_is_exponential (const CfInpaintParams *params);

/* The n thresholds from `start` to `end`: linear start + (end - start) i / (n -
 * 1), exponential start (end / start)^(i / (n - 1)). One iteration alone has
 * the start's.
 *
 * There is no exponential way from or to 0: a start or end below 0.1 counts as
 * 0.1. All coefficients below that together are less than 0.1 steps of the
 * picture (root mean square). */
void cf_inpaint_schedule (const CfInpaintParams *params, gdouble start,
    gdouble end, guint n, gfloat *thresholds);

/* GLOBAL's, where the parameters leave them to us. */
guint cf_inpaint_global_iterations (const CfInpaintParams *params);
gdouble cf_inpaint_global_end (const CfInpaintParams *params);

/* left <= x < right, top <= y < bottom */
typedef struct {
  gint left, top, right, bottom;
} CfInpaintBox;

/* The samples of a plane that are to be repaired, in all its channels: bit
 * x % 32 of word y * CF_INPAINT_WORDS (width) + x / 32 for pixel (x, y), bits
 * beyond the width clear. bits NULL: none. All set bits lie in the box, which
 * is within the plane. */
typedef struct {
  const guint32 *bits;
  gint left, top, right, bottom;
  gint alpha; /* number of a plane of one channel whose samples of value 0 mark
               * pixels to be repaired too (cfinpaintalpha.h); -1: none */
} CfInpaintHoles;

#define CF_INPAINT_WORDS(width) (((width) + 31) / 32)

/* LOCAL falls by the holes' width, or TRACKED where a picture starts from
 * the last one's result. The width is the mean length of the holes' runs along
 * rows and columns: below 4 samples NARROW (half of the samples missing at
 * random: 2), below 10 MIDDLE (four fifths: 5), else WIDE. */
typedef enum {
  CF_INPAINT_NARROW,
  CF_INPAINT_MIDDLE,
  CF_INPAINT_WIDE,
  CF_INPAINT_TRACKED,
  CF_INPAINT_WAYS
} CfInpaintWay;

/* Judges by the first of a picture's planes that is repaired (bit i of
 * `filtered`) and has holes, so that all planes are repaired alike. WIDE where
 * alpha marks more, as only the device knows where. */
CfInpaintWay cf_inpaint_way (const CfInpaintHoles *holes, const CfPlane *planes,
    guint n_planes, guint32 filtered);

/* LOCAL's, where the parameters leave them to us. `end` is a last threshold
 * for params.threshold_end -1. */
gint cf_inpaint_local_block_size (
    const CfInpaintParams *params, CfInpaintWay way);
guint cf_inpaint_local_iterations (
    const CfInpaintParams *params, CfInpaintWay way);
void cf_inpaint_local_schedule (const CfInpaintParams *params, CfInpaintWay way,
    gdouble end, gfloat *thresholds);
/* Least last threshold, for cf_inpaint_choose(). */
gfloat cf_inpaint_local_least_end (CfInpaintWay way);

/* Finds the box of a plane's holes; FALSE: it has none. */
gboolean cf_inpaint_holes_box (
    const CfInpaintHoles *holes, const CfPlane *plane, CfInpaintBox *box);
/* TRUE if anything of a region is known before alpha marks more: a picture of
 * which nothing is known is left as it is, and is no last one for `track`. */
gboolean cf_inpaint_knows_any (const CfInpaintHoles *holes,
    const CfPlane *plane, const CfInpaintBox *region);
/* Returns the region that a repair reads: for GLOBAL the whole plane, else a
 * block more on every side. */
CfInpaintBox cf_inpaint_region (CfInpaintMethod method, gint block_size,
    const CfInpaintBox *holes, const CfPlane *plane);

G_END_DECLS
