/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The iterations of global inpainting for planes of one size: cuFFT's
 * transforms, memory, and graphs. Whoever calls has entered the device. */
#pragma once

#include "engine/inpaint/cfinpaint.h"
#include "cuda/core/cudabackend.h"
#include "cuda/inpaint/cufft.h"
#include "cuda/inpaint/inpaint_globalplan.h"

G_BEGIN_DECLS

typedef struct {
  CfDevice *device;
  gint width, height;
  gsize size;             /* bytes of the device's memory */
  gint n;                 /* iterations of the graphs; 0: none are recorded */
  const CfStream *stream; /* the last run's; it may be gone */

  CfInpaintGlobalPlan plan;
  const CfCufft *cufft;
  CfCufftPlan forward, inverse;
  gboolean has_forward, has_inverse;
  guint8 *memory; /* the plan's, then cuFFT's */
  /* R2C; what makes the first iteration of that, and some more; more, n_repeats
   * times: NULL for one sample, which is its own mean */
  CfCuGraphExec first, begin, repeated;
  guint n_repeats;
  CfCuEvent done;    /* all runs are */
  gboolean overlaps; /* kernels may start before cuFFT's have ended */
} CfCudaInpaintLoop;

/* `insists`: what is kept of other things goes, where there is no memory left.
 * Errors: UNSUPPORTED where there is no cuFFT or it does not know the size,
 * OUT_OF_MEMORY, DEVICE_LOST. */
CfCudaInpaintLoop *cf_cuda_inpaint_loop_new (CfDevice *device, gint width,
    gint height, gboolean insists, GError **error);
/* Waits for its runs. */
void cf_cuda_inpaint_loop_free (CfCudaInpaintLoop *self);

/* Sets the runs that follow; another number of iterations records graphs. */
gboolean cf_cuda_inpaint_loop_set_params (
    CfCudaInpaintLoop *self, const CfInpaintParams *params, GError **error);
/* As cf_cuda_inpaint_global_run(), on any stream: after the last run. */
gboolean cf_cuda_inpaint_loop_run (CfCudaInpaintLoop *self, CfStream *stream,
    gfloat *samples, const uint32_t *holes, GError **error);
/* TRUE where the GPU is through with all runs. */
gboolean cf_cuda_inpaint_loop_is_done (const CfCudaInpaintLoop *self);

G_END_DECLS
