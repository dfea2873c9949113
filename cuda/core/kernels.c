/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* All kernels. */
#include "cuda/core/kernel.h"
#include "cuda/kernelnames.h" /* generated */

#define KERNEL(kernel) \
  extern const guint8 cf_code_##kernel[]; \
  extern CfCudaKernel cf_kernel_##kernel; \
  CfCudaKernel cf_kernel_##kernel = { .name = "cf_kernel_" #kernel, \
    .code = cf_code_##kernel };

KERNELS (KERNEL)
