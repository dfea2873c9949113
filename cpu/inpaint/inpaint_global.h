/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by iterated thresholding of a whole plane's cosine transform:
 * CF_INPAINT_GLOBAL, see cfinpaint.h. */
#pragma once

#include "engine/inpaint/cfinpaint.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct _CfCpuInpaintGlobal CfCpuInpaintGlobal;

/* All planes have one size. It keeps `pool`, which must outlive it. Errors:
 * UNSUPPORTED where there is no FFTW, OUT_OF_MEMORY. */
CfCpuInpaintGlobal *cf_cpu_inpaint_global_new (const CfInpaintParams *params,
    gint width, gint height, CfCpuPool *pool, GError **error);
void cf_cpu_inpaint_global_free (CfCpuInpaintGlobal *self);

/* `samples`: height rows of width floats, packed, in steps of 8 bits. `holes`:
 * height rows of CF_INPAINT_WORDS (width) words, bits as in CfInpaintHoles.
 * Samples of holes are replaced by the result, which is neither rounded nor
 * limited; the others stay. */
void cf_cpu_inpaint_global_run (
    CfCpuInpaintGlobal *self, gfloat *samples, const guint32 *holes);

G_END_DECLS
