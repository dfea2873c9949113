/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A block's dynamic shared memory, as much as the launch says. */
#pragma once

#include <stdint.h>

#ifdef CF_EMULATED
#define CF_DYNAMIC_SHARED(name) uint32_t *const name = emulated_shared ()
#else
#define CF_DYNAMIC_SHARED(name) \
  extern __shared__ __align__ (128) uint32_t name[]
#endif
