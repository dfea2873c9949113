/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* "touchsink": takes each frame, in host memory by reading its last byte, and
 * measures how fast they come. */
#pragma once

#include <gst/base/gstbasesink.h>

#include "gpu.h"
#include "measurement.h"

G_BEGIN_DECLS

#define TYPE_TOUCH_SINK (touch_sink_get_type ())
G_DECLARE_FINAL_TYPE (TouchSink, touch_sink, TOUCH, SINK, GstBaseSink)

/* The structure of the application message that it posts once it has
 * measured. */
#define TOUCH_SINK_MEASURED "touchsink-measured"

/* Before it starts; times in seconds, `missing` as of windows. With a `gpu` it
 * takes frames in CUDA memory alone, without in host memory alone. */
void touch_sink_set_task (
    TouchSink *self, Gpu *gpu, gdouble warm_up, gdouble seconds, gint *missing);

/* After its message. */
void touch_sink_get_result (TouchSink *self, Measurement *result);

/* Frames that have come; at any time. */
guint touch_sink_get_frames (TouchSink *self);

G_END_DECLS
