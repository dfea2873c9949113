/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that several elements have, with the same names and meaning. */
#pragma once

#include <gst/gst.h>

#include "engine/core/cffilter.h"
#include "gst/filter/gcfparam.h"
#include "gst/filter/gcfroi.h"
#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

typedef enum {
  GCF_BACKEND_AUTO,
  GCF_BACKEND_CUDA,
  GCF_BACKEND_CPU
} GstCudaFilterBackend;

GType gcf_backend_get_type (void);
/* of CfBorder */
GType gcf_border_get_type (void);
GType gcf_planes_get_type (void);

typedef struct {
  GstCudaFilterPlanes planes;
  CfBorder border;
  gint border_value;
  gint iterations;
  GQuark roi_type; /* 0: none */
} GcfSettings;

/* Rows for an element's table. `settings` is the field of its object. */
#define GCF_PARAM_PLANES(settings) \
  GCF_PARAM_FLAGS ("planes", "Planes", \
      "Kinds of samples that are filtered (R, G and B count as luma); the " \
      "others are copied, and with nothing to filter frames pass through", \
      gcf_planes_get_type, GCF_PLANES_LUMA | GCF_PLANES_CHROMA, \
      GCF_PARAM_LIVE, settings.planes)
#define GCF_PARAM_BORDER(settings) \
  GCF_PARAM_ENUM ("border", "Border", \
      "What stands for samples outside the picture", gcf_border_get_type, \
      CF_BORDER_REPLICATE, GCF_PARAM_LIVE, settings.border)
#define GCF_PARAM_BORDER_VALUE(settings) \
  GCF_PARAM_INT ("border-value", "Border value", \
      "Grey level outside the picture where border=constant, of 8 bits, " \
      "scaled to the depth of the format: more is brighter", \
      0, 255, 0, GCF_PARAM_LIVE, settings.border_value)
#define GCF_PARAM_ITERATIONS(settings) \
  GCF_PARAM_INT ("iterations", "Iterations", \
      "How many times the filter runs, each time on the last result and " \
      "with the border anew: more filters more, and takes so many times as " \
      "long", \
      1, CF_ITERATIONS_MAX, 1, GCF_PARAM_LIVE, settings.iterations)
#define GCF_PARAM_ROI_TYPE(settings) \
  GCF_PARAM_QUARK ("roi-type", "Type of regions of interest", \
      "Only regions of interest on a frame (GstVideoRegionOfInterestMeta) " \
      "of this type are filtered, and what is outside stays as it is " \
      "(\"" GCF_ROI_ANY_TYPE "\" = of every type, not set = the whole frame)", \
      GCF_PARAM_LIVE, settings.roi_type)

G_END_DECLS
