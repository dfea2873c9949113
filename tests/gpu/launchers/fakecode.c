/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels' code, as the fake driver takes it. */
#include "cuda/kernelnames.h"

#define CODE(name) \
  extern const char cf_code_##name[]; \
  const char cf_code_##name[] = #name;

KERNELS (CODE)
