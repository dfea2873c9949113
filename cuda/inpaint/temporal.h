/* Inpainting with a history on CUDA: cf_cuda_temporal of method.h, and its
 * holes. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* As in CfBackend. */
gboolean cf_cuda_temporal_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error);

G_END_DECLS
