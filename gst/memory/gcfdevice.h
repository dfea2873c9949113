/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An engine device together with the GStreamer context that it works in. */
#pragma once

#include "engine/core/cfdevice.h"
#include "gst/cuda/gcfcontext.h"

G_BEGIN_DECLS

/* Three streams keep both directions of the bus and the kernels busy; a fourth
 * takes up what one waits for. */
#define GCF_N_STREAMS 4

/* Reference counted. Whatever holds an engine object of the device (memory,
 * event, filter) holds this too and lets go of it last, so that the context
 * outlives the device. */
typedef struct {
  gint ref_count; /* atomic */
  CfDevice *device;
  GstObject *context; /* NULL in a primary context, and on the CPU */
  gint id;            /* CUDA: its number, from 0 */
  /* All elements in one context share these: a frame stays on its stream along
   * a chain, and there are no more streams than the GPU has queues for, beyond
   * which they wait for each other. */
  CfStream *streams[GCF_N_STREAMS];

  GMutex lock;      /* of what follows */
  GQueue events[2]; /* of CfEvent, for fences; the second of blocking ones */
} GcfDevice;

/* A GPU's device that is open in this context, or a new one; without `shared`,
 * and without gstreamer-cuda, in the GPU's primary context. Errors: those of
 * cf_device_open(). */
GcfDevice *gcf_device_open (CfBackendType type, GcfContext *shared,
    GstElement *element, gint device_id, GError **error);
GcfDevice *gcf_device_ref (GcfDevice *self);
void gcf_device_unref (GcfDevice *self);

G_END_DECLS
