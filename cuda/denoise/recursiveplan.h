/* The recursive mean: what is kept of the last frame, where, and what kernels
 * get. Needs no GPU. */
#pragma once

#include "cuda/denoise/noiseplan.h"

G_BEGIN_DECLS

/* Two of all planes' results and counts, the last frame's and the next one's,
 * which change places; behind them what estimates of the noise need. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], half_size;
  gsize size;
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's, 0 */
  CfNoisePlan noise;
  guint last;        /* which of the two */
  gboolean is_first; /* the next frame is, in its history */
} CfRecursivePlan;

/* For a filter that outlives this. */
void cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter);

/* The launch that estimates the noise of planes of this sample width; there may
 * be nothing to do: 0 blocks. */
void cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, CfRecursiveLaunch *launch);
/* The launch for the filtered planes of this sample width; the first of all
 * copies the other planes too. Estimates have to be made before. */
void cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch);
/* They are made: to the next frame. */
void cf_recursive_plan_done (CfRecursivePlan *self);

void cf_recursive_plan_forget (CfRecursivePlan *self);

G_END_DECLS
