/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by blocks: CF_INPAINT_LOCAL, see cfinpaint.h. */
#pragma once

#include "engine/inpaint/cfinpaint.h"
#include "engine/inpaint/cfinpainttexture.h"
#include "cpu/inpaint/inpaint_kernel.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct _CfCpuInpaintLocal CfCpuInpaintLocal;

/* A part of a plane, and what is known of it. */
typedef struct {
  CfInpaintBox box; /* in the plane */
  gint plane_width, plane_height;
  const gint32 *mask; /* of the box, packed: -1 for holes */
  CfInpaintBox holes; /* where they are, in the plane */
} CfCpuInpaintPart;

CfCpuInpaintLocal *cf_cpu_inpaint_local_new (const CfInpaintParams *params,
    const CfCpuInpaintKernel *kernel, CfCpuPool *pool);
void cf_cpu_inpaint_local_free (CfCpuInpaintLocal *self);
/* Sets all parts that follow: not TRACKED, which a `start` says. */
void cf_cpu_inpaint_local_set_way (CfCpuInpaintLocal *self, CfInpaintWay way);
/* Memory for such a part; mask is not read. Errors: OUT_OF_MEMORY. */
gboolean cf_cpu_inpaint_local_reserve (
    CfCpuInpaintLocal *self, const CfCpuInpaintPart *part, GError **error);

/* `samples`, packed, holds the harmonic fill; its holes become the result.
 * Where `start` is not NULL, it is what to begin with instead: a result that is
 * close already, of the picture before. */
void cf_cpu_inpaint_local_run (CfCpuInpaintLocal *self,
    const CfCpuInpaintPart *part, const CfInpaintTexture *texture,
    const gfloat *start, gfloat *samples);

G_END_DECLS
