/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which kernels there are: what is compiled for each instruction set, and which
 * of them may be of different ones. All that is one of each is made of these
 * lists. */
#pragma once

/* X (type, name, TUNABLE): cf_cpu_name_isa, which goes by this tunable. Beside
 * them stand networks, and sums of dot products (cpu/core/kernel.h). */
#define CF_CPU_KERNELS(X) \
  X (CfCpuKernel, rank_8, RANKS) /* any window and rank */ \
  X (CfCpuKernel, rank_16, RANKS) \
  X (CfCpuKernel, convolve_mask, CONVOLVE)    /* one pass */ \
  X (CfCpuKernel, convolve_product, CONVOLVE) /* two */ \
  X (CfCpuKernel, epsilon_8, EPSILON) \
  X (CfCpuKernel, epsilon_16, EPSILON) \
  X (CfCpuInpaintKernel, inpaint, INPAINT) \
  X (CfCpuDenoiseKernel, denoise, DENOISE) \
  X (CfCpuRecursiveKernel, recursive, DENOISE) \
  X (CfCpuWienerKernel, wiener, DENOISE) \
  X (CfCpuNoiseKernel, noise, DENOISE) \
  X (CfCpuMoveKernel, move, DENOISE) \
  X (CfCpuMotionKernel, motion, DENOISE) \
  X (CfCpuSceneChangeKernel, scene_change, DENOISE)

/* X (TUNABLE, name of the tunable, name): its trials are those of
 * cf_cpu_trial_name() (cpu/core/tuning.h). */
#define CF_CPU_ISA_TUNABLES(X) \
  X (NETWORKS, "median-networks-isa", networks) \
  X (RANKS, "median-ranks-isa", ranks) \
  X (CONVOLVE, "convolve-isa", convolve) \
  X (EPSILON, "epsilon-isa", epsilon) \
  X (DENOISE, "denoise-isa", denoise) \
  X (INPAINT, "inpaint-isa", inpaint)
