/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of one instruction set, CF_ISA. */
#include "cpu/core/kernel.h"

#define OF(what) G_PASTE (cf_cpu_##what##_, CF_ISA)
#define MEDIAN(bits, size) OF (median_##bits##_##size)
#define DECLARE(size) \
  extern const CfCpuKernel MEDIAN (8, size), MEDIAN (16, size);
#define ROW(size) { size, { &MEDIAN (8, size), &MEDIAN (16, size) } },
#define KERNEL_(name, isa) cf_cpu_##name##_##isa
#define KERNEL(name, isa) KERNEL_ (name, isa)
#define DECLARE_KERNEL(Type, name, TUNABLE) \
  extern const Type KERNEL (name, CF_ISA);
#define KERNEL_ROW(Type, name, TUNABLE) .name = &KERNEL (name, CF_ISA),
#define TABLE_(isa) cf_cpu_kernels_##isa
#define TABLE(isa) TABLE_ (isa)

/* clang-format off */
CF_CPU_NETWORKS (DECLARE)
CF_CPU_KERNELS (DECLARE_KERNEL)

const CfCpuKernels TABLE (CF_ISA) = {
  .networks = { CF_CPU_NETWORKS (ROW) },
  CF_CPU_KERNELS (KERNEL_ROW)
};
/* clang-format on */
