/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters: parameters, and an operation prepared for one geometry. */
#pragma once

#include "engine/core/cfdevice.h"
#include "engine/core/cfoperation.h"
#include "engine/core/cfoperations.h"
#include "engine/core/cfplane.h"
#include "engine/noise/cfnoisereport.h"

G_BEGIN_DECLS

typedef struct _CfFilter CfFilter;

/* clang-format off */
typedef enum {
  CF_OP_COPY, /* the reference for transfers */
#define CF_NUMBER(NAME, name, Params) CF_OP_##NAME,
  CF_OPERATIONS (CF_NUMBER)
#undef CF_NUMBER
} CfOp;

/* With CF_OP_COPY. */
#define CF_ONE(NAME, name, Params) +1
enum { CF_N_OPS = 1 CF_OPERATIONS (CF_ONE) };
#undef CF_ONE

typedef struct {
  CfOp op;
  union {
#define CF_MEMBER(NAME, name, Params) Params name;
    CF_OPERATIONS (CF_MEMBER)
#undef CF_MEMBER
  };
} CfFilterParams;
/* clang-format on */

/* A picture is at most this many planes (four components, two fields). */
#define CF_MAX_PLANES 12

/* Checks parameters alone: CF_ERROR_INVALID says which, and the range. */
gboolean cf_filter_params_validate (
    const CfFilterParams *params, GError **error);

/* Prepares an operation for pictures of n_planes planes (1...CF_MAX_PLANES) of
 * this geometry; data and stride of `planes` are ignored. Planes whose bit is
 * set in `filtered` (bit i for plane i) are filtered, the others copied.
 * All scratch is allocated here. Errors: INVALID, UNSUPPORTED, OUT_OF_MEMORY,
 * DEVICE_LOST. */
CfFilter *cf_filter_new (CfDevice *device, const CfFilterParams *params,
    const CfPlane *planes, guint n_planes, guint32 filtered, GError **error);
/* All work of the filter must be done. */
void cf_filter_free (CfFilter *filter);

/* Enqueues the operation on n_planes planes of the prepared geometry, in
 * memory of the device (any host memory where cf_device_is_unified()).
 * Source and destination must not overlap, and every sample of every plane of
 * dst is written. A filter's runs must all be on one stream, but those of one
 * with a history may be on any: each waits for the one before.
 * With cf_filter_params_future() the frame to filter is of those that were
 * pushed, the oldest that has no result yet, and `src` NULL.
 * Errors: INVALID (geometry), DEVICE_LOST. */
gboolean cf_filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error);

/* The same for pictures whose planes are narrower or lower than those that were
 * prepared, and else alike; a plane of height 0 is left out. For operations
 * that are local (cf_filter_params_is_local()). */
gboolean cf_filter_run_part (CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, GError **error);

/* Pushes the next frame of the stream, which is copied, into a filter with
 * cf_filter_params_future(). The frames pushed may exceed the runs by that
 * number and one. Errors as of cf_filter_run(). */
gboolean cf_filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error);
/* The oldest frame that was pushed and has no result gets none; later ones
 * still see it. The known noise stays as it was. FALSE where there
 * is no such frame. */
gboolean cf_filter_skip (CfFilter *filter);
/* So many intervals between frames are from the last frame that came, by a push
 * or a run, to the next one: more than 1 where frames are missing. 1 where this
 * was not called since that. COMPENSATED's search for motion goes by it
 * (engine/motion/cfmotion.h). */
void cf_filter_set_elapsed (CfFilter *filter, guint n);
/* Tells a filter with a history that the next frame does not follow the last.
 * It forgets earlier frames, and pushed ones that have no result. */
void cf_filter_reset (CfFilter *filter);
/* Reads what is known of a plane's noise without waiting, where CF_OP_DENOISE
 * estimates sigma or CF_OP_EPSILON the threshold; FALSE where nothing is. Of
 * COMPENSATED with frames ahead that is of the last one that was pushed. */
gboolean cf_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise);
/* TRUE where a filter of `a` that has a history can go on with `b`: of
 * CF_OP_DENOISE, with the same method and frames; of CF_OP_INPAINT, where they
 * differ in nothing but how holes are filled from space. */
gboolean cf_filter_params_share_history (
    const CfFilterParams *a, const CfFilterParams *b);
/* Takes over parameters that share the history, which stays: from the next run
 * on, or the next push. FALSE where a new filter is needed. */
gboolean cf_filter_update (CfFilter *filter, const CfFilterParams *params);

/* Gives CF_OP_INPAINT the holes that it repairs from the next run on, or from
 * the next push on where frames are pushed, plane by plane; without holes it
 * repairs nothing. Planes that are not filtered are not read, and nothing of
 * `holes` is needed after the return. A plane without any known sample stays as
 * it is. Errors: INVALID, OUT_OF_MEMORY, DEVICE_LOST. */
gboolean cf_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error);

/* TRUE where the filter leaves every picture as it is, whatever the samples:
 * nothing is filtered, or the operation is a copy. */
gboolean cf_filter_params_is_identity (
    const CfFilterParams *params, guint32 filtered);

/* Both must be valid. */
gboolean cf_filter_params_equal (
    const CfFilterParams *a, const CfFilterParams *b);

/* Returns what results depend on besides the picture itself. */
CfHistory cf_filter_params_history (const CfFilterParams *params);
/* TRUE where results depend on earlier frames, which the filter keeps: it may
 * run on any stream, forgets, and with `future` frames has them pushed. */
gboolean cf_filter_params_have_history (const CfFilterParams *params);
/* Returns how many later frames a result uses: those are pushed. */
gint cf_filter_params_future (const CfFilterParams *params);
/* TRUE where samples are repaired: cf_filter_set_holes(). */
gboolean cf_filter_params_have_holes (const CfFilterParams *params);
/* TRUE where filters have memory for many frames, or what the next filter is to
 * have. */
gboolean cf_filter_params_are_costly (const CfFilterParams *params);
/* Has them say what the planes of the picture are, where they do. */
void cf_filter_params_set_kinds (
    CfFilterParams *params, const CfPlaneKinds *kinds);
/* Takes over of others what can be while frames that were pushed wait: of
 * CF_OP_DENOISE all but the method and the frames that are looked at. FALSE
 * where nothing can. */
gboolean cf_filter_params_mix (
    CfFilterParams *params, const CfFilterParams *from);

/* Returns how often the operation is done, each time on the last results. */
gint cf_filter_params_iterations (const CfFilterParams *params);
/* Returns how many samples away, in a row and in a column, a sample can be that
 * a result depends on; FALSE where it depends on others. */
gboolean cf_filter_params_reach (
    const CfFilterParams *params, gint *across, gint *down);
/* TRUE where it does not, so that parts of pictures can be filtered. Not of
 * CF_OP_INPAINT, CF_OP_DENOISE, and a threshold below 0 of CF_OP_EPSILON, which
 * is of whole pictures. */
gboolean cf_filter_params_is_local (const CfFilterParams *params);

G_END_DECLS
