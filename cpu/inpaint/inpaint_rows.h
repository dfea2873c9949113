/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The samples of a part of a plane as floats, in steps of 8 bits, and which of
 * them are holes: read and written by all threads. */
#pragma once

#include "engine/inpaint/cfinpaint.h"
#include "engine/inpaint/cfinpainttexture.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct {
  CfCpuPool *pool;
  CfInpaintBox box;           /* in the plane */
  gint32 *mask;               /* of the box, packed: -1 for holes, else 0 */
  gfloat *samples;            /* likewise */
  CfInpaintTexture *textures; /* one a thread */
} CfCpuInpaintRows;

/* The mask, from the bits of a whole plane. */
void cf_cpu_inpaint_rows_spread (
    const CfCpuInpaintRows *rows, const CfPlane *plane, const guint32 *bits);
/* The samples of a channel, 0 in holes. */
void cf_cpu_inpaint_rows_load (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel);
/* Stores the samples of holes alone. */
void cf_cpu_inpaint_rows_store (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel);
/* Returns what known samples tell, valid until the next call. */
const CfInpaintTexture *cf_cpu_inpaint_rows_count (
    const CfCpuInpaintRows *rows, const CfPlane *plane, gint channel);

/* Sets the bits of a plane's samples for which alpha has one of value 0. */
void cf_cpu_inpaint_mark_zeros (
    const CfPlane *plane, const CfPlane *alpha, guint32 *bits);

G_END_DECLS
