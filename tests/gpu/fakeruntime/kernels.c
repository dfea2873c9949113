/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels: what the launchers take the addresses of. */
#include "kernelnames.h"

#define KERNEL(name) \
  void cf_kernel_##name (void); \
  void cf_kernel_##name (void) {}

KERNELS (KERNEL)
