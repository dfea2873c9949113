/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* When a buffer or a gap is, in the pipeline's running time. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct {
  GstClockTime begin; /* running time; NONE where it has none */
  GstClockTime end;   /* NONE where it has no duration */
} GcfMaskTime;

/* Finds the part in the segment; FALSE where there is none. `time` and
 * `duration` may be NONE; a duration of 0 is none. */
gboolean gcf_mask_time_init (GcfMaskTime *self, const GstSegment *segment,
    GstClockTime time, GstClockTime duration);

G_END_DECLS
