/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudainpaint: masked pixels made anew from those around them. */
#pragma once

#include "gst/filter/gstcudafilter.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_INPAINT (gst_cuda_inpaint_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaInpaint, gst_cuda_inpaint, GST, CUDA_INPAINT, GstCudaFilter)

GST_ELEMENT_REGISTER_DECLARE (cudainpaint)

G_END_DECLS
