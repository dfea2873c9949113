/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels that others stand for on an architecture: no test starts them. */
#include "stoodfor.h" /* generated */

#include <stdlib.h>

#define KERNEL(name) \
  void emulated_##name (void); \
  void emulated_##name (void) { abort (); }

CF_STOOD_FOR (KERNEL)
