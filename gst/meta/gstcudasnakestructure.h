/* Contours as a GstStructure. */
#pragma once

#include "gstcudasnakemeta.h"

G_BEGIN_DECLS

/* Puts valid contours into a structure that has no fields. */
void gst_cuda_snake_structure_fill (
    GstStructure *structure, const GstCudaSnakeContours *contours);

G_END_DECLS
