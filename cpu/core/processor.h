/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels by the processor's instruction sets. */
#pragma once

#include "cpu/core/kernel.h"

G_BEGIN_DECLS

/* They rise from narrow to wide. Those with dot products only convolve. */
typedef enum {
  CF_CPU_BASELINE,
#ifdef __aarch64__
  CF_CPU_DOTPROD,
  CF_CPU_WIDEST = CF_CPU_DOTPROD
#else
  CF_CPU_AVX2,
  CF_CPU_AVXVNNI, /* AVX2's vectors */
  CF_CPU_AVX512,
  CF_CPU_AVX512VNNI,
  CF_CPU_WIDEST = CF_CPU_AVX512VNNI
#endif
} CfCpuIsa;

/* Names as the environment variable CUDAFILTERS_CPU_ISA has them; NULL after
 * the last. */
extern const gchar *const cf_cpu_isas[];

/* The kernels of the widest that this processor has, up to `most` and as far as
 * that variable lets it; which that is. */
CfCpuIsa cf_cpu_choose_kernels (CfCpuKernels *kernels, CfCpuIsa most);
/* TRUE where others than convolution have the kernels of the one before. */
gboolean cf_cpu_isa_only_convolves (CfCpuIsa isa);
/* Names it to people. */
const gchar *cf_cpu_isa_text (CfCpuIsa isa);

G_END_DECLS
