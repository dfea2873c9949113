/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudacopy: moves frames and nothing else. */
#pragma once

#include "gst/filter/gstcudafilter.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_COPY (gst_cuda_copy_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaCopy, gst_cuda_copy, GST, CUDA_COPY, GstCudaFilter)

GST_ELEMENT_REGISTER_DECLARE (cudacopy)

G_END_DECLS
