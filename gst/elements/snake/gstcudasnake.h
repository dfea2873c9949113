/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudasnake: contours of noisy targets; see gstcudasnake.c. */
#pragma once

#include "gst/filter/gstcudaanalyzer.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_SNAKE (gst_cuda_snake_get_type ())
G_DECLARE_FINAL_TYPE (
    GstCudaSnake, gst_cuda_snake, GST, CUDA_SNAKE, GstCudaAnalyzer)

GST_ELEMENT_REGISTER_DECLARE (cudasnake)

G_END_DECLS
