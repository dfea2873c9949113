/* A filter with a history, until the CPU backend has one: sums of frames with
 * weights that tell all of them apart. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* As the functions of a backend's table. */
CfFilter *standin_new (const CfFilter *description);
void standin_free (CfFilter *filter);
void standin_run (CfFilter *filter, const CfPlane *src, const CfPlane *dst);
void standin_push (CfFilter *filter, const CfPlane *src);
void standin_forget (CfFilter *filter);

G_END_DECLS
