/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of a search for motion. */
#include "cuda/motion/motionpasses.h"

#include "cuda/motion/motionkernels.h"

/* [bytes of a sample - 1] */
static CfCudaKernel *const pyramids[] = { &cf_kernel_motion_pyramid_1,
  &cf_kernel_motion_pyramid_2 };

/* They are by pass; CF_MOTION_PYRAMID is above. */
static CfCudaKernel *const passes[CF_MOTION_PASSES] = {
  [CF_MOTION_SCALE] = &cf_kernel_motion_scale,
  [CF_MOTION_COARSEST] = &cf_kernel_motion_coarsest,
  [CF_MOTION_LEVEL_1] = &cf_kernel_motion_finer,
  [CF_MOTION_LEVEL_0] = &cf_kernel_motion_finer,
  [CF_MOTION_QUARTERS] = &cf_kernel_motion_quarters,
  [CF_MOTION_SMOOTH] = &cf_kernel_motion_smooth,
  [CF_MOTION_SMOOTH_AGAIN] = &cf_kernel_motion_smooth,
  [CF_MOTION_DOMINANT] = &cf_kernel_motion_dominant,
  [CF_MOTION_TRUST] = &cf_kernel_motion_trust,
};

CfCudaKernel *
cf_cuda_motion_kernel (gint pass, gint bytes)
{
  return pass == CF_MOTION_PYRAMID ? pyramids[bytes - 1] : passes[pass];
}

gboolean
cf_cuda_motion_load (CfDevice *device, GError **error)
{
  gint pass, bytes;

  if (!cf_cuda_load_kernel (device, &cf_kernel_motion_gap, error))
    return FALSE;
  for (pass = 0; pass < CF_MOTION_PASSES; pass++)
    for (bytes = 1; bytes <= 2; bytes++)
      if (!cf_cuda_load_kernel (
              device, cf_cuda_motion_kernel (pass, bytes), error))
        return FALSE;
  return TRUE;
}
