/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that several elements have, with the same names and meaning. */
#pragma once

#include <gst/gst.h>

#include "engine/core/cffilter.h"
#include "gst/filter/gstcudafilterparam.h"
#include "gst/filter/gstcudafilterroi.h"
#include "gst/frame/gstcudafilterformat.h"

G_BEGIN_DECLS

typedef enum {
  GST_CUDA_FILTER_BACKEND_AUTO,
  GST_CUDA_FILTER_BACKEND_CUDA,
  GST_CUDA_FILTER_BACKEND_CPU
} GstCudaFilterBackend;

GType gst_cuda_filter_backend_get_type (void);
/* of CfBorder */
GType gst_cuda_filter_border_get_type (void);
GType gst_cuda_filter_planes_get_type (void);

typedef struct {
  GstCudaFilterPlanes planes;
  CfBorder border;
  gint border_value;
  gint iterations;
  GQuark roi_type; /* 0: none */
} GstCudaFilterSettings;

/* Rows for an element's table. `settings` is the field of its object. */
#define GST_CUDA_FILTER_PARAM_PLANES(settings) \
  GST_CUDA_FILTER_PARAM_FLAGS ("planes", "Planes", \
      "Kinds of samples that are filtered (R, G and B count as luma); the " \
      "others are copied, and with nothing to filter frames pass through", \
      gst_cuda_filter_planes_get_type, \
      GST_CUDA_FILTER_PLANES_LUMA | GST_CUDA_FILTER_PLANES_CHROMA, \
      GST_CUDA_FILTER_PARAM_LIVE, settings.planes)
#define GST_CUDA_FILTER_PARAM_BORDER(settings) \
  GST_CUDA_FILTER_PARAM_ENUM ("border", "Border", \
      "What stands for samples outside the picture", \
      gst_cuda_filter_border_get_type, CF_BORDER_REPLICATE, \
      GST_CUDA_FILTER_PARAM_LIVE, settings.border)
#define GST_CUDA_FILTER_PARAM_BORDER_VALUE(settings) \
  GST_CUDA_FILTER_PARAM_INT ("border-value", "Border value", \
      "Sample outside the picture where border=constant, in 8-bit steps " \
      "(scaled to the depth of the format)", \
      0, 255, 0, GST_CUDA_FILTER_PARAM_LIVE, settings.border_value)
#define GST_CUDA_FILTER_PARAM_ITERATIONS(settings) \
  GST_CUDA_FILTER_PARAM_INT ("iterations", "Iterations", \
      "How many times the filter runs, each time on the last result and " \
      "with the border anew", \
      1, CF_ITERATIONS_MAX, 1, GST_CUDA_FILTER_PARAM_LIVE, \
      settings.iterations)
#define GST_CUDA_FILTER_PARAM_ROI_TYPE(settings) \
  GST_CUDA_FILTER_PARAM_QUARK ("roi-type", "Type of regions of interest", \
      "Only regions of interest on a frame (GstVideoRegionOfInterestMeta) " \
      "of this type are filtered, and what is outside stays as it is " \
      "(\"" GST_CUDA_FILTER_ROI_ANY_TYPE \
      "\" = of every type, not set = the whole frame)", \
      GST_CUDA_FILTER_PARAM_LIVE, settings.roi_type)

G_END_DECLS
