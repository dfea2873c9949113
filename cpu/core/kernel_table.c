/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of one instruction set, CF_ISA. */
#include "cpu/core/kernel.h"

#define JOIN_(a, b, c, d) a##_##b##_##c##_##d
#define JOIN(a, b, c, d) JOIN_ (a, b, c, d)
#define MEDIAN(bits, size) JOIN (cf_cpu_median, bits, size, CF_ISA)
#define DECLARE(size) \
  extern const CfCpuKernel MEDIAN (8, size), MEDIAN (16, size);
#define ROW(size) { size, { &MEDIAN (8, size), &MEDIAN (16, size) } },
#define RANK_(bits, isa) cf_cpu_rank_##bits##_##isa
#define RANK__(bits, isa) RANK_ (bits, isa)
#define RANK(bits) RANK__ (bits, CF_ISA)
#define CONVOLVE_(what, isa) cf_cpu_convolve_##what##_##isa
#define CONVOLVE__(what, isa) CONVOLVE_ (what, isa)
#define CONVOLVE(what) CONVOLVE__ (what, CF_ISA)
#define EPSILON_(bits, isa) cf_cpu_epsilon_##bits##_##isa
#define EPSILON__(bits, isa) EPSILON_ (bits, isa)
#define EPSILON(bits) EPSILON__ (bits, CF_ISA)
#define INPAINT_(isa) cf_cpu_inpaint_##isa
#define INPAINT__(isa) INPAINT_ (isa)
#define DENOISE_(isa) cf_cpu_denoise_##isa
#define DENOISE__(isa) DENOISE_ (isa)
#define RECURSIVE_(isa) cf_cpu_recursive_##isa
#define RECURSIVE__(isa) RECURSIVE_ (isa)
#define NOISE_(isa) cf_cpu_noise_##isa
#define NOISE__(isa) NOISE_ (isa)
#define MOVE_(isa) cf_cpu_move_##isa
#define MOVE__(isa) MOVE_ (isa)
#define MOTION_(isa) cf_cpu_motion_##isa
#define MOTION__(isa) MOTION_ (isa)
#define CUT_(isa) cf_cpu_cut_##isa
#define CUT__(isa) CUT_ (isa)
#define TABLE_(isa) cf_cpu_kernels_##isa
#define TABLE(isa) TABLE_ (isa)

/* clang-format off */
CF_CPU_NETWORKS (DECLARE)

extern const CfCpuKernel RANK (8), RANK (16);
extern const CfCpuKernel CONVOLVE (mask), CONVOLVE (product);
extern const CfCpuKernel EPSILON (8), EPSILON (16);
extern const CfCpuInpaintKernel INPAINT__ (CF_ISA);
extern const CfCpuDenoiseKernel DENOISE__ (CF_ISA);
extern const CfCpuRecursiveKernel RECURSIVE__ (CF_ISA);
extern const CfCpuNoiseKernel NOISE__ (CF_ISA);
extern const CfCpuMoveKernel MOVE__ (CF_ISA);
extern const CfCpuMotionKernel MOTION__ (CF_ISA);
extern const CfCpuCutKernel CUT__ (CF_ISA);

const CfCpuKernels TABLE (CF_ISA) = {
  { CF_CPU_NETWORKS (ROW) },
  { &RANK (8), &RANK (16) },
  &CONVOLVE (mask), &CONVOLVE (product), NULL,
  { &EPSILON (8), &EPSILON (16) },
  &INPAINT__ (CF_ISA),
  &DENOISE__ (CF_ISA),
  &RECURSIVE__ (CF_ISA), &NOISE__ (CF_ISA),
  &MOVE__ (CF_ISA), &MOTION__ (CF_ISA),
  &CUT__ (CF_ISA)
};
/* clang-format on */
