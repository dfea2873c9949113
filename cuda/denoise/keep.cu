/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps a frame. Previous kernels neither make it nor read where it is kept: it
 * is copied while they end. Bound by the way to memory. */
#include "cuda/device-code/copy.cuh"
#include "cuda/device-code/dependent.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  allow_next ();

  const CfKernelPlane &plane = find_plane (picture);

  copy_block (plane, blockIdx.x - plane.first_block);
  await_previous ();
}
