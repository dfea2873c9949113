/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Borders: these samples stand for those outside the picture. */
#pragma once

#include "engine/core/cfborderindex.h"

#include <glib.h>

G_BEGIN_DECLS

#define CF_ITERATIONS_MAX 16 /* the border applies anew each time */

/* CF_ERROR_INVALID says which, and the range. */
gboolean cf_border_validate (
    CfBorder border, gint border_value, GError **error);
gboolean cf_iterations_validate (gint iterations, GError **error);

/* The constant border's stored sample for a plane of this depth and shift. */
guint cf_border_sample (gint border_value, gint bits, gint shift);

G_END_DECLS
