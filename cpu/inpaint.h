/* Prepared inpainting of backend "cpu". */
#pragma once

#include "cfbackend.h"

G_BEGIN_DECLS

/* What is done to a picture after all of it was copied. */
typedef struct _CfCpuInpaint CfCpuInpaint;

CfCpuInpaint *cf_cpu_inpaint_new (const CfFilter *description);
void cf_cpu_inpaint_free (CfCpuInpaint *self);
gboolean cf_cpu_inpaint_set_holes (
    CfCpuInpaint *self, const CfInpaintHoles *holes, GError **error);
/* Only the samples of holes are written. */
void cf_cpu_inpaint_run (
    CfCpuInpaint *self, const CfPlane *src, const CfPlane *dst);

G_END_DECLS
