/* What a filter of the CPU's does for a device that does its work later: with
 * the parameters that it had when the device was told. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* A run; without `src` of a frame that was pushed, without `dst` a push. */
void late_filter_do (CfFilter *filter, const CfFilterParams *params,
    CfStream *stream, const CfPlane *src, const CfPlane *dst);

G_END_DECLS
