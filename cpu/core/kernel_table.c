/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of one instruction set, CF_ISA. */
#include "cpu/core/kernel.h"

#define OF(what) G_PASTE (cf_cpu_##what##_, CF_ISA)
#define MEDIAN(bits, size) OF (median_##bits##_##size)
#define DECLARE(size) \
  extern const CfCpuKernel MEDIAN (8, size), MEDIAN (16, size);
#define ROW(size) { size, { &MEDIAN (8, size), &MEDIAN (16, size) } },

/* clang-format off */
CF_CPU_NETWORKS (DECLARE)

extern const CfCpuKernel OF (rank_8), OF (rank_16);
extern const CfCpuKernel OF (convolve_mask), OF (convolve_product);
extern const CfCpuKernel OF (epsilon_8), OF (epsilon_16);
extern const CfCpuInpaintKernel OF (inpaint);
extern const CfCpuDenoiseKernel OF (denoise);
extern const CfCpuRecursiveKernel OF (recursive);
extern const CfCpuNoiseKernel OF (noise);
extern const CfCpuMoveKernel OF (move);
extern const CfCpuMotionKernel OF (motion);
extern const CfCpuCutKernel OF (cut);

const CfCpuKernels OF (kernels) = {
  { CF_CPU_NETWORKS (ROW) },
  { &OF (rank_8), &OF (rank_16) },
  &OF (convolve_mask), &OF (convolve_product), NULL,
  { &OF (epsilon_8), &OF (epsilon_16) },
  &OF (inpaint),
  &OF (denoise),
  &OF (recursive), &OF (noise),
  &OF (move), &OF (motion),
  &OF (cut)
};
/* clang-format on */
