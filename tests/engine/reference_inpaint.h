/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting by the formulas, in double, a sample at a time. */
#pragma once

#include "engine/inpaint/cfinpaint.h"

/* The orthonormal cosine transform of height rows of width samples, in place;
 * or back. */
void reference_dct (gdouble *samples, gint width, gint height, gboolean back);

gboolean reference_is_hole (const guint32 *holes, gint width, gint x, gint y);

/* CF_INPAINT_GLOBAL. */
void reference_inpaint_global (const CfInpaintParams *params, gdouble *samples,
    gint width, gint height, const guint32 *holes);
