/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The identity: what a filter cannot beat. */
#include "cuda/device-code/copy.cuh"

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS)
    CF_KERNEL (const __grid_constant__ CfKernelPicture picture)
{
  const CfKernelPlane &plane = find_plane (picture);

  copy_block (plane, blockIdx.x - plane.first_block);
}
