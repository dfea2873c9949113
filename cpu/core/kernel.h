/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A kernel computes a rectangle of one channel: an operation's code for a
 * sample width and instruction set. */
#pragma once

#include "engine/core/cffilter.h"
#include "cpu/core/kernellist.h"
#include "cpunetworks.h" /* generated */
#include "cpu/denoise/denoise_kernel.h"
#include "cpu/inpaint/inpaint_kernel.h"

G_BEGIN_DECLS

typedef struct _CfCpuConvolve CfCpuConvolve;

/* Output samples of `channel` in columns left...right-1, rows top...bottom-1.
 * src and dst have the same geometry. */
typedef struct {
  const CfFilterParams *params;
  const CfPlane *src, *dst;
  gint channel;
  CfBorder border;
  guint border_sample; /* as stored, shifted */
  gint left, right, top, bottom;
  gint window_width, window_height; /* but of a network or convolution */
  gint rank;                        /* medians */
  const CfCpuConvolve *convolve;    /* convolution */
  gint reach; /* epsilon filter: the largest difference that counts, or is
               * left */
} CfCpuJob;

typedef struct {
  void (*run) (const CfCpuJob *job, guint8 *scratch);
  /* bytes of scratch for jobs of at most `width` columns */
  gsize (*scratch_size) (const CfCpuJob *job, gint width);
  /* columns of a job that keep its scratch in the fast caches */
  gint job_width;
  /* rows of a job that make the rows around it, read twice, cost little */
  gint job_height;
} CfCpuKernel;

/* The median of a square window, [bytes - 1]. */
typedef struct {
  gint size;
  const CfCpuKernel *kernel[2];
} CfCpuNetwork;

typedef struct _CfCpuRecursiveKernel CfCpuRecursiveKernel;
typedef struct _CfCpuWienerKernel CfCpuWienerKernel;
typedef struct _CfCpuNoiseKernel CfCpuNoiseKernel;
typedef struct _CfCpuMoveKernel CfCpuMoveKernel;
typedef struct _CfCpuMotionKernel CfCpuMotionKernel;
typedef struct _CfCpuSceneChangeKernel CfCpuSceneChangeKernel;

/* All of one instruction set. */
typedef struct {
  CfCpuNetwork networks[CF_CPU_N_NETWORKS];
  const CfCpuKernel *convolve_dot; /* one pass, by dot products; or NULL */
#define CF_MEMBER(Type, name, TUNABLE) const Type *name;
  CF_CPU_KERNELS (CF_MEMBER)
#undef CF_MEMBER
} CfCpuKernels;

extern const CfCpuKernels cf_cpu_kernels_baseline;
#ifdef CF_CPU_X86
extern const CfCpuKernels cf_cpu_kernels_avx2;
extern const CfCpuKernels cf_cpu_kernels_avx512;
/* what AVX-VNNI adds to AVX2 */
extern const CfCpuKernel cf_cpu_convolve_mask_avxvnni;
extern const CfCpuKernel cf_cpu_convolve_product_avxvnni;
extern const CfCpuKernel cf_cpu_convolve_dot_avxvnni;
/* what AVX-512 VNNI adds */
extern const CfCpuKernel cf_cpu_convolve_mask_avx512vnni;
extern const CfCpuKernel cf_cpu_convolve_product_avx512vnni;
extern const CfCpuKernel cf_cpu_convolve_dot_avx512vnni;
#endif
#ifdef CF_CPU_ARM64
/* what ARM's dot products add */
extern const CfCpuKernel cf_cpu_convolve_dot_dotprod;
#endif

G_END_DECLS
