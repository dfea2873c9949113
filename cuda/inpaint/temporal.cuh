/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the sample of a thread of temporal repair. */
#pragma once

#include "cuda/inpaint/temporalkernels.h"

namespace
{

/* The thread's plane and sample; FALSE: none. */
__device__ __forceinline__ bool
find_sample (const CfKernelTemporal &d, int &plane, int &x, int &y)
{
  int64_t at;

  plane = 0;
  while (plane + 1 < d.n_planes && d.plane[plane + 1].first_block <= blockIdx.x)
    plane++;

  const CfKernelTemporalPlane &p = d.plane[plane];

  at =
      (int64_t)(blockIdx.x - p.first_block) * CF_TEMPORAL_THREADS + threadIdx.x;
  y = (int)(at / p.width);
  x = (int)(at % p.width);
  return y < p.height;
}

} // namespace
