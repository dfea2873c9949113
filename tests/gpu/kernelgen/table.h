/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The compiled kernels by name: table.c is written by write.c. */
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

/* filter_launch() of a generated kernel.h, of either kind of sample. */
typedef cudaError_t KernelLaunch (const void *src, size_t src_pitch, void *dst,
    size_t dst_pitch, int width, int height, cudaStream_t stream);

typedef struct {
  const char *name;
  KernelLaunch *launch;
} KernelEntry;

/* In the order of kernel_cases_new(), up to one without a name. */
extern const KernelEntry kernel_table[];
