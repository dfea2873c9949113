/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ALLOCATION query: what memory our neighbours and we use. */
#pragma once

#include <gst/video/video.h>

#include "gst/memory/gcfdevice.h"

G_BEGIN_DECLS

/* An element allocates with this. */
typedef struct {
  GcfDevice *device;
  GstAllocator *allocator;    /* a GcfAllocator */
  GstMiniObject *cuda_stream; /* of CUDAMemory, or NULL */
} GcfMemories;

/* Answers upstream's query: a pool of page-locked memory or of CUDAMemory, as
 * its caps say, and that frames may stay on the device. `n_kept` frames are
 * kept. */
gboolean gcf_propose_memory (
    const GcfMemories *memories, GstQuery *query, guint n_kept);

/* Puts a pool into downstream's answer, in the first place, where the one that
 * is there is no better. *on_device: downstream takes frames that stay on the
 * device. */
gboolean gcf_decide_memory (
    const GcfMemories *memories, GstQuery *query, gboolean *on_device);

/* Serves an element that hands on the frames it gets: answers upstream's query,
 * which downstream has answered, with a pool of ours where that is no worse,
 * and that frames may come on the device. */
gboolean gcf_pass_memory (const GcfMemories *memories, GstQuery *query);

/* Takes back what downstream has promised and holds for frames that go through
 * here as they are, but not for those that are filtered or looked at. */
void gcf_limit_metas (GstQuery *query);

G_END_DECLS
