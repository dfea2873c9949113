/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copies frames between two layouts, by several threads. */
#pragma once

#include "gst/frame/gstcudafilterformat.h"

G_BEGIN_DECLS

/* Copies all rows of the picture's frame planes; returns when it is done. */
void gst_cuda_filter_copy (const GstCudaFilterPicture *picture,
    const GstCudaFilterPlacement *to, const GstCudaFilterPlacement *from);

G_END_DECLS
