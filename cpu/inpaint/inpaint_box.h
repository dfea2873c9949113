/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sizes of boxes. */
#pragma once

#include "engine/inpaint/cfinpaint.h"

G_BEGIN_DECLS

static inline gint
cf_cpu_inpaint_width (const CfInpaintBox *b)
{
  return b->right - b->left;
}

static inline gsize
cf_cpu_inpaint_area (const CfInpaintBox *b)
{
  return (gsize)cf_cpu_inpaint_width (b) * (b->bottom - b->top);
}

G_END_DECLS
