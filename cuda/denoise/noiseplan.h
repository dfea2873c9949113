/* Estimates of the noise: what is kept of them, and what the kernels that make
 * them get. Needs no GPU. */
#pragma once

#include "engine/core/cfbackend.h"
#include "engine/denoise/cfdenoisenoise.h"
#include "cuda/core/picture.h"
#include "cuda/denoise/recursivekernels.h"

G_BEGIN_DECLS

/* Bytes of device memory, 0 at first: bins, estimates, blocks that are done,
 * and the frame that the history began with. */
#define CF_NOISE_PLAN_SIZE \
  ((CF_MAX_PLANES * (CF_DENOISE_CLASS_BINS + 1) + 2) * sizeof (guint32))
#define CF_NOISE_TOLD_SIZE (CF_MAX_PLANES * sizeof (guint32))

typedef struct {
  guint32 *told;       /* CF_MAX_PLANES in memory of the host that kernels write
                        * to; the caller's, 0 */
  guint history;       /* of 16 bits, from 1 on */
  guint frame;         /* its number */
  gboolean is_unknown; /* no estimate is of its history */
} CfNoisePlan;

/* Of kernels that estimate, and of those of the recursive mean. */
typedef struct {
  CfKernelRecursive argument;
  guint n_blocks;
} CfRecursiveLaunch;

void cf_noise_plan_init (CfNoisePlan *self);

/* The estimates in that memory, by plane. */
guint32 *cf_noise_plan_estimates (guint8 *memory);
/* Of a kernel that makes or uses them: what they and their history are. */
void cf_noise_plan_describe (
    const CfNoisePlan *self, guint8 *memory, CfKernelRecursive *argument);

/* TRUE where there is something to look at. */
gboolean cf_noise_plan_has_tiles (const CfPlane *geometry);
/* Adds a plane's tiles, of which not all rows are looked at; of `plane` what
 * they are compared with and the light are set before. */
void cf_noise_plan_add (const CfPlane *geometry, CfCudaSurface from,
    CfKernelRecursivePlane *plane, CfCudaLaunch *launch);

/* Adds a plane's tiles of a frame, and the same of another one, which may be
 * that frame where the argument says that it is the first. */
void cf_noise_plan_add_frames (const CfPlane *geometry, guint plane,
    gboolean is_colour, CfCudaSurface from, CfCudaSurface other,
    CfKernelLight light, CfCudaLaunch *l, CfRecursiveLaunch *launch);

/* What tells the light of a plane's tiles, which is plane `light` of the filter
 * (cf_denoise_light_plane ()), at least 0, and lies there. */
CfKernelLight cf_noise_plan_light (
    const CfFilter *filter, guint plane, guint light, CfCudaSurface from);

/* The filtered planes of a picture that has no other beside it, of this sample
 * width; `n_blocks` is 0 where there is nothing to look at. */
void cf_noise_plan_picture (const CfNoisePlan *self, const CfFilter *filter,
    const CfPlaneKinds *kinds, guint8 *memory, const CfPlane *src, gint bytes,
    CfRecursiveLaunch *launch);

/* A frame has its result, and estimates of it or before it, or none. */
void cf_noise_plan_done (CfNoisePlan *self, gboolean is_estimated);
void cf_noise_plan_forget (CfNoisePlan *self);

/* The newest estimate of a plane that is known, or 0. */
guint cf_noise_plan_sigma (const CfNoisePlan *self, guint plane);

G_END_DECLS
