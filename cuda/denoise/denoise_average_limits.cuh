/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* These differences count, in stored samples: as the host says, or by the
 * estimate of the noise, which the host does not wait for. */
#pragma once

#include "cuda/denoise/denoisekernels.h"
#include "engine/denoise/cfdenoiseaverage.h"
#include "engine/denoise/cfdenoiserecursive.h"

namespace
{

struct Limits {
  int32_t one, sum; /* << shift */

  __device__ __forceinline__
  Limits (const CfKernelDenoise &d, const CfKernelPlane &plane,
      const CfKernelDenoisePlane &ring)
      : one (ring.one), sum (ring.sum)
  {
    if (ring.is_given)
      return;
    cf_denoise_average_limits (
        cf_denoise_sigma_used (d.estimates[ring.estimate], ring.strength),
        plane.bits, &one, &sum);
    one <<= plane.shift;
    sum <<= plane.shift;
  }
};

} // namespace
