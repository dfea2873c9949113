/* The search for motion of backend "cpu" (engine/denoise/cfdenoisemotion.h). */
#pragma once

#include "cpu/core/cpubackend.h"
#include "engine/denoise/cfdenoisemotion.h"

G_BEGIN_DECLS

typedef struct _CfCpuMotion CfCpuMotion;

/* For pictures of this size, 8 bits a sample. Errors: OUT_OF_MEMORY. */
CfCpuMotion *cf_cpu_motion_new (
    CfCpuDevice *device, gint width, gint height, GError **error);
void cf_cpu_motion_free (CfCpuMotion *self);

/* Both pictures, to be filled before a search: rows of `stride` bytes. */
guint8 *cf_cpu_motion_get_frame (CfCpuMotion *self, gsize *stride);
guint8 *cf_cpu_motion_get_result (CfCpuMotion *self, gsize *stride);

/* The field between the two; TRUE where there was a cut. sigma in 1/256 of a
 * step of 8 bits. */
gboolean cf_cpu_motion_search (CfCpuMotion *self, guint sigma);
/* Of each block of 8x8, row by row, as of the last search. */
const CfMotionVector *cf_cpu_motion_get_field (
    const CfCpuMotion *self, gint *width, gint *height);
/* The former field and the dominant vector are forgotten. */
void cf_cpu_motion_forget (CfCpuMotion *self);

G_END_DECLS
