/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One measured pipeline: a ring of ready frames, the fragment, a queue, and a
 * sink that takes the frames; all of it once for each GPU. */
#pragma once

#include <gst/gst.h>

#include "gpu.h"
#include "measurement.h"
#include "ringsource.h"

G_BEGIN_DECLS

typedef struct {
  const gchar *fragment; /* elements as gst-launch-1.0 takes them */
  guint source_queue;    /* buffers of a queue before them; 0: no queue */
  guint queue;           /* and behind them */
  GstCaps *caps;         /* of the frames */
  gboolean on_device;    /* CUDA memory on both sides, else host memory */
  Gpu *const *gpus;      /* those to be used together */
  guint n_gpus;          /* 0: none is used */
  RingSourceMemory source_memory;
  gboolean is_still;                 /* what the frames show */
  guint region_width, region_height; /* 0: they have no region */
  gdouble warm_up, seconds;
} PipelineTask;

typedef struct {
  gchar *backend; /* where the elements filtered, or NULL: not known */
  gchar *memory;  /* the kind that the source's frames lay in */
} PipelineFacts;

/* Once, after gst_init (). */
void pipeline_register_elements (void);

/* Whether the fragment can be made, which is all that `error` can say. */
gboolean pipeline_check (const gchar *fragment, GError **error);

/* `facts` are the caller's to clear, and set where TRUE is returned. */
gboolean pipeline_run (const PipelineTask *task, Measurement *result,
    PipelineFacts *facts, GError **error);

void pipeline_facts_clear (PipelineFacts *facts);

G_END_DECLS
