/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudamask: a stream of mattes, attached to the frames of another. */
#pragma once

#include <gst/base/gstaggregator.h>

G_BEGIN_DECLS

#define GST_TYPE_CUDA_MASK (gst_cuda_mask_get_type ())
G_DECLARE_FINAL_TYPE (GstCudaMask, gst_cuda_mask, GST, CUDA_MASK, GstAggregator)
GST_ELEMENT_REGISTER_DECLARE (cudamask)

G_END_DECLS
