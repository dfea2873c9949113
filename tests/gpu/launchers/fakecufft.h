/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests know of the cuFFT that does nothing. */
#pragma once

#include <stddef.h>

typedef struct {
  int made, there; /* transforms */
  size_t work;     /* bytes that each asks for */
} FakeCufft;

extern FakeCufft fake_cufft;
