/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that take interleaved channels apart and put them together
 * again. */
#pragma once

#include "cuda/core/picturekernels.h"

/* A thread's samples of each channel fill 16 bytes. */
#define CF_INTERLEAVE_PIXELS(bytes) (16 / (bytes))

CF_DECLARE_KERNEL (deinterleave, CfKernelPicture)
CF_DECLARE_KERNEL (interleave, CfKernelPicture)
