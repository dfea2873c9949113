/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The operations whose filters are measured alone: each function measures all
 * that one has with pictures of one size and depth. */
#pragma once

#include "kernelbench.h"

G_BEGIN_DECLS

void kernels_denoise (KernelBench *b);
void kernels_inpaint (KernelBench *b);
void kernels_inpaint_global (KernelBench *b);
void kernels_inpaint_first (KernelBench *b);
void kernels_snake (KernelBench *b);

/* The figure of what only copies, on a GPU. */
void kernel_bench_copy (KernelBench *b);

/* All of them. FALSE: says why. */
gboolean kernels_run (const KernelOptions *options);

G_END_DECLS
