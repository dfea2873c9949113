/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The harmonic fill: a membrane over the holes of a plane of floats. */
#pragma once

#include "cpu/inpaint/inpaint_kernel.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct _CfCpuInpaintFill CfCpuInpaintFill;

CfCpuInpaintFill *cf_cpu_inpaint_fill_new (
    const CfCpuInpaintKernel *kernel, CfCpuPool *pool);
void cf_cpu_inpaint_fill_free (CfCpuInpaintFill *self);
/* Memory for planes of so many samples. Errors: OUT_OF_MEMORY. */
gboolean cf_cpu_inpaint_fill_reserve (
    CfCpuInpaintFill *self, gsize n_samples, GError **error);

/* Fills the holes of height rows of width floats, packed, whose mask is laid
 * out alike, and which knows some sample. */
void cf_cpu_inpaint_fill_run (CfCpuInpaintFill *self, gfloat *samples,
    const gint32 *mask, gint width, gint height);

G_END_DECLS
