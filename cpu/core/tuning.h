/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU backend chooses among these ways to the same results. */
#pragma once

#include "cpu/core/cpubackend.h"

G_BEGIN_DECLS

extern const CfAutotune cf_cpu_autotune;

/* The i-th trial of which instruction set a kernel is of, from 0; FALSE: there
 * are no more. */
#define CF_DECLARE(TUNABLE, text, name) \
  gboolean cf_cpu_trial_##name (guint i, CfTrial *trial);
CF_CPU_ISA_TUNABLES (CF_DECLARE)
#undef CF_DECLARE

/* A network for the medians of a square, the n-th of the kernels' table, and
 * samples of so many bytes; else ranks. */
gboolean cf_cpu_prefers_network (CfDevice *device, guint n, gint bytes);
/* A plane is split into so many slices for each thread. */
guint cf_cpu_slices_a_thread (CfDevice *device);

G_END_DECLS
