/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* See abi beside this file. */
#pragma once

#include <gst/video/video.h>

#define GST_CUDA_SNAKE_API extern __attribute__ ((visibility ("default")))

G_BEGIN_DECLS

typedef struct _GstCudaSnakeContour GstCudaSnakeContour;
typedef struct _GstCudaSnakeContours GstCudaSnakeContours;

#define GST_CUDA_SNAKE_META_NAME "cudasnake-contours"

#define GST_CUDA_SNAKE_META_ROI_TYPE "cudasnake"

typedef enum {
  GST_CUDA_SNAKE_META_ERROR_INVALID,
  GST_CUDA_SNAKE_META_ERROR_FOREIGN,
  GST_CUDA_SNAKE_META_ERROR_READ_ONLY
} GstCudaSnakeMetaError;

#define GST_CUDA_SNAKE_META_ERROR (gst_cuda_snake_meta_error_quark ())
GST_CUDA_SNAKE_API GQuark gst_cuda_snake_meta_error_quark (void);

struct _GstCudaSnakeContour {
  guint id;
  guint n_points;

  const gint *points;

  guint64 area;
  gdouble mean_in;
  gdouble variance_in;
  gdouble mean_out;
  gdouble variance_out;
  gdouble criterion;
  guint iterations;
  gboolean converged;
  gdouble cut;

  gpointer _gst_reserved[GST_PADDING_LARGE];
};

struct _GstCudaSnakeContours {
  gint width;
  gint height;
  guint n_contours;

  const GstCudaSnakeContour *contours;
  gpointer _gst_reserved[GST_PADDING];
};

GST_CUDA_SNAKE_API gboolean gst_cuda_snake_meta_register (GError **error);

GST_CUDA_SNAKE_API gboolean gst_buffer_set_cuda_snake_contours (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error);

GST_CUDA_SNAKE_API gboolean gst_buffer_get_cuda_snake_contours (
    GstBuffer *buffer, GstCudaSnakeContours **contours, GError **error);

GST_CUDA_SNAKE_API gboolean gst_buffer_add_cuda_snake_regions (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error);

GST_CUDA_SNAKE_API GstStructure *gst_cuda_snake_contours_to_structure (
    const GstCudaSnakeContours *contours, GError **error);

GST_CUDA_SNAKE_API GstCudaSnakeContours *
gst_cuda_snake_contours_from_structure (
    const GstStructure *structure, GError **error);

#define GST_TYPE_CUDA_SNAKE_CONTOURS (gst_cuda_snake_contours_get_type ())
GST_CUDA_SNAKE_API GType gst_cuda_snake_contours_get_type (void);

GST_CUDA_SNAKE_API GstCudaSnakeContours *gst_cuda_snake_contours_scale (
    const GstCudaSnakeContours *contours, gint width, gint height,
    GError **error);

GST_CUDA_SNAKE_API GstCudaSnakeContours *gst_cuda_snake_contours_copy (
    const GstCudaSnakeContours *contours);

GST_CUDA_SNAKE_API void gst_cuda_snake_contours_free (
    GstCudaSnakeContours *contours);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (
    GstCudaSnakeContours, gst_cuda_snake_contours_free)

GST_CUDA_SNAKE_API gint gst_cuda_snake_contours_get_width (
    const GstCudaSnakeContours *contours);

GST_CUDA_SNAKE_API gint gst_cuda_snake_contours_get_height (
    const GstCudaSnakeContours *contours);

GST_CUDA_SNAKE_API guint gst_cuda_snake_contours_get_n_contours (
    const GstCudaSnakeContours *contours);

GST_CUDA_SNAKE_API GstCudaSnakeContour *gst_cuda_snake_contours_get_contour (
    const GstCudaSnakeContours *contours, guint index);

#define GST_TYPE_CUDA_SNAKE_CONTOUR (gst_cuda_snake_contour_get_type ())
GST_CUDA_SNAKE_API GType gst_cuda_snake_contour_get_type (void);

GST_CUDA_SNAKE_API GstCudaSnakeContour *gst_cuda_snake_contour_copy (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API void gst_cuda_snake_contour_free (
    GstCudaSnakeContour *contour);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstCudaSnakeContour, gst_cuda_snake_contour_free)

GST_CUDA_SNAKE_API void gst_cuda_snake_contour_get_bounds (
    const GstCudaSnakeContour *contour, GstVideoRectangle *bounds);

GST_CUDA_SNAKE_API const gint *gst_cuda_snake_contour_get_points (
    const GstCudaSnakeContour *contour, guint *n_coordinates);

GST_CUDA_SNAKE_API guint gst_cuda_snake_contour_get_id (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API guint64 gst_cuda_snake_contour_get_area (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_mean_in (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_variance_in (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_mean_out (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_variance_out (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_criterion (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API guint gst_cuda_snake_contour_get_iterations (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gboolean gst_cuda_snake_contour_get_converged (
    const GstCudaSnakeContour *contour);

GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_cut (
    const GstCudaSnakeContour *contour);

G_END_DECLS
