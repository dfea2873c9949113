/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's tunables: instruction sets, networks or ranks, and slices. */
#include "cpu/core/tuning.h"

#include "cpu/core/processor.h"
#include "engine/core/cftrial.h"
#include "engine/core/os/cfos.h"

/* clang-format off */
#define NUMBER(TUNABLE, text, name) TUNABLE##_ISA,
enum {
  /* what is compiled for each instruction set, and may be of different ones */
  CF_CPU_ISA_TUNABLES (NUMBER)
  SLICES,
  FIRST_NETWORK /* of 8 bits, then of more, for each size */
};
/* clang-format on */

enum { NETWORKS, RANKS };

static const gchar *const methods[] = { "networks", "ranks", NULL };
static const gchar *const slices[] = { "2", "4", "8", "16", "32", NULL };
static const guint n_slices[] = { 2, 4, 8, 16, 32 };
static const gint sizes[] = {
#define SIZE(size) size,
  CF_CPU_NETWORKS (SIZE)
};

#define ISA(TUNABLE, text, name) { text, cf_cpu_isas },
#define NETWORK(size) \
  { "median-" #size "-8bit", methods }, { "median-" #size "-16bit", methods },
static const CfTunable tunables[] = { CF_CPU_ISA_TUNABLES (ISA){
                                          "slices-a-thread", slices },
  CF_CPU_NETWORKS (NETWORK) };

#define TRIAL(TUNABLE, text, name) cf_cpu_trial_##name,
static gboolean (*const trials[SLICES]) (
    guint i, CfTrial *trial) = { CF_CPU_ISA_TUNABLES (TRIAL) };

static gchar *
identify (CfDevice *device)
{
  gchar *model = cf_os_processor_name ();
  gchar *identity = g_strdup_printf ("%s, %s", model, device->description);

  g_free (model);
  return identity;
}

/* The widest, up to `most`. */
static CfCpuIsa
find_isa (guint tunable, CfCpuIsa most)
{
  CfCpuKernels kernels;
  const CfCpuIsa isa = cf_cpu_choose_kernels (&kernels, most);

  return tunable != CONVOLVE_ISA && cf_cpu_isa_only_convolves (isa) ? isa - 1
                                                                    : isa;
}

static gboolean
has (CfDevice *device, guint tunable, guint candidate)
{
  return tunable >= SLICES || find_isa (tunable, candidate) == candidate;
}

/* The widest instructions, networks wherever there are some, and slices enough
 * that no thread waits long for another: each was the best on a Xeon and an
 * EPYC, from AVX2 to AVX-512. What a sample costs grows with the window of a
 * network, but hardly with that of ranks: with 8 bits networks were faster up
 * to 15 and slower from 17 on; with 16 bits they were slower from 19 on (AVX2)
 * or from about 25 on (AVX-512), but those beyond 15 are large and take long to
 * compile. */
static guint
pick (CfDevice *device, guint tunable)
{
  if (tunable > SLICES)
    return NETWORKS;
  if (tunable == SLICES)
    return 2;
  return find_isa (tunable, CF_CPU_WIDEST);
}

static gboolean
trial_of_network (guint n, guint i, CfTrial *trial)
{
  *trial = cf_trial_median (sizes[n / 2], n % 2 ? 16 : 8);
  trial->is_smooth = i == 1;
  return i < 2;
}

static gboolean
find_trial (guint tunable, guint i, CfTrial *trial)
{
  const gint bits = i % 2 ? 16 : 8;

  if (tunable >= FIRST_NETWORK)
    return trial_of_network (tunable - FIRST_NETWORK, i, trial);
  if (tunable < SLICES)
    return trials[tunable](i, trial);
  *trial = i < 2 ? cf_trial_median (5, bits) : cf_trial_epsilon (5, bits);
  return i < 4;
}

static void
apply (CfDevice *device)
{
  CfCpuKernels of[SLICES], *to = &((CfCpuDevice *)device)->kernels;
  guint i;

  for (i = 0; i < SLICES; i++)
    cf_cpu_choose_kernels (&of[i], device->chosen[i]);
  *to = of[NETWORKS_ISA];
  to->convolve_dot = of[CONVOLVE_ISA].convolve_dot;
#define TAKE(Type, name, TUNABLE) to->name = of[TUNABLE##_ISA].name;
  CF_CPU_KERNELS (TAKE)
#undef TAKE
}

const CfAutotune cf_cpu_autotune = { .n = G_N_ELEMENTS (tunables),
  .tunables = tunables,
  .identify = identify,
  .has = has,
  .pick = pick,
  .trial = find_trial,
  .apply = apply };

/* Devices that the engine did not open have no tunables. */
static guint
chosen (CfDevice *device, guint tunable)
{
  return device->chosen ? device->chosen[tunable] : pick (device, tunable);
}

gboolean
cf_cpu_prefers_network (CfDevice *device, guint n, gint bytes)
{
  return chosen (device, FIRST_NETWORK + 2 * n + bytes - 1) == NETWORKS;
}

guint
cf_cpu_slices_a_thread (CfDevice *device)
{
  return n_slices[chosen (device, SLICES)];
}
