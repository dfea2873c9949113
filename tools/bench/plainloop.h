/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames without GStreamer: the limit that pipelines are compared with. */
#pragma once

#include "gpu.h"
#include "measurement.h"

G_BEGIN_DECLS

typedef enum {
  PLAIN_LOOP_HOST,   /* up, copy and down on the GPU; without one a memcpy */
  PLAIN_LOOP_DEVICE, /* copy on the GPU */
  PLAIN_LOOP_DEVICE_SYNCHRONISED, /* likewise, each frame waited for */
} PlainLoopKind;

const gchar *plain_loop_name (PlainLoopKind kind, gboolean on_gpu);

/* Frames of `bytes`, times in seconds. One loop on each of `n_gpus`, all at
 * once; none will do for PLAIN_LOOP_HOST. */
gboolean plain_loop_run (PlainLoopKind kind, Gpu *const *gpus, guint n_gpus,
    gsize bytes, gdouble warm_up, gdouble seconds, Measurement *result,
    GError **error);

G_END_DECLS
