/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value: what is drawn on a picture. */
#pragma once

#include "engine/core/cfdevice.h"
#include "engine/core/cfplane.h"

G_BEGIN_DECLS

/* Pixels x ... x + length - 1 of row y. */
typedef struct {
  gint x, y, length;
} CfSpan;

/* Enqueues the writing of value c into channel c of all pixels of the spans,
 * which lie within the plane and may overlap. Values are those of samples
 * without the plane's shift, below 2^bits. Other bytes stay as they are. Spans
 * and values are not needed any more when it returns. Errors: INVALID,
 * UNSUPPORTED, DEVICE_LOST. */
gboolean cf_fill_run (CfStream *stream, const CfPlane *plane,
    const CfSpan *spans, guint n_spans, const guint16 *values, GError **error);

/* The same in memory of the host, at once; samples may lie at odd addresses. */
gboolean cf_fill_host (const CfPlane *plane, const CfSpan *spans, guint n_spans,
    const guint16 *values, GError **error);

G_END_DECLS
