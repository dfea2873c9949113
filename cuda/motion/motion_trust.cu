/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the blocks whose samples count as history. A thread has a block. */
#include "cuda/motion/motion_block.cuh"
#include "cuda/device-code/dependent.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  const int n = blockIdx.x * CF_KERNEL_THREADS + threadIdx.x;

  if (n < d.from.width * d.from.height) {
    const Around around (d.from, n % d.from.width, n / d.from.width);

    d.trusted[n] = cf_motion_is_trusted (
        vector_of (around.v[4]), around.median (), *d.dominant);
  }
}
