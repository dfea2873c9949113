/* Inpainting with a history (engine/inpaint/cfinpainttemporal.h): filters that
 * remember, around the one that fills from space. As in CfBackend. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfFilter *cf_cpu_temporal_new (const CfFilter *description, GError **error);
void cf_cpu_temporal_free (CfFilter *filter);
gboolean cf_cpu_temporal_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error);
/* `src` NULL: of the oldest frame that was pushed */
gboolean cf_cpu_temporal_run (
    CfFilter *filter, const CfPlane *src, const CfPlane *dst, GError **error);
gboolean cf_cpu_temporal_push (
    CfFilter *filter, const CfPlane *src, GError **error);
void cf_cpu_temporal_forget (CfFilter *filter);
void cf_cpu_temporal_skip (CfFilter *filter);

G_END_DECLS
