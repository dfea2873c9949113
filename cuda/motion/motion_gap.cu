/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The previous field and its dominant vector where more or less time has passed
 * to this frame than to the last one. A thread has a block of the field. */
#include "cuda/motion/motionkernels.h"
#include "cuda/device-code/dependent.cuh"

namespace
{

__device__ __forceinline__ CfMotionVector
scaled (const CfKernelMotionGap &d, CfMotionVector v)
{
  return cf_motion_scaled (v, d.now, d.before);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotionGap d)
{
  allow_next ();
  await_previous ();

  const int n = blockIdx.x * CF_KERNEL_THREADS + threadIdx.x;

  if (n < d.field.width * d.field.height)
    d.field.vectors[n] = scaled (d, d.field.vectors[n]);
  if (n == 0)
    *d.dominant = scaled (d, *d.dominant);
}
