/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a search's two pictures, by one block. Bound by latency. */
#include "cuda/motion/motion_block.cuh"
#include "cuda/motion/scale.cuh"
#include "cuda/device-code/dependent.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelMotion d)
{
  allow_next ();
  await_previous ();

  const CfDenoiseScale scale =
      find_scale ({ d.src, d.src_stride, d.src_step, d.bits, d.shift,
                      d.frame[0].width, d.frame[0].height },
          d.is_of_scale ? 0 : noise_of (d));

  if (threadIdx.x == 0)
    *d.scale = scale;
}
