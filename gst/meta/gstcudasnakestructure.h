/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours as a GstStructure. */
#pragma once

#include "gstcudasnakemeta.h"

G_BEGIN_DECLS

/* Puts valid contours into a structure that has no fields. */
void gst_cuda_snake_structure_fill (
    GstStructure *structure, const GstCudaSnakeContours *contours);

G_END_DECLS
