/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are prepared for a picture's shape, by parameters. A filter's
 * runs must all be on one stream, so that each stream has one of its own; but
 * those of one with a history may be on any, and it is for all of them. */
#pragma once

#include "engine/core/cfregions.h"
#include "gst/frame/gstcudafilterholes.h"
#include "gst/memory/gstcudafilterdevice.h"

G_BEGIN_DECLS

/* All streams of CUDAMemory share one, beside those of our streams. */
#define GST_CUDA_FILTER_FOREIGN_STREAM GST_CUDA_FILTER_N_STREAMS
#define GST_CUDA_FILTER_N_PREPARED (GST_CUDA_FILTER_N_STREAMS + 1)

/* A picture's part of the format. */
typedef enum {
  GST_CUDA_FILTER_SHAPE_PROGRESSIVE,  /* a frame */
  GST_CUDA_FILTER_SHAPE_BY_FIELD,     /* its two fields, apart */
  GST_CUDA_FILTER_SHAPE_SECOND_FIELD, /* a buffer that is one, that without the
                                       * top row */
  GST_CUDA_FILTER_N_SHAPES
} GstCudaFilterShape;

/* Has to return when the frame of this number is no longer in work. */
typedef void (*GstCudaFilterPreparedWait) (guint64 frame, gpointer data);

/* One thread at a time may use it. */
typedef struct _GstCudaFilterPrepared GstCudaFilterPrepared;

/* `wait` is called before a filter is freed, with the last frame that it was
 * for. The newest `n_kept` filters of earlier parameters are kept, for when
 * these come back; and where every frame has parameters of its own, the oldest
 * filter's frame is over by the time that it goes. */
GstCudaFilterPrepared *gst_cuda_filter_prepared_new (
    GstCudaFilterDevice *device, guint n_kept, GstCudaFilterPreparedWait wait,
    gpointer data);
void gst_cuda_filter_prepared_free (GstCudaFilterPrepared *self);

/* The frames' format. Where the picture is another one, drops all filters, and
 * the mask. */
void gst_cuda_filter_prepared_set_info (
    GstCudaFilterPrepared *self, const GstVideoInfo *info);
/* The operation, and the kinds of samples that it is for, from the next frame
 * on. TRUE where that leaves every frame as it is. */
gboolean gst_cuda_filter_prepared_set_params (GstCudaFilterPrepared *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);
/* Sets what is to be repaired from the next frame on, until something else is
 * said: an element's mask of a frame's pixels, from g_atomic_rc_box_alloc(), of
 * which `init` makes holes; NULL for nothing. If nothing is repaired it is kept
 * and without effect. */
void gst_cuda_filter_prepared_set_mask (
    GstCudaFilterPrepared *self, gpointer mask, GstCudaFilterHolesInit init);

/* New parameters keep what a filter with a history takes over
 * (cf_filter_adopt()). */

/* Returns the parameters' history: with `future` frames these are pushed into
 * their filter when they come, and it runs on them when the next ones have
 * been; with `at_push` set_params() counts from the next push on, and not the
 * next run; where they track, all frames must be for the same filter. */
CfHistory gst_cuda_filter_prepared_get_history (GstCudaFilterPrepared *self);
/* The oldest frame that was pushed, of this shape, gets no result. FALSE where
 * there is none. */
gboolean gst_cuda_filter_prepared_skip (
    GstCudaFilterPrepared *self, GstCudaFilterShape shape);
/* FALSE where set_params() of these would give up frames that were pushed, or
 * frames would be pushed from then on that were not before: those that wait are
 * to be run on before. */
gboolean gst_cuda_filter_prepared_goes_on (GstCudaFilterPrepared *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);
/* Takes over of these, from the next run on, what can be while frames that were
 * pushed wait: cf_filter_params_mix(). */
void gst_cuda_filter_prepared_adopt (
    GstCudaFilterPrepared *self, const CfFilterParams *params);
/* The next frame does not follow the last: filters forget earlier frames, and
 * frames that were pushed. */
void gst_cuda_filter_prepared_forget (GstCudaFilterPrepared *self);
/* The stream's next frame is of this shape, and so many are missing before it:
 * its history forgets what is older than 8 frames, or 3 where it does not judge
 * them; of one field in a buffer than so many of its kind. Those that are
 * missing do not count, but its filter knows (cf_filter_set_elapsed()). */
void gst_cuda_filter_prepared_next (
    GstCudaFilterPrepared *self, GstCudaFilterShape shape, guint n_missing);

/* The noise of the noisiest of the planes of these kinds, as far as it is known
 * without waiting; FALSE where nothing is. */
gboolean gst_cuda_filter_prepared_get_noise (GstCudaFilterPrepared *self,
    GstCudaFilterShape shape, GstCudaFilterPlanes kinds, CfNoise *noise);

/* The picture is there from set_info() on, until the next. */
const GstCudaFilterPicture *gst_cuda_filter_prepared_get_picture (
    GstCudaFilterPrepared *self, GstCudaFilterShape shape);

/* The filter of one of N_PREPARED streams, for the frame of this number;
 * numbers rise. Stays until the parameters change. Errors: those of
 * cf_filter_new() and cf_filter_set_holes(). */
CfFilter *gst_cuda_filter_prepared_get (GstCudaFilterPrepared *self,
    GstCudaFilterShape shape, guint stream, guint64 frame, GError **error);
/* Returns what that stream's runs on regions need. Stays until set_info().
 * Errors: those of cf_regions_new(). */
CfRegions *gst_cuda_filter_prepared_get_regions (GstCudaFilterPrepared *self,
    GstCudaFilterShape shape, guint stream, GError **error);

G_END_DECLS
