/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts what an element's frames cost, with times of some. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Reference counted and thread-safe. */
typedef struct _GcfStats GcfStats;

GcfStats *gcf_stats_new (void);
GcfStats *gcf_stats_ref (GcfStats *self);
void gcf_stats_unref (GcfStats *self);

/* All counts and times are 0 again. */
void gcf_stats_reset (GcfStats *self);

void gcf_stats_add_frame (GcfStats *self);
/* A frame that was dropped because it came too late (QoS). */
void gcf_stats_add_late_frame (GcfStats *self);
void gcf_stats_add_upload (GcfStats *self, gsize bytes);
void gcf_stats_add_download (GcfStats *self, gsize bytes);

/* Nanoseconds that a frame's steps took on the device, and from its push until
 * the device had finished it. */
typedef struct {
  guint64 upload, kernel, download, after_push;
} GcfTimes;

void gcf_stats_add_times (GcfStats *self, const GcfTimes *times);

/* The noise of luma (and R, G and B), or of chroma, in steps of 8 bits. */
typedef struct {
  gboolean is_known;
  gdouble sigma;
  gdouble coarseness;   /* how much of its highest frequencies is gone: 0, it is
                         * white; 1 as after a demosaicer; at most 1.5 */
  guint n_luma_classes; /* 0: not looked at by brightness */
  gdouble by_luma[8];
} GcfNoise;

enum { GCF_NOISE_LUMA, GCF_NOISE_CHROMA };

/* Keeps the noise that was estimated. */
void gcf_stats_set_noise (GcfStats *self, const GcfNoise noise[2]);
void gcf_stats_get_noise (GcfStats *self, GcfNoise noise[2]);
/* Adds the fields sigma-luma, sigma-luma-by-light, coarseness-luma, and those
 * of chroma, as far as they are known. */
void gcf_noise_add_fields (const GcfNoise noise[2], GstStructure *s);

/* "cudafilters-stats", for the property `stats`. */
GstStructure *gcf_stats_to_structure (GcfStats *self);

G_END_DECLS
