/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of all of a plane's samples between a picture and dense lines. */
#pragma once

#include "engine/core/cfplane.h"

G_BEGIN_DECLS

/* Samples of a line: those of a pixel lie side by side. */
static inline gsize
cf_cpu_denoise_line_samples (const CfPlane *plane)
{
  return (gsize)plane->width * plane->channels;
}

/* TRUE where a row of the picture is such a line, of values that are shifted
 * up by `shift` less than the plane's. */
static inline gboolean
cf_cpu_denoise_line_is_direct (const CfPlane *plane, gint shift)
{
  return plane->step == plane->channels && shift == 0;
}

/* Row y, shifted down by `shift`, and the way back. */
void cf_cpu_denoise_line_fetch (
    const CfPlane *plane, gint y, gint shift, guint8 *line);
void cf_cpu_denoise_line_store (
    const CfPlane *plane, gint y, gint shift, const guint8 *line);

G_END_DECLS
