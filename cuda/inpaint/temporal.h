/* Inpainting with a history on CUDA: cf_cuda_temporal of method.h, its holes,
 * and what it needs of the filters that fill from space. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* As in CfBackend. */
gboolean cf_cuda_temporal_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error);

/* Of cf_cuda_inpaint: the holes of another one for the same planes. */
gboolean cf_cuda_inpaint_copy_holes (
    CfFilter *filter, const CfFilter *from, GError **error);
/* With the device entered. What was told on the stream until now is the last
 * that uses the filter, */
gboolean cf_cuda_inpaint_retire (
    CfFilter *filter, CfStream *stream, GError **error);
/* is done, so that the filter can be freed, */
gboolean cf_cuda_inpaint_is_done (const CfFilter *filter);
/* or is waited for. */
gboolean cf_cuda_inpaint_finish (CfFilter *filter, GError **error);

G_END_DECLS
