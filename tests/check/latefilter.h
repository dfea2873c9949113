/* The CPU's filters as those of a device that does their work later: with the
 * parameters that they had when it was told. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfFilter *late_filter_new (const CfFilter *description, GError **error);
void late_filter_free (CfFilter *filter);
/* A run; without `src` of a frame that was pushed, without `dst` a push. */
void late_filter_do (CfFilter *filter, const CfFilterParams *params,
    CfStream *stream, const CfPlane *src, const CfPlane *dst);
/* What it was told must be done. */
void late_filter_forget (CfFilter *filter);

G_END_DECLS
