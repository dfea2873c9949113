/* The operations as naively as possible: what every backend must equal. */
#pragma once

#include "cffilter.h"

/* The sample (x, y, c) that the filter's first iteration gives, as stored. */
guint reference_sample (
    const CfFilterParams *params, const CfPlane *src, gint x, gint y, gint c);

/* One whole plane, filtered or (FALSE) copied. */
void reference_plane (const CfFilterParams *params, gboolean filtered,
    const CfPlane *src, const CfPlane *dst);
