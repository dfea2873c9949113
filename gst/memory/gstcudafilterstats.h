/* What an element's frames cost: counts, and times of some. */
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

/* What noise is estimated at, as a standard deviation in steps of 8 bits. */
void gst_cuda_filter_stats_set_sigma (
    GstCudaFilterStats *self, gdouble luma, gdouble chroma);

/* "cudafilters-stats", for the property `stats`. */
GstStructure *gst_cuda_filter_stats_to_structure (GstCudaFilterStats *self);

G_END_DECLS
