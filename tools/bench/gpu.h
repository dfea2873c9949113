/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A GPU: the one CUDA context of it that everything is measured in, and frames
 * in its memory. */
#pragma once

#include "engine/core/cfdevice.h"

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _Gpu Gpu;

/* The GPU that is `device` to the driver. NULL where there is none that can be
 * used, or where this build is without CUDA: `error` says which. */
Gpu *gpu_new (guint device, GError **error);

#ifdef HAVE_GST_CUDA

void gpu_free (Gpu *self);

const gchar *gpu_get_name (Gpu *self);
/* In the context. */
CfDevice *gpu_get_device (Gpu *self);

/* Gives the pipeline's elements the context. */
void gpu_share_context (Gpu *self, GstElement *pipeline);

/* Makes the context current in this thread, until gpu_leave (). */
void gpu_enter (Gpu *self);
void gpu_leave (Gpu *self);

/* A pool, not yet active, of at least `n` frames of CUDA memory; `caps` have
 * that feature. NULL where gstreamer-cuda has no memory for their format. */
GstBufferPool *gpu_pool_new (Gpu *self, GstCaps *caps, guint n);

/* Whether the frame lies in CUDA memory. */
gboolean gpu_has_frame (Gpu *self, GstBuffer *frame);

/* Sees that what the CPU wrote is on the device, and returns when all work that
 * the memory knows of is over. */
void gpu_settle (Gpu *self, GstBuffer *frame);

#else /* there is none then */

#define gpu_free g_free
#define gpu_get_name(gpu) ""
#define gpu_share_context(gpu, pipeline) ((void)(gpu))
#define gpu_enter(gpu) ((void)(gpu))
#define gpu_leave(gpu) ((void)(gpu))
#define gpu_pool_new(gpu, caps, n) NULL
#define gpu_has_frame(gpu, frame) FALSE
#define gpu_settle(gpu, frame) ((void)(gpu))

#endif

G_END_DECLS
