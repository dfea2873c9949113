/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernels of medians by networks share this. */
#pragma once

#include "cuda/medians.h" /* generated: CF_MEDIAN_TILES */
#include "cuda/core/picturekernels.h"

/* A median's code for an architecture (75, 80, …) has so many samples in a
 * register, and threads in a block: fewer where it could not have the shared
 * memory for all that it asks for, 99 KiB being the limit. */
#define CF_MEDIAN_LANES(arch, bytes) \
  ((arch) >= 90 || ((arch) >= 80 && (bytes) == 1) ? 2 : 1)
#define CF_MEDIAN_THREADS(arch, threads) \
  ((arch) == 86 || (arch) == 87 || (arch) == 89 || (arch) == 120 \
              || (arch) == 121 \
          ? CF_KERNEL_THREADS \
          : (threads))
/* The last of a row's threads may be idle. */
#define CF_MEDIAN_ROW_THREADS(across) (((across) + 15) / 16 * 16)
/* Shared memory, dynamic, for what a row of tiles shares (see unions.cuh),
 * where a register holds two samples */
#define CF_MEDIAN_ROW_BYTES(size, tile_w, tile_h, share) \
  (((share) > 1) + ((share) > 0)) * (tile_w) * ((size) - (tile_h) + 1) * 128

/* The 3x3 median's tile: every thread makes 8 pixels in each of 8 rows. */
#define CF_MEDIAN_3_WIDTH 256
#define CF_MEDIAN_3_HEIGHT 32

CF_DECLARE_KERNEL (median_3_1, CfKernelPicture)
CF_DECLARE_KERNEL (median_3_2, CfKernelPicture)
#define CF_DECLARE(size, tile_w, tile_h, across, share, threads) \
  CF_DECLARE_KERNEL (median_##size##_1, CfKernelPicture) \
  CF_DECLARE_KERNEL (median_##size##_2, CfKernelPicture)
CF_MEDIAN_TILES (CF_DECLARE)
#undef CF_DECLARE
