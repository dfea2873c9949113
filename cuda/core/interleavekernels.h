/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that take interleaved channels apart and put them together again, as
 * cudaLaunchKernel takes them. */
#pragma once

#include "cuda/core/picturekernels.h"

/* A thread's samples of each channel fill 16 bytes. */
#define CF_INTERLEAVE_PIXELS(bytes) (16 / (bytes))

#ifndef __CUDACC__
#ifdef __cplusplus
extern "C" {
#endif
void cf_kernel_deinterleave (const CfKernelPicture picture);
void cf_kernel_interleave (const CfKernelPicture picture);
#ifdef __cplusplus
}
#endif
#endif
