/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts what an element's frames cost, with times of some. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Reference counted and thread-safe. */
typedef struct _GstCudaFilterStats GstCudaFilterStats;

GstCudaFilterStats *gst_cuda_filter_stats_new (void);
GstCudaFilterStats *gst_cuda_filter_stats_ref (GstCudaFilterStats *self);
void gst_cuda_filter_stats_unref (GstCudaFilterStats *self);

/* All counts and times are 0 again. */
void gst_cuda_filter_stats_reset (GstCudaFilterStats *self);

void gst_cuda_filter_stats_add_frame (GstCudaFilterStats *self);
/* A frame that was dropped because it came too late (QoS). */
void gst_cuda_filter_stats_add_late_frame (GstCudaFilterStats *self);
void gst_cuda_filter_stats_add_upload (GstCudaFilterStats *self, gsize bytes);
void gst_cuda_filter_stats_add_download (GstCudaFilterStats *self, gsize bytes);

/* Nanoseconds that a frame's steps took on the device, and from its push until
 * the device had finished it. */
typedef struct {
  guint64 upload, kernel, download, after_push;
} GstCudaFilterTimes;

void gst_cuda_filter_stats_add_times (
    GstCudaFilterStats *self, const GstCudaFilterTimes *times);

/* The noise of luma (and R, G and B), or of chroma, in steps of 8 bits. */
typedef struct {
  gboolean is_known;
  gdouble sigma;
  gdouble coarseness; /* how much of its highest frequencies is gone: 0, it is
                       * white; 1 as after a demosaicer; at most 1.5 */
  guint n_lights;     /* 0: not looked at by brightness */
  gdouble by_light[8];
} GstCudaFilterNoise;

enum { GST_CUDA_FILTER_NOISE_LUMA, GST_CUDA_FILTER_NOISE_CHROMA };

/* Keeps the noise that was estimated. */
void gst_cuda_filter_stats_set_noise (
    GstCudaFilterStats *self, const GstCudaFilterNoise noise[2]);
void gst_cuda_filter_stats_get_noise (
    GstCudaFilterStats *self, GstCudaFilterNoise noise[2]);
/* Adds the fields sigma-luma, sigma-luma-by-light, coarseness-luma, and those
 * of chroma, as far as they are known. */
void gst_cuda_filter_noise_add_fields (
    const GstCudaFilterNoise noise[2], GstStructure *s);

/* "cudafilters-stats", for the property `stats`. */
GstStructure *gst_cuda_filter_stats_to_structure (GstCudaFilterStats *self);

G_END_DECLS
