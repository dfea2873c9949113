/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A method computes an operation on the CPU. Filtered planes go through a
 * kernel, others are copied; both are split into slices for the threads. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cpu/core/kernel.h"

G_BEGIN_DECLS

/* `state` is what is made once for a filter: NULL where there is no new(). */
typedef struct {
  gpointer (*state_new) (const CfFilter *filter);
  void (*state_free) (gpointer state);
  /* The kernel of a plane that is filtered; fills in what its jobs have in
   * common. NULL: all planes are copied. */
  CfCpuKernel (*prepare_plane) (
      gpointer state, const CfFilter *filter, guint plane, CfCpuJob *job);
  /* Methods with a state have all of these: measure() looks at a picture before
   * it is filtered, with scratch of each thread, adjust_plane() sets a plane's
   * jobs by that, and get_noise() is as CfFilterClass says. */
  void (*measure) (
      gpointer state, const CfPlane *src, guint8 *scratch, gsize scratch_size);
  void (*adjust_plane) (gpointer state, guint plane, CfCpuJob *job);
  gboolean (*get_noise) (gpointer state, guint plane, CfNoise *noise);
  gsize measure_scratch; /* bytes a thread, at least */
  /* Ends a picture when all its planes are written; or NULL. */
  void (*finish) (gpointer state, const CfPlane *src, const CfPlane *dst);
  /* As in CfFilterClass; NULL where nothing is repaired. */
  gboolean (*set_holes) (
      gpointer state, const CfInpaintHoles *holes, GError **error);
  /* Filters that have a history are of a class of their own; or NULL. */
  CfFilter *(*history_new) (const CfFilter *description, GError **error);
} CfCpuMethod;

extern const CfCpuMethod cf_cpu_copy;
#define CF_DECLARE(NAME, name, Params) extern const CfCpuMethod cf_cpu_##name;
CF_OPERATIONS (CF_DECLARE)
#undef CF_DECLARE
/* Of CF_OP_COPY too. */
const CfCpuMethod *cf_cpu_method (CfOp op);

/* The kernels of a filter's device. */
const CfCpuKernels *cf_cpu_filter_kernels (const CfFilter *filter);

/* The job's border. `value` is in 8-bit steps. */
void cf_cpu_job_set_border (
    CfCpuJob *job, CfBorder border, gint value, const CfPlane *plane);

G_END_DECLS
