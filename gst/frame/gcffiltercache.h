/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are kept for frames of a field mode, by parameters. A filter's
 * runs must all be on one stream, so that each stream has one of its own; but
 * those of one with a history may be on any, and it is for all of them. */
#pragma once

#include "engine/core/cfregions.h"
#include "gst/frame/gcfholes.h"
#include "gst/memory/gcfdevice.h"

G_BEGIN_DECLS

/* All streams of CUDAMemory share one, beside those of our streams. */
#define GCF_FOREIGN_STREAM GCF_N_STREAMS
#define GCF_N_FILTER_CACHES (GCF_N_STREAMS + 1)

/* A picture's part of the format. */
typedef enum {
  GCF_FIELD_MODE_PROGRESSIVE,  /* a frame */
  GCF_FIELD_MODE_BY_FIELD,     /* its two fields, apart */
  GCF_FIELD_MODE_SECOND_FIELD, /* a buffer that is one, that without the
                                * top row */
  GCF_N_FIELD_MODES
} GcfFieldMode;

/* Has to return when the frame of this number is no longer in work. */
typedef void (*GcfFilterCacheWait) (guint64 frame, gpointer data);

/* One thread at a time may use it. */
typedef struct _GcfFilterCache GcfFilterCache;

/* `wait` is called before a filter is freed, with the last frame that it was
 * for. The newest `n_kept` filters of earlier parameters are kept, for when
 * these come back; and where every frame has parameters of its own, the oldest
 * filter's frame is over by the time that it goes. */
GcfFilterCache *gcf_filter_cache_new (
    GcfDevice *device, guint n_kept, GcfFilterCacheWait wait, gpointer data);
void gcf_filter_cache_free (GcfFilterCache *self);

/* The frames' format. Where the picture is another one, drops all filters, and
 * the mask. */
void gcf_filter_cache_set_info (GcfFilterCache *self, const GstVideoInfo *info);
/* The operation, and the kinds of samples that it is for, from the next frame
 * on. TRUE where that leaves every frame as it is. */
gboolean gcf_filter_cache_set_params (GcfFilterCache *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);
/* Sets what is to be repaired from the next frame on, until something else is
 * said: an element's mask of a frame's pixels, from g_atomic_rc_box_alloc(), of
 * which `init` makes holes; NULL for nothing. If nothing is repaired it is kept
 * and without effect. */
void gcf_filter_cache_set_mask (
    GcfFilterCache *self, gpointer mask, GcfHolesInit init);

/* New parameters keep what a filter with a history takes over
 * (cf_filter_update()). */

/* Returns the parameters' history: with `future` frames these are pushed into
 * their filter when they come, and it runs on them when the next ones have
 * been; with `at_push` set_params() counts from the next push on, and not the
 * next run; where they track, all frames must be for the same filter. */
CfHistory gcf_filter_cache_get_history (GcfFilterCache *self);
/* The oldest frame that was pushed, of this field mode, gets no result. FALSE
 * where there is none. */
gboolean gcf_filter_cache_skip (GcfFilterCache *self, GcfFieldMode field_mode);
/* FALSE where set_params() of these would give up frames that were pushed, or
 * frames would be pushed from then on that were not before: those that wait are
 * to be run on before. */
gboolean gcf_filter_cache_goes_on (GcfFilterCache *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes);
/* Takes over of these, from the next run on, what can be while frames that were
 * pushed wait: cf_filter_params_mix(). */
void gcf_filter_cache_update (
    GcfFilterCache *self, const CfFilterParams *params);
/* The next frame does not follow the last: filters forget earlier frames, and
 * frames that were pushed. */
void gcf_filter_cache_reset (GcfFilterCache *self);
/* The stream's next frame is of this field mode, and so many are missing before
 * it: its history forgets what is older than 8 frames, or 3 where it does not
 * judge them; of one field in a buffer than so many of its kind. Those that are
 * missing do not count, but its filter knows (cf_filter_set_elapsed()). */
void gcf_filter_cache_next (
    GcfFilterCache *self, GcfFieldMode field_mode, guint n_missing);

/* The noise of the noisiest of the planes of these kinds, as far as it is known
 * without waiting; FALSE where nothing is. */
gboolean gcf_filter_cache_get_noise (GcfFilterCache *self,
    GcfFieldMode field_mode, GstCudaFilterPlanes kinds, CfNoise *noise);

/* The picture is there from set_info() on, until the next. */
const GcfPicture *gcf_filter_cache_get_picture (
    GcfFilterCache *self, GcfFieldMode field_mode);

/* The filter of one of N_PREPARED streams, for the frame of this number;
 * numbers rise. Stays until the parameters change. Errors: those of
 * cf_filter_new() and cf_filter_set_holes(). */
CfFilter *gcf_filter_cache_get (GcfFilterCache *self, GcfFieldMode field_mode,
    guint stream, guint64 frame, GError **error);
/* Returns what that stream's runs on regions need. Stays until set_info().
 * Errors: those of cf_regions_new(). */
CfRegions *gcf_filter_cache_get_regions (GcfFilterCache *self,
    GcfFieldMode field_mode, guint stream, GError **error);

G_END_DECLS
