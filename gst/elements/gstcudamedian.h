/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudamedian replaces each sample by the median of the window around it. */
#pragma once

#include "gst/filter/gstcudafilter.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_MEDIAN (gst_cuda_median_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaMedian, gst_cuda_median, GST, CUDA_MEDIAN, GstCudaFilter)

GST_ELEMENT_REGISTER_DECLARE (cudamedian)

G_END_DECLS
