/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The states of a frame's samples: holes, of bits and alpha, and what is known.
 * A thread a sample, bound by the way to memory. */
#include "cuda/inpaint/temporal.cuh"
#include "engine/inpaint/cfinpaintalpha.h"

static __device__ __forceinline__ bool
is_marked (const CfKernelTemporalPlane &p, int x, int y)
{
  const int across = cf_inpaint_alpha_halved (p.alpha_width, p.width);
  const int down = cf_inpaint_alpha_halved (p.alpha_height, p.height);
  const int right = cf_inpaint_alpha_end (x, p.alpha_width, p.width, across);
  const int bottom = cf_inpaint_alpha_end (y, p.alpha_height, p.height, down);
  bool is_hole = false;

  for (int i = y << down; i < bottom; i++)
    for (int k = x << across; k < right; k++) {
      const uint8_t *at = p.alpha + i * p.alpha_stride
                          + (int64_t)k * p.alpha_step * p.alpha_bytes;

      is_hole |=
          (p.alpha_bytes == 1 ? *at : *(const uint16_t *)at) >> p.alpha_shift
          == 0;
    }
  return is_hole;
}

extern "C" __global__ void
__launch_bounds__ (CF_TEMPORAL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelTemporal d)
{
  int plane, x, y;

  if (!find_sample (d, plane, x, y))
    return;

  const CfKernelTemporalPlane &p = d.plane[plane];
  bool is_hole = false;

  if (p.holes)
    is_hole =
        p.holes[(int64_t)y * ((p.width + 31) / 32) + x / 32] >> x % 32 & 1;
  if (p.alpha)
    is_hole |= is_marked (p, x, y);
  p.states[(int64_t)y * p.width + x] =
      is_hole ? CF_TEMPORAL_SPACE : CF_TEMPORAL_KNOWN;
}
