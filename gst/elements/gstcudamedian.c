/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudamedian: exact median, or another percentile, of a rectangular window. */

/**
 * SECTION:element-cudamedian
 * @title: cudamedian
 * @see_also: cudaepsilon, cudaconvolve
 *
 * Replaces each sample by the median of the window around it: the middle one of
 * the sorted samples. That removes salt-and-pepper noise and other small specks
 * and keeps edges sharp. The result is exact, and the same on an NVIDIA GPU as
 * on the CPU.
 *
 * The window is #GstCudaMedian:size samples wide and #GstCudaMedian:size-y
 * high, from 3 to 101 each. A larger one removes larger specks and more detail,
 * and a very large one leaves the background; several #GstCudaMedian:iterations
 * of a small window are gentler than one large one. Each kind of samples is
 * filtered on its own: see #GstCudaMedian:planes.
 *
 * #GstCudaMedian:percentile picks another of the sorted samples than the middle
 * one: 0 is the minimum of the window (erosion), 100 its maximum (dilation).
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 videotestsrc pattern=snow num-buffers=100 ! \
 *   cudamedian size=5 ! videoconvert ! autovideosink
 * ]| Smooths noise with a 5x5 window.
 * |[
 * gst-launch-1.0 videotestsrc num-buffers=100 ! \
 *   cudamedian size=3 size-y=31 percentile=100 ! videoconvert ! autovideosink
 * ]| Spreads what is bright, by 15 rows up and down and a column to each side.
 * |[
 * gst-launch-1.0 v4l2src ! videoconvert ! cudamedian ! queue ! videoconvert ! \
 *   autovideosink
 * ]| Takes single wrong pixels out of a camera's picture. With a queue after
 * the element, a GPU's transfers and filtering overlap.
 *
 * Since: 0.1
 */
#include "gst/filter/gcffilter.h"

#define GST_TYPE_CUDA_MEDIAN (gst_cuda_median_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaMedian, gst_cuda_median, GST, CUDA_MEDIAN, GcfFilter)
GST_ELEMENT_REGISTER_DECLARE (cudamedian)

struct _GstCudaMedian {
  GcfFilter parent;

  /* under the object lock */
  gint size;
  gint size_y; /* 0: as size */
  gint percentile;
  GcfSettings settings;
};

G_DEFINE_TYPE (GstCudaMedian, gst_cuda_median, GCF_TYPE_FILTER)
GST_ELEMENT_REGISTER_DEFINE (
    cudamedian, "cudamedian", GST_RANK_NONE, GST_TYPE_CUDA_MEDIAN)

static void
gst_cuda_median_get_params (
    GcfFilter *filter, CfFilterParams *params, GstCudaFilterPlanes *planes)
{
  GstCudaMedian *self = GST_CUDA_MEDIAN (filter);

  *planes = self->settings.planes;
  gcf_filter_set_roi_type (filter, self->settings.roi_type);
  params->op = CF_OP_MEDIAN;
  params->median = (CfMedianParams){
    .width = self->size,
    .height = self->size_y ? self->size_y : self->size,
    .percentile = self->percentile,
    .iterations = self->settings.iterations,
    .border = self->settings.border,
    .border_value = self->settings.border_value,
  };
}

#define GCF_PARAM_OBJECT GstCudaMedian

static const GcfParam properties[] = {
  /**
   * GstCudaMedian:size:
   *
   * Width of the window, and its height where #GstCudaMedian:size-y is 0, in
   * samples. Even values are refused: the old one stays in force and the
   * element posts a warning, or before PAUSED does not start.
   *
   * Since: 0.1
   */
  GCF_PARAM_ODD ("size", "Size",
      "Width of the window, and its height where size-y is 0, in samples: "
      "more removes larger specks, and finer detail with them (odd, 3 to 101)",
      CF_MEDIAN_SIZE_MIN, CF_MEDIAN_SIZE_MAX, 3, GCF_PARAM_LIVE, size),
  /**
   * GstCudaMedian:size-y:
   *
   * Height of the window in samples; 0 makes it as high as it is wide. Even
   * values and 1 are refused as #GstCudaMedian:size refuses even ones.
   *
   * Since: 0.1
   */
  GCF_PARAM_ODD ("size-y", "Vertical size",
      "Height of the window, in samples: more removes taller specks (odd, 3 "
      "to 101; 0 = as size)",
      CF_MEDIAN_SIZE_MIN, CF_MEDIAN_SIZE_MAX, 0, GCF_PARAM_LIVE, size_y),
  /**
   * GstCudaMedian:percentile:
   *
   * Which of the n sorted samples of the window is the result: the one of rank
   * floor ((2 percentile (n - 1) + 100) / 200), counted from 0. 0 is the
   * minimum, 50 the median, 100 the maximum.
   *
   * Since: 0.1
   */
  GCF_PARAM_INT ("percentile", "Percentile",
      "Which of the sorted samples of the window is the result, in per cent "
      "of the way from the lowest to the highest: more is brighter (0 = "
      "minimum, 50 = median, 100 = maximum)",
      0, 100, CF_PERCENTILE_MEDIAN, GCF_PARAM_LIVE, percentile),
  /**
   * GstCudaMedian:planes:
   *
   * Kinds of samples that are filtered, each on its own. The others are copied;
   * with nothing to filter, frames pass through. R, G and B count as luma.
   *
   * Since: 0.1
   */
  GCF_PARAM_PLANES (settings),
  /**
   * GstCudaMedian:border:
   *
   * What stands for samples outside the picture.
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER (settings),
  /**
   * GstCudaMedian:border-value:
   *
   * The sample outside the picture where #GstCudaMedian:border is constant, in
   * steps of 8 bits: for deeper formats it is multiplied by 2^(depth - 8).
   *
   * Since: 0.1
   */
  GCF_PARAM_BORDER_VALUE (settings),
  /**
   * GstCudaMedian:iterations:
   *
   * How many times the filter runs, each time on the last result and with the
   * border anew.
   *
   * Since: 0.1
   */
  GCF_PARAM_ITERATIONS (settings),
  /**
   * GstCudaMedian:roi-type:
   *
   * Filters only the regions of interest of this type that a frame has; what is
   * outside stays as it is.
   *
   * Since: 0.2
   */
  GCF_PARAM_ROI_TYPE (settings),
  /**
   * GstCudaMedian:stats:
   *
   * Counts, bytes and mean times since the element started, as a #GstStructure.
   *
   * Since: 0.1
   */
  GCF_PARAM_STATS (""),
};

static void
gst_cuda_median_class_init (GstCudaMedianClass *klass)
{
  gcf_element_class_install (
      GCF_ELEMENT_CLASS (klass), properties, G_N_ELEMENTS (properties));

  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "CUDA median filter", "Filter/Effect/Video/Hardware",
      "Removes specks and salt-and-pepper noise and keeps edges: each sample "
      "becomes the median, or another percentile, of the window around it, on "
      "an NVIDIA GPU or the CPU",
      "The gst-cuda-filters authors");
  gst_element_class_add_static_metadata (GST_ELEMENT_CLASS (klass), "example",
      "gst-launch-1.0 videotestsrc pattern=snow num-buffers=100 ! "
      "cudamedian size=5 ! videoconvert ! autovideosink");

  GCF_FILTER_CLASS (klass)->get_params = gst_cuda_median_get_params;
}

static void
gst_cuda_median_init (GstCudaMedian *self)
{
}
