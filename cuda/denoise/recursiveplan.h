/* The recursive mean, COMPENSATED too: what is kept of the last frame, where,
 * and what kernels get. Needs no GPU. */
#pragma once

#include "cuda/denoise/cutplan.h"
#include "cuda/denoise/motionplan.h"
#include "cuda/denoise/noiseplan.h"

G_BEGIN_DECLS

/* Two of all planes' results and counts, the last frame's and the next one's,
 * which change places, and where the last one is moved a third; behind them
 * what estimates of the noise need, and searches for cuts or motion. */
typedef struct {
  const CfFilter *filter;
  gsize plane_at[CF_MAX_PLANES], set_size, noise_at, cuts_at, look_at;
  gsize size;
  CfCutPlan cut; /* and which planes lead the others */
  CfMotionPlan motion[CF_CUT_LEADERS];
  gsize motion_at[CF_CUT_LEADERS];
  struct {
    gint leader; /* which one's motion the plane has, or -1 */
    gint halved_x, halved_y;
  } follows[CF_MAX_PLANES];
  guint8 *memory; /* `size` bytes at a multiple of 128, the caller's, 0 */
  CfNoisePlan noise;
  guint n_resident;  /* blocks that the GPU runs at a time; the caller's */
  guint last;        /* which of the first two */
  gboolean is_first; /* the next frame is, in its history */
} CfRecursivePlan;

typedef struct {
  CfKernelMove argument;
  guint n_blocks;
} CfMoveLaunch;

/* For a filter that outlives this. */
void cf_recursive_plan_init (CfRecursivePlan *self, const CfFilter *filter);

/* TRUE where a cut is to be looked for first, without a search for motion. */
gboolean cf_recursive_plan_looks (const CfRecursivePlan *self);
void cf_recursive_plan_look (
    const CfRecursivePlan *self, const CfPlane *src, CfCutLaunch *launch);

/* The launch that estimates the noise of planes of this sample width; there may
 * be nothing to do: 0 blocks. `again`: behind a search for motion, it does
 * something only where that found a cut, as if the stream began. */
void cf_recursive_plan_noise (const CfRecursivePlan *self, gint bytes,
    gboolean again, const CfPlane *src, CfRecursiveLaunch *launch);

/* TRUE where motion is to be searched for, with each leader and pass. Noise is
 * estimated before, then again, and then the last result is moved. */
gboolean cf_recursive_plan_searches (const CfRecursivePlan *self);
void cf_recursive_plan_search (const CfRecursivePlan *self, guint leader,
    gint pass, const CfPlane *src, CfMotionLaunch *launch);
void cf_recursive_plan_move (const CfRecursivePlan *self, CfMoveLaunch *launch);

/* The launch for the filtered planes of this sample width; the first of all
 * copies the other planes too. Estimates have to be made before. */
void cf_recursive_plan_run (const CfRecursivePlan *self, gint bytes,
    const CfPlane *src, const CfPlane *dst, CfRecursiveLaunch *launch);
/* They are made: to the next frame. */
void cf_recursive_plan_done (CfRecursivePlan *self);

void cf_recursive_plan_forget (CfRecursivePlan *self);

G_END_DECLS
