/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* "ringsource": pushes the same few ready frames again and again, as fast as
 * they are taken. */
#pragma once

#include <gst/gst.h>

#include "gpu.h"

G_BEGIN_DECLS

#define TYPE_RING_SOURCE (ring_source_get_type ())
G_DECLARE_FINAL_TYPE (RingSource, ring_source, RING, SOURCE, GstElement)

/* Where frames lie that are not on the GPU. */
typedef enum {
  RING_SOURCE_PROPOSED, /* in memory of the pool that downstream proposes */
  RING_SOURCE_PAGEABLE, /* in ordinary memory */
  RING_SOURCE_ONE_SHOT  /* in ordinary memory, each time as a new GstMemory */
} RingSourceMemory;

/* Before it starts. With a `gpu` the frames lie on it, and `caps` say so. Their
 * samples are random; `is_still`: all frames have the same ones, but for some
 * noise. */
void ring_source_set_frames (RingSource *self, GstCaps *caps, Gpu *gpu,
    RingSourceMemory memory, gboolean is_still);

/* Before it starts: all frames have a region of interest of this size in the
 * middle, or what of it is within them, of the type "region"; 0: none. */
void ring_source_set_region (RingSource *self, guint width, guint height);

/* The kind of memory that the frames lie in, once frames have come out; free
 * it. */
gchar *ring_source_get_memory (RingSource *self);

G_END_DECLS
