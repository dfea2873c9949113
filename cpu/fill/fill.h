/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value. */
#pragma once

#include "engine/core/cfbackend.h"

gboolean cf_cpu_fill_run (CfStream *stream, const CfPlane *plane,
    const CfSpan *spans, guint n_spans, const guint16 *values, GError **error);
