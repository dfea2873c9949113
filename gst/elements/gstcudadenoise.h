/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudadenoise: noise reduction over time. */
#pragma once

#include "gst/filter/gstcudafilter.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_DENOISE (gst_cuda_denoise_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaDenoise, gst_cuda_denoise, GST, CUDA_DENOISE, GstCudaFilter)

GST_ELEMENT_REGISTER_DECLARE (cudadenoise)

G_END_DECLS
