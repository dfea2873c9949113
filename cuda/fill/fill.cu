/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spans of a plane set to a value, a warp each. Bound by the launch: an outline
 * is some thousand pixels. */
#include "cuda/fill/fillkernel.h"

extern "C" __global__ void
__launch_bounds__ (CF_FILL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelFill fill)
{
  const int i = blockIdx.x * (CF_FILL_THREADS / 32) + threadIdx.x / 32;

  if (i >= fill.n_spans)
    return;

  const CfKernelSpan span = fill.spans[i];
  uint8_t *row = fill.data + span.y * fill.stride;

  for (int k = threadIdx.x % 32; k < span.length; k += 32) {
    const int64_t at = (int64_t)(span.x + k) * fill.step;

    for (int c = 0; c < fill.channels; c++) {
      if (fill.bytes == 1)
        row[at + c] = (uint8_t)fill.samples[c];
      else
        ((uint16_t *)row)[at + c] = fill.samples[c];
    }
  }
}
