/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A function of the driver's interface that does nothing but say so. For files
 * without cuda.h, whose prototypes such lists would repeat. */
#pragma once

#define UNSUPPORTED(name) \
  int name (void); \
\
  int name (void) { return 801; /* CUDA_ERROR_NOT_SUPPORTED */ }
