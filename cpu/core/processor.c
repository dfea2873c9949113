/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels by the processor's instruction sets. */
#include "cpu/core/processor.h"

#include <string.h>

#ifdef CF_CPU_X86
#include <cpuid.h>
#endif
#ifdef CF_CPU_ARM64
#include <sys/auxv.h>
#endif

#ifdef __aarch64__
const gchar *const cf_cpu_isas[] = { "baseline", "dotprod", NULL };

static const gchar *const texts[] = { "baseline vectors", "dot products" };
#else
const gchar *const cf_cpu_isas[] = { "baseline", "avx2", "avxvnni", "avx512",
  "avx512vnni", NULL };

static const gchar *const texts[] = { "baseline vectors", "AVX2", "AVX-VNNI",
  "AVX-512", "AVX-512 VNNI" };
#endif

#if defined(CF_CPU_X86) || defined(CF_CPU_ARM64)
/* Returns the instruction set to which the environment limits it. */
static CfCpuIsa
limit (void)
{
  const gchar *most = g_getenv ("CUDAFILTERS_CPU_ISA");
  guint i;

  for (i = 0; most && cf_cpu_isas[i]; i++)
    if (strcmp (cf_cpu_isas[i], most) == 0)
      return i;
  return CF_CPU_WIDEST;
}
#endif

#ifdef CF_CPU_X86
/* Compilers that know the instructions need not know the processor's name for
 * them. */
static gboolean
has_avxvnni (void)
{
  guint a = 0, b, c, d;

  return __get_cpuid_count (7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
}
#endif

CfCpuIsa
cf_cpu_choose_kernels (CfCpuKernels *kernels, CfCpuIsa most)
{
#ifdef CF_CPU_X86
  most = MIN (most, limit ());
  __builtin_cpu_init ();
  if (most >= CF_CPU_AVX512 && __builtin_cpu_supports ("bmi2")
      && __builtin_cpu_supports ("avx512bw")) {
    *kernels = cf_cpu_kernels_avx512;
    if (most < CF_CPU_AVX512VNNI || !__builtin_cpu_supports ("avx512vnni"))
      return CF_CPU_AVX512;
    kernels->convolve_mask = &cf_cpu_convolve_mask_avx512vnni;
    kernels->convolve_product = &cf_cpu_convolve_product_avx512vnni;
    kernels->convolve_dot = &cf_cpu_convolve_dot_avx512vnni;
    return CF_CPU_AVX512VNNI;
  }
  if (most >= CF_CPU_AVX2 && __builtin_cpu_supports ("bmi2")
      && __builtin_cpu_supports ("avx2")) {
    *kernels = cf_cpu_kernels_avx2;
    if (most < CF_CPU_AVXVNNI || !has_avxvnni ())
      return CF_CPU_AVX2;
    kernels->convolve_mask = &cf_cpu_convolve_mask_avxvnni;
    kernels->convolve_product = &cf_cpu_convolve_product_avxvnni;
    kernels->convolve_dot = &cf_cpu_convolve_dot_avxvnni;
    return CF_CPU_AVXVNNI;
  }
#endif
  *kernels = cf_cpu_kernels_baseline;
#ifdef CF_CPU_ARM64
  if (MIN (most, limit ()) >= CF_CPU_DOTPROD
      && (getauxval (AT_HWCAP) & HWCAP_ASIMDDP)) {
    kernels->convolve_dot = &cf_cpu_convolve_dot_dotprod;
    return CF_CPU_DOTPROD;
  }
#endif
  return CF_CPU_BASELINE;
}

gboolean
cf_cpu_isa_only_convolves (CfCpuIsa isa)
{
#ifdef __aarch64__
  return isa == CF_CPU_DOTPROD;
#else
  return isa == CF_CPU_AVXVNNI || isa == CF_CPU_AVX512VNNI;
#endif
}

const gchar *
cf_cpu_isa_text (CfCpuIsa isa)
{
  return texts[isa];
}
