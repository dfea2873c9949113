/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out a global inpainting in the GPU's memory, and makes its kernels'
 * arguments: without CUDA, for tests too. */
#pragma once

#include "engine/inpaint/cfinpaint.h"
#include "cuda/inpaint/inpaint_globalkernels.h"

G_BEGIN_DECLS

enum {
  CF_INPAINT_LAUNCH_TAKE,
  CF_INPAINT_LAUNCH_MAXIMUM,
  CF_INPAINT_LAUNCH_SCHEDULE,
  CF_INPAINT_LAUNCH_THRESHOLD,
  CF_INPAINT_LAUNCH_MERGE,
  CF_INPAINT_LAUNCH_GIVE,
  CF_INPAINT_LAUNCHES
};

typedef struct {
  CfKernelInpaintGlobal kernel; /* of the loop; take and give need `samples`
                                 * and `given_holes` too */
  guint blocks[CF_INPAINT_LAUNCHES];
  gsize size; /* bytes */
  /* offsets */
  gsize picture_at, spectrum_at, holes_at, twiddles_at, thresholds_at, state_at;
  gsize n_twiddles;
} CfInpaintGlobalPlan;

/* Planes have width x height samples. A plane of one column is transformed as
 * one row: kernel.width and kernel.height are the transform's. */
void cf_inpaint_global_plan_init (
    CfInpaintGlobalPlan *plan, gint width, gint height);
/* The schedule; memory stays as it is. */
void cf_inpaint_global_plan_set_params (
    CfInpaintGlobalPlan *plan, const CfInpaintParams *params);
/* Sets the kernel's pointers into `size` bytes, aligned to 256. */
void cf_inpaint_global_plan_place (CfInpaintGlobalPlan *plan, guint8 *memory);
/* Writes n_twiddles of them, which belong at twiddles_at. */
void cf_inpaint_global_plan_twiddles (
    const CfInpaintGlobalPlan *plan, CfInpaintComplex *twiddles);

G_END_DECLS
