/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A reference as the search for motion takes its last result. Bound by the way
 * to memory. */
#include "cuda/inpaint/temporalkernels.h"

extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporalLead d)
{
  const int64_t at = (int64_t)blockIdx.x * CF_TEMPORAL_THREADS + threadIdx.x;
  const int x = (int)(at % d.width), y = (int)(at / d.width);

  if (y >= d.height)
    return;

  const uint8_t *from =
      d.src + y * d.src_stride + (int64_t)x * d.src_step * d.bytes;
  const int value = (d.bytes == 1 ? *from : *(const uint16_t *)from) >> d.shift;

  d.last[(int64_t)y * d.last_stride + x] = (uint16_t)(value << (16 - d.bits));
}
