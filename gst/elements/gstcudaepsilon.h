/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudaepsilon: the mean of those neighbours that differ little. */
#pragma once

#include "gst/filter/gstcudafilter.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_EPSILON (gst_cuda_epsilon_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaEpsilon, gst_cuda_epsilon, GST, CUDA_EPSILON, GstCudaFilter)

GST_ELEMENT_REGISTER_DECLARE (cudaepsilon)

G_END_DECLS
